"""What a token does: moves, answers, orders, plans, talk; each as the forms of the table do it."""

from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Move, PrivateAct, Seat, Word
from games.rules.table import Ruleset
from tests.api.clients import Program
from tests.games import tables

pytestmark = pytest.mark.django_db

LAY = {"kind": "lay", "card": "EW", "at": "1,0"}


@pytest.fixture
def game() -> Game:
    """Ann is on turn with four cards."""
    return tables.in_position(3, code="mine", first="A", hands={"A": ["EW", "NS", "map", "rockfall"]})


@pytest.fixture
def ann(game: Game) -> Program:
    """A program of Ann's."""
    return Program(User.objects.get(username="Ann"))


@pytest.fixture
def bo(game: Game) -> Program:
    """A program of Bo's, who waits."""
    return Program(User.objects.get(username="Bo"))


def test_move_is_played_and_logged(game: Game, ann: Program) -> None:
    done = ann.post("tables/mine/moves", {"seq": game.seq, "command": LAY})
    assert done == {"seq": game.seq + 1, "result": "done"}
    assert Move.objects.get(game=game, seq=game.seq + 1).command.startswith("A lay EW 1,0")
    assert ann.get("tables/mine")["state"]["mine"][1] == {"at": "1,0", "card": "EW", "turned": False}


def test_move_sent_twice_with_one_key_is_played_once(game: Game, ann: Program) -> None:
    sent = {"seq": game.seq, "command": LAY}
    first, second = (ann.post("tables/mine/moves", sent, **{"Idempotency-Key": "one"}) for _ in range(2))
    assert (first["result"], second["result"]) == ("done", "again")
    assert first["seq"] == second["seq"]
    assert Move.objects.filter(game=game, seat=0).count() == 1


def test_key_that_was_used_for_another_move_is_stale(game: Game, ann: Program) -> None:
    ann.post("tables/mine/moves", {"seq": game.seq, "command": LAY}, **{"Idempotency-Key": "one"})
    other = {"seq": game.seq + 1, "command": {"kind": "discard", "cards": ["map"]}}
    assert ann.refused("tables/mine/moves", other, **{"Idempotency-Key": "one"})[:2] == (409, "stale")


def test_move_for_another_state_is_stale_and_changes_nothing(game: Game, ann: Program) -> None:
    assert ann.refused("tables/mine/moves", {"seq": game.seq + 5, "command": LAY})[:2] == (409, "stale")
    assert Game.objects.get(pk=game.pk).seq == game.seq


@pytest.mark.parametrize(
    ("command", "code", "rule"),
    [
        ({"kind": "lay", "card": "EW", "at": "7,0"}, "not-joined", "R14"),
        ({"kind": "lay", "card": "NESW", "at": "1,0"}, "not-in-hand", "R13"),
        ({"kind": "lay", "card": "gold", "at": "1,0"}, "malformed", ""),
        ({"kind": "play", "card": "map", "at": ["1,0"]}, "nothing-face-down", "R18"),
    ],
)
def test_refusal_of_the_rules_has_its_code_and_rule(
    game: Game, ann: Program, command: dict[str, Any], code: str, rule: str
) -> None:
    status, events, number = ann.refused("tables/mine/moves", {"seq": game.seq, "command": command})
    assert (status, events) == (422, code)
    assert number.startswith("R") == bool(rule)
    assert Game.objects.get(pk=game.pk).seq == game.seq


def test_player_who_is_not_awaited_is_refused(game: Game, bo: Program) -> None:
    card = tables.seat_of(game, "Bo").hand.split()[0]
    sent = {"seq": game.seq, "command": {"kind": "discard", "cards": [card]}}
    assert bo.refused("tables/mine/moves", sent) == (422, "not-awaited", "R90")


def test_answer_in_a_window_stays_secret() -> None:
    ruleset = Ruleset(modules=("veto",), veto_window=12)
    game = tables.in_position(3, code="mine", first="A", ruleset=ruleset, hands={"A": ["map", "EW"]})
    ann, bo = (Program(tables.seat_of(game, name).user) for name in ("Ann", "Bo"))
    ann.post("tables/mine/moves", {"seq": game.seq, "command": {"kind": "play", "card": "map", "at": ["8,0"]}})
    before = ann.get("tables/mine")
    sent = {"seq": before["seq"], "command": {"kind": "choose", "answer": "none"}}
    done = bo.post("tables/mine/answers", sent)

    assert done["seq"] == before["seq"]
    assert ann.get("tables/mine") == before
    assert bo.get("tables/mine")["own"]["answered"]
    assert bo.post("tables/mine/answers", sent)["result"] == "again"


