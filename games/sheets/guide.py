"""2022, the mine guide (R66)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.art import icons
from games.art.cards import action
from games.sheets.sheet import ActionSheet, Aim, DecisionSheet, Done, EntrySheet, ModuleSheet, Question

SHEET = ModuleSheet(
    name="guide",
    title=_("Mine guide 2022"),
    line=_("Lays two tunnel cards in one turn."),
    adds=(
        _("One more card in the pile. Play it to lay two tunnels by the usual rules, then draw two cards."),
        _(
            "You must lay the second one if you can, even for a toll. If it fits nowhere, you keep it and draw one "
            "card fewer."
        ),
    ),
    rules=(66,),
    icon=icons.GUIDE,
    settled=(
        _("The second card of the mine guide must be laid if it can be, for a toll too (R66)."),
        _("If the second card of the mine guide fits nowhere, you keep it and draw one fewer (R66)."),
        _(
            "If the offer to pay the toll is withdrawn while the mine guide is at work, the card can’t be laid there "
            "any more (R66)."
        ),
        _("Both cards of the mine guide share one deadline. If it passes, the guide ends there (R92)."),
    ),
    actions=(
        ActionSheet(
            name="guide",
            title=_("Mine guide"),
            aim=Aim.NOTHING,
            question=Question(_("Call the mine guide and lay two tunnel cards?")),
            done=Done(
                mine=_("You called the mine guide and may lay two tunnel cards."),
                theirs=_("%(name)s called the mine guide and may lay two tunnel cards."),
            ),
            picture=action(icons.GUIDE),
            page=EntrySheet(
                what=_(
                    "You lay two tunnel cards in one turn, one after the other, then draw two. You need two tunnel "
                    "cards in your hand, and the first must fit somewhere. If one of them is vetoed, you still draw "
                    "for it."
                ),
                target=_("Two empty squares where your cards fit; the second may go on from the first."),
                rules=(66,),
                see=("detour",),
            ),
        ),
    ),
    decisions=(
        DecisionSheet(
            name="lay",
            mine=_("Lay the next tunnel card."),
            theirs=_("%(name)s is laying another tunnel card."),
            with_cards=True,
            unanswered=_("If your time runs out, the mine guide ends here: you lay no more and draw nothing (R92)."),
            unanswered_drawing=ngettext_lazy(
                "If your time runs out, the mine guide ends here: you lay no more and draw %(count)s card (R92).",
                "If your time runs out, the mine guide ends here: you lay no more and draw %(count)s cards (R92).",
                "count",
            ),
        ),
    ),
)
