"""2021, the craftsman (R65)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import HELP, action
from games.sheets.sheet import ActionSheet, Aim, EntrySheet, ModuleSheet

SHEET = ModuleSheet(
    name="craftsman",
    title=_("Craftsman 2021"),
    line=_("Repairs whichever tool is broken."),
    adds=(_("One more card in the pile, and the only repair that fits every broken tool. It repairs one of them."),),
    rules=(65,),
    icon=icons.CRAFTSMAN,
    actions=(
        ActionSheet(
            name="repair:pickaxe+lantern+cart",
            title=_("Repair any tool"),
            aim=Aim.TOOL,
            question=None,
            done=None,
            picture=action(icons.CRAFTSMAN, HELP),
            page=EntrySheet(
                what=_("Repairs any one broken tool. If several are broken, you choose which."),
                target=_("Any player with a broken tool, yourself included."),
                rules=(16, 65),
                see=("break-pickaxe", "break-lantern", "break-cart"),
            ),
        ),
    ),
)
