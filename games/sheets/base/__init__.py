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
    line=_("Diggers look for gold; saboteurs among them see to it that nobody finds any."),
    adds=(
        _(
            "The game that all the others build upon, for three to ten players. Diggers lay tunnels towards three"
            " goals, of which one is the gold; saboteurs among them see to it that they do not get there."
        ),
        _("It is played for three rounds, with new roles in each. Whoever has most gold at the end wins."),
    ),
    rules=tuple(range(10, 27)),
    icon=_CRATE,
    settled=(
        _("The books say how many tunnel cards there are; how many of each kind is decided here (R4)."),
        _("When gold cards run out, the bank pays a nugget for each that is missing; those are taken last (R22)."),
        _("Saboteurs are paid with the highest cards first, in the order of the seats (R23)."),
        _("What the gold cards cannot change comes from the bank, in nuggets (R23)."),
    ),
    shapes=SHAPES,
    tunnels=TUNNELS,
    actions=ACTIONS,
    goals=GOALS,
    roles=ROLES,
    more=(
        EntrySheet(
            what=_(
                "The base game pays in gold cards of one, two or three nuggets. Who holds which is a secret until the"
                " game is over; then they are counted. Should they run out, the bank pays in nuggets."
            ),
            target=_("Whoever has won the round."),
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
            mine=_("It is your turn."),
            theirs=_("It is %(name)s’s turn."),
            doing=Doing(_("your turn"), _("on turn")),
            with_cards=True,
            unanswered=_("If your time runs out, one of your cards is discarded at random (R92)."),
        ),
        DecisionSheet(
            name="order",
            mine=_("Choose what is turned up first."),
            theirs=_("%(name)s is choosing what is turned up first."),
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
