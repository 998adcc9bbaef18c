"""The costume department (R71)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import fixed
from games.sheets.sheet import SET_OFF_IN_ORDER, Doubt, EntrySheet, ModuleSheet, PlaceSheet, Whose

SHEET = ModuleSheet(
    name="costume-department",
    title=_("Costume department"),
    line=_("The first to get there changes roles."),
    adds=(
        _("A crossing that’s in the mine from the beginning. The first player to join it has to change roles."),
        _("In the base game, the new role is the one set aside. In Saboteur 2, it’s the top spare role."),
    ),
    rules=(71,),
    icon=icons.COSTUME,
    settled=(
        _("The costume department lies on L4 (R71)."),
        _("Nothing removes the costume department (R71)."),
        SET_OFF_IN_ORDER,
    ),
    places=(
        PlaceSheet(
            name="costume-department",
            title=_("Costume department"),
            picture=fixed(icons.COSTUME),
            page=EntrySheet(
                what=_(
                    "It’s in the mine from the beginning, face up, and nothing removes it. Once a round, the first "
                    "player to join it has to change roles."
                ),
                target=_("The first player to join it to the start."),
                rules=(71,),
                see=("tunnel-party", "swap-hats"),
            ),
            doubt=Doubt(Whose.ACTOR, _("This role was changed for another since, at move %(move)s.")),
        ),
    ),
)
