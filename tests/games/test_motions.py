"""Votes at a table: who may ask, what they need, what they do, and that no ballot becomes known (R95, R96)."""

from datetime import timedelta

import pytest
from django.http import Http404

from games import clock
from games.models import Ballot, Game, Invitation, Ladder, Motion, Notice, Seat, Status
from games.rules.announcements import MotionDecided, MotionOpened
from games.rules.events import SeatChanged, TableEnded
from games.services import motions
from saboteur_site.web.declined import DeclinedError, TooLateError
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import DAY, HOUR, events_of, is_about, miss_until_asleep, pass_by, tick, timed_game
from tests.games.voting import ask, outcome, vote

pytestmark = pytest.mark.django_db


# -- a pause


def test_pause_needs_a_majority_with_its_opener() -> None:
    game = timed_game(4)
    ask(game, "Ann", "pause", days=3)
    vote(game, "Bo", "yes")
    assert outcome(game) == ""
    vote(game, "Cy", "yes")
    assert outcome(game) == "yes"
    opened, decided = MotionOpened(matter="pause", by=0, days=3), MotionDecided(matter="pause", outcome="yes", days=3)
    assert events_of(game, MotionOpened) == [opened]
    assert events_of(game, MotionDecided) == [decided]


def test_a_pause_that_cannot_win_any_more_is_decided_at_once() -> None:
    game = timed_game(4)
    ask(game, "Ann", "pause", days=3)
    vote(game, "Bo", "no")
    assert outcome(game) == ""
    vote(game, "Cy", "no")
    assert outcome(game) == "none"
    game.refresh_from_db()
    assert game.paused_until is None


def test_ballot_can_change_until_the_vote_closes_and_is_then_deleted() -> None:
    game = timed_game(4)
    ask(game, "Ann", "pause", days=1)
    vote(game, "Bo", "no")
    vote(game, "Bo", "yes")
    assert Ballot.objects.filter(motion__game=game).count() == 2
    vote(game, "Cy", "yes")
    assert outcome(game) == "yes"
    assert not Ballot.objects.filter(motion__game=game).exists()
    with pytest.raises(TooLateError, match="This vote is over"):
        vote(game, "Dee", "no")


def test_vote_without_answers_closes_after_two_days() -> None:
    game = timed_game(3)
    ask(game, "Ann", "pause", days=1)
    pass_by(2 * DAY - HOUR)
    tick()
    assert outcome(game) == ""
    pass_by(HOUR + timedelta(minutes=1))
    with pytest.raises(TooLateError, match="This vote is over"):
        vote(game, "Bo", "yes")
    tick()
    tick()
    assert outcome(game) == "none"
    assert len(events_of(game, MotionDecided)) == 1


def test_decided_motion_cannot_be_opened_again_for_a_day() -> None:
    game = timed_game(3)
    ask(game, "Ann", "pause", days=1)
    vote(game, "Bo", "no")
    vote(game, "Cy", "no")
    with pytest.raises(DeclinedError, match="tomorrow"):
        ask(game, "Bo", "pause", days=2)
    pass_by(DAY + HOUR)
    ask(game, "Bo", "pause", days=2)
    assert outcome(game) == ""


@pytest.mark.parametrize(
    ("days", "why"),
    [
        (0, "one to seven days"),
        (8, "one to seven days"),
        (-1, "one to seven days"),
        (5, "4 days of pause left"),
    ],
)
def test_a_pause_has_one_to_seven_days_and_no_more_than_the_table_has_left(days: int, why: str) -> None:
    game = timed_game(3)
    Game.objects.filter(pk=game.pk).update(pause_days=4)
    with pytest.raises(DeclinedError, match=why):
        ask(game, "Ann", "pause", days=days)
    assert not Motion.objects.exists()


def test_a_table_without_a_clock_has_nothing_to_pause() -> None:
    game = timed_game(3, bank_hours=0, turn_hours=0)
    with pytest.raises(DeclinedError, match="no clock"):
        ask(game, "Ann", "pause", days=1)


def test_repeated_question_opens_one_vote_and_a_pause_none() -> None:
    game = timed_game(3)
    ask(game, "Ann", "pause", days=1)
    ask(game, "Bo", "pause", days=5)
    assert Motion.objects.count() == 1
    vote(game, "Bo", "yes")
    game.refresh_from_db()
    assert (game.pause_days, game.paused_until is not None) == (13, True)
    with pytest.raises(DeclinedError, match="already"):
        ask(game, "Cy", "pause", days=1)


