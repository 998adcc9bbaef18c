"""Tables of a circle: set up in two taps, announced, answered; started when full, at their hour, or called off."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
import time_machine
from django.http import Http404
from pytest_django import DjangoAssertNumQueries
from time_machine import Traveller

from accounts.models import Block, Event, User
from accounts.services import farewell
from circles.models import Answer, Circle, CircleTable
from circles.pages import row_of
from circles.selectors.tables import finished_page, tables_of
from circles.services import membership, tables
from games import clock, tasks
from games.mail import entries
from games.mail.news import NothingToSendError
from games.models import Deal, Game, Invitation, Notice, Seat, Status, TableOptions, Watchers
from games.rows import notices, store, watching
from games.services import beginning, lobby, options, rematch, scheduled
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError
from tests.circles.scene import circle_of, with_table
from tests.factories import UserFactory
from tests.games.tables import browser_of, finished_game, open_game, people, running_game

pytestmark = pytest.mark.django_db

NOON = datetime(2031, 5, 2, 12, tzinfo=clock.now().tzinfo)
EIGHT = NOON + timedelta(hours=8)


def names_at(game: Game) -> list[str]:
    """The players of a table, in the order of their seats."""
    return list(Seat.objects.filter(game=game).order_by("number").values_list("user__username", flat=True))


def announced(circle: Circle, by: User, *, seats: int = 5) -> Game:
    """A game that is announced for eight o'clock."""
    return tables.announce(by=by, code=circle.code, name="Friday’s mine", seats=seats, starts_at=EIGHT)


def says(user: User, game: Game, reply: str) -> None:
    """Let a member answer."""
    table = CircleTable.objects.select_related("circle", "game").get(game=game)
    tables.answer(user=user, code=table.circle.code, table=game.code, reply=reply)


def status_of(game: Game) -> str:
    """The status of a table as it is now."""
    return Game.objects.get(pk=game.pk).status


def notified(kind: str) -> dict[str, str]:
    """The subjects of the notifications of a kind that are due and still true, by recipient."""
    found = {}
    for notice in Notice.objects.filter(kind=kind, due_at__lte=clock.now()).order_by("pk"):
        try:
            found[notice.user.username] = entries.news_of(notice, "email").subject
        except NothingToSendError:
            continue
    return found


# -- two taps


def test_table_in_two_taps_tells_members_and_starts_when_full() -> None:
    ann, bo, cy, dee = people(4)
    circle = circle_of([ann, bo, cy, dee], bots_fill=False)
    game = tables.set_up(by=bo, code=circle.code, people=[ann, cy, bo, UserFactory.create()])
    assert (game.name, game.seats_wanted, game.host) == ("Friday dwarves", 3, bo)
    assert game.circle_table.circle == circle
    subject = "Bo set up a table for your circle: Friday dwarves"
    assert notified(Event.CIRCLE) == {"Ann": subject, "Cy": subject}
    lobby.join(user=cy, code=game.code)
    assert status_of(game) == Status.OPEN
    says(dee, game, "yes")
    assert status_of(game) == Status.RUNNING
    assert names_at(game) == ["Bo", "Cy", "Dee"]
    assert notified(Event.CIRCLE) == {}
    with pytest.raises(TooLateError):
        says(ann, game, "yes")


def test_form_that_is_sent_twice_makes_one_table() -> None:
    circle, (ann, bo) = circle_of(2), people(2)
    made = {tables.set_up(by=ann, code=circle.code, people=[bo], reserved="reserved") for _time in range(2)}
    assert [game.code for game in made] == ["reserved"]
    assert CircleTable.objects.count() == 1


def test_seats_follow_people_usual_options_and_rules() -> None:
    usual = TableOptions(seats=6)
    assert [tables.fitting_seats(usual, people) for people in (1, 2, 3, 5, 6, 9)] == [3, 3, 3, 5, 6, 6]


