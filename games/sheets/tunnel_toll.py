"""Tunnel toll (R70)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.sheets.sheet import EntrySheet, ModuleSheet

SHEET = ModuleSheet(
    name="tunnel-toll",
    title=_("Tunnel toll"),
    line=_("Miners block open ends of tunnels until a player pays."),
    adds=(
        _(
            "Everyone begins with one nugget. There are two miners for the whole table, and each can be placed once a "
            "round."
        ),
        _(
            "Any player may put one on an open end of the mine, and the same player may put both. It stays until a "
            "player pays its owner a nugget to dig on. You may pay for another player, and offer so in advance."
        ),
    ),
    rules=(70,),
    icon=icons.MINER,
    settled=(
        _("Miners let their owner pass for free (R70)."),
        _("Other players can offer in advance to pay your toll (R70)."),
        _("A player who has to pay and has no nugget left openly changes their lowest gold card at the bank (R70)."),
        _("The card you discard for a miner lies face down (R70)."),
        _("Only one miner stands on a square (R70)."),
        _("A miner whose tunnel is cut off stays (R70)."),
        _(
            "Once the pile is used up, a tunnel that only another player can pay for counts as a move if they offer to "
            "(R21, R70)."
        ),
    ),
    more=(
        EntrySheet(
            what=_(
                "Instead of a turn, discard a card to put a miner on an open end of the mine, and don’t draw. To dig "
                "on there, a player pays you a nugget, and the miner is gone for the round."
            ),
            target=_("The player who places it. There are two for the whole table, each placed at most once a round."),
            rules=(70,),
            see=("gold-cards",),
            slug="miner",
            title=_("Miners"),
            shown=("x-miner",),
        ),
    ),
)
