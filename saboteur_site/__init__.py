"""The project: all code that depends neither on accounts nor on games.

- `settings`, `urls`, `wsgi`, `apps`: Django's own entry points
- `celery`: the queues and the schedule of the workers; `server`, `workers`, `alone`: programs that operators start
- `web/`: requests and responses; `templating/`: template loading and tags; `languages/`: texts and dates
- `database/`, `cache/`, `queue/`: storage, and how outages of it are handled
- `outgoing/`: connections to remote servers
- `operation/`: checks, doctor, readiness, reports, private files
"""

from saboteur_site.celery import app as celery_app

__all__ = ["celery_app"]
