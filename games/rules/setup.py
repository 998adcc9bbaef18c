"""Deals, random or from a record; ``start`` lays them out (R10 to R12, R25, R98).

The order of random draws is fixed, so that a deal can be recomputed (``verify``): every set of cards is sorted as text,
then shuffled by the stream of its label, and split from the top: the cards set aside, the hands by seat, the pile.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Raw, Struct, field
from msgspec.structs import replace

from games.rules.agenda import Play, Public, Rules, Step
from games.rules.board import CHEST, GOAL, START_SQUARE, board_of, square
from games.rules.cards import (
    ARRANGEMENTS,
    CARDS,
    CHEST_TUNNELS,
    CHESTS,
    FIXED_TUNNEL,
    GOAL_TUNNELS,
    GOLD_CARDS,
    START,
    in_order,
    spread,
    turnings,
)
from games.rules.dice import Dice
from games.rules.events import Dealt, RoundBegan
from games.rules.ruleset import check_players
from games.rules.state import SCHEMA, Before, HiddenState, LastLaid, PublicState, Scripted, SeatSecret, State, Stream
from games.rules.table import DRAWS, Ruleset
from games.rules.tunnels import TURNED
from games.rules.turn import Onward

MIDDLE = "4,0"
"""The square of the tunnel card that lies there from the start (R81)."""


class DealtRound(Struct, frozen=True):
    """All that is fixed when a round begins. Piles have their top first.

    The last five fields describe a position in the middle of a round; real games do not use them.
    """

    round: int
    first: int
    roles: tuple[str, ...]
    spare_roles: tuple[str, ...]
    goals: dict[str, str]
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    goals_left: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    gold_cards: tuple[int, ...] = ()
    chests: dict[str, tuple[str, str]] = field(default_factory=dict)
    mine: dict[str, str] = field(default_factory=dict)
    fixed: dict[str, str] = field(default_factory=dict)
    before: tuple[Before, ...] = ()
    nuggets: tuple[int, ...] = ()
    discards: tuple[str, ...] = ()


class LaidOut(Struct, frozen=True):
    """The public part of a deal: the squares of face-down cards, and the face-up cards.

    The face-down cards themselves are not read.
    """

    round: int
    first: int
    goals: dict[str, Raw]
    chests: dict[str, Raw] = {}
    mine: dict[str, str] = {}
    fixed: dict[str, str] = {}
    before: tuple[Before, ...] = ()


def all_gold_cards() -> tuple[int, ...]:
    """The gold cards of a whole game, lowest first (R4)."""
    return tuple(value for value, count in sorted(GOLD_CARDS.items()) for _ in range(count))


def deal(
    ruleset: Ruleset, players: int, *, key: bytes, number: int, first: int | None, gold: tuple[int, ...]
) -> DealtRound:
    """The deal of a round from the key of the game; ``gold``: the cards left; ``first``: None draws lots (R12)."""
    rules = check_players(ruleset, players)

    def dice(label: str) -> Dice:
        return Dice(key, f"round {number} {label}")

    roles = dice("roles").shuffled(sorted(rules.roles(players)))
    cards = spread(dict(rules.catalogue))
    fixed = {MIDDLE: _laid_out(cards, dice("fixed"))} if rules.laid_out else {}
    deck = dice("deck").shuffled(sorted(cards))
    hand = rules.hand_size(players)
    ends = [rules.aside + hand * seat for seat in range(players + 1)]
    goals, left = _goals(rules, dice)
    return DealtRound(
        round=number,
        first=dice("first").below(players) if first is None else first,
        roles=tuple(roles[:players]),
        spare_roles=tuple(roles[players:]),
        goals=goals,
        goals_left=left,
        aside=tuple(deck[: rules.aside]),
        hands=tuple(tuple(deck[ends[seat] : ends[seat + 1]]) for seat in range(players)),
        pile=tuple(deck[ends[players] :]),
        chests=_chests(ruleset, rules, dice),
        fixed=fixed,
        gold_cards=tuple(dice("gold").shuffled(sorted(gold))) if rules.gold_cards else (),
    )


def _goals(rules: Rules, dice: Callable[[str], Dice]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Gold and as many others as are laid out, drawn and laid from north to south (R11, R72)."""
    others = dice("other goals").shuffled(sorted(set(rules.goals) - {"gold"}))
    out = dice("goals").shuffled(sorted(["gold", *others[: rules.goals_out - 1]]))
    return dict(zip(rules.goal_squares, out, strict=True)), tuple(others[rules.goals_out - 1 :])


