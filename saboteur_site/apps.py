"""The site as an application of its own: its checks, its commands, and the table that stands in for Redis."""

from django.apps import AppConfig
from django.core.signals import request_finished, request_started


class SiteConfig(AppConfig):
    """Registers the checks of the site, and how long a request may wait for the database."""

    name = "saboteur_site"

    def ready(self) -> None:
        """Connect what has to run after the applications are loaded."""
        from saboteur_site import checks  # noqa: F401 (importing it registers the checks)
        from saboteur_site.databases import patience

        request_started.connect(patience.begin, dispatch_uid="saboteur_site.patience")
        request_finished.connect(patience.end, dispatch_uid="saboteur_site.patience")
