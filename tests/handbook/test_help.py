"""The rule book: a page for everything that can be met at a table, for everybody, and true to the catalogue."""

import html
import re
from itertools import pairwise
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django import DjangoAssertNumQueries
from pytest_django.live_server_helper import LiveServer

from games.art import tokens
from games.rules.cards import (
    BASE_ACTIONS,
    BASE_TUNNELS,
    CARDS,
    CHESTS,
    GOAL_TUNNELS,
    MODULE_ACTIONS,
    SABOTEUR2_ACTIONS,
    SABOTEUR2_TUNNELS,
    tunnel,
)
from games.rules.roles import ALL_ROLES
from games.rules.ruleset import GAMES, MODULES, VARIANTS
from games.rules.tunnels import OPPOSITE, STEPS, Tunnel
from games.sheets.pictures import pictures
from games.wording.cited import cited, uncited
from games.wording.settled import ALWAYS, settled_of
from handbook import entries as book
from handbook.entries import GUIDES
from handbook.entry import CHAPTERS, TARGETS
from handbook.help_pages import HELP
from handbook.rule_texts import AT_THE_TABLE, PAGE, numbered_rules
from handbook.views.rules import FITS, MINE
from tests.fixed_set import chosen
from tests.games import tables

STATIC = Path(__file__).resolve().parents[2] / "static"
FIXED = ("start", "costume-department", "tunnel-party")
PAGES = [
    *(reverse(f"handbook:{name}") for name in ("rules", "cards", "modules", "books", "rules-by-number", "help")),
    *(reverse("handbook:card", args=[slug]) for slug in book.CARD_HELP),
    *(reverse("handbook:module", args=[name]) for name in book.MODULE_HELP),
    *(reverse("handbook:rule", args=[number]) for number in numbered_rules()),
    *(reverse("handbook:guide", args=[slug]) for slug in GUIDES),
    *(reverse("handbook:help-page", args=[slug]) for slug in HELP),
    reverse("handbook:search"),
]


def page_at(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def words_at(address: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page_at(address))).split())


# -- who may read it


def test_pages_need_no_log_in_and_no_database(django_assert_num_queries: DjangoAssertNumQueries, db: None) -> None:
    for address in PAGES:
        with django_assert_num_queries(0):
            page_at(address)


def test_signed_in_user_reads_the_same_book(db: None) -> None:
    ann = tables.people(1)[0]
    assert "Look at one of the goals." in tables.browser_of(ann).get(reverse("handbook:rules")).content.decode()


def test_every_page_of_the_site_leads_to_the_book(db: None) -> None:
    assert f'href="{reverse("handbook:rules")}"' in page_at("/")


@pytest.mark.parametrize(
    "address", ["/rules/cards/mop/", "/rules/modules/mop/", "/rules/r/5/", "/rules/r/0/", "/rules/r/99/"]
)
def test_house_rules_have_no_rulebook_page(address: str, db: None) -> None:
    assert Client().get(f"/rules/{address}").status_code == 404


# -- that everything is in it


def test_every_card_goal_chest_role_and_fixed_card_has_a_page() -> None:
    for name in (*CARDS, *GOAL_TUNNELS, *CHESTS, *ALL_ROLES, *FIXED):
        assert name in book.CARD_HELP[book.help_slug(name)].shown


def test_a_turned_card_has_the_page_of_the_unturned_one() -> None:
    assert book.help_slug("NE~") == book.help_slug("NE") == "bends"


def test_a_card_that_does_not_exist_has_no_slug() -> None:
    with pytest.raises(KeyError, match="mop"):
        book.help_slug("mop")


def test_only_tunnels_stones_and_gold_cards_share_a_page() -> None:
    shared = {entry.slug for entry in book.CARD_HELP.values() if len(entry.shown) > 1 and entry.kind != "tunnel"}
    assert shared == {"goal-stone", "gold-cards"}


def test_every_game_expansion_and_variant_has_a_page() -> None:
    assert set(book.MODULE_HELP) == {*GAMES, *MODULES, *VARIANTS}


