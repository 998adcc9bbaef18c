"""The tournament (R81)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.strokes import line
from games.sheets.greedy import UNLESS_GREEDY
from games.sheets.sheet import Clause, ModuleSheet

SHEET = ModuleSheet(
    name="tournament",
    title=_("Tournament"),
    line=_("Nuggets in place of gold cards, for five to nine players."),
    adds=(
        _("One or two greedy dwarfs dig along, and no role is set aside."),
        _(
            "It pays three nuggets to the digger who joins the gold, two to each other"
            " digger, four to a greedy dwarf who gets there first. Saboteurs get three each, a single one four."
        ),
        _("One tunnel card lies face up in the middle of the mine from the beginning."),
    ),
    rules=(81,),
    icon=icons.CROWN + line("M-14 20H14", "wd", 5),
    goals_of_roles={
        "digger": (
            UNLESS_GREEDY,
            Clause("pays", "two-or-three", _("You get two nuggets then, and three if you connect it yourself.")),
        ),
        "saboteur": (
            Clause("pays", "three-or-four", _("You get three nuggets then, and four if you are the only saboteur.")),
        ),
    },
    settled=(_("All diggers get two nuggets if a saboteur joins the gold (R81)."),),
)
