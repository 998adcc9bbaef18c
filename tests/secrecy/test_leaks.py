"""Leaks planted on purpose: each lets a player see a little too much, and each is caught by the twins (R94, R95)."""

from collections.abc import Iterator
from itertools import count, islice

import pytest

from games.rules import codec, engine
from games.rules.agenda import Step
from games.rules.cards import CARDS
from games.rules.commands import Command
from games.rules.events import (
    Discarded,
    Drew,
    GoldTaken,
    GotHand,
    Kept,
    Laid,
    LostCard,
    NewRole,
    Played,
    Swapped,
    TimedOut,
)
from games.rules.ruleset import compiled
from games.rules.state import Stream
from games.rules.table import Ruleset
from games.rules.turn import can_move
from tests.rules.playout import WHOLE_BOX, keen_act
from tests.secrecy.glimpse import Eyes, first_difference
from tests.secrecy.worlds import Pair, twins


class PileTop(Eyes):
    """The page holds the top card of the pile."""

    def table(self, state: engine.Game, seat: int) -> str:
        return super().table(state, seat) + "".join(state.table.pile[:1])


class Roles(Eyes):
    """The players are listed saboteurs first."""

    def table(self, state: engine.Game, seat: int) -> str:
        by_role = sorted(state.seats, key=lambda own: own.role, reverse=True)
        return super().table(state, seat) + str([own.seat for own in by_role])


class SpareRole(Eyes):
    """Who watches learns which role was set aside."""

    def from_beside(self, state: engine.Game) -> str:
        return super().from_beside(state) + str(state.table.spare_roles)


class MovesOfOthers(Eyes):
    """While one waits, the page says how many moves the other has."""

    def table(self, state: engine.Game, seat: int) -> str:
        asked = [state.seats[ask.seat] for ask in engine.awaited(state.public)]
        return super().table(state, seat) + str([len(engine.legal(state.public, own)) for own in asked])


class SightingsOfOthers(Eyes):
    """What others saw is shown to all."""

    def table(self, state: engine.Game, seat: int) -> str:
        return super().table(state, seat) + codec.encode([own.sightings for own in state.seats])


class PlaceInHand(Eyes):
    """The log says which card of the hand was played, counted from the left."""

    def log(self, before: engine.Game, step: Step) -> str:
        played = [event for event in step.events if isinstance(event, Laid | Played)]
        hands = [(event.card, before.seats[event.seat].hand) for event in played]
        return super().log(before, step) + str([hand.index(card) for card, hand in hands if card in hand])


class AgeOfCard(Eyes):
    """The log says whether a card was on the hand since the deal, or how many cards later it came."""

    def __init__(self) -> None:
        self.hands: dict[int, list[str]] = {}

    def log(self, before: engine.Game, step: Step) -> str:
        played = [event for event in step.events if isinstance(event, Laid | Played)]
        by_age = [(event.card, self.hands.get(event.seat, [])) for event in played]
        ages = [hand.index(card) for card, hand in by_age if card in hand]
        for own in step.state.seats:
            now, kept = list(own.hand), []
            for card in self.hands.get(own.seat, []):
                if card in now:
                    now.remove(card)
                    kept.append(card)
            self.hands[own.seat] = kept + now
        return super().log(before, step) + str(ages)


class FaceDownDiscard(Eyes):
    """The log holds the card that a player discarded face down."""

    def log(self, before: engine.Game, step: Step) -> str:
        cards = [whisper.cards for _, whisper in step.whispers if isinstance(whisper, Discarded)]
        return super().log(before, step) + str(cards)


class HandLength(Eyes):
    """A hidden field is as long as the names of another player's cards."""

    def table(self, state: engine.Game, seat: int) -> str:
        return super().table(state, seat) + str([len("".join(own.hand)) for own in state.seats])


class GoalOrder(Eyes):
    """The goals are drawn in the order in which they lie in the catalogue."""

    def table(self, state: engine.Game, seat: int) -> str:
        goals = state.table.goals
        return super().table(state, seat) + str(sorted(state.public.face_down, key=lambda at: goals[at]))


