"""The vacation days of people."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.people import User


class VacationDay(models.Model):
    """A day, on the player's own calendar, on which no time of theirs runs out at tables where such days count."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacation_days", verbose_name=_("player"))
    day = models.DateField(_("day"))

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "day"], name="a_vacation_day_once"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.day}"
