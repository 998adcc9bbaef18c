"""Dead letters: invalid messages in a queue. They are quarantined and logged, and the worker continues."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kombu.utils.json import dumps

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from kombu.transport.virtual import Channel
else:
    Channel = object

#: Errors for text that is no JSON, or is nested too deeply.
UNREADABLE = (ValueError, RecursionError)
#: Characters of it that are logged.
SHOWN = 200


def text_of(error: Exception) -> str:
    """Return the unreadable text, as far as the error has it."""
    return str(getattr(error, "doc", error))


class DeadLetterChannel(Channel):
    """A channel of Kombu that delivers valid messages, and quarantines all others."""

    def basic_consume(
        self,
        queue: str,
        no_ack: bool,
        callback: Callable[..., Any] | None,
        consumer_tag: str | None,
        **more: Any,
    ) -> str:
        """Consume a queue."""
        tag = super().basic_consume(queue, no_ack, callback, consumer_tag, **more)
        readers: Any = self.connection._callbacks
        hand_on = readers[queue]

        def look_first(raw: Any) -> None:
            try:
                self.Message(raw, channel=self)
            except Exception:  # junk may raise any error
                self.quarantine(queue, dumps(raw))
            else:
                hand_on(raw)

        readers[queue] = look_first
        return tag

    def quarantine(self, queue: str, text: str) -> None:
        """Log the unreadable text."""
        log.warning(
            "In the queue %s lay something that is no task, and was put aside: %.*r", queue, SHOWN, text[:SHOWN]
        )
