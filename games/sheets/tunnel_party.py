"""The tunnel party (R71)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import fixed
from games.sheets.sheet import SET_OFF_IN_ORDER, Doubt, EntrySheet, ModuleSheet, PlaceSheet, Whose

SHEET = ModuleSheet(
    name="tunnel-party",
    title=_("Tunnel party"),
    line=_("The first to get there shuffles all roles."),
    adds=(
        _("A crossing that’s in the mine from the beginning. Joining it sets off a party."),
        _("After the party, all roles are shuffled and dealt again, and you may be wearing another hat."),
    ),
    rules=(71,),
    icon=icons.PARTY,
    settled=(
        _("The tunnel party lies on N4 (R71)."),
        _("Nothing removes the tunnel party (R71)."),
        SET_OFF_IN_ORDER,
    ),
    places=(
        PlaceSheet(
            name="tunnel-party",
            title=_("Tunnel party"),
            picture=fixed(icons.PARTY),
            page=EntrySheet(
                what=_(
                    "It’s in the mine from the beginning, face up, and nothing removes it. Once a round, when a "
                    "player joins it, all roles are collected, shuffled and dealt again."
                ),
                target=_("All players."),
                rules=(71,),
                see=("costume-department",),
            ),
            doubt=Doubt(Whose.ALL, _("All roles were dealt again since, at move %(move)s.")),
        ),
    ),
)
