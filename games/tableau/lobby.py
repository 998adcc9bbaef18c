"""What a lobby shows besides its seats: what is played in two lines, and the question before the game starts."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.clocks.words import hour, pace_in_short
from games.models import Game, Seat
from games.rows import chance, store
from games.rows.corrupt import CorruptTable
from games.services.beginning import why_not_start
from games.wording import edition_words, names_words


class GameSummary(NamedTuple):
    """The game of a table: the name of its rules, which names their picture; its edition and rounds, and its clock."""

    rules: str
    title: str
    pace: str


class StartQuestion(NamedTuple):
    """The question before a game starts while seats are free or players are not ready. `label` is the button that leads
    to it, `button` the one that starts. `people` play, with one of `bots` for each bot; the seats of the players
    `without` are freed."""

    label: str
    title: str
    words: Sequence[str]
    button: str
    people: Sequence[User]
    bots: range
    without: Sequence[User]


def played_of(game: Game) -> GameSummary:
    """Return the game of a table; of a table with unreadable rules only its clock."""
    pace = pace_in_short(game.bank_hours, game.turn_hours, game.ladder)
    try:
        ruleset = store.ruleset(game)
    except CorruptTable:
        return GameSummary("base", game.name, pace)
    words = ngettext("%(edition)s, %(count)s round", "%(edition)s, %(count)s rounds", ruleset.rounds)
    return GameSummary(ruleset.rules, words % {"edition": edition_words(ruleset), "count": ruleset.rounds}, pace)


def starts_words(game: Game) -> str:
    """Return when the game of an open table starts without its host; "" if its host starts it."""
    if game.starts_at is not None:
        return _("Starts %(moment)s, or as soon as all seats are taken.") % {"moment": hour(game.starts_at)}
    return _("Starts as soon as all seats are taken.") if game.starts_full else ""


def start_question(game: Game, seats: list[Seat]) -> StartQuestion | None:
    """Return the question for the host of a table that is not complete; None if its game cannot begin."""
    waits = chance.not_ready(game, seats)
    waits = [seat for seat in waits if seat.user_id != game.host_id]
    playing = [seat for seat in seats if seat not in waits]
    free = game.seats_wanted - len(playing)
    if not free or why_not_start(game, playing):
        return None
    bots = free if game.bots_fill else 0
    people, without = [seat.user for seat in playing], [seat.user for seat in waits]
    if without:
        about = {"names": names_words([person.username for person in without])}
        start = _("Start without %(names)s") % about
        says = ngettext("%(names)s hasn’t said ready", "%(names)s haven’t said ready", len(without)) % about
        return StartQuestion(f"{start} …", says, _words(people, free, bots), start, people, range(bots), without)
    if bots:
        start = ngettext("Start with %(count)s bot", "Start with %(count)s bots", bots) % {"count": bots}
        title = ngettext("Start now, with %(count)s bot?", "Start now, with %(count)s bots?", bots) % {"count": bots}
    else:
        start = ngettext("Start with %(count)s player", "Start with %(count)s players", len(people))
        title = ngettext("Start now, with %(count)s player?", "Start now, with %(count)s players?", len(people))
        start, title = start % {"count": len(people)}, title % {"count": len(people)}
    return StartQuestion(f"{start} …", title, _words(people, free, bots), start, people, range(bots), without)


def _words(people: Sequence[User], free: int, bots: int) -> list[str]:
    """Return who plays, and that the link closes. The first player is the host, who reads it."""
    about = {"names": names_words([person.username for person in people[1:]]), "count": free}
    if bots and len(people) > 1:
        who = ngettext(
            "You and %(names)s play, and a bot takes the free seat.",
            "You and %(names)s play, and bots take the %(count)s free seats.",
            free,
        )
    elif bots:
        who = ngettext("A bot takes the free seat.", "Bots take the %(count)s free seats.", free)
    else:
        who = _("You and %(names)s play. The free seats are left out.")
    return [who % about, _("The link closes. Friends who come later can’t join this game.")]
