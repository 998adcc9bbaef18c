"""The site that holds the accounts and the games, and what knows neither people nor games.

- `settings`, `urls`, `wsgi`, `apps`: Django's own entry points
- `celery`: the queues and the schedule of the workers; `server`, `workers`, `alone`: what operators start
- `web/`: requests and answers; `templating/`: how templates are read; `languages/`: texts and dates
- `database/`, `cache/`, `queue/`: where the site stores things, and what happens while they are away
- `outgoing/`: connections to servers of others
- `operation/`: checks, doctor, readiness, reports, private files
"""

from saboteur_site.celery import app as celery_app

__all__ = ["celery_app"]
