"""The date hierarchy above a list of the admin: years, months, days between the oldest row and the newest.

Django reads the dates of all rows. Here the index of the column gives the first and the last one.
"""

import calendar
from datetime import date, datetime
from typing import Any

from django import template
from django.utils import formats
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

register = template.Library()


@register.inclusion_tag("admin/date_hierarchy.html")
def dates(changes: Any) -> dict[str, Any]:
    """Return the choices of the date hierarchy, and its back link; two queries."""
    name = changes.date_hierarchy
    span = _span(changes.model, name)
    if span is None:
        return {"show": False}
    asked = [_number(changes.params.get(f"{name}__{part}")) for part in ("year", "month", "day")]
    year, month, day = asked if asked[0] else [None, None, None]
    if year and not _is_there(year, month, day):
        return {"show": False}

    def link(**parts: int) -> str:
        return str(changes.get_query_string({f"{name}__{part}": value for part, value in parts.items()}, [f"{name}__"]))

    if not year:
        years = range(span[0].year, span[1].year + 1)
        return {"show": True, "back": None, "choices": [{"link": link(year=one), "title": str(one)} for one in years]}
    if not month:
        months = [one for one in range(1, 13) if _overlaps(span, date(year, one, 1), _end(year, one))]
        choices = [{"link": link(year=year, month=one), "title": _month(year, one)} for one in months]
        return {"show": True, "back": {"link": link(), "title": _("All dates")}, "choices": choices}
    if not day:
        found = [date(year, month, one) for one in range(1, _end(year, month).day + 1)]
        found = [one for one in found if _overlaps(span, one, one)]
        choices = [{"link": link(year=year, month=month, day=one.day), "title": _day(one)} for one in found]
        return {"show": True, "back": {"link": link(year=year), "title": str(year)}, "choices": choices}
    back = {"link": link(year=year, month=month), "title": _month(year, month)}
    return {"show": True, "back": back, "choices": [{"title": _day(date(year, month, day))}]}


def _span(model: Any, name: str) -> tuple[date, date] | None:
    """Return the days of the first and the last row; None if there is none."""
    column = model._default_manager.exclude(**{name: None}).values_list(name, flat=True)
    ends: list[datetime] = [moment for order in (name, f"-{name}") for moment in column.order_by(order)[:1]]
    return (localtime(ends[0]).date(), localtime(ends[1]).date()) if ends else None


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 5 else None


def _is_there(year: int, month: int | None, day: int | None) -> bool:
    try:
        date(year, month or 1, day or 1)
    except ValueError:
        return False
    return True


def _overlaps(span: tuple[date, date], first: date, last: date) -> bool:
    return first <= span[1] and last >= span[0]


def _end(year: int, month: int) -> date:
    return date(year, month, calendar.monthrange(year, month)[1])


def _month(year: int, month: int) -> str:
    return capfirst(formats.date_format(date(year, month, 1), "YEAR_MONTH_FORMAT"))


def _day(one: date) -> str:
    return capfirst(formats.date_format(one, "MONTH_DAY_FORMAT"))
