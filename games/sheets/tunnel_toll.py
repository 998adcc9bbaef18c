"""Tunnel toll (R70)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.sheets.sheet import EntrySheet, ModuleSheet

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
        _("Miners let their owner pass for nothing (R70)."),
        _("Other players can pay your toll, by an offer that they make in advance (R70)."),
        _("Whoever has to pay and has no nugget left changes their lowest gold card at the bank, openly (R70)."),
        _("The card discarded for a miner lies face down (R70)."),
        _("Only one miner stands on a square (R70)."),
        _("A miner whose tunnel is cut off stays (R70)."),
        _("With the pile used up a tunnel for which only another can pay is a move if the offer stands (R21, R70)."),
    ),
    more=(
        EntrySheet(
            what=_(
                "Put one on an open end of the mine, in place of a turn, for one card from your hand; you draw none"
                " for it. Whoever wants to dig on there pays you a nugget, and the miner is gone for the round."
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
