"""Who one is, and what waits."""

from typing import Literal

from msgspec import Struct

from api.shapes.seats import Moment

Scope = Literal["read", "play", "tables"]


class Me(Struct, frozen=True):
    """The player of a token. `owner`: the person that a bot account belongs to, "" for a person."""

    name: str
    owner: str
    language: str
    time_zone: str
    token: str
    scopes: tuple[Scope, ...]
    expires_at: Moment | None


class Notification(Struct, frozen=True):
    """Something that waits for you, the most urgent first. `by`: who invites or asks."""

    kind: Literal["turn", "vote", "ready", "start", "invitation", "ask"]
    table: str
    name: str
    by: str
    due_at: Moment | None


class Notifications(Struct, frozen=True):
    """All that waits for you."""

    notifications: tuple[Notification, ...]
