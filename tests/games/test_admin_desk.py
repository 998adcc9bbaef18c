"""The admin's desk: what needs attention, for which staff, and at what cost."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.channels import NotSentError, Trouble, email, reach
from accounts.models import User
from games import clock, tasks
from games.models import Game, Heartbeat, Notice, Outage, Seat, Word
from games.watch import greetings, standing
from tests.factories import UserFactory
from tests.games.clocks import DAY, HOUR
from tests.games.staff import complaint_at, permitted, viewer
from tests.games.tables import awaited, browser_of, open_game, running_game
from tools.bench.many import copy

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def ticking() -> Iterator[None]:
    """The clock ticks."""
    Heartbeat.objects.create(name="tick", at=clock.now())
    before = clock.offset
    yield
    clock.offset = before


@pytest.fixture
def root() -> Client:
    return browser_of(UserFactory.create(username="Root", is_staff=True, is_superuser=True))


def desk(client: Client) -> str:
    """The text of the desk without spaces between lines."""
    page = client.get(reverse("admin:index")).content.decode()
    return " ".join(page.partition('aria-labelledby="needs"')[2].partition("</section>")[0].split())


def reachable(*people: User) -> None:
    for person in people:
        User.objects.filter(pk=person.pk).update(email=f"{person.pk}@mail.example")


def table(name: str = "Night shift", *, since: timedelta = timedelta(), **fields: object) -> Game:
    """A running table of reachable players; its awaited seat has waited for so long."""
    players = UserFactory.create_batch(3)
    reachable(*players)
    game = running_game(players, name=name)
    Game.objects.filter(pk=game.pk).update(**fields)
    waits(game, since)
    return game


def waits(game: Game, since: timedelta, **fields: object) -> None:
    Seat.objects.filter(pk=awaited(game).pk).update(awaited_since=clock.now() - since, **fields)


def test_quiet_site_shows_an_empty_desk(root: Client) -> None:
    table()
    assert "Nothing right now." in desk(root)
    assert "<h3>" not in desk(root)


# -- tables that stand still


def test_a_table_that_fails_is_named(root: Client) -> None:
    game = table(stuck_at=clock.now() - HOUR)
    assert "Tables with errors" in desk(root)
    assert reverse("admin:games_game_change", args=[game.pk]) in desk(root)
    listed = root.get(reverse("admin:games_game_changelist"), {"stuck": "failing"})
    assert list(listed.context["cl"].queryset) == [game]
    Game.objects.update(status="over")
    assert "Tables with errors" not in desk(root)


def test_a_table_that_waits_for_a_bot_is_named_after_ten_minutes(root: Client) -> None:
    game = table(since=9 * MINUTE)
    waits(game, 9 * MINUTE, resting="bot")
    assert "Tables waiting for a bot" not in desk(root)
    waits(game, 11 * MINUTE)
    assert "Tables waiting for a bot" in desk(root)
    assert awaited(game).user.username in desk(root)
    Seat.objects.update(resting="")
    assert "Tables waiting for a bot" not in desk(root)
    User.objects.filter(pk=awaited(game).user_id).update(is_bot=True)
    assert "Tables waiting for a bot" in desk(root)


def test_bot_asked_for_a_veto_is_not_shown_as_late(root: Client) -> None:
    game = table()
    waits(game, DAY, resting="bot", awaited_for="veto")
    assert "Tables waiting for a bot" not in desk(root)
    assert standing.for_a_bot() == []


def test_a_table_that_waits_for_a_player_is_named_after_a_week(root: Client) -> None:
    game = table(since=6 * DAY)
    assert "Tables waiting for a player" not in desk(root)
    waits(game, 8 * DAY)
    assert "Tables waiting for a player" in desk(root)
    assert awaited(game).user.username in desk(root)


def test_table_with_a_long_clock_stalls_a_day_after_its_end(root: Client) -> None:
    game = table(since=9 * DAY, deadline=clock.now() + DAY)
    assert "Tables waiting for a player" not in desk(root)
    Game.objects.update(deadline=clock.now() - 23 * HOUR)
    assert "Tables waiting for a player" not in desk(root)
    Game.objects.update(deadline=clock.now() - 25 * HOUR)
    assert "Tables waiting for a player" in desk(root)
    Game.objects.filter(pk=game.pk).update(status="over")
    assert "Tables waiting for a player" not in desk(root)


def test_paused_table_is_not_listed_as_stalled(root: Client) -> None:
    table("Slow", since=9 * DAY, paused_until=clock.now() + HOUR)
    waits(table("Bots", paused_until=clock.now() + HOUR), HOUR, resting="bot")
    assert "Nothing right now." in desk(root)
    Game.objects.update(paused_until=clock.now() - HOUR)
    assert "Tables waiting for a player" in desk(root)
    assert "Tables waiting for a bot" in desk(root)


def test_of_many_tables_some_are_named_and_a_link_leads_to_all(root: Client) -> None:
    for number in range(5):
        table(f"Shaft {number}", since=9 * DAY)
    assert desk(root).count("Shaft ") == 5
    assert "All such tables" not in desk(root)
    table("Shaft 5", since=9 * DAY)
    assert desk(root).count("Shaft ") == 5
    assert f'href="{reverse("admin:games_game_changelist")}?stuck=person">All such tables' in desk(root)


# -- the clock


def test_a_clock_that_does_not_tick_comes_first(root: Client) -> None:
    Heartbeat.objects.filter(name="tick").update(at=datetime.fromisoformat("2026-03-01T12:00:00Z"))
    assert "It hasn’t ticked since 1 Mar 2026, 12:00." in desk(root)
    Heartbeat.objects.all().delete()
    assert "It has never ticked." in desk(root)


def test_recent_outages_are_listed_with_their_length(root: Client) -> None:
    now = clock.now()
    Outage.objects.create(began_at=now - 8 * DAY, ended_at=now - 7 * DAY)
    Outage.objects.create(began_at=now - DAY, ended_at=now - DAY - HOUR)  # a clock that was put right
    assert "Outages" not in desk(root)
    Outage.objects.create(began_at=now - DAY, ended_at=now - DAY + 3 * HOUR)
    assert "for 3 hours" in desk(root).replace("\xa0", " ")


# -- people


def test_unreachable_players_are_named(root: Client) -> None:
    playing, waiting = UserFactory.create(username="Rita"), UserFactory.create(username="Bo")
    others = UserFactory.create_batch(2)
    reachable(*others)
    running_game([playing, *others])
    open_game([waiting])
    running_game([UserFactory.create(username=name, is_bot=True) for name in ("Bot Flint", "Bot Onyx", "Bot Slate")])
    assert "Players we can’t reach" in desk(root)
    assert "Rita" in desk(root)
    assert all(name not in desk(root) for name in ("Bo<", "Bot ", others[0].username))
    User.objects.filter(pk=playing.pk).update(is_active=False)
    assert "Players we can’t reach" not in desk(root)


def test_condition_of_the_list_agrees_with_the_channel_for_each_user() -> None:
    people = UserFactory.create_batch(5)
    reachable(*people[1:])
    for number, (address, verified) in enumerate([("", True), ("other@mail.example", False)], 2):
        person = people[number]
        EmailAddress.objects.create(user=person, email=address or f"{person.pk}@mail.example", verified=verified)
    EmailAddress.objects.create(user=people[4], email=f"{people[4].pk}@MAIL.example", verified=False)
    fresh = list(User.objects.order_by("pk"))
    assert [email.reaches(person) for person in fresh] == [False, True, True, True, False]
    assert list(User.objects.filter(reach.reached()).order_by("pk")) == [one for one in fresh if email.reaches(one)]


def test_admin_list_filters_unreachable_players(root: Client) -> None:
    rita, bo = UserFactory.create(username="Rita"), UserFactory.create(username="Bo")
    UserFactory.create(username="Bot Flint", is_bot=True)
    reachable(bo)
    listed = reverse("admin:accounts_user_changelist")
    assert set(root.get(listed, {"told": "no"}).context["cl"].queryset) == {rita, User.objects.get(username="Root")}
    assert list(root.get(listed, {"told": "yes"}).context["cl"].queryset) == [bo]
    assert root.get(listed, {"told": "x"}).context["cl"].queryset.count() == 4


# -- channels and letters


def silent(*_nothing: object) -> None:
    raise NotSentError(Trouble.AWAY, away=True)


def test_a_channel_that_does_not_answer_is_named_until_it_does(root: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks.send_notices()
    monkeypatch.setattr(email, "CHANNEL", email.CHANNEL._replace(greet=silent))
    clock.offset += greetings.EVERY
    tasks.send_notices()
    assert "Channels that do not answer" not in desk(root)  # once is nothing
    clock.offset += greetings.EVERY
    tasks.send_notices()
    assert "email: last answered" in desk(root)
    monkeypatch.setattr(email, "CHANNEL", email.CHANNEL._replace(greet=lambda: None))
    clock.offset += greetings.EVERY
    tasks.send_notices()
    assert "Channels that do not answer" not in desk(root)


def test_a_channel_that_never_answered_is_named(root: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(email, "CHANNEL", email.CHANNEL._replace(greet=silent))
    tasks.send_notices()
    assert "email: has never answered" in desk(root)


def test_channel_is_greeted_every_five_minutes_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[datetime] = []
    monkeypatch.setattr(email, "CHANNEL", email.CHANNEL._replace(greet=lambda: asked.append(clock.now())))
    for _ in range(20):
        clock.offset += MINUTE
        tasks.send_notices()
    assert len(asked) in (4, 5)
    beats = set(Heartbeat.objects.filter(name__startswith="email ").values_list("at", flat=True))
    assert len(beats) == 1
    assert all((moment.minute % 5, moment.second) == (0, 0) for moment in beats)


def given_up(person: User, game: Game | None = None, *, ago: timedelta = HOUR) -> None:
    settled = {"done_at": clock.now() - ago, "outcome": Notice.Outcome.DEAD}
    notice = Notice.objects.create(user=person, game=game, kind="friend", dedupe=f"{person.pk} {ago}", **settled)
    notice.deliveries.create(channel="email", trouble="refused", **settled)


def test_given_up_letters_are_listed_but_not_of_running_games(root: Client) -> None:
    rita = UserFactory.create(username="Rita")
    game = table()
    given_up(rita, game)
    given_up(rita, ago=8 * DAY)
    assert "Nothing right now." in desk(root)
    Game.objects.filter(pk=game.pk).update(status="over")
    assert "Messages we gave up on" in desk(root)
    assert "Rita: the address was refused" in desk(root)
    Notice.objects.all().delete()
    given_up(UserFactory.create(username="Bo"))
    assert "Bo: the address was refused" in desk(root)


# -- who sees it, and what it costs


def test_staff_see_only_the_parts_they_have_permissions_for() -> None:
    table("Night shift", since=9 * DAY)
    running_game([UserFactory.create(username="Rita"), *UserFactory.create_batch(2)])
    given_up(UserFactory.create(username="Bo"))
    parts = {"view_game": "Night shift", "view_user": "Rita", "view_notice": "Bo: the address"}
    looker = UserFactory.create(is_staff=True)
    assert "What needs a person" not in browser_of(looker).get(reverse("admin:index")).content.decode()
    desks = {None: desk(browser_of(viewer(UserFactory.create())))}
    assert [words in desks[None] for words in parts.values()] == [True, False, True]
    for codename in parts:
        person = permitted(UserFactory.create())
        person.user_permissions.set(Permission.objects.filter(codename=codename))
        seen = desk(browser_of(person))
        assert [words for words in parts.values() if words in seen] == [parts[codename]]


def statements(client: Client) -> int:
    client.get(reverse("admin:index"))
    with CaptureQueriesContext(connection) as captured:
        assert client.get(reverse("admin:index")).status_code == 200
    return len(captured)


def test_it_costs_the_same_for_few_and_for_many(root: Client) -> None:
    def more(count: int) -> None:
        for number in range(count):
            table(since=9 * DAY)
            table(stuck_at=clock.now())
            waits(table(), HOUR, resting="bot")
            running_game(UserFactory.create_batch(3))
            given_up(UserFactory.create(), ago=number * MINUTE)
            Outage.objects.create(began_at=clock.now() - DAY, ended_at=clock.now() - DAY + number * MINUTE)

    more(1)
    few = statements(root)
    more(7)
    assert statements(root) == few
    assert few <= 23  # two of them tell the planner how to read


@pytest.mark.postgres
def test_stalled_tables_are_found_by_indexes() -> None:
    game = table(deadline=clock.now() + DAY)
    waits(game, HOUR)
    copy(game, "idle", 3000, due_at="clock_timestamp() + interval '1 day'")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    assert "running_that_fail" in standing.failing().order_by("stuck_at")[:6].explain()
    with CaptureQueriesContext(connection) as captured:
        assert standing.for_a_bot() == []
        assert standing.for_a_person() == []
    for query in captured:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {query['sql']}")
            plan = "\n".join(row for (row,) in cursor.fetchall())
        assert "Seq Scan on games_seat" not in plan, plan


# -- what was reported


@pytest.mark.parametrize("why", ["sits there", "said it"])
def test_moderator_cannot_read_reports_of_their_own_table(root: Client, why: str) -> None:
    game, own = table(), User.objects.get(username="Root")
    complaint = complaint_at(game)
    listed, one = (reverse(f"admin:games_complaint_{page}", args=args) for page, args in
                   (("changelist", []), ("change", [complaint.pk])))  # fmt: skip
    decide = reverse("admin:games_complaint_decide", args=[complaint.pk])
    act = {"act": "remove", "reason": "Rude."}
    assert "Rude words." in desk(root)
    assert root.get(one).status_code == 200
    if why == "said it":
        Word.objects.update(user=own)
    else:
        Seat.objects.filter(game=game, number=2).update(user=own)
    assert root.post(decide, act).status_code == 404
    assert "Rude words." not in desk(root) + root.get(listed).content.decode()
    assert root.get(one).status_code == 302
    assert not Word.objects.exclude(removed_at=None).exists()
    other = browser_of(UserFactory.create(username="Other", is_staff=True, is_superuser=True))
    other.post(decide, act)
    assert Word.objects.exclude(removed_at=None).exists()
