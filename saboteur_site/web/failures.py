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
_SAFE = _("Your game is safe, and nothing was played. Try again in a moment.")
_TWICE = _("Your game is safe, but we can’t tell whether your move was played. Try again: nothing is played twice.")
_UNSURE = _("Your game is safe, but we can’t tell whether that worked. Check before you try again.")
# From the site or from a proxy: a page cannot tell, and shows the sentence once.
_NO_ANSWER = _("The site isn’t answering. Your game is safe, and no move is played twice. Try again in a moment.")

FAILURES: dict[str, Failure] = {
    "400": Failure(
        _("We couldn’t make sense of that"),
        _("Part of what you sent was broken or cut off. Nothing was changed."),
        _("We couldn’t make sense of that. Nothing was changed. Reload the page."),
        "t-N.E.S.W",
    ),
    "403": Failure(
        _("You can’t open this page"),
        _(
            "This page isn’t open to you. If it should be, log in with another name, or ask the person who sent you "
            "the link."
        ),
        _("You aren’t allowed to do that here. Nothing was changed."),
        "a-trapped",
        "added.svg",
    ),
    # The token of a form was made before a log-in in another tab.
    "403 stale": Failure(
        _("This page was out of date"),
        _("You’ve logged in or out since this page was loaded. Nothing was changed. Try again."),
        _("You’ve logged in or out since this page was loaded. Nothing was changed. Press the button again."),
        _ROCKFALL,
    ),
    "403 cookies": Failure(
        _("Your browser blocks cookies"),
        _("We need a cookie to recognise you. Allow cookies for this site, then try again. Nothing was changed."),
        _("Your browser blocks this site’s cookie, and nothing works without it. Allow it, then reload the page."),
        _ROCKFALL,
    ),
    "404": Failure(
        _("There’s nothing here"),
        _("This tunnel is a dead end: the page is gone, was never there, or isn’t for you."),
        _("It’s gone, or not for you. Nothing was changed."),
        _DEAD_END,
    ),
    "405": Failure(
        _("You can’t do that here"),
        _("This address is for something else. Nothing was changed."),
        _("You can’t do that here. Nothing was changed. Reload the page."),
        _DEAD_END,
    ),
    "410": Failure(
        _("This is over"),
        _("What was here has ended and won’t come back."),
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
        _("A rock fell: that was our fault"),
        _("What you did may not have been saved. Go back and check. Your game is safe."),
        _("That failed, and it was our fault. Your game is safe, but check whether it worked before you try again."),
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
