"""A round step by step equals the round as it was played (R94): what lies open, and what each player knows."""

from random import Random

import pytest
from msgspec import Raw
from msgspec.structs import replace

from games.rules import codec, engine
from games.rules.agenda import Step
from games.rules.announcements import SecondTerm
from games.rules.cards import in_order
from games.rules.events import Drew, GotHand, Offered, Passed, Played, PrivateEvent, Saw, Vetoed
from games.rules.modules.veto import Window
from games.rules.setup import DealtRound
from games.rules.sights import GoalSight
from games.rules.steps import OwnPart, Picture, after, beginning
from games.rules.table import Ruleset
from tests.rules.playout import EAGERNESS, Course, any_table, keen_act

BASE = Ruleset()
SHARES = 60
GAMES = 5
"""How many shares are played, and how many games each has."""
SHOWN = (
    *("ruleset", "seats", "round", "first", "mine", "face_down", "fixed", "last_laid", "before", "miners"),
    *("miners_left", "offers", "maps_forbidden", "direction", "chest_cards", "joined", "seq", "moves", "last_mover"),
)
"""What a picture shows of what all see."""


class Watcher:
    """The steps of a game, folded from what is told, beside the game itself."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.deal(course.deals[0], engine.begin_from(course.ruleset, course.deals[0], key=course.key))

    def deal(self, dealt: DealtRound, step: Step) -> None:
        """A round begins."""
        public = step.state.public
        laid = codec.decode_laid_out(codec.encode(dealt))
        self.picture = beginning(self.course.ruleset, public.seats, laid, public.seq)
        self.own = [OwnPart(seat) for seat in range(public.seats)]
        self.hear(step, Picture(self.picture.public), step.state)

    def see(self, step: Step) -> None:
        """A command was carried out."""
        before, public = self.picture, step.state.public
        self.picture = after(before, step.events, public.seq, public.results)
        self.hear(step, before, step.state)

    def hear(self, step: Step, before: Picture, state: engine.Game) -> None:
        """What was whispered; then all is as it is in the game."""
        for seat, own in enumerate(self.own):
            whispers: list[PrivateEvent] = [event for recipient, event in step.whispers if recipient == seat]
            self.own[seat] = own.after(step.events, whispers, before.public, self.picture.public)
        self.holds(state)

    def holds(self, state: engine.Game) -> None:
        """Picture and table are the same."""
        live, shown = state.public, self.picture.public
        for field in SHOWN:
            assert getattr(shown, field) == getattr(live, field), field
        assert list(shown.mine) == list(live.mine)
        window = bool(live.agenda) and isinstance(live.agenda[-1], Window)
        assert (self.picture.announced is not None) == window
        for own, secret in zip(self.own, state.seats, strict=True):
            cleared = replace(secret, nuggets=0, gold=(), orders=(), offer=(), answered=False)
            assert own.secret == cleared


@pytest.mark.examples(2)
@pytest.mark.parametrize("share", range(SHARES))
def test_each_step_of_a_replay_equals_the_table_at_that_time(share: int) -> None:
    rng = Random(f"steps {share}")
    for _game in range(GAMES):
        ruleset, players = any_table(rng)
        course = Course.dealt(ruleset, players, rng.randbytes(32))
        watcher, eagerness = Watcher(course), rng.choice(EAGERNESS)
        while not course.over:
            deals = len(course.deals)
            seat, command = keen_act(rng, course.state, eagerness)
            step = course.take(seat, command)
            if step.state.public.seq != watcher.picture.public.seq:
                watcher.see(step)
            if len(course.deals) > deals:
                watcher.deal(course.deals[-1], _begun(course, step))


def _begun(course: Course, step: Step) -> Step:
    """What was told when the next round was dealt."""
    return engine.begin_from(course.ruleset, course.deals[-1], key=course.key, last=step.state)


def test_a_card_of_a_hand_that_was_just_taken_over_leaves_that_hand() -> None:
    own, of = OwnPart(1, "digger", ("NE", "map")), Ruleset(rules="saboteur2", modules=("veto",))
    events = (Played(seat=0, card="swap-hands", target=1), Vetoed(seat=2, by=1, card="map"))
    after_whispers = own.after(
        events, (GotHand(cards=("veto", "NS")), Drew(cards=("EW",))), _round(3, of), _round(5, of)
    )
    assert after_whispers.hand == in_order(("NS", "EW"))


def test_look_bears_the_number_of_its_move_despite_orders() -> None:
    events = (Passed(seat=0, count=1), Played(seat=1, card="map", at=("8,0",)), Passed(seat=2, count=1))
    after_whispers = OwnPart(1, "digger", ("map",)).after(
        events, (Saw(GoalSight("8,0", "gold")),), _round(3), _round(6)
    )
    assert [sight.move for sight in after_whispers.sightings] == [5]


def test_answer_without_an_event_is_a_move() -> None:
    picture = Picture(_round(3))
    assert after(picture, (), picture.public.seq + 1).public.moves == 4


def test_an_offer_and_a_line_of_the_table_are_no_moves() -> None:
    picture = Picture(_round(3))
    for after_whispers in (Offered(seat=0, target=1), SecondTerm(seat=1, hours=24)):
        assert after(picture, (after_whispers,), picture.public.seq + 1).public.moves == 3


def test_face_down_cards_of_a_deal_are_not_read() -> None:
    deal = engine.first_deal(Ruleset(modules=("treasure-chests",)), 4, key=bytes(32))
    laid = codec.decode_laid_out(codec.encode(deal))
    assert laid.goals.keys() == deal.goals.keys()
    assert laid.chests.keys() == deal.chests.keys()
    assert all(isinstance(what, Raw) for what in (*laid.goals.values(), *laid.chests.values()))
    assert not hasattr(laid, "hands")


def _round(moves: int, ruleset: Ruleset = BASE) -> engine.Public:
    """A round after a number of moves."""
    deal = engine.first_deal(ruleset, 3, key=bytes(32))
    public = beginning(ruleset, 3, codec.decode_laid_out(codec.encode(deal)), 0).public
    return replace(public, moves=moves)
