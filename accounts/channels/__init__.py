"""Ways to tell people something while they are away. Each way is one file with a `CHANNEL`.

A channel sends a `Letter`. The code that writes letters and keeps them until they are sent is not known here.
`registry` finds the channels, `sendings` lets many messages be on their way at the same time. `reach` says of many
people at once that they reach. `breakers` leaves a channel alone that is away. `troubles` stores which channel
does not reach which player. `off` makes the links that switch an event off.
"""

from collections.abc import Callable, Generator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.functional import Promise

from accounts.models import Event, User


class Trouble(StrEnum):
    """Why something did not reach a person. Each channel has its own words for it."""

    REFUSED = "refused"
    """The other side takes nothing for this person."""
    BUSY = "busy"
    """The other side put it off again and again."""
    AWAY = "away"
    """The other side could not be reached."""
    FAULT = "fault"
    """Something went wrong on this side."""


class Item(NamedTuple):
    """One of several things that a letter tells, as a `Letter` says what it is about."""

    lead: str
    link: str
    until: str = ""


class Letter(NamedTuple):
    """Something to be told to one person.

    `id` stays the same when the letter is sent again; `ids` are those that its parts would have as letters. Letters of
    one `thread` belong together; "" means none. `lead` says in a sentence what it is about, `until` by when there is
    time, and `link` leads to it: enough for a channel that carries little. Of several things `parts` say so of each,
    the most urgent first; of one there are none. `off` switches off what it is about, with one click. `done` are the
    paths of tables whose earlier messages need not stand on a screen any more (`Channel.stays_on_screen`).
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
    """A sentence for a person, and the page on which they can do something about it."""

    words: str
    page: str
    link: str


class Channel(NamedTuple):
    """One way to notify a person. The chat of a table is none: no player counts as notified by it (ADR 45)."""

    name: str
    """Its name in rows and addresses; ten letters at most."""
    short: str | Promise
    """What it is called where people choose what it tells them of: a word."""
    reaches: Callable[[User], bool]
    """Whether it can reach a user now."""
    reachable: Callable[[str], Q]
    """The users it can reach now, as a condition on rows that lead to a person by a path: `user__`, or "" for people.

    It says the same as `reaches`, for many at once and within a query that is made anyway. It depends on rows alone:
    the text of such queries is kept.
    """
    send: Callable[[Letter], Generator[Any, Any, None] | None]
    """Hand a letter over; NotSentError if it is not taken. What waits for a server is a `sendings.Sending`; one that
    waits for nothing may be done at once, and gives None."""
    missing: Callable[[User], Hint | None]
    """What a user has to do before it reaches them; None if it does. It begins with the name of the way."""
    troubles: Mapping[Trouble, str | Promise]
    """What each trouble means here, in words for the person."""
    failing: Callable[[str], Hint]
    """What a user is told if it does not reach them, given the words of the trouble."""
    greet: Callable[[], Generator[Any, Any, None] | None] = lambda: None
    """Ask the other side whether it would take letters, without one; NotSentError if it would not. As `send`."""
    may_reach: Callable[[User], bool] = lambda _user: True
    """Whether `reaches` is worth asking. The row of the person must be enough, for each move asks this."""
    sign_up: str = ""
    """The field of the sign-up form in which it is asked for; without one, it waits until the user has an account."""
    page: str = ""
    """The name of the address where it is set up; "" if there is no such page."""
    joins: bool = False
    """Whether it makes one letter of several that are due at once for the same person."""
    can_wait: bool = False
    """Whether it may wait for an hour while a faster one tells the person, if they want that."""
    off_by_default: tuple[Event, ...] = ()
    """The events of which it tells those alone who asked for it."""
    stays_on_screen: bool = False
    """Whether a message stays visible until it is closed, so that the next one says which are done."""
    for_guests: bool = False
    """Whether a guest can have it: it asks for nothing that needs an account."""
    is_extra: bool = False
    """Whether what is missing is told only to people that no other channel reaches."""


class NotSentError(Exception):
    """A letter was not taken. `reply` is a code of the other side, never its words.

    `lasting`: it will never be taken. `away`: no other letter would have been taken just now either. `heard`: the other
    side listened to this very letter, so this counts as a try.
    """

    def __init__(
        self, trouble: Trouble, reply: str = "", *, lasting: bool = False, away: bool = False, heard: bool = True
    ) -> None:
        super().__init__(trouble, reply)
        self.trouble, self.reply, self.lasting, self.away, self.heard = trouble, reply, lasting, away, heard
