"""Regions of a table's page: parts that are replaced as a whole, and sent only where an open page has another one."""

import re
import zlib
from collections.abc import Mapping
from typing import Any

from django import template
from django.http import HttpRequest
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

HEADER = "X-Regions"
"""The header in which an open page names its regions, each with its mark."""
_LONGEST = 4000
_HELD = re.compile(r"([a-z][a-z0-9-]{0,20})\.([0-9a-f]{1,8})")
_TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+')


def held_by(request: HttpRequest) -> Mapping[str, str]:
    """Return the marks of the regions that an open page holds, by their ids; forged ones are left out."""
    found = (_HELD.fullmatch(part) for part in request.headers.get(HEADER, "")[:_LONGEST].split())
    return {one[1]: one[2] for one in found if one}


def mark_of(text: str) -> str:
    """Return the mark of markup, which differs where the markup does; tokens of forms do not count."""
    return f"{zlib.crc32((_TOKEN.sub('', text) if 'csrf' in text else text).encode()):x}"


class Region(template.Node):
    """Marks the element with the id `name`. With `held` in the context a region that the page holds is left out, and
    another one replaces its element; so does one that stands `apart` from the table, in any part of a page."""

    child_nodelists = ("nodelist",)

    def __init__(self, name: FilterExpression, nodelist: NodeList, *, apart: bool) -> None:
        self.name, self.nodelist, self.apart = name, nodelist, apart

    def render(self, context: template.Context) -> SafeString:
        """Return the markup of the region; "" if the page holds it."""
        name, text, held = self.name.resolve(context), self.nodelist.render(context), context.get("held")
        mark = mark_of(text)
        if held is not None and held.get(name) == mark:
            return SafeString("")
        moves = held is not None or (self.apart and context.get("part"))
        marked = f'id="{name}" data-is="{mark}"{" hx-swap-oob=true" * bool(moves)}'
        return mark_safe(text.replace(f'id="{name}"', marked, 1))  # noqa: S308  # markup of the templates inside


@register.tag
def region(parser: Parser, token: Token) -> Region:
    """`{% region "clock" apart %}`: the markup up to `{% endregion %}`, which has one element with this id."""
    _tag, name, *more = token.split_contents()
    nodelist = parser.parse(("endregion",))
    parser.delete_first_token()
    return Region(parser.compile_filter(name), nodelist, apart=more == ["apart"])


def frame_of(*parts: Any) -> str:
    """Return the mark of what stands around the regions: where it differs, the table is sent as a whole."""
    return mark_of(repr(parts))
