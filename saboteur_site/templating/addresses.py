"""Addresses by the names of their views, and the tag `{% url %}` of all templates: each address is cached.

A table page has a dozen of them, and Django tries all patterns of a name for each of them, each time.
"""

from functools import lru_cache
from typing import Any

from django import template, urls
from django.conf import settings
from django.template import defaulttags
from django.template.base import Parser, Token
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf
from django.utils.html import escape

register = template.Library()


def address(name: str, *args: Any) -> str:
    """Return the address of a view by its name; raise NoReverseMatch if there is none."""
    return _known(get_urlconf() or settings.ROOT_URLCONF, get_script_prefix(), name, args, (), None)


@lru_cache(maxsize=10_000)
def _known(_urls: str, _prefix: str, name: str, args: tuple[Any, ...], named: Any, app: str | None) -> str:
    return urls.reverse(name, args=args, kwargs=dict(named), current_app=app)


@lru_cache(maxsize=10_000)
def _escaped(url: str) -> str:
    return str(escape(url))


class AddressNode(defaulttags.URLNode):
    """Django's own tag, with cached addresses."""

    def render(self, context: Any) -> str:
        """Return the address; "" if it is stored in a variable instead."""
        args = tuple(arg.resolve(context) for arg in self.args)
        named = tuple((name, value.resolve(context)) for name, value in self.kwargs.items())
        found = getattr(getattr(context, "request", None), "resolver_match", None)
        where = (get_urlconf() or settings.ROOT_URLCONF, get_script_prefix())
        try:
            url = _known(*where, self.view_name.resolve(context), args, named, found and found.namespace)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            url = ""
        if self.asvar:
            context[self.asvar] = url
            return ""
        return _escaped(url) if context.autoescape else url


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    """`{% url 'name' … %}`, `{% url 'name' … as variable %}`: as Django's own."""
    node = defaulttags.url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