# -- the end


def test_three_people_end_a_game_only_together_and_then_all_is_open() -> None:
    game = timed_game(3)
    ask(game, "Ann", "end")
    vote(game, "Bo", "yes", "end")
    assert outcome(game, "end") == ""
    ask(game, "Bo", "pause", days=1)
    vote(game, "Cy", "yes", "end")
    game.refresh_from_db()
    assert game.status == Status.OVER
    assert len(events_of(game, TableEnded)) == 1
    assert not Motion.objects.filter(decided_at=None).exists()
    assert tables.loaded(game).state.public.revealed is not None


def test_of_four_one_may_be_against_the_end() -> None:
    game = timed_game(4)
    ask(game, "Ann", "end")
    vote(game, "Bo", "no", "end")
    vote(game, "Cy", "yes", "end")
    assert outcome(game, "end") == ""
    vote(game, "Dee", "yes", "end")
    assert Game.objects.get(pk=game.pk).status == Status.OVER


def test_bots_have_no_vote_and_are_not_counted() -> None:
    game = timed_game(4)
    for name in ("Cy", "Dee"):
        tables.seat_of(game, name).user.__class__.objects.filter(username=name).update(is_bot=True)
    ask(game, "Ann", "end")
    with pytest.raises(DeclinedError, match="so only the others vote"):
        vote(game, "Cy", "yes", "end")
    vote(game, "Bo", "yes", "end")
    assert Game.objects.get(pk=game.pk).status == Status.OVER


# -- a seat whose player does not come


@pytest.fixture
def asleep() -> tuple[Game, Seat, list[str]]:
    """A table of four with a seat that has just fallen asleep, and the names of the others."""
    game = timed_game(4)
    seat = miss_until_asleep(game)
    return game, seat, [name for name in tables.NAMES[:4] if name != seat.user.username]


def test_when_a_seat_falls_asleep_the_others_are_asked_by_themselves(asleep: tuple[Game, Seat, list[str]]) -> None:
    game, seat, others = asleep
    assert events_of(game, MotionOpened) == [MotionOpened(matter="absent", seat=seat.number)]
    notified = Notice.objects.filter(kind="vote").values_list("user__username", flat=True)
    assert set(notified) == set(others)
    with pytest.raises(DeclinedError, match="This vote is about your seat, so only the others vote"):
        vote(game, seat.user.username, "wait", "absent")


def test_two_absent_players_are_asked_about_independently(
    asleep: tuple[Game, Seat, list[str]],
) -> None:
    game, seat, others = asleep
    second = tables.seat_of(game, others[0])
    tables.do(game, f"= sleep {'ABCD'[second.number]}")
    ask(game, others[1], "absent", about=second.number)
    ask(game, others[1], "absent", about=second.number)
    asked = Motion.objects.filter(game=game, matter="absent", decided_at=None).order_by("pk")
    assert list(asked.values_list("seat", flat=True)) == [seat.number, second.number]
    for name in others[1:]:
        vote(game, name, "bot", "absent")
    assert [motion.outcome for motion in asked.all()] == [""]
    second.refresh_from_db()
    seat.refresh_from_db()
    assert (second.resting, seat.resting) == ("bot", "asleep")


def test_when_another_seat_falls_asleep_the_others_are_asked_about_it_too(
    asleep: tuple[Game, Seat, list[str]],
) -> None:
    game, seat, _others = asleep
    second = tables.awaited(game)
    Seat.objects.filter(pk=second.pk).update(missed=1, forgiven=True, due_at=clock.now())
    Game.objects.filter(pk=game.pk).update(deadline=clock.now())
    pass_by(2 * HOUR)
    tick()
    second.refresh_from_db()
    assert second.resting == "asleep"
    asked = Motion.objects.filter(game=game, matter="absent", decided_at=None).order_by("pk")
    assert list(asked.values_list("seat", flat=True)) == [seat.number, second.number]


