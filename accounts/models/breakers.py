"""The state of circuit breakers that all processes share (`accounts.channels.breakers`)."""

from datetime import datetime, timedelta

from django.db import models


class BreakerState(models.Model):
    """A circuit breaker: the number of failures in a row, and until when it is open."""

    failed_tries = models.PositiveSmallIntegerField(default=0, db_default=0, db_column="vain")
    # Empty while it is closed.
    open_until = models.DateTimeField(null=True, db_column="rests_until")

    class Meta:
        abstract = True

    def is_open(self, now: datetime, longest: timedelta) -> bool:
        """Return whether it is open. A time more than ``longest`` ahead was written by a clock that was wrong."""
        return self.open_until is not None and now < self.open_until <= now + longest


class ChannelBreaker(BreakerState):
    """The breaker of a channel that is away. A channel that works has no row.

    A channel with several servers has a breaker for each, named after the channel and the server.
    """

    channel = models.CharField(max_length=100, primary_key=True)
    # When it went away.
    since = models.DateTimeField()
    open_until = models.DateTimeField(db_column="until")

    class Meta:
        db_table = "accounts_resting"

    def __str__(self) -> str:
        return self.channel
