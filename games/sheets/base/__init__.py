"""The base game (R10 to R26)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.art import icons
from games.art.strokes import line, placed, shape
from games.sheets.base.actions import ACTIONS
from games.sheets.base.goals import GOALS
from games.sheets.base.roles import ROLES
from games.sheets.base.tunnels import SHAPES, TUNNELS
from games.sheets.sheet import DecisionSheet, Doing, EntrySheet, ModuleSheet, Named

_CRATE = (
    placed(icons.PICKAXE, 0, -4, 0.9)
    + shape("M-24 2H24V24H-24Z", "wd")
    + line("M-24 13H24", "ol", 1.8)
    + line("M-24 2V24M24 2V24M-12 8V8M12 8V8M-12 18V18M12 18V18", "ol", 3)
)

SHEET = ModuleSheet(
    name="base",
    title=_("Base game"),
    line=_("Diggers look for gold, and the saboteurs among them make sure it’s never found."),
    adds=(
        _(
            "The game all the others build on, for three to ten players. Diggers lay tunnels towards three goals, "
            "one of which is the gold. The saboteurs among them try to stop that."
        ),
        _("You play three rounds, with new roles in each. The player with the most gold at the end wins."),
    ),
    rules=tuple(range(10, 27)),
    icon=_CRATE,
    settled=(
        _("The books say how many tunnel cards there are. We decided how many of each kind (R4)."),
        _("When gold cards run out, the bank pays one nugget for each missing card, and those are taken last (R22)."),
        _("Saboteurs are paid the highest cards first, in seat order (R23)."),
        _("What the gold cards can’t pay exactly comes from the bank, in nuggets (R23)."),
    ),
    shapes=SHAPES,
    tunnels=TUNNELS,
    actions=ACTIONS,
    goals=GOALS,
    roles=ROLES,
    more=(
        EntrySheet(
            what=_(
                "The base game pays in gold cards of one, two or three nuggets. What you hold is your secret until "
                "the game is over and the gold is counted. If the cards run out, the bank pays in nuggets."
            ),
            target=_("The winners of the round."),
            rules=(22, 23, 24, 26),
            see=("role-digger", "role-saboteur"),
            slug="gold-cards",
            title=_("Gold cards"),
            shown=("gold-1", "gold-2", "gold-3"),
        ),
    ),
    decisions=(
        DecisionSheet(
            name="turn",
            mine=_("It’s your turn."),
            theirs=_("It’s %(name)s’s turn."),
            doing=Doing(_("your turn"), _("on turn")),
            with_cards=True,
            unanswered=_("If your time runs out, one of your cards is discarded at random (R92)."),
        ),
        DecisionSheet(
            name="order",
            mine=_("Choose what to turn up first."),
            theirs=_("%(name)s is choosing what to turn up first."),
            names=Named.SQUARE,
            question=_("Turn up %(square)s first?"),
            button=_("Turn up %(square)s first"),
        ),
        DecisionSheet(
            name="gold",
            mine=_("Take one of the gold cards."),
            theirs=_("%(name)s is taking a gold card."),
            names=Named.GOLD,
            question=ngettext_lazy(
                "Take the gold card with %(count)s nugget?", "Take the gold card with %(count)s nuggets?", "count"
            ),
            button=ngettext_lazy("Take %(count)s nugget", "Take %(count)s nuggets", "count"),
        ),
    ),
)
