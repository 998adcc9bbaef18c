"""Votes, leaving and free seats as pages: forms that work without any script, and what is said when they do not."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import clock
from games.mail.news import NothingToSendError
from games.models import Ballot, Game, Invitation, Ladder, Matter, Motion, Notice, Seat, Status
from games.selectors.motions import open_motions_at
from games.services import motions
from saboteur_site.web.declined import TooLateError
from tests.factories import UserFactory
from tests.games.clocks import DAY, HOUR, due, pass_by, play_until, submit_something, timed_game
from tests.games.pages import HX, Page, get, go_on
from tests.games.post import letter_about
from tests.games.tables import awaited, browser_of, do, finished_game, open_game, seat_of
from tests.games.voting import ask, outcome, vote

pytestmark = pytest.mark.django_db


def at(game: Game, name: str = "table") -> str:
    return reverse(f"games:{name}", args=[game.code])


def test_people_are_in_seat_order_and_questions_in_asking_order() -> None:
    game = timed_game(players=4)
    ask(game, "Ann", Matter.END)
    ask(game, "Bo", Matter.PAUSE, days=2)
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    for seat, number in zip(seats, (13, 12, 11, 10), strict=True):
        Seat.objects.filter(pk=seat.pk).update(number=number)
    for seat, number in zip(seats, (3, 2, 1, 0), strict=True):
        Seat.objects.filter(pk=seat.pk).update(number=number)
    found = open_motions_at(game, 0)
    assert [person.number for person in found.people] == [0, 1, 2, 3]
    assert [question.matter for question in found.questions] == [Matter.END, Matter.PAUSE]


def sent(client: Client, page: Page, form: str, **chosen: Any) -> Any:
    """A form of a page sent as it stands there, with the user's choice."""
    return client.post(page.forms[form].action, page.forms[form].values(**chosen))


def form_of_vote(game: Game, matter: str) -> str:
    return f"vote-{Motion.objects.get(game=game, matter=matter).pk}"


# -- asking and voting


def test_a_pause_is_asked_for_and_voted_on_by_plain_forms() -> None:
    game = timed_game(3)
    ann, bo = browser_of("Ann"), browser_of("Bo")
    answer = sent(ann, get(ann, at(game)), "ask-pause", days="2")
    assert (answer.status_code, answer["Location"]) == (303, at(game))
    assert re.search(r"\b1 open vote\b", get(ann, at(game)).words)
    page = get(bo, at(game))
    assert "Ann proposes a 2-day pause." in page.words
    assert "It takes 2 of 3 votes. Not voting counts as no." in page.words
    assert [button["value"] for button in page.forms[form_of_vote(game, "pause")].buttons] == ["yes", "no"]
    assert sent(bo, page, form_of_vote(game, "pause"), choice="yes").status_code == 303
    assert outcome(game) == "yes"
    page = get(bo, at(game))
    assert "Paused until" in page.words
    assert "ask-pause" not in page.forms


def test_the_end_is_asked_for_by_a_plain_form() -> None:
    game = timed_game(3)
    ann = browser_of("Ann")
    assert sent(ann, get(ann, at(game)), "ask-end").status_code == 303
    vote(game, "Bo", "yes", Matter.END)
    vote(game, "Cy", "yes", Matter.END)
    assert Game.objects.get(pk=game.pk).status == Status.OVER
    assert go_on(ann, game.code).status == 200


def test_page_asks_about_an_empty_seat_and_shows_its_link() -> None:
    game = timed_game(3)
    do(game, "= sleep C")
    ann, bo = browser_of("Ann"), browser_of("Bo")
    assert sent(ann, get(ann, at(game)), "ask-2").status_code == 303
    for client in (ann, bo):
        page = get(client, at(game))
        assert "ask-2" not in page.forms
        values = [button["value"] for button in page.forms[form_of_vote(game, "absent")].buttons]
        assert values == ["wait", "bot", "link", "end"]
        assert "Ending the game takes 2 of 2 votes." in page.words
        assert sent(client, page, form_of_vote(game, "absent"), choice="link").status_code == 303
    page, other = get(ann, at(game)), get(bo, at(game))
    address = reverse("games:seat", args=[Invitation.objects.get(seat=2).token])
    assert address in page.markup
    assert address in other.markup
    assert "Switch the link off" in page.words
    assert "Switch the link off" not in other.words
    ann.post(at(game, "unlink"))
    assert address not in get(bo, at(game)).markup


