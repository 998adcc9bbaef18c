"""The votes of a table, as one player sees them: open motions, free seats, what can be proposed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks import faster, proposals
from games.clocks.absence import has_returned, is_away
from games.clocks.deadlines import pace_of
from games.clocks.presets import PacePreset
from games.clocks.proposals import Proposal
from games.clocks.words import pace_in_short
from games.models import Game, Matter
from games.selectors.motions import OpenMotion, OpenMotions
from games.selectors.table import Person
from games.services.ballots import Electorate, electorate_of
from games.services.guests import ABSENT
from games.services.motions import KINDS, LASTS, Kind
from games.services.pauses import LONGEST_PAUSE
from games.sheets.motions import VoteChoice
from games.tableau.bar import MOST_BUTTONS
from games.wording import event_words


class BallotChoice(NamedTuple):
    """One choice of a vote."""

    value: str
    words: str
    chosen: bool


class Vote(NamedTuple):
    """An open motion: its subject, its quorum and its deadline. The player it is about has no `answers`.
    `voted` is the text of the player's ballot, "" before that."""

    pk: int
    words: str
    how: str
    until: datetime
    answers: tuple[BallotChoice, ...]
    voted: str = ""

    @property
    def many(self) -> bool:
        """Whether the answers need more room than a row of buttons."""
        return len(self.answers) > MOST_BUTTONS

    @property
    def answered(self) -> bool:
        """Whether the player has voted."""
        return bool(self.voted)


class Free(NamedTuple):
    """A seat for a new player: its former player, the token of its link."""

    name: str
    token: str


class Away(NamedTuple):
    """A player who is away, so that a motion about the seat can be opened."""

    number: int
    name: str


class PaceChoice(NamedTuple):
    """A pace that can be proposed: its name in forms, and its text."""

    name: str
    words: str


class Motions(NamedTuple):
    """The votes of a table. `days` is how long a pause may be; it is empty when none can be proposed. `paces` are those
    that are faster; they are empty when none can be proposed. `lost` are the seats of guests who have long been away:
    the host may give them to another player.
    """

    votes: tuple[Vote, ...]
    free: tuple[Free, ...]
    days: range
    may_end: bool
    paces: tuple[PaceChoice, ...]
    away: tuple[Away, ...]
    lost: tuple[Away, ...] = ()
    here: bool = False
    """All players are present, and may agree to play live."""
    may_play_live: bool = False

    @property
    def waiting(self) -> tuple[Vote, ...]:
        """The motions on which the player has not voted."""
        return tuple(vote for vote in self.votes if vote.answers and not vote.answered)

    @property
    def settled(self) -> tuple[Vote, ...]:
        """The open motions that wait for other players only."""
        return tuple(vote for vote in self.votes if vote.answered or not vote.answers)


def motions_of(
    open_motions: OpenMotions,
    game: Game,
    resting: Mapping[int, str],
    me: int,
    now: datetime,
    *,
    here: bool = False,
    rounds: tuple[int, int] = (1, 1),
) -> Motions:
    """Return the votes of a running table, as the seat ``me`` sees them. ``here``: all players are present.
    ``rounds``: the number of the current round, and of all rounds."""
    people, names = open_motions.people, [person.name for person in open_motions.people]
    gone = [
        person
        for person in people
        if not person.bot and is_away(game, resting.get(person.number, ""), person.awaited_since, person.due_at, now)
    ]
    away_since = {person.number: person.awaited_since for person in gone}
    open_now = [one for one in open_motions.questions if one.closes_at > now and _is_asked(one, away_since, resting)]
    asked = {(one.matter, one.seat) for one in open_now}
    paused = game.is_paused or (Matter.PAUSE, None) in asked or not pace_of(game).runs
    seats = [(person.number, person.bot or bool(person.owner), resting.get(person.number, "")) for person in people]
    paces = [] if (Matter.PACE, None) in asked else faster.choices(game, *rounds)
    return Motions(
        votes=tuple(_vote(one, names, seats, me) for one in open_now),
        free=tuple(Free(names[one.seat], one.token) for one in open_motions.free),
        days=range(1, 1 if paused else 1 + min(LONGEST_PAUSE, game.pause_days)),
        paces=tuple(PaceChoice(pace.name, _pace_words(pace)) for pace in paces),
        may_end=(Matter.END, None) not in asked,
        here=here,
        may_play_live=here and (Matter.LIVE, None) not in asked,
        away=tuple(
            Away(person.number, person.name)
            for person in gone
            if person.number != me and (Matter.ABSENT, person.number) not in asked
        ),
        lost=tuple(
            Away(person.number, person.name)
            for person in people
            if person.guest and person.number != me and _is_lost(person, game, resting, now)
        ),
    )


def _is_lost(guest: Person, game: Game, resting: Mapping[int, str], now: datetime) -> bool:
    """Return whether a guest has been away for so long that they may have lost their session; never in a pause."""
    since = guest.awaited_since
    is_late = since is not None and now - since >= ABSENT and not game.paused_until
    return guest.number in resting or is_late


def _is_asked(one: OpenMotion, away_since: Mapping[int, datetime | None], resting: Mapping[int, str]) -> bool:
    """Return whether a motion is still relevant: one about a seat ends when its player returns."""
    if one.seat is None:
        return True
    opened = one.closes_at - LASTS
    return one.seat in away_since and not has_returned(resting.get(one.seat, ""), away_since[one.seat], opened)


def _pace_words(pace: PacePreset) -> str:
    return pace_in_short(pace.bank_hours, pace.turn_hours, pace.ladder)


def _vote(question: OpenMotion, names: Sequence[str], seats: Sequence[tuple[int, bool, str]], me: int) -> Vote:
    proposal = Proposal(question.days, question.seat, question.pace)
    said = proposals.opened(question.matter, question.by, proposal)
    kind = KINDS[question.matter]
    answers = {} if question.seat == me else kind.words.answers
    electorate = electorate_of(seats, question.seat)
    return Vote(
        pk=question.pk,
        words=event_words(said, names, me) or "",
        how=_how(kind, electorate),
        until=question.closes_at,
        answers=tuple(BallotChoice(value, str(words), value == question.mine) for value, words in answers.items()),
        voted=voted_words(question.matter, question.mine) if question.mine else "",
    )


def _how(kind: Kind, electorate: Electorate) -> str:
    """Return what a motion needs of those who can vote now. Resting seats are public, so this reveals no more."""
    needed, voters = kind.needed(electorate), electorate.voters
    words = kind.words.how_alone if needed > voters and kind.words.how_alone else kind.words.how
    found = [words % {"needed": needed, "voters": voters}]
    if electorate.resting:
        away = ngettext(
            "%(count)s player is away and has no vote until they’re back.",
            "%(count)s players are away and have no vote until they’re back.",
            electorate.resting,
        )
        found.append(away % {"count": electorate.resting})
    return " ".join(found)


def voted_words(matter: str, choice: str) -> str:
    """Return the acknowledgement of a ballot in an open vote, without the ballots of others."""
    words = _("You voted “%(choice)s”. You’ll see the outcome once it’s decided.")
    return words % {"choice": KINDS[matter].words.answers[VoteChoice(choice)]}