def test_seat_with_an_open_vote_is_not_asked_about_again() -> None:
    game = timed_game(4)
    seat = tables.awaited(game)
    other = next(one.user.username for one in tables.seats_of(game) if one != seat)
    Seat.objects.filter(pk=seat.pk).update(missed=1, forgiven=True)
    Game.objects.filter(pk=game.pk).update(ladder=Ladder.FRIENDS)
    pass_by(4 * DAY)
    ask(game, other, "absent", about=seat.number)
    Game.objects.filter(pk=game.pk).update(ladder=Ladder.CLOCK, deadline=clock.now() - HOUR)
    tick()
    seat.refresh_from_db()
    assert seat.resting == "asleep"
    assert Motion.objects.filter(game=game).count() == 1


def test_sleeping_seat_among_bots_opens_no_vote() -> None:
    people = [UserFactory.create(username=name, is_bot=name != "Ann") for name in ("Ann", "Bot Flint", "Bot Onyx")]
    game = timed_game(people)
    while tables.awaited(game).user.is_bot:
        tables.play_on(game, 1)
    seat = tables.awaited(game)
    Seat.objects.filter(pk=seat.pk).update(missed=1, forgiven=True)
    pass_by(4 * DAY)
    tick()
    seat.refresh_from_db()
    assert seat.resting == "asleep"
    assert not Motion.objects.exists()


def test_a_bot_plays_from_the_vote_on_until_the_player_is_back(asleep: tuple[Game, Seat, list[str]]) -> None:
    game, seat, others = asleep
    for name in others[:2]:
        vote(game, name, "bot", "absent")
    seat.refresh_from_db()
    assert (outcome(game, "absent"), seat.resting) == ("bot", "bot")
    tables.browser_of(seat.user).get(f"/t/{game.code}/")
    seat.refresh_from_db()
    assert seat.resting == ""
    assert events_of(game, SeatChanged)[-1] == SeatChanged(seat=seat.number, how="wake")


def test_a_player_who_is_back_ends_the_vote_about_them(asleep: tuple[Game, Seat, list[str]]) -> None:
    game, seat, others = asleep
    vote(game, others[0], "end", "absent")
    tables.browser_of(seat.user).get(f"/t/{game.code}/")
    assert outcome(game, "absent") == "none"
    assert not Ballot.objects.exists()
    with pytest.raises(TooLateError, match="This vote is over"):
        vote(game, others[1], "end", "absent")


def test_the_gentlest_of_equal_choices_wins_when_the_vote_closes(asleep: tuple[Game, Seat, list[str]]) -> None:
    game, seat, others = asleep
    for name, choice in zip(others, ("link", "bot", "end"), strict=True):
        vote(game, name, choice, "absent")
    seat.refresh_from_db()
    assert (outcome(game, "absent"), seat.resting) == ("bot", "bot")


def test_the_end_needs_as_many_as_ever(asleep: tuple[Game, Seat, list[str]]) -> None:
    game, _seat, others = asleep
    vote(game, others[0], "end", "absent")
    vote(game, others[1], "end", "absent")
    assert outcome(game, "absent") == ""
    pass_by(2 * DAY + HOUR)
    motions.decide_due(clock.now())
    assert (outcome(game, "absent"), Game.objects.get(pk=game.pk).status) == ("none", Status.RUNNING)


def test_all_others_may_end_it(asleep: tuple[Game, Seat, list[str]]) -> None:
    game, _seat, others = asleep
    for name in others:
        vote(game, name, "end", "absent")
    assert Game.objects.get(pk=game.pk).status == Status.OVER


def test_seat_for_a_new_player_has_a_link_until_its_player_returns(asleep: tuple[Game, Seat, list[str]]) -> None:
    game, seat, others = asleep
    for name in others[:2]:
        vote(game, name, "link", "absent")
    link = Invitation.objects.get(game=game, seat=seat.number)
    assert is_about(link.expires_at, clock.now() + 14 * DAY)
    lasting = {"by": link.by, "expires_at": link.expires_at}
    earlier = Invitation.objects.create(game=game, seat=seat.number, revoked_at=clock.now() - DAY, **lasting)
    tables.browser_of(seat.user).get(f"/t/{game.code}/")
    link.refresh_from_db()
    assert link.revoked_at is not None
    assert Invitation.objects.get(pk=earlier.pk).revoked_at == earlier.revoked_at


def test_reoffered_seat_has_one_working_link_in_the_hosts_name(
    asleep: tuple[Game, Seat, list[str]],
) -> None:
    game, seat, others = asleep
    for host in others[1:]:
        Game.objects.filter(pk=game.pk).update(host=tables.seat_of(game, host).user)
        ask(game, others[0], "absent", about=seat.number)
        for name in others[:2]:
            vote(game, name, "link", "absent")
        assert Invitation.objects.get(game=game, revoked_at=None).by == tables.seat_of(game, host).user
        pass_by(DAY + HOUR)


