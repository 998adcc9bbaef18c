"""Kombu's queues in files, made safe for a web server and workers that read and write them at the same time."""

import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import filesystem, virtual
from kombu.utils.json import dumps

from saboteur_site.operation import leftovers
from saboteur_site.queue.dead_letters import UNREADABLE, DeadLetterChannel, text_of

_A_DAY = 24 * 3600.0


class Channel(DeadLetterChannel, filesystem.Channel):
    """A channel whose files are complete whenever another process reads them.

    A message is written to a temporary file and moved into the folder when it is complete. Kombu stores bindings of
    exchanges in a file that it rewrites in place; here they are in memory, since messages name their queue.
    """

    def get_table(self, exchange: str) -> Any:
        """Return the queues of an exchange, from the memory of this process."""
        return virtual.Channel.get_table(self, exchange)

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        """Do nothing: the binding is in memory already."""

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        while True:
            try:
                return super()._get(queue)
            except UNREADABLE as error:  # a power cut may leave a file that is empty
                self.quarantine(queue, text_of(error))

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # kombu's own two differ
        name = f"{time.time_ns() // 1_000_000}_{uuid.uuid4()}.{queue}.msg"
        folder = Path(self.data_folder_out)
        draft = folder / f"{name}.draft"
        draft.write_text(dumps(payload))
        draft.rename(folder / name)


def tidy(folder: Path) -> int:
    """Remove files older than a day: unfetched messages, whose work the sweeps have done since, and temporary files of
    killed processes; return how many."""
    return leftovers.remove(folder.glob("*.msg"), _A_DAY) + leftovers.remove(folder.glob("*.draft"))


class Transport(filesystem.Transport):
    """The transport of the embedded default: one machine, one worker a queue."""

    Channel = Channel
