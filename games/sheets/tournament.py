"""The tournament (R81)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.strokes import line
from games.sheets.greedy import UNLESS_GREEDY
from games.sheets.sheet import Clause, ModuleSheet

SHEET = ModuleSheet(
    name="tournament",
    title=_("Tournament"),
    line=_("Nuggets instead of gold cards, for five to nine players."),
    adds=(
        _("One or two greedy dwarves dig along, and no role is set aside."),
        _(
            "The digger who joins the gold gets three nuggets, every other digger two. A greedy dwarf who gets there "
            "first gets four. Saboteurs get three each, or four if there’s only one."
        ),
        _("One tunnel card is face up in the middle of the mine from the beginning."),
    ),
    rules=(81,),
    icon=icons.CROWN + line("M-14 20H14", "wd", 5),
    goals_of_roles={
        "digger": (
            UNLESS_GREEDY,
            Clause("pays", "two-or-three", _("You get two nuggets then, and three if you connect it yourself.")),
        ),
        "saboteur": (
            Clause("pays", "three-or-four", _("You get three nuggets then, and four if you’re the only saboteur.")),
        ),
    },
    settled=(_("If a saboteur joins the gold, all diggers get two nuggets (R81)."),),
)
