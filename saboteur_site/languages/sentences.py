"""The library `i18n` of all templates: Django's own, but `{% translate %}` caches each sentence by language.

A table page has about sixty of them, and Django searches all catalogues for each of them, each time.
"""

from typing import Any

from django import template
from django.template.base import Parser, Token
from django.templatetags import i18n
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class SentenceNode(template.Node):
    """A literal sentence of a template, with its cached translations."""

    child_nodelists = ()

    def __init__(self, asks: template.Node) -> None:
        self.asks = asks
        self.known: dict[str | None, str] = {}

    def render(self, context: Any) -> str:
        """Return the sentence; it depends on the language only."""
        language = get_language()
        if language not in self.known:
            self.known[language] = self.asks.render(context)
        return self.known[language]


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> template.Node:
    """`{% translate "…" %}`, `{% translate "…" as variable %}`: as Django's own."""
    node = i18n.do_translate(parser, token)
    asks = node.filter_expression
    is_fixed = isinstance(asks.var, template.Variable) and asks.var.literal is not None and not asks.filters
    return SentenceNode(node) if is_fixed and not node.asvar and not node.message_context else node
