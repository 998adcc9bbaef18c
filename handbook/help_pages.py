"""The site's own help as values: a page for each question that is about no rule of the game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class HelpPage(NamedTuple):
    """A page: its slug, its title, its answer in one sentence, and paragraphs about the rest.

    `picture` is the id of its drawing, `see` the slugs of related pages. `address` is the name of the page of the site
    where something can be done about it, and `leads` the text of that link; both are "" if there is none.
    """

    slug: str
    picture: str
    title: "StrPromise"
    lead: "StrPromise"
    paragraphs: tuple["StrPromise", ...]
    see: tuple[str, ...]
    address: str = ""
    leads: "StrPromise | str" = ""


_PAGES = (
    HelpPage(
        slug="clock",
        picture="i-clock",
        title=_("Time and clocks"),
        lead=_("You never have to be here at the same time as the others: each table has a clock of hours or days."),
        paragraphs=(
            _("The clock is chosen when the table is set up. “Rules in force” at the table says how long you have."),
            _(
                "You have a time bank at each table. It runs only while the game waits for you, and every decision you"
                " make adds some time to it. It sleeps in your quiet hours and on your free days."
            ),
            _(
                "When your time runs out, your plan is played if you made one. If vacation days count at the table, one"
                " of yours is used. The first time in a game, you get an extension."
            ),
            _(
                "After that we pass for you: a card picked at random is discarded, and you draw one. Nothing about"
                " your hand is looked at for this (R92)."
            ),
            _(
                "If that happens twice in a row, your seat sleeps and the table waits an hour at most for each of your"
                " turns. The others can vote on what happens to your seat."
            ),
            _("At a table without a clock nothing happens automatically. You get a reminder, and the others wait."),
            _("Other players can give you time, and if we were down, players on turn get that time back."),
            _("If most players vote for it, a table plays live for an hour: 60 seconds a decision."),
        ),
        see=("away", "votes", "notifications"),
    ),
    HelpPage(
        slug="notifications",
        picture="i-lantern",
        title=_("Notifications"),
        lead=_("We tell you when it’s your turn, by mail, on your device or in a chat. You choose how, and when not."),
        paragraphs=(
            _(
                "Choose the events and the channels on the page “Notifications” of your profile. There’s a separate"
                " choice for each table too."
            ),
            _("Set quiet hours in your profile, and we send nothing at night. Your clocks sleep during that time."),
            _("Too many messages? Choose a daily summary instead: everything that waits for you, once a day."),
            _("We don’t write about what you’ve already seen, or while you’re at the table."),
            _("A reminder comes when part of your time is over. You can choose when, or switch it off."),
            _("You can also subscribe to a calendar or a news feed with your deadlines."),
            _("If no mail arrives, look in the spam folder, and check the address in your profile."),
            _("“Switch everything off” stops it all. Only mails about your account still come."),
        ),
        see=("clock", "away"),
        address="accounts:notices",
        leads=_("Choose your notifications"),
    ),
    HelpPage(
        slug="guests",
        picture="i-pickaxe",
        title=_("Guests and accounts"),
        lead=_("You can play as a guest, without an account. All it takes is a link to a table, or one tap."),
        paragraphs=(
            _("The front page has a round against bots for you. It needs no name, no mail address and no password."),
            _("With an invitation link you take a seat at your friends’ table, if the host lets guests sit down."),
            _("Your name and your tables stay for 30 days after your last visit, in the browser you played with."),
            _("Sign up at any time to keep them: your seats and your games go with you."),
            _("An account is free. With one you can have a list of friends, and log in on several devices."),
            _("Forgot your password? The log-in page sends you a link to set another one."),
            _("You can delete your account in your profile. Finished games then show a player without a name."),
        ),
        see=("invite", "bots"),
    ),
    HelpPage(
        slug="votes",
        picture="i-crown",
        title=_("Votes"),
        lead=_("The players of a table decide together: on a pause, on ending the game, or about an absent player."),
        paragraphs=(
            _("Open the menu of the table and propose a vote. The others are notified, and answer with one tap."),
            _(
                "A pause, the end of the game and a faster pace need more than half of the players. A player who"
                " doesn’t vote counts as a no."
            ),
            _("If the game ends early, everything is revealed: roles, hands and cards."),
            _("During a pause, no clock runs. The game goes on when the pause is over."),
            _("Playing live for an hour needs a vote within ten minutes, while everyone is here."),
            _(
                "When a seat sleeps, the others choose: wait, let a bot play, give the seat to a new player, or end "
                "the game. The choice with the most votes wins. In a tie, it’s the gentlest."
            ),
            _("Bots don’t vote."),
        ),
        see=("away", "clock"),
    ),
    HelpPage(
        slug="bots",
        picture="i-bot",
        title=_("Bots"),
        lead=_("A bot is a computer player. It sees exactly what a player in its seat sees, and nothing more."),
        paragraphs=(
            _("Bots can’t look at your cards, your role or the pile. They don’t know which goal is the gold, either."),
            _("There are three levels: easy, normal and strong. The host chooses one when the table is set up."),
            _("A bot decides like a player: from the moves it has seen, from what was said, and from its own role."),
            _("Each bot has a temper for the round. Some are trusting, some are wary, and a saboteur bot may lie."),
            _("To play alone, start a round against bots on the front page, or let bots fill the seats of your table."),
            _("A bot can also play for an absent player until they’re back, if the others vote for it."),
            _("A bot that takes over a seat plays with that seat’s hand and role. Nobody else gets to see them."),
        ),
        see=("votes", "shuffle"),
    ),
    HelpPage(
        slug="shuffle",
        picture="i-pile",
        title=_("Are the cards shuffled fairly?"),
        lead=_("Yes, and you can check it: every shuffle follows from a secret that we can’t change later."),
        paragraphs=(
            _(
                "Before the first player sits down, we choose a secret at random and show its fingerprint. No other"
                " secret has that fingerprint, and the fingerprint doesn’t reveal the secret."
            ),
            _("Before the game begins, you may type a lucky word. It’s mixed in, so we can’t have picked the cards."),
            _("Roles, goals, cards, chests, gold and every random pick follow from the secret and the lucky words."),
            _(
                "When the game is over, the secret is revealed. The table’s page “Is the shuffle fair?” computes every"
                " deal again, in your browser."
            ),
            _("Until then, nothing about the deck leaves our server. A lucky streak is just that."),
        ),
        see=("bots",),
    ),
    HelpPage(
        slug="invite",
        picture="i-hand",
        title=_("Invite friends"),
        lead=_("Set up a table and send its link to your friends. With the link, anyone can take a seat."),
        paragraphs=(
            _("The link is on the page of your table, with a code to copy. Send it in any chat or mail."),
            _("Your friends open the link, or paste the code on the front page under “Invitation link or code”."),
            _("They don’t need an account if you let guests sit down at your table."),
            _("You can invite players on your list of friends with one tap, and we notify them."),
            _("A table is private: only players with the link or an invitation can join. You can withdraw the link."),
            _("Start when you like. Bots can fill the seats that are still empty."),
            _("Once the game has begun, a new player can only take over a seat that the others vote to give away."),
        ),
        see=("guests", "circles", "votes"),
    ),
    HelpPage(
        slug="away",
        picture="i-cart",
        title=_("Away, on vacation, or leaving"),
        lead=_("Enter your vacation, ask the table for a pause, or leave the game for good."),
        paragraphs=(
            _(
                "You have 14 vacation days within a year. On a vacation day your time doesn’t run out at tables where"
                " vacation days count."
            ),
            _("Enter them in your profile under “Vacation”. If you forget, one is used when your time runs out."),
            _("Only for the night or the weekend? Set quiet hours and up to two free days a week in your profile."),
            _("If several players are away, propose a pause: while a table is paused, no clock runs."),
            _("If you simply stay away, your seat sleeps until you’re back. With your next move you’re in again."),
            _(
                "Leave a game for good in the menu of the table. A bot takes your seat with your cards and plays on,"
                " and you can’t take it back."
            ),
            _("If another player has disappeared, the others vote: wait, let a bot play, or give the seat away."),
        ),
        see=("clock", "votes"),
        address="accounts:vacation",
        leads=_("Enter your vacation"),
    ),
    HelpPage(
        slug="spectators",
        picture="a-map",
        title=_("Watch a game"),
        lead=_("You can watch a game if its table allows it, and finished games that were shared."),
        paragraphs=(
            _(
                "Before a game starts, its host can let others watch: the members of its circle, or anyone with the"
                " watch link. Watchers see the mine, the moves and the messages. They see no cards and can’t write, and"
                " the options of the table say that they may watch."
            ),
            _(
                "For an evening in one room, the host makes a board for a big screen, in the lobby or in the menu of"
                " the table. It shows the mine on a television or a tablet, while your cards stay on your phones."
            ),
            _(
                "When a game is over, its players can share it. If more than half of them agree, it gets a secret"
                " address that shows every step, with names, roles and cards."
            ),
            _("Send that address to friends who want to see how it went. The players can switch it off."),
            _("You can replay your own games round by round, from the page of the table."),
            _("To see what a game looks like before you play, take a lesson or a round against bots."),
        ),
        see=("invite", "bots"),
    ),
    HelpPage(
        slug="circles",
        picture="i-miner",
        title=_("Circles, seasons and results"),
        lead=_("A circle keeps together the people you play with again and again: their tables, evenings and seasons."),
        paragraphs=(
            _(
                "Make a circle of your friends, or tap “Keep these people together” when a game is over. Others join"
                " with a link, and every member can make one."
            ),
            _(
                "Every member can set up a table in two taps: it’s set up as you usually play, and everyone you tick"
                " gets an invitation."
            ),
            _(
                "Announce an evening for a day and an hour, and everyone answers: yes, maybe or no. A yes takes a seat."
                " The game starts when all seats are taken, at the latest at its hour."
            ),
            _(
                "If too few people are in at that hour, bots fill the seats that the rules need. If your circle plays"
                " without bots, the game is called off and you’re told."
            ),
            _(
                "A season counts the circle’s finished games between two days: gold, and rounds won as digger and as"
                " saboteur. The host sets its days and can share its last page. Only players who agree are named there."
            ),
            _(
                "Your statistics count finished games. Other players only see what happened at tables you shared, and"
                " nobody is ranked by how fast they play. Practice rounds don’t count."
            ),
            _(
                "You can hide your results: then nobody but you sees your row, your page and the pages about you and"
                " one other player. You can show them again at any time."
            ),
            _(
                "You can leave a circle at any time, and your results stay. If the host leaves, the member who has been"
                " in it longest becomes the host."
            ),
        ),
        see=("invite", "spectators", "notifications"),
        address="circles:all",
        leads=_("Your circles"),
    ),
)

HELP: Mapping[str, HelpPage] = {page.slug: page for page in _PAGES}
"""The pages by their slugs, in their order."""
