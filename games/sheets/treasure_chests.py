"""Treasure chests (R73)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import chest
from games.art.strokes import line, placed
from games.sheets.sheet import ChestSheet, DecisionSheet, EntrySheet, ModuleSheet, Named

_OPENS = _("Whoever joins it to the start, as soon as it opens.")

SHEET = ModuleSheet(
    name="treasure-chests",
    title=_("Treasure chests"),
    line=_("Four hidden chests beside the way."),
    adds=(
        _("Four of ten chests lie in the mine, each under a tunnel card that lies face down too."),
        _(
            "Whoever joins one to the start turns up the tunnel and opens the chest, and gets what is in it. It may"
            " be a nugget or a landslide. Where the chests lie is chosen with the table."
        ),
    ),
    rules=(20, 73),
    icon=icons.CHEST,
    settled=(
        _("The tunnels over the chests are shapes of this site (R73)."),
        _("The places of the chests are chosen by this site, and the table can choose others (R73)."),
        _("A chest and its tunnel that are removed are out of play for the round, and never discards (R73)."),
        _("Maps that may not look at goals may do so again in the next round (R73)."),
        _("“Further from the start” is one square on in the goal’s own lane (R73)."),
        _("A goal moves only to a square where nothing lies and no miner stands (R73)."),
        _("A goal that the same card has reached is not moved (R73)."),
        _("Three cards drawn at the end of a turn stand in the place of the one (R73)."),
        _("What a chest brings in place of drawing stands for the whole draw, even if there is nothing to take (R73)."),
        _("The extra card of a chest comes besides, after whatever stands in the place of the draw (R73)."),
        _("A chest that forbids drawing stops the pile alone, not a card from a hand or from the discards (R73)."),
        _(
            "An action card is discarded once all it does is done, so a chest that it opens cannot fetch it back. Cards"
            " that are discarded together lie in the order drawn or named (R73)."
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
                    "A nugget for whoever opens it. In the base game it is a gold card of one, as long as there is one."
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
                what=_(
                    "From now on maps show no goals any more, until the round is over. They can still look into chests."
                ),
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
                    "Whoever opens it draws nothing from the pile in this turn, not for another chest either. A card"
                    " out of a hand or from the discards they may still take."
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
                    "Whoever opens it draws one card more at the end of this turn, besides what other chests bring."
                    " From then on their hand is one card larger."
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
                    "A goal that lies face down moves one square further from the start, if nothing lies or stands"
                    " there. Whoever opened the chest says which; a goal that was just reached stays where it is."
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
                    "At the end of the turn take a card out of the hand of another player, in place of drawing. You"
                    " choose whose, and not which card."
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
                    "At the end of the turn draw three cards in place of one. Keep the one you like best and discard"
                    " the other two."
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
                what=_(
                    "Look at the role of another player. Nobody else learns it; what you tell the others is up to you."
                ),
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
                    "Look at five discards at once, chosen at random. Keep one of them, and the others go back face"
                    " down. In return nothing is drawn at the end of the turn."
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
                what=_("Five cards from the pile are discarded, and nobody sees them. The round has become shorter."),
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
