"""Who is waited for, what is taken when time runs out, standing orders, leaving (R90, R92, R95–R97)."""

from collections import Counter

import pytest

from games.rules import codec, engine
from games.rules.commands import Bot, End, Pass, Sleep, TableCommand, TakeOver, Timeout, Wake
from games.rules.errors import Refused
from games.rules.events import Discarded, Laid, Passed, PassedOver, SeatChanged, TimedOut
from games.rules.notation import parse, parse_line, write_line
from games.rules.setup import DealtRound
from games.rules.table import Ruleset
from games.rules.task import Ask
from tests.rules.rounds import begin, next_round

KEY = b"k" * 32


def game(
    hands: list[tuple[str, ...]], pile: tuple[str, ...] = ("NS", "EW", "NE", "map"), first: int = 0, rounds: int = 1
) -> engine.Game:
    """A round between three players with hands that are given."""
    dealt = DealtRound(
        round=1,
        first=first,
        roles=("digger", "saboteur", "digger"),
        spare_roles=("digger",),
        goals={"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"},
        hands=tuple(hands),
        pile=pile,
        gold_cards=(1, 2, 3),
    )
    return engine.begin_from(Ruleset(rounds=rounds), dealt, key=KEY).state


def three(first: int = 0) -> engine.Game:
    """A round in which everybody can lay and pass."""
    return game([("EW", "map", "rockfall"), ("EW", "NS", "break:cart"), ("NESW", "EW", "map")], first=first)


def test_r90_awaited_seats_decisions_and_legal_answers_are_known() -> None:
    state = three(first=1)
    assert engine.awaited(state.public) == (Ask(1, "turn"),)
    assert engine.passes(state.public, state.seats[1]) == (Pass(("EW",)), Pass(("NS",)), Pass(("break:cart",)))
    assert parse("lay EW 1,0") in engine.legal(state.public, state.seats[1])
    for seat in (0, 2):
        assert engine.legal(state.public, state.seats[seat]) == engine.passes(state.public, state.seats[seat]) == ()
        with pytest.raises(Refused, match="not-awaited"):
            engine.apply(state, seat, Pass((state.seats[seat].hand[0],)))


def test_r92_a_turn_that_times_out_passes_one_card_at_random() -> None:
    state = three()
    step = engine.apply(state, None, Timeout(0))
    assert [type(event) for event in step.events] == [TimedOut, Passed]
    (seat, whisper), *_ = [(seat, whisper) for seat, whisper in step.whispers if isinstance(whisper, Discarded)]
    assert (seat, step.chance) == (0, (("lot", whisper.cards),))
    assert step.state.table.discards == whisper.cards
    assert step.state.public.discards == ("",)


def test_r92_every_card_of_the_hand_is_as_likely_to_go() -> None:
    found: Counter[str] = Counter()
    for number in range(600):
        state = begin(Ruleset(), 3, key=number.to_bytes(32, "big")).state
        seat = engine.awaited(state.public)[0].seat
        (card,) = engine.apply(state, None, Timeout(seat)).state.table.discards
        found[str(state.seats[seat].hand.index(card))] += 1
    places = [found[str(place)] for place in range(6)]
    assert sum(places) == 600
    assert all(places)
    # Places of equal cards count for the first of them, so the first are found a little more often.
    assert max(places) < 200


@pytest.mark.parametrize(
    ("seat", "code"), [(1, "not-awaited"), (2, "not-awaited"), (-1, "no-player"), (3, "no-player")]
)
def test_r92_only_who_is_awaited_can_time_out(seat: int, code: str) -> None:
    with pytest.raises(Refused, match=code):
        engine.apply(three(), None, Timeout(seat))


def test_r95_an_order_for_the_turn_is_played_when_the_turn_begins() -> None:
    state = engine.apply(three(), 1, parse("order turn lay NS 1,0 | lay EW 1,0 | pass NS")).state
    step = engine.apply(state, 0, Pass(("map",)))
    assert [type(event) for event in step.events] == [Passed, Laid]
    assert step.state.public.mine["1,0"] == "EW"
    assert engine.awaited(step.state.public) == (Ask(2, "turn"),)
    assert step.state.seats[1].orders == ()
    assert step.state.public.seq == state.public.seq + 2