def test_undecided_seat_may_be_asked_about_again_at_once(
    asleep: tuple[Game, Seat, list[str]],
) -> None:
    game, seat, others = asleep
    pass_by(2 * DAY + HOUR)
    motions.decide_due(clock.now())
    ask(game, others[0], "absent", about=seat.number)
    for name in others[:2]:
        vote(game, name, "wait", "absent")
    with pytest.raises(DeclinedError, match="tomorrow"):
        ask(game, others[0], "absent", about=seat.number)


def test_decision_about_one_seat_does_not_affect_another(asleep: tuple[Game, Seat, list[str]]) -> None:
    game, _seat, others = asleep
    for name in others[:2]:
        vote(game, name, "wait", "absent")
    second = tables.seat_of(game, others[0])
    tables.do(game, f"= sleep {'ABCD'[second.number]}")
    ask(game, others[1], "absent", about=second.number)
    assert outcome(game, "absent") == ""


def test_table_of_friends_can_vote_on_a_late_seat() -> None:
    game = timed_game(3)
    Game.objects.filter(pk=game.pk).update(ladder=Ladder.FRIENDS)
    seat = tables.awaited(game)
    asker = next(name for name in tables.NAMES[:3] if name != seat.user.username)
    with pytest.raises(DeclinedError, match="This player isn’t away, so there’s nothing to vote on"):
        ask(game, asker, "absent", about=seat.number)
    pass_by(4 * DAY)
    ask(game, asker, "absent", about=seat.number)
    assert (outcome(game, "absent"), Ballot.objects.count()) == ("", 0)


def test_where_no_clock_runs_a_seat_is_asked_about_after_three_days() -> None:
    game = timed_game(3, bank_hours=0, turn_hours=0)
    seat = tables.awaited(game)
    asker = next(name for name in tables.NAMES[:3] if name != seat.user.username)
    pass_by(3 * DAY - HOUR)
    with pytest.raises(DeclinedError, match="This player isn’t away, so there’s nothing to vote on"):
        ask(game, asker, "absent", about=seat.number)
    pass_by(2 * HOUR)
    ask(game, asker, "absent", about=seat.number)
    tables.play_on(Game.objects.get(pk=game.pk), 1)
    with pytest.raises(TooLateError, match="This vote is over"):
        vote(game, asker, "bot", "absent")


def test_claim_about_oneself_a_bot_or_presence_is_refused() -> None:
    game = timed_game(3)
    for about in (0, 1, 2, 3, None):
        with pytest.raises(DeclinedError, match="This player isn’t away, so there’s nothing to vote on"):
            ask(game, "Ann", "absent", about=about)


# -- who may not


def test_strangers_and_tables_that_do_not_play_have_no_votes() -> None:
    game, other = timed_game(3), tables.running_game([*tables.people(5)][3:] + tables.people(1), 8, bank_hours=72)
    ask(game, "Ann", "pause", days=1)
    motion = Motion.objects.get()
    stranger = tables.people(4)[3]
    with pytest.raises(Http404):
        motions.ask(user=stranger, code=game.code, matter="end")
    with pytest.raises(Http404):
        motions.vote(user=stranger, code=game.code, motion=motion.pk, choice="yes")
    with pytest.raises(Http404):
        motions.vote(user=stranger, code=other.code, motion=motion.pk, choice="yes")
    over = tables.finished_game(3, 9)
    with pytest.raises(TooLateError, match="There’s no game running at this table"):
        ask(over, "Ann", "end")


def test_a_vote_that_fails_hinders_no_other(caplog: pytest.LogCaptureFixture) -> None:
    games = [timed_game(3, seed=seed) for seed in (1, 2)]
    for game in games:
        ask(game, "Ann", "pause", days=1)
    Game.objects.filter(pk=games[0].pk).update(public="{")
    pass_by(2 * DAY + HOUR)
    assert [motions.decide_due(clock.now()) for _tick in range(2)] == [2, 0]
    assert [outcome(game) for game in games] == ["", "none"]
    assert len([entry for entry in caplog.records if entry.levelname == "ERROR"]) == 1
