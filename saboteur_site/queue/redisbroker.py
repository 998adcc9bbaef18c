"""Kombu's queues in Redis, whose lists anybody who shares that Redis may write to."""

from typing import Any

from kombu.transport import redis

from saboteur_site.queue.dead_letters import UNREADABLE, DeadLetterChannel, text_of

#: Whatever is put aside is kept beside its queue, so much of it.
KEPT = 100


class Channel(DeadLetterChannel, redis.Channel):
    """A channel that outlives what is no message; it is kept in a list that is called like the queue, with `.junk`."""

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)  # type: ignore[misc]  # Kombu's stubs are older
        except UNREADABLE as error:
            self.quarantine("", text_of(error))
            return True

    def quarantine(self, queue: str, text: str) -> None:
        """Keep it where a person may look at it."""
        super().quarantine(queue, text)
        name = f"{queue}.junk" if queue else "junk"
        with self.conn_or_acquire() as client:
            client.lpush(name, text)
            while client.llen(name) > KEPT:
                client.rpop(name)


class Transport(redis.Transport):
    """The transport of a production site."""

    Channel = Channel
