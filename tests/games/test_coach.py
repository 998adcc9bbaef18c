"""The coach: what it says from a view and the public log, when it stops, and which players are offered one."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from accounts.models import User
from games.bots.match import play_game
from games.models import Coaching, Game, Seat, Status
from games.rules import engine
from games.rules.events import PrivateEvent, RoundBegan, Saw
from games.rules.notation import parse_line
from games.rules.record import deal_round
from games.rules.roles import GEOLOGIST, PROFITEER
from games.rules.table import Ruleset
from games.rules.view import PlayerView, view
from games.selectors.table import LoggedMove
from games.services import beginning, leaving
from games.tableau import coach as coaching
from games.tableau.coach import TURNS, Coach, coach_of
from games.wording import coach as words
from games.wording.coach import topics
from tests.factories import UserFactory
from tests.games.tables import browser_of, do, finished_game, in_position, open_game, people, running_game, seat_of

WHEN = datetime(2026, 11, 27, tzinfo=UTC)
MANIFOLD = (124, 30, 55, 4)
"""Rounds of bots in which nearly all happens that the coach remarks on. Others follow if bots play otherwise."""
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve")
BASE: dict[str, Any] = {
    "roles": {"A": "digger", "B": "saboteur", "C": "digger"},
    "goals": {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"},
    "mine": {"1,0": "NESW", "2,0": "NESW"},
    "hands": {"A": ["EW", "map"], "B": ["E.W", "break:cart", "EW"], "C": ["NESW", "EW", "repair:cart"]},
    "pile": ["NE", "NW", "NS", "NES", "ESW", "NS"],
    "first": "A",
}


class Scene(NamedTuple):
    """A round after some moves, as the first seat knows it."""

    view: PlayerView
    log: tuple[LoggedMove, ...]

    @property
    def coach(self) -> Coach:
        """What the coach says."""
        return coach_of(self.view, self.log, NAMES) or Coach()


def scene(*lines: str, seat: int = 0, **script: Any) -> Scene:
    """The base game for three after some moves in notation, in a position, as a seat knows it."""
    whole = {**BASE, **script}
    state = deal_round(Ruleset(), 3, whole, 1, None, "coach")
    log = [LoggedMove(0, None, WHEN, (RoundBegan(round=1, first=0),))]
    for line in lines:
        who, command = parse_line(line)
        step = engine.apply(state, who, command)
        state = step.state
        whispers = tuple(event for to, event in step.whispers if to == seat)
        log.append(LoggedMove(state.public.seq, who, WHEN, step.events, whispers))
    return Scene(view(state.public, state.seats[seat]), tuple(reversed(log)))


def scenes(
    key: str, level: str = "easy", ruleset: Ruleset | None = None, players: int = 5
) -> Iterator[tuple[int, Scene]]:
    """A round of bots, after each command, as each seat knows it."""
    logs: list[list[LoggedMove]] = [[] for _seat in range(players)]
    for seq, one in enumerate(play_game(ruleset or Ruleset(rounds=1), players, key=key.encode(), level=level)):
        for seat, log in enumerate(logs):
            log.insert(0, LoggedMove(seq, one.seat, WHEN, one.events, looked(one, seat)))
        if engine.is_over(one.state.public):
            return
        for seat, log in enumerate(logs):
            yield seat, Scene(view(one.state.public, one.state.seats[seat]), tuple(log))


def looked(one: Any, seat: int) -> tuple[PrivateEvent, ...]:
    """The whisper of a map that a seat has just played."""
    before = len(one.view.own.sightings) if one.view is not None and one.seat == seat else 99
    return tuple(Saw(sight.sight) for sight in one.state.seats[seat].sightings[before:])


# -- what it says


def test_first_turn_of_a_digger_says_how_to_lay_a_tunnel() -> None:
    assert scene().coach == Coach(
        possible="Tap a tunnel card. The squares where it fits light up: choose one closer to the goals."
    )


def test_first_turn_of_a_saboteur_says_to_look_helpful() -> None:
    found = scene(roles={"A": "saboteur", "B": "digger", "C": "digger"}).coach
    assert "look helpful" in found.possible


def test_own_tunnel_is_remarked_on_afterwards_and_once() -> None:
    assert scene("A lay EW 3,0").coach == Coach("Well dug: the tunnel is closer to the goals now.")
    again = scene("A lay EW 3,0", "B pass EW", "C pass EW", "A lay NE 4,0~", hands={**BASE["hands"], "A": ["EW", "NE"]})
    assert "Well dug" not in again.coach.happened


def test_broken_tool_names_its_player_and_what_that_may_mean() -> None:
    found = scene("A lay EW 3,0", "B break:cart A")
    assert found.coach.happened == "Bo broke your cart. That may be a saboteur."
    mine = scene("A lay EW 3,0", "B break:cart A", "C pass EW").coach
    assert mine.happened == "Bo broke your cart. That may be a saboteur."
    assert "can’t lay tunnels" in mine.possible


def test_broken_tool_reads_otherwise_for_a_saboteur() -> None:
    roles = {"A": "saboteur", "B": "digger", "C": "digger"}
    assert (
        scene("A lay EW 3,0", "B break:cart A", roles=roles).coach.happened
        == "Bo broke your cart. They may suspect you."
    )


def test_dead_end_of_another_is_named_as_a_reason_to_suspect() -> None:
    assert scene("A lay EW 3,0", "B lay E.W 4,0").coach.happened == "Bo laid a dead end. That may be a saboteur."


def test_map_is_named_until_it_was_used_and_what_it_showed_stays_private() -> None:
    used = ("A lay EW 3,0", "B pass EW", "C pass EW")
    assert "A map shows you" in scene(*used).coach.possible
    seen = (*used, "A map 8,0")
    assert scene(*seen).coach.happened == "You’ve found the gold. Only you know, until you tell the others."
    later = (*seen, "B pass E.W", "C pass NESW")
    assert "map" not in scene(*later).coach.possible
    assert scene(*seen, seat=2).coach.happened == "Ann looked at a goal. What they say about it may be a lie."


def test_every_sentence_is_said_in_some_round_of_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    said: set[tuple[str, str, str]] = set()

    def noted(group: str, original: Any) -> Any:
        def telling(kind: str, side: str, *names: str) -> str:
            said.add((group, kind, side))
            return str(original(kind, side, *names))

        return telling

    for group, name in {"others": "of_others", "own": "of_own", "possible": "possible"}.items():
        monkeypatch.setattr(words, name, noted(group, getattr(words, name)))
    assert scene("A lay E.W 3,0", hands={"A": ["E.W"]}).coach.happened.startswith(
        "That was a dead end."
    )  # no bot digs so
    for number in (*MANIFOLD, *range(60)):
        level = ("easy", "normal")[number % 2]
        for _seat, one in scenes(f"cover {number}", level):
            coach_of(one.view, one.log, NAMES)
        if said == topics():
            break
    assert said == topics()


def test_no_sentence_has_an_empty_place() -> None:
    for _seat, one in scenes("places"):
        found = one.coach
        for text in (found.happened, found.possible):
            assert not re.search(r"%\(|^ | of[.,]|  ", text), text


@pytest.mark.parametrize("seat", range(5))
def test_coach_explains_less_each_turn_until_it_stops(seat: int) -> None:
    turns, often = 0, 0
    before: PlayerView | None = None
    for mine, one in scenes("fades"):
        if mine != seat:
            continue
        if one.view.menu and (before is None or not before.menu):
            turns += 1
            often += bool(one.coach.possible)
            assert turns <= TURNS or not one.coach.possible
        before = one.view
    assert 1 <= often <= TURNS < turns


def test_remark_of_one_kind_is_made_twice_about_others_at_most() -> None:
    kinds = [one.coach.happened for seat, one in scenes("often") if seat == 0]
    changes = [text for text, last in zip(kinds, ["", *kinds], strict=False) if text and text != last]
    for name in NAMES:
        assert changes.count(f"{name} laid a dead end. That may be a saboteur.") <= coaching.OFTEN


@pytest.mark.parametrize("role", [GEOLOGIST, PROFITEER])
def test_roles_that_win_by_neither_are_not_coached(role: str) -> None:
    found = scene()
    own = found.view.own
    assert own is not None
    assert coach_of(replace(found.view, own=replace(own, role=role)), found.log, NAMES) is None


def test_coach_ends_with_the_first_round_and_has_nothing_for_spectators() -> None:
    found = scene()
    assert coach_of(replace(found.view, public=replace(found.view.public, round=2)), found.log, NAMES) is None
    assert coach_of(view(found.view.public, None), found.log, NAMES) is None


@pytest.mark.parametrize("ruleset", [Ruleset(rules="saboteur2", rounds=1)])
def test_coach_speaks_in_saboteur_2_too(ruleset: Ruleset) -> None:
    said = {one.coach.possible for _seat, one in scenes("two", "normal", ruleset, players=5)}
    assert len(said) > 3


# -- who is coached


pytestmark = pytest.mark.django_db


def begun(*users: User) -> Game:
    """A table of these users that the first of them starts."""
    game = open_game(users)
    beginning.start(host=users[0], code=game.code)
    game.refresh_from_db()
    return game


def page_of(client: Client, game: Game) -> str:
    return client.get(reverse("games:table", args=[game.code])).content.decode()


def test_newcomer_is_offered_a_coach_once_and_old_hands_are_not() -> None:
    ann, bo, cy = people(3)
    finished_game([bo, cy, UserFactory.create(username="Zoe")])
    game = begun(ann, bo, cy)
    assert {seat.user.username: seat.coach for seat in game.seats.select_related("user")} == {
        "Ann": Coaching.OFFERED,
        "Bo": Coaching.NONE,
        "Cy": Coaching.NONE,
    }
    assert "Get a coach" in page_of(browser_of(ann), game)
    assert 'id="coach"' not in page_of(browser_of(bo), game)
    assert seat_of(begun(ann, bo, cy), "Ann").coach == Coaching.NONE


def test_offer_is_accepted_and_the_coach_silenced_by_one_button_each() -> None:
    game = in_position(3, **{key: BASE[key] for key in ("roles", "goals", "mine", "hands", "first")})
    Seat.objects.filter(game=game, number=0).update(coach=Coaching.OFFERED)
    client, address = browser_of("Ann"), reverse("games:coach", args=[game.code])
    version = game.version
    assert client.post(address, {"coach": "on"}).status_code == 303
    assert "Tap a tunnel card." in page_of(client, game)
    assert client.post(address, {"coach": "off"}).status_code == 303
    assert 'id="coach"' not in page_of(client, game)
    game.refresh_from_db()
    assert game.version == version


@pytest.mark.parametrize("form", [{}, {"coach": ""}, {"coach": "maybe"}, {"coach": "\0"}])
def test_answer_that_is_none_gets_a_sentence_and_changes_nothing(form: dict[str, str]) -> None:
    game = running_game(3)
    Seat.objects.filter(game=game, number=0).update(coach=Coaching.OFFERED)
    answer = browser_of("Ann").post(reverse("games:coach", args=[game.code]), form)
    assert answer.status_code == 422
    assert "This form isn’t complete." in answer.content.decode()
    assert seat_of(game, "Ann").coach == Coaching.OFFERED


def test_only_players_of_the_table_have_a_coach_there() -> None:
    game = running_game(3)
    address = reverse("games:coach", args=[game.code])
    stranger = UserFactory.create(username="Zoe")
    assert browser_of(stranger).post(address, {"coach": "on"}).status_code == 404
    assert Client().post(address, {"coach": "on"})["Location"].startswith("/accounts/login/")
    assert not Seat.objects.exclude(coach="").exists()


def test_practice_round_is_coached_and_against_easy_bots() -> None:
    client = Client()
    client.post(reverse("games:try"))
    game = Game.objects.get()
    seat = Seat.objects.get(game=game, user__is_guest=True)
    assert (game.bot_level, seat.coach, game.practice) == ("easy", Coaching.ON, True)


@pytest.mark.parametrize(("role", "coached"), [("digger", True), ("saboteur", True), ("any", False)])
def test_practice_deals_the_role_that_was_asked_for(role: str, coached: bool) -> None:
    for number in range(4):
        client = browser_of(UserFactory.create(username=f"Zoe {number}"))
        client.post(reverse("games:try"), {"role": role})
    seats = Seat.objects.filter(user__username__startswith="Zoe")
    assert [seat.coach for seat in seats] == [Coaching.ON if coached else Coaching.NONE] * 4
    assert role == "any" or {seat.role for seat in seats} == {role}


def test_practice_in_a_role_that_is_none_is_not_begun() -> None:
    assert Client().post(reverse("games:try"), {"role": "king"}).status_code == 422
    assert not Game.objects.exists()


def test_seat_that_changes_hands_has_no_coach_of_the_player_before() -> None:
    game = running_game(3)
    Seat.objects.filter(game=game, number=1).update(coach=Coaching.ON)
    leaving.leave(user=User.objects.get(username="Bo"), code=game.code)
    assert Seat.objects.get(game=game, number=1).coach == Coaching.NONE


def test_coached_page_costs_as_many_statements_as_another() -> None:
    game = in_position(3, **{key: BASE[key] for key in ("roles", "goals", "mine", "hands", "first")})
    do(game, "A lay EW 3,0", "B pass EW", "C pass EW")
    client, costs = browser_of("Ann"), []
    for coach in (Coaching.NONE, Coaching.NONE, Coaching.OFFERED, Coaching.ON):
        Seat.objects.filter(game=game, number=0).update(coach=coach)
        with CaptureQueriesContext(connection) as asked:
            page_of(client, game)
        costs.append(len(asked))
    assert len(set(costs[1:])) == 1, costs


def test_page_of_a_coached_player_says_what_another_did() -> None:
    game = in_position(3, **{key: BASE[key] for key in ("roles", "goals", "mine", "hands", "first")})
    Seat.objects.filter(game=game, number=0).update(coach=Coaching.ON)
    do(game, "A lay EW 3,0", "B lay E.W 4,0")
    assert "Bo laid a dead end. That may be a saboteur." in page_of(browser_of("Ann"), game)
    assert "may be a saboteur" not in page_of(browser_of("Cy"), game)
    assert game.status == Status.RUNNING
