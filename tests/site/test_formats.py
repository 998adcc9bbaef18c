"""Dates and times have one form in each language, on pages, in the mailbox and in the admin."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.template import engines
from django.utils import translation
from django.utils.formats import get_format

AFTERNOON = datetime(2026, 9, 4, 18, 5, tzinfo=UTC)
FORMS = ("DATE_FORMAT", "TIME_FORMAT", "DATETIME_FORMAT", "SHORT_DATE_FORMAT", "SHORT_DATETIME_FORMAT")


def written(language: str, form: str) -> str:
    with translation.override(language):
        template = engines["django"].from_string("{{ at|date:form }}")
        return template.render({"at": AFTERNOON, "form": form})


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("form", FORMS)
def test_the_day_comes_before_the_month_and_hours_go_to_24(language: str, form: str) -> None:
    words = written(language, form)
    assert "09/04" not in words
    assert ("18:05" in words) == ("TIME" in form)
    assert "p.m." not in words


def test_english_is_written_as_in_britain() -> None:
    assert written("en", "SHORT_DATETIME_FORMAT") == "4 Sep 2026, 18:05"
    assert written("en", "DATETIME_FORMAT") == "4 September 2026, 18:05"


def test_no_form_takes_a_month_for_a_day() -> None:
    with translation.override("en"):
        assert not [form for form in get_format("DATE_INPUT_FORMATS") if form.startswith("%m")]


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "4 September"),
        ("es", "4 de septiembre"),
        ("uk", "4 вересня"),
        ("lv", "4. septembris"),
        ("bg", "4 Септември"),
    ],
)
def test_a_day_without_its_year_is_written_as_each_language_writes_it(language: str, day: str) -> None:
    assert written(language, "MONTH_DAY_FORMAT") == day
