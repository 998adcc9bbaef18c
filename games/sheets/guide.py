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
        _("One card more in the pile. Its player lays two tunnels by the usual rules and then draws two cards."),
        _(
            "The second one must be laid if it can be, even for a toll. If it fits nowhere it is kept, and one card"
            " less is drawn."
        ),
    ),
    rules=(66,),
    icon=icons.GUIDE,
    settled=(
        _("The second card of the mine guide must be laid if it can be, for a toll too (R66)."),
        _("If the second card of the mine guide fits nowhere, it is kept and one less drawn (R66)."),
        _(
            "If the offer that would pay the toll is withdrawn while a card of the mine guide waits, the card cannot be"
            " laid there any more (R66)."
        ),
        _("Both cards of the mine guide have one deadline. If it is missed, the guide ends there (R92)."),
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
                    "You lay two tunnel cards in one turn, one after the other, and then draw two. You need two tunnel"
                    " cards in your hand, and the first one must fit somewhere. A card of the two that is vetoed is"
                    " drawn for too."
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
