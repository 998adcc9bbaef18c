"""2020, the order of play runs the other way (R64)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import action
from games.sheets.sheet import ActionSheet, Aim, Done, EntrySheet, ModuleSheet, Question

SHEET = ModuleSheet(
    name="reverse",
    title=_("Reverse 2020"),
    line=_("Reverses the order of play."),
    adds=(
        _(
            "One more card in the pile. Until the round is over, turns go the other way round, so you may be up again "
            "soon."
        ),
        _("Thefts and the start of the next round still follow the seats."),
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
                    "From now on, turns go the other way round until the round is over. In the base game, gold cards "
                    "are also passed the other way."
                ),
                target=_("No target."),
                rules=(64,),
                see=("gold-cards",),
            ),
        ),
    ),
)
