"""Plans and what is told of turns: the letters that wait for a plan, and deadlines that must not tell of one (R95)."""

from typing import Any

import pytest

from accounts.models import User
from games import clock
from games.mail import outbox
from games.models import Delivery, Game, Notice
from games.rows import notices
from games.services import plans
from tests.games import tables
from tests.games.clocks import HOUR, events_of, pass_by, sweep, tick
from tests.games.planning import MINUTE, dropped, plan, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_alone")]


def table_with_letters() -> Game:
    game = table()
    User.objects.filter(username="Bo").update(email="bo@example.org")
    return game


def outcomes(game: Game, name: str) -> list[str]:
    notices = Notice.objects.filter(game=game, user__username=name, kind="turn").order_by("pk")
    return [notice.outcome for notice in notices]


def test_no_turn_letter_is_sent_while_a_plan_waits(mailoutbox: list[Any]) -> None:
    game = table_with_letters()
    plan(game, "Bo", "lay EW 1,0", minutes=10)
    tables.do(game, "A map 8,0")
    pass_by(5 * MINUTE)
    sweep()
    assert outcomes(game, "Bo") == [""]
    pass_by(HOUR)
    sweep()
    sweep()
    assert outcomes(game, "Bo") == ["obsolete"]
    assert not [mail for mail in mailoutbox if mail.to == ["bo@example.org"]]


def test_the_letter_comes_when_nothing_of_the_plan_can_be_played(mailoutbox: list[Any]) -> None:
    game = table_with_letters()
    plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "A lay EW 1,0")
    sweep()
    pass_by(3 * MINUTE)
    sweep()
    assert outcomes(game, "Bo") == ["sent"]
    assert [mail.to for mail in mailoutbox] == [["bo@example.org"]]


def test_no_letter_reminds_of_a_turn_for_which_a_plan_waits_to_be_played(mailoutbox: list[Any]) -> None:
    game = table_with_letters()
    Game.objects.filter(pk=game.pk).update(bank_hours=4, turn_hours=4)
    User.objects.update(reminders="half")
    plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "A map 8,0")
    pass_by(2 * HOUR + 2 * MINUTE)  # sooner than such a plan is ever played
    sweep()
    pass_by(2 * MINUTE)
    sweep()
    assert Notice.objects.filter(game=game, user__username="Bo", kind="reminder").exists()
    assert not mailoutbox
    plans.cancel(code=game.code, user=tables.seat_of(game, "Bo").user)
    pass_by(5 * MINUTE)
    sweep()
    assert "Still your turn: Friday dwarves" in [mail.subject for mail in mailoutbox]


def what_all_see_of_the_clock(*, planned: bool, taken_back: bool = False) -> tuple[int, int, int, list[type]]:
    """Bo is told of a turn that is over an hour later, a little late where a plan for it came to nothing."""
    game = table_with_letters()
    Game.objects.filter(pk=game.pk).update(bank_hours=1, turn_hours=1, vacations=False)
    if planned:
        plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "A map 8,0" if taken_back else "A lay EW 1,0")
    began = clock.now()
    outbox.send_due()
    for after in (0 * MINUTE, 3 * MINUTE, 61 * MINUTE):
        pass_by(began + after - clock.now())
        if planned and taken_back and after:
            plans.cancel(code=game.code, user=tables.seat_of(game, "Bo").user)
        sweep()
    assert outcomes(game, "Bo") == ["seen" if planned and taken_back else "sent"]
    game.refresh_from_db()
    due = tables.seat_of(game, "Bo").due_at
    assert due is not None
    return game.seq, game.version, round((due - began) / MINUTE), [type(event) for event in events_of(game, object)]


@pytest.mark.usefixtures("mailoutbox")
def test_r95_a_plan_that_came_to_nothing_puts_no_deadline_off() -> None:
    assert what_all_see_of_the_clock(planned=True) == what_all_see_of_the_clock(planned=False)


@pytest.mark.usefixtures("mailoutbox")
def test_r95_a_plan_that_is_taken_back_in_its_turn_puts_no_deadline_off() -> None:
    seen = what_all_see_of_the_clock(planned=True, taken_back=True)
    assert seen == what_all_see_of_the_clock(planned=False, taken_back=True)


@pytest.mark.usefixtures("mailoutbox")
def test_r95_plan_changed_in_its_turn_waits_and_a_withdrawn_one_not() -> None:
    game = table_with_letters()
    plan(game, "Bo", "lay EW 1,0", "pass NS", minutes=240)
    tables.do(game, "A map 8,0")
    bo = tables.seat_of(game, "Bo").user
    notice = Notice.objects.get(game=game, user=bo, kind="turn")
    plans.take_out(code=game.code, user=bo, number=0)
    plans.put_off(code=game.code, user=bo, minutes=60)
    notice.refresh_from_db()
    assert (notice.done_at, notice.outcome) == (None, "")
    plans.take_out(code=game.code, user=bo, number=0)
    notice.refresh_from_db()
    assert (notice.done_at, notice.outcome) == (tables.seat_of(game, "Bo").awaited_since, "seen")


@pytest.mark.usefixtures("mailoutbox")
def test_withdrawn_plan_does_not_affect_earlier_letters() -> None:
    game = table_with_letters()
    tables.do(game, "A map 8,0")
    outbox.send_due()
    tables.do(game, "B pass NS")
    plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "C pass NESW", "A pass NS")
    plans.cancel(code=game.code, user=tables.seat_of(game, "Bo").user)
    assert outcomes(game, "Bo") == ["sent", "seen"]


def test_no_letter_follows_a_plan_withdrawn_at_the_table(mailoutbox: list[Any]) -> None:
    game = table_with_letters()
    plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "A map 8,0")
    outbox.send_due()
    plans.cancel(code=game.code, user=tables.seat_of(game, "Bo").user)
    pass_by(5 * MINUTE)
    outbox.send_due()
    assert not [mail for mail in mailoutbox if mail.to == ["bo@example.org"]]
    assert (
        Delivery.objects.get(
            notice__game=game, notice__user__username="Bo", notice__kind="turn", channel="email"
        ).outcome
        == "seen"
    )


def test_r95_failed_plan_counts_as_notified_unless_delivery_failed() -> None:
    game = table_with_letters()
    plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "A lay EW 1,0")
    tick()
    assert dropped(game, "Bo") == 1
    Delivery.objects.all().delete()
    Notice.objects.filter(game=game).update(done_at=None, outcome="")
    seat = tables.seat_of(game, "Bo")
    assert notices.notified_at(seat, clock.now()) == seat.awaited_since
    waits = Delivery.objects.create(notice=Notice.objects.get(game=game, user=seat.user, kind="turn"), channel="email")
    assert notices.notified_at(seat, clock.now()) == seat.awaited_since
    waits.tries = 1
    waits.save()
    assert notices.notified_at(seat, clock.now()) is None


@pytest.mark.usefixtures("mailoutbox")
def test_withdrawal_of_a_missing_plan_gets_the_usual_answer() -> None:
    game = table_with_letters()
    tables.do(game, "A map 8,0")
    bo = tables.seat_of(game, "Bo").user
    plans.cancel(code=game.code, user=bo)
    assert Notice.objects.get(game=game, user=bo, kind="turn").done_at is None
