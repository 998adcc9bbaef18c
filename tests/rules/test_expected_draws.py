"""What a question says will be drawn is what is drawn (R13, R32, R43, R62, R63, R66, R70, R73, R90)."""

from random import Random
from typing import Any

import pytest

from games.rules import engine, record
from games.rules.commands import Offer, Order, SeatCommand, TableCommand, Timeout, Veto
from games.rules.draw import Expected
from games.rules.events import ChestTurned, Drew, RoundEnded, Vetoed
from games.rules.layout import read_table
from games.rules.modules.championship import GuideNext
from games.rules.notation import parse
from games.rules.turn import Turn
from tests.conftest import SOAK
from tests.rules.playout import EAGERNESS, Course, any_table, keen_act

GAMES = 600 if SOAK else 24
ALL = ["detour", "guide", "reverse", "swap-goals", "treasure-chests", "treasury", "tunnel-toll", "veto"]
HANDS = {"A": ["NESW", "EW", "NS", "map", "guide", "treasury", "swap-hands", "break:cart", "detour"], "B": ["veto"]}
FULL = {"hands": HANDS, "before": {"A": ["break:lantern"]}, "discards": ["map", "map"], "mine": {"1,0": "EW"}}


def scene(script: dict[str, Any], *lines: str, window: int = 0) -> engine.Game:
    """A position of Saboteur 2 with all modules that change a draw, after some moves of A."""
    table = {"rules": "saboteur2", "modules": ALL, "options": {"veto_window": window}}
    state = record.deal_round(read_table({"table": table, "seats": ["x"] * 3}), 3, script, 1, None, "round 1")
    for line in lines:
        state = engine.apply(state, "ABC".index(line[0]), parse(line[2:])).state
    return state


def expected(state: engine.Game, line: str) -> Expected | None:
    """What is expected of a command before it is given."""
    return engine.expected(state.public, "ABC".index(line[0]), parse(line[2:]))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("A map 8,0", Expected(0, 1)),
        ("A break:cart B", Expected(0, 1)),
        ("A pass EW", Expected(0, 1)),
        ("A pass EW NESW NS", Expected(0, 3)),
        ("A trade EW NS break:lantern", Expected(0, 1)),
        ("A miner EW 2,0", None),
        ("A treasury", Expected(0, 0)),
        ("A swap-hands B", Expected(1, 1)),
    ],
)
def test_r90_command_of_a_turn_says_what_is_drawn(line: str, found: Expected | None) -> None:
    assert expected(scene(FULL), line) == found


def test_r66_guide_and_its_two_cards_say_that_two_are_drawn() -> None:
    script = {**FULL, "before": {}}
    assert expected(scene(script), "A guide") == Expected(0, 2)
    assert expected(scene(script, "A guide"), "A lay EW 2,0") == Expected(0, 2)
    assert expected(scene(script, "A guide", "A lay EW 2,0"), "A lay NESW 3,0") == Expected(0, 2)


def test_r92_guide_says_what_is_drawn_when_time_runs_out() -> None:
    script = {**FULL, "before": {}}
    assert engine.default_expected(scene(script).public, 0) == Expected(0, 1)
    assert engine.default_expected(scene(script, "A guide").public, 0) == Expected(0, 0)
    assert engine.default_expected(scene(script, "A guide", "A lay EW 2,0").public, 0) == Expected(0, 1)


def test_r63_veto_is_drawn_for_after_the_card_that_it_answers() -> None:
    state = scene(FULL, "A map 8,0", window=1)
    assert expected(state, "B veto") == Expected(1, 1)
    assert expected(state, "B choose none") is None
    one_left = {**FULL, "pile": ["map"], "pile_is_whole": True}
    assert expected(scene(one_left, "A map 8,0", window=1), "B veto") == Expected(1, 0)


@pytest.mark.parametrize(("pile", "cards"), [([], 0), (["map"], 1), (["map", "NS"], 2)])
def test_r13_short_pile_says_what_is_left_of_the_draw(pile: list[str], cards: int) -> None:
    state = scene({**FULL, "pile": pile, "pile_is_whole": True})
    assert expected(state, "A pass EW NESW NS") == Expected(0, cards)


