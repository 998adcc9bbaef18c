"""The models of circles. What a circle's tables hold is in `games`; nothing here is read from a running round."""

from circles.models.chats import CircleChat
from circles.models.circles import Circle, CircleLink, CircleMember, Role, join_token
from circles.models.seasons import Season, SeasonPlayer
from circles.models.tables import Answer, CircleTable, Reply

__all__ = [
    "Answer",
    "Circle",
    "CircleChat",
    "CircleLink",
    "CircleMember",
    "CircleTable",
    "Reply",
    "Role",
    "Season",
    "SeasonPlayer",
    "join_token",
]