class GoalInRefusal(Eyes):
    """An error text names what lies face down."""

    def answer(self, state: engine.Game, seat: int, command: Command) -> str:
        answer = super().answer(state, seat, command)
        return answer and answer + state.table.goals["8,0"]


class OrdersOfOthers(Eyes):
    """A number grows with every standing order."""

    def table(self, state: engine.Game, seat: int) -> str:
        return super().table(state, seat) + str(sum(len(own.orders) for own in state.seats))


class SeedOfChance(Eyes):
    """An id is made from the key of chance."""

    def from_beside(self, state: engine.Game) -> str:
        chance = state.table.chance
        key = chance.key if isinstance(chance, Stream) else chance.stream.key
        return super().from_beside(state) + key.hex()[:4]


class PromptForSome(Eyes):
    """Only saboteurs get a prompt of their own while they are awaited."""

    def table(self, state: engine.Game, seat: int) -> str:
        asked = [state.seats[ask.seat].role for ask in engine.awaited(state.public)]
        return super().table(state, seat) + "!" * asked.count("saboteur")


class DefaultFromHand(Eyes):
    """A time-out is told otherwise when the player could have moved."""

    def log(self, before: engine.Game, step: Step) -> str:
        rules = compiled(before.public.ruleset)
        late = [before.seats[event.seat] for event in step.events if isinstance(event, TimedOut)]
        return super().log(before, step) + str([can_move(rules, before.public, own) for own in late])


class GoldOfOthers(Eyes):
    """The players are listed richest first."""

    def table(self, state: engine.Game, seat: int) -> str:
        richest = sorted(state.seats, key=lambda own: -own.worth)
        return super().table(state, seat) + str([own.seat for own in richest])


class GoldOnOffer(Eyes):
    """The log says how much gold is left on the table after a card was taken."""

    def log(self, before: engine.Game, step: Step) -> str:
        taken = any(isinstance(event, GoldTaken) for event in step.events)
        return super().log(before, step) + str(sum(step.state.table.gold_cards) if taken else "")


class WhispersOfAll(Eyes):
    """The private lines of the log reach everybody."""

    def whispers(self, step: Step, seat: int) -> str:
        return codec.encode(step.whispers)


class OfTheBox(Eyes):
    """Leaks that only a module could have."""


class VetoHolder(OfTheBox):
    """The page waits a moment longer when a player could answer with a veto."""

    def table(self, state: engine.Game, seat: int) -> str:
        return super().table(state, seat) + str(["veto" in own.hand for own in state.seats])


class WhoAnswered(OfTheBox):
    """Those who have answered a window are no longer shown as awaited."""

    def from_beside(self, state: engine.Game) -> str:
        return super().from_beside(state) + str(engine.unanswered(state))


class WhetherSwapped(OfTheBox):
    """The log says whether two goals were swapped or put back as they were."""

    def log(self, before: engine.Game, step: Step) -> str:
        swapped = any(isinstance(event, Swapped) for event in step.events)
        return super().log(before, step) + str(swapped and before.table.goals == step.state.table.goals)


class KeptCard(OfTheBox):
    """The log names the card that was kept."""

    def log(self, before: engine.Game, step: Step) -> str:
        kept = [event.seat for event in step.events if isinstance(event, Kept)]
        cards = [whisper.cards for seat, whisper in step.whispers if seat in kept and isinstance(whisper, Drew)]
        return super().log(before, step) + str(cards)


class CardsOnOffer(OfTheBox):
    """All see what is laid before a player to choose from."""

    def from_beside(self, state: engine.Game) -> str:
        return super().from_beside(state) + str([own.offer for own in state.seats])


class NewRoles(OfTheBox):
    """The log says what everybody became."""

    def log(self, before: engine.Game, step: Step) -> str:
        roles = [whisper.role for _, whisper in step.whispers if isinstance(whisper, NewRole)]
        return super().log(before, step) + str(roles)


class ExchangedHands(OfTheBox):
    """The log holds the hands that were exchanged."""

    def log(self, before: engine.Game, step: Step) -> str:
        hands = [whisper.cards for _, whisper in step.whispers if isinstance(whisper, GotHand)]
        return super().log(before, step) + str(hands)


