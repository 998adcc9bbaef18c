"""A table that is out of order affects no other table, is told to the host once, and can be left."""

import logging
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db.models import Value
from django.db.models.functions import Concat
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.services import farewell
from games import clock
from games.mail import chats, outbox
from games.models import Delivery, Game, Joining, Motion, Move, Notice, Peek, Seat, Status, TableSecret
from games.rows.corrupt import NEWER_TABLE_DELAY, CorruptTable
from games.rules.state import SCHEMA
from games.services import bot_turns, lobby, motions
from games.watch import doctor
from tests.factories import FriendshipFactory, UserFactory
from tests.games.chats import chat_at
from tests.games.clocks import BANK, DAY, pass_by, sweep, tick, timed_game, turnable
from tests.games.pages import HX
from tests.games.post import post_office
from tests.games.staff import REASON, deed, viewer
from tests.games.tables import awaited, browser_of, do, loaded, open_game, people, play_on, running_game, seat_of
from tests.sinks import Sink

pytestmark = pytest.mark.django_db

SECRET = '{"secret words of a hand'


def spoil(game: Game, **columns: str | int) -> Game:
    """Corrupt some columns of a game."""
    Game.objects.filter(pk=game.pk).update(**columns)
    game.refresh_from_db()
    return game


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says of tables that are out of order."""
    return [record.getMessage() for record in caplog.records if record.name == "games.rows.corrupt"]


@pytest.mark.parametrize("code", ["open", "running", "over"])
def test_home_shows_it_as_out_of_order_and_the_others_as_they_are(code: str) -> None:
    ann, bo, cy = people(3)
    games = {"open": open_game([ann, bo, cy]), "running": running_game([ann, bo, cy])}
    games["over"] = spoil(running_game([ann, bo, cy]), status=Status.OVER, over_at=clock.now())  # type: ignore[arg-type]
    for name, game in games.items():
        spoil(game, name=f"The {name} mine", **({"ruleset": "junk"} if name == code else {}))
    page = browser_of(ann).get("/?over=1").content.decode()
    assert page.count("Out of order. The host of this site knows") == 1
    for name in games:
        assert f"The {name} mine" in page


def test_unstartable_tables_are_not_listed_but_invitations_explain() -> None:
    ann, bo = people(2)
    FriendshipFactory.create(asked_by=ann, other=bo)
    game = open_game([ann], wanted=5, joining=Joining.ANYONE, name="The broken mine")
    assert "The broken mine" in browser_of(bo).get("/").content.decode()
    spoil(game, ruleset="junk")
    assert "The broken mine" not in browser_of(bo).get("/").content.decode()
    lobby.invite(by=ann, code=game.code, user=bo)
    page = browser_of(bo).get("/").content.decode()
    assert "Out of order. The host of this site knows" in page
    assert "Ann invites you" in page


def test_lobby_with_unreadable_rules_can_be_left_and_cancelled() -> None:
    ann, bo, cy = people(3)
    game = spoil(open_game([ann, bo, cy]), ruleset="junk")
    sentence = "This table’s rules are damaged, and the host of this site knows"
    assert sentence in browser_of(ann).get(f"/t/{game.code}/").content.decode()
    answer = browser_of(ann).post(f"/t/{game.code}/start")
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert browser_of(bo).post(f"/t/{game.code}/leave").status_code == 302
    assert browser_of(ann).post(f"/t/{game.code}/call-off").status_code == 302
    game.refresh_from_db()
    assert game.status == Status.CANCELLED


def test_a_running_game_needs_no_ruleset_but_that_of_its_state() -> None:
    game = spoil(running_game(3), ruleset="junk")
    assert browser_of(awaited(game).user).get(f"/t/{game.code}/").status_code == 200
    assert play_on(game, 3) == 3


@pytest.mark.examples(1)
@pytest.mark.parametrize("columns", [{"public": SECRET}, {"public": ""}, {"schema": SCHEMA + 1}])
def test_unreadable_state_is_logged_once_and_shown_to_players_alone(
    columns: dict[str, str | int], caplog: pytest.LogCaptureFixture
) -> None:
    game = spoil(running_game(3), **columns)
    for _ in range(2):
        for path in ("", "words/", "plan/"):
            answer = browser_of("Ann").get(f"/t/{game.code}/{path}")
            assert (answer.status_code, "is out of order" in answer.content.decode()) == (503, True)
    answer = browser_of("Ann").post(f"/t/{game.code}/move", {"seq": "0", "key": "k", "mode": "discard"}, headers=HX)
    assert browser_of("Ann").get(f"/t/{game.code}/log/").status_code == 200
    assert browser_of(UserFactory.create(username="Zoe")).get(f"/t/{game.code}/").status_code == 404
    (line,) = logged(caplog)
    why = f": a later version of this site wrote this game, in schema {SCHEMA + 1}; update the site to go on"
    assert line == f"game {game.pk}: public part cannot be read" + (why if "schema" in columns else "")
    assert "secret words" not in caplog.text
    assert one(doctor.games()) == "the clock of 1 fails"
    assert "Out of order" in browser_of("Ann").get("/").content.decode()


def one(found: object) -> str:
    """What the first finding tells."""
    return str(next(iter(found)).text)  # type: ignore[call-overload]


def test_unreadable_seat_blocks_its_page_and_the_move() -> None:
    game = running_game(3)
    seat = awaited(game)
    other = seat_of(game, "Bo" if seat.user.username == "Ann" else "Ann")
    Seat.objects.filter(pk=other.pk).update(memory=SECRET)
    assert browser_of(other.user).get(f"/t/{game.code}/").status_code == 503
    assert browser_of(seat.user).get(f"/t/{game.code}/").status_code == 200
    before = Move.objects.count()
    with pytest.raises(CorruptTable, match=r"^game [0-9]+: seat [A-C] cannot be read$"):
        loaded(game)
    assert Move.objects.count() == before


def test_corrupt_log_line_is_left_out_and_bots_play_on(caplog: pytest.LogCaptureFixture) -> None:
    ann, bo = people(2)
    bot = UserFactory.create(username="Bot Flint", is_bot=True)
    game = running_game([bot, ann, bo])
    play_on(game, 3)
    Move.objects.bulk_create([Move(game=game, seq=game.seq + 1, events="junk", command="")])
    spoil(game, seq=game.seq + 1)
    assert browser_of(ann).get(f"/t/{game.code}/log/").status_code == 200
    assert bot_turns._events_of_round(loaded(game).game)
    assert logged(caplog) == [f"game {game.pk}: move {game.seq} cannot be read"]
    host = browser_of(viewer(UserFactory.create(username="Ida")))
    assert host.get(reverse("admin:games_move_changelist")).status_code == 200


# -- what goes on by itself


def test_the_clock_goes_on_at_other_tables_and_reports_once(caplog: pytest.LogCaptureFixture) -> None:
    broken, other = timed_game(3), timed_game(3)
    spoil(broken, public=SECRET)
    with turnable():
        for _ in range(3):
            pass_by(4 * DAY)
            tick()
    before, after = (Game.objects.get(pk=game.pk) for game in (broken, other))
    assert (before.seq, before.stuck_at is None) == (0, False)
    assert after.seq > 0
    assert logged(caplog) == [f"game {broken.pk}: public part cannot be read"]
    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) <= 2
    assert "secret words" not in caplog.text


@pytest.mark.usefixtures("mail_alone")
def test_a_letter_about_it_waits_until_it_can_be_read(settings: Settings) -> None:
    game = running_game(3)
    User.objects.filter(pk=awaited(game).user_id).update(email="ann@mail.example")
    text = game.public
    spoil(game, public=SECRET)
    with post_office(settings) as office:
        outbox.send_due()
        waits = Notice.objects.get(game=game, user=awaited(game).user_id)
        assert (office.mails, waits.done_at, waits.deliveries.get(channel="email").tries) == ([], None, 0)
        spoil(game, public=text)
        Delivery.objects.update(due_at=clock.now())
        outbox.send_due()
        assert office.to == ["ann@mail.example"]
    assert mail.outbox == []


@pytest.mark.usefixtures("mail_alone")
def test_what_is_due_at_a_table_of_the_next_release_waits_a_minute(settings: Settings, chat_server: Sink) -> None:
    ann, bo, cy = people(3)
    User.objects.update(email=Concat("username", Value("@mail.example")))
    game = timed_game([ann, bo, cy])
    chat_at(game, chat_server, seq=0)
    play_on(game, 1)
    motions.ask(user=bo, code=game.code, matter="pause", days=2)
    was = spoil(game, schema=SCHEMA + 1)
    with turnable(), post_office(settings):
        for span in (BANK + DAY, NEWER_TABLE_DELAY):  # these workers, and those of the next release
            pass_by(span)
            sweep()
            sweep()
            chats.post_due()
            done = Game.objects.get(pk=game.pk).seq > was.seq, Motion.objects.get().decided_at is not None
            is_notified = Delivery.objects.filter(notice__kind="turn", outcome="sent").exists()
            assert [*done, is_notified, bool(chat_server.heard)] == [span == NEWER_TABLE_DELAY] * 4
            spoil(game, schema=SCHEMA)


def test_plan_at_a_corrupt_table_stays() -> None:
    game = running_game(3)
    seat, yesterday = awaited(game), clock.now() - DAY
    Seat.objects.filter(pk=seat.pk).update(plan="pass EW", plan_minutes=10, awaited_since=yesterday)
    spoil(game, public=SECRET)
    tick()
    assert Seat.objects.get(pk=seat.pk).plan == "pass EW"


def test_player_of_a_corrupt_table_can_delete_their_account() -> None:
    game = spoil(running_game(3), public=SECRET)
    ann = User.objects.get(username="Ann")
    farewell.delete_account(ann)
    assert User.objects.get(pk=ann.pk).is_active is False
    assert [seat.user.is_bot for seat in game.seats.order_by("number")] == [True, False, False]


# -- in the admin


def test_its_page_in_the_admin_opens_with_what_can_be_read() -> None:
    game = spoil(running_game(3), public=SECRET, name="The broken mine")
    page = browser_of(viewer(UserFactory.create(username="Ida"))).get(deed("change", game)).content.decode()
    assert "The broken mine" in page
    assert "This table’s data is damaged" in page
    assert "<code>public part</code>" in page
    assert "secret words" not in page


@pytest.mark.examples(1)
@pytest.mark.parametrize("column", ["public", "memory", "state"])
def test_look_at_a_corrupt_table_needs_a_reason_and_is_public(column: str) -> None:
    game = running_game(3)
    rows = {"public": Game.objects.filter(pk=game.pk), "memory": game.seats.filter(number=1)}
    rows["state"] = TableSecret.objects.filter(game=game)
    rows[column].update(**{column: SECRET})
    joe = UserFactory.create(username="Joe", is_staff=True, is_superuser=True)
    hands = [seat.hand for seat in game.seats.exclude(number=1)]
    page = browser_of(joe).post(deed("open", game), {"reason": REASON}).content.decode()
    assert "secret words of a hand" in page
    assert [hand for hand in hands if hand in page] == []
    assert [(peek.by, peek.reason) for peek in Peek.objects.all()] == [(joe, REASON)]
    seated = browser_of(seat_of(game, "Bo").user)
    seen = seated.get(f"/t/{game.code}/") if column != "state" else seated.post(f"/t/{game.code}/resign/")
    assert (seen.status_code, "Joe" in seen.content.decode()) == (503, True)


def test_without_a_reason_a_permission_or_as_a_player_nothing_is_shown() -> None:
    joe = UserFactory.create(username="Joe", is_staff=True, is_superuser=True)
    game = spoil(running_game([joe, *people(2)]), public=SECRET)
    other = spoil(running_game(people(3)), public=SECRET)
    ida = browser_of(viewer(UserFactory.create(username="Ida")))
    answers = [
        browser_of(joe).post(deed("open", game), {"reason": REASON}),
        browser_of(joe).post(deed("open", other), {"reason": ""}),
        ida.post(deed("open", other), {"reason": REASON}),
    ]
    assert [answer.status_code for answer in answers] == [403, 422, 403]
    assert [answer for answer in answers if "secret words" in answer.content.decode()] == []
    assert not Peek.objects.exists()


@pytest.mark.parametrize("what", ["repair", "recount"])
def test_a_repair_says_that_nothing_can_be_done(what: str) -> None:
    game = spoil(running_game(3), public=SECRET)
    joe = UserFactory.create(username="Joe", is_staff=True, is_superuser=True)
    answer = browser_of(joe).post(deed(what, game), {"reason": REASON, "what": "end"})
    assert (answer.status_code, "data is damaged" in answer.content.decode()) == (422, True)
    with pytest.raises(CommandError, match="public part cannot be read"):
        call_command("repair", game.code, "recount", stdout=StringIO())


def test_corrupt_part_of_a_finished_game_is_open() -> None:
    game = running_game(3)
    do(game, "= end")
    game.seats.filter(number=1).update(memory=SECRET)
    page = browser_of(viewer(UserFactory.create(username="Ida"))).get(deed("change", game)).content.decode()
    assert "Damaged data, as stored" in page
    assert "secret words of a hand" in page
