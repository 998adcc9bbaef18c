"""Monitoring of games: administrators' views of secrets, heartbeats, outages, daily chores, counts."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.tables import Game


class StaysError(Exception):
    """Code tried to change or delete a row that is written once."""


class StayingRows(models.QuerySet["Peek"]):
    """Rows that are neither changed nor deleted; on PostgreSQL a trigger enforces it too."""

    def update(self, **fields: Any) -> NoReturn:
        """Raise StaysError."""
        raise StaysError

    def delete(self) -> NoReturn:
        """Raise StaysError."""
        raise StaysError


class Peek(models.Model):
    """An administrator viewed the secrets of a running game: who, which game, why, when. Never changed or deleted."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="peeks", verbose_name=_("table"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("by"))
    reason = models.TextField(_("reason"))
    seq = models.PositiveIntegerField(_("move"), default=0)
    at = models.DateTimeField(_("at"), default=clock.now)

    objects = StayingRows.as_manager()

    class Meta:
        verbose_name = _("peek")
        verbose_name_plural = _("peeks")
        indexes = (models.Index(fields=["at"], name="peeks_by_age"),)
        permissions = (("open_closed_game", _("Can open what is closed of a running game")),)

    def __str__(self) -> str:
        return f"{self.by_id} {self.game_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row. Raise StaysError if it exists already."""
        if not self._state.adding:
            raise StaysError
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise StaysError."""
        raise StaysError


class Heartbeat(models.Model):
    """The last heartbeat of a process. For the clock, also the seconds between its latest ticks."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    gaps = models.CharField(max_length=200, blank=True, default="")

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """A time in which the clock did not tick. Every decision that was open then gets this time back.

    An outage that ends before it began stands for a clock that was ahead and was corrected.
    """

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M} – {self.ended_at:%Y-%m-%d %H:%M}"


class Chore(models.Model):
    """The progress of a daily job over all users, which is done in short runs."""

    name = models.CharField(max_length=20, primary_key=True)
    # The day of the job, in UTC.
    day = models.DateField()
    # The key of the last row that was processed; the next run continues after it.
    after = models.BigIntegerField(default=0)
    is_done = models.BooleanField(default=False)

    class Meta:
        # No page shows it.
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.name} {self.day}"


class Tally(models.Model):
    """A count that is too slow to compute on request; a worker updates it every few minutes."""

    name = models.CharField(max_length=40, primary_key=True)
    value = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        # No page shows it.
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.name} {self.value}"
