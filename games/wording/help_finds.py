"""The rule book about goals, chests, roles, fixed cards, gold and miners (R10, R19, R22, R30, R60, R70 to R73)."""

from django.utils.translation import gettext_lazy as _

from games.wording.help_entry import BASE, SABOTEUR2, CardHelp

_LAST_STEP = _("Whoever plays the card that joins it to the start.")
_OPENS = _("Whoever joins it to the start, as soon as it opens.")

GOALS = (
    CardHelp(
        slug="goal-gold",
        kind="goal",
        shown=("gold",),
        what=_(
            "The treasure that all the digging is about. The round ends at once when a tunnel from the start reaches"
            " it."
        ),
        target=_LAST_STEP,
        rules=(11, 19, 20, 21),
        part_of=(BASE, "new-goals"),
        see=("goal-stone", "gold-cards", "map"),
    ),
    CardHelp(
        slug="goal-stone",
        kind="goal",
        title=_("Stones"),
        shown=("stone-a", "stone-b", "stone-c"),
        what=_(
            "No gold here. A stone that has been reached is turned up so that it joins the tunnel, and becomes part of"
            " the mine: the way may go on through it."
        ),
        target=_LAST_STEP,
        rules=(19, 20, 72),
        part_of=(BASE, "new-goals"),
        see=("goal-gold", "map"),
    ),
    CardHelp(
        slug="goal-sack-1",
        kind="goal",
        shown=("sack-1",),
        what=_("Whoever reaches it takes one nugget at once. The digging goes on, and the sack is part of the mine."),
        target=_LAST_STEP,
        rules=(72,),
        part_of=("new-goals",),
        see=("goal-sack-2", "goal-dragon"),
    ),
    CardHelp(
        slug="goal-sack-2",
        kind="goal",
        shown=("sack-2",),
        what=_("Whoever reaches it takes two nuggets at once. The digging goes on, and the sack is part of the mine."),
        target=_LAST_STEP,
        rules=(72,),
        part_of=("new-goals",),
        see=("goal-sack-1", "goal-dragon"),
    ),
    CardHelp(
        slug="goal-dragon",
        kind="goal",
        shown=("dragon",),
        what=_(
            "Whoever wakes it pays one nugget, if they have one. It never touches gold cards, and the digging goes on."
        ),
        target=_LAST_STEP,
        rules=(72,),
        part_of=("new-goals",),
        see=("goal-spider", "goal-sack-1"),
    ),
    CardHelp(
        slug="goal-spider",
        kind="goal",
        shown=("spider",),
        what=_(
            "Reaching it ends the round. The saboteurs win as if nobody had found the gold, so look before you dig."
        ),
        target=_LAST_STEP,
        rules=(72,),
        part_of=("new-goals",),
        see=("goal-dragon", "map"),
    ),
)

_CHEST = ("treasure-chests",)

