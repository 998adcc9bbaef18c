"""2020, the order of play runs the other way (R64)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import action
from games.sheets.sheet import ActionSheet, Aim, Done, EntrySheet, ModuleSheet, Question

SHEET = ModuleSheet(
    name="reverse",
    title=_("Reverse 2020"),
    line=_("Turns the order of play round."),
    adds=(
        _("One card more in the pile. Who has just had a turn may soon have another, until the round is over."),
        _("Thefts and who begins the next round still go by the seats."),
    ),
    rules=(64,),
    icon=icons.REVERSE,
    actions=(
        ActionSheet(
            name="reverse",
            title=_("Reverse"),
            aim=Aim.NOTHING,
            question=Question(_("Reverse the order of play?")),
            done=Done(
                mine=_("You reversed the order of play."),
                theirs=_("%(name)s reversed the order of play."),
            ),
            picture=action(icons.REVERSE),
            page=EntrySheet(
                what=_(
                    "From now on the turns go the other way round, until the round is over. In the base game the gold"
                    " cards are passed on the other way too."
                ),
                target=_("Nobody: it works by itself."),
                rules=(64,),
                see=("gold-cards",),
            ),
        ),
    ),
)
