"""Links into the rule book: the rules cited by a sentence."""

from collections.abc import Iterable

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.wording.cited import cited
from handbook.rule_texts import NumberedRule, Span, numbered_rules, rules_in

register = template.Library()


@register.filter
def rule_links(text: str) -> SafeString:
    """Return a sentence with its cited rules behind an (i) each, at its end; all else is escaped. No line break
    separates its last word from them."""
    words, numbers = cited(str(text))
    links = [_rule_link(number) for number in numbers if number in numbered_rules()]
    if not links:
        return format_html("{}", words)
    before, space, last = words.rpartition(" ")
    signs = format_html_join("", " {}", ((link,) for link in links))
    return format_html('{}{}<span class="end">{}{}</span>', before, space, last, signs)


@register.filter
def spoken(rule: NumberedRule) -> SafeString:
    """Return the attribute for a rule that is in English on a page of another language; else nothing."""
    english = settings.LANGUAGE_CODE
    is_left = get_language() != english and rule.blocks == rules_in(english)[rule.number].blocks
    return format_html(' lang="{}"', english) if is_left else SafeString("")


_IN_A_LINE = {"code": "<code>{}</code>", "em": "<em>{}</em>", "strong": "<b>{}</b>"}


@register.filter
def in_a_line(spans: Iterable[Span]) -> SafeString:
    """Return the pieces of a line of the rule book, joined without white space; all texts are escaped."""
    return format_html_join("", "{}", ((_span(span),) for span in spans))


def _span(span: Span) -> str | SafeString:
    if span.kind == "rule":
        return format_html('<a href="{}">{}</a>', reverse("handbook:rule", args=[span.number]), span.text)
    return format_html(_IN_A_LINE.get(span.kind, "{}"), span.text)


def _rule_link(number: int) -> SafeString:
    return format_html(
        '<a class="rule" href="{}" hx-boost="false"><span aria-hidden="true">i</span>'
        '<span class="visually-hidden">{}</span></a>',
        reverse("handbook:rule", args=[number]),
        _("Rule R%(number)s") % {"number": number},
    )
