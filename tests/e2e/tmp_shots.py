"""Shots."""

import pytest
from pathlib import Path
from tests.e2e import MARKS
from tests.e2e.conftest import Arrive
from tests.e2e.stages import village
from circles.models import CircleLink

pytestmark = MARKS
OUT = Path("/tmp/circ_shots")
SIZES = {"390": (390, 844), "320": (320, 640), "1280": (1280, 800), "844": (844, 390)}


def test_shots(arrive: Arrive) -> None:
    import os

    OUT.mkdir(exist_ok=True)
    village()
    link = CircleLink.objects.get().token
    pages = {
        "circle": "/circles/miners/",
        "about": "/circles/miners/about/",
        "table": "/circles/miners/table/",
        "evening": "/circles/miners/evening/",
        "games": "/circles/miners/games/",
        "all": "/circles/",
        "new": "/circles/new/",
        "link": f"/circles/with/{link}/",
        "lobby": "/t/friday/",
        "usual": "/circles/miners/usual/",
        "friends": "/me/friends/",
        "home": "/",
        "final": "/t/over/",
    }
    wanted = os.environ.get("PAGES", "").split() or list(pages)
    axe = Path("/work/shared/ui2").rglob("axe*.js")
    for size, theme in (("390", "light"), ("320", "dark"), ("1280", "light"), ("390", "dark")):
        w, h = SIZES[size]
        for who in ("Bo",):
            page = arrive(who, viewport={"width": w, "height": h}, color_scheme=theme, reduced_motion="reduce")
            for name in wanted:
                if (
                    (size, theme) != ("390", "light")
                    and name in ("home", "friends", "final", "usual", "games", "all", "new")
                    and not os.environ.get("PAGES")
                ):
                    continue
                page.goto(pages[name])
                page.screenshot(
                    path=OUT / f"{name}-{size}-{theme}.png",
                    full_page=size != "1280",
                    animations="disabled",
                    scale="css",
                )
            page.context.close()
