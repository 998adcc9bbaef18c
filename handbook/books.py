"""The printed rulebooks compared: where they differ, which rule this site uses, what a table can choose.

R4, R25, R30, R34, R36.

If it is uncertain which of two books contains a rule, none is named.
"""

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Saying(NamedTuple):
    """The rule of one book, or of several."""

    book: "StrPromise"
    words: "StrPromise"


class Difference(NamedTuple):
    """A rule on which the books differ: that of each, and that of this site. `option` is the field of a ruleset by
    which a table uses another one, `choice` its text there; both are "" if there is none."""

    rule: int
    title: "StrPromise"
    sayings: tuple[Saying, ...]
    here: "StrPromise"
    option: str = ""
    choice: "StrPromise | str" = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the rules concerned."""
        return (self.rule,)


BOOKS = (
    _("Base game, in Spanish"),
    _("Saboteur 2, in Ukrainian"),
    _("Saboteur 2, in Latvian"),
    _("Anniversary edition of 2024, in Bulgarian"),
)
"""The books that were compared."""

_BASE = _("Base game")
_ONE, _OTHER = _("One book of Saboteur 2"), _("The other book of Saboteur 2")

DIFFERENCES = (
    Difference(
        rule=25,
        title=_("Who starts the next round"),
        sayings=(
            Saying(_BASE, _("The player after the one who laid the last tunnel card.")),
            Saying(_ONE, _("The player after the one who moved last.")),
            Saying(_OTHER, _("The player whose turn it would have been.")),
        ),
        here=_("The player after the one who laid the last tunnel card, in Saboteur 2 too."),
        option="next_starter",
        choice=_("Who starts the next round"),
    ),
    Difference(
        rule=34,
        title=_("Where a ladder may lie"),
        sayings=(
            Saying(_ONE, _("It has to be joined to another tunnel card.")),
            Saying(_OTHER, _("It doesn’t have to be joined to anything.")),
        ),
        here=_("It only has to touch a face-up tunnel card."),
        option="joined_ladders",
        choice=_("Ladders must be joined"),
    ),
    Difference(
        rule=36,
        title=_("Who may lay a door"),
        sayings=(
            Saying(
                _("Saboteur 2, in Latvian"), _("Diggers lay only doors of their own colour, and discard the others.")
            ),
        ),
        here=_("Everyone lays doors of both colours. They only matter for who wins."),
        option="own_doors",
        choice=_("Own-colour doors only"),
    ),
    Difference(
        rule=4,
        title=_("How many new action cards there are"),
        sayings=(
            Saying(_("The contents of each book of Saboteur 2"), _("21 cards.")),
            Saying(_("The lists in the same books"), _("They add up to 20 cards.")),
        ),
        here=_("The 20 cards of the lists."),
    ),
    Difference(
        rule=30,
        title=_("How many nuggets the bank has"),
        sayings=(Saying(_("The boxes of Saboteur 2"), _("They hold 30 to 33 nuggets.")),),
        here=_("The bank never runs out."),
    ),
)
"""The rules on which they differ; first those that a table can choose."""
