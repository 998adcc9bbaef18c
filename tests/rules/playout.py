"""Random games, for everything that tests the rules over whole games: tables, policies, courses, replays.

All functions draw from the given `Random` and work for any ruleset.
"""

from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from games.rules import engine
from games.rules.agenda import Step
from games.rules.board import square
from games.rules.cards import ARRANGEMENTS, BASE_ACTIONS
from games.rules.commands import (
    LET_BE_THIS_ROUND,
    Bot,
    Command,
    Lay,
    Offer,
    Order,
    Pass,
    PlayCard,
    PutMiner,
    Sleep,
    TakeOver,
    Timeout,
    Trade,
    Veto,
    Wake,
)
from games.rules.errors import Refused
from games.rules.ruleset import GAMES, GOLD_DRAFTS, MODULES, NEXT_STARTERS, ROUNDS, VARIANTS, VETO_WINDOWS, compiled
from games.rules.setup import DealtRound
from games.rules.state import Scripted, Stream
from games.rules.table import Ruleset

RULESETS = (Ruleset(), Ruleset(gold_draft="hand"))
"""The base game alone, which is one table in four; the others are mixes."""

WHOLE_BOX = (
    Ruleset(rules="saboteur2", modules=tuple(sorted(set(MODULES) - {"greedy"})), rounds=2),
    Ruleset(
        rules="saboteur2",
        modules=("new-goals", "swap-goals", "treasure-chests", "treasury", "tunnel-party", "veto"),
        rounds=1,
        veto_window=12,
    ),
    Ruleset(modules=tuple(sorted(MODULES)), variants=("sabotaged-dwarf",), rounds=2, gold_draft="hand", chests="wide"),
    Ruleset(
        modules=tuple(sorted(set(MODULES) - {"costume-department", "greedy"})),
        variants=("tournament",),
        rounds=1,
        veto_window=1,
        chests="deep",
    ),
)
"""Four tables that cover every game, module and variant."""

EAGERNESS = (0.0, 0.5, 0.9, 1.0)
"""How often a seat lays its most promising card rather than a random legal move; drawn for each game."""

ChanceLine = tuple[str, tuple[str, ...]]


class Act(NamedTuple):
    """A command of a seat or of the table, and its random draws."""

    seat: int | None
    command: Command
    chance: tuple[ChanceLine, ...] = ()


