"""Ways to tell people something while they are not here: one file each, which says all of its way as a `CHANNEL`.

What is told is a `Letter`. Whoever writes letters and keeps them until they are sent is not known here.
`registry` finds the channels, `rests` lets one that is away rest, `troubles` keeps which of them does not reach whom.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import NamedTuple

from django.utils.functional import Promise

from accounts.models import Event, User


class Trouble(StrEnum):
    """Why something did not reach a person; each channel has its words for that."""

    REFUSED = "refused"
    """It does not take anything for this person."""
    BUSY = "busy"
    """It put it off again and again."""
    AWAY = "away"
    """It could not be reached."""
    FAULT = "fault"
    """Something went wrong on this side."""


class Letter(NamedTuple):
    """Something to be told to one person.

    `id` is the same when the letter is sent once more; letters of one `thread` belong together ("" belongs to none).
    """

    to: User
    event: Event
    subject: str
    text: str
    html: str
    id: str
    thread: str = ""


class Hint(NamedTuple):
    """A sentence for a person, and the page on which they can do something about it."""

    words: str
    page: str
    link: str


class Channel(NamedTuple):
    """One way to be told."""

    name: str
    """What rows and addresses call it; ten letters at most."""
    asks: str | Promise
    """Words over the events of which a person can be told by it."""
    reaches: Callable[[User], bool]
    """Whether somebody can be told by it now."""
    send: Callable[[Letter], None]
    """Hand a letter over; NotSentError when it is not taken."""
    missing: Callable[[User], Hint | None]
    """What somebody has to do before it reaches them; None when it does."""
    troubles: Mapping[Trouble, str | Promise]
    """What each trouble means here, in words for the person."""
    failing: Callable[[str], Hint]
    """What somebody is told whom it does not reach, given the words of the trouble."""
    may_reach: Callable[[User], bool] = lambda _user: True
    """Whether asking `reaches` is worth it, by the row of the person alone: each move wants to know."""
    is_personal: bool = True
    """Whether it tells one person, who then counts as told. One that is a table's tells all who sit there together."""


class NotSentError(Exception):
    """A letter was not taken. `reply` is a code of the other side, never its words.

    `lasting`: it will not be taken another time either. `away`: no other letter would have been taken just now.
    `heard`: the other side listened to this very letter, so that this was a try.
    """

    def __init__(
        self, trouble: Trouble, reply: str = "", *, lasting: bool = False, away: bool = False, heard: bool = True
    ) -> None:
        super().__init__(trouble, reply)
        self.trouble, self.reply, self.lasting, self.away, self.heard = trouble, reply, lasting, away, heard
