"""The values of the rule book's pages: an entry for a card, and one for a game, an expansion or a variant."""

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class CardHelp(NamedTuple):
    """A page about one card, or about a family of tunnel cards.

    `kind` is its chapter, `shown` the names of its cards in the catalogue (for the chapter "more": ids of pictures),
    `target` its target or purpose, `rules` the numbers of the rules, `part_of` the games, expansions and variants that
    bring it, `see` the related pages. Without a `title` its title is the name of its card.
    """

    slug: str
    kind: str
    shown: tuple[str, ...]
    what: "StrPromise"
    target: "StrPromise | str"
    rules: tuple[int, ...]
    part_of: tuple[str, ...]
    see: tuple[str, ...] = ()
    title: "StrPromise | None" = None


class ModuleHelp(NamedTuple):
    """A page about a game, an expansion or a variant: what it adds, a sentence each, and the numbers of the rules."""

    name: str
    adds: tuple["StrPromise", ...]
    rules: tuple[int, ...]


CHAPTERS = {
    "tunnel": _("Tunnel cards"),
    "action": _("Action cards"),
    "goal": _("Goals"),
    "chest": _("Treasure chests"),
    "role": _("Roles"),
    "place": _("Fixed cards"),
    "more": _("Gold and miners"),
}
"""The chapters about cards, in order, and their titles."""

TARGETS = {
    "tunnel": _("Where it can go"),
    "action": _("Played on"),
    "goal": _("Who reaches it"),
    "chest": _("Who gets it"),
    "role": _("Your goal"),
    "place": _("Who it changes"),
    "more": _("Whose it is"),
}
"""By chapter: the label of the `target` of an entry."""
