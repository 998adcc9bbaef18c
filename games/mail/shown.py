"""Which notifications on a player's devices are outdated: those of tables that the player has opened since, or whose
subject has passed. A device that opens a table closes its own; the other devices close them with their next push."""

from datetime import timedelta

from django.db.models import Q
from django.urls import reverse

from accounts.models import Event, User
from games import clock
from games.models import Delivery, Notice, Seat

LASTS = timedelta(days=3)
"""How long a notification may stay on a screen before it is ignored: longer than push services store one."""
MOST = 12
"""How many tables one push message lists; those of the latest notifications."""
_OF_A_DECISION = (Event.TURN, Event.REMINDER)
_OF_A_TABLE = (*_OF_A_DECISION, Event.VOTE, Event.ROUND, Event.OVER, Event.ADDRESSED)


def tables_done(user: User, channel: str) -> list[str]:
    """Return the paths of tables about which a channel has notified a player within `LASTS`, and where nothing of that
    is unseen any more; the latest first. Two queries."""
    sent = Q(channel=channel, outcome=Notice.Outcome.SENT, done_at__gt=clock.now() - LASTS)
    about = Q(notice__user=user, notice__kind__in=_OF_A_TABLE, notice__game__isnull=False)
    deliveries = Delivery.objects.filter(sent, about).select_related("notice", "notice__game").order_by("-done_at")
    notices = [delivery.notice for delivery in deliveries]
    seats = {seat.game_id: seat for seat in Seat.objects.filter(user=user, game__in=[one.game_id for one in notices])}
    is_done: dict[str, bool] = {}
    for notice in notices:
        assert notice.game is not None
        path = reverse("games:table", args=[notice.game.code])
        is_done[path] = is_done.get(path, True) and _is_done(notice, seats.get(notice.game_id or 0))
    return [path for path, done in is_done.items() if done][:MOST]


def _is_done(notice: Notice, seat: Seat | None) -> bool:
    """Return whether a player has seen what a notice was about, or it has passed. A reminder is about something that
    was seen before, so only what came later shows that the table was opened since."""
    if seat is None:
        return True
    if notice.kind == Event.ADDRESSED:
        return seat.heard > int(notice.dedupe.split(":")[3])
    is_over = seat.awaited_since is None or seat.awaited_since > notice.created_at
    if notice.kind in _OF_A_DECISION and is_over:
        return True
    return seat.seen_seq > notice.seq if notice.kind == Event.REMINDER else seat.seen_seq >= notice.seq
