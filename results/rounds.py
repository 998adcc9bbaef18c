"""A finished game as values: its rounds, who played them, and what was said and suspected in them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Case, Exists, OuterRef, Q, When

from accounts.models import User
from games.models import Disclosure, Game, Said, Seat, Suspicion, Word
from games.rows import archived, store
from games.rules import claims
from games.rules.announcements import SeatLeft, SeatTaken, SteppedIn
from games.rules.claims import Claim
from games.rules.engine import Public
from games.rules.errors import Malformed
from games.rules.events import PublicEvent, RoundBegan, RoundEnded, Saw, SeatChanged, TableEnded, TookGold
from games.rules.sights import GoalSight
from games.rules.table import RoundResult, Ruleset
from games.selectors.course import CommandEvents, Course, GoldCard
from games.tableau.final import gained_in


class RoundClaim(NamedTuple):
    """A claim in a round, after a public command. `stands`: it was neither replaced nor taken back."""

    seat: int
    seq: int
    claim: Claim
    stands: bool


class Guess(NamedTuple):
    """The last suspicion of a seat about another in a round, by a player who shared their book."""

    seat: int
    about: int
    guess: str


class Look(NamedTuple):
    """A look of a seat at a face-down goal, with a public command."""

    seat: int
    seq: int
    at: str
    goal: str


class Player(NamedTuple):
    """Who played a seat. Without a person it was a bot, of this site or of an owner, or the seat changed its player."""

    person: int | None
    is_bot: bool


class PlayedRound(NamedTuple):
    """A finished round: its course and its result. `gold` are the nuggets that each seat gained in it."""

    ruleset: Ruleset
    seats: int
    result: RoundResult
    log: tuple[CommandEvents, ...]
    gold: tuple[int, ...]
    claims: tuple[RoundClaim, ...] = ()
    guesses: tuple[Guess, ...] = ()
    looks: tuple[Look, ...] = ()
    players: tuple[Player, ...] = ()

    @property
    def events(self) -> tuple[PublicEvent, ...]:
        """All public events of the round, in order."""
        return tuple(event for step in self.log for event in step.events)


class PlayedGame(NamedTuple):
    """A finished game. `won` and `gold` are by seat; without a winner no seat has won."""

    ended_at: datetime
    ruleset: Ruleset
    has_winner: bool
    won: tuple[bool, ...]
    gold: tuple[int, ...]
    players: tuple[Player, ...]
    rounds: tuple[PlayedRound, ...]


UNFINISHED = "ended"
"""Why a round is over that the end of the table cut short (R96)."""


class LoggedLine(NamedTuple):
    """A row of the log: its public events, the seat that moved, and the user who did it."""

    seq: int
    seat: int | None
    user: int | None
    events: tuple[PublicEvent, ...]


def played(game: Game) -> PlayedGame | None:
    """Return a finished game; None for one that does not count: practice, repaired, bots only, or ended in its first
    round.

    Eight queries. Raise CorruptTable when its state cannot be read.
    """
    if game.practice or game.over_at is None:
        return None
    of_bots = Q(user__is_bot=True) | Q(user__owner__isnull=False)
    seats_of = (
        Seat.objects.filter(game=game).order_by("number").annotate(of_bot=Case(When(of_bots, then=True), default=False))
    )
    seats = list(seats_of.values_list("user", "of_bot"))
    if all(is_bot for _user, is_bot in seats):
        return None
    rows = archived.moves_of(game, "seq", "seat", "user", "events")
    decoded = store.events_of_moves([(seq, events) for seq, _seat, _user, events in rows], game.pk)
    log = [LoggedLine(seq, seat, user, events) for (seq, seat, user, _t), events in zip(rows, decoded, strict=True)]
    events = [event for line in log for event in line.events]
    if any(isinstance(event, SteppedIn) for event in events):
        return None
    public = store.public(game)
    at_end = [Player(None if is_bot else user, is_bot) for user, is_bot in seats]
    by_round, finally_ = players_of(_with_bots(log), at_end)
    if not any(player.person for player in (*finally_, *(one for players in by_round.values() for one in players))):
        return None
    return _game(game, public, log, by_round, finally_, ended=any(isinstance(event, TableEnded) for event in events))


def _with_bots(log: Sequence[LoggedLine]) -> list[LoggedLine]:
    """Return the log without the users of bots' moves. One query."""
    users = {line.user for line in log if line.user is not None}
    bots = set(User.objects.filter(Q(is_bot=True) | Q(owner__isnull=False), pk__in=users).values_list("pk", flat=True))
    return [line._replace(user=None) if line.user in bots else line for line in log]


def _game(
    game: Game,
    public: Public,
    log: Sequence[LoggedLine],
    players: Mapping[int, tuple[Player, ...]],
    at_end: Sequence[Player],
    *,
    ended: bool,
) -> PlayedGame | None:
    whole_log = tuple(CommandEvents(line.seq, line.events) for line in log)
    cards, looks = _whispered(game)
    gained = gained_in(public, Course(whole_log, cards))
    by_round = split(whole_log)
    said, guesses = _said(game), _guesses(game)
    begins = {number: steps[0].seq for number, steps in by_round.items() if steps}
    ends = {number: steps[-1].seq for number, steps in by_round.items() if steps}
    rounds = tuple(
        PlayedRound(
            public.ruleset,
            public.seats,
            result,
            by_round.get(result.round, ()),
            tuple(gained[result.round]),
            tuple(said.get(result.round, ())),
            guesses.get(result.round, ()),
            tuple(look for look in looks if begins[result.round] < look.seq <= ends[result.round]),
            players[result.round],
        )
        for result in public.results
        if result.reason != UNFINISHED
    )
    if not rounds:
        return None
    revealed = public.revealed
    winners = frozenset(revealed.winners if revealed and not ended else ())
    assert game.over_at is not None
    return PlayedGame(
        game.over_at,
        public.ruleset,
        bool(winners),
        tuple(seat in winners for seat in range(public.seats)),
        revealed.gold if revealed else (0,) * public.seats,
        tuple(at_end),
        rounds,
    )


