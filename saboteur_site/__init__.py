"""The site that holds the accounts and the games: settings, addresses, Celery and what stands between them."""

from saboteur_site.celery import app as celery_app

__all__ = ["celery_app"]
