"""The roles of Saboteur 2 (R30)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.art.roles import CROWN, CRYSTAL, DISC, MONOCLE, TRIANGLE, dwarf, role
from games.art.strokes import disc, plain
from games.sheets.sheet import Page, RoleSheet

ROLES = (
    RoleSheet(
        name="blue",
        title=_("Blue digger"),
        goal=_("You win when a tunnel without a green door joins the start to the gold."),
        wins=_("The blue diggers win this round."),
        winners=pgettext_lazy("winners", "blue diggers"),
        picture=role(dwarf("tb", "br", DISC)),
        page=Page(
            what=_(
                "A digger of the blue team, with a disc on the hat. Blue diggers walk through blue doors; green ones"
                " stop them."
            ),
            target=_("A way from the start to the gold without a green door."),
            rules=(30, 36, 45),
            see=("role-green", "doors-green"),
        ),
    ),
    RoleSheet(
        name="green",
        title=_("Green digger"),
        goal=_("You win when a tunnel without a blue door joins the start to the gold."),
        wins=_("The green diggers win this round."),
        winners=pgettext_lazy("winners", "green diggers"),
        picture=role(dwarf("tg", "br", TRIANGLE)),
        page=Page(
            what=_(
                "A digger of the green team, with a triangle on the hat. Green diggers walk through green doors; blue"
                " ones stop them."
            ),
            target=_("A way from the start to the gold without a blue door."),
            rules=(30, 36, 45),
            see=("role-blue", "doors-blue"),
        ),
    ),
    RoleSheet(
        name="boss",
        title=_("Boss"),
        goal=_("You win with every digger who reaches the gold, and get one nugget less."),
        wins=_("The boss wins this round."),
        winners=pgettext_lazy("winners", "boss"),
        picture=role(dwarf("wd2", "pa2", CROWN)),
        page=Page(
            what=_(
                "The boss has a share in both teams and walks through every door. The share is one nugget less than"
                " that of the other winners."
            ),
            target=_("That the gold is reached, by whichever team."),
            rules=(30, 45, 47),
            see=("role-profiteer",),
        ),
    ),
    RoleSheet(
        name="profiteer",
        title=_("Profiteer"),
        goal=_("You win with whoever wins, and get two nuggets less."),
        wins=_("The profiteer wins this round."),
        winners=pgettext_lazy("winners", "profiteer"),
        picture=role(dwarf("st2", "sb2", plain("M-13-19H13V-14H-13Z", "no"), MONOCLE + disc(21, 34, 8, "go"))),
        page=Page(
            what=_(
                "The profiteer always wins, whoever else does. The share is two nuggets less than that of the other"
                " winners."
            ),
            target=_("As few winners as possible, so that the shares are large."),
            rules=(30, 45, 46, 47),
            see=("role-boss",),
        ),
    ),
    RoleSheet(
        name="geologist",
        title=_("Geologist"),
        goal=_("You get a nugget for each crystal that lies in the mine at the end."),
        wins=_("The geologists win this round."),
        winners=pgettext_lazy("winners", "geologists"),
        picture=role(dwarf("c3", "pa", CRYSTAL)),
        page=Page(
            what=_(
                "The geologist gets a nugget for every crystal that lies in the mine when the round ends, whoever wins."
                " Two of them share the crystals."
            ),
            target=_("As many crystals in the mine as there can be."),
            rules=(30, 48),
            see=("crystals",),
        ),
    ),
)
