"""The goals of the base game (R11, R19)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import goal
from games.art.strokes import placed
from games.sheets.sheet import Done, EntrySheet, GoalSheet

LAST_STEP = _("The player whose card joins it to the start.")

STONE = Done(
    _("You reached the goal at %(square)s: only stone."), _("%(name)s reached the goal at %(square)s: only stone.")
)

GOALS = (
    GoalSheet(
        name="gold",
        title=_("Gold"),
        picture=goal("gold", icons.HEAP_OF_GOLD),
        page=EntrySheet(
            what=_("What all the digging is for. The round ends as soon as a tunnel from the start reaches it."),
            target=LAST_STEP,
            rules=(11, 19, 20, 21),
            see=("goal-stone", "gold-cards", "map"),
            also=("new-goals",),
        ),
        reached=Done(_("You reached the gold at %(square)s!"), _("%(name)s reached the gold at %(square)s!")),
        note="i-gold",
    ),
    GoalSheet(
        name="stone-a",
        title=_("Stone"),
        picture=goal("stone-a", placed(icons.COAL, -8, 10, 1.15)),
        page=EntrySheet(
            what=_(
                "No gold here. Once it’s reached, a stone is turned up so that it joins the tunnel. It becomes part "
                "of the mine, and the tunnel can go on through it."
            ),
            target=LAST_STEP,
            rules=(19, 20, 72),
            see=("goal-gold", "map"),
            also=("new-goals",),
            slug="goal-stone",
            title=_("Stones"),
            shown=("stone-a", "stone-b", "stone-c"),
        ),
        reached=STONE,
        note="i-stone",
    ),
    GoalSheet(
        name="stone-b",
        title=_("Stone"),
        picture=goal("stone-b", placed(icons.COAL, 8, 10, 1.15)),
        page=None,
        reached=STONE,
        note="i-stone",
    ),
)
