"""What becomes of results when an account is deleted: the rows stay without a name, all that was private goes."""

from typing import Any

from django.db.models import Q

from accounts.models import User
from results.models import Hidden, SeatResult, Together
from results.services.recording import have_counted


def farewell(*, user: User, **_signal: Any) -> None:
    """Delete what a user who deletes their account saw of others, and others of them. Their games are counted again
    without their suspicions. Results stay with the nameless row."""
    Together.objects.filter(Q(viewer=user) | Q(subject=user)).delete()
    Hidden.objects.filter(user=user).delete()
    games = set(
        SeatResult.objects.filter(person=user, counts__contains='"suspected_').values_list("counted", flat=True)
    )
    if games:
        have_counted(sorted(games))
