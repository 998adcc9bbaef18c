"""Bots over mixes of modules: games end, every side wins its share, no bot plays from hidden information."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from time import process_time

import pytest
from msgspec.structs import replace

from games import bots
from games.bots.choice import Roll
from games.bots.match import play_game
from games.rules import engine
from games.rules.cards import CHEST_TUNNELS, CHESTS, in_order
from games.rules.commands import Choose, Command
from games.rules.events import PublicEvent
from games.rules.roles import SABOTEUR
from games.rules.ruleset import GAMES, MODULES, VARIANTS, check_players
from games.rules.sights import subject_of
from games.rules.table import Ruleset
from games.rules.view import PlayerView, view
from tests.conftest import SOAK

MIXES = 400 if SOAK else 6
GAMES_A_TABLE = 300 if SOAK else 25
MILLISECONDS = 3.0
"""What a choice may take on average, of the processor alone: bots that follow a round judge each act of it."""


def mix(chance: Random) -> tuple[Ruleset, int]:
    """Any legal mix of modules and variants, and how many play it."""
    game = chance.choice(sorted(GAMES))
    variant = chance.choice(["", *VARIANTS]) if game == "base" else ""
    barred = VARIANTS[variant].excludes if variant else ()
    names = [name for name in sorted(MODULES) if game in MODULES[name].needs and name not in barred]
    ruleset = Ruleset(
        rules=game,
        modules=tuple(sorted(chance.sample(names, chance.randrange(len(names) + 1)))),
        variants=(variant,) if variant else (),
        rounds=1,
        gold_draft=chance.choice(["auto", "hand"]),
        veto_window=chance.choice([0, 1]),
    )
    seats = check_players(ruleset, 5).seats
    return ruleset, chance.choice([count for count in seats if count >= 3])


class Clock:
    """Bots that are held against the menu and timed; a bot that may steal does."""

    def __init__(self) -> None:
        self.spent, self.choices = 0.0, 0

    def __call__(self, mine: PlayerView, dice: Roll, seen: Sequence[PublicEvent]) -> Command:
        begun = process_time()
        command = bots.choose(mine, dice, seen)
        self.spent += process_time() - begun
        self.choices += 1
        assert command in mine.menu
        if mine.my_decision == "theft":
            assert command != Choose("none")
        return command


def test_games_of_any_mix_come_to_their_end_at_a_quick_pace(chance: Random) -> None:
    clock = Clock()
    for number in range(MIXES):
        ruleset, players = mix(chance)
        *_, end = play_game(ruleset, players, key=f"mix {number}".encode(), chooser=clock)
        assert engine.is_over(end.state.public)
    average = 1000 * clock.spent / clock.choices
    print(f"{clock.choices} choices, {average:.2f} ms each")
    assert average < MILLISECONDS


@pytest.mark.examples(1)
@pytest.mark.parametrize("players", [4, 6, 8])
def test_every_side_of_saboteur_2_wins_its_share(players: int) -> None:
    played, won = Counter[str](), Counter[str]()
    for number in range(GAMES_A_TABLE):
        key = f"sides of {players}, {number}".encode()
        *_, end = play_game(Ruleset(rules="saboteur2", rounds=1), players, key=key)
        result = end.state.public.results[-1]
        played.update(set(result.roles))
        won.update({result.roles[seat] for seat in result.winners})
    shares = {side: won[side] / played[side] for side in ("blue", "green", SABOTEUR)}
    print(players, {side: f"{share:.0%} of {played[side]}" for side, share in shares.items()})
    assert all(0.1 < share < 0.9 for share in shares.values()), shares


ALL = Ruleset(rules="saboteur2", modules=tuple(sorted(set(MODULES) - {"greedy"})), rounds=1, veto_window=1)
BASE_WITH_ALL = replace(ALL, rules="base", modules=tuple(sorted(MODULES)), gold_draft="hand")


def elsewhere(state: engine.Game, me: int, chance: Random) -> engine.Game:
    """A game that differs only in what one seat may not know: hands, piles, roles, goals, chests, nuggets (R94)."""
    own, table, public = state.seats[me], state.table, state.public
    others = [seat for seat in state.seats if seat.seat != me]
    down = [place for place, shown in enumerate(public.discards) if not shown]
    cards = [card for seat in others for card in seat.hand] + list(table.pile + table.aside)
    cards += [table.discards[place] for place in down]
    roles = [seat.role for seat in others] + list(table.spare_roles)
    unseen = [
        at for at in public.face_down if at in table.goals and all(subject_of(one.sight) != at for one in own.sightings)
    ]
    goals = [table.goals[at] for at in unseen] + list(table.goals_left)
    for hidden in (cards, roles, goals):
        chance.shuffle(hidden)
    seats = {me: own}
    for seat in others:
        hand, cards = cards[: len(seat.hand)], cards[len(seat.hand) :]
        more = chance.randrange(3) if seat.worth else 0
        seats[seat.seat] = replace(
            seat, hand=in_order(hand), role=roles.pop(), sightings=(), orders=(), nuggets=seat.nuggets + more
        )
    discards = list(table.discards)
    for place in down:
        discards[place] = cards.pop()
    sealed = [
        at
        for at in table.chests
        if at in public.face_down and all(subject_of(one.sight) != at for one in own.sightings)
    ]
    chests = chance.sample(CHESTS, len(sealed))
    table = replace(
        table,
        pile=tuple(cards[: len(table.pile)]),
        aside=tuple(cards[len(table.pile) :]),
        discards=tuple(discards),
        spare_roles=tuple(roles),
        goals={**table.goals, **dict(zip(unseen, goals, strict=False))},
        goals_left=tuple(goals[len(unseen) :]),
        chests={**table.chests, **{at: (chance.choice(CHEST_TUNNELS), chests.pop()) for at in sealed}},
    )
    return replace(state, seats=tuple(seats[seat] for seat in sorted(seats)), table=table)


def sampled(ruleset: Ruleset, players: int, key: bytes) -> Iterator[tuple[engine.Game, list[PublicEvent]]]:
    """The states of a game in which a seat is awaited, with what had happened in the round."""
    before: engine.Game | None = None
    seen: list[PublicEvent] = []
    for moment in play_game(ruleset, players, key=key):
        if moment.view and before:
            yield before, list(seen)
        seen += moment.events
        before = moment.state


@pytest.mark.parametrize("ruleset", [ALL, BASE_WITH_ALL], ids=["saboteur2", "base"])
def test_a_bot_of_any_module_chooses_the_same_whatever_it_cannot_know(ruleset: Ruleset, chance: Random) -> None:
    differed, kinds = 0, Counter[str]()
    for number in range(4):
        for before, seen in sampled(ruleset, 5, chance.randbytes(8) + bytes([number])):
            ask = engine.unanswered(before)[0]
            fall = chance.randrange(100)
            other = elsewhere(before, ask.seat, chance)
            differed += other != before
            kinds[ask.kind] += 1
            here, there = (view(state.public, state.seats[ask.seat]) for state in (before, other))
            assert bots.choose(here, fall.__mod__, seen) == bots.choose(there, fall.__mod__, seen)
    assert differed
    assert {"turn", "veto"} <= set(kinds)