def test_r95_an_order_of_which_nothing_is_legal_is_spent_in_silence() -> None:
    silent = engine.apply(three(), 0, Pass(("map",)))
    state = engine.apply(three(), 1, parse("order turn lay NESW 1,0 | lay EW 5,5 | theft")).state
    step = engine.apply(state, 0, Pass(("map",)))
    assert codec.encode(step.state) == codec.encode(silent.state)
    assert step.events == silent.events


def test_r95_an_order_can_be_withdrawn_and_leaves_no_trace() -> None:
    state = three()
    ordered = engine.apply(state, 1, parse("order turn pass NS")).state
    assert ordered != state
    assert engine.apply(ordered, 1, parse("order none")).state == state


def test_r95_a_new_order_takes_the_place_of_the_one_of_its_kind() -> None:
    state = three()
    for text in ("order turn pass NS", "order pass", "order turn pass EW"):
        state = engine.apply(state, 1, parse(text)).state
    assert state.seats[1].orders == (parse("order pass"), parse("order turn pass EW"))


def test_r95_player_on_turn_orders_for_the_next_turn() -> None:
    state = engine.apply(three(), 0, parse("order turn pass map")).state
    assert engine.awaited(state.public) == (Ask(0, "turn"),)
    for seat, command in ((0, "pass EW"), (1, "pass NS")):
        state = engine.apply(state, seat, parse(command)).state
    step = engine.apply(state, 2, parse("pass EW"))
    assert [event.seat for event in step.events if isinstance(event, Passed)] == [2, 0]


def test_r95_r96_new_player_gives_their_own_orders_for_the_turn() -> None:
    state = three()
    for text in ("order turn pass NS", "order pass"):
        state = engine.apply(state, 1, parse(text)).state
    state = engine.apply(state, None, TakeOver(1)).state
    assert state.seats[1].orders == (parse("order pass"),)


def test_r95_an_order_for_the_turn_is_for_this_round() -> None:
    state = game([("map",), ("map",), ()], pile=(), rounds=2)
    for text in ("order turn pass map", "order pass"):
        state = engine.apply(state, 0, parse(text)).state
    for seat in (0, 1):
        state = engine.apply(state, seat, parse("map 8,0")).state
    step = next_round(state, key=KEY)
    assert step.state.public.round == 2
    assert step.state.seats[0].orders == (parse("order pass"),)


@pytest.mark.parametrize(
    ("command", "line", "how", "resting"),
    [
        (Sleep(1), "= sleep B", "asleep", {1: "asleep"}),
        (Bot(1), "= bot B", "bot", {1: "bot"}),
        (Wake(1), "= wake B", "wake", {}),
        (TakeOver(1), "= replace B", "replace", {}),
    ],
)
def test_r96_a_seat_sleeps_wakes_is_played_by_a_bot_or_taken_over(
    command: TableCommand, line: str, how: str, resting: dict[int, str]
) -> None:
    assert (write_line(None, command), parse_line(line)) == (line, (None, command))
    step = engine.apply(engine.apply(three(), None, Sleep(1)).state, None, command)
    assert step.events == (SeatChanged(seat=1, how=how),)
    state = step.state
    assert state.public.resting == resting
    assert state.seats == three().seats
    assert state.table == three().table
    with pytest.raises(Refused, match="not-awaited"):
        engine.apply(state, 1, command)
    with pytest.raises(Refused, match="no-player"):
        engine.apply(state, None, type(command)(3))


def test_r96_a_table_that_is_ended_is_opened_and_nothing_more_happens() -> None:
    state = engine.apply(three(), None, End()).state
    revealed = state.public.revealed
    assert revealed is not None
    assert (revealed.hands, revealed.pile) == (tuple(own.hand for own in state.seats), state.table.pile)
    assert state.public.results[-1].roles == ("digger", "saboteur", "digger")
    assert state.public.results[-1].goals["8,0"] == "gold"
    for command in (End(), Timeout(0)):
        with pytest.raises(Refused, match="game-over"):
            engine.apply(state, None, command)


def test_r97_an_empty_hand_is_passed_over_and_the_log_says_so() -> None:
    state = game([("map",), (), ("map", "NS")], pile=())
    step = engine.apply(state, 0, parse("map 8,0"))
    assert [event for event in step.events if isinstance(event, PassedOver)] == [PassedOver(1)]
    assert engine.awaited(step.state.public) == (Ask(2, "turn"),)
    step = engine.apply(step.state, 2, parse("pass map"))
    assert [event for event in step.events if isinstance(event, PassedOver)] == [PassedOver(0), PassedOver(1)]
