"""People and their data: one file for each subject."""

from accounts.models.breakers import BreakerState, ChannelBreaker
from accounts.models.devices import Device
from accounts.models.feeds import FeedKey
from accounts.models.friends import Block, Friendship, Unheard
from accounts.models.links import FriendLink, SignInLink
from accounts.models.mails import AccountMail
from accounts.models.names import ReservedName
from accounts.models.notices import Event, Muted, Reminder
from accounts.models.people import (
    GONE_NAME,
    GUESTS_STAY,
    GUESTS_WARNED,
    Digest,
    Layout,
    LookField,
    NameKeyField,
    Theme,
    User,
    site_languages,
)
from accounts.models.targets import Chat, Target
from accounts.models.vacations import VacationDay

__all__ = [
    "GONE_NAME",
    "GUESTS_STAY",
    "GUESTS_WARNED",
    "AccountMail",
    "Block",
    "BreakerState",
    "ChannelBreaker",
    "Chat",
    "Device",
    "Digest",
    "Event",
    "FeedKey",
    "FriendLink",
    "Friendship",
    "Layout",
    "LookField",
    "Muted",
    "NameKeyField",
    "Reminder",
    "ReservedName",
    "SignInLink",
    "Target",
    "Theme",
    "Unheard",
    "User",
    "VacationDay",
    "site_languages",
]
