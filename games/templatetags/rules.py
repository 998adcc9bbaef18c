"""Ways into the rule book: the numbers in a sentence as links, the page about a card."""

import re
from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.wording import help as book
from games.wording.help_rules import Span, numbered_rules

register = template.Library()


@register.filter
def rule_links(text: str) -> SafeString:
    """A sentence with each number of a rule as a link to it: `… (R14).`; all else is escaped."""
    return format_html_join("", "{}", ((_linked(piece),) for piece in re.split(r"\b(R[1-9][0-9]?)\b", str(text))))


@register.filter
def help_slug(card: str) -> str:
    """The slug of the page about a card, for `games:card`."""
    return book.help_slug(card)


_IN_A_LINE = {"code": "<code>{}</code>", "em": "<em>{}</em>", "strong": "<b>{}</b>"}


@register.filter
def in_a_line(spans: Iterable[Span]) -> SafeString:
    """The pieces of a line of the rule book, one at another without white space; all that stands in them is escaped."""
    return format_html_join("", "{}", ((_span(span),) for span in spans))


def _span(span: Span) -> str | SafeString:
    if span.kind == "rule":
        return format_html('<a href="{}">{}</a>', reverse("games:rule", args=[span.number]), span.text)
    return format_html(_IN_A_LINE.get(span.kind, "{}"), span.text)


def _linked(piece: str) -> str | SafeString:
    number = book.rule_number(piece)
    if number not in numbered_rules():
        return piece
    return format_html('<a href="{}">{}</a>', reverse("games:rule", args=[number]), piece)
