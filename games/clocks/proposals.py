"""The proposal of a motion, and the lines of the log when it is opened and decided."""

from typing import NamedTuple

from games.clocks.presets import PACES
from games.rules.announcements import MotionDecided, MotionOpened


class Proposal(NamedTuple):
    """The parameters of a motion: days of a pause, the seat that it is about, the name of a pace (`presets.PACES`).
    Fields that a kind of motion does not use are empty."""

    days: int = 0
    about: int | None = None
    pace: str = ""


def opened(matter: str, by: int | None, proposal: Proposal) -> MotionOpened:
    """Return the event of an opened motion; ``by`` is the seat that proposes it, None for none."""
    bank, turn = _hours(proposal.pace)
    return MotionOpened(matter=matter, by=by, seat=proposal.about, days=proposal.days, bank_hours=bank, turn_hours=turn)


def decided(matter: str, outcome: str, proposal: Proposal) -> MotionDecided:
    """Return the event of a decided motion."""
    bank, turn = _hours(proposal.pace)
    return MotionDecided(
        matter=matter, outcome=outcome, seat=proposal.about, days=proposal.days, bank_hours=bank, turn_hours=turn
    )


def _hours(pace: str) -> tuple[int, int]:
    found = PACES.get(pace)
    return (found.bank_hours, found.turn_hours) if found else (0, 0)
