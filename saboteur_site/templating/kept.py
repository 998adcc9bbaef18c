"""`{% kept 'a template' %}`: what is the same for everybody who reads a language is drawn once in a process."""

from functools import cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def kept(name: str) -> SafeString:
    """What a template draws that is given nothing: nothing of a person or of a table can come into it."""
    return _kept(get_language(), settings.SITE_NAME, name)


@cache
def _kept(_language: str | None, _site: str, name: str) -> SafeString:
    return render_to_string(name)
