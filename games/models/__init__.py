"""The models of games. The snapshot is authoritative, the log is the audit (``docs/adr/``).

States are stored in text columns that only ``store`` reads and writes. Hidden information is in these models and
fields: ``TableSecret``, ``ArchivedGame``, ``Seat.role``, ``Seat.hand``, ``Seat.memory``, ``Seat.choice``,
``Move.command``, ``Move.among``. ``Note`` and ``Suspicion`` are read by their author only.
"""

from games.models.archived import ArchivedGame
from games.models.book import Disclosure, Note, Suspicion
from games.models.chats import TableChat
from games.models.course import Deal, Move, PrivateAct, Whisper
from games.models.motions import Ballot, Matter, Motion
from games.models.paces import Pace
from games.models.tables import (
    CHANGED_ALONE,
    NOT_LOOKED,
    PLAYED_BY_BOTS,
    BotLevel,
    Coaching,
    Game,
    Joining,
    Ladder,
    Seat,
    Status,
    TableOptions,
    TableSecret,
    Talk,
    Wanted,
    Watchers,
    table_code,
)
from games.models.talk import Complaint, Measure, Reported, Ruling, Said, Word
from games.models.telling import Delivery, Invitation, Notice, link_token
from games.models.watching import Chore, Heartbeat, Outage, Peek, StayingRows, StaysError, Tally

__all__ = [
    "CHANGED_ALONE",
    "NOT_LOOKED",
    "PLAYED_BY_BOTS",
    "ArchivedGame",
    "Ballot",
    "BotLevel",
    "Chore",
    "Coaching",
    "Complaint",
    "Deal",
    "Delivery",
    "Disclosure",
    "Game",
    "Heartbeat",
    "Invitation",
    "Joining",
    "Ladder",
    "Matter",
    "Measure",
    "Motion",
    "Move",
    "Note",
    "Notice",
    "Outage",
    "Pace",
    "Peek",
    "PrivateAct",
    "Reported",
    "Ruling",
    "Said",
    "Seat",
    "Status",
    "StayingRows",
    "StaysError",
    "Suspicion",
    "TableChat",
    "TableOptions",
    "TableSecret",
    "Talk",
    "Tally",
    "Wanted",
    "Watchers",
    "Whisper",
    "Word",
    "link_token",
    "table_code",
]
