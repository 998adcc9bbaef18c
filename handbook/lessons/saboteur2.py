"""Three lessons of Saboteur 2 (R30 to R51)."""

from django.utils.translation import gettext_lazy as _

from handbook.lessons.lesson import Lesson

SABOTEUR2 = (
    Lesson(
        name="doors",
        title=_("Doors"),
        before=_(
            "In Saboteur 2, two teams dig for the gold. You’re blue and Bo is green. Green diggers can’t pass blue "
            "doors."
        ),
        task=_("Lay the blue door at the end of the tunnel, before Bo reaches the gold."),
        after=_(
            "Bo has reached the gold, but the only way there leads through a blue door. The blue team wins (R36, R45)."
        ),
        right=(("lay EW-blue 6,0",),),
        slips={
            "lay EW-blue": _(
                "Bo doesn’t have to pass here, so the door stops no one. Lay it in front of the gold (R36)."
            ),
            "lay NESW 6,0": _("Both teams can use this tunnel, and Bo would win. Lay the door here (R36)."),
            "lay": _("You may lay a tunnel here, but Bo can still reach the gold. Lay the door (R36)."),
            "theft": _("A theft gets you one nugget. With the door your whole team wins (R40)."),
            "pass": _("You may always discard, but then nothing stops Bo. Lay the door (R32)."),
        },
        others=("B lay NESW 7,0",),
    ),
    Lesson(
        name="ladders",
        title=_("Ladders"),
        before=_(
            "Rockfalls have cut the tunnel in two. A ladder is joined to the start, wherever in the mine it lies."
        ),
        task=_("Lay the ladder so that it joins the part that was cut off."),
        after=_("The ladder leads to the start, so you can lay tunnels from the far part again (R34)."),
        right=(("lay E-ladder 3,0",),),
        slips={
            "lay E-ladder": _(
                "Here, the ladder doesn’t join the part that was cut off. Its tunnel has to meet the tunnel of the "
                "far part (R34)."
            ),
            "lay": _("You may lay a tunnel here, but the far part stays cut off (R14)."),
            "map": _("A map is a good move too, but the far part stays cut off. Lay the ladder (R18)."),
            "pass": _("You may always discard, but the far part stays cut off. Lay the ladder (R32)."),
        },
    ),
    Lesson(
        name="theft",
        title=_("Theft"),
        before=_(
            "You’re a saboteur, and the diggers are about to win. With a theft in front of you, you can rob one of "
            "them."
        ),
        task=_("Play the theft. When the round is over, choose who to rob."),
        after=_("One nugget is yours now. Only you know how many you have (R49, R50)."),
        right=(("theft",), ("choose B", "choose C")),
        slips={
            "choose none": _("You may let it pass, but then you played the theft for nothing. Choose a player (R49)."),
            "lay": _("That doesn’t stop the diggers any more. Play the theft while there’s time (R40)."),
            "map": _("You may look at a goal, but then you get nothing. Play the theft while there’s time (R40)."),
            "pass": _("You may always discard, but then you get nothing. Play the theft (R32)."),
        },
        others=("B lay NESW 7,0",),
    ),
)
