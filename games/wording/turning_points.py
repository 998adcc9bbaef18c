"""The names of the turning points of a round. The line of the log describes the event."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_NAMES: Mapping[str, "StrPromise"] = {
    "knew": gettext_lazy("The first to look where the gold lay"),
    "untrusted": gettext_lazy("The look that was never trusted"),
    "taken-up": gettext_lazy("Two goals in one hand"),
    "cut": gettext_lazy("The rockfall that cut the way"),
    "elsewhere": gettext_lazy("The tunnel that went elsewhere"),
    "believed": gettext_lazy("The false claim that was believed"),
    "stone": gettext_lazy("The wrong goal"),
    "mended": gettext_lazy("The repair that made it possible"),
    "stopped": gettext_lazy("The tool that was broken just before the end"),
    "vetoed": gettext_lazy("The card that had no effect"),
}


def turning_point_name(kind: str) -> str:
    """Return the name of a kind of turning point."""
    return str(_NAMES[kind])
