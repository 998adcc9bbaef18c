"""Rules that go well together, chosen with one tap when a table is set up."""

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Preset(NamedTuple):
    """A name and a line for people, the names of what is played, and for how many the preset sets the table."""

    name: str
    label: "StrPromise"
    line: "StrPromise"
    rules: str
    modules: tuple[str, ...] = ()
    seats: int = 5
    rounds: int = 3


PRESETS = {
    preset.name: preset
    for preset in (
        Preset("classic", _("Classic"), _("The base game as it is in the box."), "base"),
        Preset("saboteur2", _("Saboteur 2"), _("Two teams, doors and ladders."), "saboteur2", seats=6),
        Preset(
            "anniversary",
            _("Anniversary evening"),
            _("New goals, chests, a party and the championship cards."),
            "saboteur2",
            (
                "swap-goals", "treasury", "reverse", "craftsman", "guide", "detour",
                "new-goals", "treasure-chests", "tunnel-party",
            ),
            seats=6,
        ),
        Preset(
            "tournament",
            _("Tournament"),
            _("Nuggets, a greedy dwarf and a tunnel in the middle."),
            "base",
            ("tournament",),
            seats=6,
        ),
        Preset("two", _("Quick two-player"), _("One round of Saboteur 2 for two."), "saboteur2", seats=2, rounds=1),
    )
}  # fmt: skip
