"""Ten lessons of the base game (R10 to R26)."""

from django.utils.translation import gettext_lazy as _

from handbook.lessons.lesson import Lesson

_NO_DISCARD = _("You may always discard instead, but the mine stays as it is. Do what the lesson asks for (R13).")

_DIGGERS = (
    *("B repair:lantern B", "B repair:lantern C", "C repair:pickaxe C", "C repair:pickaxe B"),
    *(f"{who} lay {card} {at}" for at in ("7,0", "6,0", "5,0") for card in ("EW", "ESW", "NESW") for who in "BC"),
    *(f"{who} lay {card} {at}" for at in ("6,1", "5,1", "4,1") for card in ("EW", "ESW~", "NESW") for who in "BC"),
)
"""The moves of two diggers: they repair their tools, dig straight on, or else in a lane beside."""

BASE = (
    Lesson(
        name="lay",
        title=_("Lay a tunnel"),
        before=_(
            "You start at one end of the mine. At the other end are three face-down goals. One of them is the gold."
        ),
        task=_("Lay a straight tunnel that leads on towards the goals."),
        after=_("That’s a turn: you play one card and draw one. Now it would be Bo’s turn (R13)."),
        right=(("lay EW 3,0",),),
        slips={
            "lay EW -1,0": _("This tunnel leads away from the goals. Lay it at the other end (R1)."),
            "lay NS": _("This tunnel runs to the side and gets no closer to the goals. Take the other one (R3)."),
            "map": _("A map is a good move too, but first the tunnel has to grow. Lay a tunnel (R18)."),
            "pass": _NO_DISCARD,
        },
    ),
    Lesson(
        name="turn",
        title=_("Turn a card"),
        before=_(
            "Your map has shown you the gold: it is marked on its goal. The tunnel has to branch off to that side."
        ),
        task=_("Lay the three-way tunnel at the end near the goals, and turn it so that it branches off to the gold."),
        after=_("You may turn a tunnel card upside down, but never on its side (R2)."),
        right=(("lay ESW 6,0~",),),
        slips={
            "lay ESW 6,0": _("This way up, it branches off to the wrong side. Press “Turn” before you play it (R2)."),
            "lay ESW": _("You may lay it here, but the end near the goals is where it is needed (R14)."),
            "lay NS": _("You may lay this tunnel, but it doesn’t branch off. Take the three-way tunnel (R3)."),
            "pass": _NO_DISCARD,
        },
        lead=3,
    ),
    Lesson(
        name="connect",
        title=_("Reach a goal"),
        before=_(
            "One card is missing in front of the middle goal. Tunnel must touch tunnel, and rock must touch rock."
        ),
        task=_("Close the gap with the card that leads to the goal."),
        after=_("A goal is turned up when a tunnel reaches it. This one is the gold, so the diggers win (R19, R22)."),
        right=(("lay NESW 7,0",),),
        slips={
            "lay NE 7,0~": _("The bend fits, but it turns away before the goal. Take a card that leads to it (R19)."),
            "lay": _("You may lay a tunnel here, but the gap before the goal stays open (R14)."),
            "pass": _NO_DISCARD,
        },
    ),
    Lesson(
        name="dead-end",
        title=_("A dead end"),
        before=_("You’re a saboteur: you win if the gold is never reached. No tunnel goes on behind a dead end."),
        task=_("Stop the tunnel with the dead ends."),
        after=_("The diggers now need a rockfall or a way round. But they all saw that it was you (R14)."),
        right=(("lay E.W 4,0",),),
        slips={
            "lay E.W": _(
                "The diggers don’t need this spot, so the dead ends don’t stop them. Lay them in front of "
                "the goals (R14)."
            ),
            "lay NESW": _("The crossing helps the diggers. Lay the dead ends instead (R14)."),
            "break": _("A broken cart stops one player. The dead ends stop everyone (R15)."),
            "pass": _NO_DISCARD,
        },
    ),
    Lesson(
        name="repair",
        title=_("Repair a tool"),
        before=_("Your lantern is broken: the card is in front of you. With a broken tool, you can’t lay tunnels."),
        task=_("Repair your lantern."),
        after=_("The broken lantern is gone, and so is your card. You can dig again from your next turn (R16)."),
        right=(("repair:lantern A",),),
        slips={
            "repair:pickaxe": _("That repairs another player’s pickaxe, and your lantern stays broken (R16)."),
            "pass": _NO_DISCARD,
        },
    ),
    Lesson(
        name="break",
        title=_("Break a tool"),
        before=_("Your map has shown you the gold in the middle. Then Bo laid dead ends on the way there."),
        task=_("Break Bo’s cart, so that Bo can’t lay any more tunnels."),
        after=_("Bo can’t lay tunnels until the cart is repaired, but can still do everything else (R15)."),
        right=(("break:cart B",),),
        slips={
            "break:cart A": _("With a broken cart, you couldn’t lay tunnels yourself. Choose Bo (R15)."),
            "break:cart C": _("Cy has done no harm. It was Bo who laid the dead ends (R15)."),
            "lay": _("You can go on digging, but that doesn’t keep Bo from laying dead ends (R15)."),
            "pass": _NO_DISCARD,
        },
        lead=3,
    ),
    Lesson(
        name="map",
        title=_("Look at a goal"),
        before=_("One of the three goals is the gold, but you don’t know which. A map shows you one of them."),
        task=_("Look at one of the goals."),
        after=_("Only you know what’s there. The others can believe what you tell them, or not (R18)."),
        right=(("map",),),
        slips={
            "lay": _("You can go on digging, but you don’t know where. Use the map first (R18)."),
            "pass": _NO_DISCARD,
        },
    ),
    Lesson(
        name="rockfall",
        title=_("Clear the way"),
        before=_("Dead ends block the tunnel, and nothing can be laid behind them."),
        task=_("Take the dead ends out of the mine with the rockfall."),
        after=_("The way is clear for a better card. Saboteurs play rockfalls too, on tunnels that lead on (R17)."),
        right=(("rockfall 3,0",),),
        slips={
            "rockfall": _("This tunnel leads on. Without it, everything behind it is cut off (R17)."),
            "lay": _("You may lay a tunnel here, but the dead ends stay in the way (R14)."),
            "pass": _NO_DISCARD,
        },
    ),
    Lesson(
        name="cover",
        title=_("Look innocent"),
        before=_("You’re a saboteur, and no one suspects you yet. You hold a crossing, which the diggers could use."),
        task=_("Discard the crossing. The others won’t see which card it is."),
        after=_("The crossing is gone, and the others know nothing. Diggers discard cards as well (R13)."),
        right=(("pass NESW",),),
        slips={
            "pass": _("With this card you can still harm the diggers. Keep it, and discard the crossing (R13)."),
            "lay NESW": _("The crossing helps the diggers. Discard it instead (R13)."),
            "lay E.W": _("You may lay dead ends, but then everyone knows what you are. This time, stay hidden (R14)."),
            "break": _("You may break a tool, but then they suspect you. This time, stay hidden (R15)."),
        },
    ),
    Lesson(
        name="round",
        title=_("A short round"),
        before=_(
            "You’re the saboteur. There are no cards left to draw, so the round ends soon: when all hands are empty, "
            "or when players can only pass."
        ),
        task=_("Play all your cards, and keep the diggers from the gold."),
        after=_("The gold was never reached, so the saboteurs win. You’re ready for a table (R23)."),
        right=(),
        others=_DIGGERS,
        lost=_("The diggers have reached the gold. Start again, and stop them earlier (R22)."),
    ),
)
