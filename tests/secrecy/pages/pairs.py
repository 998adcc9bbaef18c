"""Pairs of worlds that are short enough to be played through pages, and long enough to have something to hide."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from games.rules import engine
from games.rules.agenda import Step
from games.rules.cards import CARDS, in_order
from games.rules.commands import Order, Pass, Timeout
from games.rules.events import RoundEnded
from games.rules.setup import DealtRound
from games.rules.state import SeatSecret
from games.rules.table import Ruleset
from tests.rules.playout import any_act, keen_act
from tests.secrecy.course import Moment, Pick, World, carry_out, played
from tests.secrecy.worlds import Pair, Tally, twin


def pair_of(rng: Random, ruleset: Ruleset, players: int, acts: int, pick: Pick = any_act) -> Pair:
    """A pair of a game that goes on for so many acts, or for half of them when chance finds no twin of all."""
    while True:
        first = engine.first_deal(ruleset, players, key=rng.randbytes(32))
        course = played(rng, ruleset, first, acts=acts, pick=pick)
        for _ in range(3):
            pair = twin(rng, course, len(course.moments), rng.randrange(players), Tally())
            if pair is not None and 2 * len(pair.two.steps) >= acts:
                return pair


def bots_pair(rng: Random, ruleset: Ruleset, players: int, acts: int, pick: Pick = any_act) -> Pair:
    """A pair of a game in which bots do of themselves what is done on two seats, one of them in the last step."""
    while True:
        viewer, first, second = rng.sample(range(players), 3)
        bot_seats = frozenset({first, second})
        dealt = engine.first_deal(ruleset, players, key=rng.randbytes(32))
        course = played(rng, ruleset, dealt, acts=acts, pick=pick, bot_seats=bot_seats)
        ends = [number for number, moment in enumerate(course.moments, 1) if moment.act.seat in bot_seats]
        pair = ends and twin(rng, course, ends[-1], viewer, Tally(), bot_seats)
        if pair and 2 * len(pair.two.steps) >= acts:
            return pair


def rich_pair(rng: Random, players: int, acts: int) -> Pair:
    """A pair of the base game in which another player moves, and almost all that could be told of it differs."""
    return unlike(*SECRETS, players=players, acts=acts)(rng)


def unlike(*names: str, players: int = 4, acts: int = 7) -> Callable[[Random], Pair]:
    """A maker of pairs of the base game in which another player moves, and some of `SECRETS` are others in the end."""
    secrets = [SECRETS[name] for name in names]

    def differ(rng: Random) -> Pair:
        while True:
            first = engine.first_deal(Ruleset(), players, key=rng.randbytes(32))
            course = played(rng, Ruleset(), first, acts=acts)
            asked = {ask.seat for ask in engine.awaited(course.moments[-1].step.state.public)}
            viewer = rng.choice([seat for seat in range(players) if seat not in asked])
            if "passes" in names and not passed(viewer, course.world):
                continue
            for _ in range(30):
                pair = twin(rng, course, len(course.moments), viewer, Tally())
                if pair is not None and len(pair.two.steps) == acts and _all_differ(pair, secrets):
                    return pair

    return differ


def _all_differ(pair: Pair, secrets: list["Secret"]) -> bool:
    ends = [last_step(pair, world).state for world in (pair.one, pair.two)]
    return all(secret(pair, ends[0], pair.one) != secret(pair, ends[1], pair.two) for secret in secrets)


Secret = Callable[[Pair, engine.Game, World], Any]
"""Something that could be told of a world, from its last state or its acts."""


def _others(pair: Pair, state: engine.Game) -> list[SeatSecret]:
    return [own for own in state.seats if own.seat != pair.viewer]


def _mover(state: engine.Game) -> SeatSecret:
    return state.seats[engine.awaited(state.public)[0].seat]


SECRETS: dict[str, Secret] = {
    "mover's role": lambda _pair, state, _world: _mover(state).role == "saboteur",
    "spare role": lambda _pair, state, _world: "saboteur" in state.table.spare_roles,
    "gold": lambda _pair, state, _world: state.table.goals["8,0"] == "gold",
    "passes": lambda pair, _state, world: passed(pair.viewer, world),
    "orders": lambda pair, _state, world: sum(
        isinstance(act.command, Order) and act.seat != pair.viewer for acts in world.steps for act in acts
    ),
    "maps": lambda pair, state, _world: sum(own.hand.count("map") for own in _others(pair, state)),
    "roles": lambda pair, state, _world: [own.role for own in _others(pair, state)],
    "order of roles": lambda pair, state, _world: [
        own.seat for own in sorted(_others(pair, state), key=lambda own: own.role)
    ],
    "pile": lambda _pair, state, _world: state.table.pile[:1],
    "moves": lambda _pair, state, _world: len(engine.legal(state.public, _mover(state))),
}


def passed(viewer: int, world: World, last: int = 3) -> list[Any]:
    """What others than a viewer discarded face down in the last steps of a world, of themselves."""
    acts = [act for acts in world.steps[-last:] for act in acts]
    return [act.command for act in acts if isinstance(act.command, Pass) and act.seat != viewer]


def paid_pair(rng: Random) -> Pair:
    """A pair in which a round is just over, and others got other gold."""
    while True:
        pair = pair_until(rng, Ruleset(), 4, ended_for_others, digging_deal)
        if gold_in(pair, pair.one) != gold_in(pair, pair.two):
            return pair


def gold_in(pair: Pair, world: World) -> list[int]:
    """What each seat holds at the end of a world, in nuggets."""
    state = engine.begin_from(pair.ruleset, world.deals[0], key=world.key).state
    for act in (act for acts in world.steps for act in acts):
        state = carry_out(pair.ruleset, world, state, act).state
    return [own.worth for own in state.seats]


def late_pair(rng: Random) -> Pair:
    """A short pair in which the time of another player runs out, who holds other tunnels in the second world."""
    while True:
        pair = pair_of(rng, Ruleset(), 3, 8)
        if tunnels_when_late(pair, pair.one) != tunnels_when_late(pair, pair.two):
            return pair


def tunnels_when_late(pair: Pair, world: World) -> list[int]:
    """How many tunnels those held whose time ran out."""
    state, held = engine.begin_from(pair.ruleset, world.deals[0], key=world.key).state, []
    for act in (act for acts in world.steps for act in acts):
        if isinstance(act.command, Timeout):
            held.append(sum(CARDS[card].is_tunnel for card in state.seats[act.command.seat].hand))
        state = carry_out(pair.ruleset, world, state, act).state
    return held


# -- pairs that end just when something happens


Happens = Callable[[Moment, int], bool]
"""Whether something happened at a moment that matters to a viewer."""
Dealing = Callable[[Random, Ruleset, int], DealtRound]


def whole_deal(rng: Random, ruleset: Ruleset, players: int) -> DealtRound:
    """A first deal."""
    return engine.first_deal(ruleset, players, key=rng.randbytes(32))


def short_deal(rng: Random, ruleset: Ruleset, players: int) -> DealtRound:
    """A first deal of a round that is soon over: most cards are set aside, whatever they are."""
    return _cut(whole_deal(rng, ruleset, players), [], 2)


def digging_deal(rng: Random, ruleset: Ruleset, players: int) -> DealtRound:
    """A first deal of a round that is soon over by the gold: of tunnels that lead on, the others are set aside."""
    dealt = whole_deal(rng, ruleset, players)
    cards = [*(card for hand in dealt.hands for card in hand), *dealt.pile]
    return _cut(dealt, [card for card in cards if CARDS[card].is_tunnel and "." not in card and len(card) > 1], 4)


def _cut(dealt: DealtRound, first: list[str], size: int) -> DealtRound:
    """A deal with so few cards in a hand and on the pile, some ``first``, and the rest set aside."""
    cards = [*(card for hand in dealt.hands for card in hand), *dealt.pile]
    for card in first:
        cards.remove(card)
    cards = [*first, *cards]
    held = size * len(dealt.hands)
    hands = tuple(in_order(cards[place : place + size]) for place in range(0, held, size))
    return replace(dealt, hands=hands, pile=tuple(cards[held : held + 3]), aside=(*dealt.aside, *cards[held + 3 :]))


MOST_ACTS = 25
"""How soon something has to happen: another game is found sooner than a long one is played."""


def pair_until(rng: Random, ruleset: Ruleset, players: int, happens: Happens, deal: Dealing = whole_deal) -> Pair:
    """A pair of which the last step is one at which something happens, from a deal of some kind on."""
    while True:
        first = deal(rng, ruleset, players)
        course = played(rng, ruleset, first, acts=MOST_ACTS, pick=keen_act)
        viewer = rng.randrange(players)
        ends = [number for number, moment in enumerate(course.moments, 1) if happens(moment, viewer)]
        for until in ends[:2]:
            pair = twin(rng, course, until, viewer, Tally())
            if pair is not None and len(pair.two.steps) == until:
                return pair


def where(
    ruleset: Ruleset, happens: Happens, secret: Callable[[Pair, Step], Any], players: int = 5
) -> Callable[[Random], Pair]:
    """A maker of such pairs, in whose worlds some secret is another after the last step."""

    def differing(rng: Random) -> Pair:
        while True:
            pair = pair_until(rng, ruleset, players, happens)
            if secret(pair, last_step(pair, pair.one)) != secret(pair, last_step(pair, pair.two)):
                return pair

    return differing


def differing(
    ruleset: Ruleset, happens: Happens, secrets: Callable[[Pair, World], list[Any]], players: int = 5
) -> Callable[[Random], Pair]:
    """A maker of such pairs, in whose worlds every one of some secrets is another after the last step."""

    def differ(rng: Random) -> Pair:
        while True:
            pair = pair_until(rng, ruleset, players, happens)
            both = (secrets(pair, world) for world in (pair.one, pair.two))
            if all(one != two for one, two in zip(*both, strict=True)):
                return pair

    return differ


def without_plans(make: Callable[[Random], Pair]) -> Callable[[Random], Pair]:
    """A maker of those pairs in which no player has a plan for a turn, for all see what it plays when days go by."""

    def unplanned(rng: Random) -> Pair:
        while True:
            pair = make(rng)
            seats = [own for world in (pair.one, pair.two) for own in last_step(pair, world).state.seats]
            if all(own.turn_order is None for own in seats):
                return pair

    return unplanned


def pile_top(_pair: Pair, step: Step) -> Any:
    """The top card of the pile."""
    return step.state.table.pile[:1]


def hand_lengths(_pair: Pair, step: Step) -> Any:
    """How long the names of all cards in hands are together."""
    return sum(len("".join(own.hand)) for own in step.state.seats)


def open_decision(kind: str) -> Happens:
    """A decision of a kind has just been opened, for any seat."""

    def opened(moment: Moment, _viewer: int) -> bool:
        before, after = moment.before.public, moment.step.state.public
        return kind in {ask.kind for ask in engine.awaited(after)} - {ask.kind for ask in engine.awaited(before)}

    return opened


def round_ended(moment: Moment, _viewer: int) -> bool:
    """A round has just ended."""
    return any(isinstance(event, RoundEnded) for event in moment.step.events)


def ended_for_others(moment: Moment, viewer: int) -> bool:
    """A round has just ended, and the viewer is not awaited: then a letter is about the round alone."""
    asked = {ask.seat for ask in engine.awaited(moment.step.state.public)}
    return round_ended(moment, viewer) and viewer not in asked


def own_turn(moment: Moment, viewer: int) -> bool:
    """The viewer is on turn from now on, and no bot plays for them."""
    public = moment.step.state.public
    return viewer not in public.resting and any(ask.seat == viewer for ask in engine.awaited(public))


def turn_begins(moment: Moment, viewer: int) -> bool:
    """The viewer is on turn, and was not before this step: they have not looked at the table since."""
    was_awaited = any(ask.seat == viewer for ask in engine.awaited(moment.before.public))
    return own_turn(moment, viewer) and not was_awaited


def last_step(pair: Pair, world: World) -> Step:
    """The last step of a world."""
    step = engine.begin_from(pair.ruleset, world.deals[0], key=world.key)
    for act in (act for acts in world.steps for act in acts):
        step = carry_out(pair.ruleset, world, step.state, act)
    return step
