"""Relations of two users: `Friendship`, `Block` and `Unheard`."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models.people import User


class Friendship(models.Model):
    """The relation of two players: one row for a pair, whichever of them asked."""

    class State(models.TextChoices):
        """Whether the friend request is open or accepted."""

        ASKED = "asked", _("asked")
        ACCEPTED = "accepted", _("accepted")

    # `low` is the user with the smaller id.
    low = models.ForeignKey(User, models.CASCADE, related_name="friendships_as_low", verbose_name=_("one"))
    high = models.ForeignKey(User, models.CASCADE, related_name="friendships_as_high", verbose_name=_("the other"))
    asked_by = models.ForeignKey(User, models.CASCADE, related_name="friendships_asked", verbose_name=_("asked by"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.ASKED)
    asked_at = models.DateTimeField(_("asked at"))
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        indexes = (models.Index(fields=["asked_at"], name="friendships_by_age"),)
        constraints = (
            models.UniqueConstraint(fields=["low", "high"], name="one_friendship_a_pair"),
            models.CheckConstraint(condition=Q(low__lt=F("high")), name="friendship_in_order"),
            models.CheckConstraint(
                condition=Q(asked_by=F("low")) | Q(asked_by=F("high")), name="friendship_asked_by_one_of_both"
            ),
            models.CheckConstraint(
                condition=Q(state="accepted", accepted_at__isnull=False) | Q(state="asked", accepted_at__isnull=True),
                name="friendship_accepted_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.low} – {self.high}"

    def other(self, user: User) -> User:
        """The other user of the pair."""
        return self.high if self.low_id == user.pk else self.low


class Block(models.Model):
    """`blocker` has blocked `blocked`, who is not notified of it."""

    blocker = models.ForeignKey(User, models.CASCADE, related_name="blocks_made", verbose_name=_("blocker"))
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocks_met", verbose_name=_("blocked"))
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = (
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="nobody_blocks_themselves"),
        )

    def __str__(self) -> str:
        return f"{self.blocker} ⊘ {self.blocked}"


class Unheard(models.Model):
    """`user` has muted the chat messages of `other`, who is not notified of it."""

    user = models.ForeignKey(User, models.CASCADE, related_name="unheard", verbose_name=_("player"))
    other = models.ForeignKey(User, models.CASCADE, related_name="+", verbose_name=_("whose words"))

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "other"], name="unheard_once"),)

    def __str__(self) -> str:
        return f"{self.user} ∌ {self.other}"
