"""Setting up a table: tiles of games, folds that say what is chosen, and what is offered by itself."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.forms.presets import PRESETS
from games.models import Game
from games.rules import codec
from games.rules.errors import Refused
from games.rules.ruleset import check_players
from games.rules.table import Ruleset
from tests.games import tables
from tests.games.pages import get
from tests.games.test_setup import CHOICES, HX, NEW


def summary(browser: Client, sent: Mapping[str, Any], target: str = "choices") -> str:
    """What the server makes of a form while it is filled in."""
    headers = HX | {"HX-Target": target}
    return browser.post(reverse("games:summary"), sent, headers=headers).content.decode()


def chosen_in(markup: str) -> dict[str, list[str]]:
    """The fields of a form as a page has them, by name."""
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", markup):
        attributes = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
        if attributes.get("type") not in ("radio", "checkbox") or " checked" in tag:
            found.setdefault(attributes.get("name", ""), []).append(attributes.get("value", "on"))
    for name, options in re.findall(r'<select name="([a-z_]+)"[^>]*>(.*?)</select>', markup, re.DOTALL):
        found[name] = re.findall(r'value="([^"]*)" selected', options)
    return found


def test_a_tap_on_a_preset_changes_rules_and_nothing_that_was_typed(db: None) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    typed = {"name": "Night shift", "seats": "7", "joining": "link", "pace": "hours", "was": "classic"}
    plain = {"rules": "base", "rounds": "3", "gold_draft": "auto", "vacations": "on"}
    shown = chosen_in(summary(browser, plain | typed | {"preset": "anniversary"}))
    assert shown["rules"] == ["saboteur2"]
    assert set(shown["modules"]) == set(PRESETS["anniversary"].modules)
    assert (shown["seats"], shown["joining"], shown["pace"]) == (["7"], ["link"], ["hours"])
    assert "bots_fill" not in shown
    assert (shown["preset"], shown["was"]) == (["anniversary"], ["anniversary"])


def test_preset_sets_its_seats_unless_seats_were_chosen(db: None) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    first = chosen_in(browser.get(NEW).content.decode())
    sent = {**first, "preset": "two"}
    shown = chosen_in(summary(browser, sent))
    assert (shown["seats"], shown["rounds"], shown["was"]) == (["2"], ["1"], ["two"])


def test_preset_and_own_switch_in_one_form_both_count(db: None) -> None:
    """Without JavaScript nothing is drawn between the two."""
    browser = tables.browser_of(tables.people(1)[0])
    sent = CHOICES | {"was": "classic", "preset": "saboteur2", "rules": "base", "modules": ["reverse"]}
    assert browser.post(NEW, sent).status_code == 302
    assert codec.decode_ruleset(Game.objects.get().ruleset) == Ruleset("saboteur2", modules=("reverse",))
    assert Game.objects.get().name == "Friday"


def test_a_preset_is_marked_as_long_as_its_rules_are_chosen(db: None) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    sent = CHOICES | {"was": "classic", "preset": "classic", "rules": "base"}
    assert chosen_in(summary(browser, sent | {"rounds": "1", "seats": "9"}, "rules"))["preset"] == ["classic"]
    own = chosen_in(summary(browser, sent | {"modules": ["reverse"]}, "rules"))
    assert "preset" not in own
    assert own["was"] == [""]
    back = chosen_in(summary(browser, CHOICES | {"was": "", "preset": "classic", "modules": ["reverse"]}))
    assert "modules" not in back


def test_the_last_table_is_a_preset_with_all_of_its_options(db: None) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    assert 'value="last"' not in browser.get(NEW).content.decode()
    own = {"pace": "own", "bank_hours": "100", "turn_hours": "0", "ladder": "friends"}
    before = {"modules": ["veto", "treasure-chests"], "veto_window": "24", "chests": "wide", "joining": "anyone"}
    browser.post(NEW, CHOICES | own | before | {"seats": "8", "rounds": "2", "gold_draft": "hand"})
    first = chosen_in(browser.get(NEW).content.decode())
    made = browser.post(NEW, {**first, "preset": "last", "name": "Again"})
    assert made.status_code == 302
    old, new = Game.objects.order_by("pk")
    columns = ("ruleset", "seats_wanted", "joining", "bots_fill", "bank_hours", "turn_hours", "ladder", "vacations")
    assert [getattr(new, column) for column in columns] == [getattr(old, column) for column in columns]
    assert new.name == "Again"


def test_classic_is_chosen_for_new_hosts_and_the_last_table_for_others(db: None) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    assert chosen_in(browser.get(NEW).content.decode())["preset"] == ["classic"]
    browser.post(NEW, CHOICES | {"rules": "saboteur2", "seats": "6"})
    assert chosen_in(browser.get(NEW).content.decode())["preset"] == ["last"]


@pytest.mark.parametrize("name", PRESETS)
def test_preset_says_the_numbers_of_players_of_its_rules(db: None, name: str) -> None:
    page = get(tables.browser_of(tables.people(1)[0]), NEW)
    preset = PRESETS[name]
    assert f"{preset.label} {preset.players}" in " ".join(page.words.split())
    numbers = [int(number) for number in preset.players.split("–")]
    for players in range(numbers[0], numbers[-1] + 1):
        assert check_players(preset.options.ruleset, players)
    if not preset.exact:
        for players in (numbers[0] - 1, numbers[-1] + 1):
            with pytest.raises(Refused):
                check_players(preset.options.ruleset, players)


def test_last_table_of_another_user_is_not_offered(db: None) -> None:
    ann, bo = (tables.browser_of(person) for person in tables.people(2))
    ann.post(NEW, CHOICES)
    assert 'value="last"' in ann.get(NEW).content.decode()
    assert 'value="last"' not in bo.get(NEW).content.decode()


def test_a_last_table_whose_rules_cannot_be_read_is_no_preset(db: None) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    browser.post(NEW, CHOICES)
    Game.objects.update(ruleset="{")
    page = browser.get(NEW)
    assert (page.status_code, 'value="last"' in page.content.decode()) == (200, False)


def test_folds_say_what_is_chosen(db: None) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    page = get(browser, NEW).words
    for words in (
        "Friends and people I invite · bots take empty seats",
        "Days · 3 days in the bank, 12 h a turn",
        "3 rounds · no expansions",
        "Base game, 5 seats",
        "3 rounds · Days",
    ):
        assert words in page
    own = {"pace": "own", "bank_hours": "100", "turn_hours": "5", "ladder": "clock", "was": "classic"}
    said = summary(browser, CHOICES | own | {"modules": ["veto", "reverse", "guide"], "joining": "link"}, "rules")
    for words in (
        ">Anyone with the link<",
        "My own numbers · 100 h in the bank, 5 h a turn",
        "3 rounds · 3 expansions",
        "Base game + 3 expansions, 5 seats",
        "3 rounds · My own numbers",
    ):
        assert words in said


@pytest.mark.parametrize(
    ("pace", "hours"),
    [
        ({"pace": "hours"}, 1),
        ({"pace": "days"}, 12),
        ({"pace": "relaxed"}, 24),
        ({"pace": "friends"}, 12),
        ({"pace": "none"}, 24),
        ({"pace": "own", "bank_hours": "10", "turn_hours": "1", "ladder": "clock"}, 1),
    ],
)
def test_r93_veto_window_fits_the_pace_unless_chosen(db: None, pace: dict[str, str], hours: int) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    sent = CHOICES | {"modules": ["veto"], **pace}
    window = "1 hour" if hours == 1 else f"{hours} hours"
    assert f'<option value="" selected>To match the pace: {window}</option>' in summary(browser, sent, "rules")
    browser.post(NEW, sent)
    browser.post(NEW, sent | {"veto_window": "0"})
    windows = [codec.decode_ruleset(game.ruleset).veto_window for game in Game.objects.order_by("pk")]
    assert windows == [hours, 0]
