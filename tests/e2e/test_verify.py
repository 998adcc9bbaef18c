"""The check in the reader's own browser: it agrees with `games/rules/verify.py` about true records and forged ones."""

import json
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from games.models import Game, Joining, Seat
from games.rules.fairness import share_of
from games.rules.ruleset import MODULES, VARIANTS
from games.rules.table import Ruleset
from games.rules.verify import faults
from games.services import lobby
from tests.e2e import MARKS
from tests.e2e.conftest import Arrive
from tests.factories import UserFactory
from tests.games.tables import do, open_game, running_game
from tests.rules.finished import Record, finished, resealed
from tests.rules.forgeries import forgeries

pytestmark = MARKS


def everything(rules: str) -> tuple[str, ...]:
    """All modules that can be added to a game, in the order in which an export names them."""
    return tuple(sorted(name for name, module in MODULES.items() if rules in module.needs))


SABOTEUR2 = Ruleset(rules="saboteur2", modules=everything("saboteur2"), rounds=2)
OTHERS = [
    (Ruleset(rules="saboteur2", rounds=1), 12),
    (Ruleset(modules=everything("base"), rounds=1), 8),
    *((Ruleset(variants=(name,), modules=("treasure-chests",), rounds=2, chests="deep"), 7) for name in VARIANTS),
]
EXPORTS = Path(__file__).parents[1] / "rules" / "exports"


def over() -> Game:
    """A game that was ended by its players after a lot was drawn."""
    game = running_game(3, scheme=2)
    do(game, f"= timeout {'ABC'[game.seats.exclude(awaited_for='')[0].number]}", "= end")
    return game


def test_the_page_of_a_finished_game_says_what_the_browser_found(arrive: Arrive) -> None:
    page = arrive("Ann")
    page.goto(reverse("games:fairness", args=[over().code]))
    expect(page.locator("#verdict")).to_have_text(
        "Your own browser has recomputed the fingerprint, every deal and every random pick, and agrees."
    )


def test_a_changed_file_is_refused_in_the_page(arrive: Arrive) -> None:
    game, page = over(), arrive("Ann")

    def change(route: Route) -> None:
        export = route.fetch().json()
        export["rounds"][0]["moves"].pop(1)
        route.fulfill(json=export)

    page.route("**/export.json", change)
    page.goto(reverse("games:fairness", args=[game.code]))
    expect(page.locator("#verdict")).to_contain_text("and doesn’t agree")


@pytest.mark.soak
def test_the_browser_believes_what_the_program_believes_and_nothing_else(arrive: Arrive, chance: Random) -> None:
    page = arrive("Ann")
    page.goto(reverse("games:fairness", args=[over().code]))
    expect(page.locator("#verdict")).to_contain_text("agrees")
    export = finished(SABOTEUR2, 4, 0)
    true = [export, finished(Ruleset(rounds=2), 3, 1), *(finished(ruleset, players, 2) for ruleset, players in OTHERS)]
    true += [json.loads(path.read_text(encoding="utf-8")) for path in sorted(EXPORTS.glob("*/*.json"))]
    ways = list(forgeries(export))
    plain = [forgery.of(export) for forgery in chance.sample(ways, 30)]
    sealed = [resealed(forgery.of(export)) for forgery in chance.sample(ways, 100)]

    assert believed(page, true) == [True] * len(true)
    assert believed(page, plain) == [False] * len(plain)
    assert believed(page, sealed) == [not faults(forged) for forged in sealed]


@pytest.mark.soak
def test_half_a_lucky_word_outlives_what_others_do_meanwhile(arrive: Arrive) -> None:
    game, page = open_game(1, wanted=4, scheme=2, joining=Joining.ANYONE), arrive("Ann")
    Seat.objects.filter(game=game).update(share="", word_place=None)
    page.goto(reverse("games:table", args=[game.code]))
    word = page.get_by_label("Lucky word")
    word.press_sequentially("left bo")
    lobby.join(user=UserFactory.create(username="Bo"), code=game.code)
    expect(page.get_by_role("heading", name="2 of 4 seats are taken")).to_be_visible()
    expect(word).to_have_value("left bo")
    word.press_sequentially("ots")
    page.get_by_role("button", name="Mix it in").click()
    expect(page.get_by_text("Your lucky word is mixed in as")).to_contain_text(share_of("left boots").hex())
    expect(word).to_have_count(0)


def believed(page: Page, records: list[Record]) -> list[bool]:
    """Which records the script of the page finds good, when it is given them in place of the file of the game."""
    script = (Path(settings.BASE_DIR) / "static" / "js" / "verify.js").read_text(encoding="utf-8")
    found: list[bool] = page.evaluate(FOR_EACH.replace("SCRIPT", script), records)
    return found


FOR_EACH = """async (records) => {
  const verdict = document.getElementById("verdict"), check = () => { SCRIPT };
  const found = [], real = window.fetch;
  for (const record of records) {
    verdict.hidden = true;
    verdict.className = "notice";
    window.fetch = async () => ({ ok: true, json: async () => record });
    check();
    while (verdict.hidden) await new Promise((done) => setTimeout(done));
    found.push(verdict.classList.contains("good"));
  }
  window.fetch = real;
  return found;
}"""
