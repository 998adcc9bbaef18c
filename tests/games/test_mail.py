"""What stands in a mail: headers, words, links, and nothing that its recipient, or a bystander, may not know."""

import re
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from accounts.channels import email
from accounts.channels.off import off_link
from accounts.models import Event, User
from accounts.services import friends
from games.mail import entries, outbox
from games.models import Game, Notice, Seat
from games.rows import store
from games.rules.record import deal_round
from games.rules.state import Stream
from games.rules.table import Ruleset
from games.services import lobby, moves
from tests.factories import FriendshipFactory
from tests.games import tables, voting
from tests.games.pages import Page
from tests.games.post import give_addresses, letter_about, parts_of, send_again
from tests.games.tables import do, in_position, running_game

pytestmark = pytest.mark.django_db

HANDS = {"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]}
SLY = '<img src=x onerror=alert(1)>"&'


def game(**script: Any) -> Game:
    """Ann has laid a tunnel, it is Bo's turn, all have addresses; what was to be told before is forgotten."""
    game = in_position(3, **{"hands": HANDS, **script})
    give_addresses()
    Notice.objects.all().delete()
    do(game, "A lay EW 1,0")
    return game


def sent() -> list[Any]:
    """The mails that are sent now, as they travel."""
    mail.outbox.clear()
    outbox.send_due()
    return [one.message() for one in mail.outbox]


# -- headers


def test_mails_of_a_game_are_one_thread_and_each_has_a_name_of_its_own() -> None:
    table = game()
    first = sent()[0]
    do(table, "B pass NESW", "C pass NESW", "A pass NS")
    second = sent()[0]
    running_game(tables.people(3)[1:] + tables.people(3)[:1], 8)
    other = sent()[0]

    assert first["References"] == first["In-Reply-To"] == second["References"] != other["References"]
    assert len({one["Message-ID"] for one in (first, second, other)}) == 3
    assert first["List-Id"] == first["References"].replace("@", ".")


def test_a_mail_that_is_sent_once_more_has_the_same_name() -> None:
    game()
    before = sent()[0]
    send_again()
    assert sent()[0]["Message-ID"] == before["Message-ID"]


def test_a_mail_says_that_no_person_wrote_it() -> None:
    game()
    assert sent()[0]["Auto-Submitted"] == "auto-generated"


@pytest.mark.parametrize("kind", ["turn", "round", "over"])
def test_no_subject_names_a_role_or_a_card(kind: str) -> None:
    ended(kind) if kind != "turn" else game()
    found = about(kind)
    subjects = {"turn": "Your turn", "round": "A round is over", "over": "The game is over"}
    assert {one["Subject"] for one in found} == {f"{subjects[kind]}: Friday dwarves"}


def ended(kind: str) -> None:
    """A game of which a round is over, or all; so it is told after a move in the next round."""
    way = {f"{x},0": "EW" if x % 2 else "NESW" for x in range(1, 7)}
    hands = {"A": ["NESW"], "B": ["map"], "C": ["map"]}
    rules = Ruleset(rounds=2 if kind == "round" else 1)
    table = in_position(3, ruleset=rules, goals={"8,0": "gold"}, mine=way, hands=hands)
    give_addresses()
    do(table, "A lay NESW 7,0")
    tables.play_on(table, 1)


def about(kind: str) -> list[Any]:
    """The mails of a kind that are sent now."""
    return [one for one in sent() if one["Message-ID"].startswith(f"<{kind}.")]


def test_r93_veto_question_is_the_same_for_any_hand() -> None:
    hands = {"A": ["EW", "NS"], "B": ["NS", "veto"], "C": ["NS", "map"]}
    table = game(hands=hands, ruleset=Ruleset(modules=("veto",), veto_window=12))
    asked = sent()
    assert [one["Subject"] for one in asked] == ["Veto it? Friday dwarves"] * 2
    for one in asked:
        text = one.get_payload(0).get_payload(decode=True).decode()
        announced = "Ann wants to lay the straight tunnel at M1: leads to M0 and M2."
        assert f"At the table “Friday dwarves”: {announced} You can veto it or let it pass." in text
        assert "\nAnswer:\nhttp://localhost:8000/t/" in text
    do(table, "B choose none", "C choose none")
    assert [one["Subject"] for one in sent()] == ["Your turn: Friday dwarves"]


# -- switching off


def test_one_click_of_a_mail_program_switches_off_what_the_mail_is_about() -> None:
    table = game()
    one = sent()[0]
    assert one["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = re.fullmatch(r"<http://localhost:8000(/\S+)>", one["List-Unsubscribe"].strip())
    assert link
    browser = Client(enforce_csrf_checks=True)
    assert browser.get(link[1]).status_code == 200
    assert not User.objects.get(username="Bo").muted.exists()

    assert browser.post(link[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    do(table, "B pass NESW", "C pass NESW", "A pass NS")
    assert sent() == []
    assert list(User.objects.get(username="Bo").muted.values_list("event", flat=True)) == ["turn"]


# -- words


def test_text_and_html_say_the_same() -> None:
    table = game()
    text, html = parts_of(as_received(sent()[0]))
    said = [
        "It’s your turn at the table “Friday dwarves”.",
        "Ann laid the straight tunnel at M1.",
        "From the start M0 you can reach 1 card.",
        f"http://localhost:8000/t/{table.code}/",
        "http://localhost:8000/me/notices/",
    ]
    assert [sentence for sentence in said if sentence not in text or sentence not in html] == []


def test_a_mail_tells_what_happened_since_the_last_turn_and_nothing_before() -> None:
    table = game()
    do(table, "B lay NESW 2,0", "C pass NESW", "A pass NS")
    text, _html = parts_of(as_received(sent()[0]))
    happened = text[text.index("What happened") : text.index("The mine")].splitlines()[1:]
    assert [line for line in happened if line] == ["- Cy discarded 1 card.", "- Ann discarded 1 card."]


@pytest.mark.parametrize(("kind", "said"), [("round", "A round is over at"), ("over", "The game is over at")])
def test_no_mail_tells_how_a_round_or_a_game_ended(kind: str, said: str) -> None:
    ended(kind)
    (one, *_others) = about(kind)
    text, html = parts_of(as_received(one))
    assert text.startswith(f"{said} the table “Friday dwarves”.\n\nSee how it ended:\nhttp")
    for part in (text, html):
        assert re.search("win|won|nugget|reached|Ann|saboteur|digger", part.split("-- ")[0].split("<hr>")[0]) is None


def test_turn_mail_is_silent_on_the_next_round_until_the_last_was_shown() -> None:
    way = {f"{x},0": "EW" if x % 2 else "NESW" for x in range(1, 7)}
    table = in_position(3, goals={"8,0": "gold"}, mine=way, hands={"A": ["NESW"], "B": ["map"], "C": ["map"]})
    give_addresses()
    Notice.objects.all().delete()
    do(table, "A lay NESW 7,0")
    turn = Notice.objects.get(kind="turn")
    text, html = (one.casefold() for one in parts_of_letter(turn))
    assert "round 1 is over. the link shows you how it ended." in text
    assert "round 1 is over. the link shows you how it ended." in html
    for words in ("what happened", "the mine", "reached", "round 2"):
        assert words not in text
        assert words not in html
    Seat.objects.filter(game=table, user=turn.user).update(seen_round=1)
    text, _html = parts_of_letter(turn)
    assert "is over. The link shows you how it ended" not in text
    assert "What happened since your last turn" in text
    assert "The mine" in text


def parts_of_letter(notice: Notice) -> tuple[str, str]:
    letter = letter_about(notice)
    return letter.text, letter.html


def test_a_mail_about_an_invitation_is_about_the_one_that_still_stands() -> None:
    (ann, bo) = tables.people(2)
    give_addresses()
    FriendshipFactory.create(asked_by=ann, other=bo)
    first, second = (tables.open_game([ann], wanted=3, name=name) for name in ("Monday dwarves", "Tuesday dwarves"))
    for game in (first, second):
        lobby.invite(by=ann, code=game.code, user=bo)
    lobby.decline(code=first.code, user=bo)
    (letter,) = sent()
    text, _html = parts_of(as_received(letter))
    assert letter["Subject"] == "Ann invites you: Tuesday dwarves"
    assert f"\nLook at the table:\nhttp://localhost:8000/t/{second.code}/\n" in text


def test_friend_request_mail_links_to_the_answer() -> None:
    (ann, bo) = tables.people(2)
    give_addresses()
    friends.ask(asker=ann, other=bo)
    letter = as_received(sent()[0])
    text, _html = parts_of(letter)
    assert f"\nAnswer:\nhttp://localhost:8000{reverse('accounts:friends')}\n" in text
    assert not {"In-Reply-To", "References", "List-Id"} & set(letter.keys())


def test_a_mail_about_a_vote_asks_for_it_and_says_what_it_is_about() -> None:
    table = game()
    voting.ask(table, "Ann", "end")
    text, _html = parts_of(as_received(next(one for one in sent() if one["To"] == "cy@mail.example")))
    assert "Please vote at the table “Friday dwarves”." in text
    assert "\nLook at the table:\nhttp://localhost:8000/t/" in text
    assert "Details\n- Ann proposes to end the game here." in text


def test_a_mail_says_until_when_by_the_clock_of_its_receiver() -> None:
    table = game()
    text, html = parts_of(as_received(sent()[0]))
    assert "You have until" not in text + html

    Seat.objects.filter(game=table).update(due_at=datetime(2031, 5, 2, 22, 40, tzinfo=UTC))
    User.objects.filter(username="Bo").update(time_zone="Europe/Riga")
    send_again()
    text, html = parts_of(as_received(sent()[0]))
    for said in (text, html):
        assert "You have until Sat 3 May, 01:40 (Europe/Riga)." in said


def test_a_mail_speaks_the_language_of_its_receiver() -> None:
    game()
    User.objects.filter(username="Bo").update(language="es", time_zone="No/Where")
    (letter,) = sent()
    text, html = parts_of(as_received(letter))
    assert '<html lang="es">' in html
    assert letter["Subject"] == "Te toca: Friday dwarves"
    for said in (text, html):
        assert "Te toca en la mesa «Friday dwarves»." in said
        assert "your turn" not in said.lower()


def test_the_link_of_a_mail_opens_the_table_where_something_is_asked() -> None:
    table = game()
    _text, html = parts_of(as_received(sent()[0]))
    link = reverse("games:asked", args=[table.code, "turn"])
    assert f'href="http://localhost:8000{link}"' in html
    assert tables.browser_of("Bo").get(link)["Location"] == reverse("games:table", args=[table.code]) + "#bar"


# -- what others wrote


def test_names_are_inert_in_html_and_literal_in_text() -> None:
    table = game()
    Game.objects.filter(pk=table.pk).update(name=SLY)
    User.objects.filter(username="Ann").update(username=SLY[:24])
    ann, bo = User.objects.get(username=SLY[:24]), User.objects.get(username="Bo")
    FriendshipFactory.create(asked_by=ann, other=bo, open=True)
    Notice.objects.create(user=bo, by=ann, kind="friend", dedupe="asked")
    (mail_to_bo,) = sent()
    text, html = parts_of(as_received(mail_to_bo))

    assert text.count("<img") >= 2
    assert "<img" not in html
    assert html.count("&lt;img") >= 2


def test_a_name_with_a_new_line_makes_no_header() -> None:
    table = game()
    Game.objects.filter(pk=table.pk).update(name="Friday\r\nBcc: eve@mail.example")
    one = sent()[0]
    assert one["Subject"] == "Your turn: Friday Bcc: eve@mail.example"
    assert one["Bcc"] is None


def test_html_of_a_mail_loads_nothing_and_runs_nothing() -> None:
    game()
    _text, html = parts_of(as_received(sent()[0]))
    assert not re.search(r"<(script|style|img|link|iframe|form|svg|base|object)\b|\sstyle=|\son\w+=|\ssrc=", html)


# -- secrets


def other_world(table: Game, **script: Any) -> None:
    """Let the same table have other secrets: hands and roles of others, pile, goals."""
    loaded = tables.loaded(table)
    dealt = deal_round(store.ruleset(table), 3, script, 1, None, "round 1")
    bo = loaded.state.seats[1]
    state = replace(
        dealt,
        public=loaded.state.public,
        seats=(dealt.seats[0], bo, dealt.seats[2]),
        table=replace(dealt.table, chance=Stream(key=b"another key")),
    )
    with transaction.atomic():
        moves.write_rows(store.Loaded(loaded.game, loaded.seats, loaded.state), state)


def mail_to_bo() -> bytes:
    with time_machine.travel(1_800_000_000, tick=False):
        send_again()
        (message,) = sent()
        message.set_boundary("a boundary of its own")
        assert message["To"] == "bo@mail.example"
        return bytes(message.as_bytes())


ONE: dict[str, Any] = {"hands": HANDS, "roles": {"A": "saboteur", "B": "digger", "C": "digger"}}
TWO: dict[str, Any] = {
    "hands": {"A": ["break:cart", "NS"], "C": ["rockfall", "EW"]},
    "roles": {"A": "digger", "C": "saboteur"},
}


def test_twin_games_send_the_same_bytes() -> None:
    table = game(**ONE)
    first = mail_to_bo()
    other_world(table, **TWO)
    assert sorted(tables.loaded(table).state.seats[2].hand) == sorted(TWO["hands"]["C"])
    assert mail_to_bo() == first


def test_a_planted_leak_is_caught_by_the_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    table = game(**ONE)
    real = entries._since_last_turn

    def leaky(place: Any) -> list[str]:
        return [*real(place), tables.seat_of(table, "Ann").hand]

    monkeypatch.setattr(entries, "_since_last_turn", leaky)
    first = mail_to_bo()
    other_world(table, **TWO)
    assert mail_to_bo() != first


def test_role_hand_and_gold_of_the_receiver_stay_at_the_table() -> None:
    game(**ONE)
    message = as_received(sent()[0])
    assert not re.search("digger|saboteur(?! by web)|crossing", " ".join(parts_of(message)).lower())


def as_received(message: Any) -> EmailMessage:
    """A mail as the receiver's program reads it."""
    return message_from_bytes(message.as_bytes(), policy=policy.default)


def test_the_page_of_the_link_asks_before_it_switches_off() -> None:
    game()
    bo = User.objects.get(username="Bo")
    page = Page(Client().get(off_link(bo, email.NAME, Event.TURN).removeprefix("http://localhost:8000")))
    assert "Stop these messages on this channel: E-mail?" in page.words
    assert "It’s my turn" in page.words
