"""2017, two goals that change places or not (R61)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import action
from games.sheets.sheet import ActionSheet, Aim, Answer, DecisionSheet, Done, EntrySheet, ModuleSheet, Question

SHEET = ModuleSheet(
    name="swap-goals",
    title=_("Swap goals 2017"),
    line=_("Takes two goals, which change places, or only seem to."),
    adds=(
        _("One more card in the pile. The player who plays it secretly decides whether two goals change places."),
        _("What a map has shown before may no longer be true."),
    ),
    rules=(61,),
    icon=icons.SWAP_GOALS,
    settled=(_("A veto stops the card itself, not the choice to swap (R63)."),),
    actions=(
        ActionSheet(
            name="swap-goals",
            title=_("Swap goals"),
            aim=Aim.TWO_GOALS,
            question=Question(_("Take the goals at %(square)s and %(other)s?")),
            done=Done(
                mine=_("You took the goals at %(square)s and %(other)s."),
                theirs=_("%(name)s took the goals at %(square)s and %(other)s."),
            ),
            picture=action(icons.SWAP_GOALS),
            page=EntrySheet(
                what=_(
                    "You take two goals without looking, and put them back swapped or just as they were. Everyone "
                    "sees which two, but only you know whether they changed places."
                ),
                target=_("Two face-down goals."),
                rules=(61,),
                see=("map",),
            ),
        ),
    ),
    decisions=(
        DecisionSheet(
            name="swap",
            mine=_("Swap the two goals, or leave them?"),
            theirs=_("%(name)s holds two goals."),
            answers={
                "swap": Answer(_("Swap them"), _("Swap the two goals?")),
                "keep": Answer(_("Put them back as they were"), _("Leave the two goals as they are?")),
            },
        ),
    ),
)
