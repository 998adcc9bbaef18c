"""The rule book about action cards: a page for each (R15 to R18, R38 to R43, R61 to R67)."""

from django.utils.translation import gettext_lazy as _

from games.wording.help_entry import BASE, SABOTEUR2, CardHelp

_NOBODY = _("Nobody: it works by itself.")
_ONE_OF_THE_TOOLS = _("Any player, yourself included, before whom one of the tools shown lies broken.")

BASE_ACTIONS = (
    CardHelp(
        slug="break-pickaxe",
        kind="action",
        shown=("break:pickaxe",),
        what=_(
            "Whoever has a broken pickaxe before them may lay no tunnels. They may still do everything else, and"
            " anybody can repair it."
        ),
        target=_("Any player, yourself included, whose pickaxe is whole."),
        rules=(15,),
        part_of=(BASE,),
        see=("repair-pickaxe", "break-lantern", "break-cart"),
    ),
    CardHelp(
        slug="break-lantern",
        kind="action",
        shown=("break:lantern",),
        what=_(
            "Whoever has a broken lantern before them may lay no tunnels. It says nothing about who is a saboteur;"
            " diggers break lanterns too, of those they mistrust."
        ),
        target=_("Any player, yourself included, whose lantern is whole."),
        rules=(15,),
        part_of=(BASE,),
        see=("repair-lantern", "break-pickaxe", "break-cart"),
    ),
    CardHelp(
        slug="break-cart",
        kind="action",
        shown=("break:cart",),
        what=_(
            "Whoever has a broken cart before them may lay no tunnels. Up to three tools can be broken at once, one of"
            " each kind, and all must be repaired before the player can dig again."
        ),
        target=_("Any player, yourself included, whose cart is whole."),
        rules=(15,),
        part_of=(BASE,),
        see=("repair-cart", "break-pickaxe", "break-lantern"),
    ),
    CardHelp(
        slug="repair-pickaxe",
        kind="action",
        shown=("repair:pickaxe",),
        what=_(
            "Takes a broken pickaxe away, and both cards are discarded. Repairing for somebody else is the clearest"
            " way to say whom you trust."
        ),
        target=_("Any player, yourself included, whose pickaxe is broken."),
        rules=(16,),
        part_of=(BASE,),
        see=("break-pickaxe", "repair-pickaxe-lantern", "repair-pickaxe-cart"),
    ),
    CardHelp(
        slug="repair-lantern",
        kind="action",
        shown=("repair:lantern",),
        what=_(
            "Takes a broken lantern away, and both cards are discarded. It can be kept in the hand until it is needed,"
            " but it cannot prevent the damage."
        ),
        target=_("Any player, yourself included, whose lantern is broken."),
        rules=(16,),
        part_of=(BASE,),
        see=("break-lantern", "repair-pickaxe-lantern", "repair-lantern-cart"),
    ),
    CardHelp(
        slug="repair-cart",
        kind="action",
        shown=("repair:cart",),
        what=_(
            "Takes a broken cart away, and both cards are discarded. The same cart may be broken again by the next"
            " card, even in the same round."
        ),
        target=_("Any player, yourself included, whose cart is broken."),
        rules=(16,),
        part_of=(BASE,),
        see=("break-cart", "repair-pickaxe-cart", "repair-lantern-cart"),
    ),
    CardHelp(
        slug="repair-pickaxe-lantern",
        kind="action",
        shown=("repair:pickaxe+lantern",),
        what=_(
            "Mends a pickaxe or a lantern, one of them and not both. Where both are broken, whoever plays it says"
            " which."
        ),
        target=_ONE_OF_THE_TOOLS,
        rules=(16,),
        part_of=(BASE,),
        see=("break-pickaxe", "break-lantern"),
    ),
    CardHelp(
        slug="repair-pickaxe-cart",
        kind="action",
        shown=("repair:pickaxe+cart",),
        what=_(
            "Mends a pickaxe or a cart, one of them and not both. Where both are broken, whoever plays it says which."
        ),
        target=_ONE_OF_THE_TOOLS,
        rules=(16,),
        part_of=(BASE,),
        see=("break-pickaxe", "break-cart"),
    ),
    CardHelp(
        slug="repair-lantern-cart",
        kind="action",
        shown=("repair:lantern+cart",),
        what=_(
            "Mends a lantern or a cart, one of them and not both. Where both are broken, whoever plays it says which."
        ),
        target=_ONE_OF_THE_TOOLS,
        rules=(16,),
        part_of=(BASE,),
        see=("break-lantern", "break-cart"),
    ),
    CardHelp(
        slug="rockfall",
        kind="action",
        shown=("rockfall",),
        what=_(
            "Takes a tunnel card out of the mine: a dead end that bars the way, or the best tunnel of all. Whatever is"
            " cut off by that stays where it lies and can be joined again. A card that lies face down over a treasure"
            " chest can be taken too; the chest goes with it, and nobody sees what it held."
        ),
        target=_(
            "Any tunnel card in the mine that lies face up, or one over a chest; never the start, a goal or a fixed"
            " card."
        ),
        rules=(17, 73),
        part_of=(BASE,),
        see=("dead-ends",),
    ),
    CardHelp(
        slug="map",
        kind="action",
        shown=("map",),
        what=_(
            "You look at one goal and put it back, and nobody else sees what it is. Tell the others, or tell them"
            " something else."
        ),
        target=_("A goal that lies face down; with treasure chests in play, a chest instead."),
        rules=(18, 73),
        part_of=(BASE,),
        see=("goal-gold", "goal-stone"),
    ),
)

