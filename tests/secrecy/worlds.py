"""Pairs of games that differ only in what a viewer may not know: the two worlds of the secrecy proof.

What a viewer may know is written down here and in `trail` from R94, apart from the code under test: the public table;
the own role, hand and gold; what one saw, and when; what one discarded, gave away and was offered. Everything else is
dealt again: hands of others with the time at which they drew what they later played, what others discarded, kept, took
and gave face down, pile, cards set aside, unseen goals and chests and whether they were swapped, roles as long as they
are secret, gold, standing orders and answers of others, the key of chance.

`twins(seed, ruleset, players, viewer)` is what other tests need: every `Pair` holds two worlds to play.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from games import bots
from games.rules import engine
from games.rules.agenda import Step
from games.rules.commands import Choose, Order, Pass, PutMiner, Timeout, Trade
from games.rules.errors import Refused
from games.rules.events import ChestTurned, GoldChanged, NuggetTaken, Played, PublicEvent, RoundEnded, Vetoed
from games.rules.modules.championship import GuideLay
from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.rules.view import view
from tests.rules.playout import Act, any_act
from tests.secrecy.course import NO_SEAT, Course, Dealt, Pick, World, carry_out, played, since_the_deal
from tests.secrecy.gold import Payday, payday
from tests.secrecy.secret_acts import SecretActs
from tests.secrecy.tokens import NoPair, Token, Turn
from tests.secrecy.trail import Trail

TRIES = 12
"""How often a twin is tried; the later ones with less that is new, and for fewer steps, because the end of a round
tells much of hands (R21)."""
GOLD_TRIES = 400
FALLS = range(12)
"""How the dice of a bot can fall; it has hardly ever more to choose from."""
ACTS_A_ROUND = 120
NOT_BY_HAND = {"door-of-other-team": "R36", "two-tunnels-needed": "R66", "no-tunnel-fits": "R66"}
"""Refusals that tell what is on a hand, with their rules: who played a guide had two tunnel cards (R66)."""


class Pair(NamedTuple):
    """Two games that one seat cannot tell apart: the same number of steps, the same public course.

    On the seats of ``bots`` bots may do of themselves in both what is done there.
    """

    ruleset: Ruleset
    players: int
    viewer: int
    one: World
    two: World
    bots: frozenset[int] = NO_SEAT


@dataclass
class Tally:
    """How many pairs there were, and how many games were no pair, by reason."""

    pairs: int = 0
    no_pairs: Counter[str] = field(default_factory=Counter)


def twins(
    seed: int | str,
    ruleset: Ruleset,
    players: int,
    viewer: int,
    *,
    count: int = 4,
    tally: Tally | None = None,
    pick: Pick = any_act,
) -> Iterator[Pair]:
    """Pairs of one game, each up to a step that is drawn, for one viewer."""
    rng = Random(f"twins {seed} {ruleset} {players} {viewer}")
    first = engine.first_deal(ruleset, players, key=rng.randbytes(32))
    course = played(rng, ruleset, first, acts=ACTS_A_ROUND * ruleset.rounds, pick=pick)
    for _ in range(count):
        until = rng.randint(1, len(course.moments))
        pair = twin(rng, course, until, viewer, tally if tally is not None else Tally())
        if pair is not None:
            yield pair


def twin(
    rng: Random, course: Course, until: int, viewer: int, tally: Tally, bot_seats: frozenset[int] = NO_SEAT
) -> Pair | None:
    """A pair of a game up to a step; None when chance gave no twin with the same public course."""
    for number in range(TRIES):
        try:
            share = max(0.0, number / TRIES - 0.2)
            two = Maker(rng, course, until, viewer, share=share, bot_seats=bot_seats).world()
            same_course(course, until, two)
            for world in (course.world._replace(steps=course.world.steps[:until]), two):
                bots_agree(course.ruleset, world, bot_seats)
        except NoPair as why:
            tally.no_pairs[str(why)] += 1
            if number > TRIES // 2:
                until = rng.randint(1, until)
            continue
        tally.pairs += 1
        one = course.world._replace(steps=course.world.steps[:until])
        return Pair(course.ruleset, course.players, viewer, one, two, bot_seats)
    return None


def same_course(course: Course, until: int, two: World) -> None:
    """Raise NoPair where the other world shows all what only what is hidden in it can have brought about.

    That is a short list: a round that ends because no seat can move (R21); a guide that its hand forbids, or allows one
    card more or less (R66); a gold card changed or a nugget paid to a dragon that the other purse does not hold (R70,
    R72); an order that strikes what it should not (R93).
    """
    state = engine.begin_from(course.ruleset, two.deals[0], key=two.key).state
    for moment, acts in zip(course.moments[:until], two.steps, strict=True):
        events: list[PublicEvent] = []
        for act in acts:
            try:
                step = carry_out(course.ruleset, two, state, act)
            except Refused as refused:
                if refused.code in NOT_BY_HAND:
                    raise NoPair(NOT_BY_HAND[refused.code]) from refused
                raise
            state = step.state
            events += step.events
        wanted = moment.step.events
        if ends_without_moves(events) != ends_without_moves(wanted):
            raise NoPair("R21")
        if guided(state) != guided(moment.step.state):
            raise NoPair("R66")
        for rule, kind in (("R70", GoldChanged), ("R72", NuggetTaken), ("R93", Vetoed)):
            if of_kind(events, kind) != of_kind(wanted, kind):
                raise NoPair(rule)


def bots_agree(ruleset: Ruleset, world: World, bot_seats: frozenset[int]) -> None:
    """Raise NoPair where a bot would not do of itself what is done on its seat, however its dice fall."""
    state, steps = engine.begin_from(ruleset, world.deals[0], key=world.key).state, list[tuple[Act, Step]]()
    for act in (act for acts in world.steps for act in acts if bot_seats):
        if act.seat in bot_seats:
            seen = view(state.public, state.seats[act.seat])
            if not any(bots.choose(seen, fall.__mod__, since_the_deal(steps)) == act.command for fall in FALLS):
                raise NoPair("bots")
        steps.append((act, carry_out(ruleset, world, state, act)))
        state = steps[-1][1].state


def ends_without_moves(events: Sequence[PublicEvent]) -> list[tuple[int, PublicEvent]]:
    """The ends of rounds in which no player could move, with how much was told before."""
    ends = [(place, event) for place, event in enumerate(events) if isinstance(event, RoundEnded)]
    return [(place, event) for place, event in ends if event.reason == "nobody-can-move"]


def guided(state: engine.Game) -> bool:
    """Whether a tunnel card of a guide is awaited."""
    return bool(state.public.agenda) and isinstance(state.public.agenda[-1], GuideLay)


def of_kind(events: Iterable[PublicEvent], kind: type) -> list[PublicEvent]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def follow(rng: Random, course: Course, until: int, viewer: int, share: float) -> Iterator[list[Trail]]:
    """The trails of the rounds so far, after each step of a game up to one; ``share`` as `Trail` has it."""
    deals = iter(course.world.deals)
    trails = [Trail(rng, next(deals), viewer, share)]
    for number, moment in enumerate(course.moments[:until]):
        command = moment.act.command
        seat = command.seat if isinstance(command, Timeout) else moment.act.seat
        kind = next((ask.kind for ask in engine.awaited(moment.before.public) if ask.seat == seat), "")
        answer = command.answer if isinstance(command, Choose) else ""
        if isinstance(command, Order):
            kind = ""
        trails[-1].begin(number, kind, -1 if seat is None else seat, answer)
        for happening in moment.happened:
            if isinstance(happening, Dealt):
                trails.append(Trail(rng, next(deals), viewer, share))
                trails[-1].begin(number, "", -1, "")
            else:
                trails[-1].hear(happening)
        yield trails


class Maker:
    """Makes one twin of a game up to a step; ``share`` is how much stays as it was of what the viewer did not see."""

    def __init__(
        self,
        rng: Random,
        course: Course,
        until: int,
        viewer: int,
        *,
        share: float,
        bot_seats: frozenset[int] = NO_SEAT,
    ) -> None:
        self.rng, self.course, self.until, self.viewer, self.share = rng, course, until, viewer, share
        self.bot_seats = bot_seats
        self.moments = course.moments[:until]
        self.rounds = [moment.before.public.round - 1 for moment in self.moments]
        *_, self.trails = follow(rng, course, until, viewer, share)
        self.gold_asked = self._gold_asked()

    def world(self) -> World:
        """The other world."""
        deals = []
        pile: list[int] | None = None
        chosen: dict[int, int] = {}
        for number, trail in enumerate(self.trails):
            if self.ended(number):
                trail.ended(self.moments[-1].step.state)
            dealt = replace(trail.dealt, **trail.other_deal())
            gold, pile = self.gold(number, dealt.gold_cards if pile is None else tuple(pile), chosen)
            deals.append(replace(dealt, gold_cards=gold))
        steps = [self.other_step(number, chosen) for number in range(self.until)]
        acts = SecretActs(self.rng, self.course, self.until, self.viewer, self.share, self.bot_seats)
        acts.put_into(steps, self.turns())
        return World(tuple(deals), self.rng.randbytes(32), tuple(map(tuple, steps)))

    def turns(self) -> list[Turn]:
        """All turns, in order."""
        return [turn for trail in self.trails for turn in trail.turns]

    def ended(self, number: int) -> RoundEnded | None:
        """How a round ended, if it did."""
        ends = [event for moment in self.moments for event in moment.step.events if isinstance(event, RoundEnded)]
        return ends[number] if number < len(ends) else None

    # -- gold

    def _gold_asked(self) -> list[int]:
        """The steps at which a gold card was chosen, by hand or at random."""
        steps = []
        for number, moment in enumerate(self.moments):
            command = moment.act.command
            gold = any(ask.kind == "gold" for ask in engine.awaited(moment.before.public))
            if gold and isinstance(command, Choose | Timeout):
                steps.append(number)
        return steps

    def _gold_taken(self, step: int) -> int:
        act = self.moments[step].act
        return int(act.command.answer if isinstance(act.command, Choose) else act.chance[0][1][0])

    def gold(self, number: int, pile: tuple[int, ...], chosen: dict[int, int]) -> tuple[tuple[int, ...], list[int]]:
        """The gold pile of a round in another order that gives the viewer the same, and what is left of it.

        Adds what seats chose to `chosen`, by step. Raises NoPair when chance finds none.
        """
        real, known = self.course.world.deals[number].gold_cards, list(pile)
        if not compiled(self.course.ruleset).gold_cards:
            return pile, known
        finders = [
            event.seat
            for where, moment in zip(self.rounds, self.moments, strict=True)
            for event in moment.step.events
            if where == number and isinstance(event, ChestTurned) and event.chest == "nugget"
        ]
        first = self.payday(number, self.found(finders, list(real))[0], None)
        for _ in range(GOLD_TRIES):
            if self.rng.random() >= self.share or Counter(known) != Counter(real):
                self.rng.shuffle(known)
            else:
                known = list(real)
            left, found = self.found(finders, list(known))
            if found != self.found(finders, list(real))[1]:
                continue
            picked: dict[int, int] = {}
            day = self.payday(number, left, picked)
            if day.known_to(self.viewer) == first.known_to(self.viewer) and self.same_stage(day, first):
                chosen.update(picked)
                return tuple(known), day.left
        raise NoPair("gold")

    def found(self, finders: list[int], pile: list[int]) -> tuple[list[int], list[bool]]:
        """The pile after chests gave gold cards of one away, and whether the viewer got one or a nugget (R73)."""
        seen = []
        for seat in finders:
            if seat == self.viewer:
                seen.append(1 in pile)
            if 1 in pile:
                pile.remove(1)
        return pile, seen

    def payday(self, number: int, pile: list[int], picked: dict[int, int] | None) -> Payday:
        """How the gold of a round goes round: as it was chosen, or at random for others into `picked`."""
        ended = self.ended(number)
        if ended is None:
            return Payday(left=pile)
        asked = iter([step for step in self.gold_asked if self.rounds[step] == number])

        def choose(seat: int, offer: list[int]) -> int | None:
            step = next(asked, None)
            if step is None:
                return None
            value = self._gold_taken(step)
            if picked is not None:
                value = value if seat == self.viewer else self.rng.choice(offer)
                picked[step] = value
            return value if value in offer else None

        results = self.moments[-1].step.state.public.results
        before = next(result.before for result in results if result.round == number + 1)
        sabotaged = "sabotaged-dwarf" in self.course.ruleset.variants
        return payday(
            ended,
            pile,
            by_hand=self.course.ruleset.gold_draft == "hand",
            choose=choose,
            direction=self.direction(number),
            broken=frozenset(seat for seat, _ in before) if sabotaged else None,
        )

    def direction(self, number: int) -> int:
        """The order of play at the end of a round (R64)."""
        reversals = sum(
            isinstance(event, Played) and event.card == "reverse"
            for where, moment in zip(self.rounds, self.moments, strict=True)
            for event in moment.step.events
            if where == number
        )
        return -1 if reversals % 2 else 1

    @staticmethod
    def same_stage(one: Payday, two: Payday) -> bool:
        """Whether as many have been asked and have chosen."""
        return list(one.seen) == list(two.seen) and list(one.got) == list(two.got)

    # -- the acts of the other world

    def other_step(self, number: int, chosen: dict[int, int]) -> list[Act]:
        """The same public act; secret acts of others fall away, to be given again by `SecretActs`."""
        act = self.moments[number].act
        lines = tuple(
            (kind, tuple(one.name if isinstance(one, Token) else one for one in drawn))
            for trail in self.trails
            for kind, drawn in trail.lines.get(number, ())
        )
        if act.seat is None and number in chosen:
            lines = (("lot", (str(chosen[number]),)),)
        command = self.other_command(number, chosen)
        return [] if command is None else [Act(act.seat, command, lines)]

    def other_command(self, number: int, chosen: dict[int, int]) -> Any:
        """A command as the other world has it; None for another player's order."""
        act = self.moments[number].act
        if act.seat is None or act.seat == self.viewer:
            return act.command
        match act.command:
            case Order():
                return None
            case Pass() | Trade() | PutMiner():
                return next(t for t in self.turns() if t.step == number and not t.ordered).translated()
            case Choose() if number in chosen:
                return Choose(str(chosen[number]))
            case Choose():
                for trail in self.trails:
                    if number in trail.answers:
                        one = trail.answers[number]
                        return Choose(one.name if isinstance(one, Token) else one)
        return act.command
