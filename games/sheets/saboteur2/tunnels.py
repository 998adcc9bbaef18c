"""The tunnel cards of Saboteur 2: how each kind is called, and a page for each family (R3, R4, R34 to R37)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.sheets.base.tunnels import FITS
from games.sheets.sheet import EntrySheet, ShapeSheet

SHAPES = (
    ShapeSheet(name="bridge", title=_("Bridge"), laid=pgettext_lazy("laid", "the bridge")),
    ShapeSheet(name="double-bend", title=_("Double bend"), laid=pgettext_lazy("laid", "the double bend")),
    ShapeSheet(
        name="three+end",
        title=_("Three-way tunnel with a dead end"),
        laid=pgettext_lazy("laid", "the three-way tunnel with a dead end"),
    ),
    ShapeSheet(
        name="straight+end",
        title=_("Straight tunnel with a dead end"),
        laid=pgettext_lazy("laid", "the straight tunnel with a dead end"),
    ),
    ShapeSheet(
        name="bend+end", title=_("Bend with a dead end"), laid=pgettext_lazy("laid", "the bend with a dead end")
    ),
    ShapeSheet(name="end-ladder", title=_("Ladder"), laid=pgettext_lazy("laid", "the ladder")),
    ShapeSheet(name="bend-ladder", title=_("Bend with a ladder"), laid=pgettext_lazy("laid", "the bend with a ladder")),
    ShapeSheet(
        name="straight-blue",
        title=_("Straight tunnel with a blue door"),
        laid=pgettext_lazy("laid", "the straight tunnel with a blue door"),
    ),
    ShapeSheet(
        name="bend-blue", title=_("Bend with a blue door"), laid=pgettext_lazy("laid", "the bend with a blue door")
    ),
    ShapeSheet(
        name="straight-green",
        title=_("Straight tunnel with a green door"),
        laid=pgettext_lazy("laid", "the straight tunnel with a green door"),
    ),
    ShapeSheet(
        name="bend-green", title=_("Bend with a green door"), laid=pgettext_lazy("laid", "the bend with a green door")
    ),
    ShapeSheet(
        name="straight+end-green",
        title=_("Straight tunnel with a green door and a dead end"),
        laid=pgettext_lazy("laid", "the straight tunnel with a green door and a dead end"),
    ),
    ShapeSheet(
        name="crossing-crystal",
        title=_("Crossing with a crystal"),
        laid=pgettext_lazy("laid", "the crossing with a crystal"),
    ),
    ShapeSheet(
        name="three-crystal",
        title=_("Three-way tunnel with a crystal"),
        laid=pgettext_lazy("laid", "the three-way tunnel with a crystal"),
    ),
    ShapeSheet(
        name="three+end-crystal",
        title=_("Three-way tunnel with a dead end and a crystal"),
        laid=pgettext_lazy("laid", "the three-way tunnel with a dead end and a crystal"),
    ),
    ShapeSheet(
        name="straight+end-crystal",
        title=_("Straight tunnel with a dead end and a crystal"),
        laid=pgettext_lazy("laid", "the straight tunnel with a dead end and a crystal"),
    ),
    ShapeSheet(
        name="end-crystal",
        title=_("Dead end with a crystal"),
        laid=pgettext_lazy("laid", "the dead end with a crystal"),
    ),
)

TUNNELS = (
    EntrySheet(
        what=_(
            "Two tunnels that cross without meeting, one over the other. Only one of them has to be joined. The "
            "other is ready for later."
        ),
        target=FITS,
        rules=(3, 35),
        see=("double-bends", "crossings"),
        slug="bridges",
        title=_("Bridges"),
        shapes=("bridge",),
    ),
    EntrySheet(
        what=_(
            "Two bends back to back that don’t meet. Only one of them has to be joined, and the card doesn’t lead "
            "from one to the other."
        ),
        target=FITS,
        rules=(3, 35),
        see=("bends", "bridges"),
        slug="double-bends",
        title=_("Double bends"),
        shapes=("double-bend",),
    ),
    EntrySheet(
        what=_(
            "A way through, with a branch that boulders block. The branch counts as open for matching, but leads "
            "nowhere."
        ),
        target=FITS,
        rules=(3, 14),
        see=("dead-ends", "straights"),
        slug="branches",
        title=_("Tunnels with a blocked branch"),
        shapes=("bend+end", "straight+end"),
    ),
    EntrySheet(
        what=_(
            "Every ladder is connected to the start and to every other ladder, however far away. So it needn’t be "
            "joined to anything, and a new tunnel can begin in the middle of the mine. A table can require ladders "
            "to be joined."
        ),
        target=_("An empty square beside a face-up tunnel, where it matches every neighbour; never at a goal."),
        rules=(3, 34),
        see=("start",),
        slug="ladders",
        title=_("Ladders"),
        shapes=("end-ladder", "bend-ladder"),
    ),
    EntrySheet(
        what=_(
            "A door with a disc. Only the green diggers can’t pass it, and they win only if some way to the gold has "
            "no blue door. Any player may lay it, unless the table plays with own-colour doors only."
        ),
        target=FITS,
        rules=(36, 45),
        see=("doors-green", "role-blue", "role-green"),
        slug="doors-blue",
        title=_("Blue doors"),
        shapes=("straight-blue", "bend-blue"),
    ),
    EntrySheet(
        what=_(
            "A door with a triangle. Only the blue diggers can’t pass it, and they win only if some way to the gold "
            "has no green door. Any player may lay it, unless the table plays with own-colour doors only."
        ),
        target=FITS,
        rules=(36, 45),
        see=("doors-blue", "role-green", "role-blue"),
        slug="doors-green",
        title=_("Green doors"),
        shapes=("straight+end-green", "straight-green", "bend-green"),
    ),
    EntrySheet(
        what=_(
            "Tunnels like any others, with a crystal in the rock. Each one in the mine at the end of the round is "
            "worth a nugget to the geologist, no matter who wins."
        ),
        target=FITS,
        rules=(37, 48),
        see=("role-geologist",),
        slug="crystals",
        title=_("Crystals"),
        shapes=("crossing-crystal", "three-crystal", "three+end-crystal", "straight+end-crystal", "end-crystal"),
    ),
)
