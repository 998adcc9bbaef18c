"""\"Not again this round\" on the page and in the service: one answer in place of forty (R93, R95)."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.models import Game, Move, PrivateAct
from games.rules import codec, engine
from games.rules.commands import Order
from games.rules.table import Ruleset
from games.services import archive
from tests.games import tables
from tests.games.pages import get
from tests.games.sending import send
from tests.games.tables import browser_of, do, in_position, loaded

pytestmark = pytest.mark.django_db

WINDOW = Ruleset(modules=("veto",), veto_window=12, rounds=2)
WAY = {**{f"{x},0": "EW" for x in (1, 2, 3)}, **{f"{x},0": "NESW" for x in (4, 5, 6)}}
"""A tunnel that ends beside the goals."""
HANDS = {"A": ["map", "map", "NS"], "B": ["map", "EW"], "C": ["veto", "map", "NE"]}


def table(**script: Any) -> Game:
    """A table of three with a window for vetoes; it is Ann's turn."""
    return in_position(3, ruleset=WINDOW, code="window", **({"hands": HANDS} | script))


def press(game: Game, name: str, form: str = "play", **more: str) -> Any:
    """Press the button in the question, as a browser does."""
    page = get(browser_of(name), f"/t/{game.code}/")
    wanted = page.forms[form]
    return browser_of(name).post(wanted.action, wanted.values(**more))


def test_question_of_a_window_offers_not_again_to_all_alike() -> None:
    game = table()
    do(game, "A map 8,0")
    for name in ("Bo", "Cy"):
        page = get(browser_of(name), f"/t/{game.code}/")
        assert '<button class="button quiet" name="order" value="pass-round">' in page.markup
    assert 'quiet" name="order" value="pass-round">' not in get(browser_of("Ann"), f"/t/{game.code}/").markup


def test_button_pressed_answers_and_is_not_asked_again() -> None:
    game = table()
    do(game, "A map 8,0")
    before = loaded(game).state.public
    assert press(game, "Bo", order="pass-round").status_code == 303
    assert loaded(game).state.public == before
    assert "You have answered." in get(browser_of("Bo"), f"/t/{game.code}/").words
    assert press(game, "Cy", answer="none").status_code == 303
    do(game, "B pass EW", "C pass NE")
    do(game, "A map 8,2")
    assert loaded(game).state.seats[1].answered
    assert "Make no veto this round, and don’t ask me." in get(browser_of("Bo"), f"/t/{game.code}/").words


def test_last_to_answer_with_the_button_closes_the_window() -> None:
    game = table()
    do(game, "A map 8,0", "B choose none")
    assert press(game, "Cy", order="pass-round").status_code == 303
    state = loaded(game).state
    assert state.public.agenda[-1].asks == "turn"
    line = Move.objects.filter(game=game).latest("seq")
    assert (line.command, line.seat) == ("C order pass round", 2)
    assert "C order pass round" not in line.events
    assert codec.decode_events(line.events)


def test_button_pressed_twice_counts_once() -> None:
    game = table()
    do(game, "A map 8,0")
    page = get(browser_of("Bo"), f"/t/{game.code}/").forms["play"]
    for _ in range(2):
        assert browser_of("Bo").post(page.action, page.values(order="pass-round")).status_code == 303
    assert [order.kind for order in loaded(game).state.seats[1].orders] == ["pass"]


def test_order_of_a_page_of_the_round_before_is_stale() -> None:
    game = table(hands={"A": ["NESW"], "B": ["map"], "C": ["map"]}, mine=WAY, goals={"8,0": "gold"})
    seq = game.seq
    do(game, "A lay NESW 7,0", "B choose none", "C choose none")
    assert loaded(game).state.public.round == 2
    assert send(game, "Bo", "order pass round", seq=seq).result == "stale"
    assert send(game, "Bo", "order pass", seq=seq, key="k2").result == "done"
    assert loaded(game).state.seats[1].orders == (Order("pass"),)


def test_order_ends_with_its_round() -> None:
    game = table(hands={"A": ["NESW"], "B": ["map"], "C": ["map"]}, mine=WAY, goals={"8,0": "gold"})
    do(game, "B order pass round", "C order pass", "A lay NESW 7,0")
    state = loaded(game).state
    assert state.public.round == 2
    assert [[order.kind for order in own.orders] for own in state.seats] == [[], [], ["pass"]]


def test_game_with_such_answers_is_exported_and_verified() -> None:
    game = tables.running_game(3, ruleset=replace(WINDOW, rounds=1), scheme=2)
    while not (asked := _asked(game)):
        tables.play_on(game, 1)
    do(game, *[f"{'ABC'[seat]} order pass round" for seat in asked], "= end")
    assert archive.verdict(archive.export(game)).faults == []
    acts = PrivateAct.objects.filter(game=game, command__endswith="order pass round")
    assert acts.count() == len(asked) - 1


def _asked(game: Game) -> list[int]:
    """The seats that a window asks."""
    return [ask.seat for ask in engine.unanswered(loaded(game).state) if ask.kind == "veto"]
