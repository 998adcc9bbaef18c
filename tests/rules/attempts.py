"""Commands that anybody might try, legal or not: every card, square, turning, player and foreign answer."""

from collections.abc import Iterator
from random import Random

from games.rules import engine
from games.rules.board import square
from games.rules.cards import CARDS, TOOLS
from games.rules.commands import (
    Bot,
    Choose,
    Command,
    End,
    Lay,
    Offer,
    Pass,
    PlayCard,
    PutMiner,
    SeatCommand,
    Sleep,
    TableCommand,
    TakeOver,
    Timeout,
    Trade,
    Veto,
    Wake,
)
from games.rules.state import SeatSecret

TUNNELS = tuple(name for name, card in CARDS.items() if card.is_tunnel)
ACTIONS = tuple(name for name, card in CARDS.items() if not card.is_tunnel)
ANSWERS = ("swap", "keep", "none", "A", "B", "1", "2", "3", "4", "8,0", "8,-2", "map", "NESW", "any", "00", "é", "🂡")
FAR_AWAY = ("9,9", "-40,3", "1000000,-1000000", "8,-1", "8,1", "7,0", "9,0")


def squares_near(public: engine.Public) -> list[str]:
    """All squares on and around the mine and the face-down cards, and some far away."""
    spots = [square(at) for at in (*public.mine, *public.face_down)]
    near = {f"{x + dx},{y + dy}" for x, y in spots for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return sorted(near | set(FAR_AWAY))


def from_hand(public: engine.Public, own: SeatSecret) -> Iterator[SeatCommand]:
    """Everything that a seat could try with the cards of its hand, on every square and player."""
    squares = squares_near(public)
    for name in dict.fromkeys(own.hand):
        if CARDS[name].is_tunnel:
            for at in squares:
                yield Lay(name, at)
                yield Lay(name, at, True)
            continue
        for at in squares:
            yield PlayCard(name, at=(at,))
        for seat in range(-1, public.seats + 1):
            yield PlayCard(name, seat)
            for tool in TOOLS:
                yield PlayCard(name, seat, tool)
        yield PlayCard(name)
        yield PlayCard(name, at=tuple(squares[:2]))


def odd_ones(rng: Random, public: engine.Public, own: SeatSecret) -> Iterator[SeatCommand]:
    """Commands that are out of place: foreign cards and answers, other kinds of command, too much, too little."""
    squares, hand = squares_near(public), sorted(own.hand) or ["map"]
    for name in rng.sample(TUNNELS, 4):
        yield Lay(name, rng.choice(squares), rng.random() < 0.5, rng.choice([None, 0, 1]))
    for name in rng.sample(ACTIONS, 4):
        yield PlayCard(name, rng.choice([None, 0, 1, 11]), at=tuple(rng.sample(squares, rng.choice([0, 1]))))
    yield PlayCard(rng.choice(TUNNELS), at=(rng.choice(squares),))
    yield PlayCard(hand[0], 0, at=(rng.choice(squares),))
    yield PlayCard(hand[0], 0, turned=True)
    yield PlayCard(hand[0], 0, payer=1)
    yield Lay(hand[0], rng.choice(squares), payer=1)
    yield Lay(rng.choice(ACTIONS), rng.choice(squares))
    for name in rng.sample(tuple(CARDS), 4):
        yield Pass((name,))
    yield Pass(())
    yield Pass(tuple(hand[:2]) if len(hand) > 1 else ())
    yield Pass((hand[-1],) * 7)
    yield Pass(tuple(reversed(dict.fromkeys(hand))) if len(set(hand)) > 1 else ())
    yield Trade(tuple(hand[:2]), "break:cart")
    yield PutMiner(hand[0], rng.choice(squares))
    for answer in rng.sample(ANSWERS, 4):
        yield Choose(answer)
    yield Veto()
    yield Offer(own.seat)
    yield Offer(public.seats)


def of_the_table(public: engine.Public) -> list[TableCommand]:
    """Every command without a seat of its own, for seats at the table and beside it."""
    seats = (*range(public.seats), -1, public.seats, 99)
    return [End(), *(kind(seat) for kind in (Timeout, Sleep, Wake, Bot, TakeOver) for seat in seats)]


def all_kinds(rng: Random, public: engine.Public, own: SeatSecret, count: int) -> list[Command]:
    """Some of all that a seat could try."""
    tries = list(from_hand(public, own))
    return [*rng.sample(tries, min(count, len(tries))), *odd_ones(rng, public, own)]
