"""New goals (R72)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import goal
from games.art.strokes import placed
from games.sheets.base.goals import LAST_STEP, STONE
from games.sheets.sheet import Clause, EntrySheet, GoalSheet, ModuleSheet

SHEET = ModuleSheet(
    name="new-goals",
    title=_("New goals"),
    line=_("Five goals drawn from eight, with sacks of gold, a dragon and a spider among them."),
    adds=(
        _("Five goals instead of three: the gold and four of seven others. Some pay, and some bite."),
        _("If several are reached at once, the player who reached them chooses the order."),
    ),
    rules=(20, 72),
    icon=icons.DRAGON,
    settled=(
        _("The two new places for goals lie in the column of the other three (R72)."),
        _("The tunnels on the new goals are shapes of this site (R72)."),
    ),
    goals_of_roles={
        "saboteur": (
            Clause(
                "wins",
                "no-gold-or-spider",
                _(
                    "You win when the round ends and nobody has reached the gold, or at once when somebody reaches the"
                    " spider."
                ),
            ),
        ),
    },
    goals=(
        GoalSheet(
            name="stone-c",
            title=_("Stone"),
            picture=goal("stone-c", placed(icons.COAL, -14, 12, 0.8) + placed(icons.COAL, 0, 16, 0.8, 140)),
            page=None,
            reached=STONE,
            note="i-stone",
        ),
        GoalSheet(
            name="sack-1",
            title=_("Sack with one nugget"),
            picture=goal("sack-1", icons.SACK_OF_ONE),
            page=EntrySheet(
                what=_(
                    "The player who reaches it takes one nugget at once. The digging goes on, and the sack is part "
                    "of the mine."
                ),
                target=LAST_STEP,
                rules=(72,),
                see=("goal-sack-2", "goal-dragon"),
            ),
        ),
        GoalSheet(
            name="sack-2",
            title=_("Sack with two nuggets"),
            picture=goal("sack-2", icons.SACK_OF_TWO),
            page=EntrySheet(
                what=_(
                    "The player who reaches it takes two nuggets at once. The digging goes on, and the sack is part "
                    "of the mine."
                ),
                target=LAST_STEP,
                rules=(72,),
                see=("goal-sack-1", "goal-dragon"),
            ),
        ),
        GoalSheet(
            name="dragon",
            title=_("Dragon"),
            picture=goal("dragon", placed(icons.DRAGON, scale=1.05)),
            page=EntrySheet(
                what=_(
                    "The player who wakes it pays one nugget, if they have one. It never touches gold cards, and the "
                    "digging goes on."
                ),
                target=LAST_STEP,
                rules=(72,),
                see=("goal-spider", "goal-sack-1"),
            ),
        ),
        GoalSheet(
            name="spider",
            title=_("Spider"),
            picture=goal("spider", placed(icons.SPIDER, scale=1.1)),
            page=EntrySheet(
                what=_(
                    "Reaching it ends the round, and the saboteurs win as if the gold had never been found. Look "
                    "before you dig."
                ),
                target=LAST_STEP,
                rules=(72,),
                see=("goal-dragon", "map"),
            ),
        ),
    ),
)