def split(log: Sequence[CommandEvents]) -> dict[int, tuple[CommandEvents, ...]]:
    """Return the steps of each round, from its deal to its end. A step that ends a round and deals the next has a part
    in both."""
    rounds, number = dict[int, list[CommandEvents]](), 0
    for step in log:
        begins = next((at for at, event in enumerate(step.events) if isinstance(event, RoundBegan)), None)
        before = step.events if begins is None else step.events[:begins]
        if number and (before or begins is None):
            rounds[number].append(CommandEvents(step.seq, before))
        if begins is not None:
            event = step.events[begins]
            number = event.round if isinstance(event, RoundBegan) else number
            rounds[number] = [CommandEvents(step.seq, step.events[begins:])]
    return {number: tuple(steps) for number, steps in rounds.items()}


def players_of(
    log: Sequence[LoggedLine], at_end: Sequence[Player]
) -> tuple[dict[int, tuple[Player, ...]], list[Player]]:
    """Return who played each seat in each finished round, and who had it at the end of the game.

    A round belongs to the player who had the seat from its deal to its end. It belongs to no person if the seat changed
    its player meanwhile, and to a bot if one stood in for the player when the round ended.
    """
    owners, resting = _owners(log, at_end), set[int]()
    rounds, changed, number = dict[int, tuple[Player, ...]](), set[int](), 0
    for place, line in enumerate(log):
        for event in line.events:
            if isinstance(event, RoundBegan):
                changed, number = set[int](), event.round
            elif isinstance(event, SeatChanged):
                resting = resting | {event.seat} if event.how == "bot" else resting - {event.seat}
            elif isinstance(event, SeatLeft | SeatTaken):
                changed.add(event.seat)
            elif isinstance(event, RoundEnded):
                rounds[number] = tuple(_player(seat, owners, place, resting, changed) for seat in range(len(at_end)))
    return rounds, [_player(seat, owners, len(log), resting, set()) for seat in range(len(at_end))]


def _player(
    seat: int, owners: Sequence[Sequence[tuple[int, Player]]], place: int, resting: set[int], changed: set[int]
) -> Player:
    if seat in changed:
        return Player(None, False)
    if seat in resting:
        return Player(None, True)
    return next(player for until, player in owners[seat] if place < until)


def _owners(log: Sequence[LoggedLine], at_end: Sequence[Player]) -> list[list[tuple[int, Player]]]:
    """Return the owners of each seat in order, each with the place in the log at which another took the seat."""
    owners = [list[tuple[int, Player]]() for _ in at_end]
    last = dict[int, int]()
    for place, line in enumerate(log):
        for event in line.events:
            if isinstance(event, SeatLeft):
                owners[event.seat].append((place, Player(line.user, False)))
                last.pop(event.seat, None)
            elif isinstance(event, SeatTaken):
                owners[event.seat].append((place, Player(last.pop(event.seat, None), False)))
        if line.seat is not None and line.user is not None:
            last[line.seat] = line.user
    return [[*earlier, (len(log) + 1, player)] for earlier, player in zip(owners, at_end, strict=True)]


_WHISPERED = (str(TookGold.__struct_config__.tag), str(Saw.__struct_config__.tag))


def _whispered(game: Game) -> tuple[tuple[GoldCard, ...], tuple[Look, ...]]:
    """Return the gold cards that were taken and the goals that were looked at. One query."""
    rows = archived.whispers_of(game, _WHISPERED, "seq", "seat", "event")
    cards, looks = list[GoldCard](), list[Look]()
    for seq, seat, text in rows:
        for event in store.whispers(text, game.pk, seq):
            if isinstance(event, TookGold):
                cards.append(GoldCard(seq, seat, event.value))
            elif isinstance(event, Saw) and isinstance(event.sight, GoalSight):
                looks.append(Look(seat, seq, event.sight.at, event.sight.goal))
    return tuple(cards), tuple(looks)


def _said(game: Game) -> dict[int, list[RoundClaim]]:
    """Return the claims of each round, in order. One query."""
    found: dict[int, list[RoundClaim]] = {}
    rows = Word.objects.filter(game=game, kind=Said.CLAIM).order_by("number")
    for number, seat, seq, text, stands in rows.values_list("round", "seat", "seq", "text", "stands"):
        try:
            found.setdefault(number, []).append(RoundClaim(seat, seq, claims.parse(text), stands))
        except Malformed:
            continue
    return found


def _guesses(game: Game) -> dict[int, tuple[Guess, ...]]:
    """Return the last suspicions of each round about each player, by those who show theirs. One query."""
    shown = Exists(Disclosure.objects.filter(game=OuterRef("game"), user=OuterRef("user")))
    sits = Exists(Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"), number=OuterRef("seat")))
    rows = Suspicion.objects.filter(shown, sits, game=game).order_by("seq", "pk")
    last: dict[tuple[int, int, int], str] = {}
    for number, seat, about, guess in rows.values_list("round", "seat", "about", "guess"):
        last[number, seat, about] = guess
    found: dict[int, tuple[Guess, ...]] = {}
    for (number, seat, about), guess in sorted(last.items()):
        found[number] = (*found.get(number, ()), Guess(seat, about, guess))
    return found
