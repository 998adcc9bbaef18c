"""Whole games by links and forms alone, as a player without scripts plays them, and by HTMX."""

import random
import re

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from games.models import Game, Move, Status
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.games.pages import HX, Form, Page, get, go_on
from tests.games.tables import NAMES, awaited, browser_of, do, in_position, loaded, play_on, running_game

pytestmark = pytest.mark.django_db


def turn(client: Client, code: str, chance: random.Random, headers: dict[str, str]) -> str:
    """One turn by links: half the time a card, a place for it, the button; else, or if none can go, a discard."""
    table = reverse("games:table", args=[code])
    page = get(client, table, **headers)
    if not page.markup:
        go_on(client, code)
        page = get(client, table, **headers)
    assert page.status == 200
    if page.play and page.answers:
        return send(client, page.play, headers, answer=chance.choice(page.answers))
    cards = page.hand() if chance.random() < 0.5 else []
    chance.shuffle(cards)
    for card in cards:
        chosen = get(client, card["href"], **headers)
        lit = chosen.lit()
        if chosen.play is None and lit:
            chosen = get(client, chance.choice(lit), **headers)
        if chosen.play is not None:
            return send(client, chosen.play, headers)
    discard = get(client, page.to("mode=discard")[0], **headers)
    assert not discard.play
    confirm = get(client, discard.hand()[0]["href"], **headers)
    assert confirm.play
    return send(client, confirm.play, headers)


def send(client: Client, form: Form, headers: dict[str, str], **chosen: str) -> str:
    """Press a button: HTMX gets the table, a browser without it is led there."""
    response = client.post(form.action, form.values(**chosen), headers=headers or None)
    assert response.status_code == (200 if headers else 303)
    return str(response.headers.get("Location", ""))


def play(game: Game, headers: dict[str, str], *, turns: int | None = None) -> list[str]:
    """Play so many turns, or a whole game; give every command of it, and what all saw at the end."""
    clients = {name: browser_of(name) for name in NAMES[: game.seats.count()]}
    chance = random.Random(11)
    for _turn in range(turns or 1000):
        game.refresh_from_db()
        if game.status == Status.OVER:
            break
        turn(clients[awaited(game).user.username], game.code, chance, headers)
    game.refresh_from_db()
    assert (game.status == Status.OVER) == (turns is None)
    return [*Move.objects.filter(game=game).order_by("seq").values_list("command", flat=True), game.public]


TURNS = None if SOAK else 15
"""Turns that are played by pages in both ways; None for all that there are."""
BEGUN = 0 if SOAK else 45
"""Moves of the first round that are made before, at most."""


def test_links_and_forms_and_htmx_come_to_the_same(chance: random.Random) -> None:
    made, answers = chance.randrange(BEGUN + 1), []
    for code, headers in (("plain", {}), ("htmx", HX)):
        game = running_game(3, seed=4, code=code, ruleset=Ruleset(rounds=3))
        play_on(game, made)
        answers.append(play(game, headers, turns=TURNS)[:-1])
        caches["limits"].clear()  # no real player plays two games in a minute
    plain, htmx = answers
    assert plain == htmx
    assert len(plain) > made + (TURNS or 40)


def come_near_the_end(game: Game) -> int:
    """Let the round go on until few cards are left; how many. With this seed no player finds gold."""
    chance = random.Random(11)
    while (left := cards_left(game)) > 5:
        assert play_on(game, 1, chance) == 1
    return left


def cards_left(game: Game) -> int:
    """How many cards are in the hands and in the pile."""
    state = loaded(game).state
    return len(state.table.pile) + sum(len(seat.hand) for seat in state.seats)


def test_rounds_are_played_to_the_end_by_links_and_forms() -> None:
    game = running_game(3, code="ends", ruleset=Ruleset(rounds=2))
    left = come_near_the_end(game)
    assert len(loaded(game).state.public.results) == 0
    play(game, {}, turns=left + 2)
    assert len(loaded(game).state.public.results) == 1
    come_near_the_end(game)
    play(game, {})
    assert len(loaded(game).state.public.results) == 2


def test_gold_is_taken_by_hand_and_scores_show_hands_and_winners() -> None:
    way = {f"{column},0": "NESW" for column in range(1, 5)} | {"5,0": "EW", "6,0": "EW"}
    game = in_position(
        3,
        ruleset=Ruleset(rounds=1, gold_draft="hand"),
        roles={"A": "digger", "B": "digger", "C": "saboteur"},
        hands={"A": ["EW"]},
        goals={"8,0": "gold"},
        mine=way,
        code="draft",
    )
    do(game, "A lay EW 7,0")
    *taken, _seen = play(game, {})
    assert [line for line in taken if "choose" in line.lower()]
    page = go_on(browser_of("Bo"), game.code)
    assert page.status == 200
    assert "The game is over" in page.words
    assert "Cards left in hands" in page.words
    assert page.to("/round/1/")
    assert get(browser_of("Bo"), page.to("/round/1/")[0]).status == 200
    for name in NAMES[:3]:
        assert name in page.words


def test_richest_player_leads_the_scores() -> None:
    way = {f"{column},0": "EW" if column % 2 else "NESW" for column in range(1, 7)}
    roles = {"A": "saboteur", "B": "digger", "C": "digger"}
    game = in_position(
        3, ruleset=Ruleset(rounds=1), roles=roles, hands={"A": ["NESW"]}, goals={"8,0": "gold"}, mine=way, code="scores"
    )
    do(game, "A lay NESW 7,0")
    page = go_on(browser_of("Bo"), game.code)
    gold = [int(number) for number in re.findall(r'<td class="number total">(\d+)</td>', page.markup)]
    assert len(gold) == 3
    assert gold[0] > gold[-1] == 0
    assert gold == sorted(gold, reverse=True)


def test_a_page_is_whole_for_a_browser_and_a_part_for_htmx() -> None:
    game = running_game(3, code="parts")
    client, table = browser_of("Ann"), reverse("games:table", args=["parts"])
    assert get(client, table).markup.startswith("<!doctype html>")
    part = get(client, table, **HX)
    assert part.markup.startswith("<title>")
    assert "<html" not in part.markup
    again = get(client, table, **HX, **{"HX-History-Restore-Request": "true"})
    assert again.markup.startswith("<!doctype html>")
    assert game.code in part.markup


def test_reading_of_a_page_finds_what_is_there() -> None:
    class Answer:
        status_code = 200
        content = (
            b'<form id="play" action="/x"><input type="hidden" name="a" value="1">'
            b'<button class="button primary">Go</button>'
        )

    page = Page(Answer())
    assert page.play is not None
    assert page.play.values(b="2") == {"a": "1", "b": "2"}
