"""Announcements: lines of a table's log that come from no command of the rules, and change no state."""

from msgspec import Struct


class TableOpened(Struct, frozen=True, tag="table-opened"):
    """An administrator, who does not sit here, was shown what is hidden at this table."""

    by: str


class SteppedIn(Struct, frozen=True, tag="stepped-in"):
    """An administrator, who does not sit here, gave the command whose events follow (R96)."""

    by: str


class WayInMade(Struct, frozen=True, tag="way-in-made"):
    """Another person has got access to the account of a seat's player: by a link for a new password, a password or an
    address. ``by`` made it; "" is the operator at the server."""

    seat: int
    by: str = ""


class SecondTerm(Struct, frozen=True, tag="second-term"):
    """Time ran out for a seat for the first time in the game: it has some hours of grace (R92)."""

    seat: int
    hours: int


class ClocksMoved(Struct, frozen=True, tag="clocks-moved"):
    """The site was away for so many minutes; awaited players have as much more time."""

    minutes: int


class TimeGiven(Struct, frozen=True, tag="time-given"):
    """The host gave a seat some hours more."""

    seat: int
    hours: int


class OnVacation(Struct, frozen=True, tag="on-vacation"):
    """The time of a seat would have run out; its player has vacation days, and uses one."""

    seat: int


class MotionOpened(Struct, frozen=True, tag="motion-opened"):
    """A vote began: ``matter`` is `pause` (for some days), `end`, `live`, `pace` (the hours of its clock), or `absent`
    about a seat; ``by`` None: by itself."""

    matter: str
    by: int | None = None
    seat: int | None = None
    days: int = 0
    bank_hours: int = 0
    turn_hours: int = 0


class MotionDecided(Struct, frozen=True, tag="motion-decided"):
    """A vote ended: ``outcome`` is the choice that won, or `none`."""

    matter: str
    outcome: str
    seat: int | None = None
    days: int = 0
    bank_hours: int = 0
    turn_hours: int = 0


class PaceChanged(Struct, frozen=True, tag="pace-changed"):
    """From this round on the clock of the table is a faster one: hours in a full bank, and added by every decision."""

    bank_hours: int
    turn_hours: int


class PauseEnded(Struct, frozen=True, tag="pause-ended"):
    """The clocks of the table run again."""


class LiveEnded(Struct, frozen=True, tag="live-ended"):
    """The table was played live, and plays over days again."""


class SeatLeft(Struct, frozen=True, tag="seat-left"):
    """A player left a seat for good; the seat says who plays on (R96).

    ``name`` is put in when the log is read: it is the name that their account has now, and is not kept.
    """

    seat: int
    name: str = ""


class SeatTaken(Struct, frozen=True, tag="seat-taken"):
    """A new player took a seat over from the player who had it (R96); ``name`` as for `SeatLeft`."""

    seat: int
    name: str = ""


class PlanDropped(Struct, frozen=True, tag="plan-dropped"):
    """Whisper: the plan for one's next turn was dropped; no command in it was legal, or its subject is gone."""


Announcement = (
    TableOpened
    | SteppedIn
    | WayInMade
    | SecondTerm
    | ClocksMoved
    | TimeGiven
    | OnVacation
    | MotionOpened
    | MotionDecided
    | PaceChanged
    | PauseEnded
    | LiveEnded
    | SeatLeft
    | SeatTaken
)
