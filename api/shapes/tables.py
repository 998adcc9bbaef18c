"""Tables, and what one player may know of a game: the same `PlayerView` as the page shows."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from api.shapes.commands import Claim, Move, Order, TurnCommand, claim_of, move_of, order_of
from api.shapes.log import LogEntry, Saw, Whispers, saw_of
from api.shapes.seats import Card, Moment, Seat, Square, letter_of
from games.models import Game
from games.models import Seat as SeatRow
from games.rules.board import square
from games.rules.claims import Claim as RuleClaim
from games.rules.table import RoundResult, Ruleset
from games.rules.tunnels import TURNED
from games.rules.view import PlayerView
from games.selectors.table import Person

Status = Literal["open", "running", "over", "cancelled"]
Decision = str


class Rules(Struct, frozen=True):
    """The rules in force: names as in docs/notation.md."""

    game: str
    modules: tuple[str, ...]
    variants: tuple[str, ...]
    rounds: int
    gold_draft: str
    veto_window: int
    chests: str
    next_starter: str
    own_doors: bool
    joined_ladders: bool


class Player(Struct, frozen=True):
    """A player at a table. `kind`: a `program` is a bot account, and `owner` its person; a `bot` is of the site."""

    seat: Seat
    name: str
    kind: Literal["person", "guest", "bot", "program"]
    owner: str
    host: bool


class Placed(Struct, frozen=True):
    """A card that lies face up in the mine."""

    at: Square
    card: str
    turned: bool


class FaceDown(Struct, frozen=True):
    """A card that lies face down: a goal or a chest."""

    at: Square
    kind: str


class InFront(Struct, frozen=True):
    """An action card in front of a player."""

    seat: Seat
    card: Card


class Resting(Struct, frozen=True):
    """A seat that is `asleep`, or that a `bot` plays for an absent player."""

    seat: Seat
    how: str


class Awaited(Struct, frozen=True):
    """A seat that is awaited, and its kind of decision (docs/notation.md)."""

    seat: Seat
    decision: Decision


class Miner(Struct, frozen=True):
    """A miner in the mine, and whose it is (R70)."""

    at: Square
    seat: Seat


class TollOffer(Struct, frozen=True):
    """An open offer to pay a toll (R70)."""

    seat: Seat
    target: Seat


class FixedCard(Struct, frozen=True):
    """A card that lies in the mine from the start (R71)."""

    at: Square
    name: str
    joined: bool


class Result(Struct, frozen=True):
    """A finished round (R24). `roles` by seat; `paid` in nuggets by seat, where the role tells it."""

    round: int
    reason: str
    connector: Seat | None
    winners: tuple[Seat, ...]
    roles: tuple[str, ...]
    goals: tuple[Placed, ...]
    paid: tuple[int, ...]
    in_front: tuple[InFront, ...]


class Revealed(Struct, frozen=True):
    """What is opened at the end of the game: gold in nuggets and hands by seat, and the cards that were left (R24)."""

    gold: tuple[int, ...]
    winners: tuple[Seat, ...]
    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]
    discards: tuple[str, ...]
    spare_roles: tuple[str, ...]


class State(Struct, frozen=True):
    """What all players see of a running or finished game. `hands` are the numbers of cards by seat. `discards`: the top
    one is last, "" for a card face down. `rich`: by seat, whether the player holds gold."""

    round: int
    first: Seat
    direction: Literal[1, -1]
    moves: int
    awaited: tuple[Awaited, ...]
    mine: tuple[Placed, ...]
    face_down: tuple[FaceDown, ...]
    in_front: tuple[InFront, ...]
    hands: tuple[int, ...]
    pile: int
    discards: tuple[str, ...]
    rich: tuple[bool, ...]
    resting: tuple[Resting, ...]
    last_laid: Square | None
    miners: tuple[Miner, ...]
    miners_left: int
    offers: tuple[TollOffer, ...]
    maps_forbidden: bool
    chests_turned: tuple[Square, ...]
    fixed: tuple[FixedCard, ...]
    results: tuple[Result, ...]
    revealed: Revealed | None


class Sighting(Struct, frozen=True):
    """What you saw, and after which move of the round."""

    saw: Saw
    move: int


class Own(Struct, frozen=True):
    """What you alone know. `decision`: what the game waits for from you, "" for nothing. `offer`: the cards of that
    decision. `answered`: you have answered the open window. `plan`: what is tried in your next turn, `plan_minutes`
    after it begins, about."""

    seat: Seat
    role: str
    hand: tuple[Card, ...]
    nuggets: int
    gold: tuple[int, ...]
    sightings: tuple[Sighting, ...]
    orders: tuple[Order, ...]
    plan: tuple[TurnCommand, ...]
    plan_minutes: int
    decision: Decision
    offer: tuple[str, ...]
    answered: bool
    due_at: Moment | None


class Table(Struct, frozen=True):
    """A table as you may see it. `seq`: the number of its last public command; a move names it. `messages`: the number
    of its last message. Before the game there is no `state`; without a seat there is no `own`. `ready`: the seats that
    have said so with the current options."""

    code: str
    name: str
    status: Status
    seats: int
    rules: Rules
    options_version: int
    programs: bool
    seq: int
    messages: int
    paused_until: Moment | None
    players: tuple[Player, ...]
    ready: tuple[Seat, ...]
    state: State | None
    own: Own | None


class TableLine(Struct, frozen=True):
    """One of your tables. `decision`: what it waits for from you, "" for nothing."""

    code: str
    name: str
    status: Status
    seat: Seat
    seq: int
    messages: int
    decision: Decision
    answered: bool
    due_at: Moment | None


class Tables(Struct, frozen=True):
    """Your tables, the latest first. `next`: the value of `before` for the next page, null on the last."""

    tables: tuple[TableLine, ...]
    next: int | None


class LegalMove(Struct, frozen=True):
    """A legal move or answer: as it is sent, and in the notation of docs/notation.md."""

    command: Move
    text: str


class Refusal(Struct, frozen=True):
    """Why the rules do not allow something: a code, the number of the rule, and a sentence."""

    code: str
    rule: str
    text: str


class HeldCard(Struct, frozen=True):
    """A card of your hand. `playable`: some legal command plays it. `refusal`: why none does, where one reason holds
    for all targets."""

    card: Card
    playable: bool
    refusal: Refusal | None


class Legal(Struct, frozen=True):
    """What you may do now: all legal moves and answers, discards last; why cards of your hand cannot be played; and
    what you may claim. A claim about a player may also give a reason."""

    seq: int
    decision: Decision
    commands: tuple[LegalMove, ...]
    hand: tuple[HeldCard, ...]
    claims: tuple[Claim, ...]


class Round(Struct, frozen=True):
    """A finished round: how it was dealt, what happened, how it ended. `others`: what each player alone was told, once
    the game is over (R24)."""

    number: int
    mine: tuple[Placed, ...]
    face_down: tuple[FaceDown, ...]
    entries: tuple[LogEntry, ...]
    result: Result
    others: tuple[Whispers, ...]


def rules_of(ruleset: Ruleset) -> Rules:
    """Return the rules in force."""
    return Rules(
        game=ruleset.rules,
        modules=ruleset.modules,
        variants=ruleset.variants,
        rounds=ruleset.rounds,
        gold_draft=ruleset.gold_draft,
        veto_window=ruleset.veto_window,
        chests=ruleset.chests,
        next_starter=ruleset.next_starter,
        own_doors=ruleset.own_doors,
        joined_ladders=ruleset.joined_ladders,
    )


def player_of(person: Person) -> Player:
    """Return the player of a seat."""
    kind: Literal["person", "guest", "bot", "program"] = (
        "bot" if person.bot else "program" if person.owner else "guest" if person.guest else "person"
    )
    return Player(letter_of(person.number) or "", person.name, kind, person.owner, person.host)


def placed_of(mine: Mapping[str, str]) -> tuple[Placed, ...]:
    """Return the cards of a mine, from the north-west."""
    lies = sorted(mine.items(), key=lambda one: square(one[0]))
    return tuple(Placed(at, card.removesuffix(TURNED), card.endswith(TURNED)) for at, card in lies)


def face_down_of(cards: Mapping[str, str]) -> tuple[FaceDown, ...]:
    """Return the cards that lie face down."""
    return tuple(FaceDown(at, kind) for at, kind in sorted(cards.items(), key=lambda one: square(one[0])))


def _seats(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(letter_of(number) or "" for number in numbers)


def result_of(result: RoundResult) -> Result:
    """Return a finished round."""
    return Result(
        result.round,
        result.reason,
        letter_of(result.connector),
        _seats(result.winners),
        result.roles,
        placed_of(result.goals),
        result.paid,
        tuple(InFront(letter_of(seat) or "", card) for seat, card in result.before),
    )


def state_of(view: PlayerView) -> State:
    """Return what all see of a game."""
    public, opened = view.public, view.public.revealed
    return State(
        round=public.round,
        first=letter_of(public.first) or "",
        direction=1 if public.direction > 0 else -1,
        moves=public.moves,
        awaited=tuple(Awaited(letter_of(ask.seat) or "", ask.kind) for ask in view.asks),
        mine=placed_of(public.mine),
        face_down=face_down_of(public.face_down),
        in_front=tuple(InFront(letter_of(lies.seat) or "", lies.card) for lies in public.before),
        hands=public.hands,
        pile=public.pile,
        discards=public.discards,
        rich=public.rich,
        resting=tuple(Resting(letter_of(seat) or "", how) for seat, how in sorted(public.resting.items())),
        last_laid=public.last_laid.at if public.last_laid else None,
        miners=tuple(Miner(at, letter_of(seat) or "") for at, seat in public.miners.items()),
        miners_left=public.miners_left,
        offers=tuple(TollOffer(letter_of(by) or "", letter_of(to) or "") for by, to in public.offers.items()),
        maps_forbidden=public.maps_forbidden,
        chests_turned=public.chest_cards,
        fixed=tuple(FixedCard(at, name, at in public.joined) for at, name in public.fixed.items()),
        results=tuple(map(result_of, public.results)),
        revealed=None
        if opened is None
        else Revealed(
            opened.gold, _seats(opened.winners), opened.hands, opened.pile, opened.discards, opened.spare_roles
        ),
    )


def own_of(view: PlayerView, seat: SeatRow, plan: Sequence[object]) -> Own | None:
    """Return what a player alone knows; `plan` are the commands of their plan."""
    own = view.own
    if own is None:
        return None
    return Own(
        seat=letter_of(own.seat) or "",
        role=own.role,
        hand=own.hand,
        nuggets=own.nuggets,
        gold=own.gold,
        sightings=tuple(Sighting(saw_of(one.sight), one.move) for one in own.sightings),
        orders=tuple(shown for order in own.lasting_orders if (shown := order_of(order)) is not None),
        plan=tuple(move_of(command) for command in plan),  # type: ignore[misc, arg-type]
        plan_minutes=seat.plan_minutes,
        decision=view.my_decision,
        offer=own.offer,
        answered=own.answered,
        due_at=None if own.answered else seat.due_at,
    )


def table_of(
    game: Game,
    ruleset: Ruleset,
    people: Sequence[Person],
    ready: Sequence[int],
    *,
    state: State | None = None,
    own: Own | None = None,
) -> Table:
    """Return a table."""
    return Table(
        code=game.code,
        name=game.name,
        status=game.status,  # type: ignore[arg-type]
        seats=game.seats_wanted,
        rules=rules_of(ruleset),
        options_version=game.options_version,
        programs=game.programs_welcome,
        seq=game.seq,
        messages=game.words,
        paused_until=game.paused_until if game.is_paused else None,
        players=tuple(map(player_of, people)),
        ready=_seats(ready),
        state=state,
        own=own,
    )


def claims_of(claims: Sequence[RuleClaim]) -> tuple[Claim, ...]:
    """Return claims as they are sent."""
    return tuple(map(claim_of, claims))
