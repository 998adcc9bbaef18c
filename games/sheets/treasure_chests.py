"""Treasure chests (R73)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import chest
from games.art.strokes import line, placed
from games.sheets.sheet import ChestSheet, DecisionSheet, EntrySheet, ModuleSheet, Named

_OPENS = _("The player who joins it to the start, as soon as it opens.")

SHEET = ModuleSheet(
    name="treasure-chests",
    title=_("Treasure chests"),
    line=_("Four hidden chests along the way."),
    adds=(
        _("Four of ten chests lie in the mine, each under a face-down tunnel card."),
        _(
            "Join one to the start, and you turn up the tunnel, open the chest and get what’s in it. It may be a "
            "nugget or a landslide. You choose where the chests lie when you set up the table."
        ),
    ),
    rules=(20, 73),
    icon=icons.CHEST,
    settled=(
        _("We chose the shapes of the tunnels over the chests (R73)."),
        _("We chose where the chests lie, and a table can choose other places (R73)."),
        _("A chest that’s removed with its tunnel is out of play for the round, and never a discard (R73)."),
        _("Maps that can’t look at goals can do so again in the next round (R73)."),
        _("“Further from the start” is one square on in the goal’s own lane (R73)."),
        _("A goal moves only to an empty square without a miner (R73)."),
        _("A goal that the same card reached doesn’t move (R73)."),
        _("Three cards drawn at the end of a turn replace the usual one (R73)."),
        _("If a chest replaces your draw, you don’t draw at all, even if there’s nothing to take (R73)."),
        _("A chest’s extra card comes on top, after whatever replaces the draw (R73)."),
        _("A chest that stops you drawing affects only the pile, not cards from a hand or the discards (R73)."),
        _(
            "An action card is discarded after its effect, so a chest it opens can’t fetch it back. Cards discarded "
            "together lie in the order drawn or named (R73)."
        ),
    ),
    option="chests",
    chests=(
        ChestSheet(
            name="nugget",
            title=_("A nugget"),
            picture=chest(placed(icons.NUGGET, 0, 0, 1.9)),
            page=EntrySheet(
                what=_(
                    "A nugget for the player who opens it. In the base game it’s a gold card worth one, as long as "
                    "there is one."
                ),
                target=_OPENS,
                rules=(73,),
                see=("gold-cards",),
            ),
        ),
        ChestSheet(
            name="no-maps",
            title=_("No more maps"),
            picture=chest(placed(icons.MAP, scale=0.8) + placed(icons.NO_SIGN, scale=0.9)),
            page=EntrySheet(
                what=_("Until the round is over, maps can’t show goals any more. They can still look into chests."),
                target=_("All players."),
                rules=(18, 73),
                see=("map",),
            ),
        ),
        ChestSheet(
            name="no-draw",
            title=_("No draw"),
            picture=chest(placed(icons.BACK, scale=1.4) + placed(icons.NO_SIGN, scale=0.9)),
            page=EntrySheet(
                what=_(
                    "The player who opens it draws nothing from the pile this turn, not even for another chest. "
                    "Taking a card from a hand or the discards is still allowed."
                ),
                target=_OPENS,
                rules=(73,),
                see=("chest-extra-draw",),
            ),
        ),
        ChestSheet(
            name="extra-draw",
            title=_("An extra draw"),
            picture=chest(placed(icons.BACK, -6, 0, 1.4, -8) + line("M16-8V8M8 0H24", "ok", 5)),
            page=EntrySheet(
                what=_(
                    "The player who opens it draws one more card at the end of this turn, on top of what other "
                    "chests bring. From then on, their hand is one card larger."
                ),
                target=_OPENS,
                rules=(73,),
                see=("chest-no-draw",),
            ),
        ),
        ChestSheet(
            name="far-goal",
            title=_("A goal moves away"),
            picture=chest(icons.small_card("g1", icons.CROSS, -12) + line("M2 0H22M14-8 23 0 14 8", "no", 4.4)),
            page=EntrySheet(
                what=_(
                    "A face-down goal moves one square further from the start, if that square is free. The player "
                    "who opened the chest chooses which. A goal that was just reached stays where it is."
                ),
                target=_OPENS,
                rules=(73,),
                see=("goal-gold",),
            ),
        ),
        ChestSheet(
            name="grab",
            title=_("Grab a card"),
            picture=chest(placed(icons.FAN, -4, -4) + line("M18-20V8M10 0 18 9 26 0", "no", 4.4)),
            page=EntrySheet(
                what=_(
                    "At the end of your turn, take a card from another player’s hand instead of drawing. You choose "
                    "the player, but not the card."
                ),
                target=_OPENS,
                rules=(73,),
                see=("swap-hands",),
            ),
        ),
        ChestSheet(
            name="choose-3",
            title=_("Choose one of three"),
            picture=chest(placed(icons.FAN, 0, -2, 1.15) + placed(line("M-6 0-2 4 6-5", "ok", 4.6), 2, 0)),
            page=EntrySheet(
                what=_(
                    "At the end of your turn, draw three cards instead of one. Keep the one you like best and "
                    "discard the other two."
                ),
                target=_OPENS,
                rules=(73,),
                see=("chest-recycle",),
            ),
        ),
        ChestSheet(
            name="spy",
            title=_("Spy on a role"),
            picture=chest(icons.EYE),
            page=EntrySheet(
                what=_("Look at another player’s role. What you tell the others is up to you."),
                target=_OPENS,
                rules=(73,),
                see=("inspection",),
            ),
        ),
        ChestSheet(
            name="recycle",
            title=_("Recycle a card"),
            picture=chest(placed(icons.BACK, scale=1.1) + icons.ARROWS),
            page=EntrySheet(
                what=_(
                    "Look at five random discards at once. Keep one, and put the others back face down. In return, "
                    "you don’t draw at the end of your turn."
                ),
                target=_OPENS,
                rules=(73,),
                see=("treasury", "chest-choose-3"),
            ),
        ),
        ChestSheet(
            name="landslide",
            title=_("Landslide"),
            picture=chest(placed(icons.ROCKFALL, 0, 0, 0.95)),
            page=EntrySheet(
                what=_("Five cards from the pile are discarded unseen. The round just got shorter."),
                target=_("All players."),
                rules=(73,),
                see=("rockfall",),
            ),
        ),
    ),
    decisions=(
        DecisionSheet(
            name="goal",
            mine=_("Choose the goal that moves."),
            theirs=_("%(name)s is choosing the goal that moves."),
            names=Named.SQUARE,
            question=_("Move the goal at %(square)s?"),
            button=_("Move the goal at %(square)s"),
        ),
        DecisionSheet(
            name="player",
            mine=_("Choose a player."),
            theirs=_("%(name)s is choosing a player."),
            names=Named.PLAYER,
            question=_("Choose %(name)s?"),
            button=_("Choose %(name)s"),
        ),
    ),
)