SABOTEUR2_ACTIONS = (
    CardHelp(
        slug="theft",
        kind="action",
        shown=("theft",),
        what=_(
            "It lies before you until the round ends; then you take one nugget from any other player who has one. If"
            " you are trapped by then, nothing comes of it."
        ),
        target=_("Yourself alone, and not while you are trapped."),
        rules=(33, 40, 49),
        part_of=(SABOTEUR2,),
        see=("hands-off", "trapped"),
    ),
    CardHelp(
        slug="hands-off",
        kind="action",
        shown=("hands-off",),
        what=_("Takes a theft away before the round is over. Both cards are discarded, and nobody is robbed by it."),
        target=_("Any player before whom a theft lies."),
        rules=(39,),
        part_of=(SABOTEUR2,),
        see=("theft",),
    ),
    CardHelp(
        slug="swap-hands",
        kind="action",
        shown=("swap-hands",),
        what=_(
            "You and another player exchange all the cards you still hold, and nobody else sees them. Then the other"
            " player draws a card, and you do not."
        ),
        target=_("Another player."),
        rules=(43,),
        part_of=(SABOTEUR2,),
        see=("swap-hats",),
    ),
    CardHelp(
        slug="inspection",
        kind="action",
        shown=("inspection",),
        what=_(
            "You look at the role of another player, and nobody else learns it. It is true at that moment; hats may be"
            " swapped later."
        ),
        target=_("Another player."),
        rules=(41,),
        part_of=(SABOTEUR2,),
        see=("swap-hats", "chest-spy"),
    ),
    CardHelp(
        slug="swap-hats",
        kind="action",
        shown=("swap-hats",),
        what=_(
            "A player takes the top one of the spare roles and puts their old role under them. Only that player sees"
            " who they are now."
        ),
        target=_("Any player, yourself included."),
        rules=(42,),
        part_of=(SABOTEUR2,),
        see=("inspection", "costume-department"),
    ),
    CardHelp(
        slug="trapped",
        kind="action",
        shown=("trapped",),
        what=_(
            "Whoever is trapped may lay no tunnels. Whoever is still trapped when the round ends gets nothing, steals"
            " nothing and is not counted among the winners."
        ),
        target=_("Another player who is not trapped yet."),
        rules=(33, 38),
        part_of=(SABOTEUR2,),
        see=("free", "theft"),
    ),
    CardHelp(
        slug="free",
        kind="action",
        shown=("free",),
        what=_(
            "Opens the trap, and both cards are discarded. Who was in it may dig again, if no tool of theirs is broken."
        ),
        target=_("Any player who is trapped, yourself included."),
        rules=(39,),
        part_of=(SABOTEUR2,),
        see=("trapped",),
    ),
)

CHAMPIONSHIP = (
    CardHelp(
        slug="swap-goals",
        kind="action",
        shown=("swap-goals",),
        what=_(
            "You take two goals without looking at them, and put them back swapped or just as they were. Everybody sees"
            " which two, and nobody but you knows whether they changed places."
        ),
        target=_("Two goals that lie face down."),
        rules=(61,),
        part_of=("swap-goals",),
        see=("map",),
    ),
    CardHelp(
        slug="treasury",
        kind="action",
        shown=("treasury",),
        what=_(
            "In place of drawing you look at the last five discards, keep one of them and put the others back face"
            " down. It can be played only if something has been discarded."
        ),
        target=_("The five cards on top of the discards."),
        rules=(62,),
        part_of=("treasury",),
        see=("chest-recycle",),
    ),
    CardHelp(
        slug="veto",
        kind="action",
        shown=("veto",),
        what=_(
            "The card that somebody has just played has no effect; both cards are discarded. Say in advance whom you"
            " want to stop, and nobody has to wait for you."
        ),
        target=_("A tunnel or action card that another player has just played; never another veto."),
        rules=(63, 93),
        part_of=("veto",),
        see=("reverse",),
    ),
    CardHelp(
        slug="reverse",
        kind="action",
        shown=("reverse",),
        what=_(
            "From now on the turns go the other way round, until the round is over. In the base game the gold cards"
            " are passed on the other way too."
        ),
        target=_NOBODY,
        rules=(64,),
        part_of=("reverse",),
        see=("gold-cards",),
    ),
    CardHelp(
        slug="repair-pickaxe-lantern-cart",
        kind="action",
        shown=("repair:pickaxe+lantern+cart",),
        what=_("Mends whichever tool is broken, and one only. Where several are broken, whoever plays it says which."),
        target=_("Any player with a broken tool, yourself included."),
        rules=(16, 65),
        part_of=("craftsman",),
        see=("break-pickaxe", "break-lantern", "break-cart"),
    ),
    CardHelp(
        slug="guide",
        kind="action",
        shown=("guide",),
        what=_(
            "You lay two tunnel cards in one turn, one after the other, and then draw two. You need two tunnel cards"
            " in your hand, and the first one must fit somewhere. A card of the two that is vetoed is drawn for too."
        ),
        target=_("Two empty squares where your cards fit; the second may go on from the first."),
        rules=(66,),
        part_of=("guide",),
        see=("detour",),
    ),
    CardHelp(
        slug="detour",
        kind="action",
        shown=("detour",),
        what=_(
            "Lift the tunnel card that was laid last and lay it on another square, turned if you like. It counts as"
            " laid by you, so you need whole tools and must not be trapped."
        ),
        target=_("The tunnel card that was laid last, if it is still there."),
        rules=(67,),
        part_of=("detour",),
        see=("guide", "rockfall"),
    ),
)

ACTIONS = (*BASE_ACTIONS, *SABOTEUR2_ACTIONS, *CHAMPIONSHIP)
