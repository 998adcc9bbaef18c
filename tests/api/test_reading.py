"""What a token reads: the same as the pages of its player show."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.clocks import planned
from games.models import Game, Joining
from games.rows import store
from games.rules.notation import letter, write
from games.rules.view import view
from games.selectors import table as table_selectors
from games.services import talk
from tests.api.clients import Program
from tests.games import clocks, tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A running table of Ann, Bo and Cy."""
    return tables.running_game(3, code="mine")


@pytest.fixture
def ann(game: Game) -> Program:
    """A program of Ann's."""
    return Program(User.objects.get(username="Ann"))


def awaited(game: Game) -> Program:
    """A program of the player that a table waits for."""
    return Program(tables.awaited(game).user)


def test_me_names_player_scopes_and_end_of_the_token(game: Game) -> None:
    me = Program(User.objects.get(username="Bo"), "read", "play").get("me")
    assert (me["name"], me["owner"], me["scopes"], me["token"]) == ("Bo", "", ["read", "play"], "a program")
    assert me["expires_at"].endswith("Z")


def test_table_shows_own_hand_and_no_other(game: Game, ann: Program) -> None:
    answer, seats = ann.get("tables/mine"), tables.seats_of(game)
    state, own = answer["state"], answer["own"]

    assert own["hand"] == seats[0].hand.split()
    assert own["role"] == seats[0].role
    assert [player["name"] for player in answer["players"]] == ["Ann", "Bo", "Cy"]
    assert state["hands"] == [6, 6, 6]
    assert state["revealed"] is None
    assert {lies["kind"] for lies in state["face_down"]} == {"goal"}
    assert [one["seat"] for one in state["awaited"]] == [letter(tables.awaited(game).number)]


def test_table_has_the_parts_of_the_players_view(game: Game, ann: Program) -> None:
    tables.play_on(game, 8)
    place = table_selectors.place_at("mine", User.objects.get(username="Ann"))
    seen, answer = table_selectors.view_of(place), ann.get("tables/mine")

    mine = {lies["at"]: lies["card"] + "~" * lies["turned"] for lies in answer["state"]["mine"]}
    assert mine == dict(seen.public.mine)
    assert seen.own is not None
    assert answer["own"]["hand"] == list(seen.own.hand)
    assert answer["own"]["decision"] == seen.my_decision
    assert answer["seq"] == seen.public.seq


def test_legal_lists_every_command_of_the_view_as_it_is_sent(game: Game) -> None:
    seat = tables.awaited(game)
    state = tables.loaded(game).state
    legal = awaited(game).get("tables/mine/legal")

    menu = view(state.public, state.seats[seat.number]).menu
    assert [one["text"] for one in legal["commands"]] == [write(command) for command in menu]
    assert legal["decision"] == "turn"
    assert legal["seq"] == game.seq
    assert {held["card"] for held in legal["hand"]} == set(seat.hand.split())
    assert {claim["about"] for claim in legal["claims"]} >= {"goal", "player", "hand"}


def test_legal_says_why_no_card_can_be_laid_with_a_broken_tool() -> None:
    tables.in_position(3, code="mine", first="A", hands={"A": ["EW", "map"]}, before={"A": ["break:cart"]})
    held = {one["card"]: one for one in Program(User.objects.get(username="Ann")).get("tables/mine/legal")["hand"]}

    assert held["map"]["playable"]
    assert held["map"]["refusal"] is None
    assert not held["EW"]["playable"]
    assert (held["EW"]["refusal"]["code"], held["EW"]["refusal"]["rule"]) == ("may-not-lay", "R15")


def test_check_says_whether_a_command_is_legal_and_plays_nothing() -> None:
    game = tables.in_position(3, code="mine", first="A", hands={"A": ["EW", "NS"]})
    ann = Program(User.objects.get(username="Ann"))
    good = ann.post("tables/mine/check", {"command": {"kind": "lay", "card": "EW", "at": "1,0"}})
    bad = ann.post("tables/mine/check", {"command": {"kind": "lay", "card": "NS", "at": "1,0"}})

    assert good == {"legal": True, "refusal": None}
    assert (bad["legal"], bad["refusal"]["code"], bad["refusal"]["rule"]) == (False, "sides-do-not-match", "R14")
    assert Game.objects.get(pk=game.pk).seq == game.seq


def test_events_come_after_a_number_and_at_once(game: Game, ann: Program) -> None:
    tables.play_on(game, 5)
    response = ann.ask("GET", "tables/mine/events?after=2")
    log = response.json()

    assert [entry["seq"] for entry in log["entries"]] == [3, 4, 5]
    assert (log["seq"], log["more"], log["status"]) == (5, False, "running")
    assert response.headers["Retry-After"] == "5"
    mine = {entry["seq"]: entry["own"] for entry in log["entries"]}
    assert {bool(own) for seq, own in mine.items() if log["entries"][seq - 3]["seat"] != "A"} <= {False}