def test_pages_link_only_to_existing_targets() -> None:
    for entry in book.CARD_HELP.values():
        assert {*entry.see} <= book.CARD_HELP.keys() - {entry.slug}
        assert {*entry.part_of} <= book.MODULE_HELP.keys()
        assert entry.kind in CHAPTERS.keys() & TARGETS.keys()
        assert {*entry.rules} <= numbered_rules().keys()
    for module in book.MODULE_HELP.values():
        assert {*module.rules} <= numbered_rules().keys()


def test_the_page_of_an_expansion_names_its_own_rule() -> None:
    for added in (*MODULES.values(), *VARIANTS.values()):
        assert int(added.rule.removeprefix("R")) in book.MODULE_HELP[added.name].rules


def test_every_picture_of_the_book_is_on_the_sheet() -> None:
    drawn = pictures().keys()
    for address in PAGES:
        shown = re.findall(r'\.svg#([^"]+)"', page_at(address))
        assert {html.unescape(name) for name in shown} <= drawn, address


def test_every_link_within_the_book_leads_to_one_of_its_pages() -> None:
    within = re.compile(r'(?:href|action)="(/(?:rules|help)/[^"#?]*)')
    links = {link for address in PAGES for link in within.findall(page_at(address))}
    assert links == {*PAGES}


# -- that it is true


def test_the_book_counts_the_cards_of_the_catalogue() -> None:
    assert "6 cards" in words_at("/rules/cards/map/")
    assert "× 5" in words_at("/rules/cards/three-ways/")
    crystals = sum(count for card, count in SABOTEUR2_TUNNELS.items() if card.endswith("-crystal"))
    assert f"{crystals} cards" in words_at("/rules/cards/crystals/")
    assert "28 cards" in words_at("/rules/cards/gold-cards/")
    for module, catalogue in (
        ("base", {**BASE_TUNNELS, **BASE_ACTIONS}),
        ("saboteur2", {**SABOTEUR2_TUNNELS, **SABOTEUR2_ACTIONS}),
    ):
        entries = [
            entry for entry in book.cards_of(module) if entry.kind in ("tunnel", "action") and entry.slug != "start"
        ]
        copies = [int(book.copies_words(entry, module).split()[0]) for entry in entries]
        assert sum(copies) == sum(catalogue.values())
    assert all(book.copies_of(card) == 1 for card in MODULE_ACTIONS)


def test_the_book_counts_roles_by_players_and_game() -> None:
    page = words_at("/rules/cards/role-saboteur/")
    assert "Base game 1 to 4 cards, by the number of players" in page
    assert "Saboteur 2 3 cards" in page
    assert "Tournament 1 to 3 cards, by the number of players" in page
    assert "Greedy dwarf 2016 1 card Tournament 1 to 2 cards" in words_at("/rules/cards/role-greedy/")


def test_book_counts_two_stones_in_base_and_three_with_new_goals() -> None:
    assert "Base game 2 cards New goals 3 cards" in words_at("/rules/cards/goal-stone/")


def test_card_page_names_effect_target_and_rule() -> None:
    page = words_at("/rules/cards/break-cart/")
    assert "A player with a broken cart can’t lay tunnels." in page
    assert "Played on Any player, yourself included, whose cart is whole." in page
    assert f'<a href="{reverse("handbook:rule", args=[15])}">R15</a>' in page_at("/rules/cards/break-cart/")


def test_incompatible_modules_are_named_on_both_pages() -> None:
    assert book.not_together("tournament") == ["greedy", "costume-department", "sabotaged-dwarf"]
    assert book.not_together("greedy") == ["tournament"]
    assert book.not_together("veto") == book.not_together("base") == []
    assert "Doesn’t go with Tournament" in words_at("/rules/modules/sabotaged-dwarf/")
    assert "Doesn’t go with" not in words_at("/rules/modules/veto/")


