"""The cost of the first page with very many games, beside that with few."""

import time
from datetime import timedelta
from statistics import median
from unittest import mock

import pytest
from django.template import Template
from django.test import Client, utils
from django.urls import reverse

from accounts.models import User
from games import clock
from games.models import Game, Move, Seat, Status, table_code
from tests.factories import UserFactory
from tests.games.costs import statements
from tests.games.tables import browser_of, people, play_on, running_game, seats_of

FEW, MANY = 10, 1000
MOST_STATEMENTS, MOST_TIMES = 8, 3
TIMES = 7


@pytest.fixture
def played(db: None) -> Game:
    """A game in the middle of a round, with tunnels, a log and four people, to be copied."""
    game = running_game(people(4), seed=5, bank_hours=72, turn_hours=12)
    play_on(game, 16, digging=True)
    return game


def games_of(user: User, count: int, like: Game) -> None:
    """Some copies of a game at which `user` has the first seat: three of ten wait for them, three for another player,
    two have open seats, two are over."""
    kinds = (*["mine"] * 3, *["theirs"] * 3, *["open"] * 2, *["over"] * 2)
    status = {"open": Status.OPEN, "over": Status.OVER}
    seats, now = seats_of(like), clock.now()
    last = Move.objects.get(game=like, seq=like.seq)
    cached = {
        field.attname: getattr(like, field.attname) for field in Game._meta.concrete_fields if not field.primary_key
    }
    copies = Game.objects.bulk_create(
        Game(**{**cached, "code": table_code(), "status": status.get(kinds[number % 10], Status.RUNNING)})
        for number in range(count)
    )
    rows, moves = [], []
    for number, game in enumerate(copies):
        awaited = {"mine": 0, "theirs": 1}.get(kinds[number % 10], -1)
        for seat in seats:
            since = now - timedelta(minutes=number) if seat.number == awaited else None
            fields = {"awaited_for": "turn" if since else "", "awaited_since": since, "due_at": since and now}
            person = user if seat.number == 0 else seat.user
            rows.append(Seat(game=game, number=seat.number, user=person, share="00", **fields))
        moves.append(Move(game=game, seq=last.seq, seat=last.seat, events=last.events, command=last.command))
    Seat.objects.bulk_create(rows)
    Move.objects.bulk_create(moves)


def milliseconds(browser: Client, address: str) -> float:
    """The processor time of one page, with nothing in the caches but the session."""
    began = time.thread_time()
    answer = browser.get(address)
    took = time.thread_time() - began
    assert answer.status_code == 200
    return took * 1000


@pytest.mark.soak
@pytest.mark.sqlite(soak=True)
def test_archive_of_a_thousand_games_costs_eight_statements(played: Game) -> None:
    played.refresh_from_db()
    few, many = UserFactory.create(username="Few"), UserFactory.create(username="Many")
    games_of(few, FEW, played)
    games_of(many, MANY, played)
    home, browsers = reverse("games:home"), {user.pk: browser_of(user) for user in (few, many)}
    spent: dict[int, list[float]] = {few.pk: [], many.pk: []}
    # What a test environment adds to each template is no work of the site.
    plain = utils._TestState.saved_data.template_render  # type: ignore[attr-defined]
    with mock.patch.object(Template, "_render", plain):
        for _ in range(TIMES):
            for pk, browser in browsers.items():
                spent[pk].append(milliseconds(browser, home))
    times = median(spent[many.pk]) / median(spent[few.pk])
    assert len(statements(browser_of(many), home)) <= MOST_STATEMENTS
    assert times <= MOST_TIMES, spent
