"""A script lights and previews what the server draws for the address of a choice: every card, many positions, all
modules. `lit_by_script` and `chosen_by_script` read the targets of a page as `static/js/choose.js` does."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from games.rules import engine
from games.rules.cards import CARDS
from games.rules.ruleset import MODULES
from games.rules.table import Ruleset
from games.rules.tunnels import TURNED
from games.rules.view import view
from games.selectors.table import Person
from games.sheets import aim_of
from games.sheets.sheet import Aim
from games.tableau import targets as made
from games.tableau.choice import DISCARD, NOTHING, Choice
from games.tableau.links import Links
from games.tableau.mine import Spot
from games.tableau.table import TablePage, table_page
from games.wording import card_name, square_at, square_name
from tests.conftest import SOAK
from tests.games.test_announced import positions
from tests.site.translations import LANGUAGES

pytestmark = [pytest.mark.quick]

RULES = (
    Ruleset(rounds=1),
    Ruleset(rules="saboteur2", modules=tuple(sorted(set(MODULES) - {"greedy"})), rounds=1),
    Ruleset(modules=tuple(sorted(MODULES)), rounds=1),
)
COUNT = 60 if SOAK else 6
PEOPLE = [Person(number, name, number) for number, name in enumerate(("Ann", "Bo", "Cy", "Dee"))]
NAMES = {"ABCD"[person.number]: person.name for person in PEOPLE}
LINKS = Links("table", 7)
KEYS = ("at", "who", "tool")


def pages(chance: Random, ruleset: Ruleset, *, at_once: bool = False) -> Iterator[Any]:
    """What draws the table of the player on turn with a choice, in many positions."""
    for state in positions(chance, ruleset, COUNT):
        seat = engine.awaited(state.public)[0].seat
        mine = view(state.public, state.seats[seat])
        yield partial(table_page, mine, LINKS, PEOPLE, (), carries=True, at_once=at_once)


def text_with_name(targets: Any, number: int | None, slot: str = "") -> str:
    """A text of the page, with the name of a target."""
    return "" if number is None else targets["texts"][number].replace(made.SLOT, slot)


def slot_of(where: str) -> str:
    """The name of a target, as texts have it."""
    fields = fields_of(where)
    return fields.get("at") or NAMES.get(fields.get("who", ""), "")


def fields_of(where: str) -> dict[str, str]:
    """The fields of the end of an address; none for a card without a target."""
    return dict(part.split("=") for part in where.split("&") if part)


# -- what the script draws


def lit_by_script(targets: Any, card: str, *, chosen: str | None = None) -> dict[str, str]:
    """The addresses that lead on from a card, or from a target of it, each with the text of its link."""
    href, entry = LINKS.card(card), targets["cards"][LINKS.token(card)]
    to = {where: numbers for where, numbers in entry.get("to", {}).items() if where != chosen}
    return {
        f"{href}&{where}" if where else href: text_with_name(targets, numbers[0], slot_of(where))
        for where, numbers in to.items()
    }


def dark_by_script(targets: Any, card: str, base: TablePage) -> set[str]:
    """The addresses of squares that are not lit and have a reason."""
    entry, lit = targets["cards"][LINKS.token(card)], lit_by_script(targets, card)
    names = entry.get("dark", [])
    if aim_of(card) is Aim.ROOM:
        names = [square_name(spot.at) for spot in base.mine.spots if is_dark(spot) and is_free(base, spot)]
    hrefs = {f"{LINKS.card(card)}&at={name}" for name in names}
    return hrefs - lit.keys()


def bar_by_script(targets: Any, entry: Any) -> tuple[str, str, str]:
    lead, prompt, why = (text_with_name(targets, number) for number in entry["bar"])
    return lead, prompt, why


def ways_by_script(targets: Any, card: str, where: str | None = None) -> list[tuple[str, str]]:
    """The links in the bar, address and key: back, then to turn the card or to discard it."""
    entry, href = targets["cards"][LINKS.token(card)], LINKS.card(card)
    if where is None:
        discard = [(LINKS.discard(card), "d")] if "pass" in targets else []
        return [(LINKS.table, "Escape"), *discard]
    is_only = len(entry["to"]) == 1 and "at=" not in where
    turn = [(f"{href}&{where}&flip=1", "r")] if entry["to"][where][3] == made.EITHER else []
    return [(LINKS.table if is_only else href, "Escape"), *turn]


# -- what the server draws


def is_dark(spot: Spot) -> bool:
    return bool(spot.href) and "lit" not in spot.classes and "ghost" not in spot.classes


def is_free(base: TablePage, spot: Spot) -> bool:
    return spot.at not in base.view.public.mine and spot.at not in base.view.public.face_down


def lit_by_server(page: TablePage) -> dict[str, str]:
    squares = {spot.href: spot.link for spot in page.mine.spots if "lit" in spot.classes}
    players = {row.href: "" for row in page.rows if row.href}
    return squares | players


def ways_by_server(page: TablePage) -> list[tuple[str, str]]:
    return [(way.href, way.key) for way in page.bar.ways]


def choices(targets: Any, card: str) -> Iterator[tuple[str, list[Any], Choice]]:
    """The targets of a card whose preview the script draws itself."""
    for where, numbers in targets["cards"][LINKS.token(card)].get("to", {}).items():
        fields = fields_of(where)
        at = square_at(fields["at"]) if "at" in fields else ""
        who = "ABCD".index(fields["who"]) if "who" in fields else None
        assert set(fields) <= set(KEYS)
        if numbers[1] is not None:
            yield where, numbers, Choice(card=card, at=at, who=who, tool=fields.get("tool", ""))


def hand_of(base: TablePage) -> Sequence[str]:
    return [card for card in dict.fromkeys(held.card for held in base.hand) if made.is_carried(card)]


@pytest.mark.parametrize("ruleset", RULES)
def test_script_lights_what_the_server_lights_for_every_card(chance: Random, ruleset: Ruleset) -> None:
    seen = set()
    for draw in pages(chance, ruleset):
        base = draw()
        assert base.targets["cards"].keys() == {LINKS.token(card) for card in hand_of(base)}
        for card in hand_of(base):
            page, entry = draw(choice=Choice(card=card)), base.targets["cards"][LINKS.token(card)]
            lit = lit_by_script(base.targets, card)
            seen.add((aim_of(card), bool(lit)))
            if page.picked.command is not None:
                assert len(lit) == 1
                continue
            assert lit == lit_by_server(page)
            classes = {" ".join(css for css in spot.classes if css in ("lit", "look", "take"))
                       for spot in page.mine.spots if "lit" in spot.classes}  # fmt: skip
            assert classes <= {entry.get("lit")}
            dark = {spot.href for spot in page.mine.spots if is_dark(spot)}
            assert dark_by_script(base.targets, card, base) == dark
            reasons = {"ABCD"[row.person.number]: row.reason for row in page.rows if row.state == "dim"}
            assert {
                seat: text_with_name(base.targets, number, NAMES[seat]) for seat, number in entry.get("dim", {}).items()
            } == reasons
            assert bar_by_script(base.targets, entry) == page.bar[:3]
            assert ways_by_script(base.targets, card) == ways_by_server(page)
    assert len(seen) > 2


@pytest.mark.parametrize("ruleset", RULES)
def test_script_previews_what_the_server_previews_for_every_target(chance: Random, ruleset: Ruleset) -> None:
    many = 0
    for draw in pages(chance, ruleset):
        targets = (base := draw()).targets
        for card in hand_of(base):
            entry = targets["cards"][LINKS.token(card)]
            for where, (_link, ask, drawn, fits), choice in choices(targets, card):
                page, many = draw(choice=choice), many + 1
                slot = slot_of(where)
                assert page.picked.command is not None
                assert (text_with_name(targets, ask, slot), "", text_with_name(targets, drawn, slot)) == page.bar[:3]
                assert text_with_name(targets, entry["button"]) == page.bar.button
                assert ways_by_script(targets, card, where) == ways_by_server(page)
                assert lit_by_script(targets, card, chosen=where) == lit_by_server(page)
                assert [spot for spot in page.mine.spots if is_dark(spot)] == []
                assert page.picked.choice.turned == (fits == made.TURNED if choice.at else None)
                assert page.picked.turnable == (fits == made.EITHER)
                if fits == made.EITHER:
                    turned = draw(choice=choice._replace(turned=True))
                    assert turned.bar[:3] == page.bar[:3]
                    assert ways_by_server(turned)[1] == (f"{LINKS.card(card)}&{where}", "r")
    assert many > 20 * COUNT // 6


@pytest.mark.parametrize("ruleset", RULES)
def test_script_discards_a_card_as_the_server_asks_it(chance: Random, ruleset: Ruleset) -> None:
    for draw in pages(chance, ruleset):
        targets = draw().targets
        if not targets.get("pass"):
            assert draw(choice=Choice(mode=DISCARD)).bar.most != 1
            continue
        assert bar_by_script(targets, targets["pass"]) == draw(choice=Choice(mode=DISCARD)).bar[:3]
        for card in draw().view.own.hand:
            bar = draw(choice=Choice(mode=DISCARD, ticked=(card,))).bar
            question, drawn = (
                text_with_name(targets, targets["pass"][name], card_name(card)) for name in ("ask", "drawn")
            )
            assert (question, "", drawn) == bar[:3]
            assert text_with_name(targets, targets["pass"]["button"]) == bar.button
            assert [(way.href, way.key) for way in bar.ways] == [(LINKS.card(card), "Escape")]


def test_tunnel_is_laid_at_once_where_the_server_would(chance: Random) -> None:
    laid = 0
    for draw in pages(chance, RULES[2], at_once=True):
        base = draw()
        assert base.targets["once"]
        for card in hand_of(base):
            to = base.targets["cards"][LINKS.token(card)].get("to", {})
            values = {
                where.removeprefix("at=") + TURNED * (fits == made.TURNED)
                for where, (_link, ask, _drawn, fits) in to.items()
                if CARDS[card].is_tunnel and ask is not None and fits != made.EITHER
            }
            laid += len(values)
            assert values == {spot.value for spot in draw(choice=Choice(card=card)).mine.spots if spot.value}
    assert laid > 0


def test_targets_are_carried_only_before_a_choice_of_a_card(chance: Random) -> None:
    state = next(positions(chance, RULES[0], 1))
    seat = engine.awaited(state.public)[0].seat
    mine, other = (view(state.public, state.seats[number]) for number in (seat, (seat + 1) % 4))
    spectator = view(state.public, None)

    assert table_page(mine, LINKS, PEOPLE, (), carries=True).targets
    assert table_page(mine, LINKS, PEOPLE, ()).targets is None
    assert table_page(mine, LINKS, PEOPLE, (), carries=True, choice=Choice(mode=DISCARD)).targets is None
    assert table_page(other, LINKS, PEOPLE, (), carries=True, choice=NOTHING).targets is None
    assert table_page(spectator, LINKS, PEOPLE, (), carries=True).targets is None


@pytest.mark.examples(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_with_a_slot_are_those_of_the_server_in_each_language(chance: Random, language: str) -> None:
    with override(language):
        for draw in pages(chance, RULES[1]):
            targets = (base := draw()).targets
            for card in hand_of(base):
                for where, (_link, ask, drawn, _fits), choice in choices(targets, card):
                    bar, slot = draw(choice=choice).bar, slot_of(where)
                    assert (text_with_name(targets, ask, slot), "", text_with_name(targets, drawn, slot)) == bar[:3]
