"""The rule book about tunnel cards: a page for each family of shapes (R3, R4, R14, R34 to R37)."""

from django.utils.translation import gettext_lazy as _

from games.wording.help_entry import BASE, SABOTEUR2, CardHelp

_FITS = _("An empty square where it matches every neighbour and joins a tunnel that leads back to the start.")

TUNNELS = (
    CardHelp(
        slug="start",
        kind="tunnel",
        shown=("start",),
        what=_(
            "Every mine begins here, at a crossing with the ladder by which the dwarves came down. Only what can be"
            " followed back to it is part of the way to the gold."
        ),
        target=_("It lies in the mine from the beginning, and no rockfall removes it."),
        rules=(1, 4, 14),
        part_of=(BASE,),
        see=("crossings", "ladders"),
    ),
    CardHelp(
        slug="crossings",
        kind="tunnel",
        title=_("Crossings"),
        shown=("NESW",),
        what=_(
            "Tunnels to all four sides, joined in the middle. It opens every way at once, so next to rock it is hard"
            " to place, and everywhere else it is welcome."
        ),
        target=_FITS,
        rules=(2, 3, 14),
        part_of=(BASE,),
        see=("three-ways", "bridges"),
    ),
    CardHelp(
        slug="three-ways",
        kind="tunnel",
        title=_("Three-way tunnels"),
        shown=("ESW", "NES"),
        what=_(
            "Three sides are open and joined, the fourth is rock. It leaves the others a choice of where to dig on,"
            " whichever way round you lay it."
        ),
        target=_FITS,
        rules=(2, 3, 14),
        part_of=(BASE,),
        see=("crossings", "straights"),
    ),
    CardHelp(
        slug="straights",
        kind="tunnel",
        title=_("Straight tunnels"),
        shown=("NS", "EW"),
        what=_(
            "One tunnel straight through the card, with rock on both sides of it. The one towards the goals is the"
            " quickest way to the gold, the one across it goes round obstacles or nowhere near the gold at all."
        ),
        target=_FITS,
        rules=(2, 3, 14),
        part_of=(BASE,),
        see=("bends", "doors-blue", "doors-green"),
    ),
    CardHelp(
        slug="bends",
        kind="tunnel",
        title=_("Bends"),
        shown=("NE", "NW"),
        what=_(
            "A tunnel that turns a corner. There are two kinds, and turning the card half round gives two more, but"
            " never all four from one card."
        ),
        target=_FITS,
        rules=(2, 3, 14),
        part_of=(BASE,),
        see=("straights", "double-bends"),
    ),
    CardHelp(
        slug="dead-ends",
        kind="tunnel",
        title=_("Dead ends"),
        shown=("N.E.S.W", "E.S.W", "N.E.S", "N.S", "E.W", "N.E", "N.W", "N", "E"),
        what=_(
            "Its edges are open, but boulders block it inside, so nothing can be joined to what lies behind them."
            " Saboteurs love it, and a rockfall clears it away."
        ),
        target=_("An empty square where it matches every neighbour; a blocked side counts as open and may be joined."),
        rules=(3, 14, 17),
        part_of=(BASE,),
        see=("rockfall", "branches"),
    ),
    CardHelp(
        slug="bridges",
        kind="tunnel",
        title=_("Bridges"),
        shown=("NS.EW",),
        what=_(
            "Two tunnels that cross without meeting, one over the other. It is enough that one of them is joined; the"
            " other lies ready for later."
        ),
        target=_FITS,
        rules=(3, 35),
        part_of=(SABOTEUR2,),
        see=("double-bends", "crossings"),
    ),
    CardHelp(
        slug="double-bends",
        kind="tunnel",
        title=_("Double bends"),
        shown=("NW.ES",),
        what=_(
            "Two bends back to back that do not touch each other. It is enough that one of them is joined; nobody gets"
            " from one to the other on this card."
        ),
        target=_FITS,
        rules=(3, 35),
        part_of=(SABOTEUR2,),
        see=("bends", "bridges"),
    ),
    CardHelp(
        slug="branches",
        kind="tunnel",
        title=_("Tunnels with a blocked branch"),
        shown=("NE.S", "NE.W", "NW.S", "NW.E", "NS.E", "EW.S"),
        what=_(
            "A way through, and beside it a branch that boulders block. The branch counts as open where cards have to"
            " match, and leads nowhere."
        ),
        target=_FITS,
        rules=(3, 14),
        part_of=(SABOTEUR2,),
        see=("dead-ends", "straights"),
    ),
    CardHelp(
        slug="ladders",
        kind="tunnel",
        title=_("Ladders"),
        shown=("S-ladder", "E-ladder", "NW-ladder", "NE-ladder"),
        what=_(
            "Every ladder is connected with the start and with every other ladder, however far away. So it need not be"
            " joined to anything, and a new tunnel can begin in the middle of the mine."
        ),
        target=_("An empty square beside a face-up tunnel, where it matches every neighbour; never at a goal."),
        rules=(3, 34),
        part_of=(SABOTEUR2,),
        see=("start",),
    ),
    CardHelp(
        slug="doors-blue",
        kind="tunnel",
        title=_("Blue doors"),
        shown=("NS-blue", "EW-blue", "NE-blue"),
        what=_(
            "A door with a disc, and only the green diggers cannot pass it. They win only where some way to the gold"
            " has no blue door on it; for laying cards, doors do not matter to anybody."
        ),
        target=_FITS,
        rules=(36, 45),
        part_of=(SABOTEUR2,),
        see=("doors-green", "role-blue", "role-green"),
    ),
    CardHelp(
        slug="doors-green",
        kind="tunnel",
        title=_("Green doors"),
        shown=("NS.E-green", "EW-green", "NW-green"),
        what=_(
            "A door with a triangle, and only the blue diggers cannot pass it. They win only where some way to the"
            " gold has no green door on it; for laying cards, doors do not matter to anybody."
        ),
        target=_FITS,
        rules=(36, 45),
        part_of=(SABOTEUR2,),
        see=("doors-blue", "role-green", "role-blue"),
    ),
    CardHelp(
        slug="crystals",
        kind="tunnel",
        title=_("Crystals"),
        shown=(
            "NESW-crystal",
            "ESW-crystal",
            "NES-crystal",
            "NSW.E-crystal",
            "ESW.N-crystal",
            "EW.S-crystal",
            "S-crystal",
            "E-crystal",
        ),
        what=_(
            "Tunnels like any others, with a crystal in the rock. Each one that lies in the mine at the end of the"
            " round is worth a nugget to the geologist, whoever wins."
        ),
        target=_FITS,
        rules=(37, 48),
        part_of=(SABOTEUR2,),
        see=("role-geologist",),
    ),
)
