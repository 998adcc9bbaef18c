"""The tunnel party (R71)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import fixed
from games.sheets.sheet import SET_OFF_IN_ORDER, Doubt, EntrySheet, ModuleSheet, PlaceSheet, Whose

SHEET = ModuleSheet(
    name="tunnel-party",
    title=_("Tunnel party"),
    line=_("Whoever gets there first shuffles all roles."),
    adds=(
        _("A crossing that lies in the mine from the beginning. Whoever joins it sets off a party."),
        _("When it is over nobody has their own hat any more: all roles are shuffled and dealt again."),
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
                    "It lies in the mine from the beginning, face up, and nothing removes it. When somebody joins it,"
                    " the roles of all players are collected, shuffled and dealt anew, once a round."
                ),
                target=_("All players."),
                rules=(71,),
                see=("costume-department",),
            ),
            doubt=Doubt(Whose.ALL, _("All roles were dealt again since, at move %(move)s.")),
        ),
    ),
)
