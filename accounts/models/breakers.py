"""The state of circuit breakers that all processes share (`accounts.channels.breakers`)."""

from datetime import datetime, timedelta

from django.db import models


class BreakerState(models.Model):
    """A circuit breaker: how often in a row something was tried in vain, and until when it is left alone."""

    failed_tries = models.PositiveSmallIntegerField(default=0, db_default=0, db_column="vain")
    # Empty while it is closed.
    open_until = models.DateTimeField(null=True, db_column="rests_until")

    class Meta:
        abstract = True

    def is_open(self, now: datetime, longest: timedelta) -> bool:
        """Whether nothing may be tried now. A moment more than ``longest`` ahead comes from a clock that was wrong."""
        return self.open_until is not None and now < self.open_until <= now + longest


class ChannelBreaker(BreakerState):
    """The breaker of a channel that is away. A channel that works has no row.

    One with several servers has a breaker for each: then its name and that of the server stand here.
    """

    channel = models.CharField(max_length=100, primary_key=True)
    # When it went away.
    since = models.DateTimeField()
    open_until = models.DateTimeField(db_column="until")

    class Meta:
        db_table = "accounts_resting"

    def __str__(self) -> str:
        return self.channel
