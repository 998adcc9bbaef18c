"""Why the cards can be believed: what everybody at a table can check, during the game and afterwards."""

import hashlib
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import archive, lobby
from games.models import Game, Joining, TableSecret
from games.rules.table import Ruleset
from games.rules.verify import faults
from tests.factories import UserFactory
from tests.games import tables


def page(game: Game, name: str = "Ann") -> str:
    return tables.browser_of(name).get(reverse("games:fairness", args=[game.code])).content.decode()


@pytest.fixture
def over(db: None) -> Game:
    return tables.play_to_the_end(tables.running_game(3, ruleset=Ruleset(rounds=2)))


def test_before_and_during_the_game_the_fingerprint_and_all_shares_are_open_but_not_the_secret(db: None) -> None:
    for game in (tables.open_game(3), tables.running_game(3, seed=8)):
        shown = page(game)
        assert game.commitment in shown
        assert all(seat.share in shown for seat in tables.seats_of(game))
        assert TableSecret.objects.get(game=game).seed not in shown
        assert "closed until the game is over" in shown
        assert reverse("games:export", args=[game.code]) not in shown


def test_after_the_game_the_secret_is_open_and_the_deals_are_recomputed(over: Game) -> None:
    shown = page(over)
    assert TableSecret.objects.get(game=over).seed in shown
    assert "every card lay where chance had put it" in shown
    assert reverse("games:export", args=[over.code]) in shown


def test_a_deal_that_does_not_fit_is_told(over: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    told = archive.export(over)
    hand = told["rounds"][0]["hands"]["A"]
    told["rounds"][0]["hands"]["A"] = ["map" if card != "map" else "rockfall" for card in hand]
    monkeypatch.setattr(archive, "export", lambda _game: told)
    shown = page(over)
    assert "Something does not fit" in shown
    assert "every card lay where chance had put it" not in shown


def test_the_export_is_a_file_that_anybody_can_check(over: Game) -> None:
    response = tables.browser_of("Bo").get(reverse("games:export", args=[over.code]))
    assert response["Content-Disposition"] == f'attachment; filename="{over.code}.json"'
    told: dict[str, Any] = json.loads(response.content)
    assert faults(told) == []
    told["fairness"]["secret"] = told["fairness"]["secret"][::-1]
    assert faults(told)


@pytest.mark.parametrize("begun", [False, True])
def test_a_game_that_is_not_over_has_no_export(db: None, begun: bool) -> None:
    game = tables.running_game(3) if begun else tables.open_game(3)
    assert tables.browser_of("Ann").get(reverse("games:export", args=[game.code])).status_code == 404


@pytest.mark.parametrize("name", ["games:fairness", "games:export"])
def test_it_is_for_those_who_sit_there(over: Game, name: str) -> None:
    Game.objects.filter(pk=over.pk).update(joining=Joining.ANYONE)
    url = reverse(name, args=[over.code])
    stranger = UserFactory.create(username="Zed")
    answers = [tables.browser_of(who).get(url).status_code for who in ("Ann", "Bo", stranger)]
    assert answers == [200, 200, 404]
    response = Client().get(url)
    assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={url}")


def test_the_share_of_a_lucky_word_can_be_recomputed_by_its_player(db: None) -> None:
    ann = tables.people(1)[0]
    game = lobby.set_up(
        host=ann,
        name="Tuesday",
        ruleset=Ruleset(),
        seats=3,
        joining=Joining.FRIENDS,
        bots_fill=True,
        lucky_word="Glück auf",
    )
    assert hashlib.sha256("Glück auf".encode()).hexdigest()[:32] in page(game)


def test_names_are_escaped(db: None) -> None:
    sly = UserFactory.create(username="<i>Sly</i>")
    game = tables.open_game([sly, *tables.people(2)], name="<b>1</b>")
    shown = page(game)
    assert "&lt;i&gt;Sly" in shown
    assert "&lt;b&gt;1" in shown
    assert "<i>" not in shown
    assert "<b>1" not in shown
