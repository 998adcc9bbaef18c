"""The numbered rules in every language: the same rules, in the same parts, about the same cards and squares."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client

from handbook.rule_texts import ROOT, NumberedRule, Span, page_in, rules_in

LANGUAGES = [language for language, _ in settings.LANGUAGES if language != settings.LANGUAGE_CODE]


def spans(rule: NumberedRule) -> Iterator[Span]:
    return (span for block in rule.blocks for row in block.rows for cell in row for span in cell)


def shape(rule: NumberedRule) -> object:
    """What is the same in every language: whether a rule has a title, its mark, its parts and cells, its notation and
    references."""
    said = [span.text for span in spans(rule) if span.kind in ("code", "rule")]
    mark = re.match(r"\[[SD][];]", next(spans(rule)).text)
    parts = [(block.kind, [len(row) for row in block.rows]) for block in rule.blocks]
    return bool(rule.title), mark and mark[0], bool(rule.section), parts, sorted(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_rules_in_the_same_shape(language: str) -> None:
    ours, theirs = page_in(settings.LANGUAGE_CODE), page_in(language)
    assert (ROOT / "locale" / language / "rules.md").exists()
    assert list(theirs) == list(ours)
    assert {number: shape(theirs[number]) for number in ours} == {number: shape(rule) for number, rule in ours.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rule_is_left_in_english(language: str) -> None:
    ours, theirs = page_in(settings.LANGUAGE_CODE), page_in(language)
    left = [
        number
        for number, rule in ours.items()
        for one, other in zip(rule.blocks, theirs[number].blocks, strict=False)
        if one.kind == "text" and one == other
    ]
    assert left == []
    assert {rule.chapter for rule in ours.values()} & {rule.chapter for rule in theirs.values()} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_shows_a_rule_in_the_language_of_its_reader(language: str) -> None:
    client = Client(headers={"accept-language": language})
    page = client.get("/rules/r/14/").content.decode()
    assert rules_in(language)[14].title in page
    assert rules_in(settings.LANGUAGE_CODE)[14].title not in page
    assert rules_in(language)[21].title in client.get("/rules/r/").content.decode()


def test_a_language_without_a_page_reads_the_english_one() -> None:
    assert rules_in("nl") == rules_in(settings.LANGUAGE_CODE)


def test_a_rule_that_is_left_in_english_is_marked_as_english(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(headers={"accept-language": "es"})
    assert (
        ' lang="en"' not in client.get("/rules/r/14/").content.decode().split('<main id="main"')[1].split("<footer")[0]
    )
    for place in ("handbook.views.rules", "handbook.rule_texts"):
        monkeypatch.setattr(f"{place}.numbered_rules", lambda: rules_in("en"))
    page, all_of_them = (client.get(f"/rules/r/{which}").content.decode() for which in ("14/", ""))
    assert '<html lang="es">' in page
    assert f'<span lang="en">{rules_in("en")[14].title}</span>' in page
    assert '<div class="box prose" lang="en">' in page
    assert all_of_them.count('<div class="prose" lang="en">') == len(rules_in("en"))
