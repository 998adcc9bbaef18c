"""Pairs of games that differ only in what a viewer may not know: the two worlds of the secrecy proof.

What a viewer may know is written down here from R94, apart from the code under test: the public table; the own role,
hand and gold; what one saw, and when; what one discarded. Everything else is dealt anew: hands of others with the time
at which they drew what they later played, what others discarded face down, pile, cards set aside, unseen goals, roles
as long as they are secret, gold, standing orders of others, the key of chance.

`twins(seed, ruleset, players, viewer)` is what other tests need: every `Pair` holds two worlds to play.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.rules import engine
from games.rules.commands import Choose, Lay, Order, Pass, PlayCard, Timeout
from games.rules.events import GoalTurned, RoundEnded, Saw
from games.rules.notation import letter
from games.rules.setup import Deal
from games.rules.table import Ruleset
from tests.rules.playout import Act
from tests.secrecy.course import Course, Drew, Story, Used, World, carry_out, played, stories
from tests.secrecy.gold import Payday, payday

Slot = tuple[str, int, int]
"""Where a card lay when its round was dealt: `hand` with seat and place; `pile`, `aside` or `down` with place."""

TRIES = 12
"""How often a twin is tried; the later ones for fewer steps, because the end of a round tells much of hands (R21)."""
GOLD_TRIES = 400


class Pair(NamedTuple):
    """Two games that one seat cannot tell apart: the same number of steps, the same public course."""

    ruleset: Ruleset
    players: int
    viewer: int
    one: World
    two: World


@dataclass
class Tally:
    """How many pairs there were, and how many games were no pair, by reason."""

    pairs: int = 0
    no_pairs: Counter[str] = field(default_factory=Counter)


class NoPair(Exception):
    """The public course of a twin would be another: who is not to know may not be shown these two."""


def twins(
    seed: int | str, ruleset: Ruleset, players: int, viewer: int, *, count: int = 4, tally: Tally | None = None
) -> Iterator[Pair]:
    """Pairs of one game, each up to a step that is drawn, for one viewer."""
    lot = Random(f"twins {seed} {ruleset} {players} {viewer}")
    first = engine.first_deal(ruleset, players, key=lot.randbytes(32))
    course = played(lot, ruleset, first, acts=90 * ruleset.rounds)
    for _ in range(count):
        until = lot.randint(1, len(course.moments))
        pair = twin(lot, course, until, viewer, tally if tally is not None else Tally())
        if pair is not None:
            yield pair


def twin(lot: Random, course: Course, until: int, viewer: int, tally: Tally) -> Pair | None:
    """A pair of a game up to a step; None when chance gave no twin with the same public course."""
    for number in range(TRIES):
        try:
            two = Maker(lot, course, until, viewer).world()
            same_course(course, until, two)
        except NoPair as why:
            tally.no_pairs[str(why)] += 1
            if number > TRIES // 2:
                until = lot.randint(1, until)
            continue
        tally.pairs += 1
        one = course.world._replace(steps=course.world.steps[:until])
        return Pair(course.ruleset, course.players, viewer, one, two)
    return None


def same_course(course: Course, until: int, two: World) -> None:
    """Raise NoPair when a round of the other world ends by R21 where that of the first does not, or goes on."""
    state = engine.begin_from(course.ruleset, two.deals[0], key=two.key).state
    for moment, acts in zip(course.moments[:until], two.steps, strict=True):
        ended: list[RoundEnded] = []
        for act in acts:
            step = carry_out(course.ruleset, two, state, act)
            state = step.state
            ended += [event for event in step.events if isinstance(event, RoundEnded)]
        wanted = [event for event in moment.step.events if isinstance(event, RoundEnded)]
        if {end.reason for end in ended} ^ {end.reason for end in wanted} == {"nobody-can-move"}:
            raise NoPair("R21")


class Maker:
    """Makes one twin of a game up to a step."""

    def __init__(self, lot: Random, course: Course, until: int, viewer: int) -> None:
        self.lot, self.course, self.until, self.viewer = lot, course, until, viewer
        self.moments = course.moments[:until]
        self.stories = stories(course, until, viewer)
        self.over = sum(isinstance(event, RoundEnded) for moment in self.moments for event in moment.step.events)
        self.rounds = self._rounds()

    def world(self) -> World:
        """The other world."""
        deals, commands = [], dict[Used, Any]()
        pile: list[int] | None = None
        chosen: dict[tuple[int, int], int] = {}
        for number, story in enumerate(self.stories):
            dealt = self.course.world.deals[number]
            cards, uses = other_cards(self.lot, dealt, story, self.viewer)
            commands.update(uses)
            dealt = replace(cards, **self.roles(number, dealt), **self.goals(number, dealt))
            gold = dealt.gold_cards if pile is None else tuple(pile)
            gold, pile = self.gold(number, gold, chosen)
            deals.append(replace(dealt, gold_cards=gold))
        key = self.lot.randbytes(32)
        return World(tuple(deals), key, tuple(self.steps(commands, chosen)))

    # -- what the viewer knows of each round

    def _rounds(self) -> list[int]:
        """The round in which each step began, from 0."""
        rounds, number = [], 0
        for moment in self.moments:
            rounds.append(number)
            number = moment.step.state.public.round - 1
        return rounds

    def saw(self, number: int) -> dict[str, str]:
        """What the viewer was shown in a round: squares and seats."""
        return {
            told.what: told.found
            for where, moment in zip(self.rounds, self.moments, strict=True)
            for seat, told in moment.step.whispers
            if where == number and seat == self.viewer and isinstance(told, Saw)
        }

    def ended(self, number: int) -> RoundEnded | None:
        """How a round ended, if it did."""
        ends = [event for moment in self.moments for event in moment.step.events if isinstance(event, RoundEnded)]
        return ends[number] if number < len(ends) else None

    # -- what is dealt anew

    def roles(self, number: int, dealt: Deal) -> dict[str, Any]:
        """Roles of others and the spare ones, as long as they are not up and were not seen (R24)."""
        if self.ended(number):
            return {}
        roles = [*dealt.roles, *dealt.spare_roles]
        known = {seat for seat in range(len(dealt.roles)) if letter(seat) in self.saw(number)} | {self.viewer}
        shuffle_some(self.lot, roles, [place for place in range(len(roles)) if place not in known])
        return {"roles": tuple(roles[: len(dealt.roles)]), "spare_roles": tuple(roles[len(dealt.roles) :])}

    def goals(self, number: int, dealt: Deal) -> dict[str, Any]:
        """Goals that were neither turned up nor seen."""
        if self.ended(number):
            return {}
        up = {
            event.at
            for where, moment in zip(self.rounds, self.moments, strict=True)
            for event in moment.step.events
            if where == number and isinstance(event, GoalTurned)
        }
        known = up | self.saw(number).keys() | dealt.mine.keys()
        squares, goals = list(dealt.goals), [*dealt.goals.values(), *dealt.goals_left]
        unknown = [place for place in range(len(goals)) if place >= len(squares) or squares[place] not in known]
        while True:
            shuffle_some(self.lot, goals, unknown)
            if "gold" not in goals[len(squares) :]:
                break
        return {"goals": dict(zip(squares, goals, strict=False)), "goals_left": tuple(goals[len(squares) :])}

    def gold(
        self, number: int, pile: tuple[int, ...], chosen: dict[tuple[int, int], int]
    ) -> tuple[tuple[int, ...], list[int]]:
        """The gold pile of a round in another order that pays the viewer the same, and what is left of it.

        Adds what seats chose to `chosen`, by round and seat. Raises NoPair when chance finds none.
        """
        ended, known = self.ended(number), list(pile)
        if ended is None:
            self.lot.shuffle(known)
            return tuple(known), known
        choices = self.choices(number)
        dealt = self.course.world.deals[number].gold_cards
        by_hand = self.course.ruleset.gold_draft == "hand"
        first = payday(ended, dealt, by_hand=by_hand, choose=lambda seat, _: choices.get(seat))
        for _ in range(GOLD_TRIES):
            self.lot.shuffle(known)
            picked: dict[tuple[int, int], int] = {}

            def choose(seat: int, offer: list[int], picked: dict[tuple[int, int], int] = picked) -> int | None:
                """The viewer's choice as it was, any other of somebody else who has chosen."""
                if seat not in choices:
                    return None
                value = choices[seat] if seat == self.viewer else self.lot.choice(offer)
                picked[number, seat] = value
                return value if value in offer else None

            day = payday(ended, known, by_hand=by_hand, choose=choose)
            if day.known_to(self.viewer) == first.known_to(self.viewer) and self.same_stage(day, first):
                chosen.update(picked)
                return tuple(known), day.left
        raise NoPair("gold")

    @staticmethod
    def same_stage(one: Payday, two: Payday) -> bool:
        """Whether as many have been asked and have chosen."""
        return list(one.seen) == list(two.seen) and list(one.got) == list(two.got)

    def choices(self, number: int) -> dict[int, int]:
        """What seats chose in the draft of a round, by hand or by lot."""
        found = {}
        for where, moment in zip(self.rounds, self.moments, strict=True):
            act = moment.act
            if where == number and isinstance(act.command, Choose) and act.seat is not None:
                found[act.seat] = int(act.command.answer)
            if where == number and isinstance(act.command, Timeout) and act.chance[0][1][0].isdigit():
                found[act.command.seat] = int(act.chance[0][1][0])
        return found

    # -- the acts of the other world

    def steps(self, commands: dict[Used, Any], chosen: dict[tuple[int, int], int]) -> list[tuple[Act, ...]]:
        """Every step with the same public act; secret acts of others are replaced by others, or fall away."""
        by_step: dict[int, list[tuple[Used, Any]]] = {}
        for used, command in commands.items():
            by_step.setdefault(used.step, []).append((used, command))
        steps: list[list[Act]] = []
        for number, moment in enumerate(self.moments):
            uses = by_step.get(number, [])
            own = next((command for used, command in uses if not used.ordered), None)
            seat = moment.act.seat if moment.act.seat is not None else getattr(moment.act.command, "seat", None)
            picked = chosen.get((self.rounds[number], -1 if seat is None else seat))
            act = self.other_act(moment.act, own, picked)
            steps.append([] if act is None else [act])
        ordered = [used for used in commands if used.ordered and used.seat != self.viewer]
        for used in ordered:
            self.put_order(steps, used, commands)
        self.put_decoys(steps, {used.seat for used in ordered} | {self.viewer})
        return [tuple(acts) for acts in steps]

    def other_act(self, act: Act, own: Any, picked: int | None) -> Act | None:
        """An act as the other world has it; None for a secret one that falls away."""
        if act.seat == self.viewer:
            return act
        if isinstance(act.command, Timeout) and act.command.seat != self.viewer:
            return act._replace(chance=(("lot", (own.cards[0] if own is not None else str(picked),)),))
        match act.command:
            case Order():
                return None
            case Pass():
                return act._replace(command=own)
            case Choose() if picked is not None:
                return act._replace(command=Choose(str(picked)))
        return act

    def put_order(self, steps: list[list[Act]], used: Used, commands: dict[Used, Any]) -> None:
        """A seat gives the order that plays its next turn, at any time since its last one."""
        earlier = [other.step for other in commands if other.seat == used.seat and other.step < used.step]
        where = self.lot.randint(max(earlier, default=-1) + 1, used.step)
        steps[where].insert(0, Act(used.seat, Order("turn", then=(commands[used],))))

    def put_decoys(self, steps: list[list[Act]], without: set[int]) -> None:
        """Orders of others that come to nothing, here and there."""
        seats = [seat for seat in range(self.course.players) if seat not in without]
        for acts in steps:
            if seats and self.lot.random() < 0.2:
                decoys = [Order("pass"), Order("theft", seat=self.viewer), Order("veto", what="any"), Order("none")]
                decoys.append(Order("turn", then=(Lay("NS.EW", "1,0"), PlayCard("map", at=("0,0",)))))
                acts.insert(0, Act(self.lot.choice(seats), self.lot.choice(decoys)))


