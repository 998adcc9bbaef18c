"""Setting up a table: what can be chosen, what it amounts to, what does not go together."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.forms import lobby as lobby_forms
from games.forms.presets import PRESETS
from games.models import Game, Joining
from games.rules import codec
from games.rules.ruleset import MODULES, VARIANTS
from games.rules.table import Ruleset
from games.wording import option_words
from saboteur_site.web.rates import RATES
from tests.games import tables
from tests.games.pages import get

NEW = reverse("games:new")
CHOICES = {"name": "Friday", "seats": "5", "rounds": "3", "joining": "friends", "gold_draft": "auto"}
HX = {"HX-Request": "true"}


def test_a_table_is_set_up_as_chosen(db: None) -> None:
    ann = tables.people(1)[0]
    browser = tables.browser_of(ann)
    chosen = CHOICES | {"rounds": "2", "gold_draft": "hand", "joining": "link", "seats": "7"}
    chosen |= {"bots_fill": "on", "bot_level": "easy"}
    response = browser.post(NEW, chosen)
    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (302, reverse("games:table", args=[game.code]))
    assert (game.name, game.seats_wanted, game.joining, game.bots_fill) == ("Friday", 7, Joining.LINK, True)
    assert game.bot_level == "easy"
    assert codec.decode_ruleset(game.ruleset) == Ruleset(rounds=2, gold_draft="hand")
    assert [seat.user.username for seat in tables.seats_of(game)] == ["Ann"]
    assert len(game.commitment) == 64


def test_a_stranger_is_sent_to_log_in_first(db: None) -> None:
    response = Client().get(NEW)
    assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={NEW}")
    assert Client().post(NEW, CHOICES).status_code == 302
    assert not Game.objects.exists()


@pytest.mark.examples(4)
@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 41},
        {"name": "a\0b"},
        {"name": "\u202eevil"},
        {"seats": "2"},
        {"seats": "11"},
        {"seats": "many"},
        {"rounds": "0"},
        {"rounds": "1e9"},
        {"joining": "me"},
        {"bot_level": "genius"},
        {"gold_draft": "lots"},
        {"rules": "chess"},
        {"modules": "dragons"},
    ],
)
def test_impossible_options_get_a_sentence_and_no_table(db: None, wrong: dict[str, str]) -> None:
    tables.people(1)
    response = tables.browser_of("Ann").post(NEW, CHOICES | wrong)
    assert response.status_code == 422
    assert not Game.objects.exists()
    assert 'class="errorlist"' in response.content.decode()


def test_the_summary_is_recomputed_by_the_server(db: None) -> None:
    tables.people(1)
    browser = tables.browser_of("Ann")
    assert "Role cards: 2 × Saboteur, 4 × Digger" in browser.get(NEW).content.decode()
    fragment = browser.post(reverse("games:summary"), CHOICES | {"seats": "10"}, headers=HX).content.decode()
    assert fragment.lstrip().startswith('<div id="rules"')
    assert "Role cards: 4 × Saboteur, 7 × Digger" in fragment
    assert "4 cards in each hand, 27 in the pile." in fragment


def test_without_javascript_a_button_shows_the_summary_and_makes_nothing(db: None) -> None:
    tables.people(1)
    response = tables.browser_of("Ann").post(NEW, CHOICES | {"seats": "3", "look": "1"})
    assert response.status_code == 200
    assert "Role cards: 1 × Saboteur, 3 × Digger" in response.content.decode()
    assert not Game.objects.exists()


def test_offered_modules_are_switches_that_name_their_conflicts(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_forms, "OFFERED", frozenset({"base", "veto", "tournament", "sabotaged-dwarf"}))
    tables.people(1)
    browser = tables.browser_of("Ann")
    plain = browser.get(NEW).content.decode()
    assert plain.count('role="switch" name="modules"') == 3
    chosen = CHOICES | {"modules": "tournament", "seats": "5"}
    shown = browser.post(reverse("games:summary"), chosen, headers=HX).content.decode()
    reason = "“Tournament” doesn’t go together with “Sabotaged dwarf”"
    assert reason in shown
    assert 'value="sabotaged-dwarf" disabled' in shown
    assert 'value="veto" disabled' not in shown
    both = browser.post(NEW, CHOICES | {"modules": ["tournament", "sabotaged-dwarf"]})
    assert (both.status_code, reason in both.content.decode()) == (422, True)
    ten = browser.post(NEW, chosen | {"seats": "10"})
    assert "These rules are for 5 to 9 players" in ten.content.decode()
    browser.post(NEW, CHOICES | {"modules": ["tournament", "veto"]})
    ruleset = codec.decode_ruleset(Game.objects.get().ruleset)
    assert ruleset == Ruleset(modules=("veto",), variants=("tournament",), veto_window=12)


def test_everything_of_the_box_can_be_chosen_and_presets_fill_the_form_in(db: None) -> None:
    tables.people(1)
    browser = tables.browser_of("Ann")
    page = browser.get(NEW).content.decode()
    assert page.count('role="switch" name="modules"') == len(MODULES) + len(VARIANTS)
    for name, preset in PRESETS.items():
        filled = browser.get(NEW, {"preset": name}).content.decode()
        assert re.findall(r'name="preset" value="([a-z0-9]+)" checked', filled) == [name]
        on = set(re.findall(r'name="modules" value="([a-z-]+)" checked', filled))
        assert on == set(preset.modules)
        assert f'name="rules" value="{preset.options.ruleset.rules}"' in filled
        assert 'class="summary"' in filled
        assert "Something above is missing" not in filled
    assert browser.get(NEW, {"preset": "chess"}).status_code == 200


def test_chest_and_veto_options_are_asked_where_they_matter(db: None) -> None:
    tables.people(1)
    browser = tables.browser_of("Ann")
    plain = browser.post(reverse("games:summary"), CHOICES, headers=HX).content.decode()
    assert 'name="chests"' not in plain
    assert 'name="veto_window"' not in plain
    chosen = CHOICES | {"modules": ["treasure-chests", "veto"], "chests": "wide", "veto_window": "12"}
    asked = browser.post(reverse("games:summary"), chosen, headers=HX).content.decode()
    assert 'name="chests"' in asked
    assert 'name="veto_window"' in asked
    browser.post(NEW, chosen)
    ruleset = codec.decode_ruleset(Game.objects.get().ruleset)
    assert ruleset == Ruleset(modules=("treasure-chests", "veto"), chests="wide", veto_window=12)
    assert browser.post(NEW, chosen | {"chests": "nowhere"}).status_code == 422


BY_BOOKS = {"next_starter": "turn", "own_doors": "on", "joined_ladders": "on"}


def test_chosen_options_of_printed_saboteur_2_rules_are_stored(db: None) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    browser.post(NEW, CHOICES | BY_BOOKS | {"rules": "saboteur2"})
    game = Game.objects.get()
    ruleset = codec.decode_ruleset(game.ruleset)
    assert ruleset == Ruleset("saboteur2", next_starter="turn", own_doors=True, joined_ladders=True)
    assert option_words(ruleset)[1:] == [
        "The player whose turn it would have been begins the next round (R25).",
        "Blue and green diggers lay only doors of their own colour (R36).",
        "A ladder must be joined to another tunnel card (R34).",
    ]
    shown = get(browser, reverse("games:options", args=[game.code])).markup
    assert '<option value="turn" selected>' in shown
    assert len(re.findall(r'name="(?:own_doors|joined_ladders)"[^>]* checked', shown)) == 2


def test_options_of_the_printed_rules_base_game_are_not_asked(db: None) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    for rules, is_asked in (("base", False), ("saboteur2", True)):
        page = browser.post(reverse("games:summary"), CHOICES | {"rules": rules}, headers=HX).content.decode()
        assert [f'name="{name}"' in page for name in BY_BOOKS] == [is_asked] * 3
    browser.post(NEW, CHOICES | BY_BOOKS)
    assert codec.decode_ruleset(Game.objects.get().ruleset) == Ruleset()
    assert browser.post(NEW, CHOICES | {"rules": "saboteur2", "next_starter": "eldest"}).status_code == 422


def test_rules_chosen_as_by_default_are_written_as_by_default(db: None) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    browser.post(NEW, CHOICES | {"rules": "saboteur2", "next_starter": "layer", "modules": ["treasure-chests"]})
    assert Game.objects.get().ruleset == codec.encode(Ruleset("saboteur2", modules=("treasure-chests",)))


def ticket(browser: Client) -> str:
    found = re.search(r'name="ticket" value="([^"]+)"', browser.get(NEW).content.decode())
    assert found
    return found[1]


def test_gold_cards_are_spoken_of_where_there_are_some(db: None) -> None:
    ann = tables.browser_of(tables.people(1)[0])
    for preset, has_gold in (("classic", True), ("saboteur2", False), ("tournament", False)):
        page = get(ann, f"{NEW}?preset={preset}")
        assert ('name="gold_draft"' in page.markup) is has_gold
        assert ("Gold cards" in page.words) is has_gold
    ann.post(NEW, CHOICES | {"rules": "saboteur2", "gold_draft": "hand"})
    assert codec.decode_ruleset(Game.objects.get().ruleset) == Ruleset("saboteur2")


def test_a_form_sent_twice_makes_one_table(db: None) -> None:
    tables.people(1)
    browser = tables.browser_of("Ann")
    sent = CHOICES | {"ticket": ticket(browser)}
    answers = [browser.post(NEW, sent)["Location"] for _ in range(2)]
    assert answers[0] == answers[1]
    assert Game.objects.count() == 1
    browser.post(NEW, CHOICES | {"ticket": ticket(browser)})
    assert Game.objects.count() == 2


def test_ticket_of_another_user_or_a_forged_one_is_refused(db: None) -> None:
    tables.people(2)
    theirs = ticket(tables.browser_of("Ann"))
    tables.browser_of("Ann").post(NEW, CHOICES | {"ticket": theirs})
    for sent in (theirs, theirs + "x", "x", ""):
        assert tables.browser_of("Bo").post(NEW, CHOICES | {"ticket": sent}).status_code == 302
    assert Game.objects.filter(host__username="Bo").count() == 4


def test_too_many_tables_get_a_waiting_time(db: None) -> None:
    tables.people(1)
    browser = tables.browser_of("Ann")
    for _ in range(RATES["tables"].most):
        assert browser.post(NEW, CHOICES).status_code == 302
    response = browser.post(NEW, CHOICES)
    assert response.status_code == 429
    assert 3500 < int(response["Retry-After"]) <= 3600
    assert "You’ve set up a lot of tables within an hour" in response.content.decode()
    assert Game.objects.count() == RATES["tables"].most


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    ("pace", "hours", "ladder"),
    [
        ("hours", (12, 2), "clock"),
        ("days", (72, 12), "clock"),
        ("relaxed", (336, 48), "clock"),
        ("friends", (72, 12), "friends"),
        ("none", (0, 0), "clock"),
    ],
)
def test_the_pace_that_is_chosen_is_the_clock_of_the_table(
    db: None, pace: str, hours: tuple[int, int], ladder: str
) -> None:
    tables.people(1)
    browser = tables.browser_of("Ann")
    browser.post(NEW, CHOICES | {"pace": pace})
    game = Game.objects.get()
    assert ((game.bank_hours, game.turn_hours), game.ladder) == (hours, ladder)
    line = "nothing happens automatically" if pace == "none" else "in the bank."
    page = browser.get(reverse("games:table", args=[game.code])).content.decode()
    assert line in page
    assert ("If time runs out, the player is reminded" in page) == (pace == "friends")


def test_custom_pace_is_the_clock_and_presets_follow(db: None) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    own = {"pace": "own", "bank_hours": "100", "turn_hours": "0", "ladder": "friends", "vacations": "on"}
    browser.post(NEW, CHOICES | own)
    game = Game.objects.get()
    assert (game.bank_hours, game.turn_hours, game.ladder, game.vacations) == (100, 0, "friends", True)
    page = browser.get(reverse("games:table", args=[game.code])).content.decode()
    assert "Everyone has 100 hours in the bank. Once it’s used up, there’s an hour for each decision." in page


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ({"bank_hours": "0", "turn_hours": "1"}, "A bank holds between 1 and 720 hours."),
        ({"bank_hours": "721", "turn_hours": "1"}, "A bank holds between 1 and 720 hours."),
        ({"bank_hours": "1e3", "turn_hours": "1"}, "A bank holds between 1 and 720 hours."),
        ({"bank_hours": "720", "turn_hours": "169"}, "A turn adds between 0 and 168 hours."),
        ({"bank_hours": "720", "turn_hours": "-1"}, "A turn adds between 0 and 168 hours."),
        ({"bank_hours": "10", "turn_hours": "11"}, "A turn can’t add more than a full bank holds."),
        ({"turn_hours": "11"}, "Enter how many hours a full bank holds."),
        ({"bank_hours": "10"}, "Enter how many hours every turn adds, or 0."),
        ({"bank_hours": "10", "turn_hours": "1", "ladder": "rope"}, "Select a valid choice"),
    ],
)
def test_numbers_that_make_no_clock_get_a_sentence(db: None, numbers: dict[str, str], sentence: str) -> None:
    browser = tables.browser_of(tables.people(1)[0])
    response = browser.post(NEW, CHOICES | {"pace": "own"} | numbers)
    assert (response.status_code, sentence in response.content.decode()) == (422, True)
    assert not Game.objects.exists()
    browser.post(NEW, CHOICES | {"pace": "hours"} | numbers)
    assert Game.objects.get().bank_hours == 12


def test_a_lobby_and_a_table_name_all_that_is_in_force_about_time(db: None) -> None:
    game = tables.running_game(3, bank_hours=72, turn_hours=12, vacations=False)
    page = tables.browser_of("Ann").get(reverse("games:rules", args=[game.code])).content.decode()
    for words in ("Everyone has 3 days in the bank", "you get one extension", "Vacation days don’t count."):
        assert words in page


def test_a_table_plays_in_days_unless_something_else_is_chosen(db: None) -> None:
    tables.people(1)
    browser = tables.browser_of("Ann")
    page = browser.get(NEW).content.decode()
    assert 'name="pace" value="days" checked' in page
    assert "Everyone has 3 days in the bank. Every decision adds 12 hours, up to 3 days." in page
    browser.post(NEW, CHOICES)
    assert (Game.objects.get().bank_hours, Game.objects.get().turn_hours) == (72, 12)
    assert browser.post(NEW, CHOICES | {"pace": "hurry"}).status_code == 422
