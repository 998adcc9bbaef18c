"""Notification channels, one file each with a `CHANNEL`.

A channel sends a `Letter`. The code that writes letters and stores them until they are sent is not known here.
`registry` finds the channels, `sendings` delivers many messages at the same time. `reach` has the conditions with which
one query tests the reach of many people. `breakers` are the circuit breakers. `troubles` stores which channel does not
reach which player. `off` makes the links that switch an event off.
"""

from collections.abc import Callable, Generator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.functional import Promise

from accounts.models import Event, User


class Trouble(StrEnum):
    """Why a message did not reach its recipient. Each channel has its own texts for it."""

    REFUSED = "refused"
    """The remote server accepts nothing for this recipient."""
    BUSY = "busy"
    """The remote server deferred it again and again."""
    AWAY = "away"
    """The remote server could not be reached."""
    FAULT = "fault"
    """Something went wrong on this side."""


class Item(NamedTuple):
    """One of several events in a letter; the fields are as in `Letter`."""

    lead: str
    link: str
    until: str = ""


class Letter(NamedTuple):
    """A message to one recipient.

    `id` stays the same when the letter is sent again; `ids` are those that its parts would have as letters. Letters of
    one `thread` belong together; "" means none. `lead` says in a sentence what it is about, `until` is the deadline,
    and `link` leads to the page: enough for a channel with short messages. A letter about several events has one of
    `parts` for each, the most urgent first; a letter about one event has none. `off` is the unsubscribe link. `done`
    are the paths of tables whose earlier messages may be closed (`Channel.stays_on_screen`).
    """

    to: User
    events: tuple[Event, ...]
    subject: str
    text: str
    html: str
    id: str
    thread: str = ""
    lead: str = ""
    link: str = ""
    until: str = ""
    off: str = ""
    ids: tuple[str, ...] = ()
    parts: tuple[Item, ...] = ()
    done: tuple[str, ...] = ()


class Hint(NamedTuple):
    """A sentence for a user, and the page on which they can act on it."""

    words: str
    page: str
    link: str


class Channel(NamedTuple):
    """One way to notify a person. The chat of a table is none: no player counts as notified by it (ADR 45)."""

    name: str
    """Its name in rows and addresses; ten letters at most."""
    short: str | Promise
    """Its label in the notification settings: one word."""
    reaches: Callable[[User], bool]
    """Whether it can reach a user now."""
    reachable: Callable[[str], Q]
    """The users it can reach now, as a condition on rows with a path to the user: `user__`, or "" for rows of users.

    It agrees with `reaches`, for many users at once and within another query. It depends on rows alone, because the
    text of such queries is cached.
    """
    send: Callable[[Letter], Generator[Any, Any, None] | None]
    """Send a letter; raise NotSentError if it is not accepted. Return a `sendings.Sending` where this waits for a
    server, None if the letter was sent at once."""
    missing: Callable[[User], Hint | None]
    """What a user has to do before it reaches them; None if it does. The sentence begins with the channel's name."""
    troubles: Mapping[Trouble, str | Promise]
    """A text for the user about each trouble."""
    failing: Callable[[str], Hint]
    """The hint for a user it does not reach, given the text of the trouble."""
    greet: Callable[[], Generator[Any, Any, None] | None] = lambda: None
    """Test whether the server would accept letters, without sending one; raise NotSentError if not. As `send`."""
    may_reach: Callable[[User], bool] = lambda _user: True
    """Whether `reaches` can be true. It may use the user's row only, because each move calls it."""
    sign_up: str = ""
    """The field of the sign-up form that sets it up; "" if that needs an account."""
    page: str = ""
    """The URL name of the page that sets it up; "" if there is none."""
    joins: bool = False
    """Whether it joins several letters that are due at once for the same recipient into one."""
    can_wait: bool = False
    """Whether it may wait for an hour if a faster channel notifies the recipient, and they want that."""
    off_by_default: tuple[Event, ...] = ()
    """The events of which it notifies only users who chose them."""
    stays_on_screen: bool = False
    """Whether a message stays visible until it is closed, so that the next one names those to be closed."""
    for_guests: bool = False
    """Whether a guest can use it: it needs no account."""
    is_extra: bool = False
    """Whether `missing` is shown only to users that no other channel reaches."""


class NotSentError(Exception):
    """A letter was not accepted. `reply` is a status code of the server, never its text.

    `lasting`: it will never be accepted. `away`: the server would not have accepted any other letter either.
    `received`: the server received this very letter, so this counts as an attempt.
    """

    def __init__(
        self, trouble: Trouble, reply: str = "", *, lasting: bool = False, away: bool = False, received: bool = True
    ) -> None:
        super().__init__(trouble, reply)
        self.trouble, self.reply, self.lasting, self.away, self.received = trouble, reply, lasting, away, received
