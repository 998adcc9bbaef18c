"""Dates and times have one form in each language, on pages, in the mailbox and in the admin."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.template import engines
from django.utils import dates, translation
from django.utils.formats import date_format, get_format

from saboteur_site.languages.formats import names
from tests.site.translations import LANGUAGES, OF

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
        ("bg", "4 септември"),
        ("de", "4. September"),
        ("fr", "4 septembre"),
        ("pl", "4 września"),
    ],
)
def test_a_day_without_its_year_is_written_as_each_language_writes_it(language: str, day: str) -> None:
    assert written(language, "MONTH_DAY_FORMAT") == day


@pytest.mark.parametrize("language", [code for code in LANGUAGES if not (code in OF and OF[code].nouns)])
def test_days_and_months_are_small_inside_a_sentence(language: str) -> None:
    with translation.override(language):
        for month in range(1, 13):
            moment = AFTERNOON.replace(month=month, day=month)
            shapes = (
                "D",
                "l",
                "b",
                "F",
                "E",
                "WEEKDAY_FORMAT",
                "AROUND_DAY_FORMAT",
                "MONTH_DAY_FORMAT",
                "FAR_HOUR_FORMAT",
            )
            for words in (date_format(moment, shape) for shape in shapes):
                assert words == words.lower(), words
                assert "'" not in words


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_language_has_the_formats_of_our_own(language: str) -> None:
    own = ("MONTH_DAY_FORMAT", "WEEKDAY_FORMAT", "AROUND_DAY_FORMAT", "FAR_HOUR_FORMAT", "DUE_FORMAT")
    missing = [form for form in own if get_format(form, lang=language) == form]
    assert missing == [], f"saboteur_site/languages/formats/{language}/formats.py has to say them"


def test_our_catalogues_name_every_month_and_weekday() -> None:
    with translation.override("en"):
        asked = [*dates.MONTHS.values(), *dates.WEEKDAYS.values()]
        short = [*dates.MONTHS_3.values(), *dates.WEEKDAYS_ABBR.values()]
        assert [*names.MONTHS, *names.WEEKDAYS] == asked
        assert [*names.MONTHS_IN_SHORT, *names.WEEKDAYS_IN_SHORT] == short
        assert [str(name) for name in names.MONTHS_BESIDE_A_DAY] == [str(name) for name in dates.MONTHS_ALT.values()]


@pytest.mark.parametrize(
    ("language", "day", "around"),
    [
        ("en", "Friday, 4 September 2026", "4 September"),
        ("es", "viernes, 4 de septiembre de 2026", "el 4 de septiembre"),
        ("uk", "п’ятниця, 4 вересня 2026 р.", "4 вересня"),
        ("lv", "piektdiena, 2026. gada 4. septembris", "4. septembrī"),
        ("bg", "петък, 4 септември 2026 г.", "4 септември"),
        ("de", "Freitag, 4. September 2026", "am 4. September"),
        ("fr", "vendredi 4 septembre 2026", "le 4 septembre"),
        ("pl", "piątek, 4 września 2026", "4 września"),
    ],
)
def test_a_day_is_written_with_its_weekday_and_as_it_stands_in_a_sentence(language: str, day: str, around: str) -> None:
    assert (written(language, "WEEKDAY_FORMAT"), written(language, "AROUND_DAY_FORMAT")) == (day, around)
