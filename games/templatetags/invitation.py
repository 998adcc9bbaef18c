"""An invitation link as a QR code."""

from functools import lru_cache

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
QUIET = 4
"""Width of the white margin in modules (ISO/IEC 18004)."""


@register.simple_tag
def qr(site: str, path: str) -> SafeString:
    """Return the QR code of an address as SVG: dark on white in every theme, and no larger than its frame."""
    return _drawn(site + path)


@lru_cache(maxsize=128)
def _drawn(address: str) -> SafeString:
    """Return the code, cached: a lobby is rendered after each change, and the code takes longer than all the rest."""
    code = segno.make_qr(address, error="m")
    picture = code.svg_inline(border=QUIET, omitsize=True, dark="#000", light="#fff", svgclass="", lineclass="")
    return mark_safe(picture)  # noqa: S308 (squares, and nothing of what was written)
