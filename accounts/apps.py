"""Registration of the people's app with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """The app that owns users, friendships and blocks."""

    name = "accounts"
    verbose_name = _("People")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load all channels now, so that a broken one is found before anybody moves."""
        from accounts.channels import registry
        from accounts.services import devices  # noqa: F401 (it listens for people who log out)

        registry.registered()