def test_unreadable_usual_options_are_replaced_by_defaults() -> None:
    circle = circle_of(2)
    circle.options = {**circle.options, "ruleset": "{}{"}
    assert tables.usual_options(circle) == TableOptions(name=circle.name)


def test_tables_for_circles_are_limited_by_the_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    circle, (ann, bo) = circle_of(2), people(2)
    monkeypatch.setitem(rates.RATES, "announcements", rates.Rate(1, rates.HOUR))
    tables.set_up(by=ann, code=circle.code, people=[bo])
    with pytest.raises(TooManyError):
        tables.set_up(by=ann, code=circle.code, people=[bo])
    assert Game.objects.count() == CircleTable.objects.count() == 1


def test_people_who_block_each_other_are_not_invited_and_get_no_seat() -> None:
    circle, (ann, bo, cy) = circle_of(3), people(3)
    Block.objects.create(blocker=bo, blocked=ann)
    Block.objects.create(blocker=ann, blocked=cy)
    game = tables.set_up(by=ann, code=circle.code, people=[bo, cy])
    assert not Invitation.objects.filter(game=game, to__in=[bo, cy]).exists()
    with pytest.raises(DeclinedError):
        says(cy, game, "yes")
    assert names_at(game) == ["Ann"]


def test_player_whose_seat_was_taken_away_does_not_come_back_by_the_circle() -> None:
    circle, (ann, bo, _cy) = circle_of(3), people(3)
    game = tables.set_up(by=ann, code=circle.code, people=[bo])
    says(bo, game, "yes")
    lobby.remove(host=ann, code=game.code, user=bo)
    with pytest.raises(DeclinedError):
        says(bo, game, "yes")
    assert names_at(game) == ["Ann"]


def test_stranger_sets_up_announces_and_answers_nothing() -> None:
    circle, (ann, bo, _cy, dee) = circle_of(3), people(4)
    game = tables.set_up(by=ann, code=circle.code, people=[bo])
    elsewhere = circle_of([dee], code="elsewhere")
    acts: list[Callable[[], object]] = [
        lambda: tables.set_up(by=dee, code=circle.code, people=[ann]),
        lambda: tables.announce(by=dee, code=circle.code, name="x", seats=3, starts_at=clock.now()),
        lambda: tables.answer(user=dee, code=circle.code, table=game.code, reply="yes"),
        lambda: tables.answer(user=dee, code=elsewhere.code, table=game.code, reply="yes"),
    ]
    for act in acts:
        with pytest.raises(Http404):
            act()
    membership.remove(host=ann, code=circle.code, user=bo)
    with pytest.raises(Http404):
        says(bo, game, "yes")


def test_rematch_belongs_to_the_circle_of_its_member() -> None:
    circle, (ann, bo, cy) = circle_of(2), people(3)
    first, second = finished_game([ann, bo, cy], code="one"), finished_game([ann, bo, cy], code="two")
    for game in (first, second):
        with_table(circle, game)
    assert rematch.again(user=ann, code="one").circle_table.circle == circle
    assert not CircleTable.objects.filter(game=rematch.again(user=cy, code="two")).exists()


# -- announced


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> Iterator[Traveller]:
    """Noon of a day, which stands still; the database's clock with it."""
    monkeypatch.setattr(clock, "turned", lambda _moment: clock.now())
    with time_machine.travel(NOON, tick=False) as travel:
        yield travel


def test_announced_game_starts_when_its_seats_are_taken(noon: Traveller) -> None:
    circle, (ann, bo, cy, dee) = circle_of(4), people(4)
    game = announced(circle, ann, seats=3)
    assert set(notified(Event.CIRCLE)) == {"Bo", "Cy", "Dee"}
    says(bo, game, "yes")
    says(dee, game, "maybe")
    says(cy, game, "yes")
    assert status_of(game) == Status.RUNNING
    assert set(Notice.objects.filter(kind=Event.STARTED).values_list("user__username", flat=True)) == {"Ann", "Bo"}
    noon.move_to(EIGHT)
    assert scheduled.work_off(clock.now()) == 0


