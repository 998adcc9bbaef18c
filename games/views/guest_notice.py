"""The notice to a returning guest whose account was about to expire, on the table and the home page."""

from typing import Any

from accounts.access import PersonRequest
from accounts.visits import is_visit
from games import clock
from games.selectors.guests import leaving


def guest_notice(request: PersonRequest) -> dict[str, Any]:
    """Return `guest_ends`: when the account of the guest would expire, within its last week; else nothing.

    `guest_returned` says whether this request counts as a visit, which extends the account. A poll does not. One query
    in the last week, none before.
    """
    user = request.user
    if not user.is_guest or user.pk not in (found := leaving([user], clock.now())):
        return {}
    return {"guest_ends": found[user.pk], "guest_returned": is_visit(request)}
