"""Stepping in from a table's page: nothing is chosen, what will happen is said first; and the history of a table."""

import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clock
from games.models import Game, Move, Peek, Seat
from tests.factories import UserFactory
from tests.games.staff import REASON, deed, page, permitted, viewer
from tests.games.tables import awaited, browser_of, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return running_game(3)


@pytest.fixture
def host() -> Client:
    return browser_of(UserFactory.create(username="Host", is_staff=True, is_superuser=True))


def wish(game: Game, what: str, **more: str) -> dict[str, str]:
    return {"look": "1", "what": what, "seat": "ABC"[awaited(game).number], "reason": REASON, **more}


def section(text: str, name: str) -> str:
    """A part of a page, without the spaces between its lines."""
    return " ".join(text.partition(f'<section class="{name}"')[2].partition("</section>")[0].split())


def test_nothing_is_chosen_beforehand(game: Game, host: Client) -> None:
    form = section(host.get(page(game)).content.decode(), "repairs")
    assert 'name="what"' in form
    assert not re.search(r"\b(checked|selected)\b", form)
    assert '<option value="">' in form
    assert form.count("required") == 4
    assert "Do it" not in form


@pytest.mark.parametrize(
    ("what", "sentences"),
    [
        (
            "time-out",
            ["%s’s time runs out now", "“If your time runs out, one of your cards is discarded at random.”"],
        ),
        ("to-bot", ["A bot plays for %s from now on, with the same hand and role.", "%s can come back"]),
        ("end", ["The game ends now for everyone at “Friday dwarves”.", "all hands, roles, goals and the seed"]),
    ],
)
def test_repair_preview_says_what_will_happen(game: Game, host: Client, what: str, sentences: list[str]) -> None:
    name = awaited(game).user.username
    before = list(Seat.objects.values()), list(Game.objects.values()), list(Move.objects.values())
    answer = host.post(deed("repair", game), wish(game, what))
    preview = section(answer.content.decode(), "ahead")
    assert answer.status_code == 200
    assert [words for words in sentences if words.replace("%s", name) not in preview] == []
    assert "The table’s log will say that you, Host, stepped in." in preview
    assert f"Your reason: {REASON}" in preview
    assert before == (list(Seat.objects.values()), list(Game.objects.values()), list(Move.objects.values()))
    assert not LogEntry.objects.exists()
    form = dict(re.findall(r'<input type="hidden" name="(what|seat|reason)" value="(.*?)">', preview))
    assert host.post(deed("repair", game), form).status_code == 302
    assert LogEntry.objects.count() == 1
    assert REASON in LogEntry.objects.get().get_change_message()


def test_a_seat_is_given_back_after_that_was_said(game: Game, host: Client) -> None:
    Seat.objects.filter(pk=awaited(game).pk).update(resting="bot")
    preview = section(host.post(deed("repair", game), wish(game, "wake")).content.decode(), "ahead")
    assert f"{awaited(game).user.username} plays their own seat again." in preview


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"what": "wake"}, "This seat is played by its own player."),
        ({"what": "to-bot", "reason": "short"}, "Write down why"),
        ({"what": "time-out", "seat": ""}, "Choose what to do and a seat."),
        ({"what": "", "seat": "A"}, "Choose what to do and a seat."),
    ],
)
def test_impossible_repair_is_not_announced(game: Game, host: Client, form: dict[str, str], sentence: str) -> None:
    answer = host.post(deed("repair", game), wish(game, **{"what": "", **form}))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert section(answer.content.decode(), "ahead") == ""


def test_unpermitted_repair_reveals_nothing(game: Game) -> None:
    seated = User.objects.get(username="Bo")
    for person in (viewer(UserFactory.create()), viewer(seated, "repair_game")):
        assert browser_of(person).post(deed("repair", game), wish(game, "to-bot")).status_code == 403


# -- the history


def test_looks_into_what_was_closed_stand_in_the_history_with_all_else(game: Game, host: Client) -> None:
    address = reverse("admin:games_game_history", args=[game.pk])
    assert "No staff member has stepped in, checked the log or opened this table" in host.get(address).content.decode()
    host.post(deed("recount", game))
    clock.offset += timedelta(minutes=1)
    try:
        host.post(deed("open", game), {"reason": REASON})
    finally:
        clock.offset -= timedelta(minutes=1)
    text = host.get(address).content.decode()
    rows = re.findall(r"<td>(.*?)</td>\s*<td>(.*?)</td>\s*<td class=\"reason\">(.*?)</td>", text)
    assert [row[1:] for row in rows] == [
        ("Host", "Checked; differences: 0"),
        ("Host", f"Opened the table after move {Peek.objects.get().seq}: {REASON}"),
    ]


def test_reason_of_a_look_is_shown_to_those_who_may_know(game: Game, host: Client) -> None:
    host.post(deed("open", game), {"reason": REASON})
    host.post(deed("open", running_game(UserFactory.create_batch(3))), {"reason": "another table"})
    address = reverse("admin:games_game_history", args=[game.pk])
    text = browser_of(permitted(UserFactory.create(), "view_game")).get(address).content.decode()
    assert f"Opened the table after move {Peek.objects.get(game=game).seq}</td>" in text
    assert REASON not in text
    assert "another table" not in text
