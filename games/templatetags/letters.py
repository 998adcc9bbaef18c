"""Long words in mails, which have no style sheet that could break them."""

import re

from django import template
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
_LONG = re.compile(r"\S{20,}")
"""A word that exceeds the screen of a phone. A shorter one has room, and would break in the wrong place."""
_PART = re.compile(r"(\S{9})(?=\S{5})")


@register.filter
def breakable(text: object) -> SafeString:
    """Return a text in which long words, such as names of tables, may be broken across lines."""
    parts = _LONG.sub(lambda word: _PART.sub("\\1\0", word[0]), str(text)).split("\0")
    return format_html_join(mark_safe("<wbr>"), "{}", ((conditional_escape(part),) for part in parts))
