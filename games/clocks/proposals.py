"""What a motion proposes, and the lines of the log that say so when it is opened and decided."""

from typing import NamedTuple

from games.clocks.presets import PACES
from games.rules.announcements import MotionDecided, MotionOpened


class Proposal(NamedTuple):
    """What is proposed: days of a pause, the seat that it is about, the name of a pace (`presets.PACES`). What a kind
    of motion does not have is empty."""

    days: int = 0
    about: int | None = None
    pace: str = ""


def opened(matter: str, by: int | None, proposal: Proposal) -> MotionOpened:
    """The line that a motion is opened with; ``by`` is the seat that proposes it, None for none."""
    bank, turn = _hours(proposal.pace)
    return MotionOpened(matter=matter, by=by, seat=proposal.about, days=proposal.days, bank_hours=bank, turn_hours=turn)


def decided(matter: str, outcome: str, proposal: Proposal) -> MotionDecided:
    """The line that a motion is decided with."""
    bank, turn = _hours(proposal.pace)
    return MotionDecided(
        matter=matter, outcome=outcome, seat=proposal.about, days=proposal.days, bank_hours=bank, turn_hours=turn
    )


def _hours(pace: str) -> tuple[int, int]:
    found = PACES.get(pace)
    return (found.bank_hours, found.turn_hours) if found else (0, 0)
