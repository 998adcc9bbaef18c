"""People without a seat watch a table by its watch link or on its board, until the host switches the link off."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.services import friends
from circles.models import Circle, CircleMember, CircleTable
from games import clock
from games.forms.lobby import SetupForm
from games.models import Game, Invitation, Joining, Watchers
from games.rows import pulse, watching
from games.rules.claims import parse
from games.services import lobby, options, rematch
from games.services import talk as talking
from games.services import watching as links
from saboteur_site.web.declined import TooLateError
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import pass_by
from tests.games.playing_live import play_live
from tests.secrecy.pages.controlled_site import on_commit_too

pytestmark = pytest.mark.django_db

WATCH, BOARD = "a-watch-link", "a-board-link"


def watched_game(**fields: Any) -> Game:
    """A running table of Ann, Bo and Cy with both links."""
    given = {"watchers": Watchers.LINK, "watch_link": WATCH, "board_link": BOARD, "code": "watched"}
    return tables.running_game(3, **{**given, **fields})


def page_of(kind: str = "watch", link: str = "", browser: Client | None = None, held: str = "") -> Any:
    """The response to a visitor, who is not signed in unless a browser is given; `held` makes it an update."""
    address = f"/{kind}/{link or (WATCH if kind == 'watch' else BOARD)}/"
    return (browser or Client()).get(address, headers={"HX-Request": "true", "X-Regions": held} if held else {})


def text_of(response: Any) -> str:
    """What a page says, without its markup."""
    return " ".join(
        re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", response.content.decode(), flags=re.DOTALL).split()
    )


def pulse_address(page: str) -> str:
    """The address that a page polls."""
    address: str = re.findall(r'hx-get="([^"]+)"', page)[0]
    return address.replace("&amp;", "&")


def discards(game: Game) -> None:
    """Ann discards her first card."""
    with on_commit_too():
        tables.do(game, f"A pass {tables.seat_of(game, 'Ann').hand.split()[0]}")


def held_in(page: str) -> str:
    """The marks of the regions of a page, as its browser sends them."""
    marks = re.findall(r'id="([a-z][a-z0-9-]*)"[^>]*data-is="([0-9a-f]+)"', page)
    return " ".join(f"{name}.{mark}" for name, mark in marks)


@pytest.mark.parametrize("kind", ["watch", "board"])
def test_a_link_shows_the_table_to_visitors_who_are_not_signed_in(kind: str) -> None:
    game = watched_game()
    page = page_of(kind)

    assert page.status_code == 200
    assert "Friday dwarves" in text_of(page)
    assert all(name in text_of(page) for name in ("Ann", "Bo", "Cy"))
    assert page["X-Robots-Tag"] == "noindex"
    assert f"/t/{game.code}" not in page.content.decode()
    assert "<form" not in page.content.decode()


@pytest.mark.parametrize("kind", ["watch", "board"])
def test_all_who_have_a_link_get_the_same_page_players_included(kind: str) -> None:
    watched_game()
    UserFactory.create(username="Zoe", theme="dark")
    browsers = [Client(), *(tables.browser_of(name) for name in ("Ann", "Bo", "Zoe"))]
    pages = [page_of(kind, browser=one).content for one in browsers]

    assert len(set(pages)) == 1


def test_the_board_shows_claims_but_not_what_players_write() -> None:
    game = watched_game()
    talking.claim(user=tables.seat_of(game, "Bo").user, code=game.code, claim=parse("hand nothing"))
    talking.say(user=tables.seat_of(game, "Cy").user, code=game.code, text="The gold lies deep.")
    board, watch = page_of("board").content.decode(), text_of(page_of("watch"))

    assert re.search(r'class="bubble seat-1 claim".*?<b>Bo</b>', board, re.DOTALL)
    assert "The gold lies deep." not in board
    assert "The gold lies deep." in watch


def test_the_board_forgets_claims_with_the_next_move() -> None:
    game = watched_game()
    talking.claim(user=tables.seat_of(game, "Bo").user, code=game.code, claim=parse("hand nothing"))
    discards(game)

    assert 'class="bubble seat' not in page_of("board").content.decode()


@pytest.mark.parametrize("kind", ["watch", "board"])
def test_news_of_an_open_page_are_the_regions_that_changed(kind: str) -> None:
    game = watched_game()
    before = page_of(kind).content.decode()
    address = pulse_address(before)
    assert 'hx-get="."' not in Client().get(address).content.decode()

    discards(game)
    assert 'hx-get="."' in Client().get(address).content.decode()
    news = page_of(kind, held=held_in(before))

    changed = set(re.findall(r'id="([a-z0-9-]+)" data-is="[0-9a-f]+" hx-swap-oob', news.content.decode()))
    assert news["HX-Reswap"] == "none"
    assert {"plate-0", "plate-1", "deck", "line"} <= changed
    assert "mine" not in changed
    assert len(news.content) < len(before) / 2


def test_watchers_poll_without_a_statement(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    game = watched_game()
    discards(game)
    address = pulse_address(page_of().content.decode())
    with django_assert_num_queries(0):
        assert Client().get(address).status_code == 200


@pytest.mark.parametrize("seats", [3, 10])
def test_a_page_costs_three_statements_for_any_number_of_players(
    seats: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tables.running_game(seats, code="watched", watchers=Watchers.LINK, watch_link=WATCH, board_link=BOARD)
    for kind in ("watch", "board"):
        with django_assert_num_queries(3):
            page_of(kind)


def test_live_seconds_stand_on_the_board() -> None:
    game = watched_game(bank_hours=72, turn_hours=12)
    play_live(game)

    assert 'data-left="' in page_of("board").content.decode()


def test_pages_of_watchers_name_no_hour_of_a_time_zone_they_do_not_know() -> None:
    game = watched_game(bank_hours=72, turn_hours=12)
    hour = re.compile(r"\b\d\d:\d\d\b")
    for kind in ("watch", "board"):
        assert "3 d" in text_of(page_of(kind))
        assert not hour.search(text_of(page_of(kind)))
    Game.objects.filter(pk=game.pk).update(paused_at=clock.now(), paused_until=clock.now() + timedelta(days=2))
    assert "Paused" in text_of(page_of("board"))
    assert not hour.search(text_of(page_of("board")))


def test_watching_is_no_presence() -> None:
    game = watched_game(bank_hours=72, turn_hours=12)
    ann = tables.seat_of(game, "Ann").user
    page = page_of("board", browser=tables.browser_of(ann))
    Client().get(pulse_address(page.content.decode()), headers={"X-Last-Input": "fresh"})

    assert not pulse.all_present(game.pk, [ann.pk])
    assert not pulse.has_viewed(game.pk, ann.pk)


# -- links


@pytest.mark.parametrize("kind", ["watch", "board"])
def test_a_link_that_never_was_leads_nowhere(kind: str) -> None:
    watched_game()
    assert page_of(kind, "another").status_code == 404
    assert page_of(kind, BOARD if kind == "watch" else WATCH).status_code == 404


def test_a_board_that_is_switched_off_shows_nothing_any_more() -> None:
    game = watched_game()
    address = pulse_address(page_of("board").content.decode())
    links.switch_board_off(host=game.host, code=game.code)  # type: ignore[arg-type]

    assert page_of("board").status_code == 404
    assert page_of("watch").status_code == 200
    assert Client().get(address).status_code == 404
    assert Client().get(address, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_a_new_board_takes_the_place_of_the_one_before() -> None:
    game = watched_game()
    address = pulse_address(page_of("board").content.decode())
    links.make_board(host=game.host, code=game.code)  # type: ignore[arg-type]
    game.refresh_from_db()

    assert game.board_link not in ("", BOARD)
    assert page_of("board").status_code == 404
    assert page_of("board", game.board_link).status_code == 200
    assert Client().get(address).status_code == 404


def test_a_new_watch_link_takes_the_place_of_the_one_before() -> None:
    game = watched_game()
    links.renew_watch_link(host=game.host, code=game.code)  # type: ignore[arg-type]
    game.refresh_from_db()

    assert (page_of().status_code, page_of(link=game.watch_link).status_code) == (404, 200)


def test_a_table_without_watchers_gets_no_watch_link() -> None:
    game = watched_game(watchers=Watchers.OFF, watch_link="")
    links.renew_watch_link(host=game.host, code=game.code)  # type: ignore[arg-type]
    game.refresh_from_db()

    assert game.watch_link == ""


def test_only_the_host_changes_links() -> None:
    game = watched_game()
    for change in (links.make_board, links.switch_board_off, links.renew_watch_link):
        with pytest.raises(PermissionDenied):
            change(host=tables.seat_of(game, "Bo").user, code=game.code)
        with pytest.raises(Http404):
            change(host=UserFactory.create(), code=game.code)
    game.refresh_from_db()

    assert (game.watch_link, game.board_link) == (WATCH, BOARD)


def test_no_board_is_made_for_a_finished_game() -> None:
    game = tables.finished_game(code="done")
    with pytest.raises(TooLateError):
        links.make_board(host=game.host, code=game.code)  # type: ignore[arg-type]


def test_links_show_the_scores_for_a_day_after_the_end() -> None:
    game = tables.finished_game(code="done", watchers=Watchers.LINK, watch_link=WATCH, board_link=BOARD)
    for kind in ("watch", "board"):
        assert "wins" in text_of(page_of(kind)) or "share the win" in text_of(page_of(kind))
    Game.objects.filter(pk=game.pk).update(over_at=clock.now() - timedelta(hours=25))

    assert [page_of(kind).status_code for kind in ("watch", "board")] == [404, 404]


def test_the_option_makes_the_watch_link_and_takes_it_away() -> None:
    game = tables.open_game(3)
    host: Any = game.host
    options.change(host=host, code=game.code, **tables.options_of(game, watchers=Watchers.LINK))
    game.refresh_from_db()
    link = game.watch_link
    assert page_of(link=link).status_code == 200

    options.change(host=host, code=game.code, **tables.options_of(game, watchers=Watchers.OFF))
    game.refresh_from_db()
    assert (bool(link), game.watch_link, page_of(link=link).status_code) == (True, "", 404)


def test_the_board_of_a_finished_game_goes_on_with_its_rematch() -> None:
    game = tables.finished_game(code="done", board_link=BOARD)
    tables.seen_by_all(game)
    address = pulse_address(page_of("board").content.decode())
    following = rematch.again(user=tables.seat_of(game, "Bo").user, code="done")

    assert Game.objects.get(pk=following.pk).board_link == BOARD
    assert Client().get(address).status_code == 404
    assert "1 of 3 seats is taken" in text_of(page_of("board"))


# -- before the game


def test_the_board_of_a_lobby_shows_how_to_join_only_by_a_link_of_the_host() -> None:
    game = tables.open_game(2, wanted=5, watchers=Watchers.LINK, watch_link=WATCH, board_link=BOARD)
    assert "Scan to sit down" not in text_of(page_of("board"))

    link = lobby.make_link(host=game.host, code=game.code)  # type: ignore[arg-type]
    assert f"/join/{link.token}/" in text_of(page_of("board"))
    assert f"/join/{link.token}/" not in page_of("watch").content.decode()
    Invitation.objects.update(expires_at=clock.now())
    assert "Scan to sit down" not in text_of(page_of("board"))


def test_the_board_of_a_lobby_changes_as_players_sit_down() -> None:
    game = tables.open_game(2, wanted=3, joining=Joining.FRIENDS, board_link=BOARD)
    before = page_of("board").content.decode()
    cy = tables.people(3)[2]
    friends.ask(asker=cy, other=game.host)  # type: ignore[arg-type]
    friends.accept(user=game.host, asker=cy)  # type: ignore[arg-type]
    lobby.join(user=cy, code=game.code)
    news = page_of("board", held=held_in(before))

    assert 'hx-get="."' in Client().get(pulse_address(before)).content.decode()
    assert news["HX-Reswap"] == "none"
    assert "Cy" in text_of(news)


# -- the table's own address


def test_members_of_a_circle_watch_where_the_table_lets_them() -> None:
    game = tables.running_game(3, code="ours", watchers=Watchers.CIRCLE)
    zoe = UserFactory.create(username="Zoe")
    browser = tables.browser_of(zoe)
    circle = Circle.objects.create(name="Friday")
    member = CircleMember.objects.create(circle=circle, user=zoe)
    assert browser.get("/t/ours/").status_code == 404

    CircleTable.objects.create(circle=circle, game=game)
    assert browser.get("/t/ours/").status_code == 200
    assert browser.get("/t/ours/log/").status_code == 200
    assert browser.post("/t/ours/say", {"text": "Hello"}).status_code == 404
    CircleMember.objects.filter(pk=member.pk).update(left_at=clock.now())
    assert browser.get("/t/ours/").status_code == 404
    CircleMember.objects.filter(pk=member.pk).update(left_at=None)
    Game.objects.filter(pk=game.pk).update(watchers=Watchers.OFF)
    assert browser.get("/t/ours/").status_code == 404


def test_the_members_of_a_circle_are_a_choice_for_those_who_are_in_one() -> None:
    ann = tables.people(1)[0]
    assert "circle" not in dict(SetupForm(host=ann).fields["watchers"].choices)  # type: ignore[attr-defined]
    CircleMember.objects.create(circle=Circle.objects.create(name="Friday"), user=ann)
    assert "circle" in dict(SetupForm(host=ann).fields["watchers"].choices)  # type: ignore[attr-defined]


def test_without_circles_the_option_lets_no_one_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_circles", [])
    tables.running_game(3, code="ours", watchers=Watchers.CIRCLE)

    assert tables.browser_of(UserFactory.create()).get("/t/ours/").status_code == 404


def test_spectators_of_an_open_table_get_news() -> None:
    game = tables.running_game(3, code="ours", joining=Joining.ANYONE)
    browser = tables.browser_of(UserFactory.create())
    address = pulse_address(browser.get("/t/ours/").content.decode())
    assert 'hx-get="."' not in Client().get(address).content.decode()
    discards(game)

    assert 'hx-get="."' in Client().get(address).content.decode()


def test_forged_pulses_of_watchers_lead_nowhere() -> None:
    game = watched_game()
    forged = pulse.watch_token(game.pk, "another")
    tokens = (forged, f"{pulse.watch_token(game.pk, BOARD)}x", "x", pulse.token(game.pk, 0, game.host_id or 0))

    assert [Client().get(f"/pulse/{token}").status_code for token in tokens] == [404] * 4


def test_a_pulse_outlives_its_entry_in_the_cache() -> None:
    watched_game()
    address = pulse_address(page_of().content.decode())
    pass_by(timedelta(minutes=1))

    assert Client().get(address).status_code == 200
