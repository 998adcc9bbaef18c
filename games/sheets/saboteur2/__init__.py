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
            "A boss, a profiteer and geologists have plans of their own. Players can be trapped, robbed, inspected, "
            "and made to swap hats or hands."
        ),
        _(
            "Everyone holds six cards, ten cards are set aside each round, and you may discard up to three at once. "
            "Discard two cards to remove one that’s in front of you. Gold is counted in nuggets."
        ),
    ),
    rules=tuple(range(30, 52)),
    icon=placed(icons.hat("tb"), -10, 2, 0.95) + placed(icons.hat("tg"), 11, 6, 0.95),
    settled=(
        _("There are 20 new action cards, as the lists say, not 21 (R4)."),
        _("Six tunnel cards have shapes of this site, because no book shows them clearly (R4)."),
        _(
            "The next round starts as in the base game. Two books of Saboteur 2 differ: in one, the player after the "
            "last mover begins; in the other, the player whose turn it would have been. A table can choose either "
            "(R25)."
        ),
        _("The bank never runs out of nuggets; the boxes hold 30 to 33 (R30)."),
        _(
            "A ladder only has to touch a tunnel. One book says it must be joined to one, and a table can choose "
            "that (R34)."
        ),
        _("A ladder may touch no goal, not even one that is turned up (R34)."),
        _(
            "Anyone may lay doors of either colour. The Latvian book lets diggers lay only doors of their own "
            "colour, and a table can choose that (R36)."
        ),
        _("A role that is swapped goes under the spare roles (R42)."),
        _("One way to the gold without a door of the other team is enough, whatever doors other ways have (R45)."),
        _("A trapped geologist’s crystals go to the other one (R48)."),
    ),
    shapes=SHAPES,
    tunnels=TUNNELS,
    actions=ACTIONS,
    roles=ROLES,
    goals_of_roles={"saboteur": (NOT_TRAPPED,)},
    decisions=(
        DecisionSheet(
            name="theft",
            mine=_("Choose a player to steal a nugget from."),
            theirs=_("%(name)s is choosing a player to steal from."),
            names=Named.PLAYER,
            question=_("Steal a nugget from %(name)s?"),
            button=_("Steal from %(name)s"),
            answers={
                "none": Answer(pgettext_lazy("steal from", "Nobody"), _("Steal nothing?"), button=_("Don’t steal"))
            },
            unanswered=_("If your time runs out, you steal from nobody (R92)."),
        ),
    ),
)
