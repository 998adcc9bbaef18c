"""The tables of a circle, and the answers of its members to announced ones."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from circles.models.circles import Circle
from games import clock
from games.models import Game


class CircleTable(models.Model):
    """A table that belongs to a circle. A table belongs to one circle at most."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="tables", verbose_name=_("circle"))
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="circle_table", verbose_name=_("table"))
    made_at = models.DateTimeField(_("made at"), default=clock.now)

    class Meta:
        verbose_name = _("table of a circle")
        verbose_name_plural = _("tables of circles")
        # The admin shows it and changes nothing.
        default_permissions = ("view",)
        indexes = (models.Index(fields=["circle", "-game"], name="tables_of_a_circle"),)

    def __str__(self) -> str:
        return f"{self.circle_id}/{self.game_id}"


class Reply(models.TextChoices):
    """What a member answers to an announced table. Who says yes has a seat at it, and no row of `Answer`."""

    YES = "yes", _("I’m in")
    MAYBE = "maybe", _("Maybe")
    NO = "no", _("I can’t")


class Answer(models.Model):
    """The answer of a member who has no seat at an announced table: maybe or no."""

    table = models.ForeignKey(CircleTable, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    reply = models.CharField(max_length=5, choices=Reply)
    answered_at = models.DateTimeField(default=clock.now)

    class Meta:
        # Pages show it with its table, so there is no permission for it alone.
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["table", "user"], name="one_answer_a_person"),
            models.CheckConstraint(condition=models.Q(reply__in=("maybe", "no")), name="a_yes_is_a_seat"),
        )

    def __str__(self) -> str:
        return f"{self.table_id}/{self.user_id}: {self.reply}"
