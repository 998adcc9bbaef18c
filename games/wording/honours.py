"""The names of the small honours at the end of a game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_NAMES: Mapping[str, "StrPromise"] = {
    "tunnel": gettext_lazy("Longest tunnel, in cards"),
    "reached": gettext_lazy("Gold reached"),
    "tunnels": gettext_lazy("Most tunnel cards laid"),
    "harms": gettext_lazy("Most tools broken and players trapped"),
    "mends": gettext_lazy("Most tools repaired and players freed"),
    "looks": gettext_lazy("Most looks at hidden cards"),
    "rockfalls": gettext_lazy("Most rockfalls"),
    "thefts": gettext_lazy("Most nuggets stolen"),
    "vetoes": gettext_lazy("Most vetoes"),
}


def honour_name(kind: str) -> str:
    """Return the name of an honour."""
    return str(_NAMES[kind])