@pytest.mark.examples(4)
@pytest.mark.parametrize("name", book.MODULE_HELP)
def test_the_page_of_a_game_or_an_expansion_lists_what_is_settled_here(name: str) -> None:
    words = words_at(reverse("handbook:module", args=[name]))
    settled = [*(settled_of(ALWAYS) if name in GAMES else ()), *settled_of(name)]
    assert all(uncited(sentence) in words for sentence in settled)
    numbers = {number for sentence in settled for number in cited(sentence).rules}
    assert all(f"Rule R{number}" in words for number in numbers)
    assert ("How we play it" in words) == bool(settled)


def test_r17_r73_rockfall_page_explains_face_down_cards() -> None:
    words = words_at(reverse("handbook:card", args=["rockfall"]))
    assert "Takes a tunnel card out of the mine" in words
    assert "Any face-up tunnel card in the mine, or one over a chest" in words


def test_r70_the_book_knows_two_miners_for_the_whole_table() -> None:
    for address in (reverse("handbook:card", args=["miner"]), reverse("handbook:module", args=["tunnel-toll"])):
        words = words_at(address)
        assert "two for the whole table" in words or "two miners for the whole table" in words
        assert "each player" not in words


def test_r70_the_page_of_the_miner_says_that_no_card_is_drawn_for_it() -> None:
    assert "Instead of a turn, discard a card to put a miner on an open end of" in words_at(
        reverse("handbook:card", args=["miner"])
    )


@pytest.mark.parametrize(
    ("slug", "option"),
    [
        ("doors-blue", "own-colour doors only"),
        ("ladders", "Every ladder is connected to the start and to every other ladder"),
    ],
)
def test_r34_r36_pages_of_tunnels_speak_of_what_a_table_can_choose(slug: str, option: str) -> None:
    assert option in words_at(reverse("handbook:card", args=[slug]))


def test_r67_the_book_does_not_let_a_detour_be_made_with_broken_tools() -> None:
    words = words_at(reverse("handbook:card", args=["detour"]))
    assert "Take the tunnel card that was laid last and lay it on another square" in words
    assert "even with a broken tool" not in words


def test_base_game_requirement_is_named() -> None:
    assert [name for name in book.MODULE_HELP if book.only_with_base(name)] == [
        "greedy",
        "sabotaged-dwarf",
        "tournament",
    ]
    assert "The base game only." in words_at("/rules/modules/greedy/")
    assert "The base game only." not in words_at("/rules/modules/detour/")


def matches(one: Tunnel, side: int, other: Tunnel) -> bool:
    """Whether two neighbours are both open or both rock where they touch (R14)."""
    return bool(one.open & side) == bool(other.open & OPPOSITE[side])


def test_the_mine_of_the_overview_is_one_that_can_be_dug() -> None:
    mine = {(column - 1, row - 3): laid for column, row, laid in MINE if laid != "goal"}
    for (x, y), laid in mine.items():
        for side, across, down, _opposite in STEPS:
            if other := mine.get((x + across, y + down)):
                assert matches(tunnel(laid), side, tunnel(other)), (laid, other)
    goals = {(column - 1, row - 3) for column, row, laid in MINE if laid == "goal"}
    assert goals == {(8, -2), (8, 0), (8, 2)}


def test_the_cards_that_fit_fit_and_those_that_do_not_do_not() -> None:
    east = 2
    fit, rock, boulders = ([tunnel(laid) for laid in row] for row in FITS)
    assert all(matches(one, east, other) for one, other in pairwise(fit))
    assert not matches(rock[0], east, rock[1])
    assert all(matches(one, east, other) for one, other in pairwise(boulders))
    assert all(group.bit_count() == 1 for group in boulders[1].groups)


# -- the numbered rules


def test_a_rule_is_shown_as_the_reference_text_has_it() -> None:
    words = words_at("/rules/r/14/")
    assert "A group is reachable when it is joined to the start, from group to group" in words
    assert "[S] means a printed rulebook says so" in words


def test_rules_with_tables_and_lists_show_them() -> None:
    assert re.search(r'<th scope="row">saboteurs\s*</th>\s*<td class="number">1\s*</td>', page_at("/rules/r/10/"))
    assert "<li><code>landslide</code>: five cards" in page_at("/rules/r/73/")


