"""A round of two people and a bot who read Ukrainian on phones, or Latvian on the narrowest ones there are.

In a soak it begins at the deal, else a few moves before the end. Each page that they meet on the way is theirs to read:
nothing of it is cut, nothing is English, and axe finds nothing.
"""

import random
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.utils.translation import gettext as _
from playwright.sync_api import Locator, Page, expect

from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive, pages_ask
from tests.e2e.languages import all_read, english_on, english_words_on
from tests.e2e.measure import UNREADABLE
from tests.e2e.players import SETTLED, Player, play_round, play_unseen
from tests.e2e.test_for_everybody import AXE
from tests.factories import UserFactory
from tests.games.tables import people, running_game

pytestmark = MARKS

NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}


@dataclass
class Reader(Player):
    """A player who reads each page before touching anything on it, in a language; `faults` is what was wrong there.

    `by_axe`: the kinds of pages at which axe has looked, for this reader or another.
    """

    language: str = ""
    faults: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    by_axe: set[str] = field(default_factory=set)

    def press(self, target: Locator) -> None:
        """Read, then touch."""
        self.read()
        super().press(target)

    def read(self) -> None:
        """Look at the page as it is; axe looks at each kind of page once."""
        self.page.wait_for_function(SETTLED)
        found = [*self.page.evaluate(UNREADABLE), *english_on(self.page, self.language), *english_words_on(self.page)]
        kind = kind_of(self.page)
        self.kinds.add(kind)
        if kind not in self.by_axe:
            self.by_axe.add(kind)
            self.page.evaluate(AXE_SCRIPT)
            found += self.page.evaluate(AXE)
        if self.page.locator("html").get_attribute("lang") != self.language:
            found.append("the page does not say its language")
        self.faults |= {f"{kind}: {fault}" for fault in found}


def kind_of(page: Page) -> str:
    """What is to be seen on a page, roughly: its path, and what is asked for there."""
    address = urlsplit(page.url)
    return f"{address.path} {' '.join(sorted(parse_qs(address.query)))}".strip()


@pytest.fixture
def whole_seconds(monkeypatch: pytest.MonkeyPatch, quick_pulse: None) -> None:
    """Open pages ask once a second: other languages write parts of a second with a comma, which no page asks for."""
    pages_ask(monkeypatch, 1, 1)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("language", "screen", "seed"),
    [("uk", PHONE, 325), ("lv", NARROW, 118)],
    ids=["Ukrainian", "Latvian"],
)
def test_two_people_play_a_round_in_their_language(
    arrive: Arrive,
    steady_bots: random.Random,
    whole_seconds: None,
    language: str,
    screen: dict[str, Any],
    seed: int,
) -> None:
    game = running_game([*people(2), UserFactory.create(username="Bot Flint", is_bot=True)], seed=seed, name="Grieta")
    made = play_unseen(game, 4, steady_bots)
    by_axe = set[str]()
    with all_read(language):
        readers = [
            Reader(name, arrive(name, **screen, reduced_motion="reduce"), touch=True, language=language, by_axe=by_axe)
            for name in ("Ann", "Bo")
        ]
        for reader in readers:
            reader.page.goto("/")
            reader.read()
            reader.press(reader.page.get_by_role("link", name=game.name).first)
        assert made + play_round(game, [*readers], steady_bots.randrange) >= 8
        for reader in readers:
            arrived(reader.page, "**/round/1/")
            reader.page.wait_for_load_state("load")
            reader.press(reader.page.get_by_role("button", name=_("Go to round %(round)s") % {"round": 2}))
            expect(reader.page.locator("#round")).to_have_text(
                _("Round %(round)s of %(rounds)s") % {"round": 2, "rounds": 3}
            )
            reader.read()
    for reader in readers:
        assert reader.faults == set()
        assert len(reader.kinds) > 4


def test_english_that_is_left_on_a_page_is_found(arrive: Arrive) -> None:
    page = arrive(locale="uk")
    page.goto("/")
    assert english_on(page, "uk") == english_words_on(page) == []
    page.locator("h1").evaluate("(it) => { it.textContent = 'Log in'; }")
    page.locator("main p").first.evaluate("(it) => { it.ariaLabel = 'Here you are'; }")
    assert english_on(page, "uk") == ["Log in"]
    assert english_words_on(page) == ["Here you are"]
    page = arrive(locale="en")
    page.goto("/")
    assert len(english_on(page, "uk")) > 20
