"""Saboteur 2 (R30 to R51)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.art import icons
from games.art.strokes import placed
from games.sheets.saboteur2.actions import ACTIONS
from games.sheets.saboteur2.roles import NOT_TRAPPED, ROLES
from games.sheets.saboteur2.tunnels import SHAPES, TUNNELS
from games.sheets.sheet import Answer, DecisionSheet, ModuleSheet, Named

SHEET = ModuleSheet(
    name="saboteur2",
    title=_("Saboteur 2"),
    line=_("Two teams of diggers, a boss, geologists, doors and ladders."),
    adds=(
        _(
            "For two to twelve players, with all cards of the base game and fifty more. The diggers are two teams"
            " now, and doors let only one of them through."
        ),
        _(
            "A boss, a profiteer and geologists follow plans of their own. Players can be trapped, robbed,"
            " inspected and made to swap hats or hands."
        ),
        _(
            "Everybody holds six cards, ten cards are set aside each round, and up to three may be discarded at"
            " once. Two discarded cards remove one that lies in front of you. Gold is counted in nuggets."
        ),
    ),
    rules=tuple(range(30, 52)),
    icon=placed(icons.hat("tb"), -10, 2, 0.95) + placed(icons.hat("tg"), 11, 6, 0.95),
    settled=(
        _("There are 20 new action cards, as the lists say, not 21 (R4)."),
        _("Six tunnel cards have shapes of this site, because no book shows them clearly (R4)."),
        _("A ladder need only touch a tunnel, and may touch no goal, turned up or not (R34)."),
        _("A blue door stops green diggers and a green door blue ones. The Latvian book has it otherwise (R36)."),
        _("Nobody traps themselves (R38)."),
        _("Whoever is trapped cannot play Theft, and does not steal at the end (R38, R40)."),
        _("A role that is swapped goes under the spare roles (R42)."),
        _("The crystals of a trapped geologist go to the other one (R48)."),
    ),
    shapes=SHAPES,
    tunnels=TUNNELS,
    actions=ACTIONS,
    roles=ROLES,
    goals_of_roles={"saboteur": (NOT_TRAPPED,)},
    decisions=(
        DecisionSheet(
            name="theft",
            mine=_("Choose from whom to steal a nugget."),
            theirs=_("%(name)s is choosing from whom to steal."),
            names=Named.PLAYER,
            question=_("Steal a nugget from %(name)s?"),
            deed=_("Steal from %(name)s"),
            answers={
                "none": Answer(
                    pgettext_lazy("steal from", "Nobody"), _("Steal from nobody?"), deed=_("Steal from nobody")
                )
            },
            unanswered=_("If your time runs out, you steal from nobody (R92)."),
        ),
    ),
)
