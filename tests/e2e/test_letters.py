"""The HTML of letters of each kind is for everybody. In the mailbox it is sealed, so axe looks at it by itself."""

from random import Random

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from accounts.models import Event, User
from tests.conftest import SOAK
from tests.e2e import MARKS
from tests.e2e.conftest import Arrive
from tests.e2e.letters import each_letter_to
from tests.e2e.sights import Sight
from tests.e2e.stages import village, with_the_longest_names
from tests.e2e.test_for_everybody import AXE, SCREENS
from tests.games.post import give_addresses

pytestmark = MARKS


def faults_of(page: Page, html: str, chance: Random) -> list[str]:
    """Sideways scrolling of a mail on screens of all sizes, and what axe finds on a random one; in a soak on all. It
    checks light colours alone: in the dark the mail program sets the background, which axe takes for white.
    """
    Sight("letter", "/letter/", markup=html).show(page)
    page.evaluate(AXE_SCRIPT)
    faults, by_axe = [], SCREENS if SOAK else (chance.choice(SCREENS),)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        if (width, height) in by_axe:
            faults += [f"{width}: {found}" for found in page.evaluate(AXE)]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            faults.append(f"{width}: scrolls sideways")
    page.unroute_all()
    return faults


@pytest.mark.soak
def test_a_letter_of_each_kind_is_for_everybody(arrive: Arrive, chance: Random) -> None:
    village()
    give_addresses()
    with_the_longest_names()
    letters = each_letter_to(User.objects.get(email="ann@mail.example"))
    assert set(letters) == {*Event.values, "several"}
    page = arrive()
    faults = {kind: found for kind, letter in letters.items() if (found := faults_of(page, letter.html, chance))}
    assert faults == {}
