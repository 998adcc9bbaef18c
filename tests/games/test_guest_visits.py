"""How long guests are stored: until thirty days after their last visit, and as long as a running game needs them."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import guests
from accounts.visits import COOKIE
from games import clock
from games.models import Game, Seat, Status
from games.rows.retention import BATCH, RETENTIONS
from games.tableau.table import table_page
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory
from tests.games.guests import link_to, tries, who
from tests.games.pages import go_on
from tests.games.tables import open_game, people, running_game

HOME, LOG_IN = reverse("games:home"), reverse("account_login")
GONE = "We keep guests for 30 days after their last visit"
LOST = "You played here as a guest, but this browser has lost your session"

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


def came(guest: User, *, days: float, visited: float | None = None) -> None:
    """Let a guest have come so many days ago, and have been here last so many days ago."""
    now = clock.now()
    last = None if visited is None else now - timedelta(days=visited)
    User.objects.filter(pk=guest.pk).update(date_joined=now - timedelta(days=days), visited_at=last)


def tidied() -> int:
    """How many guests the daily removal sends away."""
    return next(keep.remove(clock.now() - keep.lasts, BATCH) for keep in RETENTIONS if keep.name == "guests")


def seated(**fields: object) -> tuple[Game, User]:
    """A running game of people with an account and a guest."""
    rita = guests.come(name="Rita")
    game = running_game([*people(2), rita])
    Seat.objects.filter(game=game, user=rita).update(**fields)
    return game, rita


# -- the last visit


def test_thirty_days_count_from_the_last_visit() -> None:
    rita = guests.come(name="Rita")
    came(rita, days=200, visited=29.9)
    assert tidied() == 0
    came(rita, days=200, visited=30.1)
    assert tidied() == 1


def test_page_opened_by_a_guest_is_a_visit_once_a_day() -> None:
    client = tries()
    guest = who(client)
    client.get(HOME)
    assert User.objects.get(pk=guest.pk).visited_at is None
    came(guest, days=29)
    client.get(HOME)
    visited = User.objects.get(pk=guest.pk).visited_at
    assert visited is not None
    assert timezone.now() - visited < timedelta(minutes=1)
    client.get(HOME)
    assert User.objects.get(pk=guest.pk).visited_at == visited


@pytest.mark.parametrize(
    "headers", [{"HX-Request": "true"}, {"Sec-Purpose": "prefetch;prerender"}, {"Sec-Purpose": "prefetch"}]
)
def test_poll_or_prefetch_is_no_visit(headers: dict[str, str]) -> None:
    client = tries()
    guest = who(client)
    came(guest, days=29)
    client.get(reverse("games:table", args=[Game.objects.get().code]), headers=headers)
    client.get(HOME, headers=headers)
    assert User.objects.get(pk=guest.pk).visited_at is None


def test_form_sent_by_a_guest_is_a_visit_also_by_htmx() -> None:
    client = tries()
    guest = who(client)
    came(guest, days=29)
    client.post(reverse("accounts:profile"), {"language": "xx"}, headers={"HX-Request": "true"})
    assert User.objects.get(pk=guest.pk).visited_at is not None


def test_visit_of_an_account_is_not_written_down() -> None:
    ann = people(1)[0]
    User.objects.update(date_joined=clock.now() - timedelta(days=9))
    client = Client()
    client.force_login(ann)
    client.get(HOME)
    assert User.objects.get(pk=ann.pk).visited_at is None


def test_session_of_a_guest_outlives_ninety_days_and_is_renewed_by_a_visit() -> None:
    client = tries()
    assert client.session.get_expiry_age() > 399 * 24 * 3600
    came(who(client), days=80)
    session = client.session
    session.set_expiry(3600)
    session.save()
    answer = client.get(HOME)
    assert answer.cookies["sessionid"]["max-age"] > 399 * 24 * 3600


def test_account_made_by_a_guest_has_the_session_of_accounts() -> None:
    client = tries()
    client.post(reverse("account_signup"), {"username": "Rita", "password1": PASSWORD})
    assert client.session.get_expiry_age() <= 90 * 24 * 3600
    client.get(HOME)
    assert not client.cookies[COOKIE].value


def test_guest_who_returns_at_the_moment_of_the_removal_stays() -> None:
    rita = guests.come(name="Rita")
    came(rita, days=31)
    guests.record_visit(rita, clock.now())
    assert not guests.send_away(rita.pk, end=clock.now() - timedelta(days=30))
    assert User.objects.get(pk=rita.pk).is_active


# -- the last week


BACK, AWAY = "Good to have you back.", "You haven’t been here for a while"


def lobby_with_guest() -> tuple[Client, User, Game]:
    """The browser of a guest who sits at an open table."""
    game, client = open_game(1, wanted=6, guests_welcome=True), Client()
    client.post(reverse("games:door", args=[link_to(game).token]), {"name": "Lena"})
    return client, who(client), game


def test_guest_who_returns_in_the_last_week_reads_so_once() -> None:
    client, lena, game = lobby_with_guest()
    table = reverse("games:table", args=[game.code])
    came(lena, days=22.9)
    assert BACK not in client.get(table).content.decode()
    came(lena, days=60, visited=24)
    assert BACK in client.get(table).content.decode()
    assert BACK not in client.get(table).content.decode()
    came(lena, days=60, visited=24)
    assert BACK in client.get(HOME).content.decode()


def test_page_that_polls_in_the_last_week_says_that_the_time_ends() -> None:
    client, lena, game = lobby_with_guest()
    came(lena, days=24)
    seats = client.get(reverse("games:seats", args=[game.code]), headers={"HX-Request": "true"})
    assert AWAY in seats.content.decode()


def test_others_in_the_lobby_see_when_an_absent_guest_is_gone() -> None:
    _client, lena, game = lobby_with_guest()
    host = Client()
    assert game.host is not None
    host.force_login(game.host)
    table = reverse("games:table", args=[game.code])
    came(lena, days=22.9)
    assert "without a visit" not in host.get(table).content.decode()
    came(lena, days=24)
    assert "without a visit" in host.get(table).content.decode()
    running_game([lena, *(UserFactory.create() for _one in range(2))])
    assert "without a visit" not in host.get(table).content.decode()


def test_guest_in_a_running_game_is_not_warned() -> None:
    client, lena, game = lobby_with_guest()
    running_game([lena, *(UserFactory.create() for _one in range(2))])
    came(lena, days=60, visited=24)
    assert BACK not in client.get(HOME).content.decode()
    assert BACK not in client.get(reverse("games:table", args=[game.code])).content.decode()


def test_running_table_warns_a_guest_whose_seat_rests() -> None:
    client = tries()
    game, guest = Game.objects.get(), who(client)
    go_on(client, game.code)
    came(guest, days=24)
    assert BACK in client.get(reverse("games:table", args=[game.code])).content.decode()


# -- games that need them


def test_time_of_a_guest_does_not_count_while_a_running_game_needs_them() -> None:
    game, rita = seated()
    came(rita, days=90)
    assert tidied() == 0
    assert Seat.objects.get(game=game, number=2).user == rita


def test_time_that_passed_in_a_game_does_not_count_after_it() -> None:
    game, rita = seated()
    came(rita, days=90)
    Game.objects.filter(pk=game.pk).update(status=Status.OVER, over_at=clock.now() - timedelta(days=29))
    assert tidied() == 0
    Game.objects.filter(pk=game.pk).update(over_at=clock.now() - timedelta(days=30, minutes=1))
    assert tidied() == 1


def test_seat_that_rests_needs_no_guest() -> None:
    game, rita = seated(resting="asleep")
    came(rita, days=31)
    assert tidied() == 1
    assert Seat.objects.get(game=game, number=2).user.is_bot


def test_practice_table_needs_no_guest() -> None:
    client = tries()
    came(who(client), days=31)
    assert tidied() == 1


def test_guest_seated_between_search_and_removal_stays() -> None:
    rita = guests.come(name="Rita")
    came(rita, days=31)
    keep = next(keep for keep in RETENTIONS if keep.name == "guests")
    real = guests.send_away

    def sits_down_first(key: int, **more: object) -> bool:
        running_game([*people(2), rita])
        return real(key, **more)  # type: ignore[arg-type]

    with patch("games.rows.retention.guests.send_away", sits_down_first):
        assert keep.remove(clock.now() - keep.lasts, BATCH) == 0
    assert User.objects.get(pk=rita.pk).is_active


# -- what the log-in page says afterwards


def test_log_in_page_says_that_the_time_of_the_guest_is_over() -> None:
    client = tries()
    guest, code = who(client), Game.objects.get().code
    came(guest, days=31)
    assert tidied() == 1
    answer = client.get(reverse("games:table", args=[code]), follow=True)
    assert answer.redirect_chain[-1][0].startswith(LOG_IN)
    assert GONE in answer.content.decode()
    del client.cookies["sessionid"]
    assert GONE in client.get(LOG_IN).content.decode()
    assert guest.username not in client.get(LOG_IN).content.decode()


def test_log_in_page_says_that_the_browser_lost_the_session_of_a_guest() -> None:
    client = tries()
    del client.cookies["sessionid"]
    page = client.get(LOG_IN).content.decode()
    assert LOST in page
    assert GONE not in page


@pytest.mark.parametrize("mark", [None, "", "1", "1:forged"])
def test_log_in_page_says_nothing_of_guests_to_others(mark: str | None) -> None:
    guests.come(name="Rita")
    client = Client()
    if mark is not None:
        client.cookies[COOKIE] = mark
    page = client.get(LOG_IN).content.decode()
    assert GONE not in page
    assert LOST not in page


# -- practice leaves nothing behind at a real table


def practised_at_door() -> tuple[Client, str, Game]:
    """A guest who has practised, at the door of a table of others."""
    game = open_game(1, wanted=6, guests_welcome=True)
    return tries(), reverse("games:door", args=[link_to(game).token]), game


def test_guest_who_practised_is_asked_for_a_name_and_confirms_tunnels() -> None:
    client, door, game = practised_at_door()
    before = who(client)
    page = client.get(door).content.decode()
    assert 'name="name"' in page
    assert f'value="{before.username}"' not in page
    answer = client.post(door, {"name": " Lena ", "time_zone": "Europe/Riga"})
    assert answer.status_code == 302
    lena = who(client)
    assert (lena.pk, lena.username, lena.time_zone, lena.confirm_tunnels) == (before.pk, "Lena", "Europe/Riga", True)
    assert game.seats.filter(user=lena).exists()
    other = open_game([UserFactory.create()], wanted=6, guests_welcome=True)
    assert 'name="name"' not in client.get(reverse("games:door", args=[link_to(other).token])).content.decode()


@pytest.mark.examples(2)
@pytest.mark.parametrize("name", ["", "R", "<b>", "Ann"])
def test_guest_who_practised_gets_no_seat_without_a_good_name(name: str) -> None:
    client, door, game = practised_at_door()
    before = who(client)
    answer = client.post(door, {"name": name, "time_zone": "Europe/Riga"})
    assert answer.status_code == 422
    assert answer.context["guest_form"].errors.keys() == {"name"}
    assert game.seats.count() == 1
    after = who(client)
    assert (after.username, after.time_zone, after.name_is_made_up) == (before.username, "UTC", True)


def test_name_and_seat_are_taken_together_or_not_at_all() -> None:
    client, door, game = practised_at_door()
    before = who(client)
    game.seats_wanted = 1
    game.save()
    assert client.post(door, {"name": "Lena"}).status_code == 409
    assert who(client).username == before.username


def test_time_zone_chosen_by_a_guest_is_stored() -> None:
    client, door, _game = practised_at_door()
    User.objects.filter(pk=who(client).pk).update(time_zone="Asia/Tokyo")
    client.post(door, {"name": "Lena", "time_zone": "Europe/Riga"})
    assert who(client).time_zone == "Asia/Tokyo"


def test_guest_who_practised_is_asked_for_a_name_at_a_seat_link_too() -> None:
    game, _rita = seated()
    Game.objects.update(guests_welcome=True)
    link, client = link_to(game, seat=2), tries()
    seat = reverse("games:seat", args=[link.token])
    assert 'name="name"' in client.get(seat).content.decode()
    assert client.post(seat, {}).status_code == 422
    assert client.post(seat, {"name": "Lena", "time_zone": "Europe/Riga"}).status_code == 302
    lena = who(client)
    assert (lena.username, lena.time_zone) == ("Lena", "Europe/Riga")
    assert Seat.objects.get(game=game, number=2).user == lena
    assert client.post(seat, {"name": "Lena"}).status_code == 302


def test_tap_lays_a_tunnel_at_once_only_at_a_practice_table_of_a_guest() -> None:
    client = tries()
    guest = who(client)
    assert guest.confirm_tunnels
    practice, real = Game.objects.get(), running_game([guest, *people(2)])
    go_on(client, practice.code)
    with patch("games.views.table.table_page", wraps=table_page) as drawn:
        for game in (practice, real):
            assert client.get(reverse("games:table", args=[game.code])).status_code == 200
    assert [call.kwargs["at_once"] for call in drawn.call_args_list] == [True, False]


def test_practice_of_a_guest_leaves_no_setting_to_the_account_made_of_them() -> None:
    client = tries()
    client.post(reverse("account_signup"), {"username": "Rita", "password1": PASSWORD, "time_zone": "Europe/Riga"})
    rita = who(client)
    assert (rita.confirm_tunnels, rita.time_zone, rita.name_is_made_up) == (True, "Europe/Riga", False)
