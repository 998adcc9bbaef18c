"""A message to a player is an event of its own: its recipients, its channels, and its exceptions."""

from collections.abc import Callable

import pytest
from django.core import mail
from django.core.cache import cache
from django.urls import reverse

from accounts.models import Event, Unheard, User
from accounts.services.notices import choose
from games.mail import outbox
from games.mail.news import NothingToSendError
from games.models import Game, Notice, Seat, Talk, Wanted, Word
from games.rules.claims import Claim
from games.services import talk
from games.services.addressing import addressed_in
from tests.games.clocks import DAY, pass_by, turnable
from tests.games.post import give_addresses, letter_about
from tests.games.tables import browser_of, open_game, running_game, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_alone")]
PLAYERS = {0: "Ann", 1: "Bo", 2: "Bo Green", 3: "Zoë"}
CART = "Bo, repair my cart"


@pytest.fixture
def game() -> Game:
    """A running table; everybody wants mails about messages, and nothing else is to be told."""
    game = running_game(3)
    give_addresses()
    for user in User.objects.all():
        choose(user=user, wanted={"email": [Event.ADDRESSED]})
    Notice.objects.all().delete()
    return game


def say(game: Game, name: str, text: str) -> None:
    after = Game.objects.get(pk=game.pk).words
    talk.say(user=User.objects.get(username=name), code=game.code, text=text, after=after)


def notified() -> list[tuple[str, str]]:
    outbox.send_due()
    found = [(str(one.subject), one.to[0].partition("@")[0]) for one in mail.outbox]
    mail.outbox.clear()
    return found


# -- recipients


@pytest.mark.examples(6)
@pytest.mark.parametrize(
    ("text", "to"),
    [
        (CART, {1}),
        ("BO: why?", {1}),
        ("Bo! Bo!", {1}),
        ("Bo – your turn", {1}),
        ("Bo, Ann, help me", {0, 1}),
        ("Repair my cart, Bo", {1}),
        ("Repair my cart, Bo!", {1}),
        ("I trust @bo and nobody else", {1}),
        ("@Bo Green repair it", {2}),
        ("Bo Green, repair it", {2}),
        ("Zoë, dig", {3}),
        ("zoë, dig", {3}),
        ("Bo broke my cart", set()),
        ("I suspect Bo.", set()),
        ("It was Bo, I think", set()),
        ("Bob, repair my cart", set()),
        ("@Bobby", set()),
        ("Hello!", set()),
    ],
)
def test_text_addresses_the_players_it_names(text: str, to: set[int]) -> None:
    assert addressed_in(text, PLAYERS) == to


def test_message_to_a_player_notifies_that_player(game: Game) -> None:
    say(game, "Ann", CART)
    assert notified() == [("Ann writes to you: Friday dwarves", "bo")]
    assert Notice.objects.get().kind == "addressed"


def test_the_mail_quotes_what_was_written(game: Game) -> None:
    say(game, "Ann", CART)
    say(game, "Cy", "And mine, Bo!")
    letter = letter_about(Notice.objects.get())
    assert "Ann: “Bo, repair my cart”" in letter.text
    assert "Cy: “And mine, Bo!”" in letter.text


def test_question_to_a_player_notifies_that_player(game: Game) -> None:
    talk.claim(user=User.objects.get(username="Ann"), code=game.code, claim=Claim("ask", "B", "saboteur"))
    assert notified() == [("Ann writes to you: Friday dwarves", "bo")]


def test_a_claim_about_a_player_is_not_addressed_to_them(game: Game) -> None:
    talk.claim(user=User.objects.get(username="Ann"), code=game.code, claim=Claim("player", "B", "suspect"))
    assert notified() == []


def test_message_in_a_lobby_notifies_too() -> None:
    game = open_game(3, wanted=4)
    give_addresses()
    choose(user=User.objects.get(username="Bo"), wanted={"email": list(Event)})
    say(game, "Ann", "Bo, are you ready?")
    assert notified() == [("Ann writes to you: Friday dwarves", "bo")]


# -- by which way


def test_by_default_devices_are_notified_and_mail_is_not_sent() -> None:
    game = running_game(3)
    give_addresses()
    Notice.objects.all().delete()
    say(game, "Ann", CART)
    assert notified() == []
    assert Notice.objects.get().outcome == "unwanted"


def test_its_thread_is_not_that_of_the_table(game: Game) -> None:
    say(game, "Ann", CART)
    assert letter_about(Notice.objects.get()).thread.startswith("talk.")


# -- when not


def seen_by_bo(game: Game) -> None:
    browser_of("Bo").get(reverse("games:table", args=[game.code]))


def removed(game: Game) -> None:
    talk.remove(user=User.objects.get(username="Ann"), code=game.code, number=1)


def only_the_turn(game: Game) -> None:
    Seat.objects.filter(pk=seat_of(game, "Bo").pk).update(wants=Wanted.TURN)


def does_not_listen(game: Game) -> None:
    Unheard.objects.create(user=User.objects.get(username="Bo"), other=User.objects.get(username="Ann"))


@pytest.mark.examples(2)
@pytest.mark.parametrize("deed", [seen_by_bo, removed, only_the_turn, does_not_listen])
def test_message_that_is_no_news_notifies_no_player(game: Game, deed: Callable[[Game], None]) -> None:
    say(game, "Ann", CART)
    deed(game)
    assert notified() == []


def test_message_of_a_muted_player_makes_no_notice(game: Game) -> None:
    does_not_listen(game)
    say(game, "Ann", CART)
    assert not Notice.objects.exists()


def test_many_messages_notify_once_until_the_player_looks(game: Game) -> None:
    for number in range(5):
        say(game, "Ann", f"{CART}! {number}")
    assert len(notified()) == 1
    say(game, "Cy", "Bo?")
    assert notified() == []

    seen_by_bo(game)
    cache.clear()
    say(game, "Cy", "Bo?")
    assert notified() == [("Cy writes to you: Friday dwarves", "bo")]
    with turnable():
        pass_by(DAY)
        say(game, "Ann", CART)
        assert len(notified()) == 1


def test_a_message_that_was_seen_counts_as_seen(game: Game) -> None:
    say(game, "Ann", CART)
    notice = Notice.objects.get()
    seen_by_bo(game)
    with pytest.raises(NothingToSendError) as found:
        letter_about(notice)
    assert found.value.outcome == "seen"


def test_quick_words_and_other_texts_cost_no_statement_more(
    game: Game, django_assert_max_num_queries: Callable[..., object]
) -> None:
    with django_assert_max_num_queries(8):  # type: ignore[attr-defined]
        say(game, "Ann", "I dig on")
    assert not Notice.objects.exists()
    assert Word.objects.count() == 1
    assert game.talk == Talk.ON
