"""The switch by which a player hides their results from others."""

from django.db import transaction

from accounts.models import User
from accounts.services import farewell
from results.models import Hidden


@transaction.atomic
def hide(user: User, *, hidden: bool) -> None:
    """Hide or show a player's results. Idempotent. Http404 for an account that was deleted meanwhile."""
    farewell.stay(user)
    if hidden:
        Hidden.objects.get_or_create(user=user)
    else:
        Hidden.objects.filter(user=user).delete()
