"""Waiting until a browser has come to an address, whatever it was led through."""

import re

from playwright.sync_api import Page, expect

LONG = 30_000
"""Milliseconds that a page is given, as any other step of the browser."""


def arrived(page: Page, address: str) -> None:
    """Wait until a page has come to an address; `**` in it stands for anything, and `*` for anything without a slash.

    Two answers that are under way at once may both lead on, as that to a move and that to a poll when a round ends.
    The browser then follows the later one and drops the first. `Page.wait_for_url` takes that for a failure.
    """
    expect(page).to_have_url(pattern(address), timeout=LONG)
    page.wait_for_load_state("load")


def pattern(address: str) -> re.Pattern[str]:
    """The regular expression of an address with stars, for Python and JavaScript alike.

    >>> bool(pattern("**/t/*/").search("http://localhost/t/abc/")), bool(pattern("**/t/*/").search("/t/abc/round/1/"))
    (True, False)
    """
    exact = re.escape(address).replace(r"\*\*", ".*").replace(r"\*", "[^/]*")
    return re.compile(f"^{exact}$")
