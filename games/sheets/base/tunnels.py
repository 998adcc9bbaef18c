"""The tunnel cards of the base game: the names of the kinds, and a page for each family (R3, R4, R14)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.sheets.sheet import EntrySheet, ShapeSheet

FITS = _("An empty square where it matches every neighbour and joins a tunnel that leads back to the start.")

SHAPES = (
    ShapeSheet(
        name="crossing",
        title=_("Crossing"),
        # Translators: the messages of the context "laid" stand as the object of "to lay" in "Bo laid … at M6."
        laid=pgettext_lazy("laid", "the crossing"),
    ),
    ShapeSheet(name="three", title=_("Three-way tunnel"), laid=pgettext_lazy("laid", "the three-way tunnel")),
    ShapeSheet(name="straight", title=_("Straight tunnel"), laid=pgettext_lazy("laid", "the straight tunnel")),
    ShapeSheet(name="bend", title=_("Bend"), laid=pgettext_lazy("laid", "the bend")),
    ShapeSheet(name="end", title=_("Dead end"), laid=pgettext_lazy("laid", "the dead end")),
    ShapeSheet(
        name="ends-straight", title=_("Two opposite dead ends"), laid=pgettext_lazy("laid", "two opposite dead ends")
    ),
    ShapeSheet(
        name="ends-bend", title=_("Two adjoining dead ends"), laid=pgettext_lazy("laid", "two adjoining dead ends")
    ),
    ShapeSheet(name="ends-three", title=_("Three dead ends"), laid=pgettext_lazy("laid", "three dead ends")),
    ShapeSheet(name="ends-four", title=_("Four dead ends"), laid=pgettext_lazy("laid", "four dead ends")),
)

TUNNELS = (
    EntrySheet(
        what=_(
            "Every mine begins here, at the ladder the dwarves climbed down. A tunnel counts only if it leads back "
            "to it."
        ),
        target=_("It’s in the mine from the beginning, and no rockfall removes it."),
        rules=(1, 4, 14),
        see=("crossings", "ladders"),
        slug="start",
        shown=("start",),
    ),
    EntrySheet(
        what=_(
            "Tunnels to all four sides, joined in the middle. It’s hard to place next to rock, and welcome "
            "everywhere else."
        ),
        target=FITS,
        rules=(2, 3, 14),
        see=("three-ways", "bridges"),
        slug="crossings",
        title=_("Crossings"),
        shapes=("crossing",),
    ),
    EntrySheet(
        what=_(
            "Three sides are open and joined, the fourth is rock. Whichever way up you lay it, the tunnel can go on "
            "in two directions."
        ),
        target=FITS,
        rules=(2, 3, 14),
        see=("crossings", "straights"),
        slug="three-ways",
        title=_("Three-way tunnels"),
        shapes=("three",),
    ),
    EntrySheet(
        what=_(
            "One tunnel straight through the card, with rock on both sides. Laid towards the goals, it’s the "
            "quickest way to the gold. Laid across, it goes round obstacles, or nowhere near the gold."
        ),
        target=FITS,
        rules=(2, 3, 14),
        see=("bends", "doors-blue", "doors-green"),
        slug="straights",
        title=_("Straight tunnels"),
        shapes=("straight",),
    ),
    EntrySheet(
        what=_(
            "A tunnel that turns a corner. There are two kinds, and turning a card upside down gives another. No "
            "single card has all four."
        ),
        target=FITS,
        rules=(2, 3, 14),
        see=("straights", "double-bends"),
        slug="bends",
        title=_("Bends"),
        shapes=("bend",),
    ),
    EntrySheet(
        what=_(
            "Its edges are open, but boulders block it inside, so nothing goes on behind them. Saboteurs love it, "
            "and a rockfall clears it away."
        ),
        target=_("An empty square where it matches every neighbour; a blocked side counts as open and may be joined."),
        rules=(3, 14, 17),
        see=("rockfall", "branches"),
        slug="dead-ends",
        title=_("Dead ends"),
        shapes=("ends-four", "ends-three", "ends-straight", "ends-bend", "end"),
    ),
)
