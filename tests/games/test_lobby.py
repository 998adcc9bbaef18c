"""Tables before their game: who sees them, seats, start. Ann is the host, Bo sits there, Zed is a stranger."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.models import User
from accounts.services import friends
from accounts.services.notices import decline
from games import clock
from games.models import Game, Invitation, Joining, Seat, Status
from games.rows import pulse
from games.services import beginning, lobby
from tests.factories import FriendshipFactory, UserFactory
from tests.games import tables

HX = {"HX-Request": "true", "HX-Target": "lobby"}


@pytest.fixture
def game(db: None) -> Game:
    return tables.open_game(2, wanted=4)


@pytest.fixture
def zed(db: None) -> User:
    return UserFactory.create(username="Zed")


def url(name: str, game: Game) -> str:
    return reverse(f"games:{name}", args=[game.code])


def press(who: User | str, button: str, game: Game, headers: dict[str, str] | None = None, **fields: str) -> Any:
    return tables.browser_of(who).post(url(button, game), fields, headers=headers or {})


def page(who: User | str, game: Game) -> str:
    return tables.browser_of(who).get(url("table", game)).content.decode()


def asked(who: str, game: Game, question: str) -> str:
    return tables.browser_of(who).get(url("table", game), {"ask": question}).content.decode()


def names(game: Game) -> list[str]:
    return [seat.user.username for seat in tables.seats_of(game)]


def without_tokens(response: Any) -> str:
    return re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]+', r"\1", response.content.decode())


# -- who may know of a table


def test_seated_people_see_the_lobby(game: Game) -> None:
    host, seated = page("Ann", game), page("Bo", game)
    assert all("2 of 4 seats are taken" in shown and game.commitment in shown for shown in (host, seated))
    assert ['id="start"' in shown for shown in (host, seated)] == [True, False]
    assert [url("remove", game) in shown for shown in (host, seated)] == [True, False]
    assert [url("leave", game) in shown for shown in (host, seated)] == [False, True]
    assert [tables.seat_of(game, name).share in shown for name, shown in (("Ann", host), ("Bo", seated))] == [True] * 2
    assert tables.seat_of(game, "Ann").share not in seated


def test_a_stranger_gets_the_bytes_of_a_table_that_does_not_exist(game: Game, zed: User) -> None:
    browser = tables.browser_of(zed)
    for headers in ({}, HX):
        for name in ("table", "seats", "fairness", "export"):
            mine = browser.get(url(name, game), headers=headers)
            none = browser.get(reverse(f"games:{name}", args=["no-such-one"]), headers=headers)
            assert (mine.status_code, none.status_code) == (
                (404, 404) if name != "seats" else (200, 200) if headers else (302, 302)
            )
            assert without_tokens(mine) == without_tokens(none)
        for name in ("join", "remove", "start", "remind", "call-off", "invite", "link", "unlink", "leave", "decline"):
            mine = browser.post(url(name, game), {"name": "Ann"}, headers=headers)
            none = browser.post(reverse(f"games:{name}", args=["no-such-one"]), {"name": "Ann"}, headers=headers)
            assert mine.status_code == none.status_code
            assert without_tokens(mine) == without_tokens(none)
            assert mine.headers.items() == none.headers.items()
    assert names(game) == ["Ann", "Bo"]


@pytest.mark.examples(2)
@pytest.mark.parametrize("name", ["remove", "start", "call-off", "link", "unlink"])
def test_host_only_actions_change_nothing_for_others(game: Game, zed: User, name: str) -> None:
    statuses = [press(who, name, game, name="Bo").status_code for who in ("Bo", zed)]
    assert statuses == [403, 404]
    logged_out = Client().post(url(name, game), {"name": "Bo"})
    assert (logged_out.status_code, logged_out["Location"]) == (302, f"/accounts/login/?next={url(name, game)}")
    game.refresh_from_db()
    assert (names(game), game.status) == (["Ann", "Bo"], Status.OPEN)
    assert not Invitation.objects.exists()


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    "name", ["join", "remove", "start", "remind", "call-off", "invite", "link", "unlink", "leave", "decline"]
)
def test_an_address_of_a_button_leads_back_when_it_is_only_visited(game: Game, name: str) -> None:
    response = tables.browser_of("Ann").get(url(name, game))
    assert (response.status_code, response["Location"] in (url("table", game), "/")) == (302, True)
    assert tables.browser_of("Ann").put(url(name, game)).status_code == 405
    assert names(game) == ["Ann", "Bo"]


def test_join_policy_decides_who_sees_the_table(game: Game, zed: User) -> None:
    def sees(joining: Joining) -> bool:
        Game.objects.filter(pk=game.pk).update(joining=joining)
        return tables.browser_of(zed).get(url("table", game)).status_code == 200

    assert [sees(way) for way in (Joining.FRIENDS, Joining.LINK, Joining.ANYONE)] == [False, False, True]
    FriendshipFactory.create(asked_by=zed, other=game.host)
    assert [sees(way) for way in (Joining.FRIENDS, Joining.LINK, Joining.ANYONE)] == [True, False, True]
    friends.block(blocker=User.objects.get(username="Ann"), other=zed)
    assert [sees(way) for way in (Joining.FRIENDS, Joining.LINK, Joining.ANYONE)] == [False, False, False]


# -- seats


@pytest.fixture
def public(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(joining=Joining.ANYONE)
    return game


def test_a_seat_is_taken_once_however_often_the_button_is_pressed(public: Game, zed: User) -> None:
    answers = [press(zed, "join", public).status_code for _ in range(2)]
    assert (answers, names(public)) == ([302, 302], ["Ann", "Bo", "Zed"])
    assert "you" in page(zed, public)


def test_htmx_gets_the_lobby_with_the_new_seat(public: Game, zed: User) -> None:
    decline(user=zed, now=clock.now())  # else they are asked first how they want to be notified
    fragment = press(zed, "join", public, HX).content.decode()
    assert fragment.lstrip().startswith('<div id="lobby"')
    assert "<html" not in fragment
    assert "3 of 4 seats are taken" in fragment
    assert '<div id="notices"' in fragment


def test_last_seat_taken_first_by_another_is_a_polite_refusal(public: Game, zed: User) -> None:
    Game.objects.filter(pk=public.pk).update(seats_wanted=3)
    lobby.join(user=UserFactory.create(username="Cy"), code=public.code)
    assert "Take a seat" not in page(zed, public)
    for headers in ({}, HX):
        response = press(zed, "join", public, headers)
        assert response.status_code == 409
        assert "All seats are taken." in response.content.decode()
    assert names(public) == ["Ann", "Bo", "Cy"]


def test_game_that_has_begun_accepts_no_new_player(public: Game, zed: User) -> None:
    cy = UserFactory.create(username="Cy")
    lobby.join(user=cy, code=public.code)
    beginning.start(host=tables.seat_of(public, "Ann").user, code=public.code)
    for headers in ({}, HX):
        response = press(zed, "join", public, headers)
        assert (response.status_code, "This game has already begun." in response.content.decode()) == (409, True)
        leaving = press("Bo", "leave", public, headers)
        assert (leaving.status_code, url("table", public) in leaving.content.decode()) == (409, True)
    assert names(public) == ["Ann", "Bo", "Cy"]


def test_leaving_moves_the_others_up_and_pressing_twice_does_no_harm(game: Game) -> None:
    lobby.invite(by=befriended(game, "Cy"), code=game.code, user=User.objects.get(username="Cy"))
    press("Cy", "join", game)
    answers = [press("Bo", "leave", game) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/")] * 2
    assert [(seat.number, seat.user.username) for seat in tables.seats_of(game)] == [(0, "Ann"), (1, "Cy")]
    fragment = press("Cy", "leave", game, HX)
    assert (fragment.status_code, fragment["HX-Redirect"]) == (200, "/")


def befriended(game: Game, name: str) -> User:
    ann = tables.seat_of(game, "Ann").user
    FriendshipFactory.create(asked_by=ann, other=UserFactory.create(username=name))
    return ann


def test_removed_player_stays_away_until_invited_again(public: Game) -> None:
    ann = befriended(public, "Cy")
    cy = User.objects.get(username="Cy")
    lobby.join(user=cy, code=public.code)
    answers = [press("Ann", "remove", public, HX, name="Cy") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert "Cy is no longer at this table." in answers[0].content.decode()
    press(cy, "decline", public)
    assert press(cy, "join", public).status_code == 404
    assert "Friday dwarves" not in tables.browser_of(cy).get("/").content.decode()
    FriendshipFactory.create(asked_by=cy, other=User.objects.get(username="Bo"))
    assert press("Bo", "invite", public, name="Cy").status_code == 422
    lobby.invite(by=ann, code=public.code, user=cy)
    assert press(cy, "join", public).status_code == 302
    assert names(public) == ["Ann", "Bo", "Cy"]


@pytest.mark.examples(2)
@pytest.mark.parametrize("name", ["Ann", "Nobody", "", "B\0o"])
def test_removing_oneself_or_a_stranger_gets_a_sentence(game: Game, name: str) -> None:
    for headers in ({}, HX):
        response = press("Ann", "remove", game, headers, name=name)
        assert response.status_code == 422
        assert 'class="notice bad"' in response.content.decode()
    assert names(game) == ["Ann", "Bo"]


# -- start, call off


def test_the_host_starts_when_enough_people_sit_there(game: Game) -> None:
    assert "This game is for 3 to 10 players; 2 sit here." in page("Ann", game)
    assert "This game is for 3 to 10 players; 2 sit here." in page("Bo", game)
    for headers in ({}, HX):
        response = press("Ann", "start", game, headers)
        assert (response.status_code, "for 3 to 10 players" in response.content.decode()) == (422, True)
    befriended(game, "Cy")
    lobby.join(user=User.objects.get(username="Cy"), code=game.code)
    assert "Start with 3 players" in page("Ann", game)
    assert "You and Bo and Cy play. The free seats are left out." in asked("Ann", game, "start")
    answers = [press("Ann", "start", game) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, url("table", game))] * 2
    game.refresh_from_db()
    assert (game.status, game.seq, names(game)) == (Status.RUNNING, 0, ["Ann", "Bo", "Cy"])


def test_start_without_unready_players_frees_their_seats(game: Game) -> None:
    for name in ("Cy", "Dee"):
        befriended(game, name)
        lobby.join(user=User.objects.get(username=name), code=game.code)
    Game.objects.filter(pk=game.pk).update(bots_fill=True, options_version=1)
    Seat.objects.filter(game=game).exclude(user__username="Dee").update(agreed=1)
    question = asked("Ann", game, "start")
    assert "Dee hasn’t said ready" in question
    assert "Start without Dee" in question
    assert press("Bo", "start", game, without="Dee").status_code == 403
    assert press("Ann", "start", game, without="Cy").status_code == 422, "Cy is ready and Dee is not"
    assert names(game) == ["Ann", "Bo", "Cy", "Dee"]
    assert press("Ann", "start", game, without="Dee").status_code == 302
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert names(game)[:3] == ["Ann", "Bo", "Cy"]
    assert tables.seats_of(game)[3].user.is_bot


def test_complete_table_starts_without_a_question(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(seats_wanted=3)
    befriended(game, "Cy")
    lobby.join(user=User.objects.get(username="Cy"), code=game.code)
    shown = page("Ann", game)
    assert "Everyone is here" in shown
    assert "Start whenever you like." in shown
    assert "ask=start" not in shown
    assert "Bring your friends" not in shown
    assert "<dialog" not in asked("Ann", game, "start")


def test_bots_take_the_free_seats_where_the_table_says_so(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(bots_fill=True)
    shown = page("Ann", game)
    assert "Start with 2 bots" in shown
    assert "bots take the 2 free seats" not in shown
    question = asked("Ann", game, "start")
    assert "Start now, with 2 bots?" in question
    assert "You and Bo play, and bots take the 2 free seats." in question
    assert "The link closes." in question
    assert "Start now" not in asked("Bo", game, "start")
    answer = press("Ann", "start", game, HX)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, url("table", game))
    assert [seat.user.is_bot for seat in tables.seats_of(game)] == [False, False, True, True]


def test_cancelled_table_tells_its_players_alone(public: Game, zed: User) -> None:
    answers = [press("Ann", "call-off", public) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [url("table", public)] * 2
    assert "This table was cancelled." in page("Bo", public)
    assert tables.browser_of(zed).get(url("table", public)).status_code == 404
    assert press("Ann", "start", public).status_code == 409
    assert press("Bo", "leave", public)["Location"] == "/"
    public.refresh_from_db()
    assert public.status == Status.CANCELLED


def test_a_host_who_leaves_calls_the_table_off(game: Game) -> None:
    assert press("Ann", "leave", game)["Location"] == "/"
    game.refresh_from_db()
    assert game.status == Status.CANCELLED


# -- the pulse


def beat(game: Game, name: str, version: int, count: str = "0", signed: str = "") -> str:
    asked = {"v": str(version), "n": count, "s": signed or tables.pulse_token(game, name)}
    return Client().get(url("beat", game), asked).content.decode()


def test_open_lobby_page_polls_and_reloads_when_a_player_sits_down(
    public: Game, zed: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    public.refresh_from_db()
    quiet = beat(public, "Bo", public.version)
    assert f'hx-get="{url("beat", public)}?v={public.version}&amp;n=1' in quiet
    assert "every 5s" in quiet
    assert "every 60s" in beat(public, "Bo", public.version, "99")
    with django_capture_on_commit_callbacks(execute=True):
        lobby.join(user=zed, code=public.code)
    assert f'hx-get="{url("seats", public)}"' in beat(public, "Bo", public.version)
    fresh = tables.browser_of("Bo").get(url("seats", public), headers=HX).content.decode()
    assert "3 of 4 seats are taken" in fresh


def test_a_pulse_without_news_costs_nothing_but_a_look_into_the_cache(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    token = tables.pulse_token(game, "Bo")
    pulse.read(game.pk)
    with django_assert_num_queries(0):
        beat(game, "Bo", game.version, signed=token)


def test_when_the_game_begins_or_the_seat_is_gone_the_page_is_left(game: Game) -> None:
    token = tables.pulse_token(game, "Bo")
    lobby.remove(host=tables.seat_of(game, "Ann").user, code=game.code, user=tables.seat_of(game, "Bo").user)
    assert f'hx-get="{url("seats", game)}"' in beat(game, "Bo", game.version, signed=token)
    gone = tables.browser_of("Bo").get(url("seats", game), headers=HX)
    assert (gone.content, gone["HX-Redirect"]) == (b"", "/")
    assert tables.browser_of("Bo").get(url("table", game)).status_code == 404
    begun = tables.running_game(2 + 1, seed=9)
    answer = tables.browser_of("Ann").get(url("seats", begun), headers=HX)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, url("table", begun))


@pytest.mark.parametrize("query", ["", "?v=&n=&s=", "?v=x&n=²&s=x:y:z", "?n=" + "9" * 5000, "?s=%00&v=%00"])
def test_a_malformed_pulse_does_no_harm(game: Game, query: str) -> None:
    response = Client().get(url("beat", game) + query)
    assert (response.status_code, url("seats", game) in response.content.decode()) == (200, True)


# -- the page


def test_names_are_escaped_everywhere_in_the_lobby(db: None) -> None:
    sly, other = UserFactory.create(username="<i>Sly</i>"), UserFactory.create(username="<i>Pal</i>")
    FriendshipFactory.create(asked_by=sly, other=other)
    game = tables.open_game([sly], wanted=3, name="<b>1</b>", joining=Joining.ANYONE)
    pages = [page(sly, game), page(other, game)]
    lobby.invite(by=sly, code=game.code, user=other)
    pages += [page(sly, game), page(other, game)]
    pages.append(press(sly, "remove", game, HX, name="<i>Sly</i>").content.decode())
    assert all("<i>" not in shown and "<b>1" not in shown for shown in pages)
    assert all("&lt;i&gt;" in shown for shown in pages)


@pytest.mark.parametrize("crowd", [1, 25])
def test_the_lobby_costs_seven_statements_however_many_people(
    crowd: int, django_assert_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    game = tables.open_game(min(crowd + 1, 9), wanted=10)
    ann = tables.seat_of(game, "Ann").user
    for _ in range(crowd):
        FriendshipFactory.create(asked_by=ann)
        lobby.invite(by=ann, code=game.code, user=FriendshipFactory.create(asked_by=ann).other(ann))
    lobby.make_link(host=ann, code=game.code)
    browser = tables.browser_of(ann)
    browser.get(url("table", game))
    # The user, the seat with its table, the seats, invitations, friends. The session stands in a cache.
    with django_assert_num_queries(5):
        browser.get(url("table", game))


def test_seat_in_an_answer_is_never_lost(game: Game) -> None:
    assert Seat.objects.filter(game=game).count() == 2
    assert press("Bo", "join", game).status_code == 302
    assert names(game) == ["Ann", "Bo"]
