"""Every refusal that the records meet, and every other that there is a sentence for, is said in each language."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
from django.conf import settings
from django.utils import translation

from games.rules.errors import Refused
from games.rules.record import check
from games.wording import refusals
from tests.site.translations import left_over

NAMES = ["Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou"]
OTHERS = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
RECORDS = sorted((Path(__file__).parent.parent / "records").rglob("*.json"))
AT_LEAST = 60
"""How many refusals that differ in code, rule or what they speak of are met in the records, at least."""


@cache
def met() -> tuple[Refused, ...]:
    """What the rules refuse while the records are played, each once."""
    found: list[Refused] = []
    real = Refused.__init__

    def noted(refused: Refused, code: str, rule: str, **about: str | int) -> None:
        real(refused, code, rule, **about)
        found.append(refused)

    with patch.object(Refused, "__init__", noted):
        for path in RECORDS:
            assert check(path.read_text()) is None
    return tuple({str(refused): refused for refused in found}.values())


def thinkable() -> Iterator[Refused]:
    """One refusal for each sentence, and one of a code for which there is none."""
    about: dict[str, str | int] = {"at": "3,-1", "seat": 1, "name": "veto", "other": "treasury", "fewest": 3, "most": 5}
    for code in [*refusals._REFUSALS, *refusals._MINE, "unheard-of"]:
        bare, _colon, tool = code.partition(":")
        kind: dict[str, str | int] = {"tool": tool} if tool else {"card": "trapped"}
        yield Refused(bare, "R14", **about, **kind)


def wrong(refused: Refused, language: str) -> list[str]:
    """The sentences for one refusal that are not in a language, for any reader."""
    said = []
    for me in (None, 0, 1):
        with translation.override("en"):
            english = refusals.refusal_words(refused, NAMES, me)
        with translation.override(language):
            words = refusals.refusal_words(refused, NAMES, me)
        bare = words
        for name in NAMES:
            bare = bare.replace(name, "")
        if words == english or refused.rule not in words or "%(" in words or left_over(language, "", bare):
            said.append(words)
    return said


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_of_the_records_is_said_in_each_language(language: str) -> None:
    assert len(met()) >= AT_LEAST
    assert {str(refused): said for refused in met() if (said := wrong(refused, language))} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_for_a_refusal_is_there_in_each_language(language: str) -> None:
    assert {str(refused): said for refused in thinkable() if (said := wrong(refused, language))} == {}


def test_a_sentence_that_is_left_in_english_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = Refused("sides-do-not-match", "R14", at="6,0")
    assert wrong(refused, "lv") == []
    monkeypatch.setitem(refusals._REFUSALS, "sides-do-not-match", "Not so at %(square)s (%(rule)s).")
    assert wrong(refused, "lv") != []
