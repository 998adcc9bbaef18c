"""The services of a table before its game: each can be done twice without harm, and what fails changes nothing."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db.models import Value
from django.db.models.expressions import DatabaseDefault
from django.http import Http404

from accounts.models import User
from games.models import Deal, Game, Joining, Seat, Status, TableOptions
from games.rows import chance, pulse, store
from games.rules import codec, engine, fairness
from games.rules.table import Ruleset
from games.services import beginning, lobby
from saboteur_site.web.declined import DeclinedError, TooLateError
from tests.factories import UserFactory
from tests.games.tables import open_game, people, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def table(host: User, code: str = "", **chosen: Any) -> Game:
    """A new table."""
    options = TableOptions(name="Night shift", seats=4, joining=Joining.ANYONE, bots_fill=False, guests_welcome=False)
    return lobby.set_up(host=host, options=replace(options, **chosen), code=code)


def rows() -> list[Any]:
    """All that a failed wish must leave as it is."""
    return [*Game.objects.order_by("pk").values(), *Seat.objects.order_by("pk").values()]


def test_the_secret_is_committed_to_before_anybody_else_can_come() -> None:
    game = table(people(1)[0])

    assert game.commitment == fairness.commitment(bytes.fromhex(game.secret.seed))
    assert (game.status, game.public, game.secret.state) == (Status.OPEN, "", "")


def test_two_tables_have_two_secrets() -> None:
    ann = people(1)[0]

    assert table(ann).commitment != table(ann).commitment


def share(word: str) -> str:
    """What a lucky word adds to chance."""
    return hashlib.sha256(word.encode()).hexdigest()[:32]


def test_lucky_word_is_verifiable_and_none_is_drawn_for_a_blank() -> None:
    ann, bo, cy = people(3)
    game = table(ann, seats=3)
    lobby.join(user=bo, code=game.code, lucky_word="  seven left boots ")
    lobby.join(user=cy, code=game.code, lucky_word="   ")

    assert [(seat.share, seat.word_place) for seat in seats_of(game)] == [
        ("", None),
        (share("seven left boots"), 1),
        ("", None),
    ]


def test_a_word_can_be_added_until_the_game_begins_and_stays_once_it_is_in() -> None:
    ann, bo, cy = people(3)
    game = table(ann, seats=3)
    for user in (bo, cy):
        lobby.join(user=user, code=game.code)
    with pytest.raises(Http404):
        lobby.add_word(user=UserFactory.create(), code=game.code, lucky_word="from the street")
    version = Game.objects.get(pk=game.pk).version
    lobby.add_word(user=cy, code=game.code, lucky_word="")
    assert Game.objects.get(pk=game.pk).version == version
    lobby.add_word(user=cy, code=game.code, lucky_word="first")
    assert Game.objects.get(pk=game.pk).version == version + 1
    lobby.add_word(user=ann, code=game.code, lucky_word="second")
    lobby.add_word(user=cy, code=game.code, lucky_word="third")
    words = [(seat.user.username, seat.share) for seat in chance.words_of(seats_of(game))]
    assert words == [("Cy", share("first")), ("Ann", share("second"))]

    beginning.start(host=ann, code=game.code)
    with pytest.raises(TooLateError, match="has already begun"):
        lobby.add_word(user=bo, code=game.code, lucky_word="too late")


def test_lucky_word_leaves_with_its_player_and_a_new_one_is_last() -> None:
    ann, bo, cy = people(3)
    game = table(ann, seats=3)
    lobby.join(user=bo, code=game.code, lucky_word="b")
    lobby.join(user=cy, code=game.code, lucky_word="c")
    lobby.leave(user=bo, code=game.code)
    lobby.join(user=bo, code=game.code, lucky_word="b again")

    words = [(seat.number, seat.share) for seat in chance.words_of(seats_of(game))]
    assert words == [(1, share("c")), (2, share("b again"))]


def test_the_deal_is_made_of_the_rules_and_the_words_of_all_who_typed_one() -> None:
    ann, bo, cy = people(3)
    game = table(ann, seats=5, bots_fill=True)
    lobby.join(user=bo, code=game.code, lucky_word="b")
    lobby.join(user=cy, code=game.code)
    lobby.add_word(user=ann, code=game.code, lucky_word="a")
    beginning.start(host=ann, code=game.code)
    rules = {"rules": "base", "modules": [], "variants": [], "options": {"rounds": 3, "gold_draft": "auto"}}
    words = [(1, bytes.fromhex(share("b"))), (0, bytes.fromhex(share("a")))]
    key = fairness.game_key(bytes.fromhex(game.secret.seed), rules, 5, words)

    assert codec.decode_deal(Deal.objects.get(game=game).state) == engine.first_deal(Ruleset(), 5, key=key)
    assert Game.objects.get(pk=game.pk).bots == "DE"


def test_a_table_of_the_first_scheme_that_is_still_open_begins_by_it() -> None:
    game = open_game(2, wanted=4, joining=Joining.ANYONE, bots_fill=True)
    host, bo, cy = seats_of(game)[0].user, seats_of(game)[1], UserFactory.create()
    lobby.join(user=cy, code=game.code, lucky_word="c")
    beginning.start(host=host, code=game.code)
    shares = [bytes.fromhex(part) for part in (seats_of(game)[0].share, bo.share, share("c"), "")]
    key = fairness.game_key_1(bytes.fromhex(game.secret.seed), shares)

    assert game.commitment == fairness.commitment(bytes.fromhex(game.secret.seed), 1)
    assert codec.decode_deal(Deal.objects.get(game=game).state) == engine.first_deal(Ruleset(), 4, key=key)


NEW = ("scheme", "bots")
"""Columns that an earlier version does not know of."""


def test_earlier_release_writes_games_of_the_first_scheme() -> None:
    written = {field.name: DatabaseDefault(Value(field.db_default)) for field in Game._meta.fields if field.name in NEW}
    made = Game.objects.create(name="Old", ruleset=codec.encode(Ruleset()), commitment="0" * 64, **written)

    made.refresh_from_db()
    assert (made.scheme, made.bots) == (1, "")
    assert Game(name="New").scheme == fairness.SCHEME == 2


def test_a_code_that_was_promised_makes_one_table_for_its_host_only() -> None:
    ann, bo = people(2)
    made = table(ann, code="promised")

    assert table(ann, code="promised", name="Again") == made
    assert Game.objects.count() == 1
    assert made.host == ann != bo


def test_so_many_players_as_cannot_play_make_no_table() -> None:
    with pytest.raises(DeclinedError, match="These rules don’t work with that many players"):
        table(people(1)[0], seats=11)
    assert not Game.objects.exists()


def test_sitting_down_or_starting_twice_is_doing_it_once() -> None:
    game = open_game(3, wanted=4, joining=Joining.ANYONE)
    guest = UserFactory.create()
    for _twice in range(2):
        lobby.join(user=guest, code=game.code)
    assert game.seats.count() == 4
    for _twice in range(2):
        assert beginning.start(host=seats_of(game)[0].user, code=game.code).status == Status.RUNNING
    assert Deal.objects.filter(game=game).count() == 1


def test_impossible_lobby_action_changes_nothing() -> None:
    game = open_game(2, wanted=4, joining=Joining.FRIENDS)
    ann, bo = (seat.user for seat in seats_of(game))
    stranger = UserFactory.create()
    before = rows()
    wishes: list[tuple[type[Exception], str, Callable[[], object]]] = [
        (Http404, "^$", lambda: lobby.join(user=stranger, code=game.code)),
        (Http404, "^$", lambda: lobby.leave(user=stranger, code=game.code)),
        (Http404, "^$", lambda: beginning.start(host=stranger, code=game.code)),
        (PermissionDenied, "^$", lambda: beginning.start(host=bo, code=game.code)),
        (PermissionDenied, "^$", lambda: lobby.remove(host=bo, code=game.code, user=ann)),
        (PermissionDenied, "^$", lambda: lobby.call_off(host=bo, code=game.code)),
        (DeclinedError, "2 sit here", lambda: beginning.start(host=ann, code=game.code)),
        (
            DeclinedError,
            "You can’t remove yourself, but you can cancel the table",
            lambda: lobby.remove(host=ann, code=game.code, user=ann),
        ),
        (DeclinedError, "Send everyone else a link", lambda: lobby.invite(by=ann, code=game.code, user=stranger)),
    ]
    for error, why, deed in wishes:
        with pytest.raises(error, match=why):
            deed()
    assert rows() == before


def test_a_game_that_has_begun_is_left_to_those_who_play_it() -> None:
    game = open_game(3)
    ann, bo, _cy = (seat.user for seat in seats_of(game))
    beginning.start(host=ann, code=game.code)
    before = rows()
    for deed in (
        lambda: lobby.leave(user=bo, code=game.code),
        lambda: lobby.remove(host=ann, code=game.code, user=bo),
        lambda: lobby.call_off(host=ann, code=game.code),
        lambda: lobby.make_link(host=ann, code=game.code),
    ):
        with pytest.raises(TooLateError, match="This game has already begun"):
            deed()
    assert rows() == before


def test_player_behind_an_empty_seat_moves_up_with_a_new_token() -> None:
    game = open_game(3)
    _ann, bo, cy = seats_of(game)
    old = pulse.token(game.pk, cy.number, cy.user_id)
    lobby.leave(user=bo.user, code=game.code)
    cache.clear()

    assert [(seat.number, seat.user.username) for seat in seats_of(game)] == [(0, "Ann"), (1, "Cy")]
    assert pulse.of(old) is None
    assert pulse.of(pulse.token(game.pk, 1, cy.user_id)) is not None


def test_bots_take_the_seats_that_are_free_and_none_that_is_taken() -> None:
    game = open_game(2, wanted=5, bots_fill=True)
    beginning.start(host=seats_of(game)[0].user, code=game.code)
    seats = seats_of(game)

    assert [seat.user.is_bot for seat in seats] == [False, False, True, True, True]
    assert [seat.share for seat in seats[2:]] == ["", "", ""]
    assert store.public(Game.objects.get(pk=game.pk)).seats == 5
