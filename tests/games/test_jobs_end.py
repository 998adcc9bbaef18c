"""Jobs come to an end: each is given ten times what one run has time or room for, and ten runs do it (ADR 62).

Time is counted, not waited for: a clock of the test goes on by a second with each thing that is done.
"""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from accounts.models import AccountMail, User
from accounts.services import guests, mails
from games import clock
from games.clocks import digests, reminders
from games.mail import outbox
from games.models import Game, Motion, Notice, Seat, Status
from games.rows import guest_tables, retention
from games.services import motions, paces, timeouts
from tests.factories import UserFactory
from tests.games.clocks import timed_game
from tests.games.tables import running_game

pytestmark = pytest.mark.django_db
TIMES = 10
RUNS = TIMES + 1
"""The last one finds nothing."""


class Ticking:
    """The monotonic clock of runs; a call lets so many seconds go by."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self, seconds: float) -> None:
        self.now += seconds

    def seconds(self) -> float:
        """What the clock says."""
        return self.now


@pytest.fixture
def ticking() -> Ticking:
    """A clock that goes on by hand."""
    return Ticking()


# -- how fast people answer


def casual_players(many: int) -> None:
    """People who have finished a game each, in which too few turns were theirs to be counted."""
    game = running_game(3)
    Game.objects.filter(pk=game.pk).update(status=Status.OVER, over_at=clock.now())
    seat = Seat.objects.filter(game=game).first()
    assert seat is not None
    for number in range(many):
        seat.pk, seat.number, seat.user = None, number + 3, UserFactory.create()
        seat.save()


def test_counting_goes_on_where_the_last_run_ended(ticking: Ticking, monkeypatch: pytest.MonkeyPatch) -> None:
    casual_players(TIMES * 5 - 3)
    counted, real = Counter[int](), paces.count

    def count(key: int, now: Any) -> None:
        counted[key] += 1
        ticking(1)
        real(key, now)

    monkeypatch.setattr(paces, "count", count)
    runs = 1
    while not paces.renew(patience=5, seconds=ticking.seconds):
        runs += 1
        assert runs <= RUNS
    assert len(counted) == TIMES * 5
    assert set(counted.values()) == {1}
    assert paces.renew(patience=5, seconds=ticking.seconds)
    assert set(counted.values()) == {1}


def test_counting_restarts_the_next_day(monkeypatch: pytest.MonkeyPatch) -> None:
    casual_players(1)
    counted = Counter[int]()
    monkeypatch.setattr(paces, "count", lambda key, _now: counted.update([key]))
    assert paces.renew()
    monkeypatch.setattr(clock, "offset", timedelta(days=1))
    assert paces.renew()
    assert set(counted.values()) == {2}


def test_a_person_is_counted_outside_of_the_transaction_that_writes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    casual_players(1)
    depth = len(connection.savepoint_ids)
    inside = list[int]()
    real = paces._counted

    def counted(*about: Any) -> Any:
        inside.append(len(connection.savepoint_ids))
        return real(*about)

    monkeypatch.setattr(paces, "_counted", counted)
    paces.renew()
    assert set(inside) == {depth}


# -- tidying


def test_tidying_ends_after_ten_runs_of_ten_times_what_one_has_time_for(
    ticking: Ticking, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = clock.now() - timedelta(days=99)
    Session.objects.bulk_create(
        Session(session_key=f"old{number}", session_data="", expire_date=old) for number in range(TIMES * 100)
    )
    sessions = next(keep for keep in retention.RETENTIONS if keep.name == "sessions")
    sizes = list[int]()

    def remove(end: Any, most: int) -> int:
        """A hundredth of a second for each row."""
        gone = sessions.remove(end, most)
        sizes.append(gone)
        ticking(gone / 100)
        return gone

    monkeypatch.setattr(retention, "RETENTIONS", (sessions._replace(remove=remove),))
    for _run in range(RUNS):
        retention.tidy(patience=1.0, rest=lambda _seconds: None, seconds=ticking.seconds)
    assert not Session.objects.exists()
    assert max(sizes) / 100 <= 1.0


def test_batch_shrinks_for_slow_rows_and_grows_for_quick_ones(ticking: Ticking) -> None:
    for each, expected in ((0.2, {1}), (0.0001, {retention.BATCH})):
        asked = list[int]()

        def remove(_end: Any, most: int, each: float = each, asked: list[int] = asked) -> int:
            asked.append(most)
            ticking(each * most)
            return most if len(asked) < 12 else 0

        one = retention.Retention("x", timedelta(), remove)
        retention._remove(one, clock.now(), 1e9, lambda _seconds: None, ticking.seconds)
        assert set(asked[-3:]) <= expected | {2, 3}, asked


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_each_table_of_guests_goes_in_a_transaction_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [running_game(3, number) for number in range(4)]
    seen = list[int]()

    def delete(_key: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT txid_current()")
            seen.append(cursor.fetchone()[0])

    monkeypatch.setattr(guest_tables, "gone", lambda: Game.objects.filter(pk__in=[game.pk for game in games]))
    monkeypatch.setattr(guest_tables, "_delete", delete)
    assert guest_tables.remove(10) == 4
    assert len(set(seen)) == 4


def test_guest_that_cannot_be_deleted_delays_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stuck = [UserFactory.create(is_guest=True).pk for _guest in range(4)]
    others = [UserFactory.create(is_guest=True).pk for _guest in range(4)]
    sent = list[int]()

    def send_away(key: int, **_more: Any) -> bool:
        if key in stuck:
            raise ValueError
        sent.append(key)
        return True

    monkeypatch.setattr(guests, "expired", lambda *_about: User.objects.filter(is_guest=True).order_by("pk"))
    monkeypatch.setattr(guests, "send_away", send_away)
    assert retention._guests(clock.now(), 2) == 2
    assert sent == others[:2]


# -- sweeps


def ten_runs(sweep: Callable[[], int], left: Callable[[], int]) -> None:
    """Ten runs of a sweep do all there is, and each does something."""
    for _run in range(RUNS):
        before = left()
        sweep()
        assert left() < before or not before
    assert left() == 0


def test_summaries_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "MOST", 2)
    past = clock.now() - timedelta(minutes=1)
    for _person in range(TIMES * 2):
        UserFactory.create(digest_at=past, digest="also")
    due = User.objects.filter(digest_at__lte=past)
    ten_runs(lambda: digests.write_due(clock.now()), due.count)


def test_failing_digest_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "MOST", 2)
    past = clock.now() - timedelta(minutes=1)
    bad = {UserFactory.create(digest_at=past - timedelta(hours=1), digest="also").pk for _person in range(2)}
    good = UserFactory.create(digest_at=past, digest="also")
    real = digests._write
    monkeypatch.setattr(digests, "_write", lambda user, at: 1 / 0 if user.pk in bad else real(user, at))
    for _tick in range(2):
        digests.write_due(clock.now())
    assert Notice.objects.filter(user=good).exists()


def test_reminders_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders, "MOST", 3)
    for number in range(TIMES):
        timed_game(3, number)
    past = clock.now() - timedelta(minutes=1)
    Seat.objects.update(remind_at=past)
    ten_runs(lambda: reminders.send_due(clock.now()), Seat.objects.filter(remind_at__lte=past).count)


def test_time_outs_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "MOST", 1)
    for number in range(TIMES):
        timed_game(3, number)
    past = clock.now() - timedelta(days=2)
    Seat.objects.exclude(awaited_for="").update(due_at=past, awaited_since=past)
    Game.objects.update(deadline=past)
    ten_runs(lambda: timeouts.work_off(clock.now()), Game.objects.filter(deadline__lte=past).count)


def test_motions_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motions, "MOST", 1)
    past = clock.now() - timedelta(minutes=1)
    for number in range(TIMES):
        Motion.objects.create(game=running_game(3, number), matter="pause", days=2, opened_at=past, closes_at=past)
    ten_runs(lambda: motions.decide_due(clock.now()), Motion.objects.filter(decided_at=None).count)


def test_notices_are_handed_out_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MOST", 2)
    game = running_game(3)
    Notice.objects.all().delete()
    for number in range(TIMES * 2):
        Notice.objects.create(user=UserFactory.create(), game=game, kind="turn", dedupe=str(number))
    ten_runs(outbox._hand_out, Notice.objects.filter(done_at=None).count)


def test_account_mails_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mails, "MOST", 2)
    for number in range(TIMES * 2):
        mails.ask_for_reset(f"nobody{number}@mail.example")
    ten_runs(mails.send_due, AccountMail.objects.count)