class GrabbedCard(OfTheBox):
    """The log names the card that was taken unseen."""

    def log(self, before: engine.Game, step: Step) -> str:
        cards = [whisper.card for _, whisper in step.whispers if isinstance(whisper, LostCard)]
        return super().log(before, step) + str(cards)


class ChestOrder(OfTheBox):
    """Chests are drawn in the order of what is in them."""

    def table(self, state: engine.Game, seat: int) -> str:
        chests = state.table.chests
        down = [at for at, kind in state.public.face_down.items() if kind == "chest"]
        return super().table(state, seat) + str(sorted(down, key=lambda at: chests[at][1]))


class GoalsLeft(OfTheBox):
    """Who watches learns which goals are not in the mine."""

    def from_beside(self, state: engine.Game) -> str:
        return super().from_beside(state) + str(state.table.goals_left)


class SetAside(OfTheBox):
    """The page holds the cards that were set aside for the round."""

    def table(self, state: engine.Game, seat: int) -> str:
        return super().table(state, seat) + str(state.table.aside)


class DiscardsByKind(OfTheBox):
    """The face-down discards are told apart from beneath."""

    def from_beside(self, state: engine.Game) -> str:
        down = zip(state.table.discards, state.public.discards, strict=True)
        return super().from_beside(state) + str([CARDS[card].is_tunnel for card, shown in down if not shown])


class SecondOfAGuide(OfTheBox):
    """While a guide lays, all see how many tunnel cards are on the hand."""

    def table(self, state: engine.Game, seat: int) -> str:
        asked = [state.seats[ask.seat].hand for ask in engine.awaited(state.public) if ask.kind == "lay"]
        return super().table(state, seat) + str([sum(CARDS[card].is_tunnel for card in hand) for hand in asked])


OF_THE_BOX = OfTheBox.__subclasses__()
MOST = 10
"""How often more pairs are drawn, each time from as many tables, before a leak counts as missed."""
LEAKS = [leak for leak in Eyes.__subclasses__() if leak is not OfTheBox] + OF_THE_BOX


def test_there_are_as_many_leaks_as_were_asked_for() -> None:
    assert len(LEAKS) >= 25


class Supply:
    """Pairs that are drawn when they are asked for and kept, so that a leak that few games could show is shown more."""

    def __init__(self, drawn: Iterator[Pair]) -> None:
        self.drawn, self.kept = drawn, list[Pair]()

    def __iter__(self) -> Iterator[Pair]:
        for place in count():
            if place == len(self.kept):
                try:
                    self.kept.append(next(self.drawn))
                except StopIteration:
                    return
            yield self.kept[place]


@pytest.fixture(scope="module")
def pairs(seed: int) -> Supply:
    """Pairs of several tables and viewers, long and short."""
    return Supply(_pairs(seed))


def _pairs(seed: int) -> Iterator[Pair]:
    for number in range(MOST):
        for players in (3, 5, 8):
            for draft in ("auto", "hand"):
                for viewer in range(3):
                    yield from twins(f"{seed} leaks {number}", Ruleset(gold_draft=draft), players, viewer, count=5)


@pytest.fixture(scope="module")
def pairs_of_the_box(seed: int) -> Supply:
    """Pairs of tables with all modules, by turns."""
    return Supply(_pairs_of_the_box(seed))


def _pairs_of_the_box(seed: int) -> Iterator[Pair]:
    for number in range(14 * MOST):
        for ruleset in WHOLE_BOX:
            yield from twins(f"{seed} {number}", ruleset, 6, number % 6, count=3, pick=keen_act)


@pytest.mark.examples(8)
@pytest.mark.parametrize("leak", LEAKS, ids=[leak.__name__ for leak in LEAKS])
def test_r94_a_planted_leak_is_caught(leak: type[Eyes], pairs: Supply, pairs_of_the_box: Supply) -> None:
    shown_to = pairs_of_the_box if leak in OF_THE_BOX else pairs
    assert any(first_difference(pair, leak) is not None for pair in shown_to)


def test_without_a_leak_the_same_pairs_show_nothing(pairs: Supply, pairs_of_the_box: Supply) -> None:
    some = [*islice(pairs, 0, 90, 4), *islice(pairs_of_the_box, 0, 160, 8)]
    assert [first_difference(pair) for pair in some] == [None] * len(some)
