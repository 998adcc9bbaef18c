"""The external chat of a table, to which its public events are posted."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Chat
from games import clock
from games.models.tables import Game


class TableChat(Chat):
    """The chat of a table, and the last public command posted to it. It is deleted when its host leaves the seat."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="chat", verbose_name=_("table"))
    # The host who connected it; messages are in the host's language.
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("host"))
    # The last public command that was posted.
    seq = models.PositiveIntegerField(_("posted up to move"))
    # Nothing is posted before this time; each try postpones it.
    due_at = models.DateTimeField(_("next try"), default=clock.now)

    class Meta:
        verbose_name = _("chat of a table")
        verbose_name_plural = _("chats of tables")
        indexes = (
            models.Index(fields=["due_at"], condition=Q(paused_at=None), name="table_chats_due"),
            models.Index(fields=["server"], name="table_chats_of_a_server"),
            models.Index(fields=["test_due_at"], condition=~Q(test_due_at=None), name="table_chats_to_be_tested"),
        )
