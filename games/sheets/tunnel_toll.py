"""Tunnel toll (R70)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.sheets.sheet import ModuleSheet, Page

SHEET = ModuleSheet(
    name="tunnel-toll",
    title=_("Tunnel toll"),
    line=_("Miners bar the open ends of tunnels until somebody pays."),
    adds=(
        _("Everybody begins with one nugget. There are two miners for the whole table, each to be put once a round."),
        _(
            "Whoever likes puts one on an open end of the mine, and one player may put both. There it stands until"
            " somebody pays its owner a nugget to dig on. You may pay for somebody else, and offer so in advance."
        ),
    ),
    rules=(70,),
    icon=icons.MINER,
    settled=(
        _("There are two miners for the whole table, and one player may put both (R70)."),
        _("A miner lets his owner pass for nothing, and others may offer to pay for you (R70)."),
        _("Whoever has to pay and has no nugget left changes their lowest gold card, openly (R70)."),
        _("With the pile used up a tunnel for which only another can pay is a move if the offer stands (R21, R70)."),
    ),
    more=(
        Page(
            what=_(
                "Put one on an open end of the mine, in place of a turn, for one card from your hand. Whoever wants to"
                " dig on there pays you a nugget, and the miner is gone for the round."
            ),
            target=_("Whoever puts it: there are two for the whole table, each to be put once a round."),
            rules=(70,),
            see=("gold-cards",),
            slug="miner",
            title=_("Miners"),
            shown=("x-miner",),
        ),
    ),
)