def shuffle_some(lot: Random, items: list[Any], places: list[int]) -> None:
    """Shuffle what lies on some places."""
    some = [items[place] for place in places]
    lot.shuffle(some)
    for place, item in zip(places, some, strict=True):
        items[place] = item


# -- cards


def slots_of(dealt: Deal) -> dict[Slot, str]:
    """Every card of a deal that does not lie open, by where it lies."""
    slots = {("hand", seat, place): card for seat, hand in enumerate(dealt.hands) for place, card in enumerate(hand)}
    for name, cards in (("pile", dealt.pile), ("aside", dealt.aside), ("down", dealt.discards)):
        slots |= {(name, 0, place): card for place, card in enumerate(cards)}
    return slots


def other_cards(lot: Random, dealt: Deal, story: Story, viewer: int) -> tuple[Deal, dict[Used, Any]]:
    """The cards of a round dealt anew: what the viewer held stays; what another seat was seen to use was any of the
    cards it held by then; what nobody saw is anywhere. With it, the commands that use the cards as they now are."""
    here = slots_of(dealt)
    hands = [[slot for slot in here if slot[:2] == ("hand", seat)] for seat in range(len(dealt.hands))]
    pile = [slot for slot in here if slot[0] == "pile"]
    fixed = {slot: here[slot] for slot in hands[viewer]}
    slots: dict[Used, Slot] = {}
    for what in story:
        if isinstance(what, Drew):
            slot = pile.pop(0)
            hands[what.seat].append(slot)
            if what.seat == viewer:
                fixed[slot] = here[slot]
            continue
        held = hands[what.seat]
        slot = next(slot for slot in held if here[slot] == what.card) if what.seat == viewer else lot.choice(held)
        if what.card is not None:
            fixed[slot] = what.card
        held.remove(slot)
        slots[what] = slot
    free = [slot for slot in here if slot not in fixed]
    cards = list((Counter(here.values()) - Counter(fixed.values())).elements())
    lot.shuffle(cards)
    there = {**fixed, **dict(zip(free, cards, strict=True))}
    uses = {
        used: Pass((there[slot],)) if isinstance(used.command, Pass) else used.command for used, slot in slots.items()
    }
    return dealt_from(dealt, there), uses


def dealt_from(dealt: Deal, there: dict[Slot, str]) -> Deal:
    """A deal with other cards on its slots."""
    rows = {name: tuple(there[slot] for slot in there_in_order(there, name)) for name in ("pile", "aside", "down")}
    hands = tuple(
        tuple(there["hand", seat, place] for place in range(len(hand))) for seat, hand in enumerate(dealt.hands)
    )
    return replace(dealt, hands=hands, pile=rows["pile"], aside=rows["aside"], discards=rows["down"])


def there_in_order(there: dict[Slot, str], name: str) -> list[Slot]:
    """The slots of a pile from its top."""
    return sorted(slot for slot in there if slot[0] == name)
