"""The action cards of Saboteur 2 (R38 to R43)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.art import icons
from games.art.cards import HARM, HELP, action
from games.sheets.sheet import ActionSheet, Aim, Aimed, Done, Doubt, EntrySheet, Question, Whose

ACTIONS = (
    ActionSheet(
        name="theft",
        title=_("Theft"),
        aim=Aim.NOTHING,
        question=Question(_("Play Theft in front of you?")),
        done=Done(
            mine=_("You played Theft in front of you."),
            theirs=_("%(name)s played Theft in front of themselves."),
        ),
        picture=action(icons.THEFT),
        page=EntrySheet(
            what=_(
                "It stays in front of you until the round ends. Then you take one nugget from any other player who "
                "has one, unless you’re trapped."
            ),
            target=_("Only yourself, and not while you’re trapped."),
            rules=(33, 40, 49),
            see=("hands-off", "trapped"),
        ),
        before=pgettext_lazy("before", "theft"),
        mark=icons.THEFT,
        order="theft",
    ),
    ActionSheet(
        name="hands-off",
        title=_("Hands off"),
        aim=Aim.PLAYER,
        question=Question(_("Remove the theft in front of %(name)s?"), of_me=_("Remove your own theft?")),
        done=Aimed(
            mine_on_me=_("You removed the theft in front of you."),
            mine_on_them=_("You removed the theft in front of %(target)s."),
            theirs_on_me=_("%(name)s removed the theft in front of you."),
            theirs_on_themselves=_("%(name)s removed their own theft."),
            theirs_on_them=_("%(name)s removed the theft in front of %(target)s."),
        ),
        picture=action(icons.HANDS_OFF, HELP),
        page=EntrySheet(
            what=_("Removes a theft before the round is over. Both cards are discarded, and nothing is stolen."),
            target=_("Any player with a theft in front of them."),
            rules=(39,),
            see=("theft",),
        ),
    ),
    ActionSheet(
        name="swap-hands",
        title=_("Swap hands"),
        aim=Aim.PLAYER,
        question=Question(_("Swap hands with %(name)s?"), of_me=_("Swap hands with yourself?")),
        done=Aimed(
            mine_on_them=_("You swapped hands with %(target)s."),
            theirs_on_me=_("%(name)s swapped hands with you."),
            theirs_on_them=_("%(name)s swapped hands with %(target)s."),
        ),
        picture=action(icons.SWAP_HANDS),
        page=EntrySheet(
            what=_(
                "You and another player swap hands, unseen by the others. Then the other player draws a card, and "
                "you don’t."
            ),
            target=_("Another player."),
            rules=(43,),
            see=("swap-hats",),
        ),
    ),
    ActionSheet(
        name="inspection",
        title=_("Inspection"),
        aim=Aim.PLAYER,
        question=Question(_("Look at the role of %(name)s?"), of_me=_("Look at your own role?")),
        done=Aimed(
            mine_on_them=_("You looked at the role of %(target)s."),
            theirs_on_me=_("%(name)s looked at your role."),
            theirs_on_them=_("%(name)s looked at the role of %(target)s."),
        ),
        picture=action(icons.INSPECTION),
        page=EntrySheet(
            what=_("You look at another player’s role, and only you see it. Remember that hats may be swapped later."),
            target=_("Another player."),
            rules=(41,),
            see=("swap-hats", "chest-spy"),
        ),
        looks=True,
    ),
    ActionSheet(
        name="swap-hats",
        title=_("Swap hats"),
        aim=Aim.PLAYER,
        question=Question(_("Give %(name)s a new role?"), of_me=_("Take a new role yourself?")),
        done=Aimed(
            mine_on_me=_("You took a new role."),
            mine_on_them=_("You gave %(target)s a new role."),
            theirs_on_me=_("%(name)s gave you a new role."),
            theirs_on_themselves=_("%(name)s took a new role."),
            theirs_on_them=_("%(name)s gave %(target)s a new role."),
        ),
        picture=action(icons.SWAP_HATS),
        page=EntrySheet(
            what=_(
                "A player takes the top spare role and puts their old role under the pile. Only that player sees the "
                "new role."
            ),
            target=_("Any player, yourself included."),
            rules=(42,),
            see=("inspection", "costume-department"),
        ),
        doubt=Doubt(Whose.TARGET, _("Hats were changed since, at move %(move)s.")),
    ),
    ActionSheet(
        name="trapped",
        title=_("Trapped"),
        aim=Aim.PLAYER,
        question=Question(_("Trap %(name)s?"), of_me=_("Trap yourself?")),
        done=Aimed(
            mine_on_them=_("You trapped %(target)s."),
            theirs_on_me=_("%(name)s trapped you."),
            theirs_on_them=_("%(name)s trapped %(target)s."),
        ),
        picture=action(icons.TRAPPED, HARM),
        page=EntrySheet(
            what=_(
                "A trapped player can’t lay tunnels. If you’re still trapped when the round ends, you get nothing, "
                "steal nothing and don’t count as a winner."
            ),
            target=_("Another player who is not trapped yet."),
            rules=(33, 38),
            see=("free", "theft"),
        ),
        before=pgettext_lazy("before", "trapped"),
        mark=icons.TRAPPED,
    ),
    ActionSheet(
        name="free",
        title=_("Set free"),
        aim=Aim.PLAYER,
        question=Question(_("Free %(name)s?"), of_me=_("Free yourself?")),
        done=Aimed(
            mine_on_me=_("You freed yourself."),
            mine_on_them=_("You freed %(target)s."),
            theirs_on_me=_("%(name)s freed you."),
            theirs_on_themselves=_("%(name)s freed themselves."),
            theirs_on_them=_("%(name)s freed %(target)s."),
        ),
        picture=action(icons.KEY, HELP),
        page=EntrySheet(
            what=_(
                "Opens the trap, and both cards are discarded. The player may dig again if all their tools are whole."
            ),
            target=_("Any player who is trapped, yourself included."),
            rules=(39,),
            see=("trapped",),
        ),
    ),
)
