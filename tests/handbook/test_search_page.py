"""The page of the search: its answers, queries that cannot be searched, the rules of a table, and its cost."""

import html
import re
import time
import tracemalloc
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override
from pytest_django import DjangoAssertNumQueries

from handbook.forms.search import LONGEST
from handbook.search import index
from handbook.search.index import index_of, search
from tests.handbook.searching import LANGUAGES, asked


@pytest.mark.parametrize("query", ["", " ", "xyzzy", "R99", "%", "..", "''", "💎", "_", "\u200b"])
def test_search_without_results_says_what_to_try(query: str, db: None) -> None:
    page = asked(query)
    assert page.status_code == 200
    assert "We found nothing" in page.content.decode() or not query.strip()
    assert "Ask in your own words" in page.content.decode()


@pytest.mark.parametrize("query", ["\0", "a\0b", "x" * (LONGEST + 1), "x" * 10_000])
def test_blank_or_long_search_gets_a_sentence(query: str, db: None) -> None:
    page = asked(query)
    assert page.status_code == 422
    words = page.content.decode()
    assert "We can’t search for that" in words
    assert "x" * (LONGEST + 1) not in re.sub(
        r'name="next" value="[^"]*"', "", words
    )  # the way back from a choice of language


def test_a_query_is_escaped_and_stands_in_the_field_again(db: None) -> None:
    page = asked('"><script>rockfall</script>').content.decode()
    assert "<script>rockfall" not in page
    assert 'value="&quot;&gt;&lt;script&gt;rockfall&lt;/script&gt;"' in page


def test_search_results_show_their_language_and_link(db: None) -> None:
    page = asked("derrumbe").content.decode()
    assert f'href="{reverse("handbook:card", args=["rockfall"])}"' in page
    words = " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())
    assert re.search(r"\b[0-9]+ pages found\.", words)
    assert "Spanish: Derrumbe" in words
    assert re.search(r'<span lang="es">\s*<mark>Derrumbe</mark>', page)


def test_the_search_asks_no_database_and_stands_on_every_page_of_the_book(
    django_assert_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    with django_assert_num_queries(0):
        asked("gold")
    for address in ("/rules/", "/rules/cards/", "/rules/r/14/"):
        assert f'role="search" action="{reverse("handbook:search")}"' in Client().get(address).content.decode()


def test_search_at_a_table_keeps_its_rules(db: None) -> None:
    address = reverse("handbook:search")
    page = Client().get(f"{address}?q=veto&with=base&with=veto&with=forged").content.decode()
    assert page.count('<input type="hidden" name="with"') == 2
    assert "forged" not in re.sub(r'name="next" value="[^"]*"', "", page.partition("<main")[2])


def test_the_index_is_small_made_once_and_quick_to_ask(record_property: Any) -> None:
    for code in LANGUAGES:
        with override(code):
            gettext("Map")  # catalogues are there anyway
    index_of.cache_clear()
    tracemalloc.start()
    for code in LANGUAGES:
        index_of(code)
    allocated = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    began = time.process_time()
    search(" ".join(["why can the tunel of the ded end not go on behind the gold"] * 3))
    answered = time.process_time() - began  # a word that is unknown in one language is looked up in the others
    index_of.cache_clear()
    began = time.process_time()
    search("gold")
    built = time.process_time() - began
    record_property(
        "figures", f"index {allocated / 1e6:.1f} MB, built in {built:.2f} s, a long query {answered * 1000:.0f} ms"
    )
    assert allocated < 6_000_000
    assert built < 3
    assert answered < 0.5
    assert index_of.cache_info().misses <= len(LANGUAGES)


def test_long_question_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []

    def corrected(word: str, known: Sequence[str]) -> list[str]:
        looked_up.append(word)
        return []

    monkeypatch.setattr(index, "one_typo_away", corrected)
    search(" ".join(f"qqx{number}q" for number in range(200)))
    assert 0 < len(looked_up) <= index.MOST_WORDS
