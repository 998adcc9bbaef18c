"""The chat of a table, to which what happens there is posted."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Chat
from games import clock
from games.models.tables import Game


class TableChat(Chat):
    """The chat of a table, and how far what all were told there was posted. It goes with the seat of its host."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="chat", verbose_name=_("table"))
    # The host who named it; in whose language it is posted.
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("host"))
    # The last public command that was posted.
    seq = models.PositiveIntegerField(_("posted up to move"))
    # It is not posted to before; moves on with each try.
    due_at = models.DateTimeField(_("next try"), default=clock.now)

    class Meta:
        verbose_name = _("chat of a table")
        verbose_name_plural = _("chats of tables")
        indexes = (
            models.Index(fields=["due_at"], condition=Q(paused_at=None), name="table_chats_due"),
            models.Index(fields=["server"], name="table_chats_of_a_server"),
            models.Index(fields=["test_due_at"], condition=~Q(test_due_at=None), name="table_chats_to_be_tested"),
        )