def test_vote_that_waits_for_me_stands_over_my_move() -> None:
    game = timed_game(3)
    ask(game, "Ann", "pause", days=1)
    ann, bo = get(browser_of("Ann"), at(game)), get(browser_of("Bo"), at(game))
    assert 'id="votes"' in bo.markup
    assert 'id="votes"' not in ann.markup
    assert "✓ Yes, pause" in ann.words
    assert "You voted “Yes, pause”. You’ll see the outcome once it’s decided." in ann.words
    buttons = bo.markup[bo.markup.index('id="actions"') :].partition('id="hand"')[0]
    assert 'value="yes"' in buttons
    assert 'value="no"' in buttons


def test_vote_is_acknowledged_once_and_stays_beside_the_motion() -> None:
    game = timed_game(4)
    ask(game, "Ann", "pause", days=1)
    bo, cy, dee = browser_of("Bo"), browser_of("Cy"), browser_of("Dee")
    said = "You voted “No, play on”. You’ll see the outcome once it’s decided."
    sent(bo, get(bo, at(game)), form_of_vote(game, "pause"), choice="no")
    first, again, other = get(bo, at(game)), get(bo, at(game)), get(cy, at(game))
    assert [page.words.count(said) for page in (first, again, other)] == [2, 1, 0]
    sent(cy, other, form_of_vote(game, "pause"), choice="yes")
    sent(dee, get(dee, at(game)), form_of_vote(game, "pause"), choice="yes")
    page = get(dee, at(game))
    assert outcome(game) == "yes"
    assert "You voted" not in page.words
    assert "The table is paused for 1 day" in page.words


def test_vote_about_a_player_is_hidden_from_them_alone_on_return() -> None:
    game = timed_game(3, bank_hours=0, turn_hours=0)
    seat = Seat.objects.select_related("user").get(game=game, awaited_since__isnull=False)
    other = next(name for name in ("Ann", "Bo", "Cy") if name != seat.user.username)
    pass_by(4 * DAY)
    ask(game, other, "absent", about=seat.number)
    page = get(browser_of(seat.user), at(game))
    assert form_of_vote(game, "absent") not in page.forms
    assert form_of_vote(game, "absent") in get(browser_of(other), at(game)).forms
    Seat.objects.filter(pk=seat.pk).update(awaited_since=clock.now())
    assert form_of_vote(game, "absent") not in get(browser_of(other), at(game)).forms


def test_htmx_gets_the_table_in_answer_to_a_form_of_a_vote() -> None:
    game = timed_game(3)
    answer = browser_of("Ann").post(at(game, "ask"), {"matter": "pause", "days": "1"}, headers=HX)
    assert answer.status_code == 200
    assert 'id="table"' in answer.content.decode()


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"matter": "pause", "days": "8"}, 422),
        ({"matter": "pause", "days": "x"}, 422),
        ({"matter": "pause"}, 422),
        ({"matter": "gold"}, 422),
        ({"matter": "absent"}, 422),
        ({"matter": "absent", "seat": "1"}, 422),
        ({"matter": "absent", "seat": "11"}, 422),
        ({}, 422),
    ],
)
def test_impossible_question_gets_the_table_and_a_sentence(form: dict[str, str], status: int) -> None:
    game = timed_game(3)
    answer = browser_of("Ann").post(at(game, "ask"), form)
    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode()
    assert not Motion.objects.exists()


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    ("form", "status"),
    [({"choice": "maybe"}, 422), ({"choice": ""}, 422), ({}, 422), ({"motion": "x", "choice": "yes"}, 422),
     ({"motion": "999999", "choice": "yes"}, 404)],
)  # fmt: skip
def test_a_ballot_that_is_none_changes_nothing(form: dict[str, str], status: int) -> None:
    game = timed_game(3)
    ask(game, "Ann", "pause", days=1)
    answer = browser_of("Bo").post(at(game, "vote"), {"motion": Motion.objects.get().pk, **form})
    assert answer.status_code == status
    assert Motion.objects.get().ballots.count() == 1


