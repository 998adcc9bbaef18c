"""Registration of the people's app with Django."""

from allauth.usersessions.apps import UserSessionsConfig
from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """The app that owns users, friendships and blocks."""

    name = "accounts"
    verbose_name = _("People")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load all channels now, so that a broken one is found at start and not at the first move. Know the links of
        friends as invitations."""
        from accounts import invited
        from accounts.channels import registry
        from accounts.services import devices, sessions  # noqa: F401 (their receivers handle log-in and log-out)
        from accounts.signals import invitation_asked

        registry.registered()
        invitation_asked.connect(invited.is_of_friend, dispatch_uid="accounts.invited")


class SessionsConfig(UserSessionsConfig):
    """django-allauth's table of sessions. The adapter fills it, without network addresses."""

    def ready(self) -> None:
        """Connect no receivers: theirs store the network address, and read each session of a user at each log-in."""