def test_no_mark_of_the_reference_text_is_left_in_any_rule() -> None:
    words = words_at("/rules/r/")
    assert "**" not in words
    assert "`" not in words
    assert "|" not in words


def test_all_rules_stand_on_one_page_each_with_its_anchor() -> None:
    anchors = re.findall(r'<li id="R([0-9]+)">', page_at("/rules/r/"))
    assert [int(number) for number in anchors] == list(numbered_rules())
    text = (Path(__file__).resolve().parents[2] / "docs/rules.md").read_text()
    assert anchors == re.findall(r"^- \*\*R([0-9]+)\*\*", text, re.MULTILINE)


def test_a_rule_leads_to_the_cards_and_expansions_it_is_about() -> None:
    page = page_at("/rules/r/73/")
    assert 'href="/rules/cards/chest-spy/"' in page
    assert 'href="/rules/modules/treasure-chests/"' in page


def test_a_refusal_leads_to_its_rule_and_is_escaped() -> None:
    shown = Template("{% load rules %}{{ why|rule_links }}").render(Context({"why": "<b> no (R14). Not R99."}))
    assert shown == (
        '&lt;b&gt; no. Not <span class="end">R99. <a class="rule" href="/rules/r/14/" hx-boost="false">'
        '<span aria-hidden="true">i</span><span class="visually-hidden">Rule R14</span></a></span>'
    )


# -- how it looks


def test_the_style_of_the_book_uses_only_tokens_that_exist() -> None:
    for name in ("book", "guide"):
        used = set(re.findall(r"var\(--([\w-]+)\)", (STATIC / f"css/{name}.css").read_text()))
        assert used <= tokens.TOKENS.keys() | {"c", "r"}  # the place of a square


def test_headings_come_in_order_on_every_page() -> None:
    for address in PAGES:
        levels = [int(level) for level in re.findall(r"<h([1-6])", page_at(address))]
        assert levels[0] == 1, address
        assert levels.count(1) == 1, address
        assert all(after <= before + 1 for before, after in pairwise(levels)), address


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_book_has_no_fault_of_access_and_never_scrolls_sideways(
    page: Page, live_server: LiveServer, width: int, scheme: str
) -> None:
    complaints: list[str] = []
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    addresses = [
        "/rules/", "/rules/cards/", "/rules/cards/dead-ends/", "/rules/cards/role-saboteur/", "/rules/modules/",
        "/rules/modules/tournament/", "/rules/r/", "/rules/r/10/", "/rules/r/14/", "/rules/search/?q=gold",
        "/rules/search/?q=xyzzy", "/rules/search/?q=hand+size+5+players", "/help/", "/help/clock/",
        "/rules/guide/base/", "/rules/guide/saboteur2/", "/rules/guide/added/",
    ]  # fmt: skip
    for address in chosen(addresses, 4):
        page.goto(live_server.url + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    assert complaints == []


def test_rule_pages_name_squares_as_the_table_does() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(recorded in text for recorded in AT_THE_TABLE)
    words = words_at(reverse("handbook:rules-by-number"))
    assert "The start card lies on M0 ." in words
    assert "The three goals lie face down on K8 , M8 and O8" in words
    assert "lies face up on M4" in words
    assert not re.search(r"-?[0-9]+,-?[0-9]+|\b(north|south|east|west)", words)


@pytest.mark.parametrize(
    ("screen", "seen", "unseen"),
    [((1280, 800), "up–right", "right–down"), ((390, 844), "right–down", "up–right")],
    ids=["across", "down"],
)
def test_card_description_matches_its_picture_on_this_screen(
    page: Page, live_server: LiveServer, screen: tuple[int, int], seen: str, unseen: str
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    page.goto(live_server.url + reverse("handbook:card", args=["bends"]))
    bend = page.locator(".figure li").first
    assert bend.get_by_text(seen, exact=True).is_visible()
    assert not bend.get_by_text(unseen, exact=True).is_visible()
    turned = bend.locator(".picture").evaluate("(it) => getComputedStyle(it).rotate")
    assert turned == ("90deg" if screen[0] < screen[1] else "0deg")