def test_late_ballot_gets_an_explanation() -> None:
    game = timed_game(3)
    ask(game, "Ann", "pause", days=1)
    vote(game, "Bo", "yes")
    answer = browser_of("Cy").post(at(game, "vote"), {"motion": Motion.objects.get().pk, "choice": "no"})
    assert answer.status_code == 409
    assert "This vote is over." in answer.content.decode()


def test_returning_player_at_an_old_link_is_led_to_the_table() -> None:
    game = timed_game(3)
    for name in ("ask", "vote"):
        assert browser_of("Ann").get(at(game, name))["Location"] == at(game)


def test_an_open_vote_costs_no_statement_more() -> None:
    game, client = timed_game(5), browser_of("Bo")
    client.get(at(game))
    with CaptureQueriesContext(connection) as without:
        client.get(at(game))
    do(game, "= sleep D", "= sleep E")
    ask(game, "Ann", "pause", days=1)
    for about in (3, 4):
        ask(game, "Ann", "absent", about=about)
    motions.vote(user=seat_of(game, "Bo").user, code=game.code, motion=Motion.objects.latest("pk").pk, choice="bot")
    client.get(at(game))
    with CaptureQueriesContext(connection) as queries:
        client.get(at(game))
    assert len(queries) == len(without)


def test_ballots_about_a_returned_player_do_not_count_again() -> None:
    game = timed_game(4, ladder=Ladder.FRIENDS, bank_hours=12, turn_hours=1)
    seat = awaited(game)
    first, second, third = (name for name in ("Ann", "Bo", "Cy", "Dee") if name != seat.user.username)
    pass_by(due(seat) - clock.now() + HOUR)
    ask(game, first, "absent", about=seat.number)
    vote(game, first, "bot", Matter.ABSENT)
    notice = Notice.objects.get(kind="vote", user__username=third)
    assert submit_something(game, seat) == "done"
    play_until(game, seat.number)
    pass_by(due(seat) - clock.now() + HOUR)
    stale = form_of_vote(game, Matter.ABSENT)
    page = get(browser_of(second), at(game))
    assert stale not in page.forms
    with pytest.raises(NothingToSendError) as none:
        letter_about(notice)
    assert none.value.outcome == Notice.Outcome.OBSOLETE
    with pytest.raises(TooLateError, match="This vote is over"):
        vote(game, second, "bot", Matter.ABSENT)
    assert sent(browser_of(second), page, f"ask-{seat.number}").status_code == 303
    vote(game, second, "bot", Matter.ABSENT)
    assert (outcome(game, Matter.ABSENT), Ballot.objects.count()) == ("", 1)
    vote(game, third, "bot", Matter.ABSENT)
    assert Seat.objects.get(pk=seat.pk).resting == "bot"


def test_seat_mail_is_dropped_when_its_player_has_returned() -> None:
    game = timed_game(3, ladder=Ladder.FRIENDS)
    seat = awaited(game)
    asker, other = (name for name in ("Ann", "Bo", "Cy") if name != seat.user.username)
    pass_by(due(seat) - clock.now() + DAY)
    ask(game, asker, "absent", about=seat.number)
    notice = Notice.objects.get(kind="vote", user__username=other)
    assert seat.user.username in letter_about(notice).text
    assert submit_something(game, seat) == "done"
    with pytest.raises(NothingToSendError) as none:
        letter_about(notice)
    assert none.value.outcome == Notice.Outcome.OBSOLETE


