"""`examples/bot.py` plays whole games of every module against the site, and stays short."""

import ast
import contextlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import Game, Seat, Status
from games.rules.errors import Refused
from games.rules.ruleset import GAMES, MODULES, VARIANTS, compiled
from games.rules.table import Ruleset
from saboteur_site.web import rates
from tests.api.clients import bot_of, token_for
from tests.games import tables

pytestmark = pytest.mark.django_db

FILE = Path(settings.BASE_DIR, "examples", "bot.py")
MOST_LINES = 80
MOST_TURNS = 3000


def example() -> ModuleType:
    """Return the example as a module."""
    spec = importlib.util.spec_from_file_location("bot", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def site_for(bot: ModuleType, token: str) -> Any:
    """Return a site for the example whose requests go to Django's test client."""
    client = Client()

    class Site(bot.Site):  # type: ignore[misc, name-defined]
        def send(self, method: str, address: str, headers: dict[str, str], body: bytes | None) -> Any:
            path = address.removeprefix("http://testserver")
            kind = headers.pop("Content-Type")
            response = client.generic(method, path, body or b"", content_type=kind, headers=headers)
            assert response.status_code in (200, 409), response.content
            return response.status_code, response.content, 0

    return Site("http://testserver", token)


def games_of_every_module() -> list[Ruleset]:
    """A ruleset of one round for each game, and for each module and variant with the first game that takes it."""
    found = [Ruleset(rules=game, rounds=1) for game in GAMES]
    found += [Ruleset(rounds=1, gold_draft="hand"), Ruleset(rounds=1, modules=("veto",), veto_window=12)]
    for kind, names in (("modules", MODULES), ("variants", VARIANTS)):
        for name in names:
            for game in GAMES:
                ruleset = Ruleset(rules=game, rounds=1, **{kind: (name,)})  # type: ignore[arg-type]
                with contextlib.suppress(Refused):
                    compiled(ruleset)
                    found.append(ruleset)
                    break
    return found


def name_of(ruleset: Ruleset) -> str:
    """Return the name of a ruleset in the output of pytest."""
    return "-".join((ruleset.rules, *ruleset.modules, *ruleset.variants))


@pytest.mark.examples(3)
@pytest.mark.parametrize("ruleset", games_of_every_module(), ids=name_of)
def test_example_plays_a_whole_game(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "wait", lambda *_: 0)
    bot, seats = example(), compiled(ruleset).seats
    owners = tables.people(max(3, min(seats)))
    programs = [bot_of(owner, f"Robo {owner.username}") for owner in owners]
    game = tables.running_game(programs, ruleset=ruleset, code="game")
    sites = [site_for(bot, token_for(program)) for program in programs]

    # Each program acts in each turn of the loop, whether another has acted or not.
    for turn in range(MOST_TURNS):
        lines = [site.ask("GET", "tables")[1]["tables"][0] for site in sites]
        if lines[0]["status"] == "over":
            break
        acted = [bot.act(site, line) for site, line in zip(sites, lines, strict=True)]
        assert any(acted), turn
    game.refresh_from_db()
    assert (game.status, turn > 2) == (Status.OVER, True)


def test_example_says_that_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, (ann,) = example(), tables.people(1)
    program = bot_of(ann)
    game = tables.open_game([ann, program], code="open", wanted=3)
    Game.objects.filter(pk=game.pk).update(options_version=2)
    site = site_for(bot, token_for(program))
    (line,) = site.ask("GET", "tables")[1]["tables"]

    assert (bot.act(site, line), bot.act(site, line)) == (True, False)
    assert Seat.objects.get(game=game, user=program).agreed == 2


def test_example_needs_the_standard_library_alone_and_is_short() -> None:
    text = FILE.read_text()
    imported = {
        (name.name if isinstance(node, ast.Import) else str(node.module)).partition(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imported <= sys.stdlib_module_names
    assert len(text.splitlines()) <= MOST_LINES
