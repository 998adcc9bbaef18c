"""The sabotaged dwarf (R80)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.strokes import placed
from games.sheets.sheet import Clause, ModuleSheet

SHEET = ModuleSheet(
    name="sabotaged-dwarf",
    title=_("Sabotaged dwarf"),
    line=_("Diggers with a broken tool get no gold."),
    adds=(
        _("Diggers who have a broken tool when the gold is reached get no gold card."),
        _("The other diggers share what they miss out on, so leaving a tool broken can pay."),
    ),
    rules=(80,),
    icon=placed(icons.PICKAXE + icons.CRACK, 0, 0, 0.95),
    goals_of_roles={
        "digger": (Clause("but", "broken", _("If one of your tools is broken then, you get no gold card.")),),
    },
    settled=(
        _("If a saboteur joins the gold, the first digger before them in turn order with whole tools begins (R80)."),
    ),
)
