"""The options of the printed rules, read a second time from R25, R34 and R36, against the engine in random games."""

from random import Random

import pytest

from games.rules import engine
from games.rules.commands import Lay
from games.rules.events import Laid, RoundEnded
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.oracle.legality import FACING, STEP, beside, open_sides, square, tunnels
from tests.rules.playout import EAGERNESS, Course, keen_act

GAMES = 300 if SOAK else 12
OTHER = {"blue": "-green", "green": "-blue"}
MODULES = ("costume-department", "detour", "guide", "reverse", "tunnel-party", "veto")


def course_of(chance: Random, **options: object) -> Course:
    """A game of Saboteur 2 with some options."""
    ruleset = Ruleset(rules="saboteur2", modules=MODULES, rounds=2, **options)  # type: ignore[arg-type]
    return Course.dealt(ruleset, chance.randint(2, 6), chance.randbytes(32))


def lays_of(state: engine.Game, seat: int) -> list[Lay]:
    """The lays that the engine lists for an awaited seat."""
    return [way for way in engine.legal(state.public, state.seats[seat]) if isinstance(way, Lay)]


def with_defaults(state: engine.Game) -> engine.Game:
    """The same position at a table that plays by the default rules."""
    from msgspec.structs import replace

    plain = replace(state.public.ruleset, own_doors=False, joined_ladders=False)
    return replace(state, public=replace(state.public, ruleset=plain))


def is_joined(state: engine.Game, lay: Lay) -> bool:
    """Whether an open side of a card meets an open side of a face-up neighbour, reachable or not."""
    mine = {square(at): card for at, card in state.public.mine.items()}
    at, mine_sides = square(lay.at), open_sides(tunnels(lay.card + "~" * lay.turned))
    there = {side: mine.get(beside(at, side)) for side in STEP}
    cards = {side: "NESW-ladder" if card == "start" else card for side, card in there.items() if card is not None}
    return any(side in mine_sides and FACING[side] in open_sides(tunnels(card)) for side, card in cards.items())


@pytest.mark.parametrize("number", range(GAMES))
def test_r34_r36_options_take_out_exactly_what_the_book_forbids(number: int, chance: Random) -> None:
    course, eagerness = course_of(chance, own_doors=True, joined_ladders=True), chance.choice(EAGERNESS)
    forbidden = compared = 0
    while not course.over:
        state = course.state
        for ask in engine.unanswered(state):
            if ask.kind not in ("turn", "lay"):
                continue
            role = state.seats[ask.seat].role
            everything = lays_of(with_defaults(state), ask.seat)
            left = [
                lay
                for lay in everything
                if not (role in OTHER and lay.card.endswith(OTHER[role]))
                and (not lay.card.endswith("-ladder") or is_joined(state, lay))
            ]
            assert lays_of(state, ask.seat) == left
            compared, forbidden = compared + 1, forbidden + len(everything) - len(left)
        course.take(*keen_act(chance, state, eagerness))
    assert compared > 10
    assert forbidden > 0


@pytest.mark.parametrize("starter", ["layer", "mover", "turn"])
@pytest.mark.parametrize("number", range(GAMES // 3))
def test_r25_next_round_starts_with_the_players_of_the_book(number: int, starter: str, chance: Random) -> None:
    course, layer, turn = course_of(chance, next_starter=starter), None, None
    while not course.over:
        before = course.state
        if engine.awaited(before.public)[0].kind == "turn":
            turn = engine.awaited(before.public)[0].seat
        seat, command = keen_act(chance, before, 0.9)
        if getattr(command, "kind", "") == "turn":
            continue  # a turn that is played by an order comes in one step with the turn before
        step = course.take(seat, command)
        for event in step.events:
            if isinstance(event, Laid) or type(event).__name__ == "Detoured":
                layer = event.seat  # type: ignore[union-attr]
        ended = any(isinstance(event, RoundEnded) for event in step.events)
        if not ended or course.state.public.round == before.public.round:
            continue
        seats, direction, hands = before.public.seats, step.state.public.direction, step.state.public.hands
        assert turn is not None
        if starter == "turn":
            order = [(turn + direction * many) % seats for many in range(1, seats + 1)]
            wanted = next((one for one in order if hands[one]), order[0])
        else:
            last = layer if starter == "layer" and layer is not None else turn
            wanted = (last + 1) % seats
        assert course.state.public.first == wanted
        return