def _laid_out(cards: list[str], dice: Dice) -> str:
    """Take one of the tunnel cards out at random, turned at random (R81)."""
    card = dice.one(sorted(card for card in cards if CARDS[card].is_tunnel))
    cards.remove(card)
    return turnings(card)[dice.below(len(turnings(card)))].code


def _chests(ruleset: Ruleset, rules: Rules, dice: Callable[[str], Dice]) -> dict[str, tuple[str, str]]:
    """Chests under tunnel cards on the squares of the arrangement that the table chose (R73)."""
    if not rules.chests_out:
        return {}
    tunnels, chests = dice("chest tunnels").shuffled(sorted(CHEST_TUNNELS)), dice("chests").shuffled(sorted(CHESTS))
    return dict(zip(ARRANGEMENTS[ruleset.chests], zip(tunnels, chests, strict=False), strict=False))


def start(ruleset: Ruleset, dealt: DealtRound, *, key: bytes, last: State[Any] | None = None) -> Step:
    """Lay out a deal: the first of a game, or the next of the game whose state is given."""
    rules = check_players(ruleset, len(dealt.roles))
    public = replace(
        laid_out(rules, ruleset, len(dealt.roles), dealt),
        discards=("",) * len(dealt.discards),
        seq=last.public.seq if last else 0,
        resting=last.public.resting if last else {},
        results=last.public.results if last else (),
        draws=last.public.draws if last else DRAWS,
    )
    table = HiddenState(
        chance=_stream(last) if last else Stream(key=key),
        goals=dealt.goals,
        pile=dealt.pile,
        spare_roles=dealt.spare_roles,
        discards=tuple(reversed(dealt.discards)),
        aside=dealt.aside,
        gold_cards=dealt.gold_cards,
        goals_left=dealt.goals_left,
        chests=dealt.chests,
    )
    seats = tuple(_seat(rules, dealt, seat, last.seats[seat] if last else None) for seat in range(len(dealt.roles)))
    play = Play(rules, State(public=public, seats=seats, table=table))
    play.emit(RoundBegan(round=dealt.round, first=dealt.first))
    for own in seats:
        play.tell(own.seat, Dealt(round=dealt.round, role=own.role, hand=own.hand))
    play.push(Onward())
    return play.step()


def laid_out(rules: Rules, ruleset: Ruleset, seats: int, dealt: DealtRound | LaidOut) -> Public:
    """Return the public state at the beginning of a round, for table and replay; without hands, pile and agenda."""
    hidden = {**dict.fromkeys(dealt.goals, GOAL), **dict.fromkeys(dealt.chests, CHEST)}
    mine = {START_SQUARE: START, **dict.fromkeys(rules.fixed, FIXED_TUNNEL), **dealt.fixed, **dealt.mine}
    face_down = {at: kind for at, kind in hidden.items() if at not in dealt.mine}
    live = board_of(mine, face_down).live
    return PublicState(
        ruleset=ruleset,
        seats=seats,
        round=dealt.round,
        first=dealt.first,
        mine=mine,
        face_down=face_down,
        hands=(),
        pile=0,
        agenda=(),
        schema=SCHEMA,
        fixed=dict(rules.fixed),
        last_laid=_last_laid(dealt),
        before=dealt.before,
        miners_left=rules.miners,
        joined=tuple(at for at in rules.fixed if live.get(square(at))),
    )


def _last_laid(dealt: DealtRound | LaidOut) -> LastLaid | None:
    """A position's tunnel cards are given in order of laying; by which seat is unknown (R67)."""
    laid = [at for at, card in dealt.mine.items() if card.removesuffix(TURNED) not in GOAL_TUNNELS]
    return LastLaid(seat=None, at=laid[-1]) if laid else None


def _stream(last: State[Any]) -> Stream:
    chance = last.table.chance
    return chance.stream if isinstance(chance, Scripted) else chance


def _seat(rules: Rules, dealt: DealtRound, seat: int, last: SeatSecret | None) -> SeatSecret:
    before = last.nuggets if last else rules.first_nuggets
    return SeatSecret(
        seat=seat,
        role=dealt.roles[seat],
        hand=in_order(dealt.hands[seat]),
        nuggets=dealt.nuggets[seat] if dealt.nuggets else before,
        gold=last.gold if last else (),
        orders=last.orders_of_next_round if last else (),
    )
