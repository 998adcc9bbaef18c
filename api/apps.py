"""The app of the API."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """Tokens and bot accounts."""

    name = "api"
    verbose_name = _("API")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Delete tokens and bot accounts with the account they belong to."""
        from accounts.signals import farewell
        from api import services
        from games.signals import chores_due

        farewell.connect(services.farewell, dispatch_uid="api.services")
        chores_due.connect(services.chores_due, dispatch_uid="api.services.chores_due")
