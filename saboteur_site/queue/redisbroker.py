"""Kombu's queues in Redis, to whose lists other programs may write."""

from typing import Any

from kombu.transport import redis

from saboteur_site.queue.dead_letters import UNREADABLE, DeadLetterChannel, text_of

#: The most dead letters that are stored for each queue.
LATEST = 100


class Channel(DeadLetterChannel, redis.Channel):
    """A channel that stores dead letters in a list named after the queue, with the suffix `.junk`."""

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)  # type: ignore[misc]  # Kombu's stubs are older
        except UNREADABLE as error:
            self.quarantine("", text_of(error))
            return True

    def quarantine(self, queue: str, text: str) -> None:
        """Log it, and store it for the operator: the latest `LATEST` of each queue."""
        super().quarantine(queue, text)
        name = f"{queue}.junk" if queue else "junk"
        with self.conn_or_acquire() as client:
            client.lpush(name, text)
            while client.llen(name) > LATEST:
                client.rpop(name)


class Transport(redis.Transport):
    """The transport of a production site."""

    Channel = Channel
