"""Ways to tell people something while they are not here: one file each, with `reaches` and `send`.

What is told is a `Letter`; who writes letters and keeps them until they are sent is not known here.
"""

from typing import NamedTuple

from accounts.events import Event, Trouble
from accounts.models import User


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
