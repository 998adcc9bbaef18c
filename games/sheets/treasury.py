"""2018, the treasury (R62)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import action
from games.sheets.sheet import ActionSheet, Aim, DecisionSheet, Done, EntrySheet, ModuleSheet, Named, Question

SHEET = ModuleSheet(
    name="treasury",
    title=_("Treasury 2018"),
    line=_("Fetches one of the last five discards."),
    adds=(
        _("One more card in the pile. Instead of drawing, you look at five discards and keep one."),
        _("The other four go back face down, so the others can’t tell which one you kept."),
    ),
    rules=(62,),
    icon=icons.TREASURY,
    settled=(_("The treasury puts cards back face down (R62)."),),
    actions=(
        ActionSheet(
            name="treasury",
            title=_("Treasury"),
            aim=Aim.NOTHING,
            question=Question(_("Open the treasury?")),
            done=Done(
                mine=_("You opened the treasury."),
                theirs=_("%(name)s opened the treasury."),
            ),
            picture=action(icons.TREASURY),
            page=EntrySheet(
                what=_(
                    "Instead of drawing, you look at the last five discards, keep one and put the others back face "
                    "down. You can play it only if there are discards."
                ),
                target=_("The five cards on top of the discards."),
                rules=(62,),
                see=("chest-recycle",),
            ),
        ),
    ),
    decisions=(
        DecisionSheet(
            name="keep",
            mine=_("Choose a card to keep."),
            theirs=_("%(name)s is choosing a card to keep."),
            names=Named.CARD,
            question=_("Keep this card: %(card)s?"),
            button=_("Keep this card"),
        ),
    ),
)