@pytest.mark.parametrize(
    ("bots", "coming", "players", "status"),
    [
        (True, 0, 3, Status.RUNNING),
        (True, 1, 3, Status.RUNNING),
        (False, 1, 2, Status.CANCELLED),
        (False, 2, 3, Status.RUNNING),
        (True, 3, 4, Status.RUNNING),
    ],
)
def test_hour_starts_with_those_who_said_yes_and_bots_that_rules_need(
    noon: Traveller, bots: bool, coming: int, players: int, status: str
) -> None:
    everybody = people(4)
    game = announced(circle_of(everybody, bots_fill=bots), everybody[0])
    for user in everybody[1 : 1 + coming]:
        says(user, game, "yes")
    for moment in (EIGHT - timedelta(seconds=1), EIGHT, EIGHT + timedelta(seconds=30)):
        noon.move_to(moment)
        tasks.tick()
        assert status_of(game) == (Status.OPEN if moment < EIGHT else status)
    assert Seat.objects.filter(game=game).count() == players
    kind = Event.STARTED if status == Status.RUNNING else Event.CANCELLED
    assert Notice.objects.filter(game=game, kind=kind).count() == 1 + coming


def test_called_off_says_so_to_all_who_were_in(noon: Traveller) -> None:
    circle, (ann, bo, cy) = circle_of(3, bots_fill=False), people(3)
    game = announced(circle, ann)
    says(bo, game, "yes")
    says(cy, game, "maybe")
    noon.move_to(EIGHT)
    scheduled.work_off(clock.now())
    assert notified(Event.CANCELLED) == dict.fromkeys(("Ann", "Bo"), "“Friday’s mine” is called off")


def test_reminder_comes_once_to_those_who_did_not_decline(noon: Traveller) -> None:
    circle, (ann, bo, cy, dee) = circle_of(4), people(4)
    game = announced(circle, ann)
    says(bo, game, "yes")
    says(cy, game, "no")
    before = set(notified(Event.CIRCLE))
    noon.move_to(EIGHT - timedelta(hours=2))
    subjects = {name: subject for name, subject in notified(Event.CIRCLE).items() if subject.startswith("Soon")}
    assert before == {"Dee"}
    assert set(subjects) == {"Ann", "Bo", "Dee"}
    says(cy, game, "yes")
    assert Notice.objects.filter(kind=Event.CIRCLE, user=cy).count() == 1
    noon.move_to(EIGHT)
    assert notified(Event.CIRCLE) == {}
    assert dee in [notice.user for notice in Notice.objects.filter(kind=Event.CIRCLE)]


def test_changing_a_no_brings_the_reminder_back(noon: Traveller) -> None:
    circle, (ann, bo) = circle_of(2), people(2)
    game = announced(circle, ann)
    for reply, many in (("no", 0), ("maybe", 1), ("no", 0), ("yes", 1)):
        says(bo, game, reply)
        assert Notice.objects.filter(user=bo, due_at__gt=clock.now()).count() == many
    assert status_of(game) == Status.OPEN


def test_game_announced_shortly_before_has_no_reminder(noon: Traveller) -> None:
    circle, (ann, _bo) = circle_of(2), people(2)
    tables.announce(by=ann, code=circle.code, name="Now", seats=3, starts_at=NOON + timedelta(minutes=30))
    assert not Notice.objects.filter(due_at__gt=clock.now()).exists()


@pytest.mark.parametrize("ahead", [timedelta(minutes=9), timedelta(days=61), -timedelta(days=1)])
def test_game_is_announced_for_a_sensible_time(noon: Traveller, ahead: timedelta) -> None:
    circle, (ann, _bo) = circle_of(2), people(2)
    with pytest.raises(DeclinedError):
        tables.announce(by=ann, code=circle.code, name="x", seats=3, starts_at=NOON + ahead)
    assert not Game.objects.exists()