CHESTS = (
    CardHelp(
        slug="chest-nugget",
        kind="chest",
        shown=("nugget",),
        what=_("A nugget for whoever opens it. In the base game it is a gold card of one, as long as there is one."),
        target=_OPENS,
        rules=(73,),
        part_of=_CHEST,
        see=("gold-cards",),
    ),
    CardHelp(
        slug="chest-no-maps",
        kind="chest",
        shown=("no-maps",),
        what=_("From now on maps show no goals any more, until the round is over. They can still look into chests."),
        target=_("All players."),
        rules=(18, 73),
        part_of=_CHEST,
        see=("map",),
    ),
    CardHelp(
        slug="chest-no-draw",
        kind="chest",
        shown=("no-draw",),
        what=_(
            "Whoever opens it draws nothing from the pile in this turn, not for another chest either. A card out of a"
            " hand or from the discards they may still take."
        ),
        target=_OPENS,
        rules=(73,),
        part_of=_CHEST,
        see=("chest-extra-draw",),
    ),
    CardHelp(
        slug="chest-extra-draw",
        kind="chest",
        shown=("extra-draw",),
        what=_(
            "Whoever opens it draws one card more at the end of this turn, besides what other chests bring. From then"
            " on their hand is one card larger."
        ),
        target=_OPENS,
        rules=(73,),
        part_of=_CHEST,
        see=("chest-no-draw",),
    ),
    CardHelp(
        slug="chest-far-goal",
        kind="chest",
        shown=("far-goal",),
        what=_(
            "A goal that lies face down moves one square to the east, if nothing lies or stands there. Whoever opened"
            " the chest says which; a goal that was just reached stays where it is."
        ),
        target=_OPENS,
        rules=(73,),
        part_of=_CHEST,
        see=("goal-gold",),
    ),
    CardHelp(
        slug="chest-grab",
        kind="chest",
        shown=("grab",),
        what=_(
            "At the end of the turn take a card out of the hand of another player, in place of drawing. You choose"
            " whose, and not which card."
        ),
        target=_OPENS,
        rules=(73,),
        part_of=_CHEST,
        see=("swap-hands",),
    ),
    CardHelp(
        slug="chest-choose-3",
        kind="chest",
        shown=("choose-3",),
        what=_(
            "At the end of the turn draw three cards in place of one. Keep the one you like best and discard the other"
            " two."
        ),
        target=_OPENS,
        rules=(73,),
        part_of=_CHEST,
        see=("chest-recycle",),
    ),
    CardHelp(
        slug="chest-spy",
        kind="chest",
        shown=("spy",),
        what=_("Look at the role of another player. Nobody else learns it; what you tell the others is up to you."),
        target=_OPENS,
        rules=(73,),
        part_of=_CHEST,
        see=("inspection",),
    ),
    CardHelp(
        slug="chest-recycle",
        kind="chest",
        shown=("recycle",),
        what=_(
            "Look at five discards at once, chosen by lot. Keep one of them, and the others go back face down. In"
            " return nothing is drawn at the end of the turn."
        ),
        target=_OPENS,
        rules=(73,),
        part_of=_CHEST,
        see=("treasury", "chest-choose-3"),
    ),
    CardHelp(
        slug="chest-landslide",
        kind="chest",
        shown=("landslide",),
        what=_("Five cards from the pile are discarded, and nobody sees them. The round has become shorter."),
        target=_("All players."),
        rules=(73,),
        part_of=_CHEST,
        see=("rockfall",),
    ),
)

