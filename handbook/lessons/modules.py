"""A lesson for each championship card and mini-expansion that changes a turn (R61 to R73)."""

from django.utils.translation import gettext_lazy as _

from handbook.lessons.lesson import Lesson

_NO_DISCARD = _("You may always discard instead, but then you don’t use the card. Do what the lesson asks for (R13).")

MODULES = (
    Lesson(
        name="swap-goals",
        title=_("Swap two goals"),
        before=_("You’re a saboteur. Your map has shown you the gold in the middle, and the diggers are coming."),
        task=_("Take the gold and another goal, and swap them."),
        after=_("The others know which two goals you took, but not whether you swapped them (R61)."),
        right=(("swap-goals 8,-2 8,0", "swap-goals 8,0 8,2"), ("choose swap",)),
        slips={
            "swap-goals": _("Neither of these two is the gold. Take the goal in the middle and another one (R61)."),
            "choose": _("You may put them back as they were. But swap them, so that the gold is somewhere else (R61)."),
            "lay": _("A tunnel helps the diggers. Swap the goals instead (R14)."),
            "pass": _NO_DISCARD,
        },
        lead=3,
    ),
    Lesson(
        name="treasury",
        title=_("Take a card back"),
        before=_("The crossing would close the gap in front of the goal, but it’s among the discards."),
        task=_("Play the treasury, and keep the crossing."),
        after=_("You look at the top five discards and keep one. It takes the place of the card you would draw (R62)."),
        right=(("treasury",), ("choose NESW",)),
        slips={
            "choose": _("You may keep this card, but the crossing is what the mine needs (R62)."),
            "lay": _("You may lay a tunnel here, but it doesn’t close the gap. Play the treasury (R14)."),
            "pass": _NO_DISCARD,
        },
    ),
    Lesson(
        name="veto",
        title=_("Veto a card"),
        before=_("Bo has played a rockfall on your tunnel. It takes effect once the others have answered."),
        task=_("Play your veto."),
        after=_("The rockfall has no effect. Both cards are discarded, and you and Bo draw (R63, R93)."),
        right=(("veto",),),
        slips={"choose": _("You may let it pass, but then the tunnel is gone. Play your veto (R63).")},
        lead=1,
    ),
    Lesson(
        name="reverse",
        title=_("Play the other way round"),
        before=_("Bo has laid dead ends before. After you it would be Bo’s turn again."),
        task=_("Turn the order of play, so that Cy comes next."),
        after=_("For the rest of the round, turns go the other way. Cy comes after you (R64)."),
        right=(("reverse",),),
        slips={
            "lay": _("You may dig here, but then it is Bo’s turn. Turn the order of play first (R64)."),
            "pass": _NO_DISCARD,
        },
        lead=5,
    ),
    Lesson(
        name="guide",
        title=_("Two tunnels in one turn"),
        before=_("The mine guide lets you lay two tunnels, one after the other."),
        task=_("Play the mine guide, and lay both tunnels towards the goals."),
        after=_("You laid two tunnels, so you draw two cards (R66)."),
        right=(("guide",), ("lay EW 3,0", "lay NESW 3,0"), ("lay EW 4,0", "lay NESW 4,0")),
        slips={
            "lay": _("You may lay a tunnel here, but the lesson asks for both, towards the goals (R66)."),
            "pass": _NO_DISCARD,
        },
    ),
    Lesson(
        name="detour",
        title=_("Move a tunnel"),
        before=_("Bo has just laid dead ends in your way. A detour moves the tunnel that was laid last."),
        task=_("Move the dead ends out of the way."),
        after=_("The way is free again. Now the card is where it does no harm (R67)."),
        right=(("detour",),),
        slips={
            "lay": _("You may lay a tunnel here, but the dead ends stay in the way. Play the detour (R67)."),
            "pass": _NO_DISCARD,
        },
        lead=1,
    ),
    Lesson(
        name="toll",
        title=_("Take a toll"),
        before=_("Everyone has a nugget. Where your miner stands, others pay you one to lay a tunnel."),
        task=_("Discard the straight tunnel to put a miner on the open end in front of the goals."),
        after=_("Bo paid you a nugget to dig on, and the miner is gone. You drew no card for it (R70)."),
        right=(("miner NS 3,0",),),
        slips={
            "miner NS": _(
                "The diggers don’t come this way, so you’d earn nothing. Choose the end in front of the goals (R70)."
            ),
            "miner": _("You may discard this card too, but keep it and discard the straight tunnel (R70)."),
            "map": _("A map is a good move too, but it earns no toll. Use a miner (R70)."),
            "lay": _("You may dig here, but it earns no toll. Use a miner (R70)."),
            "pass": _NO_DISCARD,
        },
        others=("B lay EW 3,0", "C pass NW"),
    ),
    Lesson(
        name="costume",
        title=_("Change your role"),
        before=_(
            "You’re a saboteur, and the diggers are close to the gold. The first to reach the costume department "
            "changes role."
        ),
        task=_("Join the costume department to the tunnel."),
        after=_(
            "You have the role that was set aside, and only you see it. A tunnel party deals all roles again (R71)."
        ),
        right=(("lay NESW 4,0",),),
        slips={
            "lay": _("You may lay a tunnel here, but it doesn’t reach the costume department (R71)."),
            "pass": _NO_DISCARD,
        },
    ),
    Lesson(
        name="new-goals",
        title=_("Sacks, a dragon and a spider"),
        before=_("Five goals lie in the mine. One is the gold; others are sacks of gold, a dragon, or a spider."),
        task=_("Reach the goal at the end of the tunnel."),
        after=_(
            "A sack: you get two nuggets at once. A dragon would take one, and a spider would end the round (R72)."
        ),
        right=(("lay NESW 7,0",),),
        slips={
            "lay": _("You may lay a tunnel here, but it reaches no goal (R19)."),
            "map": _("A map is a good move too, but this time find out by reaching it (R18)."),
            "pass": _NO_DISCARD,
        },
    ),
    Lesson(
        name="chests",
        title=_("Open a chest"),
        before=_("Chests lie face down in the mine. If you reach one, you get what’s in it."),
        task=_("Turn your tunnel so that it reaches the upper chest, and see what Bo is."),
        after=_("The chest showed you a role, and only you know it. There are ten kinds of chests (R73)."),
        right=(("lay ESW 2,0~",), ("choose B",)),
        slips={
            "lay ESW 2,0": _("This way up, it reaches the lower chest. Press “Turn” before you play it (R2)."),
            "lay": _("You may lay a tunnel here, but it reaches no chest (R73)."),
            "choose": _("You may look at this role, but you wanted to see what Bo is (R73)."),
            "map": _("A map may show a chest too, but this time open one (R73)."),
            "pass": _NO_DISCARD,
        },
    ),
)
