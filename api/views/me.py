"""Who one is, and what waits."""

from typing import Any

from dmr import modify

from api.controller import ApiController, NeedsToken
from api.models import TokenScope
from api.shapes.people import Me, Notification, Notifications
from games.selectors import waiting


class MeController(ApiController):
    """The player of the token."""

    auth = (NeedsToken("read"),)

    @modify(summary="Who am I?", operation_id="me", tags=["Me"])
    def get(self) -> Me:
        """The player of this token, its scopes, and when it expires."""
        token, user = self.token, self.user
        scopes: Any = tuple(scope.value for scope in TokenScope if scope in token.scope_set)
        owner = user.owner.username if user.owner else ""
        return Me(user.username, owner, user.language, user.time_zone, token.name, scopes, token.expires_at)


class NotificationsController(ApiController):
    """What waits for the player."""

    auth = (NeedsToken("read"),)

    @modify(summary="What waits for me?", operation_id="notifications", tags=["Me"])
    def get(self) -> Notifications:
        """Turns, votes, options to confirm, tables to start, invitations and friend requests, the most urgent first."""
        rows = waiting.rows_for(self.user)
        found = [
            Notification(row["kind"], row["game__code"] or "", row["game__name"] or "", row["by"], row["due_at"])
            for row in rows
        ]
        return Notifications(tuple(found))
