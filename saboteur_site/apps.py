"""The site as an application of its own: its checks, and the table that stands in for Redis."""

from typing import Any

from django.apps import AppConfig, apps
from django.core.management import call_command
from django.db.models.signals import post_migrate


class SiteConfig(AppConfig):
    """Registers the checks of the site and keeps the cache's table in step with the other tables."""

    name = "saboteur_site"

    def ready(self) -> None:
        """Connect what has to run after the applications are loaded."""
        from saboteur_site import checks  # noqa: F401 (importing it registers the checks)

        post_migrate.connect(make_cache_table, sender=apps.get_app_config("saboteur_site"))


def make_cache_table(using: str, **_: Any) -> None:
    """Make the table of the cache that is used while Redis is away, where there is none; migrations call this."""
    call_command("createcachetable", database=using, verbosity=0)
