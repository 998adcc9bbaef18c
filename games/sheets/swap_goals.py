"""2017, two goals that change places or not (R61)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import action
from games.sheets.sheet import ActionSheet, Aim, Answer, DecisionSheet, Done, EntrySheet, ModuleSheet, Question

SHEET = ModuleSheet(
    name="swap-goals",
    title=_("Swap goals 2017"),
    line=_("Takes two goals, which change places or only seem to."),
    adds=(
        _("One card more in the pile. Whoever plays it decides in secret whether two goals change places."),
        _("What anybody has seen with a map is from now on what lay there before."),
    ),
    rules=(61,),
    icon=icons.SWAP_GOALS,
    settled=(_("Whether two goals are swapped cannot be vetoed, only the card itself (R63)."),),
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
                    "You take two goals without looking at them, and put them back swapped or just as they were."
                    " Everybody sees which two, and nobody but you knows whether they changed places."
                ),
                target=_("Two goals that lie face down."),
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
                "keep": Answer(_("Put them back as they lay"), _("Leave the two goals as they lie?")),
            },
        ),
    ),
)
