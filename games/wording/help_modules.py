"""The rule book about the two games, the expansions and the variants: what each adds (R10 to R82)."""

from django.utils.translation import gettext_lazy as _

from games.wording.help_entry import BASE, SABOTEUR2, ModuleHelp

MODULES_HELP = (
    ModuleHelp(
        name=BASE,
        adds=(
            _(
                "The game that all the others build upon, for three to ten players. Diggers lay tunnels towards three"
                " goals, of which one is the gold; saboteurs among them see to it that they do not get there."
            ),
            _("It is played for three rounds, with new roles in each. Whoever has most gold at the end wins."),
        ),
        rules=tuple(range(10, 27)),
    ),
    ModuleHelp(
        name=SABOTEUR2,
        adds=(
            _(
                "For two to twelve players, with all cards of the base game and fifty more. The diggers are two teams"
                " now, and doors let only one of them through."
            ),
            _(
                "A boss, a profiteer and geologists follow plans of their own. Players can be trapped, robbed,"
                " inspected and made to swap hats or hands."
            ),
            _(
                "Everybody holds six cards, ten cards are set aside each round, and up to three may be passed at once."
                " Two cards thrown away lift one that lies before you. Gold is counted in nuggets."
            ),
        ),
        rules=tuple(range(30, 52)),
    ),
    ModuleHelp(
        name="greedy",
        adds=(
            _("One digger less, and in his place a dwarf who wants the gold for himself alone."),
            _(
                "If he plays the card that joins the gold, he gets four and nobody else gets any. If somebody else"
                " does, he gets nothing."
            ),
        ),
        rules=(60,),
    ),
    ModuleHelp(
        name="swap-goals",
        adds=(
            _("One card more in the pile. Whoever plays it decides in secret whether two goals change places."),
            _("What anybody has seen with a map is from now on what lay there before."),
        ),
        rules=(61,),
    ),
    ModuleHelp(
        name="treasury",
        adds=(
            _("One card more in the pile. In place of drawing, its player looks at five cards and keeps one of them."),
            _("The other four go back face down, so nobody can tell which one was kept."),
        ),
        rules=(62,),
    ),
    ModuleHelp(
        name="veto",
        adds=(
            _("One card that is played out of turn and stops what somebody else has just played."),
            _(
                "Over days nobody can wait for a shout. So you say in advance whose next card you would stop, whether"
                " you hold the veto or not, and it strikes at once. A table may also set a time in which everybody is"
                " asked."
            ),
        ),
        rules=(63, 93),
    ),
    ModuleHelp(
        name="reverse",
        adds=(
            _("One card more in the pile. Who has just had a turn may soon have another, until the round is over."),
            _("Thefts and who begins the next round are told by the seats as before."),
        ),
        rules=(64,),
    ),
    ModuleHelp(
        name="craftsman",
        adds=(_("One card more in the pile, and the only repair that fits every broken tool. It mends one of them."),),
        rules=(65,),
    ),
    ModuleHelp(
        name="guide",
        adds=(
            _("One card more in the pile. Its player lays two tunnels by the usual rules and then draws two cards."),
            _(
                "The second one must be laid if it can be, even for a toll. If it fits nowhere it is kept, and one card"
                " less is drawn."
            ),
        ),
        rules=(66,),
    ),
    ModuleHelp(
        name="detour",
        adds=(
            _("One card more in the pile. Its player lifts the last tunnel and lays it on another square."),
            _("That can open a way, bar one, or take the tunnel away from under what was joined to it."),
        ),
        rules=(67,),
    ),
    ModuleHelp(
        name="tunnel-toll",
        adds=(
            _(
                "Everybody begins with one nugget. There are two miners for the whole table, each to be put once a"
                " round."
            ),
            _(
                "Whoever likes puts one on an open end of the mine, and one player may put both. There it stands until"
                " somebody pays its owner a nugget to dig on. You may pay for somebody else, and offer so in advance."
            ),
        ),
        rules=(70,),
    ),
    ModuleHelp(
        name="new-goals",
        adds=(
            _("Five goals in place of three: the gold and four of seven others, of which some pay and some bite."),
            _("Where several are reached at once, the player who reached them chooses the order."),
        ),
        rules=(20, 72),
    ),
    ModuleHelp(
        name="treasure-chests",
        adds=(
            _("Four of ten chests lie in the mine, each under a tunnel card that lies face down too."),
            _(
                "Whoever joins one to the start turns up the tunnel and opens the chest, and gets what is in it. It may"
                " be a nugget or a landslide. Where the chests lie is chosen with the table."
            ),
        ),
        rules=(20, 73),
    ),
    ModuleHelp(
        name="costume-department",
        adds=(
            _("A crossing that lies in the mine from the beginning. Whoever joins it first has to change role."),
            _("In the base game the new role is the one set aside, in Saboteur 2 the top one of the spare roles."),
        ),
        rules=(71,),
    ),
    ModuleHelp(
        name="tunnel-party",
        adds=(
            _("A crossing that lies in the mine from the beginning. Whoever joins it sets off a party."),
            _("When it is over nobody has their own hat any more: all roles are shuffled and dealt again."),
        ),
        rules=(71,),
    ),
    ModuleHelp(
        name="sabotaged-dwarf",
        adds=(
            _("Diggers before whom a tool lies broken when the gold is reached get no gold card."),
            _("Their share goes round among the other diggers, so a broken tool left alone is worth something."),
        ),
        rules=(80,),
    ),
    ModuleHelp(
        name="tournament",
        adds=(
            _("One or two greedy dwarfs dig along, and no role is set aside."),
            _(
                "It pays three nuggets to the digger who joins the gold, two to each other"
                " digger, four to a greedy dwarf who gets there first. Saboteurs get three each, a single one four."
            ),
            _("One tunnel card lies face up in the middle of the mine from the beginning."),
        ),
        rules=(81,),
    ),
)
