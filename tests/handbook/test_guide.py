"""A game on one sheet of paper: what stands there, in whose language, and that it is one sheet."""

import html
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override
from playwright.sync_api import Page
from pytest_django import DjangoAssertNumQueries
from pytest_django.live_server_helper import LiveServer

from games.rules.roles import BASE_HANDS, BASE_ROLES
from games.rules.ruleset import GAMES, MODULES, VARIANTS
from games.wording import module_name
from games.wording.role_goals import goal_in_short
from handbook import entries as book
from handbook.entries import GUIDES
from tests.fixed_set import chosen

LANGUAGES = [code for code, _name in settings.LANGUAGES]


def answer(slug: str, query: str = "", **headers: str) -> Any:
    return Client(headers=headers).get(reverse("handbook:guide", args=[slug]) + query)


def words_of(slug: str, query: str = "") -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer(slug, query).content.decode())).split())


def test_there_is_a_guide_to_each_game_and_one_to_all_that_can_be_added() -> None:
    assert (*GAMES, "added") == GUIDES


def test_a_guide_to_nothing_is_not_there(db: None) -> None:
    for slug in ("veto", "mop", "Base"):
        assert answer(slug).status_code == 404


def test_guides_ask_no_database(django_assert_num_queries: DjangoAssertNumQueries, db: None) -> None:
    for slug in GUIDES:
        with django_assert_num_queries(0):
            assert answer(slug).status_code == 200


def test_guide_to_the_base_game_has_all_cards_and_role_counts(db: None) -> None:
    page, words = answer("base").content.decode(), words_of("base")
    for entry in book.cards_of("base"):
        if entry.kind in ("tunnel", "action") and entry.slug != "start":
            assert f"{book.entry_title(entry)} {book.copies_words(entry, 'base')}" in words
    for players, (saboteurs, diggers) in BASE_ROLES.items():
        for number in (players, saboteurs, diggers, BASE_HANDS[players]):
            assert re.search(rf'class="number">{number}\s*<', page)
    for heading in ("Gold, and who wants it", "Your turn", "When a round ends", "Who gets the gold"):
        assert heading in words


def test_r10_r21_r22_the_guide_to_the_base_game_says_what_the_rules_say() -> None:
    words = words_of("base")
    assert all(sum(roles) == players + 1 for players, roles in BASE_ROLES.items())
    assert "so one stays hidden. With ten players, all eleven role cards are shuffled." in words
    assert "The digger who reached the gold takes one first" in words
    assert "or when players can only discard. Then the saboteurs win." in words


def test_guide_to_saboteur_2_explains_cards_roles_and_shares(db: None) -> None:
    words = words_of("saboteur2")
    for entry in book.cards_of("saboteur2"):
        said = goal_in_short(entry.shown[0], "saboteur2") if entry.kind == "role" else str(entry.what)
        assert said in words
    assert "Winners 1 2 3 4 5+ Nuggets for each 5 4 3 2 1" in words


def test_the_guide_to_what_can_be_added_leaves_out_nothing(db: None) -> None:
    words = words_of("added")
    for name in (*MODULES, *VARIANTS):
        assert module_name(name) in words
        assert all(str(sentence) in words for sentence in book.MODULE_HELP[name].adds)
    assert "Grab a card" in words
    assert "Spider" in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_can_be_had_in_each_language_and_leads_to_the_others(language: str, db: None) -> None:
    page = answer("base", f"?in={language}", **{"accept-language": "lv"})
    text = page.content.decode()
    assert f'<html lang="{language}"' in text
    assert page["Content-Language"] == language
    with override(language):
        assert html.escape(gettext("When a round ends")) in text
    assert re.findall(r'href="\?in=(\w+)"', text) == LANGUAGES
    assert re.search(rf'href="\?in={re.escape(language)}"[^>]* aria-current="page"', text)


@pytest.mark.examples(2)
@pytest.mark.parametrize("query", ["?in=xx", "?in=", "?in=%00", "?in=" + "x" * 5000])
def test_a_language_that_there_is_not_leaves_the_readers(query: str, db: None) -> None:
    assert '<html lang="es"' in answer("base", query, **{"accept-language": "es"}).content.decode()


@pytest.mark.parametrize("slug", GUIDES)
def test_the_book_leads_to_the_guide(slug: str, db: None) -> None:
    address = reverse("handbook:guide", args=[slug])
    name = slug if slug in GAMES else "veto"
    assert f'href="{address}"' in Client().get(reverse("handbook:module", args=[name])).content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", GUIDES)
def test_it_fills_one_sheet_of_paper_in_every_language_and_nothing_is_cut(
    page: Page, live_server: LiveServer, slug: str, record_property: Any
) -> None:
    """In the first and the last language; in all of them in the soak."""
    page.set_viewport_size({"width": 718, "height": 979})  # the paper that is left on Letter by 10 mm at each edge
    for language in chosen(LANGUAGES, 2):
        page.goto(f"{live_server.url}{reverse('handbook:guide', args=[slug])}?in={language}")
        for paper in ("A4", "Letter"):
            sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))
            assert len(sheets) == 1, (language, paper)
        page.emulate_media(media="print")
        low, right = page.evaluate(
            """() => {
              const boxes = [...document.querySelectorAll("main *")].map((it) => it.getBoundingClientRect());
              return [Math.max(...boxes.map((box) => box.bottom)), Math.max(...boxes.map((box) => box.right))];
            }"""
        )
        page.emulate_media(media="null")  # a PDF is of what is emulated
        record_property("figures", f"{slug} {language}: {low * 25.4 / 96:.0f} mm of 259")
        assert low <= 979
        assert right <= 720
        assert low > 700  # the style sheet was there: it is no page without a text


@pytest.mark.django_db(transaction=True)
def test_paper_shows_no_furniture_of_the_site_and_the_mine_lies_across(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size({"width": 718, "height": 979})
    page.goto(f"{live_server.url}{reverse('handbook:guide', args=['base'])}")
    page.emulate_media(media="print")
    for furniture in (".top", ".foot", ".chapters", ".seek", ".for-screens"):
        assert not page.locator(furniture).is_visible(), furniture
    box = page.locator(".guide .mine li").last.bounding_box()
    first = page.locator(".guide .mine li").first.bounding_box()
    assert box
    assert first
    assert box["x"] > first["x"] + 150
