"""An invitation link as a picture that a camera reads."""

from functools import lru_cache

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
QUIET = 4
"""Modules of white around the code (ISO/IEC 18004)."""


@register.simple_tag
def qr(site: str, path: str) -> SafeString:
    """The QR code of an address as SVG: dark on white in every theme, and no larger than its frame."""
    return _drawn(site + path)


@lru_cache(maxsize=128)
def _drawn(address: str) -> SafeString:
    """A lobby is drawn again with each change, and a code takes longer than all the rest of it."""
    code = segno.make_qr(address, error="m")
    picture = code.svg_inline(border=QUIET, omitsize=True, dark="#000", light="#fff", svgclass="", lineclass="")
    return mark_safe(picture)  # noqa: S308 (squares, and nothing of what was written)
