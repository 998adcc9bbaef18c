"""Who is at a table, and how many, is never told: only whether all are here (R94, R95).

Runs that differ only in who of Bo, Cy and Dee has the page before their eyes are compared byte for byte, for Ann, a
spectator and an administrator. As long as not all are here, they are alike. The checker is shown to find what tells.
"""

from collections.abc import Callable, Collection, Iterator
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Joining, Move, Notice, Status
from games.rows import pulse
from saboteur_site.web.declined import DeclinedError
from tests.factories import UserFactory
from tests.fixed_set import SOAK, chosen
from tests.games import staff
from tests.games.clocks import on_turn, play, timed_game
from tests.games.comparing import faults, fetched
from tests.games.pages import HX
from tests.games.playing_live import here, play_live, standing_clock
from tests.games.tables import browser_of, pulse_token
from tests.games.voting import ask

pytestmark = pytest.mark.django_db

SOME: list[Collection[str]] = [("Bo",), ("Cy",), ("Dee",), ("Bo", "Cy"), ("Cy", "Dee")]
"""Who of the others may be here, so that not all are."""
ALL = ("Bo", "Cy", "Dee")


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    with standing_clock():
        yield


@pytest.fixture
def game() -> Game:
    table = timed_game(4)
    Game.objects.filter(pk=table.pk).update(joining=Joining.ANYONE)
    UserFactory.create(username="Zed")
    UserFactory.create(username="Boss", is_staff=True, is_superuser=True)
    return table


@pytest.fixture
def some() -> list[Collection[str]]:
    """Worlds in which not all are here: in the first no one is."""
    return [(), *chosen(SOME, 2)]


def looks(game: Game) -> dict[str, Any]:
    """What Ann, a spectator and an administrator fetch, by the way it comes, with what Ann asks of the cache."""
    asked = list[tuple[str, int]]()
    get_many = cache.get_many

    def counted(keys: Collection[str], *more: Any) -> Any:
        asked.append(("looked for", len(keys)))
        return get_many(keys, *more)

    found: dict[str, Any] = {}
    with patch.object(cache, "get_many", counted):
        for name in ("Ann", "Zed"):
            browser = browser_of(name)
            for page in ("table", "log", "words"):
                found |= fetched(browser, name, reverse(f"games:{page}", args=[game.code]))
            found |= fetched(browser, name, reverse("games:table", args=[game.code]), **HX)
            found |= fetched(browser, name, "/")
        version = Game.objects.get(pk=game.pk).version
        ask_again = reverse("games:pulse", args=[game.code, pulse_token(game, "Ann")])
        for more in ("", "&here=1", "&plan=1"):
            found |= fetched(Client(), "Ann", f"{ask_again}?v={version}&n=3{more}")
        boss = browser_of(User.objects.get(username="Boss"))
        for address in (staff.page(game), *staff.lists()):
            found |= fetched(boss, "Boss", address)
    found["calls"] = asked
    found["table"] = list(Game.objects.filter(pk=game.pk).values())
    found["log"] = list(Move.objects.filter(game=game).values_list("seq", "seat", "events"))
    found["notices"] = list(Notice.objects.filter(user__username="Ann").order_by("pk").values_list("kind", "outcome"))
    return found


def runs(game: Game, deed: Callable[[], object], worlds: list[Collection[str]]) -> list[dict[str, Any]]:
    """What is seen in worlds in which these people are here, after a deed."""
    looks(game)  # what is seen for the first time is written down, once
    seen_by_all = []
    for names in worlds:
        point = transaction.savepoint()
        here(game, names)
        cache.delete(pulse.view_key(game.pk, User.objects.get(username="Ann").pk))
        deed()
        seen_by_all.append(looks(game))
        transaction.savepoint_rollback(point)
        pulse.read(game.pk)
    return seen_by_all


def nothing() -> None:
    """No player does anything."""


def test_r94_presence_is_hidden_until_all_are_here(game: Game, some: list[Collection[str]]) -> None:
    seen_by_all = runs(game, nothing, some)
    assert faults(seen_by_all) == []
    assert len(seen_by_all[0]) > 20


@pytest.mark.soak
def test_r94_presence_of_all_is_shown_to_players_alone(game: Game) -> None:
    ways = faults(runs(game, nothing, [("Bo",), ALL]))
    assert ways
    assert {way.split()[0] for way in ways} == {"Ann"}


def test_r94_a_refused_proposal_does_not_say_who_is_missing(game: Game, some: list[Collection[str]]) -> None:
    said = set()

    def ask_in_vain() -> None:
        with pytest.raises(DeclinedError) as refused:
            ask(game, "Ann", "live")
        said.add(str(refused.value))

    assert faults(runs(game, ask_in_vain, some)) == []
    assert len(said) == 1


def test_r94_a_table_that_falls_back_does_not_say_who_went(game: Game, chance: Random) -> None:
    play_live(game)
    mover = on_turn(game).user.username
    others = [name for name in ALL if name != mover]
    seen_by_all = runs(
        game, lambda: play(game), [(), *((name,) for name in (others if SOAK else [chance.choice(others)]))]
    )
    # The numbers of rows, which staff see, go on from run to run.
    assert [way for way in faults(seen_by_all) if not way.startswith("Boss")] == []
    assert all("live-ended" in str(one["log"]) for one in seen_by_all)
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING


@pytest.mark.soak
def test_the_checker_finds_a_page_that_tells_when_most_are_here(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def most_look(game_id: int, people: Collection[int]) -> bool:
        keys = [pulse.view_key(game_id, user) for user in people]
        return 2 * len(cache.get_many(keys)) > len(keys)

    monkeypatch.setattr(pulse, "all_present", most_look)
    assert faults(runs(game, nothing, [(), ("Bo",), ("Bo", "Cy")]))