# -- leaving


def test_leaving_is_asked_once_more_and_leads_home() -> None:
    game = timed_game(3)
    bo = browser_of("Bo")
    assert at(game, "resign") in get(bo, at(game)).markup
    page = get(bo, at(game, "resign"))
    assert "Leave this game for good?" in page.words
    assert seat_of(game, "Bo").number == 1
    answer = bo.post(at(game, "resign"), follow=True)
    assert "You’ve left the game. A bot plays on for you." in answer.content.decode()
    assert not Seat.objects.filter(game=game, user__username="Bo").exists()
    assert bo.post(at(game, "resign"))["Location"] == "/"
    assert bo.get(at(game, "resign")).status_code == 404


@pytest.mark.parametrize(
    ("fields", "sleeps"), [({}, True), ({"ladder": Ladder.FRIENDS}, False), ({"bank_hours": 0, "turn_hours": 0}, False)]
)
def test_before_leaving_it_is_said_what_a_break_does_at_this_very_table(fields: dict[str, Any], sleeps: bool) -> None:
    game = timed_game(3, **fields)
    page = get(browser_of("Bo"), at(game, "resign"))
    assert ("If you just need a break, ask the table for a pause, or do nothing" in page.words) == sleeps
    assert ("If you just need a break, do nothing" in page.words) != sleeps


def test_leaving_a_finished_game_is_explained() -> None:
    for game in (finished_game(3), open_game(3, 8)):
        answer = browser_of("Bo").post(at(game, "resign"))
        assert answer.status_code == 409
        assert "There’s no game running at this table." in answer.content.decode()


# -- a free seat


def free(game: Game, **more: Any) -> str:
    do(game, "= sleep C")
    fields = {"by": seat_of(game, "Ann").user, "seat": 2, "expires_at": clock.now() + DAY, **more}
    return reverse("games:seat", args=[Invitation.objects.create(game=game, **fields).token])


def test_seat_link_describes_itself_and_seats_no_one_on_a_get() -> None:
    game = timed_game(3)
    address = free(game)
    stranger, zed = get(Client(), address), get(browser_of(UserFactory.create(username="Zed")), address)
    assert "You’ll take over Cy’s seat" in stranger.words
    assert "Sign up" in stranger.words
    assert "Take the seat" not in stranger.words
    assert "Take the seat" in zed.words
    assert seat_of(game, "Cy").number == 2


def test_link_page_leads_the_new_and_the_former_player_to_the_table() -> None:
    game = timed_game(3)
    address, zed = free(game), browser_of(UserFactory.create(username="Zed"))
    assert zed.post(address)["Location"] == at(game)
    assert zed.get(address)["Location"] == at(game)
    assert zed.post(address)["Location"] == at(game)
    assert "You took over a seat." in go_on(zed, game.code).words
    late = browser_of(UserFactory.create(username="Yve"))
    assert (late.get(address).status_code, late.post(address).status_code) == (410, 409)


def test_anonymous_visitor_logs_in_first_and_a_bad_link_is_a_404() -> None:
    game = timed_game(3)
    address = free(game)
    assert "/login/" in Client().post(address)["Location"]
    assert Client().get("/seat/no-such-link/").status_code == 404
    assert browser_of("Ann").post("/seat/no-such-link/").status_code == 404


def test_the_sheet_of_a_vote_that_is_asked_in_the_bar_has_the_answers_too() -> None:
    game = timed_game(3)
    ask(game, "Ann", "pause", days=1)
    page, motion = get(browser_of("Bo"), at(game)), Motion.objects.get(game=game)
    forms = [page.forms[f"{form}-{motion.pk}"] for form in ("vote", "ballot")]
    assert [[button["value"] for button in form.buttons] for form in forms] == [["yes", "no"]] * 2
