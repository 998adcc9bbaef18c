"""Tables that are complete: who is notified, who may start, when a host counts as away, and rematches that start."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import clock
from games.mail.news import NothingToSendError
from games.models import Game, Joining, Notice, Status, Wanted
from games.rules.table import Ruleset
from games.selectors import waiting
from games.services import beginning, lobby, open_tables, options, rematch
from saboteur_site.web.declined import DeclinedError, TooLateError
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import HOUR, pass_by, turnable
from tests.games.post import letter_about
from tests.games.tables import browser_of, do, open_game, people, running_game, seen_by_all

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]

DAY = timedelta(days=1)
EVENTS = ("complete", "started", "cancelled", "removed")


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with turnable():
        yield


def nearly(players: int = 3, **fields: Any) -> tuple[Game, User]:
    """A table of Ann with one seat free, and the person who can take it."""
    names = people(players)
    return open_game(names[:-1], wanted=players, joining=Joining.ANYONE, **fields), names[-1]


def complete() -> Game:
    """A complete table of Ann, Bo and Cy."""
    game, last = nearly()
    lobby.join(user=last, code=game.code)
    game.refresh_from_db()
    return game


def notified(event: str) -> list[str]:
    """The people who have a notice about an event, by name."""
    return sorted(Notice.objects.filter(kind=event).values_list("user__username", flat=True))


def person(name: str) -> User:
    """A user by name."""
    return User.objects.get(username=name)


def subject(event: str, name: str) -> str:
    """The subject of the message about an event to a player."""
    return letter_about(Notice.objects.get(kind=event, user__username=name)).subject


# -- the host is notified


def test_a_table_that_becomes_complete_notifies_its_host_once() -> None:
    game = complete()
    assert notified("complete") == ["Ann"]
    assert subject("complete", "Ann") == "Everyone is here. Start “Friday dwarves”."
    lobby.welcome_guests(host=person("Ann"), code=game.code, welcome=True)
    assert notified("complete") == ["Ann"]


def test_a_table_with_a_seat_free_or_a_player_not_ready_is_not_complete() -> None:
    game, last = nearly()
    Game.objects.filter(pk=game.pk).update(options_version=1)
    game.seats.filter(user=person("Ann")).update(agreed=1)
    lobby.join(user=last, code=game.code, options_version=1)
    game.refresh_from_db()
    assert (notified("complete"), game.start_open_at) == ([], None)
    options.agree(user=person("Bo"), code=game.code, options_version=1)
    game.refresh_from_db()
    assert notified("complete") == ["Ann"]
    assert game.start_open_at is not None
    lobby.leave(user=person("Bo"), code=game.code)
    assert not Game.objects.filter(start_open_at__isnull=False).exists()
    with pytest.raises(NothingToSendError):
        subject("complete", "Ann")


def test_a_complete_table_waits_for_its_host_on_every_list() -> None:
    game = complete()
    assert [waiting.number_for(person(name)) for name in ("Ann", "Bo", "Cy")] == [1, 0, 0]
    assert [row["kind"] for row in waiting.rows_for(person("Ann"))] == [waiting.START]
    ann = browser_of("Ann")
    shown = ann.get("/").content.decode()
    assert shown.count(f'href="/t/{game.code}/"') == 1
    assert "Everyone is here: you can start" in shown
    assert ann.get(reverse("games:next"))["Location"].startswith(f"/t/{game.code}/")
    lobby_page = ann.get(f"/t/{game.code}/").content.decode()
    assert "<title>(1) Friday dwarves" in " ".join(lobby_page.split())
    assert "Start whenever you like." in lobby_page


# -- the game starts, the table is called off, a seat is taken away


def test_a_game_that_starts_notifies_all_but_the_player_who_started_it() -> None:
    game = complete()
    beginning.start(host=person("Ann"), code=game.code)
    assert notified("started") == ["Bo", "Cy"]
    first = tables.awaited(game).user.username
    other = next(name for name in ("Bo", "Cy") if name != first)
    assert subject("started", other) == f"The game has started. {first} is first."


def test_the_first_player_gets_one_message_when_a_game_starts() -> None:
    game = complete()
    first = tables.awaited(beginning.start(host=person("Ann"), code=game.code)).user
    for notice in Notice.objects.filter(kind="started", user=first):
        with pytest.raises(NothingToSendError):
            letter_about(notice)
    assert Notice.objects.filter(kind="turn", user=first).count() == 1


def test_a_table_that_is_called_off_notifies_all_others_who_sit_there() -> None:
    game = complete()
    lobby.call_off(host=person("Ann"), code=game.code)
    assert notified("cancelled") == ["Bo", "Cy"]
    assert subject("cancelled", "Bo") == "Ann cancelled “Friday dwarves”."
    lobby.call_off(host=person("Ann"), code=game.code)
    assert notified("cancelled") == ["Bo", "Cy"]
    with pytest.raises(NothingToSendError):
        subject("complete", "Ann")


def test_a_host_who_leaves_calls_the_table_off_for_the_others() -> None:
    game = complete()
    lobby.leave(user=person("Ann"), code=game.code)
    assert notified("cancelled") == ["Bo", "Cy"]


def test_a_player_whose_seat_is_taken_away_is_notified() -> None:
    game = complete()
    lobby.remove(host=person("Ann"), code=game.code, user=person("Bo"))
    assert notified("removed") == ["Bo"]
    assert subject("removed", "Bo") == "You no longer have a seat at “Friday dwarves”."
    lobby.leave(user=person("Cy"), code=game.code)
    assert notified("removed") == ["Bo"]


def test_no_message_tells_of_a_seat_at_which_its_player_sits_again() -> None:
    game = complete()
    lobby.remove(host=person("Ann"), code=game.code, user=person("Bo"))
    game.seats.create(number=2, user=person("Bo"))
    with pytest.raises(NothingToSendError):
        subject("removed", "Bo")


def test_player_who_muted_the_table_gets_no_lobby_event() -> None:
    game = complete()
    game.seats.filter(user__username__in=("Ann", "Bo")).update(wants=Wanted.NOTHING)
    with pytest.raises(NothingToSendError) as found:
        subject("complete", "Ann")
    assert found.value.outcome == Notice.Outcome.UNWANTED
    lobby.remove(host=person("Ann"), code=game.code, user=person("Bo"))
    assert notified("removed") == []


def test_the_grid_has_a_line_for_each_lobby_event() -> None:
    complete()
    shown = browser_of("Ann").get("/me/notices/").content.decode()
    assert [event for event in EVENTS if f'name="email" value="{event}"' in shown] == list(EVENTS)


# -- a host who is away


def test_any_player_may_start_once_the_host_was_away_for_a_day() -> None:
    game = complete()
    for name in ("Bo", "Cy"):
        with pytest.raises(PermissionDenied):
            beginning.start(host=person(name), code=game.code)
    pass_by(DAY - HOUR)
    with pytest.raises(PermissionDenied):
        beginning.start(host=person("Bo"), code=game.code)
    pass_by(HOUR)
    assert [waiting.number_for(person(name)) for name in ("Ann", "Bo", "Cy")] == [1, 1, 1]
    with pytest.raises(Http404):
        beginning.start(host=UserFactory.create(), code=game.code)
    beginning.start(host=person("Bo"), code=game.code)
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING
    assert notified("started") == ["Ann", "Cy"]
    beginning.start(host=person("Bo"), code=game.code)  # a second tap


def test_host_visit_restarts_the_day_of_absence() -> None:
    game = complete()
    pass_by(DAY - HOUR)
    browser_of("Ann").get(f"/t/{game.code}/")
    pass_by(2 * HOUR)
    with pytest.raises(PermissionDenied):
        beginning.start(host=person("Bo"), code=game.code)
    pass_by(DAY - HOUR)
    beginning.start(host=person("Bo"), code=game.code)


@pytest.mark.parametrize(
    "headers", [{"HX-Request": "true", "HX-Trigger": "pulse"}, {"Sec-Purpose": "prefetch;prerender"}]
)
def test_a_page_that_asks_by_itself_is_no_look_of_the_host(headers: dict[str, str]) -> None:
    game = complete()
    before = game.start_open_at
    pass_by(HOUR)
    ann = browser_of("Ann")
    assert ann.get(f"/t/{game.code}/", headers=headers).status_code == 200
    ann.get(f"/t/{game.code}/seats", headers=headers)
    game.refresh_from_db()
    assert game.start_open_at == before


def test_lobby_says_since_when_the_host_is_away_and_when_all_may_start() -> None:
    game = complete()
    assert "Ann starts the game." in page(game)
    pass_by(HOUR)
    shown = page(game)
    game.refresh_from_db()
    assert game.host_seen_at is not None
    assert game.start_open_at is not None
    seen, until = (f"{timezone.localtime(moment):%a %H:%M}" for moment in (game.host_seen_at, game.start_open_at))
    assert f"Ann hasn’t been here since {seen}." in shown
    assert f"If Ann isn’t back by {until}, anyone at the table can start." in shown
    assert 'id="start"' not in shown
    pass_by(DAY)
    shown = page(game)
    assert "So anyone at the table can start now." in shown
    assert browser_of("Bo").post(f"/t/{game.code}/start").status_code == 302
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING


def test_a_player_reminds_the_host_once_a_day() -> None:
    game = complete()
    pass_by(HOUR)
    assert "Remind Ann" in page(game)
    assert beginning.remind_host(user=person("Bo"), code=game.code) == "Ann"
    assert notified("complete") == ["Ann", "Ann"]
    assert "Remind Ann" not in page(game)
    with pytest.raises(TooLateError, match="Try again tomorrow"):
        beginning.remind_host(user=person("Cy"), code=game.code)
    pass_by(DAY)
    beginning.remind_host(user=person("Cy"), code=game.code)
    assert len(notified("complete")) == 3


def test_only_players_of_a_complete_table_remind_its_host() -> None:
    game, last = nearly()
    with pytest.raises(DeclinedError, match="nothing to remind"):
        beginning.remind_host(user=person("Bo"), code=game.code)
    lobby.join(user=last, code=game.code)
    with pytest.raises(DeclinedError, match="nothing to remind"):
        beginning.remind_host(user=person("Ann"), code=game.code)
    with pytest.raises(Http404):
        beginning.remind_host(user=UserFactory.create(), code=game.code)


def test_a_host_who_is_not_ready_holds_up_no_start_after_a_day() -> None:
    game, last = nearly()
    Game.objects.filter(pk=game.pk).update(options_version=1)
    game.seats.exclude(user=person("Ann")).update(agreed=1)
    lobby.join(user=last, code=game.code, options_version=1)
    assert notified("complete") == ["Ann"]
    with pytest.raises(DeclinedError, match="Ann hasn’t said"):
        beginning.start(host=person("Ann"), code=game.code)
    pass_by(DAY)
    beginning.start(host=person("Cy"), code=game.code)
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING


def test_a_table_that_becomes_complete_again_gives_its_host_a_new_day() -> None:
    game = complete()
    pass_by(DAY)
    lobby.leave(user=person("Cy"), code=game.code)
    with pytest.raises(PermissionDenied):
        beginning.start(host=person("Bo"), code=game.code)
    lobby.join(user=person("Cy"), code=game.code)
    game.refresh_from_db()
    assert game.start_open_at is not None
    assert game.start_open_at - clock.now() > DAY - HOUR


# -- rematches


def finished(bots: int = 0) -> Game:
    """A finished game of Ann, Bo and Cy, and some bots."""
    seated = [*people(3), *(UserFactory.create(username=f"Bot {number}", is_bot=True) for number in range(bots))]
    game = running_game(seated, code="before", ruleset=Ruleset(rounds=1), joining=Joining.FRIENDS)
    Game.objects.filter(pk=game.pk).update(bots="DE"[:bots])
    do(game, "= end")
    seen_by_all(game)
    return game


def again(name: str) -> Game:
    """A player plays again with the same people."""
    game = rematch.again(user=person(name), code="before")
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("bots", [0, 2])
def test_a_rematch_starts_once_all_have_accepted(bots: int) -> None:
    finished(bots)
    assert [again(name).status for name in ("Bo", "Ann")] == [Status.OPEN, Status.OPEN]
    after = again("Cy")
    assert (after.status, after.seats.count()) == (Status.RUNNING, 3 + bots)
    assert notified("started") == ["Ann", "Bo"]
    assert notified("complete") == ([] if bots else ["Bo"])


def test_a_rematch_that_a_player_declined_waits_for_its_host() -> None:
    finished(bots=2)
    after = again("Bo")
    lobby.decline(user=person("Cy"), code=after.code)
    assert again("Ann").status == Status.OPEN
    beginning.start(host=person("Bo"), code=after.code)


def test_a_rematch_with_other_options_starts_when_all_are_ready() -> None:
    finished()
    after = again("Bo")
    again("Ann")
    Game.objects.filter(pk=after.pk).update(options_version=1)
    after.seats.filter(user=person("Bo")).update(agreed=1)
    assert again("Cy").status == Status.OPEN
    for name in ("Ann", "Cy"):
        assert Game.objects.get(pk=after.pk).status == Status.OPEN
        options.agree(user=person(name), code=after.code, options_version=1)
    assert Game.objects.get(pk=after.pk).status == Status.RUNNING


def test_a_table_that_follows_no_other_one_waits_for_its_host() -> None:
    assert complete().status == Status.OPEN


def test_a_look_writes_the_presence_of_a_host_once_a_minute() -> None:
    game = complete()
    pass_by(HOUR)
    game.refresh_from_db()
    open_tables.host_is_here(game, now := clock.now())
    game.refresh_from_db()
    assert game.host_seen_at == now
    open_tables.host_is_here(game, now + timedelta(seconds=30))
    game.refresh_from_db()
    assert game.host_seen_at == now


def page(game: Game, name: str = "Bo") -> str:
    """The lobby as one of its players sees it."""
    return " ".join(browser_of(name).get(f"/t/{game.code}/").content.decode().split())