@pytest.mark.parametrize(
    ("chest", "found"),
    [
        ("choose-3", Expected(0, 0, ("choose-3",))),
        ("grab", Expected(0, 0, ("grab",))),
        ("extra-draw", Expected(0, 2)),
        ("no-draw", Expected(0, 0)),
        ("nugget", Expected(0, 1)),
    ],
)
def test_r73_question_after_a_chest_says_what_became_of_the_draw(chest: str, found: Expected) -> None:
    script = {**FULL, "before": {}, "chests": {"2,-1": ["NE", chest], "2,1": ["NW", "spy"]}}
    state = scene(script, "A lay NESW 2,0", "A choose 2,-1")
    assert engine.awaited(state.public)[0].kind == "player"
    assert expected(state, "A choose B") == found


class Watch:
    """One turn while it runs: the last promise of who has it, and all that was told since."""

    def __init__(self, course: Course) -> None:
        self.course, self.pile, self.drawn = course, 0, dict[int, int]()
        self.promise: Expected | None = None
        self.promised, self.first_of_two, self.surprised = False, False, False
        self.vetoes = 0

    def promised_now(self, promise: Expected | None, before: engine.Game) -> None:
        """A player is told what will be drawn."""
        later = sum(isinstance(task, GuideNext) for task in before.public.agenda)
        self.promise, self.pile, self.drawn = promise, before.public.pile, {}
        self.promised, self.first_of_two, self.surprised = True, later > 0, False

    def see(self, step: Any) -> None:
        """What happened."""
        for seat, whisper in step.whispers:
            if isinstance(whisper, Drew):
                self.drawn[seat] = self.drawn.get(seat, 0) + len(whisper.cards)
        self.vetoes += sum(isinstance(event, Vetoed) for event in step.events)
        self.surprised |= any(isinstance(event, ChestTurned | Vetoed | RoundEnded) for event in step.events)

    def hold(self) -> bool:
        """Compare promise and pile at the end of the turn; whether there was something to compare."""
        if not self.promised or self.surprised:
            return False
        taken = self.pile - self.course.state.public.pile
        if self.promise is None:
            assert taken == 0
            return True
        instead = min(3, self.pile) if "choose-3" in self.promise.instead else 0
        # The second card of a guide may fit nowhere once the first lies.
        least = max(0, self.promise.cards - 1) if self.first_of_two else self.promise.cards
        # Who vetoed the first card of a guide draws at the end of the turn too.
        most = self.promise.cards + self.vetoes
        assert least + instead <= taken <= most + instead, (self.promise, taken)
        if taken and not instead and "grab" not in self.promise.instead:
            assert self.drawn.get(self.promise.seat, 0) >= taken - self.vetoes
        return True


@pytest.mark.parametrize("number", range(GAMES))
def test_r90_draw_promised_in_a_random_game_is_the_draw(number: int, chance: Random) -> None:
    ruleset, players = any_table(chance)
    course, eagerness, compared = Course.dealt(ruleset, players, chance.randbytes(32)), chance.choice(EAGERNESS), 0
    watch = Watch(course)
    while not course.over:
        before = course.state
        seat, command = keen_act(chance, before, eagerness)
        if isinstance(command, Order):
            continue  # a turn that is played by an order comes in one step with the turn before
        asks = {ask.seat: ask.kind for ask in engine.awaited(before.public)}
        if isinstance(command, Timeout):
            promise, kind = engine.default_expected(before.public, command.seat), asks[command.seat]
        elif isinstance(command, TableCommand | Offer):
            course.take(seat, command)
            continue
        else:
            assert seat is not None
            promise, kind = engine.expected(before.public, seat, command), asks[seat]
        if kind not in ("veto", "gold", "theft"):
            watch.promised_now(promise, before)
        step = course.take(seat, command)
        watch.see(step)
        veto_draws(step, command, promise)
        if course.state.public.agenda and isinstance(course.state.public.agenda[-1], Turn):
            compared += watch.hold()
            watch = Watch(course)
    assert compared > 3


def veto_draws(step: Any, command: SeatCommand | TableCommand, promise: Expected | None) -> None:
    """Who vetoed in a window draws as many cards as was said, if the turn ended with it."""
    public = step.state.public
    over = any(isinstance(event, RoundEnded) for event in step.events)
    if not isinstance(command, Veto) or over or not public.agenda or not isinstance(public.agenda[-1], Turn):
        return
    assert promise is not None
    got = sum(len(one.cards) for seat, one in step.whispers if seat == promise.seat and isinstance(one, Drew))
    assert got >= promise.cards
