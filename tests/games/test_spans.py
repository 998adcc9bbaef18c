"""How long something lasts, is left or is gone, in the case and the order that each language needs."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.utils import translation

from games.clocks import spans
from games.clocks.parts import when

HOUR = timedelta(hours=1)
THURSDAY = datetime(2026, 11, 19, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["1 hour left", "3 hours left", "within 21 hours", "for 1 hour", "3 hours ago", "5 days ago"]),
        (
            "es",
            ["queda 1 hora", "quedan 3 horas", "within 21 horas", "desde hace 1 hora", "hace 3 horas", "hace 5 días"],
        ),
        ("uk", ["ще 1 година", "ще 3 години", "within 21 годину", "уже 1 годину", "3 години тому", "5 днів тому"]),
        (
            "lv",
            ["vēl 1 stunda", "vēl 3 stundas", "within 21 stundas", "jau 1 stundu", "pirms 3 stundām", "pirms 5 dienām"],
        ),
        ("bg", ["още 1 час", "още 3 часа", "within 21 часа", "от 1 час", "преди 3 часа", "преди 5 дни"]),
        (
            "de",
            ["noch 1 Stunde", "noch 3 Stunden", "within 21 Stunden", "seit 1 Stunde", "vor 3 Stunden", "vor 5 Tagen"],
        ),
        (
            "fr",
            [
                "encore 1 heure",
                "encore 3 heures",
                "within 21 heures",
                "depuis 1 heure",
                "il y a 3 heures",
                "il y a 5 jours",
            ],
        ),
        (
            "pl",
            [
                "została 1 godzina",
                "zostały 3 godziny",
                "within 21 godzin",
                "od 1 godziny",
                "3 godziny temu",
                "5 dni temu",
            ],
        ),
    ],
)
def test_a_span_takes_the_case_of_its_place(language: str, words: list[str]) -> None:
    # One hour is said as such from one and a half on; below that it is minutes, but never `since` and `ago`.
    with translation.override(language):
        said = [
            spans._LEFT["hour"] % {"count": 1},
            spans.left(3 * HOUR),
            f"within {spans.within(21 * HOUR)}",
            spans.since(HOUR),
            spans.ago(3 * HOUR),
            spans.ago(120 * HOUR),
        ]
    assert said == words


@pytest.mark.parametrize(
    ("passed", "since", "ago"),
    [
        (timedelta(seconds=59), "for less than a minute", "just now"),
        (timedelta(minutes=59, seconds=59), "for 59 minutes", "59 minutes ago"),
        (timedelta(hours=23, minutes=59), "for 23 hours", "23 hours ago"),
        (timedelta(days=29), "for 29 days", "29 days ago"),
        (timedelta(days=31), "for 1 month", "1 month ago"),
        (timedelta(days=365), "for 1 year", "1 year ago"),
        (timedelta(days=800), "for 2 years", "2 years ago"),
    ],
)
def test_past_time_is_in_its_largest_unit(passed: timedelta, since: str, ago: str) -> None:
    assert (spans.since(passed), spans.ago(passed)) == (since, ago)


@pytest.mark.parametrize("passed", [timedelta(minutes=3), HOUR * 3, timedelta(days=2), timedelta(days=70)])
@pytest.mark.parametrize("say", [spans.since, spans.ago])
def test_no_span_is_left_in_english(passed: timedelta, say: Callable[[timedelta], str]) -> None:
    said = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said.add(say(passed))
    assert len(said) == len(settings.LANGUAGES)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            ["the night to Thursday", "Thursday morning", "Thursday afternoon", "Thursday evening", "Thursday night"],
        ),
        (
            "uk",
            [
                "у ніч на четвер",
                "у четвер уранці",
                "у четвер після обіду",
                "у четвер увечері",
                "у четвер пізно ввечері",
            ],
        ),
        (
            "lv",
            [
                "naktī uz ceturtdienu",
                "ceturtdienas rītā",
                "ceturtdienas pēcpusdienā",
                "ceturtdienas vakarā",
                "vēlu ceturtdienas vakarā",
            ],
        ),
    ],
)
def test_a_part_of_a_day_is_one_message(language: str, words: list[str]) -> None:
    with time_machine.travel(THURSDAY - timedelta(days=1), tick=False), translation.override(language):
        assert [when(THURSDAY + hour * HOUR) for hour in (2, 9, 14, 19, 23)] == words
        assert "28" in when(THURSDAY + timedelta(days=9))
