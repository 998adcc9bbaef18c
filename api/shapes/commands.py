"""Moves, answers, standing orders and claims: what a player sends, and what the legal ones are."""

from typing import Annotated, Literal, assert_never

from msgspec import Meta, Struct

from api.shapes.seats import Card, Seat, Square, letter_of, number_of
from games.rules import commands
from games.rules.board import square
from games.rules.claims import Claim as RuleClaim
from games.rules.notation import card_named, square_named

Cards = Annotated[tuple[Card, ...], Meta(min_length=1, max_length=12)]
Tool = Literal["", "pickaxe", "lantern", "cart"]


class Lay(Struct, frozen=True, tag="lay", tag_field="kind", forbid_unknown_fields=True):
    """Lay a tunnel card on a square, turned by 180° or not. `payer`: the seat that pays the toll instead (R70)."""

    card: Card
    at: Square
    turned: bool = False
    payer: Seat | None = None


class Play(Struct, frozen=True, tag="play", tag_field="kind", forbid_unknown_fields=True):
    """Play an action card on whatever it asks for: a seat, one of several tools, squares."""

    card: Card
    seat: Seat | None = None
    tool: Tool = ""
    at: Annotated[tuple[Square, ...], Meta(max_length=2)] = ()
    turned: bool = False
    payer: Seat | None = None


class Discard(Struct, frozen=True, tag="discard", tag_field="kind", forbid_unknown_fields=True):
    """Pass: discard cards face down (R13, R32)."""

    cards: Cards


class Trade(Struct, frozen=True, tag="trade", tag_field="kind", forbid_unknown_fields=True):
    """Discard two cards to remove a card in front of oneself (R32)."""

    cards: Cards
    lifts: Card


class PutMiner(Struct, frozen=True, tag="miner", tag_field="kind", forbid_unknown_fields=True):
    """Discard a card to put a miner on an open end of the mine (R70)."""

    card: Card
    at: Square


class Choose(Struct, frozen=True, tag="choose", tag_field="kind", forbid_unknown_fields=True):
    """Answer a decision: a card, a square, the letter of a seat, a value, or a word. `none` in a window: no veto."""

    answer: Annotated[str, Meta(pattern="^[A-Za-z0-9,.:+~-]{1,40}$")]


class Veto(Struct, frozen=True, tag="veto", tag_field="kind", forbid_unknown_fields=True):
    """Answer a window with a veto (R93)."""


class OrderVeto(Struct, frozen=True, tag="order-veto", tag_field="kind", forbid_unknown_fields=True):
    """Veto what comes: `any`, `lay`, `goal` (a tunnel that reaches a goal) or a card; of one seat, or of any (R93)."""

    what: Card = "any"
    seat: Seat | None = None


class OrderPass(Struct, frozen=True, tag="order-pass", tag_field="kind", forbid_unknown_fields=True):
    """Do not ask again about vetoes: in this round, or until it is withdrawn (R93)."""

    this_round: bool = False


class OrderTheft(Struct, frozen=True, tag="order-theft", tag_field="kind", forbid_unknown_fields=True):
    """Steal from a seat when the time comes; without one, from no player (R49)."""

    seat: Seat | None = None


class OrderNone(Struct, frozen=True, tag="order-none", tag_field="kind", forbid_unknown_fields=True):
    """Withdraw all standing orders."""


class Offer(Struct, frozen=True, tag="offer", tag_field="kind", forbid_unknown_fields=True):
    """Offer openly to pay one toll for a seat; without one, withdraw the offer (R70)."""

    seat: Seat | None = None


TurnCommand = Lay | Play | Discard | Trade | PutMiner
Answer = Choose | Veto
Move = Lay | Play | Discard | Trade | PutMiner | Choose | Veto
Order = OrderVeto | OrderPass | OrderTheft | OrderNone | Offer


