"""Games, modules and variants by the names that people see (R82)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_NAMES: Mapping[str, "StrPromise"] = {
    "base": _("Base game"),
    "saboteur2": _("Saboteur 2"),
    "greedy": _("Greedy dwarf 2016"),
    "swap-goals": _("Swap goals 2017"),
    "treasury": _("Treasury 2018"),
    "veto": _("Veto 2019"),
    "reverse": _("Reverse 2020"),
    "craftsman": _("Craftsman 2021"),
    "guide": _("Mine guide 2022"),
    "detour": _("Detour 2023"),
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
