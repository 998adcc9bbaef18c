"""What a page of the rule book is made of: an entry for a card, and one for a game, an expansion or a variant."""

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class CardHelp(NamedTuple):
    """A page about one card, or about a family of tunnel cards.

    `kind` is the chapter it stands in, `shown` the names of its cards in the catalogue (for the chapter "more": ids of
    pictures), `target` what it is for, `rules` the numbers to look up, `part_of` the games, expansions and
    variants that bring it, `see` the pages that go with it. Without a `title` it is called as its card is.
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
    """A page about a game, an expansion or a variant: what it adds, a sentence each, and the numbers to look up."""

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
"""The chapters about cards, in their order, and what they are called."""

TARGETS = {
    "tunnel": _("Where it may lie"),
    "action": _("Played on"),
    "goal": _("Who reaches it"),
    "chest": _("Who gets it"),
    "role": _("Your goal"),
    "place": _("Whom it changes"),
    "more": _("Whose it is"),
}
"""By chapter: what the `target` of an entry says."""
