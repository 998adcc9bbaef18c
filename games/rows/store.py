"""Decoding rows into a state, and encoding it back. Besides the rules, only this module knows how a state is stored.

Reading for one player reads only that player's seat; only a command, a deal and the end of a game load all parts.
Unreadable rows raise `games.rows.corrupt.CorruptTable`; an unreadable line of the log is left out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from typing import NamedTuple

from django.http import Http404
from msgspec.structs import replace

from accounts.clocks.quiet import Quiet
from accounts.models import User
from games import clock
from games.models import Game, Seat, TableOptions, TableSecret, Watchers, link_token
from games.rows import corrupt
from games.rules import codec, engine
from games.rules.cards import CARDS
from games.rules.errors import NewerState
from games.rules.events import PrivateEvent, PublicEvent
from games.rules.notation import letter
from games.rules.roles import ALL_ROLES
from games.rules.ruleset import compiled
from games.rules.setup import DealtRound, LaidOut
from games.rules.state import SCHEMA, HiddenState, SeatSecret
from games.rules.steps import Sketch
from games.rules.table import Ruleset
from saboteur_site.database.statements import Changes

RULES_VERSION = "3"
"""Increased when a rule is corrected. Running games continue from their snapshot under the corrected rules."""


class Raw(NamedTuple):
    """A part of a table that cannot be read: its name and its raw text."""

    part: str
    text: str


@dataclass(frozen=True, eq=False)
class Loaded:
    """A loaded table: its rows, the decoded state, and data from the same query."""

    game: Game
    seats: list[Seat]
    """In the order of their numbers."""
    state: engine.Game = None  # type: ignore[assignment]  # only a table that has not begun has none
    now: datetime = field(default_factory=clock.now)
    """The moment at which the row of the game was locked, by the database's clock."""
    sent_before: Mapping[int, str | None] = field(default_factory=dict)
    """By seat, the command that its player sent before with the given key. None when there is none."""
    days_off: dict[int, frozenset[date]] = field(default_factory=dict)
    """By seat, the days on which its clock sleeps: vacation days, if the table lets them count."""
    changes: Changes = field(default_factory=Changes, repr=False)
    """The unsaved changes of the rows. A row that was not read under the lock counts as changed entirely."""

    def sits(self, user: User) -> bool:
        """Whether a user has a seat here."""
        return any(seat.user_id == user.pk for seat in self.seats)

    def seat_of(self, user: User) -> Seat:
        """Return a user's seat; raise Http404 when they have none."""
        found = next((seat for seat in self.seats if seat.user_id == user.pk), None)
        if found is None:
            raise Http404
        return found

    def seat_at(self, number: int | None) -> Seat | None:
        """Return the seat with a number, None if there is none."""
        return next((seat for seat in self.seats if seat.number == number), None)

    def quiet_of(self, seat: Seat) -> Quiet:
        """Return when the clock of a seat sleeps: in the quiet hours of its player, and on their days off."""
        return seat.user.quiet._replace(days=self.days_off.get(seat.number, frozenset()))


def ruleset(game: Game) -> Ruleset:
    """Return the rules of a table."""
    return read_ruleset(game.ruleset, game.pk)


def read_ruleset(text: str, game: int) -> Ruleset:
    """Return the rules from the column of a game."""
    return corrupt.read(_known_ruleset, text, game, "ruleset")


def options(game: Game) -> TableOptions:
    """Return the options of a table. Raise CorruptTable when its rules cannot be read."""
    return TableOptions.of(game, ruleset(game))


def set_options(game: Game, chosen: TableOptions) -> None:
    """Write options into the row of a table, unsaved."""
    for column, value in chosen.columns().items():
        setattr(game, column, value)
    game.watch_link = (game.watch_link or link_token()) if chosen.watchers == Watchers.LINK else ""


def _known_ruleset(text: str) -> Ruleset:
    found = codec.decode_ruleset(text)
    compiled(found)
    return found


def public(game: Game) -> engine.Public:
    """Return the public state of a running or finished game."""
    return corrupt.read(partial(_known_public, schema=game.schema), game.public, game.pk, "public part")


def _known_public(text: str, schema: int) -> engine.Public:
    if schema > SCHEMA:
        raise NewerState(schema)
    return codec.decode_public(text)


def sketch(text: str, game: int) -> Sketch | None:
    """Return the layout of the mine, from the column of a game; None when it is unreadable or no round was dealt."""
    try:
        return corrupt.read(codec.decode_sketch, text, game, "public part") if text else None
    except corrupt.CorruptTable:
        return None


