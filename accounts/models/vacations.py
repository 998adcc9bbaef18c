"""The vacation days of people."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.people import User


class VacationDay(models.Model):
    """A day of local time on which the player's clock is stopped at tables where vacation days count."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacation_days", verbose_name=_("player"))
    day = models.DateField(_("day"))

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "day"], name="a_vacation_day_once"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.day}"
