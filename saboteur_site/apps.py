"""The site as an application of its own: its checks, its commands, and the table that stands in for Redis."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Registers the checks of the site."""

    name = "saboteur_site"

    def ready(self) -> None:
        """Connect what has to run after the applications are loaded."""
        from saboteur_site import checks  # noqa: F401 (importing it registers the checks)
