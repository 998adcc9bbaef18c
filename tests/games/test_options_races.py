"""Options that change while others sit down, are ready, or begin: one comes first, and no player is ready for what they
did not see. On a real PostgreSQL."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.models import Deal, Game, Joining
from games.rows import chance, store
from games.rules import codec, engine, fairness
from games.rules.table import Ruleset
from games.services import beginning, lobby, options
from tests.factories import UserFactory
from tests.games.crowd import crowd, one_after_the_other
from tests.games.tables import open_game, options_of, seat_of, seats_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.xdist_group("many connections"),
]
ONE_ROUND = Ruleset(rounds=1)


def table() -> Game:
    """A table of Ann, Bo and Cy with two free seats that bots take."""
    return open_game(3, wanted=5, joining=Joining.ANYONE, bots_fill=True, scheme=2)


def change(game: Game, **changes: Any) -> Callable[[], Any]:
    """The host changes options as they are now."""
    return partial(options.change, host=seat_of(game, "Ann").user, code=game.code, **options_of(game, **changes))


def consistent(game: Game) -> bool:
    """Whether the secret fits what is shown, and only words of ready players count."""
    game = Game.objects.select_related("secret").get(pk=game.pk)
    fits = game.commitment == fairness.commitment(bytes.fromhex(game.secret.seed), game.scheme)
    return fits and not any(seat.share for seat in chance.not_ready(game, seats_of(game)))


def test_of_two_changes_at_once_one_is_in_force() -> None:
    for _round in range(4):
        game = table()
        with crowd(2) as people:
            answers = people.at_once([change(game, seats=6), change(game, ruleset=ONE_ROUND)])
        game.refresh_from_db()
        assert sorted(map(str, answers)) == ["TooLateError", "True"]
        assert (game.options_version, (game.seats_wanted == 6) + (store.ruleset(game) == ONE_ROUND)) == (1, 1)
        assert consistent(game)


def test_one_form_that_is_sent_twice_at_once_changes_once() -> None:
    game = table()
    with crowd(3) as people:
        answers = people.at_once([change(game, seats=6)] * 3)
    game.refresh_from_db()

    assert sorted(map(str, answers)) == ["False", "False", "True"]
    assert game.options_version == 1


@pytest.mark.parametrize("first", ["change", "join"])
def test_player_joining_during_a_change_is_not_ready(first: str) -> None:
    game, zed = table(), UserFactory.create(username="Zed")
    deeds = [change(game, ruleset=ONE_ROUND), partial(lobby.join, user=zed, code=game.code, lucky_word="seen before")]
    one_after_the_other(*(deeds if first == "change" else reversed(deeds)))
    game.refresh_from_db()

    assert seat_of(game, "Zed") in chance.not_ready(game, seats_of(game))
    assert chance.words_of(seats_of(game)) == []
    assert consistent(game)


@pytest.mark.parametrize("first", ["change", "ready"])
def test_ready_player_is_asked_again_after_another_change(first: str) -> None:
    game = table()
    change(game, ruleset=ONE_ROUND)()
    ready = partial(
        options.agree, user=seat_of(game, "Bo").user, code=game.code, options_version=1, lucky_word="seen before"
    )
    deeds = [change(game, seats=6), ready]
    one_after_the_other(*(deeds if first == "change" else reversed(deeds)))
    game.refresh_from_db()

    assert game.options_version == 2
    assert seat_of(game, "Bo") in chance.not_ready(game, seats_of(game))
    assert chance.words_of(seats_of(game)) == []
    assert consistent(game)


@pytest.mark.parametrize("first", ["change", "start"])
def test_of_a_change_and_a_start_the_first_counts(first: str) -> None:
    game = table()
    start = partial(beginning.start, host=seat_of(game, "Ann").user, code=game.code)
    deeds = [change(game, ruleset=ONE_ROUND), start]
    one_after_the_other(*(deeds if first == "change" else reversed(deeds)))
    game = Game.objects.select_related("secret").get(pk=game.pk)

    assert consistent(game)
    if first == "change":
        assert (game.status, game.options_version, Deal.objects.filter(game=game).exists()) == ("open", 1, False)
        return
    assert (game.status, game.options_version, store.ruleset(game)) == ("running", 0, Ruleset())
    key = chance.key_of(game, seats_of(game))
    assert codec.decode_deal(Deal.objects.get(game=game).state) == engine.first_deal(Ruleset(), 5, key=key)


def test_all_who_are_ready_at_once_are_ready_once() -> None:
    game = table()
    change(game, ruleset=ONE_ROUND)()
    deeds = [
        partial(options.agree, user=seat_of(game, name).user, code=game.code, options_version=1, lucky_word=name)
        for name in ("Bo", "Cy", "Bo", "Cy")
    ]
    with crowd(4) as people:
        answers = people.at_once(deeds)
    game.refresh_from_db()

    assert answers == [None] * 4
    assert chance.not_ready(game, seats_of(game)) == []
    assert sorted(seat.word_place or 0 for seat in chance.words_of(seats_of(game))) == [1, 2]
