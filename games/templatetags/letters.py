"""Words in letters, which have no style that could break them."""

import re

from django import template
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
_LONG = re.compile(r"(\S{9})(?=\S{5})")
"""Nine signs of a word that goes on for so long that it may not fit on the screen of a phone in large text."""


@register.filter
def breakable(text: object) -> SafeString:
    """A text in which long words, as names of tables can be, may go on in the next line."""
    parts = _LONG.sub("\\1\0", str(text)).split("\0")
    return format_html_join(mark_safe("<wbr>"), "{}", ((conditional_escape(part),) for part in parts))
