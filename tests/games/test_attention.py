"""A view is the act of a person: polls without user input and prefetches mark nothing as seen and wake no seat."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clock
from games.mail import outbox
from games.models import NOT_LOOKED, Game, Notice, Seat
from games.rows import pulse
from games.services import talk
from tests.games import tables
from tests.games.clocks import HOUR, due, on_turn, pass_by, sweep, timed_game, turnable
from tests.games.post import became, give_addresses, receivers
from tests.games.tables import browser_of, do, in_position, open_game, pulse_token, seat_of
from tests.games.voting import ask

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_alone")]

HANDS = {"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]}
POLL = {"HX-Request": "true", "HX-Trigger": "pulse"}
FRESH, RECENT = {"X-Last-Input": "fresh"}, {"X-Last-Input": "recent"}
PREFETCHES = [
    {"Sec-Purpose": "prefetch"},
    {"Sec-Purpose": "prefetch;prerender"},
    {"Purpose": "prefetch"},
    {"X-Moz": "prefetch"},
]


def at(game: Game) -> str:
    return reverse("games:table", args=[game.code])


def beat(game: Game, name: str = "Bo") -> str:
    return reverse("games:pulse", args=[game.code, pulse_token(game, name)])


def bo_is_on_turn() -> tuple[Game, Client]:
    """A table where it is Bo's turn since Ann's move, and Bo's browser."""
    game = in_position(3, hands=HANDS)
    give_addresses()
    Notice.objects.all().delete()
    do(game, "A lay EW 1,0")
    return game, browser_of("Bo")


def seen(game: Game, name: str = "Bo") -> int:
    return seat_of(game, name).seen_seq


# -- polls


@pytest.mark.parametrize("headers", [{}, RECENT])
def test_a_poll_without_input_since_the_last_one_marks_nothing_as_seen(headers: dict[str, str]) -> None:
    game, bo = bo_is_on_turn()
    before = seen(game)
    for address in (beat(game), at(game)):
        assert bo.get(address, headers={**POLL, **headers}).status_code == 200
    outbox.send_due()

    assert seen(game) == before
    assert receivers() == ["bo"]


def test_a_poll_with_input_since_the_last_one_marks_news_as_seen() -> None:
    game, bo = bo_is_on_turn()
    bo.get(at(game), headers={**POLL, **FRESH})
    outbox.send_due()

    assert seen(game) == game.seq
    assert (became(), mail.outbox) == ("seen", [])


def test_a_click_on_the_page_is_a_view() -> None:
    game, bo = bo_is_on_turn()
    bo.get(at(game), headers={"HX-Request": "true", "HX-Boosted": "true", "HX-Trigger": "card-1"})
    assert seen(game) == game.seq


def test_a_head_request_is_no_view() -> None:
    game, bo = bo_is_on_turn()
    before = seen(game)
    bo.head(at(game))
    assert seen(game) == before


def test_unattended_page_for_84_hours_costs_no_notification() -> None:
    with turnable():
        tables.people(3)
        give_addresses()
        game = timed_game()
        seat = on_turn(game)
        User.objects.filter(pk=seat.user_id).update(reminders="half,most,hour")
        client, name = browser_of(seat.user), seat.user.username
        for _ in range(84):
            for address in (beat(game, name), at(game)):
                client.get(address, headers=POLL)
            pass_by(HOUR)
            sweep()
        kinds = Notice.objects.filter(user=seat.user_id).order_by("pk").values_list("kind", "outcome")

    sent = [kind for kind, outcome in kinds if outcome == "sent"]
    assert sent.count("turn") == 1
    assert sent.count("reminder") >= 3


# -- what was shown without a view is reported after input


def reported_address(page: str) -> str:
    before, _, after = page.partition('data-unseen="')
    assert before != page
    return after.partition('"')[0].replace("&amp;", "&")


def test_news_that_came_without_a_view_count_as_seen_after_input() -> None:
    game, bo = bo_is_on_turn()
    address = reported_address(bo.get(at(game), headers=POLL).content.decode())

    assert bo.get(address).status_code == 204
    assert seen(game) < game.seq
    assert bo.get(address, headers=FRESH).status_code == 204
    assert seen(game) == game.seq
    outbox.send_due()
    assert (became(), mail.outbox) == ("seen", [])


def test_a_page_that_counts_as_viewed_has_nothing_to_report() -> None:
    game, bo = bo_is_on_turn()
    assert "data-unseen" not in bo.get(at(game)).content.decode()


@pytest.mark.parametrize("shown", ["seq=999&words=0", "seq=1&words=999", "seq=-1&words=0", "seq=x&words=0", "seq=1"])
def test_a_report_of_what_the_table_does_not_have_changes_nothing(shown: str) -> None:
    game, bo = bo_is_on_turn()
    before = seen(game)
    assert bo.get(f"{beat(game)}?{shown}", headers=FRESH).status_code in (200, 204)
    assert seen(game) == before


def test_a_report_takes_back_nothing_that_was_seen() -> None:
    game, bo = bo_is_on_turn()
    bo.get(at(game))
    bo.get(f"{beat(game)}?seq=0&words=0", headers=FRESH)
    assert seen(game) == game.seq