def to_rules(command: Move | Order) -> commands.SeatCommand:
    """Return the command of the rules. Malformed if it names a card or a square that does not exist."""
    match command:
        case Lay(card=card, at=at, turned=turned, payer=payer):
            return commands.Lay(card_named(card), square_named(at), turned, number_of(payer))
        case Play(card=card, seat=seat, tool=tool, at=squares, turned=turned, payer=payer):
            places = tuple(sorted(map(square_named, squares), key=lambda one: square(one)[::-1]))
            return commands.PlayCard(card_named(card), number_of(seat), tool, places, turned, number_of(payer))
        case Discard(cards=cards):
            return commands.Pass(tuple(sorted(map(card_named, cards))))
        case Trade(cards=cards, lifts=lifts):
            return commands.Trade(tuple(sorted(map(card_named, cards))), card_named(lifts))
        case PutMiner(card=card, at=at):
            return commands.PutMiner(card_named(card), square_named(at))
        case Choose(answer=answer):
            return commands.Choose(answer)
        case Veto():
            return commands.Veto()
        case OrderVeto(what=what, seat=seat):
            named = what if what in ("any", "lay", "goal") else card_named(what)
            return commands.Order("veto", what=named, seat=number_of(seat))
        case OrderPass(this_round=this_round):
            return commands.LET_BE_THIS_ROUND if this_round else commands.Order("pass")
        case OrderTheft(seat=seat):
            return commands.Order("theft", seat=number_of(seat))
        case OrderNone():
            return commands.Order("none")
        case Offer(seat=seat):
            return commands.Offer(number_of(seat))
    assert_never(command)


def move_of(command: commands.Command) -> Move:
    """Return a legal command of the rules as it is sent."""
    match command:
        case commands.Lay(card=card, at=at, turned=turned, payer=payer):
            return Lay(card, at, turned, letter_of(payer))
        case commands.PlayCard(card=card, seat=seat, tool=tool, at=squares, turned=turned, payer=payer):
            return Play(card, letter_of(seat), tool, squares, turned, letter_of(payer))  # type: ignore[arg-type]
        case commands.Pass(cards=cards):
            return Discard(cards)
        case commands.Trade(cards=cards, lifts=lifts):
            return Trade(cards, lifts)
        case commands.PutMiner(card=card, at=at):
            return PutMiner(card, at)
        case commands.Choose(answer=answer):
            return Choose(answer)
        case commands.Veto():
            return Veto()
    raise TypeError(command)


def order_of(order: commands.Order) -> Order | None:
    """Return a standing order as it is sent; None for a plan, which has an address of its own."""
    match order:
        case commands.Order(kind="veto", what=what, seat=seat):
            return OrderVeto(what, letter_of(seat))
        case commands.Order(kind="pass", what=what):
            return OrderPass(what == commands.LET_BE_THIS_ROUND.what)
        case commands.Order(kind="theft", seat=seat):
            return OrderTheft(letter_of(seat))
    return None


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """A public statement about the game, true or not. `about`: `goal` (a square), `player` (a seat), `ask` (a seat and
    its role), `tool`, `hand`, or `aim` (where to dig). `says`: what of it; `back` withdraws the claim of this subject.
    `why`: a reason for `trust` or `suspect`."""

    about: Literal["goal", "player", "ask", "tool", "hand", "aim"]
    says: Annotated[str, Meta(pattern="^[a-z-]{1,20}$")]
    what: Annotated[str, Meta(pattern="^[A-Za-z0-9,-]{0,10}$")] = ""
    why: Annotated[str, Meta(pattern="^[a-z-]{0,20}$")] = ""


def claim_of(claim: RuleClaim) -> Claim:
    """Return a claim of the rules as it is sent."""
    return Claim(claim.about, claim.says, claim.what, claim.why)  # type: ignore[arg-type]


def claim_text(claim: Claim) -> str:
    """Return a claim in the notation of the rules."""
    return " ".join(part for part in (claim.about, claim.what, claim.says, claim.why) if part)
