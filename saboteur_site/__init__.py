"""The site that holds the accounts and the games, and what knows neither people nor games.

- `settings`, `urls`, `celery`, `beat`, `cache`, `statements`: settings, addresses, workers, the cache, and statements
  whose text is built once
- `databases/`, `storage`, `gate`, `outage`: how long requests wait, what was kept, who is let in, servers that are
  away
- `errors`, `limits`, `rates`, `reports`, `staff`: pages of refused and failed requests, too many of them, what logs
  may not hold, the door of the admin
- `packing`, `statics`: how pages are packed, and that their length tells nothing; styles and scripts as they are sent
- `outward`: the one guarded way out to hosts that people name (ADR 39)
- `webpush`, `offline`: the protocol of notifications on devices; whose copies of tables a device may keep
- `languages`, `formats/`, `borrowed`: which language a page speaks to whom (ADR 50); how dates are written; what Django
  and django-allauth say on our pages, so that our catalogues answer before theirs
- `indented`: reads templates, which are indented, so that pages are not
- `addresses`, `kept`: addresses, and what is the same for everybody: worked out once for a process
"""

from saboteur_site.celery import app as celery_app

__all__ = ["celery_app"]