def test_quiet_table_is_asked_for_events_seldom(game: Game, ann: Program) -> None:
    clocks.pass_by(timedelta(hours=1))
    assert ann.ask("GET", "tables/mine/events?after=0").headers["Retry-After"] == "60"


def test_events_of_a_long_game_come_in_parts(ann: Program) -> None:
    game = tables.play_to_the_end(tables.running_game(3, code="long"))
    seen, after, parts = list[int](), 0, 0
    while parts < 50:
        log, parts = ann.get(f"tables/long/events?after={after}"), parts + 1
        seen += [entry["seq"] for entry in log["entries"]]
        after = seen[-1]
        if not log["more"]:
            break
    assert parts > 1
    assert seen == sorted(set(seen))
    assert seen[-1] == game.seq


def test_round_can_be_replayed_once_it_is_finished(ann: Program) -> None:
    game = tables.running_game(3, code="played")
    assert ann.refused("tables/played/rounds/1", None, "GET")[:2] == (404, "not-found")

    while len(store.public(game).results) < 1:
        tables.play_on(game, 1)
    answer = ann.get("tables/played/rounds/1")
    assert answer["result"]["round"] == 1
    assert answer["others"] == []
    assert answer["entries"][0]["events"][0]["event"] == "round-began"
    assert answer["entries"][-1]["events"][-1]["event"] == "round-ended"
    assert {lies["at"] for lies in answer["mine"]} == {"0,0"}


def test_replay_opens_whispers_of_others_once_the_game_is_over(ann: Program) -> None:
    tables.finished_game(3, code="over")
    answer = ann.get("tables/over/rounds/1")
    assert {whisper["seat"] for whisper in answer["others"]} == {"A", "B", "C"}
    assert ann.get("tables/over")["state"]["revealed"]["winners"]


def test_messages_and_claims_come_after_a_number(game: Game, ann: Program) -> None:
    bo = User.objects.get(username="Bo")
    for number, text in enumerate(["I dig.", "Trust me.", "Go north."]):
        talk.say(user=bo, code="mine", text=text, after=number)
    answer = ann.get("tables/mine/messages?after=1")

    assert [one["text"] for one in answer["messages"]] == ["Trust me.", "Go north."]
    assert (answer["last"], answer["messages"][0]["author"], answer["messages"][0]["mine"]) == (3, "Bo", False)


def test_tables_come_latest_first_by_page(game: Game, ann: Program, monkeypatch: Any) -> None:
    monkeypatch.setattr("api.selectors.PAGE", 2)
    for number in range(4):
        tables.open_game(2, code=f"open{number}")
    first = ann.get("tables")
    second = ann.get(f"tables?before={first['next']}")
    third = ann.get(f"tables?before={second['next']}")

    codes = [line["code"] for page in (first, second, third) for line in page["tables"]]
    assert codes == ["open3", "open2", "open1", "open0", "mine"]
    assert third["next"] is None


def test_notifications_are_those_of_the_first_page(game: Game) -> None:
    answer = awaited(game).get("notifications")["notifications"]
    assert [(one["kind"], one["table"]) for one in answer] == [("turn", "mine")]


def test_open_table_shows_who_is_ready_and_no_game(ann: Program) -> None:
    tables.open_game(2, wanted=3, code="open")
    answer = ann.get("tables/open")
    assert (answer["status"], answer["state"], answer["own"], answer["ready"]) == ("open", None, None, ["A", "B"])


@pytest.mark.parametrize(("joining", "status"), [(Joining.FRIENDS, 404), (Joining.LINK, 404), (Joining.ANYONE, 200)])
def test_stranger_sees_what_spectators_see(joining: str, status: int) -> None:
    tables.running_game(3, code="mine", joining=joining)
    stranger = Program(tables.people(4)[3])
    response = stranger.ask("GET", "tables/mine")
    assert response.status_code == status
    if status == 200:
        assert response.json()["own"] is None
        assert stranger.ask("GET", "tables/mine/legal").status_code == 404


def test_own_plan_is_read_by_its_player_alone(game: Game) -> None:
    waiting = next(seat for seat in tables.seats_of(game) if not seat.awaited_for)
    card = waiting.hand.split()[0]
    mine = Program(waiting.user)
    mine.ask("PUT", "tables/mine/plan", {"commands": [{"kind": "discard", "cards": [card]}], "minutes": 10})

    assert mine.get("tables/mine")["own"]["plan"] == [{"kind": "discard", "cards": [card]}]
    assert awaited(game).get("tables/mine")["own"]["plan"] == []
    assert 10 in planned.DELAYS