def test_announcer_who_cannot_come_hands_the_game_on_or_ends_it(noon: Traveller) -> None:
    circle, (ann, bo, _cy) = circle_of(3), people(3)
    game = announced(circle, ann)
    says(bo, game, "yes")
    says(ann, game, "no")
    assert names_at(game) == ["Bo"]
    assert Game.objects.get(pk=game.pk).host == bo
    says(bo, game, "maybe")
    assert status_of(game) == Status.CANCELLED


def test_deleted_announcer_leaves_the_game_to_those_who_are_in(noon: Traveller) -> None:
    circle, (ann, bo, cy) = circle_of(3, bots_fill=True), people(3)
    game = announced(circle, ann)
    says(bo, game, "yes")
    farewell.delete_account(ann)
    noon.move_to(EIGHT)
    tasks.tick()
    assert status_of(game) == Status.RUNNING
    assert names_at(game)[0] == "Bo"
    assert cy.pk not in Seat.objects.filter(game=game).values_list("user", flat=True)


def test_announced_options_do_not_change(noon: Traveller) -> None:
    circle, (ann, _bo) = circle_of(2), people(2)
    game = announced(circle, ann)
    with pytest.raises(TooLateError):
        options.change(host=ann, code=game.code, options_version=0, options=TableOptions(name="Other"))


def test_order_of_the_sun_is_off_when_a_game_has_an_hour(noon: Traveller) -> None:
    circle, (ann, _bo) = circle_of(2, by_sun=True), people(2)
    assert not announced(circle, ann).by_sun


