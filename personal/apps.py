"""The app of personal data."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PersonalConfig(AppConfig):
    """Archives of personal data."""

    name = "personal"
    verbose_name = _("Personal data")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear of the daily chores, and of accounts that are deleted."""
        from accounts.signals import farewell
        from games.signals import chores_due
        from personal import services

        chores_due.connect(services.chores_due, dispatch_uid="personal.services.chores_due")
        farewell.connect(services.farewell, dispatch_uid="personal.services.farewell")