def test_a_report_by_a_former_player_changes_nothing() -> None:
    game, bo = bo_is_on_turn()
    address = f"{beat(game)}?seq={game.seq}&words=0"
    Seat.objects.filter(pk=seat_of(game, "Bo").pk).update(user=User.objects.get(username="Bo").pk, number=7)
    pulse.invalidate(game.pk)
    cache.clear()
    assert bo.get(address, headers=FRESH).status_code == 404
    assert seen(game) == NOT_LOOKED


# -- prefetches


@pytest.mark.parametrize("headers", PREFETCHES, ids=lambda one: " ".join(map(": ".join, one.items())))
def test_a_prefetch_marks_nothing_as_seen_and_wakes_no_seat(headers: dict[str, str]) -> None:
    game, bo = bo_is_on_turn()
    do(game, "= sleep B")
    before = seen(game)
    page = bo.get(at(game), headers=headers).content.decode()

    assert seat_of(game, "Bo").resting == "asleep"
    assert seen(game) == before
    assert not pulse.has_viewed(game.pk, seat_of(game, "Bo").user_id)
    assert "data-unseen" in page

    bo.get(at(game))
    assert seat_of(game, "Bo").resting == ""


def test_prefetched_lobby_leaves_its_messages_unread() -> None:
    game = open_game(2, wanted=4)
    talk.say(user=User.objects.get(username="Ann"), code=game.code, text="Hear me.")
    browser_of("Bo").get(at(game), headers=PREFETCHES[0])
    assert seat_of(game, "Bo").heard == 0
    browser_of("Bo").get(at(game))
    assert seat_of(game, "Bo").heard == 1


def test_a_poll_wakes_no_seat_and_one_after_input_does() -> None:
    game, bo = bo_is_on_turn()
    do(game, "= sleep B")
    bo.get(at(game), headers=POLL)
    assert seat_of(game, "Bo").resting == "asleep"
    bo.get(at(game), headers={**POLL, **FRESH})
    assert seat_of(game, "Bo").resting == ""


# -- pages that move on by themselves


def test_a_page_that_follows_the_end_of_the_game_by_itself_is_no_view() -> None:
    game = tables.finished_game(3)
    tables.seen_by_all(game)
    give_addresses()
    bo, before = browser_of("Bo"), seen(game)
    led = bo.get(at(game), headers=POLL)["HX-Redirect"]
    page = bo.get(led).content.decode()
    assert seen(game) == before

    bo.get(reported_address(page), headers=FRESH)
    assert seen(game) == game.seq


def test_a_page_that_follows_the_end_of_a_round_by_itself_is_no_view() -> None:
    game = tables.finished_game(3)
    bo = browser_of("Bo")
    led = bo.get(at(game), headers=POLL)["HX-Redirect"]
    there = bo.get(led)
    assert there.status_code == 303
    assert bo.get(there["Location"]).status_code == 200
    assert not pulse.has_viewed(game.pk, seat_of(game, "Bo").user_id)


def test_a_lobby_that_follows_the_start_by_itself_is_no_view() -> None:
    game = tables.running_game(3)
    ann = browser_of("Ann")
    led = ann.get(reverse("games:seats", args=[game.code]), headers=POLL)["HX-Redirect"]
    ann.get(led)
    assert seen(game, "Ann") == NOT_LOOKED


def test_a_page_led_on_after_input_is_a_view() -> None:
    game = tables.running_game(3)
    ann = browser_of("Ann")
    ann.get(ann.get(reverse("games:seats", args=[game.code]), headers={**POLL, **FRESH})["HX-Redirect"])
    assert seen(game, "Ann") == game.seq


# -- reminders and votes ask for an answer, and a view is none


def test_a_reminder_is_sent_to_a_player_who_looks_at_the_table() -> None:
    with turnable():
        tables.people(3)
        give_addresses()
        User.objects.update(reminders="hour")
        seat = on_turn(timed_game())
        outbox.send_due()
        mail.outbox.clear()
        pass_by(due(seat) - HOUR - clock.now() + timedelta(seconds=1))
        browser_of(seat.user).get(at(seat.game))
        sweep()

    assert Notice.objects.get(kind="reminder").outcome == "sent"


def test_vote_notifies_a_player_who_has_viewed_the_table() -> None:
    game = timed_game()
    give_addresses()
    Notice.objects.all().delete()
    ask(game, "Ann", "pause", days=1)
    browser_of("Bo").get(at(game))
    outbox.send_due()

    assert set(Notice.objects.filter(kind="vote").values_list("outcome", flat=True)) == {"sent"}


# -- who is here


def test_presence_lasts_without_input_for_a_while_and_holds_back_no_mail() -> None:
    game, bo = bo_is_on_turn()
    user = seat_of(game, "Bo").user_id
    bo.get(beat(game), headers={**POLL, **RECENT})
    assert pulse.all_present(game.pk, [user])
    assert not pulse.has_viewed(game.pk, user)


def test_a_page_without_input_for_long_is_not_here() -> None:
    game, bo = bo_is_on_turn()
    bo.get(beat(game), headers=POLL)
    assert not pulse.all_present(game.pk, [seat_of(game, "Bo").user_id])
