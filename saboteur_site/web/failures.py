"""The error messages of failed requests: one table, *status × (page | fragment)*.

Pages (`templates/failure.html`), responses to HTMX and the script that shows errors of proxies
(`static/js/requests.js`) all take their sentences from here (ADR 63).
"""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise


class Failure(NamedTuple):
    """The texts of one kind of failure.

    ``title`` and ``page``: heading and sentence of a whole page. ``strip``: the sentence above the current page, for
    requests of HTMX and requests without a response. ``symbol``, ``sheet``: the picture beside the heading.
    """

    title: StrPromise
    page: StrPromise
    strip: StrPromise
    symbol: str
    sheet: str = "cards.svg"


_DEAD_END, _ROCKFALL, _CLOCK = "t-E", "a-rockfall", "i-clock"
_OUT = _("The lamps are out for a moment")
_SAFE = _("Your game is safe; nothing was played. Try again in a moment.")
_TWICE = _("Your game is safe, but we cannot tell whether this was played. Try again: nothing is played twice.")
_UNSURE = _("Your game is safe, but we cannot tell whether this was done. Look before you try again.")
# From the site or from a proxy: a page cannot tell, and shows the sentence once.
_NO_ANSWER = _("The site does not answer. Your game is safe, and no move is played twice: try again in a moment.")

FAILURES: dict[str, Failure] = {
    "400": Failure(
        _("We could not make sense of that"),
        _("Something in it was broken or cut off. Nothing was changed."),
        _("We could not make sense of that. Nothing was changed; load the page again."),
        "t-N.E.S.W",
    ),
    "403": Failure(
        _("You cannot open this page"),
        _(
            "This is open to others only. If it should be open to you, log in with another name or ask whoever sent"
            " you."
        ),
        _("You may not do that here. Nothing was changed."),
        "a-trapped",
        "added.svg",
    ),
    # The token of a form was made before a log-in in another tab.
    "403 stale": Failure(
        _("This page was too old"),
        _("You logged in or out since it was loaded. Nothing was changed; try again."),
        _("You logged in or out since this page was loaded. Nothing was changed; press the button again."),
        _ROCKFALL,
    ),
    "403 cookies": Failure(
        _("Your browser blocks cookies"),
        _(
            "This site needs one to know you from one page to the next. Allow cookies for it, then try again. Nothing"
            " was changed."
        ),
        _(
            "Your browser blocks the cookie of this site, without which nothing can be done here. Allow it, then load"
            " the page again."
        ),
        _ROCKFALL,
    ),
    "404": Failure(
        _("There is nothing here"),
        _("This tunnel is a dead end: the page is gone, was never there, or is not for you."),
        _("This is gone, or not for you. Nothing was changed."),
        _DEAD_END,
    ),
    "405": Failure(
        _("That cannot be done here"),
        _("This address is for something else. Nothing was changed."),
        _("That cannot be done here. Nothing was changed; load the page again."),
        _DEAD_END,
    ),
    "410": Failure(
        _("This is over"),
        _("What was here has ended and does not come back."),
        _("This is over. Nothing was changed."),
        _DEAD_END,
    ),
    # `errors.too_many` has a sentence with the time to wait; this one is for responses without it.
    "429": Failure(
        _("Not so fast"),
        _("That came too often within a short time. Nothing was changed; try again in a minute."),
        _("That came too often within a short time. Nothing was changed; try again in a minute."),
        _CLOCK,
    ),
    "500": Failure(
        _("A rock fell: this was our fault"),
        _("What you did may not have been saved. Go back and look; your game is safe."),
        _("That failed, and it was our fault. Your game is safe, but look whether this was done before you try again."),
        _ROCKFALL,
    ),
    # From a proxy that cannot reach the site; the body of its response is never shown.
    "502": Failure(
        _OUT,
        _UNSURE,
        _NO_ANSWER,
        _CLOCK,
    ),
    "503": Failure(_OUT, _SAFE, _SAFE, _CLOCK),
    "503 again": Failure(_OUT, _TWICE, _TWICE, _CLOCK),
    "503 unsure": Failure(_OUT, _UNSURE, _UNSURE, _CLOCK),
    "network": Failure(
        _("Not connected"),
        _("Not connected. This page may be out of date."),
        _NO_ANSWER,
        _CLOCK,
    ),
}
"""By status; a second word distinguishes kinds of one status. "network": there was no response."""


def of(status: int, kind: str = "") -> Failure:
    """Return the texts of a status: of its `kind` if known, else of the status, else of its class (RFC 9110, 15)."""
    like = "400" if status < 500 else "502" if status > 500 else "500"
    return FAILURES.get(f"{status} {kind}") or FAILURES.get(str(status)) or FAILURES[like]
