"""A player's notification settings for one table, and links that lead from a message to what is asked."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import Digest, Event, User
from games import clock
from games.clocks import digests
from games.mail import entries, outbox
from games.mail.news import NothingToSendError
from games.models import Game, Notice, Seat, Wanted
from games.rows import notices
from tests.factories import UserFactory
from tests.games.post import became, give_addresses
from tests.games.tables import browser_of, do, in_position, seat_of, seen_by_all
from tests.games.voting import ask

pytestmark = pytest.mark.django_db

HANDS = {"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]}


@pytest.fixture
def game() -> Game:
    """Ann has laid a tunnel, and it is Bo's turn; a vote is open."""
    game = in_position(3, hands=HANDS)
    give_addresses()
    Notice.objects.all().delete()
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=24)
    do(game, "A lay EW 1,0")
    return game


def address(game: Game) -> str:
    return reverse("games:told", args=[game.code])


def test_table_links_to_its_notification_settings_which_are_stored(game: Game) -> None:
    seen_by_all(game)
    bo = browser_of("Bo")
    assert address(game) in bo.get(reverse("games:table", args=[game.code])).content.decode()
    assert bo.get(address(game)).status_code == 200
    answer = bo.post(address(game), {"wants": "nothing"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("games:table", args=[game.code]))
    assert list(Seat.objects.filter(game=game).values_list("wants", flat=True)) == ["", "nothing", ""]
    assert 'value="nothing"' in bo.get(address(game)).content.decode()


def test_impossible_choice_is_refused(game: Game) -> None:
    assert browser_of("Bo").post(address(game), {"wants": "everything"}).status_code == 422
    assert seat_of(game, "Bo").wants == ""


def test_stranger_finds_no_notification_settings(game: Game) -> None:
    assert browser_of(UserFactory.create(username="Zed")).get(address(game)).status_code == 404
    assert Client().get(address(game)).status_code == 302


def test_muted_table_sends_nothing_and_its_clock_does_not_wait(game: Game) -> None:
    Seat.objects.filter(game=game, user__username="Bo").update(wants=Wanted.NOTHING)
    seat = seat_of(game, "Bo")
    assert notices.notified_at(seat, clock.now()) == seat.awaited_since
    outbox.send_due()
    assert (mail.outbox, became()) == ([], "unwanted")
    assert notices.notified_at(seat_of(game, "Bo"), clock.now()) == seat.awaited_since


def test_vote_is_not_notified_to_a_player_who_wants_turns_only(game: Game) -> None:
    Seat.objects.filter(game=game).update(wants=Wanted.TURN)
    ask(game, "Ann", "pause", days=2)
    outbox.send_due()
    assert [one.to for one in mail.outbox] == [["bo@mail.example"]]
    assert set(Notice.objects.filter(kind=Event.VOTE).values_list("outcome", flat=True)) == {"unwanted"}


def summary_of(name: str) -> list[str]:
    """The texts of a player's daily digest, by event."""
    User.objects.filter(username=name).update(digest=Digest.ALONE, digest_at=clock.now())
    digests.write_due(clock.now())
    notice = Notice.objects.get(kind=Event.DIGEST, user__username=name)
    try:
        return [entry.lead for entry in entries.news_of(notice, "email").entries]
    except NothingToSendError:
        return []


def test_digest_with_only_my_turn_holds_no_votes_and_events(game: Game) -> None:
    ask(game, "Ann", "pause", days=2)
    about = f"at the table “{game.name}”."
    Seat.objects.filter(game=game).update(wants=Wanted.TURN)
    assert summary_of("Bo") == [f"It’s your turn {about}"]
    assert summary_of("Cy") == []
    Notice.objects.filter(kind=Event.DIGEST).delete()
    Seat.objects.filter(game=game).update(wants="")
    assert summary_of("Bo") == [f"Please vote {about}", f"It’s your turn {about}"]
    assert summary_of("Cy") == [f"Please vote {about}"]


def test_digest_with_only_my_turn_tells_what_happened_before_the_turn(game: Game) -> None:
    Seat.objects.filter(game=game).update(wants=Wanted.TURN)
    User.objects.filter(username="Bo").update(digest=Digest.ALONE, digest_at=clock.now())
    digests.write_due(clock.now())
    (entry,) = entries.news_of(Notice.objects.get(kind=Event.DIGEST, user__username="Bo"), "email").entries
    assert any(line.startswith("Ann laid") for line in entry.happened)


def test_the_host_sees_who_gets_no_messages_of_this_table(game: Game) -> None:
    seen_by_all(game)
    page = browser_of("Ann").get(reverse("games:table", args=[game.code])).content.decode()
    assert "Gets no turn notifications" not in page
    Seat.objects.filter(game=game, user__username="Bo").update(wants=Wanted.NOTHING)
    page = browser_of("Ann").get(reverse("games:table", args=[game.code])).content.decode()
    assert page.count("Gets no turn notifications") == 1


# -- from a message to what is asked


@pytest.mark.parametrize(("kind", "panel"), [("turn", "bar"), ("vote", "votes"), ("ready", "lobby")])
def test_a_link_leads_to_the_panel_of_what_is_asked_and_moves_nothing(game: Game, kind: str, panel: str) -> None:
    before = Game.objects.get(pk=game.pk).seq
    answer = browser_of("Bo").get(reverse("games:asked", args=[game.code, kind]))
    assert (answer.status_code, answer["Location"]) == (302, f"{reverse('games:table', args=[game.code])}#{panel}")
    assert Game.objects.get(pk=game.pk).seq == before


def test_anonymous_reader_of_a_link_lands_there_after_log_in(game: Game) -> None:
    link = reverse("games:asked", args=[game.code, "turn"])
    answer = Client().get(link)
    assert (answer.status_code, answer["Location"]) == (302, f"{reverse('account_login')}?next={link}")


def test_link_of_a_notification_logs_in_no_user_and_takes_no_form(game: Game) -> None:
    link = reverse("games:asked", args=[game.code, "turn"])
    assert browser_of("Bo").post(link).status_code == 405
    assert "_auth_user_id" not in Client().get(link).client.session


def test_page_shows_one_panel_for_each_thing_that_is_asked(game: Game) -> None:
    seen_by_all(game)
    ask(game, "Ann", "pause", days=2)
    page = browser_of("Bo").get(reverse("games:table", args=[game.code])).content.decode()
    assert page.count('id="bar"') == page.count('id="votes"') == 1


def test_link_of_another_account_leads_to_a_table_that_is_not_found(game: Game) -> None:
    browser = browser_of(UserFactory.create(username="Zed"))
    answer = browser.get(reverse("games:asked", args=[game.code, "turn"]))
    assert answer["Location"] == reverse("games:table", args=[game.code]) + "#bar"
    assert browser.get(reverse("games:table", args=[game.code])).status_code == 404


def test_there_is_no_other_panel(game: Game) -> None:
    assert browser_of("Bo").get(reverse("games:asked", args=[game.code, "hand"])).status_code == 404
