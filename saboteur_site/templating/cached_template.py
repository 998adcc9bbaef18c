"""`{% cached_template 'a template' %}`: a fragment that depends on the language only is rendered once in a process."""

from functools import cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def cached_template(name: str) -> SafeString:
    """Render a template without context: so it contains nothing of a user or a table."""
    return _rendered(get_language(), settings.SITE_NAME, name)


@cache
def _rendered(_language: str | None, _site: str, name: str) -> SafeString:
    return render_to_string(name)
