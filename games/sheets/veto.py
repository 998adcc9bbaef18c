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
    line=_("Stops a card that another player has just played."),
    adds=(
        _("One card that’s played out of turn and stops what another player has just played."),
        _(
            "Over days, you can’t just shout. So you say in advance whose next card you’d stop, whether you "
            "hold a veto or not, and it’s done automatically. A table can also give everyone some time to answer."
        ),
    ),
    rules=(63, 93),
    icon=icons.VETO,
    settled=(
        _("A veto can’t stop discards, trades, miners, the choice to swap two goals, or another veto (R63)."),
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
                    "The card that was just played has no effect, and both cards are discarded. Say in advance which "
                    "player you want to stop, so the game needn’t wait for you."
                ),
                target=_("A tunnel or action card that another player has just played, but never another veto."),
                rules=(63, 93),
                see=("reverse",),
            ),
            order="veto",
            logged_by=Vetoed,
        ),
    ),
    decisions=(
        DecisionSheet(
            name="veto",
            mine=_("Veto it, or let it pass?"),
            theirs=_("%(name)s may veto it or let it pass."),
            call=_("Veto it?"),
            doing=Doing(_("you are asked"), _("is asked")),
            answers={
                STRIKES: Answer(_("Veto it"), _("Veto it?"), "a-veto"),
                "none": Answer(_("Let it pass"), _("Let it pass?")),
            },
            of_all=_("Every other player with cards is asked whether to veto it."),
            unanswered=_("If your time runs out, you let it pass (R92)."),
        ),
    ),
    option="veto_window",
)
