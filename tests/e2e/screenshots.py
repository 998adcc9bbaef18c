"""The pictures in docs/screenshots: `./run test tests/e2e/screenshots.py` makes them.

They are no part of the suite, which collects files named test_*.py only.
"""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e import MARKS
from tests.e2e.conftest import DESK, PHONE, Arrive
from tests.e2e.fair import evening, thefts
from tests.e2e.sights import Sight, held, table
from tests.e2e.stages import album

pytestmark = MARKS

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
MOST_BYTES = 130_000
SHOWN = {
    "home": Sight("home", "/"),
    "lobby": table("lobby"),
    "lobby-talk": table("lobby"),
    "table": table("story", held("Crossing")),
    "table-turn": table("story"),
    "table-confirm": table("story", held("Crossing"), '[id="at-7_2"]'),
    "table-waiting": table("waits"),
    "table-players": table("story", held("Repair the pickaxe")),
    "talk": table("story", "#plate-2 .door", "#say-2"),
    "book": Sight("book", "/t/story/book/"),
    "replay": Sight("replay", "/t/over/round/1/20"),
    "claims": Sight("round", "/t/over/round/1/", presses=("details.fold > summary",)),
    "round-end": Sight("round", "/t/second/round/1/"),
    "final": table("over"),
    "evening": table("evening"),
    "theft": table("thief"),
    "teams": Sight("round", "/t/teams/round/1/"),
    "setup": Sight("setup", "/new/?preset=anniversary"),
}


FROM = {"claims": "h3:text('What decided it')", "lobby-talk": "#talk-heading"}
"""What stands at the top of a picture that does not show the top of its page."""


@pytest.mark.parametrize(("screen", "size"), [("desktop", DESK), ("phone", PHONE)], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures(arrive: Arrive, theme: str, screen: str, size: dict[str, Any]) -> None:
    album()
    thefts()
    evening(code="evening", name="Anniversary evening")
    page = arrive("Ann", **{**size, "color_scheme": theme, "reduced_motion": "reduce"})
    for name, sight in SHOWN.items():
        sight.show(page)
        page.set_viewport_size(size["viewport"])
        keep(page, FOLDER / f"{name}-{screen}-{theme}.png", FROM.get(name, "body"))
        page.goto("about:blank")


def keep(page: Page, path: Path, top: str) -> None:
    """Take a picture of what the window shows, with fewer colours where pngquant is at hand."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    page.evaluate("() => document.activeElement?.blur()")
    page.locator(top).evaluate("element => element.scrollIntoView()")
    page.screenshot(path=path, scale="css", animations="disabled")
    if quantizer := shutil.which("pngquant"):
        subprocess.run([quantizer, "--force", "--skip-if-larger", "--strip", "--output", path, "256", path])
    assert path.stat().st_size < MOST_BYTES, path.name
