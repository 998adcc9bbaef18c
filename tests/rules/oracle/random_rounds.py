"""Random rounds played by the slow referee, as records with their expected results.

The catalogue is listed here a second time on purpose: a slip in the engine's own would not match it.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.rules.oracle.legality import square
from tests.rules.oracle.referee import SlowRound

CATALOGUE = {
    "NESW": 5,
    "ESW": 5,
    "NES": 5,
    "NS": 4,
    "EW": 3,
    "NE": 5,
    "NW": 4,
    **dict.fromkeys(("N.E.S.W", "E.S.W", "N.E.S", "N.S", "E.W", "N.E", "N.W", "N", "E"), 1),
    **dict.fromkeys(("break:pickaxe", "break:lantern", "break:cart"), 3),
    **dict.fromkeys(("repair:pickaxe", "repair:lantern", "repair:cart"), 2),
    **dict.fromkeys(("repair:pickaxe+lantern", "repair:pickaxe+cart", "repair:lantern+cart"), 1),
    "rockfall": 3,
    "map": 6,
}
SABOTEURS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
DIGGERS = {3: 3, 4: 4, 5: 4, 6: 5, 7: 5, 8: 6, 9: 7, 10: 7}
HAND = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gil", "Hal", "Ida", "Joe")
EAGERNESS = (0.0, 0.5, 0.9, 1.0)
"""Probabilities that a seat lays its most promising card instead of a random command; one is drawn for each round."""


Between = Callable[[Random, SlowRound], str | None]
"""What a player says between two turns, as a line; None for nothing."""


def nothing(rng: Random, table: SlowRound) -> None:
    """No player says anything between turns."""


def deal(rng: Random, seats: int, first: str, gold_cards: list[int], *, greedy: int = 0) -> dict[str, Any]:
    """A shuffled round as a record writes it, without moves; so many diggers are greedy."""
    letters = [chr(ord("A") + number) for number in range(seats)]
    cards = shuffled(rng, [card for card, copies in CATALOGUE.items() for _ in range(copies)])
    diggers = ["greedy"] * greedy + ["digger"] * (DIGGERS[seats] - greedy)
    roles = shuffled(rng, ["saboteur"] * SABOTEURS[seats] + diggers)
    goals = shuffled(rng, ["gold", "stone-a", "stone-b"])
    size = HAND[seats]
    return {
        "first": first,
        "roles": dict(zip(letters, roles, strict=False)),
        "spare_roles": roles[seats:],
        "goals": dict(zip(("8,-2", "8,0", "8,2"), goals, strict=True)),
        "gold_cards": shuffled(rng, gold_cards),
        "hands": {seat: cards[size * number : size * (number + 1)] for number, seat in enumerate(letters)},
        "pile": cards[size * seats :],
    }


def shuffled(rng: Random, cards: list[Any]) -> list[Any]:
    """The cards in an order drawn by `rng`."""
    return rng.sample(cards, len(cards))


def table_of(
    script: dict[str, Any], before: SlowRound | None, kind: type[SlowRound] = SlowRound, tokens: int = 0
) -> SlowRound:
    """The referee's table for a deal; players have the gold of the round before, at first this many tokens."""
    return kind(
        to_move=script["first"],
        roles=dict(script["roles"]),
        goals=dict(script["goals"]),
        hands={seat: list(hand) for seat, hand in script["hands"].items()},
        pile=list(script["pile"]),
        gold_cards=list(script["gold_cards"]),
        gold=before.gold if before else {},
        nuggets=before.nuggets if before else dict.fromkeys(script["roles"], tokens),
    )


def choose(rng: Random, table: SlowRound, eagerness: float) -> str:
    """A command of the seat on turn: often the lay that helps diggers most, else anything legal, passes among it."""
    legal = table.legal(table.to_move)
    lays = [command for command in legal if command.startswith("lay ")]
    if lays and rng.random() < eagerness:
        return max(lays, key=promise)
    return rng.choice([*legal, f"pass {rng.choice(table.hands[table.to_move])}"])


def promise(command: str) -> tuple[int, int, str]:
    """How much a lay looks like progress to the goals: no dead end, far to the east, many open sides."""
    _, card, where, *_ = command.split()
    x, y = square(where.removesuffix("~"))
    return (0 if "." in card or len(card) == 1 else 3 * min(x, 9) - abs(y)), len(card), command


def refusal(rng: Random, table: SlowRound) -> str | None:
    """A line that must be refused: a command of another seat, or an illegal place for a card."""
    seat = table.to_move
    other = rng.choice([one for one in table.seats if one != seat])
    x, y = rng.choice([square(where) for where in [*table.mine, *table.goals]])
    near = f"{x + rng.randint(-1, 1)},{y + rng.randint(-1, 1)}"
    cards = {card: f"lay {card} {near}" for card in table.hands[seat] if set(card) <= set("NESW.")}
    words = [f"{seat} {command}" for command in cards.values() if command not in table.legal(seat)]
    words += [f"{seat} {card} {near}" for card in ("map", "rockfall") if f"{card} {near}" not in table.legal(seat)]
    words += [f"{other} {command}" for command in table.legal(seat)] + [f"{other} pass {table.hands[seat][0]}"]
    return f"! {rng.choice(words)}" if words else None


def play_out(rng: Random, table: SlowRound, between: Between = nothing) -> list[str]:
    """The move lines of a whole round, with refused lines and with what is said between turns."""
    lines, eagerness = [], rng.choice(EAGERNESS)
    while not table.over:
        if said := between(rng, table):
            lines.append(said)
            continue
        if rng.random() < 0.15 and (line := refusal(rng, table)):
            lines.append(line)
        seat, command = table.to_move, choose(rng, table, eagerness)
        table.play(seat, command)
        lines.append(f"{seat} {command}")
    return lines


def expectation(table: SlowRound, *, last: bool) -> dict[str, Any]:
    """What is true of a finished round; who begins the next one is asked only where there is one."""
    laid = {where: card for where, card in table.mine.items() if set(card) <= set("NESW.~")}
    return {
        "round_over": True,
        "game_over": last,
        "to_act": {},
        "connector": table.connector,
        "winners": table.winners,
        "gold": {seat: table.total(seat) for seat in table.seats},
        "before": {seat: table.before.get(seat, []) for seat in table.seats},
        "hand": table.hands,
        "pile": len(table.pile),
        "discards": len(table.discards),
        "open": laid,
        "sees": {seat: table.sees.get(seat, []) for seat in table.seats},
        **({} if last else {"first": table.next_first()}),
    }


def random_record(
    rng: Random,
    *,
    seats: int,
    rounds: int,
    kind: type[SlowRound] = SlowRound,
    modules: Sequence[str] = (),
    between: Between = nothing,
) -> dict[str, Any]:
    """A game of so many rounds, which is over after the last, as a record with its expectations."""
    scripts: list[dict[str, Any]] = []
    first, gold_cards, table = chr(ord("A") + rng.randrange(seats)), [1] * 16 + [2] * 8 + [3] * 4, None
    for number in range(1, rounds + 1):
        script = deal(rng, seats, first, gold_cards, greedy=modules.count("greedy"))
        table = table_of(script, table, kind, modules.count("tunnel-toll"))
        script["moves"] = play_out(rng, table, between)
        script["expect"] = expectation(table, last=number == rounds)
        scripts.append(script)
        first, gold_cards = table.next_first(), table.gold_cards
    return {
        "format": "saboteur-record/1",
        "table": {"rules": "base", "modules": list(modules), "variants": [], "options": {"rounds": rounds}},
        "seats": list(NAMES[:seats]),
        "rounds": scripts,
    }
