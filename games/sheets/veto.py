"""2019, the veto (R63, R93)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import HARM, action
from games.rules.events import Vetoed
from games.sheets.sheet import (
    STRIKES,
    ActionSheet,
    Aim,
    Answer,
    DecisionSheet,
    Doing,
    Done,
    EntrySheet,
    ModuleSheet,
    Question,
)

SHEET = ModuleSheet(
    name="veto",
    title=_("Veto 2019"),
    line=_("Stops a card that somebody else has just played."),
    adds=(
        _("One card that is played out of turn and stops what somebody else has just played."),
        _(
            "Over days nobody can wait for a shout. So you say in advance whose next card you would stop, whether"
            " you hold the veto or not, and it is carried out automatically. A table may also set a time in which"
            " everybody is asked."
        ),
    ),
    rules=(63, 93),
    icon=icons.VETO,
    settled=(
        _("A veto does not answer discards, trades, miners, the swap of two goals or another veto (R63)."),
        _("With the pile used up, a veto that could still be played does not keep the round going (R21)."),
    ),
    actions=(
        ActionSheet(
            name="veto",
            title=_("Veto"),
            aim=Aim.NOTHING,
            question=Question(_("Veto it?")),
            done=Done(
                mine=_("You played a veto."),
                theirs=_("%(name)s played a veto."),
            ),
            picture=action(icons.VETO, HARM),
            page=EntrySheet(
                what=_(
                    "The card that somebody has just played has no effect; both cards are discarded. Say in advance"
                    " whom you want to stop, and nobody has to wait for you."
                ),
                target=_("A tunnel or action card that another player has just played; never another veto."),
                rules=(63, 93),
                see=("reverse",),
            ),
            order="veto",
            told_by=Vetoed,
        ),
    ),
    decisions=(
        DecisionSheet(
            name="veto",
            mine=_("Veto it, or let it be?"),
            theirs=_("%(name)s may veto it or let it be."),
            call=_("Veto it?"),
            doing=Doing(_("you are asked"), _("is asked")),
            answers={
                STRIKES: Answer(_("Veto it"), _("Veto it?"), "a-veto"),
                "none": Answer(_("Let it be"), _("Let it be?")),
            },
            of_all=_("The others who hold cards are asked whether they veto it."),
            unanswered=_("If your time runs out, you let it be (R92)."),
        ),
    ),
    option="veto_window",
)
