"""The actions of staff at a table: repairs, recounts, and views of secrets."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.admin.models import LogEntry
from django.contrib.admin.options import get_content_type_for_model
from django.utils.translation import gettext as _

from games.models import Game, Peek


class StaffAction(NamedTuple):
    """An action of a staff member."""

    at: datetime
    by: str
    words: str


def of_table(number: int, *, with_reasons: bool) -> list[StaffAction]:
    """Return all actions of staff at a table, the oldest first; two queries.

    Its players know who has viewed secrets, but not why. ``with_reasons`` adds the reasons.
    """
    actions = LogEntry.objects.filter(object_id=str(number), content_type=get_content_type_for_model(Game))
    found = [StaffAction(action.action_time, action.user.get_username(), action.get_change_message())
             for action in actions.select_related("user")]  # fmt: skip
    looks = Peek.objects.filter(game=number).values_list("at", "by__username", "seq", "reason")
    found += [StaffAction(at, by, _peek_words(seq, reason if with_reasons else "")) for at, by, seq, reason in looks]
    return sorted(found)


def _peek_words(seq: int, reason: str) -> str:
    if not reason:
        return _("Opened the table after move %(move)s") % {"move": seq}
    return _("Opened the table after move %(move)s: %(reason)s") % {"move": seq, "reason": reason}