def test_order_is_stored_and_leaves_no_trace(game: Game, ann: Program, bo: Program) -> None:
    seen = ann.get("tables/mine")
    bo.post("tables/mine/orders", {"seq": game.seq, "command": {"kind": "order-pass", "this_round": True}})
    assert bo.get("tables/mine")["own"]["orders"] == [{"kind": "order-pass", "this_round": True}]
    assert ann.get("tables/mine") == seen
    assert PrivateAct.objects.filter(game=game, seat=1).count() == 1

    bo.post("tables/mine/orders", {"seq": game.seq, "command": {"kind": "order-none"}})
    assert bo.get("tables/mine")["own"]["orders"] == []


def test_plan_is_played_when_the_turn_begins(game: Game, ann: Program, bo: Program) -> None:
    card = tables.seat_of(game, "Bo").hand.split()[0]
    plan = {"commands": [{"kind": "discard", "cards": [card]}]}
    assert bo.ask("PUT", "tables/mine/plan", plan).status_code == 200
    ann.post("tables/mine/moves", {"seq": game.seq, "command": LAY})
    events = ann.get(f"tables/mine/events?after={game.seq}")["entries"][-1]["events"]
    assert {"event": "passed", "seat": "B", "count": 1} in events


def test_plan_is_replaced_and_dropped(game: Game, bo: Program) -> None:
    first, second = (
        dict.fromkeys(tables.seat_of(game, "Bo").hand.split()[:1]),
        tables.seat_of(game, "Bo").hand.split()[-1],
    )
    for card in (*first, second):
        bo.ask("PUT", "tables/mine/plan", {"commands": [{"kind": "discard", "cards": [card]}]})
    assert bo.get("tables/mine")["own"]["plan"] == [{"kind": "discard", "cards": [second]}]
    assert bo.ask("DELETE", "tables/mine/plan").status_code == 200
    assert bo.get("tables/mine")["own"]["plan"] == []


def test_plan_in_the_own_turn_is_too_late(game: Game, ann: Program) -> None:
    plan = {"commands": [{"kind": "discard", "cards": ["map"]}]}
    assert ann.refused("tables/mine/plan", plan, "PUT")[:2] == (409, "no-turn-to-plan")
    assert tables.seat_of(game, "Ann").plan == ""


def test_refused_plan_leaves_the_plan_before_it(game: Game, bo: Program) -> None:
    card = tables.seat_of(game, "Bo").hand.split()[0]
    good = {"kind": "discard", "cards": [card]}
    bo.ask("PUT", "tables/mine/plan", {"commands": [good]})
    assert (
        bo.refused("tables/mine/plan", {"commands": [{"kind": "lay", "card": "EW", "at": "7,7"}, good]}, "PUT")[0]
        == 422
    )
    assert bo.get("tables/mine")["own"]["plan"] == [good]


def test_message_sent_twice_is_stored_once(game: Game, ann: Program) -> None:
    for _ in range(2):
        assert ann.post("tables/mine/messages", {"text": "I dig.", "after": 0}) == {"last": 1}
    assert ann.post("tables/mine/messages", {"quick": "thanks", "after": 1}) == {"last": 2}
    assert list(Word.objects.values_list("text", flat=True)) == ["I dig.", "thanks"]


def test_message_of_nothing_or_of_two_kinds_is_refused(game: Game, ann: Program) -> None:
    for sent in ({"after": 0}, {"text": "a", "quick": "thanks", "after": 0}):
        assert ann.refused("tables/mine/messages", sent)[:2] == (422, "no-message")
    assert ann.refused("tables/mine/messages", {"text": "\u200b", "after": 0})[:2] == (422, "declined")


def test_claim_replaces_the_one_before(game: Game, ann: Program) -> None:
    for says in ("gold", "stone"):
        ann.post("tables/mine/claims", {"claim": {"about": "goal", "what": "8,0", "says": says}})
    claims = [one for one in ann.get("tables/mine/messages")["messages"] if one["stands"]]
    assert [one["claim"]["says"] for one in claims] == ["stone"]
    nonsense = {"claim": {"about": "goal", "what": "8,0", "says": "trust"}}
    assert ann.refused("tables/mine/claims", nonsense)[:2] == (422, "no-claim")


def test_resting_seat_wakes_with_a_move(game: Game, ann: Program) -> None:
    tables.do(game, "= sleep A")
    ann.post("tables/mine/moves", {"seq": game.seq, "command": LAY})
    assert Seat.objects.get(game=game, number=0).resting == ""


def test_reading_neither_wakes_a_seat_nor_marks_it_as_seen(game: Game, ann: Program) -> None:
    tables.do(game, "= sleep A")
    Seat.objects.filter(game=game).update(seen_seq=0)
    for path in ("tables/mine", "tables/mine/legal", "tables/mine/events", "tables/mine/messages", "tables"):
        ann.get(path)
    assert list(Seat.objects.filter(game=game, number=0).values_list("resting", "seen_seq")) == [("asleep", 0)]
