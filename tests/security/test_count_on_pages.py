"""Every page of a signed-in user says how much waits for them, and where open pages ask for it and go on to it."""

import re
from random import Random

import pytest

from tests.conftest import SOAK
from tests.security.access import access_rules
from tests.security.rows import undone
from tests.security.scene import ROUTES, Scene

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("count on pages")]

NOT_OURS = ("admin:", "mailbox:")
"""Pages that Django's admin draws, and mails on a site that sends none."""
WITHOUT = {
    "games:away": "stands in for other pages without a network, so it belongs to no user",
    "games:board": "stands on a big screen for everyone in the room, and is drawn for no particular player",
}
"""Pages that tell no count by design."""
OWN_HEAD = {"handbook:lesson", "games:plan", "games:table"}
"""While a game runs, the head of these has no room for the navigation: they say it in title and icons."""
ADDRESSES = sorted({rule.name for rule in access_rules() if not rule.name.startswith(NOT_OURS)} - set(WITHOUT))


@pytest.mark.examples(25)
@pytest.mark.parametrize("name", ADDRESSES)
def test_every_page_shows_the_count_and_the_next_table(name: str, scene: Scene, chance: Random) -> None:
    kinds = ("turn", "host", "stranger")
    for rule in access_rules():
        for kind in chance.sample(kinds, len(kinds) if SOAK else 1) if rule.name == name else ():
            with undone(watched=False):
                answer = scene.ask(kind, "GET", scene.address(name, rule.code, kind))
            markup = b"".join(answer).decode() if answer.get("Content-Type", "").startswith("text/html") else ""
            if "<html" not in markup:
                continue
            (asks,) = re.findall(r'<meta name="waits"[^>]*>', markup)
            (count,) = re.findall(r'data-count="(\d+)"', asks)
            is_usual = name not in OWN_HEAD or answer.status_code == 404 or rule.code != "runs"
            in_head = [count] if is_usual else []
            assert re.findall(r'<span id="waits" data-count="(\d+)"', markup) == in_head
            assert re.findall(r"<title>(\(\d+\) )?", markup) == ["" if count == "0" else f"({count}) "]
            assert ("favicon.svg" if count == "0" else f"favicon-{count}.svg") in markup.partition("<script")[0]
            assert 'data-waits="/waits"' in asks
            at_table = "code" in ROUTES[name] and answer.status_code not in (403, 404)
            assert re.findall(r'data-next="([^"]*)"', asks) == [f"/next?after={rule.code}" if at_table else "/next"]


def test_pages_without_a_count_have_none_and_those_of_strangers_do_not_ask(scene: Scene) -> None:
    for name in WITHOUT:
        assert "waits" not in scene.ask("turn", "GET", scene.address(name, "runs", "turn")).content.decode()
    for kind in ("anonymous", "deactivated"):
        assert "data-waits" not in scene.ask(kind, "GET", "/").content.decode()
