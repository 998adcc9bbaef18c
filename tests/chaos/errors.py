"""Errors in the logs of a site whose processes were killed that no kill explains: its code and its schema disagree."""

import re
from pathlib import Path

LOST = ("ConnectionError", "ConnectionRefusedError", "ConnectionResetError", "BrokenPipeError")
EXPLAINED = ("OperationalError", "InterfaceError", "TimeoutError", "WorkerLostError", *LOST)
"""What processes raise when a service that they use is killed or stands still, or a process that they have started."""
_RAISED = re.compile(r"^(?:\w+\.)*(?P<kind>[A-Z]\w*(?:Error|Exception)): .*$", re.MULTILINE)
_REFUSED = re.compile(r"ERROR:  (?:column|relation|null value|.* violates (?:check|foreign key)) .*")
"""What PostgreSQL says to statements that do not fit the schema, be they of a part that goes on without."""
_SERVED = re.compile(r"Internal Server Error: .*")
_DISCARDED = re.compile(r"Received unregistered task of type .*")


def unexplained(folder: Path) -> list[str]:
    """These errors in all logs of a folder, each once, after the name of the log."""
    return list(dict.fromkeys(f"{log.stem}: {line}" for log in sorted(folder.glob("*.log")) for line in _lines_of(log)))


def _lines_of(log: Path) -> list[str]:
    """The errors in one log.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     log = Path(name) / "web.log"
    ...     raised = "django.db.utils.OperationalError: away\\ndjango.db.utils.IntegrityError: no\\n"
    ...     raised += "ConnectionRefusedError: [Errno 111] Connection refused\\n"
    ...     _ = log.write_text(raised + 'LOG:  ready\\nx ERROR:  column "a" does not exist\\n')
    ...     _lines_of(log)
    ['django.db.utils.IntegrityError: no', 'ERROR:  column "a" does not exist']
    """
    said = log.read_text(errors="replace")
    raised = [found[0] for found in _RAISED.finditer(said) if found["kind"] not in EXPLAINED]
    return [*raised, *_SERVED.findall(said), *_REFUSED.findall(said), *_DISCARDED.findall(said)]
