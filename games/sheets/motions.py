"""What people meet of each kind of motion: what is asked, how it is decided, the answers, what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class VoteChoice(StrEnum):
    """What can be chosen in a vote, and what may come of one. Ballots, motions and logs keep these words."""

    YES = "yes"
    NO = "no"
    WAIT = "wait"
    BOT = "bot"
    LINK = "link"
    END = "end"
    NONE = "none"
    """Nothing was decided. It cannot be chosen."""


@dataclass(frozen=True, kw_only=True)
class MotionSheet:
    """The words of a kind of motion. Places: `asker`, `name` (whose seat it is about), `count` (days), `bank` and
    `turn` (hours of a clock).

    `opened_anonymously` is said where the opener has left the table since. `how` says what is needed: `needed` of
    `voters`; `how_alone` says it where more are needed than have a vote just now. `answers` are the choices, of those
    about a seat the gentlest first. `decided` is by outcome, and that of `VoteChoice.NONE` for any other.
    `stops_clocks`: from a yes on, the clocks of days stand still.
    """

    name: str
    opened: "StrPromise"
    opened_anonymously: "StrPromise"
    how: "StrPromise"
    answers: Mapping[VoteChoice, "StrPromise"]
    decided: Mapping[VoteChoice, "StrPromise"]
    stops_clocks: bool = False
    how_alone: "StrPromise | None" = None


_BY_YES = _("It takes %(needed)s of %(voters)s votes. Not voting counts as no.")
_BY_YES_OF_TWO = _(
    "It takes at least two votes, so another player has to come back before this can pass. Not voting counts as no."
)
_ENDED = _("The players have ended the game.")
_ABOUT_A_SEAT = _("The others vote on what happens to %(name)s’s seat.")

_PAUSE = MotionSheet(
    name="pause",
    stops_clocks=True,
    opened=ngettext_lazy(
        "%(asker)s proposes a %(count)s-day pause.", "%(asker)s proposes a %(count)s-day pause.", "count"
    ),
    opened_anonymously=ngettext_lazy(
        "There’s a proposal for a %(count)s-day pause.", "There’s a proposal for a %(count)s-day pause.", "count"
    ),
    how=_BY_YES,
    answers={VoteChoice.YES: _("Yes, pause"), VoteChoice.NO: _("No, play on")},
    decided={
        VoteChoice.YES: ngettext_lazy(
            "The table is paused for %(count)s day; no clock runs.",
            "The table is paused for %(count)s days; no clock runs.",
            "count",
        ),
        VoteChoice.NONE: _("No pause: not enough players voted for it."),
    },
)
_END = MotionSheet(
    name="end",
    opened=_("%(asker)s proposes to end the game here."),
    opened_anonymously=_("There’s a proposal to end the game here."),
    how=_BY_YES,
    how_alone=_BY_YES_OF_TWO,
    answers={VoteChoice.YES: _("Yes, end it"), VoteChoice.NO: _("No, play on")},
    decided={VoteChoice.YES: _ENDED, VoteChoice.NONE: _("The game goes on.")},
)
_LIVE = MotionSheet(
    name="live",
    stops_clocks=True,
    opened=_("%(asker)s proposes to play live for an hour: 60 seconds a decision."),
    opened_anonymously=_("There’s a proposal to play live for an hour: 60 seconds a decision."),
    how=_(
        "It takes %(needed)s of %(voters)s votes within ten minutes, and not voting counts as no. You can’t lose a "
        "turn or time from your bank: once a minute passes without an answer, the table goes back to days."
    ),
    answers={VoteChoice.YES: _("Yes, live"), VoteChoice.NO: _("No, over days")},
    decided={
        VoteChoice.YES: _("The table is live: 60 seconds a decision, for at most an hour."),
        VoteChoice.NONE: _("The table goes on at its usual pace."),
    },
)
_PACE = MotionSheet(
    name="pace",
    # Translators: bank and turn are numbers of hours, so "h" stands for hours.
    opened=_(
        "%(asker)s proposes a faster pace from the next round on: %(bank)s h in the bank, and every decision adds"
        " %(turn)s h."
    ),
    opened_anonymously=_(
        "There’s a proposal for a faster pace from the next round on: %(bank)s h in the bank, and every decision "
        "adds %(turn)s h."
    ),
    how=_BY_YES,
    answers={VoteChoice.YES: _("Yes, faster"), VoteChoice.NO: _("No, as it is")},
    decided={
        VoteChoice.YES: _(
            "From the next round on, the pace is faster: %(bank)s h in the bank, and every decision adds %(turn)s h."
        ),
        VoteChoice.NONE: _("The pace stays as it is."),
    },
)
_ABSENT = MotionSheet(
    name="absent",
    opened=_ABOUT_A_SEAT,
    opened_anonymously=_ABOUT_A_SEAT,
    how=_(
        "The choice with the most votes wins. In a tie, it’s the gentlest one. Ending the game takes %(needed)s of "
        "%(voters)s votes. Without votes, nothing changes."
    ),
    how_alone=_(
        "The choice with the most votes wins. In a tie, it’s the gentlest one. “A new player” and “End the game” "
        "take at least two votes, so another player has to come back first. Without votes, nothing changes."
    ),
    answers={
        VoteChoice.WAIT: _("Wait"),
        VoteChoice.BOT: _("A bot plays"),
        VoteChoice.LINK: _("A new player"),
        VoteChoice.END: _("End the game"),
    },
    decided={
        VoteChoice.WAIT: _("The table waits for %(name)s."),
        VoteChoice.BOT: _("A bot plays for %(name)s until they are back."),
        VoteChoice.LINK: _("%(name)s’s seat is free for a new player."),
        VoteChoice.END: _ENDED,
        VoteChoice.NONE: _("No decision was made about %(name)s’s seat."),
    },
)

MOTIONS: Mapping[str, MotionSheet] = {sheet.name: sheet for sheet in (_PAUSE, _END, _LIVE, _PACE, _ABSENT)}
