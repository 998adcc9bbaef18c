"""The roles of Saboteur 2 (R30)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.art.roles import CROWN, CRYSTAL, DISC, MONOCLE, TRIANGLE, dwarf, role
from games.art.strokes import disc, plain
from games.sheets.sheet import Clause, EntrySheet, RoleSheet

NOT_TRAPPED = Clause("but", "trapped", _("If you’re trapped when the round ends, you get nothing."))
"""Holds for every role of the game (R38)."""

ROLES = (
    RoleSheet(
        name="blue",
        title=_("Blue digger"),
        goal=(
            Clause(
                "wins",
                "team",
                _(
                    "You win when the gold is reached and some way to it has no green door. But when a green digger"
                    " connects it, you win only if the green team cannot: if every way has a blue door."
                ),
            ),
            NOT_TRAPPED,
        ),
        question=_("Are you a blue digger?"),
        asked=_("%(other)s, are you a blue digger?"),
        wins=_("The blue diggers win this round."),
        winners=pgettext_lazy("winners", "blue diggers"),
        picture=role(dwarf("tb", "br", DISC)),
        page=EntrySheet(
            what=_(
                "A digger of the blue team, with a disc on the hat. Blue diggers walk through blue doors; green ones"
                " stop them."
            ),
            rules=(30, 36, 45),
            see=("role-green", "doors-green"),
        ),
    ),
    RoleSheet(
        name="green",
        title=_("Green digger"),
        goal=(
            Clause(
                "wins",
                "team",
                _(
                    "You win when the gold is reached and some way to it has no blue door. But when a blue digger"
                    " connects it, you win only if the blue team cannot: if every way has a green door."
                ),
            ),
            NOT_TRAPPED,
        ),
        question=_("Are you a green digger?"),
        asked=_("%(other)s, are you a green digger?"),
        wins=_("The green diggers win this round."),
        winners=pgettext_lazy("winners", "green diggers"),
        picture=role(dwarf("tg", "br", TRIANGLE)),
        page=EntrySheet(
            what=_(
                "A digger of the green team, with a triangle on the hat. Green diggers walk through green doors; blue"
                " ones stop them."
            ),
            rules=(30, 36, 45),
            see=("role-blue", "doors-blue"),
        ),
    ),
    RoleSheet(
        name="boss",
        title=_("Boss"),
        goal=(
            Clause("wins", "gold", _("You win when the gold is reached, no matter who reaches it.")),
            Clause(
                "pays",
                "one-less",
                _("You get one nugget less than a full share, and none when five or more have won."),
            ),
            NOT_TRAPPED,
        ),
        question=_("Are you the boss?"),
        asked=_("%(other)s, are you the boss?"),
        wins=_("The boss wins this round."),
        winners=pgettext_lazy("winners", "boss"),
        picture=role(dwarf("wd2", "pa2", CROWN)),
        page=EntrySheet(
            what=_(
                "The boss has a share in both teams and walks through every door, so it doesn’t matter which team "
                "reaches the gold."
            ),
            rules=(30, 45, 47),
            see=("role-profiteer",),
        ),
    ),
    RoleSheet(
        name="profiteer",
        title=_("Profiteer"),
        goal=(
            Clause("wins", "always", _("You always win, however the round ends.")),
            Clause(
                "pays",
                "two-less",
                _("You get two nuggets less than a full share, and none when four or more have won."),
            ),
            NOT_TRAPPED,
        ),
        question=_("Are you the profiteer?"),
        asked=_("%(other)s, are you the profiteer?"),
        wins=_("The profiteer wins this round."),
        winners=pgettext_lazy("winners", "profiteer"),
        picture=role(dwarf("st2", "sb2", plain("M-13-19H13V-14H-13Z", "no"), MONOCLE + disc(21, 34, 8, "go"))),
        page=EntrySheet(
            what=_(
                "The profiteer always wins, no matter who else does. The fewer winners there are, the larger the "
                "shares."
            ),
            rules=(30, 45, 46, 47),
            see=("role-boss",),
        ),
    ),
    RoleSheet(
        name="geologist",
        title=_("Geologist"),
        goal=(
            Clause(
                "pays",
                "crystals",
                _(
                    "You get a nugget for each crystal in the mine when the round ends, no matter who wins. Two "
                    "geologists share them, rounded down."
                ),
            ),
            NOT_TRAPPED,
        ),
        question=_("Are you a geologist?"),
        asked=_("%(other)s, are you a geologist?"),
        wins=_("The geologists win this round."),
        winners=pgettext_lazy("winners", "geologists"),
        picture=role(dwarf("c3", "pa", CRYSTAL)),
        page=EntrySheet(
            what=_(
                "The geologist looks for crystals and never counts as a winner. The gold doesn’t matter to a geologist."
            ),
            rules=(30, 48),
            see=("crystals",),
        ),
    ),
)
