"""The library `static` of all templates: Django's own, but the address of each file is cached.

The files of all names are fixed when the site is prepared, before a process starts.
"""

from functools import lru_cache

from django import template
from django.template.base import Parser, Token
from django.templatetags import static as django_static

register = template.Library()
register.tags.update(django_static.register.tags)


@lru_cache(maxsize=1024)
def _cached_address(path: str) -> str:
    return str(django_static.StaticNode.handle_simple(path))


class FileNode(django_static.StaticNode):
    """Django's own tag, with cached addresses."""

    @classmethod
    def handle_simple(cls, path: str) -> str:
        """Return the address of a file."""
        return _cached_address(path)


@register.tag
def static(parser: Parser, token: Token) -> template.Node:
    """`{% static 'path' %}`, `{% static path as variable %}`: as Django's own."""
    return FileNode.handle_token(parser, token)
