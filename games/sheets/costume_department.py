"""The costume department (R71)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import fixed
from games.sheets.sheet import SET_OFF_IN_ORDER, Doubt, EntrySheet, ModuleSheet, PlaceSheet, Whose

SHEET = ModuleSheet(
    name="costume-department",
    title=_("Costume department"),
    line=_("Whoever gets there first changes role."),
    adds=(
        _("A crossing that lies in the mine from the beginning. Whoever joins it first has to change role."),
        _("In the base game the new role is the one set aside, in Saboteur 2 the top one of the spare roles."),
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
                    "It lies in the mine from the beginning, face up, and nothing removes it. Whoever joins it first"
                    " has to change into another role, once a round."
                ),
                target=_("Whoever joins it to the start first."),
                rules=(71,),
                see=("tunnel-party", "swap-hats"),
            ),
            doubt=Doubt(Whose.ACTOR, _("This role was changed for another since, at move %(move)s.")),
        ),
    ),
)
