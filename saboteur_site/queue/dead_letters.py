"""Dead letters: what lies in a queue and is no message. It is quarantined and logged, and the worker goes on."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kombu.utils.json import dumps

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from kombu.transport.virtual import Channel
else:
    Channel = object

#: What is raised by text that is no JSON, or is nested too deeply.
UNREADABLE = (ValueError, RecursionError)
#: How much of it the log shows.
SHOWN = 200


def text_of(error: Exception) -> str:
    """The text that could not be read, as far as the error knows it."""
    return str(getattr(error, "doc", error))


class DeadLetterChannel(Channel):
    """A channel of Kombu that delivers messages that can be read, and quarantines all else."""

    def basic_consume(
        self,
        queue: str,
        no_ack: bool,
        callback: Callable[..., Any] | None,
        consumer_tag: str | None,
        **more: Any,
    ) -> str:
        """Let a worker read a queue."""
        tag = super().basic_consume(queue, no_ack, callback, consumer_tag, **more)
        readers: Any = self.connection._callbacks
        hand_on = readers[queue]

        def look_first(raw: Any) -> None:
            try:
                self.Message(raw, channel=self)
            except Exception:  # whatever junk may raise
                self.quarantine(queue, dumps(raw))
            else:
                hand_on(raw)

        readers[queue] = look_first
        return tag

    def quarantine(self, queue: str, text: str) -> None:
        """Log what could not be read."""
        log.warning(
            "In the queue %s lay something that is no task, and was put aside: %.*r", queue, SHOWN, text[:SHOWN]
        )