ROLES = (
    CardHelp(
        slug="role-digger",
        kind="role",
        shown=("digger",),
        what=_(
            "An honest dwarf, as most are. When the gold is reached, every digger at the table gets some of it,"
            " whoever did the digging."
        ),
        target=_("A tunnel from the start to the gold."),
        rules=(10, 22),
        part_of=(BASE, "tournament"),
        see=("role-saboteur", "gold-cards"),
    ),
    CardHelp(
        slug="role-saboteur",
        kind="role",
        shown=("saboteur",),
        what=_(
            "Looks like a digger, talks like a digger, and must not let anybody reach the gold. The saboteurs do not"
            " know each other either."
        ),
        target=_("A round that ends without anybody having reached the gold."),
        rules=(10, 23, 46),
        part_of=(BASE, SABOTEUR2, "tournament"),
        see=("role-digger", "dead-ends"),
    ),
    CardHelp(
        slug="role-blue",
        kind="role",
        shown=("blue",),
        what=_(
            "A digger of the blue team, with a disc on the hat. Blue diggers walk through blue doors; green ones stop"
            " them."
        ),
        target=_("A way from the start to the gold without a green door."),
        rules=(30, 36, 45),
        part_of=(SABOTEUR2,),
        see=("role-green", "doors-green"),
    ),
    CardHelp(
        slug="role-green",
        kind="role",
        shown=("green",),
        what=_(
            "A digger of the green team, with a triangle on the hat. Green diggers walk through green doors; blue ones"
            " stop them."
        ),
        target=_("A way from the start to the gold without a blue door."),
        rules=(30, 36, 45),
        part_of=(SABOTEUR2,),
        see=("role-blue", "doors-blue"),
    ),
    CardHelp(
        slug="role-boss",
        kind="role",
        shown=("boss",),
        what=_(
            "The boss has a share in both teams and walks through every door. The share is one nugget less than that of"
            " the other winners."
        ),
        target=_("That the gold is reached, by whichever team."),
        rules=(30, 45, 47),
        part_of=(SABOTEUR2,),
        see=("role-profiteer",),
    ),
    CardHelp(
        slug="role-profiteer",
        kind="role",
        shown=("profiteer",),
        what=_(
            "The profiteer always wins, whoever else does. The share is two nuggets less than that of the other"
            " winners."
        ),
        target=_("As few winners as possible, so that the shares are large."),
        rules=(30, 45, 46, 47),
        part_of=(SABOTEUR2,),
        see=("role-boss",),
    ),
    CardHelp(
        slug="role-geologist",
        kind="role",
        shown=("geologist",),
        what=_(
            "The geologist gets a nugget for every crystal that lies in the mine when the round ends, whoever wins. Two"
            " of them share the crystals."
        ),
        target=_("As many crystals in the mine as there can be."),
        rules=(30, 48),
        part_of=(SABOTEUR2,),
        see=("crystals",),
    ),
    CardHelp(
        slug="role-greedy",
        kind="role",
        shown=("greedy",),
        what=_(
            "The greedy dwarf digs for himself alone, and takes the place of a digger. If he joins the gold himself he"
            " gets four, and nobody else gets any."
        ),
        target=_("That the last card on the way to the gold is his own."),
        rules=(60, 81),
        part_of=("greedy", "tournament"),
        see=("role-digger", "role-saboteur"),
    ),
)

MORE = (
    CardHelp(
        slug="costume-department",
        kind="place",
        shown=("costume-department",),
        what=_(
            "It lies in the mine from the beginning, face up, and nothing removes it. Whoever joins it first has to"
            " change into another role, once a round."
        ),
        target=_("Whoever joins it to the start first."),
        rules=(71,),
        part_of=("costume-department",),
        see=("tunnel-party", "swap-hats"),
    ),
    CardHelp(
        slug="tunnel-party",
        kind="place",
        shown=("tunnel-party",),
        what=_(
            "It lies in the mine from the beginning, face up, and nothing removes it. When somebody joins it, the roles"
            " of all players are collected, shuffled and dealt anew, once a round."
        ),
        target=_("All players."),
        rules=(71,),
        part_of=("tunnel-party",),
        see=("costume-department",),
    ),
    CardHelp(
        slug="gold-cards",
        kind="more",
        title=_("Gold cards"),
        shown=("gold-1", "gold-2", "gold-3"),
        what=_(
            "The base game pays in gold cards of one, two or three nuggets. Who holds which is a secret until the game"
            " is over; then they are counted. Should they run out, the bank pays in nuggets."
        ),
        target=_("Whoever has won the round."),
        rules=(22, 23, 24, 26),
        part_of=(BASE,),
        see=("role-digger", "role-saboteur"),
    ),
    CardHelp(
        slug="miner",
        kind="more",
        title=_("Miners"),
        shown=("x-miner",),
        what=_(
            "Put one on an open end of the mine, in place of a turn, for one card from your hand. Whoever wants to dig"
            " on there pays you a nugget, and the miner is gone for the round."
        ),
        target=_("Whoever puts it: there are two for the whole table, each to be put once a round."),
        rules=(70,),
        part_of=("tunnel-toll",),
        see=("gold-cards",),
    ),
)

FINDS = (*GOALS, *CHESTS, *ROLES, *MORE)
