"""Games, modules and variants by the names that people see (R82)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_NAMES: Mapping[str, "StrPromise"] = {
    "base": _("Base game"),
    "saboteur2": _("Saboteur 2"),
    "greedy": _("Greedy dwarf"),
    "swap-goals": _("Swap goals"),
    "treasury": _("Treasury"),
    "veto": _("Veto"),
    "reverse": _("Reverse"),
    "craftsman": _("Craftsman"),
    "guide": _("Mine guide"),
    "detour": _("Detour"),
    "tunnel-toll": _("Tunnel toll"),
    "costume-department": _("Costume department"),
    "tunnel-party": _("Tunnel party"),
    "new-goals": _("New goals"),
    "treasure-chests": _("Treasure chests"),
    "sabotaged-dwarf": _("Sabotaged dwarf"),
    "tournament": _("Tournament"),
}


def module_name(name: str) -> str:
    """The name of a game, module or variant; what is unknown is called as it was given."""
    return str(_NAMES.get(name, name))