@dataclass
class Course:
    """A played game: the deals of its rounds, all acts, and the resulting state."""

    ruleset: Ruleset
    key: bytes
    state: engine.Game
    deals: list[DealtRound] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)

    @classmethod
    def dealt(cls, ruleset: Ruleset, players: int, key: bytes) -> "Course":
        """A game of which the first round is dealt."""
        first = engine.first_deal(ruleset, players, key=key)
        return cls(ruleset, key, engine.begin_from(ruleset, first, key=key).state, [first])

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more."""
        return engine.is_over(self.state.public)

    def take(self, seat: int | None, command: Command) -> Step:
        """Carry out a command; the next round is dealt when it is due."""
        step = engine.apply(self.state, seat, command)
        self.acts.append(Act(seat, command, step.chance))
        self.state = step.state
        if engine.awaits_deal(self.state.public):
            self.deals.append(engine.next_deal(self.state, key=self.key))
            self.state = engine.begin_from(self.ruleset, self.deals[-1], key=self.key, last=self.state).state
        return step

    def replayed(self) -> engine.Game:
        """The state recomputed from the deals and the acts."""
        state = engine.begin_from(self.ruleset, self.deals[0], key=self.key).state
        for act in self.acts:
            state = engine.apply(state, act.seat, act.command).state
            if engine.awaits_deal(state.public):
                dealt = self.deals[state.public.round]
                state = engine.begin_from(self.ruleset, dealt, key=self.key, last=state).state
        return state


def any_table(rng: Random) -> tuple[Ruleset, int]:
    """Rules, a number of rounds and a number of players that go together."""
    if rng.random() < 0.25:
        ruleset = replace(rng.choice(RULESETS), rounds=rng.choice(ROUNDS))
    else:
        ruleset = replace(any_mix(rng), rounds=rng.choice(ROUNDS[:3]))
    return ruleset, rng.choice(compiled(ruleset).seats)


def any_mix(rng: Random) -> Ruleset:
    """Any rules that go together: one game, few or many modules and variants, the options of the table (R82)."""
    while True:
        share = rng.choice((0.15, 0.5, 0.9))
        ruleset = Ruleset(
            rules=rng.choice(list(GAMES)),
            modules=tuple(sorted(name for name in MODULES if rng.random() < share)),
            variants=tuple(sorted(name for name in VARIANTS if rng.random() < 0.15)),
            rounds=1,
            gold_draft=rng.choice(GOLD_DRAFTS),
            veto_window=rng.choice(VETO_WINDOWS),
            chests=rng.choice(list(ARRANGEMENTS)),
            next_starter=rng.choice(NEXT_STARTERS),
            own_doors=rng.random() < 0.5,
            joined_ladders=rng.random() < 0.5,
        )
        try:
            compiled(ruleset)
        except Refused:
            continue
        return ruleset


def any_move(rng: Random, state: engine.Game, eagerness: float) -> tuple[int, Command]:
    """A legal command of an awaited seat: a promising one as often as it is eager, else any, passes included."""
    ask = rng.choice(engine.unanswered(state))
    own = state.seats[ask.seat]
    menu = engine.legal(state.public, own)
    lays = [command for command in menu if isinstance(command, Lay)]
    if lays and rng.random() < eagerness:
        return ask.seat, max(lays, key=lambda lay: (_promise(state.public, lay), rng.random()))
    return ask.seat, rng.choice(menu + engine.passes(state.public, own))


def _promise(public: engine.Public, lay: Lay) -> int:
    """How near a card comes to a face-down card or one that is not yet joined; a dead end promises little."""
    x, y = square(lay.at)
    ends = [square(at) for at in (*public.face_down, *(public.fixed.keys() - set(public.joined)))]
    distance = min((abs(ex - x) + abs(ey - y) for ex, ey in ends), default=0)
    return -distance - 4 * ("." in lay.card or len(lay.card) == 1)


def keen_act(rng: Random, state: engine.Game, eagerness: float) -> tuple[int | None, Command]:
    """As `any_act`, but cards of expansions are played more often than not."""
    ask = rng.choice(engine.unanswered(state))
    rare = [
        command
        for command in engine.legal(state.public, state.seats[ask.seat])
        if isinstance(command, PlayCard | Trade | Veto) and getattr(command, "card", "veto") not in BASE_ACTIONS
    ]
    if rare and rng.random() < 0.6:
        return ask.seat, rng.choice(rare)
    return any_act(rng, state, max(eagerness, 0.9))


def any_order(rng: Random, state: engine.Game, seat: int) -> Order:
    """A standing order that a seat may give: for its turn with cards of its hand or not, or of another kind."""
    own = state.seats[seat]
    squares = [*state.public.mine, *(f"{x},{y}" for x in range(1, 8) for y in (-1, 0, 1))]
    wishes: list[Lay | PlayCard | Pass | Trade | PutMiner] = []
    for card in rng.sample(own.hand, min(2, len(own.hand))):
        on_a_player = PlayCard(card, seat=rng.randrange(state.public.seats))
        on_a_square = PlayCard(card, at=(rng.choice([*state.public.face_down, "1,0"]),))
        ways: list[Lay | PlayCard | Pass | Trade | PutMiner] = [
            Lay(card, rng.choice(squares)),
            Pass((card,)),
            on_a_player,
            on_a_square,
            PutMiner(card, "1,0"),
        ]
        wishes.append(rng.choice(ways))
    return rng.choice(
        [
            Order("turn", then=tuple(wishes or [Lay("NESW", "1,0")])),
            Order("none"),
            Order("pass"),
            LET_BE_THIS_ROUND,
            Order("theft", seat=rng.randrange(state.public.seats)),
            Order("veto", what=rng.choice(["any", "lay", "goal", "map"]), seat=rng.choice([None, 0, 1])),
        ]
    )


def any_offer(rng: Random, state: engine.Game, seat: int) -> Offer:
    """An offer to pay a toll for another seat, or the end of one (R70)."""
    return Offer(rng.choice([None, *(other for other in range(state.public.seats) if other != seat)]))


def any_act(rng: Random, state: engine.Game, eagerness: float) -> tuple[int | None, Command]:
    """Anything that can happen at a table: mostly moves, now and then a time-out, an order, a seat that changes."""
    chance = rng.random()
    if chance < 0.80:
        return any_move(rng, state, eagerness)
    if chance < 0.86:
        return None, Timeout(rng.choice(engine.unanswered(state)).seat)
    seat = rng.randrange(state.public.seats)
    if chance < 0.89 and Offer in compiled(state.public.ruleset).anytime:
        return seat, any_offer(rng, state, seat)
    if chance < 0.96:
        return seat, any_order(rng, state, seat)
    changes: list[Command] = [Sleep(seat), Wake(seat), Bot(seat), TakeOver(seat)]
    return None, rng.choice(changes)


def with_chance(state: engine.Game, lines: tuple[ChanceLine, ...]) -> engine.Game:
    """The state whose next random draws are those of the lines."""
    chance = state.table.chance
    stream = chance if isinstance(chance, Stream) else chance.stream
    return replace(state, table=replace(state.table, chance=Scripted(lines, stream) if lines else stream))
