"""A round looked at step by step: who may, what is shown of it, and what is not shown yet (R24, R94)."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, Joining, Move
from games.rows import store
from games.rules.events import Dealt
from games.rules.table import Ruleset
from games.selectors.steps import round_view
from games.selectors.table import Place, log_between
from tests.factories import UserFactory
from tests.games.pages import HX, Page, get
from tests.games.tables import browser_of, do, loaded, play_on, play_to_the_end, running_game, seats_of, seen_by_all

pytestmark = pytest.mark.django_db


def step(name: str, seq: int, number: int = 1, code: str = "back") -> Page:
    return get(browser_of(name), f"/t/{code}/round/{number}/{seq}")


def moves_of(page: Page) -> list[int]:
    """The steps that the list of moves leads to."""
    listed = page.markup.partition('class="moves"')[2].partition("</ol>")[0]
    return [int(seq) for seq in re.findall(r"/round/\d+/(\d+)\"", listed)]


def with_card(game: Game, card: str) -> str:
    """The letter of a seat that holds a card; the pile is dealt from a fixed seed."""
    return next("ABCDEFGH"[seat.number] for seat in seats_of(game) if card in seat.hand.split())


@pytest.fixture
def game() -> Game:
    game = running_game(3, code="back")
    play_on(game, 6)
    return game


def test_every_move_of_a_round_has_an_address_and_a_place_in_the_list(game: Game) -> None:
    page = step("Ann", 0)
    assert page.status == 200
    assert "The deal" in page.words
    assert moves_of(page) == list(Move.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))
    for seq in moves_of(page):
        there = step("Ann", seq)
        assert there.status == 200
        assert f'round/1/{seq}" aria-current="step"' in there.markup


def test_a_round_is_read_from_its_deal_on_however_long_it_is(game: Game) -> None:
    more = range(game.seq + 1, game.seq + 1002)
    events = Move.objects.filter(game=game).latest("seq").events
    Move.objects.bulk_create(Move(game=game, seq=seq, seat=0, events=events, command="") for seq in more)
    log = log_between(Place(game, None), 0, more[-1])
    assert [log[-1].seq, log[0].seq, len(log)] == [0, more[-1], Move.objects.filter(game=game).count()]


def test_command_between_rounds_shows_each_round_its_own_hand() -> None:
    game = running_game(3, code="two", ruleset=Ruleset(rounds=2))
    while not loaded(game).state.public.results:
        play_on(game, 1)
    for seat in seats_of(game):
        first, second = (round_view(Place(Game.objects.get(), seat), number) for number in (1, 2))
        assert first
        assert second
        assert first.steps[-1].seq == second.steps[0].seq
        dealt = [[isinstance(one, Dealt) for one in step.whispers] for step in (first.steps[-1], second.steps[0])]
        assert [one.count(True) for one in dealt] == [0, 1]


def test_first_back_next_and_last_are_links_without_any_script(game: Game) -> None:
    page = step("Ann", 3)
    ways = {link["data-go"]: link["href"] for link in page.links if link["data-go"]}
    assert ways == {
        "first": "/t/back/round/1/0",
        "back": "/t/back/round/1/2",
        "on": "/t/back/round/1/4",
        "last": f"/t/back/round/1/{game.seq}",
        "now": "/t/back/",
    }
    assert not [link for link in step("Ann", 0).links if link["data-go"] in ("first", "back")]
    assert not [link for link in step("Ann", game.seq).links if link["data-go"] in ("on", "last")]


def test_a_card_lies_there_from_its_step_on(game: Game) -> None:
    laid = next(move for move in Move.objects.filter(game=game).order_by("seq") if " lay " in move.command)
    before, then = step("Ann", laid.seq - 1), step("Ann", laid.seq)
    mine = [page.markup.partition('id="mine"')[2].partition("</ul>")[0] for page in (before, then)]
    assert mine[1].count("<li") == mine[0].count("<li") + 1
    assert " new" in mine[1]


def test_replay_step_shows_no_later_sighting() -> None:
    game = running_game(5, seed=7, code="back")
    seat = with_card(game, "map")
    name = ["Ann", "Bo", "Cy", "Dee", "Eve"]["ABCDE".index(seat)]
    while not Move.objects.filter(game=game, command__startswith=f"{seat} map").exists():
        awaited = next(one for one in seats_of(game) if one.awaited_for)
        letter = "ABCDE"[awaited.number]
        do(game, f"{seat} map 8,0" if letter == seat else f"{letter} pass {awaited.hand.split()[0]}")
    looked = game.seq
    own, early = step(name, looked), step(name, looked - 1)
    other = step(next(one.user.username for one in seats_of(game) if one.user.username != name), looked)
    assert 'class="note' in own.markup
    assert 'class="note' not in early.markup
    assert 'class="note' not in other.markup


def test_replay_shows_my_cards_of_that_time_and_no_others(game: Game) -> None:
    page = step("Ann", game.seq)
    assert page.markup.count('class="held-then"') == 1
    held = re.search(r'class="held-then".*?</ul>', page.markup, re.DOTALL)
    assert held is not None
    assert held[0].count("<li>") == len(seats_of(game)[0].hand.split())


def test_roles_goals_and_hands_open_with_the_round_and_with_the_game() -> None:
    game = running_game(3, seed=5, code="back", ruleset=Ruleset(rounds=2))
    play_on(game, 4)
    running = step("Ann", game.seq)
    assert "Saboteur" not in running.markup.partition('class="list seen"')[2].partition("<footer")[0]
    for _move in range(200):
        if store.public(game).results:
            break
        play_on(game, 1)
    seen_by_all(game)
    over = step("Ann", 0)
    assert over.markup.count('class="note') == 3
    assert over.markup.count('class="held-then"') == 1
    assert "Roles and goals are shown as they were at the end of the round." in over.words
    play_to_the_end(game)
    assert step("Ann", 0).markup.count('class="held-then"') == 3


def test_the_end_of_a_round_is_shown_before_its_steps() -> None:
    game = running_game(3, seed=5, code="back", ruleset=Ruleset(rounds=2))
    play_to_the_end(game)
    led = browser_of("Ann").get("/t/back/round/1/3")
    assert (led.status_code, led["Location"]) == (303, "/t/back/round/1/")
    led = browser_of("Ann").get("/t/back/round/2/3")
    assert (led.status_code, led["Location"]) == (303, "/t/back/round/1/")


def test_a_step_that_is_not_there_is_not_found(game: Game) -> None:
    for address in ("round/1/999", "round/2/0", "round/0/0", "round/99/3", "round/1/99999999999999999999"):
        assert browser_of("Ann").get(f"/t/back/{address}").status_code == 404


def test_steps_are_accessible_as_the_table_is(game: Game) -> None:
    stranger = UserFactory.create(username="Zoe")
    assert browser_of(stranger).get("/t/back/round/1/0").status_code == 404
    assert Client().get("/t/back/round/1/0").status_code == 302
    Game.objects.filter(pk=game.pk).update(joining=Joining.ANYONE)
    watched = get(browser_of(stranger), f"/t/back/round/1/{game.seq}")
    assert watched.status == 200
    assert "held-then" not in watched.markup


def test_the_steps_of_the_second_round_begin_with_its_deal() -> None:
    game = running_game(3, seed=5, code="back", ruleset=Ruleset(rounds=2))
    play_to_the_end(game)
    seen_by_all(game)
    second = game.deals.get(round=2).seq
    steps = moves_of(step("Ann", second, 2))
    assert steps[0] == second
    assert moves_of(step("Ann", second, 1))[-1] == second
    assert "Round 2" in step("Ann", second, 2).words
    assert "The deal" in step("Ann", second, 2).words


def test_a_script_gets_what_changes_from_step_to_step(game: Game) -> None:
    part = browser_of("Ann").get("/t/back/round/1/3", headers=HX).content.decode()
    assert '<div id="replay"' in part
    assert "<html" not in part


def test_the_story_since_the_last_turn_leads_to_its_steps(game: Game) -> None:
    page = get(browser_of("Ann"), "/t/back/")
    log = page.markup.partition('id="since"')[2].partition("</section>")[0]
    steps = re.findall(r'href="(/t/back/round/1/\d+)"', log)
    assert len(steps) == log.count("<li")
    assert all(get(browser_of("Ann"), address).status == 200 for address in steps)


@pytest.mark.soak
def test_end_of_a_round_links_to_a_step_of_that_round() -> None:
    game = running_game(3, seed=5, code="back", ruleset=Ruleset(rounds=2))
    seen_by_all(game)
    for _move in range(200):
        if store.public(game).round == 2:
            break
        play_on(game, 1)
    log = [line for name in ("Ann", "Bo", "Cy") for line in _led(name)]
    assert {number for number, _seq in log} == {1, 2}
    for number, seq in log:
        assert get(browser_of("Ann"), f"/t/back/round/{number}/{seq}").status == 200


def _led(name: str) -> list[tuple[int, int]]:
    """The rounds and steps to which what happened since a player's last turn leads."""
    page = get(browser_of(name), "/t/back/")
    log = page.markup.partition('id="since"')[2].partition("</section>")[0]
    return [(int(one), int(seq)) for one, seq in re.findall(r'href="/t/back/round/(\d+)/(\d+)"', log)]


def test_a_step_costs_five_statements_and_one_more_when_the_game_is_over() -> None:
    game = running_game(3, seed=5, code="back", ruleset=Ruleset(rounds=1))
    play_on(game, 5)
    assert _statements("/t/back/round/1/3") <= 7
    play_to_the_end(game)
    seen_by_all(game)
    assert _statements("/t/back/round/1/3") <= 8


def _statements(address: str) -> int:
    browser = browser_of("Ann")
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(address).status_code == 200
    return len(asked)
