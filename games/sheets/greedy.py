"""2016, the greedy dwarf (R60)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.art import icons
from games.art.roles import GOLD_IN_ARMS, dwarf, role
from games.art.strokes import placed
from games.sheets.sheet import Clause, EntrySheet, ModuleSheet, RoleSheet

UNLESS_GREEDY = Clause(
    "wins", "gold-not-greedy", _("You win when the gold is reached, unless a greedy dwarf connects it.")
)
"""What diggers want where a greedy dwarf may play (R60, R81)."""

SHEET = ModuleSheet(
    name="greedy",
    title=_("Greedy dwarf 2016"),
    line=_("A dwarf who wins alone, and only by reaching the gold himself."),
    adds=(
        _("One digger fewer, replaced by a dwarf who wants all the gold for himself."),
        _(
            "If he plays the card that joins the gold, he gets four and the others get nothing. If another player "
            "does, he gets nothing."
        ),
    ),
    rules=(60,),
    icon=placed(icons.hat("no"), 0, -8, 0.9) + placed(icons.HEAP_OF_GOLD, 0, 15, 0.6),
    settled=(
        _("If the greedy dwarf joins the gold, the others get nothing (R60)."),
        _("The greedy dwarf is never counted as a digger (R60)."),
    ),
    goals_of_roles={"digger": (UNLESS_GREEDY,)},
    roles=(
        RoleSheet(
            name="greedy",
            title=_("Greedy dwarf"),
            goal=(
                Clause("wins", "own-gold", _("You win only when you connect the gold to the start yourself.")),
                Clause("pays", "four-alone", _("Then you get four nuggets, and the others get nothing.")),
            ),
            question=_("Are you the greedy dwarf?"),
            asked=_("%(other)s, are you the greedy dwarf?"),
            wins=_("The greedy dwarf wins this round."),
            winners=pgettext_lazy("winners", "greedy dwarf"),
            picture=role(dwarf("no", "br", placed(icons.NUGGET, 0, -20, 0.7), GOLD_IN_ARMS)),
            page=EntrySheet(
                what=_(
                    "The greedy dwarf replaces a digger and digs for himself alone. If he joins the gold himself, he "
                    "gets four and the others get nothing."
                ),
                rules=(60, 81),
                see=("role-digger", "role-saboteur"),
                also=("tournament",),
            ),
        ),
    ),
)