def test_failing_table_stops_no_other_and_waits(
    noon: Traveller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    circle, (ann, bo) = circle_of(2, bots_fill=True), people(2)
    bad, good = announced(circle, ann), announced(circle, bo)
    real = beginning.begin

    def begin(rows: store.Loaded, by: User | None) -> None:
        if rows.game.pk == bad.pk:
            raise ValueError("a fault")
        real(rows, by)

    monkeypatch.setattr(beginning, "begin", begin)
    noon.move_to(EIGHT)
    scheduled.work_off(clock.now())
    assert (status_of(bad), status_of(good)) == (Status.OPEN, Status.RUNNING)
    assert scheduled.work_off(clock.now()) == 0
    assert caplog.text.count("it fails at its hour") == 1
    monkeypatch.setattr(beginning, "begin", real)
    noon.shift(scheduled.TRY_AGAIN)
    scheduled.work_off(clock.now())
    assert status_of(bad) == Status.RUNNING


def test_worker_that_dies_at_the_hour_leaves_everything_to_the_next(
    noon: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    circle, (ann, _bo) = circle_of(2, bots_fill=True), people(2)
    game = announced(circle, ann)
    noon.move_to(EIGHT)

    def die(*_what: object, **_more: object) -> None:
        raise SystemExit

    with monkeypatch.context() as killed:
        killed.setattr(notices, "started", die)
        with pytest.raises(SystemExit):
            scheduled.work_off(clock.now())
    assert status_of(game) == Status.OPEN
    assert names_at(game) == ["Ann"]
    assert not Deal.objects.filter(game=game).exists()
    scheduled.work_off(clock.now())
    assert status_of(game) == Status.RUNNING
    assert Notice.objects.filter(game=game, kind=Event.STARTED).count() == 1


def test_table_with_unreadable_rules_is_called_off_at_its_hour(noon: Traveller) -> None:
    circle, (ann, _bo) = circle_of(2), people(2)
    game = announced(circle, ann)
    Game.objects.update(ruleset="{}{")
    noon.move_to(EIGHT)
    scheduled.work_off(clock.now())
    assert status_of(game) == Status.CANCELLED


# -- what members see


def test_member_without_a_seat_sees_who_plays_and_nothing_of_the_round() -> None:
    circle, (ann, bo, cy) = circle_of(3), people(3)
    with_table(circle, running_game([ann, bo, UserFactory.create(username="Zoe")]))
    mine, others = tables_of(circle, ann).running[0], tables_of(circle, cy).running[0]
    assert mine.mine is not None
    assert mine.glance is not None
    assert others.names == ["Ann", "Bo", "Zoe"]
    assert (others.mine, others.glance, others.is_awaited, others.winners) == (None, None, False, ())


def test_finished_game_tells_its_end_to_its_players_alone() -> None:
    circle, (ann, bo, cy) = circle_of(3), people(3)
    with_table(circle, finished_game([ann, bo, UserFactory.create(username="Zoe")]))
    mine, others = tables_of(circle, ann).over[0], tables_of(circle, cy).over[0]
    assert mine.winners
    assert (others.glance, others.winners, others.gold, others.shared) == (None, (), 0, "")


def test_page_of_a_circle_costs_the_same_with_many_tables(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    circle, everybody = circle_of(3), people(3)
    for number in range(12):
        status = (Status.OPEN, Status.OVER, Status.CANCELLED)[number % 3]
        with_table(circle, open_game(everybody, seed=number, status=status, over_at=clock.now()))
    with django_assert_max_num_queries(6):
        found = tables_of(circle, everybody[0])
    assert (len(found.open), len(found.over), found.of) == (4, 4, 4)
    with django_assert_max_num_queries(5):
        assert len(finished_page(circle, everybody[0], 1).rows) == 4


def test_open_tables_come_by_their_hour_and_running_ones_the_latest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("circles.selectors.tables.MOST_OPEN", 3)
    circle, everybody = circle_of(3), people(3)
    hours = {f"open {hour}": clock.now() + timedelta(hours=hour) for hour in (5, 2, 9)} | {"open": None}
    for seed, (name, hour) in enumerate(hours.items()):
        with_table(circle, open_game(everybody, seed=seed, name=name, starts_at=hour))
    for seed in range(4):
        with_table(circle, running_game(everybody, seed + 9, name=f"runs {seed}"))
    found = tables_of(circle, everybody[0])
    assert [row.name for row in found.open] == ["open 2", "open 5", "open 9"]
    assert [row.name for row in found.running] == ["runs 3", "runs 2", "runs 1"]
    assert (found.over, found.of) == ([], 0)


def test_answers_are_shown_with_names_and_ones_own() -> None:
    circle, (ann, bo, cy) = circle_of(3), people(3)
    game = tables.set_up(by=ann, code=circle.code, people=[bo, cy])
    says(bo, game, "maybe")
    row = tables_of(circle, bo).open[0]
    assert (row.replies, row.reply, row.names) == ({"maybe": ["Bo"]}, "maybe", ["Ann"])
    says(bo, game, "yes")
    row = tables_of(circle, bo).open[0]
    assert (row.replies, row.reply, row.names) == ({}, "yes", ["Ann", "Bo"])
    assert not Answer.objects.exists()


def test_members_watch_a_table_that_is_open_to_its_circle() -> None:
    circle, (ann, bo, cy, dee) = circle_of(3), people(4)
    game = running_game([ann, bo, UserFactory.create(username="Zoe")], watchers=Watchers.CIRCLE)
    with_table(circle, game)
    assert row_of(tables_of(circle, cy).running[0]).href == f"/t/{game.code}/"
    assert [watching.may_watch(game, user) for user in (cy, dee)] == [True, False]
    membership.leave(user=cy, code=circle.code)
    assert not watching.may_watch(game, cy)


def test_announced_game_says_its_hour_on_the_first_page(noon: Traveller) -> None:
    circle = circle_of(3)
    ann, bo, _cy = (member.user for member in circle.members.order_by("pk").select_related("user"))
    announced(circle, ann)
    mine, theirs = (browser_of(user).get("/").content.decode() for user in (ann, bo))
    assert "Fri 20:00, starts when full" in mine
    assert "1 of 5" in mine
    assert "Ann invites you · Fri 20:00, starts when full" in theirs
