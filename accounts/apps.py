"""Registration of the people's app with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """The app that owns users, friendships and blocks."""

    name = "accounts"
    verbose_name = _("People")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load all channels now, so that a broken one is found at start and not at the first move."""
        from accounts.channels import registry
        from accounts.services import devices  # noqa: F401 (its receivers handle log-in and log-out)

        registry.registered()
