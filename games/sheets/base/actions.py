"""The action cards of the base game (R15 to R18)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.art import icons
from games.art.cards import HARM, HELP, action, broken, either
from games.sheets.sheet import ActionSheet, Aim, Aimed, Done, EntrySheet, Question

_ONE_OF_THE_TOOLS = _("Any player, yourself included, with one of these tools broken.")

ACTIONS = (
    ActionSheet(
        name="break:pickaxe",
        title=_("Broken pickaxe"),
        aim=Aim.PLAYER,
        question=Question(_("Break %(name)s’s pickaxe?"), of_me=_("Break your own pickaxe?")),
        done=Aimed(
            mine_on_me=_("You broke your own pickaxe."),
            mine_on_them=_("You broke %(target)s’s pickaxe."),
            theirs_on_me=_("%(name)s broke your pickaxe."),
            theirs_on_themselves=_("%(name)s broke their own pickaxe."),
            theirs_on_them=_("%(name)s broke %(target)s’s pickaxe."),
        ),
        picture=action(broken("pickaxe"), HARM),
        page=EntrySheet(
            what=_(
                "A player with a broken pickaxe can’t lay tunnels. They can still do everything else, and anyone can "
                "repair it."
            ),
            target=_("Any player, yourself included, whose pickaxe is whole."),
            rules=(15,),
            see=("repair-pickaxe", "break-lantern", "break-cart"),
        ),
        # Translators: the messages of the context "before" name a card that lies before a player: "Bo, 6 cards,
        # trapped".
        before=pgettext_lazy("before", "broken pickaxe"),
        mark=broken("pickaxe"),
    ),
    ActionSheet(
        name="break:lantern",
        title=_("Broken lantern"),
        aim=Aim.PLAYER,
        question=Question(_("Break %(name)s’s lantern?"), of_me=_("Break your own lantern?")),
        done=Aimed(
            mine_on_me=_("You broke your own lantern."),
            mine_on_them=_("You broke %(target)s’s lantern."),
            theirs_on_me=_("%(name)s broke your lantern."),
            theirs_on_themselves=_("%(name)s broke their own lantern."),
            theirs_on_them=_("%(name)s broke %(target)s’s lantern."),
        ),
        picture=action(broken("lantern"), HARM),
        page=EntrySheet(
            what=_(
                "A player with a broken lantern can’t lay tunnels. It doesn’t prove who’s a saboteur: diggers also "
                "break the lanterns of players they mistrust."
            ),
            target=_("Any player, yourself included, whose lantern is whole."),
            rules=(15,),
            see=("repair-lantern", "break-pickaxe", "break-cart"),
        ),
        before=pgettext_lazy("before", "broken lantern"),
        mark=broken("lantern"),
    ),
    ActionSheet(
        name="break:cart",
        title=_("Broken cart"),
        aim=Aim.PLAYER,
        question=Question(_("Break %(name)s’s cart?"), of_me=_("Break your own cart?")),
        done=Aimed(
            mine_on_me=_("You broke your own cart."),
            mine_on_them=_("You broke %(target)s’s cart."),
            theirs_on_me=_("%(name)s broke your cart."),
            theirs_on_themselves=_("%(name)s broke their own cart."),
            theirs_on_them=_("%(name)s broke %(target)s’s cart."),
        ),
        picture=action(broken("cart"), HARM),
        page=EntrySheet(
            what=_(
                "A player with a broken cart can’t lay tunnels. Up to three tools can be broken at once, one of each "
                "kind, and all of them must be repaired before the player can dig again."
            ),
            target=_("Any player, yourself included, whose cart is whole."),
            rules=(15,),
            see=("repair-cart", "break-pickaxe", "break-lantern"),
        ),
        before=pgettext_lazy("before", "broken cart"),
        mark=broken("cart"),
    ),
    ActionSheet(
        name="repair:pickaxe",
        title=_("Repair the pickaxe"),
        aim=Aim.TOOL,
        question=Question(_("Repair %(name)s’s pickaxe?"), of_me=_("Repair your own pickaxe?")),
        done=Aimed(
            mine_on_me=_("You repaired your own pickaxe."),
            mine_on_them=_("You repaired %(target)s’s pickaxe."),
            theirs_on_me=_("%(name)s repaired your pickaxe."),
            theirs_on_themselves=_("%(name)s repaired their own pickaxe."),
            theirs_on_them=_("%(name)s repaired %(target)s’s pickaxe."),
        ),
        picture=action(icons.PICKAXE, HELP),
        page=EntrySheet(
            what=_(
                "Repairs a broken pickaxe, and both cards are discarded. Repairing another player’s tool is the "
                "clearest way to show trust."
            ),
            target=_("Any player, yourself included, whose pickaxe is broken."),
            rules=(16,),
            see=("break-pickaxe", "repair-pickaxe-lantern", "repair-pickaxe-cart"),
        ),
    ),
    ActionSheet(
        name="repair:lantern",
        title=_("Repair the lantern"),
        aim=Aim.TOOL,
        question=Question(_("Repair %(name)s’s lantern?"), of_me=_("Repair your own lantern?")),
        done=Aimed(
            mine_on_me=_("You repaired your own lantern."),
            mine_on_them=_("You repaired %(target)s’s lantern."),
            theirs_on_me=_("%(name)s repaired your lantern."),
            theirs_on_themselves=_("%(name)s repaired their own lantern."),
            theirs_on_them=_("%(name)s repaired %(target)s’s lantern."),
        ),
        picture=action(icons.LANTERN, HELP),
        page=EntrySheet(
            what=_(
                "Repairs a broken lantern, and both cards are discarded. You can keep it until you need it, but it "
                "can’t prevent the damage."
            ),
            target=_("Any player, yourself included, whose lantern is broken."),
            rules=(16,),
            see=("break-lantern", "repair-pickaxe-lantern", "repair-lantern-cart"),
        ),
    ),
    ActionSheet(
        name="repair:cart",
        title=_("Repair the cart"),
        aim=Aim.TOOL,
        question=Question(_("Repair %(name)s’s cart?"), of_me=_("Repair your own cart?")),
        done=Aimed(
            mine_on_me=_("You repaired your own cart."),
            mine_on_them=_("You repaired %(target)s’s cart."),
            theirs_on_me=_("%(name)s repaired your cart."),
            theirs_on_themselves=_("%(name)s repaired their own cart."),
            theirs_on_them=_("%(name)s repaired %(target)s’s cart."),
        ),
        picture=action(icons.CART, HELP),
        page=EntrySheet(
            what=_(
                "Repairs a broken cart, and both cards are discarded. The very next card may break it again, even in "
                "the same round."
            ),
            target=_("Any player, yourself included, whose cart is broken."),
            rules=(16,),
            see=("break-cart", "repair-pickaxe-cart", "repair-lantern-cart"),
        ),
    ),
    ActionSheet(
        name="repair:pickaxe+lantern",
        title=_("Repair pickaxe or lantern"),
        aim=Aim.TOOL,
        question=None,
        done=None,
        picture=action(either(icons.PICKAXE, icons.LANTERN), HELP),
        page=EntrySheet(
            what=_("Repairs a pickaxe or a lantern, but not both. If both are broken, you choose which."),
            target=_ONE_OF_THE_TOOLS,
            rules=(16,),
            see=("break-pickaxe", "break-lantern"),
        ),
    ),
    ActionSheet(
        name="repair:pickaxe+cart",
        title=_("Repair pickaxe or cart"),
        aim=Aim.TOOL,
        question=None,
        done=None,
        picture=action(either(icons.PICKAXE, icons.CART), HELP),
        page=EntrySheet(
            what=_("Repairs a pickaxe or a cart, but not both. If both are broken, you choose which."),
            target=_ONE_OF_THE_TOOLS,
            rules=(16,),
            see=("break-pickaxe", "break-cart"),
        ),
    ),
    ActionSheet(
        name="repair:lantern+cart",
        title=_("Repair lantern or cart"),
        aim=Aim.TOOL,
        question=None,
        done=None,
        picture=action(either(icons.LANTERN, icons.CART), HELP),
        page=EntrySheet(
            what=_("Repairs a lantern or a cart, but not both. If both are broken, you choose which."),
            target=_ONE_OF_THE_TOOLS,
            rules=(16,),
            see=("break-lantern", "break-cart"),
        ),
    ),
    ActionSheet(
        name="rockfall",
        title=_("Rockfall"),
        aim=Aim.LYING,
        question=Question(_("Remove the card at %(square)s?")),
        done=Done(
            mine=_("You removed the card at %(square)s with a rockfall."),
            theirs=_("%(name)s removed the card at %(square)s with a rockfall."),
        ),
        picture=action(icons.ROCKFALL, HARM),
        page=EntrySheet(
            what=_(
                "Takes a tunnel card out of the mine: a dead end that’s in the way, or the best tunnel of all. "
                "Tunnels that are cut off stay where they are and can be joined again. It can also take the "
                "face-down card over a treasure chest. The chest goes with it, unopened."
            ),
            target=_(
                "Any face-up tunnel card in the mine, or one over a chest. Never the start, a goal or a fixed card."
            ),
            rules=(17, 73),
            see=("dead-ends",),
        ),
    ),
    ActionSheet(
        name="map",
        title=_("Map"),
        aim=Aim.HIDDEN,
        question=Question(_("Look at what lies at %(square)s?"), of_goal=_("Look at the goal at %(square)s?")),
        done=Done(
            mine=_("You looked at %(square)s with a map."),
            theirs=_("%(name)s looked at %(square)s with a map."),
        ),
        picture=action(icons.MAP),
        page=EntrySheet(
            what=_(
                "You look at one goal and put it back. The others don’t see it. Tell them what it is, or tell them "
                "something else."
            ),
            target=_("A goal that lies face down; with treasure chests in play, a chest instead."),
            rules=(18, 73),
            see=("goal-gold", "goal-stone"),
        ),
        looks=True,
    ),
)
