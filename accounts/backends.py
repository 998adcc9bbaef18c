"""Authentication backends: Django's and allauth's. Both read the player of a session in the same way."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend
from django.db.models import QuerySet

from accounts.channels import reach
from accounts.models import User
from saboteur_site.database.statements import Prepared


def _player(key: int) -> "QuerySet[User]":
    return User.objects.filter(pk=key).annotate(reached=reach.is_reached())


_PLAYER = Prepared(_player, -1)


class ReadsPlayer(ModelBackend):
    """Reads a player by the key in a session. Every request does so, so the statement is built once."""

    def user_can_authenticate(self, user: Any) -> bool:
        """Return whether a user may log in; a bot account plays by the API alone."""
        return super().user_can_authenticate(user) and not (isinstance(user, User) and user.is_program)

    def get_user(self, user_id: Any) -> User | None:
        """Return the player with that key, with `is_reached`; None if they may not log in."""
        player = next(iter(_PLAYER(user_id)), None)
        return player if player and self.user_can_authenticate(player) else None


class NameBackend(ReadsPlayer):
    """Signs in by name and password."""


class AccountBackend(ReadsPlayer, AuthenticationBackend):
    """Signs in by the methods of allauth."""