def own(seat: Seat) -> SeatSecret:
    """Return the private state of a seat."""
    known = partial(_known_own, role=seat.role, hand=tuple(seat.hand.split()))
    return corrupt.read(known, seat.memory, seat.game_id, f"seat {letter(seat.number)}")


def _known_own(text: str, role: str, hand: tuple[str, ...]) -> SeatSecret:
    if role not in ALL_ROLES or not CARDS.keys() >= set(hand):
        raise ValueError
    return replace(codec.decode_own(text), role=role, hand=hand)


def events(text: str, game: int, seq: int) -> tuple[PublicEvent, ...]:
    """Return the public events of a move; empty when they cannot be read."""
    try:
        return corrupt.read(codec.decode_events, text, game, f"move {seq}")
    except corrupt.CorruptTable:
        return ()


def events_of_moves(rows: Sequence[tuple[int, str]], game: int) -> list[tuple[PublicEvent, ...]]:
    """Return the public events of each of several moves, given by number and text; empty where unreadable."""
    try:
        return codec.decode_log([text for _seq, text in rows])
    except Exception:  # corrupt text may raise anything; decoding one by one finds and logs it
        return [events(text, game, seq) for seq, text in rows]


def whispers(text: str, game: int, seq: int) -> tuple[PrivateEvent, ...]:
    """Return the private events of a move for one seat; empty when they cannot be read."""
    try:
        return (corrupt.read(codec.decode_whisper, text, game, f"what was whispered with move {seq}"),)
    except corrupt.CorruptTable:
        return ()


def deal(text: str, game: int, number: int) -> DealtRound:
    """Return the deal of a round."""
    return corrupt.read(codec.decode_deal, text, game, f"deal {number}")


def laid_out(text: str, game: int, number: int) -> LaidOut:
    """Return the public part of a round's deal; the rest is not decoded."""
    return corrupt.read(codec.decode_laid_out, text, game, f"deal {number}")


def table(game: Game) -> HiddenState:
    """Return the hidden state of a game that has begun; ``game.secret`` loaded with it."""
    return corrupt.read(codec.decode_table, game.secret.state, game.pk, "hidden state")


def seed(game: Game) -> bytes:
    """Return the secret from which the random draws of a game follow; ``game.secret`` loaded with the game."""
    return corrupt.read(bytes.fromhex, game.secret.seed, game.pk, "seed")


def share(seat: Seat) -> bytes:
    """Return the share of a seat in the random key of its game."""
    return corrupt.read(bytes.fromhex, seat.share, seat.game_id, f"share of seat {letter(seat.number)}")


def load(game: Game, seats: list[Seat]) -> Loaded:
    """Return all three parts of a game; ``seats`` in order of number, ``game.secret`` loaded with the game."""
    return Loaded(game, seats, engine.Game(public=public(game), seats=tuple(map(own, seats)), table=table(game)))


def unreadable(game: Game) -> list[Raw]:
    """Return the unreadable parts of a game, without the readable ones; ``game.secret`` loaded with it."""
    tries: list[tuple[str, Callable[[], object]]] = [(game.ruleset, partial(ruleset, game))]
    if game.started_at is not None:
        tries += [(game.public, partial(public, game)), (game.secret.state, partial(table, game))]
        tries += [
            (f"{seat.role}\n{seat.hand}\n{seat.memory}", partial(own, seat)) for seat in game.seats.order_by("number")
        ]
    tries += [(row.state, partial(deal, row.state, game.pk, row.round)) for row in game.deals.order_by("round")]
    found = []
    for text, read in tries:
        try:
            read()
        except corrupt.CorruptTable as error:
            found.append(Raw(error.part, text))
    return found


def put_game(game: Game, state: engine.Public) -> None:
    """Write the public part into the row of the game, unsaved."""
    game.public, game.seq = codec.encode(state), state.seq
    game.schema, game.rules_version = SCHEMA, " ".join(dict.fromkeys([*game.rules_version.split(), RULES_VERSION]))
    game.version += 1


def earlier_rules(game: Game) -> str:
    """Return the outdated versions of the rules under which a part of a game was played; "" for none."""
    return ", ".join(version for version in game.rules_version.split() if version != RULES_VERSION)


def put_seat(seat: Seat, secret: SeatSecret) -> None:
    """Write a seat's part into its row, unsaved."""
    seat.role, seat.hand, seat.answered = secret.role, " ".join(secret.hand), secret.answered
    seat.memory = codec.encode(replace(secret, role="", hand=()))


def put_table(row: TableSecret, state: engine.Game) -> None:
    """Write the table's part into its row, unsaved."""
    row.state = codec.encode(state.table)
