"""Seats that pass on: to a bot for good, to a new player by a link; what others learn, what no one keeps (R96)."""

import json
from typing import Any

import pytest
from django.http import Http404
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from accounts.services import farewell
from games import clock
from games.mail.news import NothingToSendError
from games.models import (
    PLAYED_BY_BOTS,
    Ballot,
    Game,
    Invitation,
    Joining,
    Ladder,
    Matter,
    Motion,
    Move,
    Notice,
    Seat,
    Status,
)
from games.rules import verify
from games.rules.announcements import SeatLeft, SeatTaken
from games.rules.events import SeatChanged
from games.rules.record import check
from games.rules.table import Ruleset
from games.selectors import motions as motion_selectors
from games.selectors.table import NAMED
from games.services import archive, leaving, motions, repairs
from saboteur_site.web.declined import TooLateError
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import (
    BANK,
    DAY,
    HOUR,
    due,
    events_of,
    is_about,
    miss_until_asleep,
    pass_by,
    submit_something,
    timed_game,
)
from tests.games.pages import go_on
from tests.games.post import letter_about
from tests.games.tables import browser_of, seat_of
from tests.games.voting import ask, outcome, vote

pytestmark = pytest.mark.django_db


def user_of(game: Game, name: str) -> User:
    return seat_of(game, name).user


def leave(game: Game, name: str) -> Seat:
    """A player leaves; their seat as it is afterwards."""
    seat = seat_of(game, name)
    leaving.leave(user=seat.user, code=game.code)
    return Seat.objects.select_related("user").get(pk=seat.pk)


def free_seat(players: int = 3, **fields: Any) -> tuple[Game, Seat, str]:
    """A table with a sleeping seat that the others have offered by a link, and the link's token."""
    game = timed_game(players)
    Game.objects.filter(pk=game.pk).update(**fields)
    seat = miss_until_asleep(game)
    for name in tables.NAMES[:players]:
        if name != seat.user.username and not outcome(game, Matter.ABSENT):
            vote(game, name, "link", Matter.ABSENT)
    return game, seat, Invitation.objects.get(game=game, seat=seat.number).token


# -- for good


def test_bot_has_the_seat_for_good_and_others_are_notified() -> None:
    game = timed_game(3)
    before = tables.loaded(game).state.seats[1]
    seat = leave(game, "Bo")
    assert (seat.user.is_bot, seat.resting, seat.bot_plays) == (True, "", True)
    assert tables.loaded(game).state.seats[1] == before
    assert events_of(game, SeatLeft) == [SeatLeft(seat=1)]
    assert events_of(game, SeatChanged) == [SeatChanged(seat=1, how="replace")]
    page = browser_of("Ann").get(f"/t/{game.code}/").content.decode()
    assert "Bo has left the game for good." in page
    with pytest.raises(Http404):
        leaving.leave(user=User.objects.get(username="Bo"), code=game.code)


def test_the_log_is_asked_for_names_behind_no_command_of_a_seat() -> None:
    """Who answered a window last would else be in the page of a player who may not know it (R93, R95)."""
    game = timed_game(3)
    tables.play_on(game, 3)
    leave(game, "Bo")
    named = Move.objects.filter(game=game).annotate(named=NAMED).order_by("seq").values_list("user__username", "named")
    assert None not in [account for account, _ in named[1:]]
    assert [name for _, name in named] == [None, None, None, None, "Bo"]


def test_a_bot_that_is_awaited_moves_and_has_no_clock() -> None:
    game = timed_game(3)
    seat = leave(game, tables.awaited(game).user.username)
    assert seat.due_at is None
    assert Seat.objects.filter(PLAYED_BY_BOTS, pk=seat.pk, awaited_since__isnull=False).exists()
    assert tables.play_bot(game.pk) is True
    assert tables.awaited(game).user.is_bot is False


@pytest.mark.examples(1)
@pytest.mark.parametrize("joining", [Joining.FRIENDS, Joining.ANYONE])
def test_former_player_sees_nothing_of_the_seat(
    joining: str, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    game = timed_game(3)
    Game.objects.filter(pk=game.pk).update(joining=joining)
    stranger = UserFactory.create(username="Zed")
    bo, client, token = user_of(game, "Bo"), browser_of("Bo"), tables.pulse_token(game, "Bo")
    pulse = reverse("games:pulse", args=[game.code, token])
    assert client.get(pulse).status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        leave(game, "Bo")
    assert client.get(pulse).status_code == 404
    for name in ("table", "words", "log", "fairness", "export"):
        address = reverse(f"games:{name}", args=[game.code])
        mine, theirs = client.get(address), browser_of(stranger).get(address)
        assert mine.status_code == theirs.status_code
        assert b"role-" not in mine.content.replace(b"role-unknown", b"")
    tables.play_to_the_end(Game.objects.get(pk=game.pk))
    assert client.get(reverse("games:export", args=[game.code])).status_code == 404
    assert not Notice.objects.filter(user=bo, kind="over").exists()


def test_pending_notices_of_a_former_player_are_obsolete() -> None:
    game = timed_game(3)
    seat = tables.awaited(game)
    notice = Notice.objects.get(user=seat.user, kind="turn")
    leave(game, seat.user.username)
    with pytest.raises(NothingToSendError) as none:
        letter_about(notice)
    assert none.value.outcome == Notice.Outcome.OBSOLETE


def test_the_table_passes_to_who_has_sat_there_longest() -> None:
    game = timed_game(4)
    Seat.objects.filter(game=game, number=1).update(joined_at=clock.now() + HOUR)
    leave(game, "Ann")
    assert Game.objects.get(pk=game.pk).host == user_of(game, "Cy")


def test_last_person_may_play_on_with_bots_until_they_leave() -> None:
    game = timed_game(3)
    leave(game, "Ann")
    leave(game, "Bo")
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING
    leave(game, "Cy")
    game.refresh_from_db()
    assert (game.status, game.host) == (Status.OVER, None)
    names = [seat.user.username for seat in tables.seats_of(game)]
    assert len(set(names)) == 3


def test_leaving_in_a_window_keeps_its_end_and_the_answer() -> None:
    rules = Ruleset(modules=("veto",), veto_window=24)
    hands = {"A": ["EW", "NS"], "B": ["NESW", "EW"], "C": ["veto", "map"], "D": ["map"]}
    game = tables.in_position(4, ruleset=rules, hands=hands)
    tables.do(game, "A lay EW 1,0", "B choose none")
    pass_by(5 * HOUR)
    end = due(seat_of(game, "Cy"))
    before = tables.loaded(game).state
    seat = leave(game, "Bo")
    after = tables.loaded(game).state
    assert (seat.answered, due(seat_of(game, "Cy")), due(seat_of(game, "Dee"))) == (True, end, end)
    assert (after.public.agenda, after.seats, after.table) == (before.public.agenda, before.seats, before.table)
    leaving.leave(user=seat_of(game, "Dee").user, code=game.code)
    assert due(seat_of(game, "Cy")) == end


def test_there_is_a_bot_for_every_seat_of_the_largest_table() -> None:
    game = timed_game(10)
    for name in tables.NAMES:
        if Game.objects.get(pk=game.pk).status == Status.RUNNING:
            leave(game, name)
    assert all(seat.user.is_bot for seat in tables.seats_of(game))


def test_leaving_player_takes_their_ballots_and_votes_are_recounted() -> None:
    game = timed_game(3)
    ask(game, "Ann", "pause", days=1)
    vote(game, "Cy", "no")
    leave(game, "Cy")
    assert (outcome(game), Ballot.objects.count()) == ("", 1)
    leave(game, "Bo")
    assert outcome(game) == "yes"


@pytest.mark.parametrize(
    ("matter", "words"),
    [("pause", "There’s a proposal for a 1-day pause."), ("end", "There’s a proposal to end the game here.")],
)
def test_open_vote_of_a_former_player_shows_no_new_name(matter: str, words: str) -> None:
    game = timed_game(4)
    ask(game, "Ann", matter, days=1)
    leave(game, "Ann")
    cy = seat_of(game, "Cy")
    (question,) = motion_selectors.open_motions_at(game, cy.number).questions
    assert question.by is None
    assert words in letter_about(Notice.objects.get(game=game, kind="vote", user=cy.user)).text
    assert words in browser_of("Cy").get(f"/t/{game.code}/").content.decode()


def test_repeated_count_takes_no_seat_from_a_returned_player() -> None:
    game = timed_game(4, ladder=Ladder.FRIENDS)
    seat = tables.awaited(game)
    asker, *others = (name for name in tables.NAMES[:4] if name != seat.user.username)
    pass_by(due(seat) - clock.now() + HOUR)
    ask(game, asker, "absent", about=seat.number)
    vote(game, asker, "bot", Matter.ABSENT)
    assert submit_something(game, seat) == "done"
    for name in others:
        leave(game, name)
    assert (Seat.objects.get(pk=seat.pk).resting, outcome(game, Matter.ABSENT)) == ("", "")


def test_leaving_before_or_after_a_game_is_refused() -> None:
    for game in (tables.finished_game(3), tables.open_game(3, 8)):
        with pytest.raises(TooLateError, match="There’s no game running at this table"):
            leave(game, "Bo")


# -- by a link


def test_new_player_inherits_the_seat_and_gets_a_fresh_clock() -> None:
    game, seat, token = free_seat()
    before, old_name = tables.loaded(game).state.seats[seat.number], seat.user.username
    Game.objects.filter(pk=game.pk).update(words=7)
    zed = UserFactory.create(username="Zed")
    leaving.take_over(user=zed, token=token)
    leaving.take_over(user=zed, token=token)
    after = seat_of(game, "Zed")
    assert (after.number, after.resting, after.missed, after.spent) == (seat.number, "", 0, 0)
    assert after.heard == 7  # what was said before is no news
    assert tables.loaded(game).state.seats[seat.number] == before
    assert events_of(game, SeatTaken) == [SeatTaken(seat=seat.number)]
    assert f"role-{before.role}" in go_on(browser_of("Zed"), game.code).markup
    assert browser_of(old_name).get(f"/t/{game.code}/").status_code == 404
    tables.play_on(Game.objects.get(pk=game.pk), 1)
    while tables.awaited(game).number != seat.number:
        tables.play_on(Game.objects.get(pk=game.pk), 1)
    assert is_about(due(after), clock.now() + BANK)


def test_tablemates_see_only_that_a_seat_changed_hands() -> None:
    game, seat, token = free_seat(4)
    other = next(name for name in tables.NAMES[:4] if name != seat.user.username)
    before = tables.loaded(game).state.public
    leaving.take_over(user=UserFactory.create(username="Zed"), token=token)
    after = tables.loaded(game).state.public
    changed = {name for name in before.__struct_fields__ if getattr(before, name) != getattr(after, name)}
    assert changed <= {"seq", "moves", "resting"}
    assert "Zed has taken over a seat." in browser_of(other).get(f"/t/{game.code}/").content.decode()


def test_a_link_is_good_once() -> None:
    game, seat, token = free_seat()
    leaving.take_over(user=UserFactory.create(username="Zed"), token=token)
    with pytest.raises(TooLateError, match="This seat is no longer free"):
        leaving.take_over(user=UserFactory.create(username="Yve"), token=token)
    assert seat_of(game, "Zed").number == seat.number


@pytest.mark.examples(1)
@pytest.mark.parametrize("how", ["leaves", "deletes their account"])
def test_the_link_that_a_table_has_decided_on_outlives_whose_name_it_bears(how: str) -> None:
    game, _seat, token = free_seat(4)
    by = Invitation.objects.get(token=token).by
    if how == "leaves":
        leave(game, by.username)
    else:
        farewell.delete_account(by)
    zed = UserFactory.create(username="Zed")
    page = browser_of(zed).get(reverse("games:seat", args=[token])).content.decode()
    host = Game.objects.get(pk=game.pk).host
    assert host is not None
    assert f"{host.username} invites you" in page
    leaving.take_over(user=zed, token=token)


THEN = {
    "two weeks go by": "This invitation has expired",
    "the player is back": "This seat is no longer free",
    "the host takes it back": "This seat is no longer free",
    "the game is over": "The game you were invited to is over",
}


@pytest.mark.examples(2)
@pytest.mark.parametrize(("then", "why"), THEN.items())
def test_a_link_is_good_for_a_while_and_as_long_as_the_seat_is_free(then: str, why: str) -> None:
    game, seat, token = free_seat()
    if then == "two weeks go by":
        pass_by(15 * DAY)
    elif then == "the player is back":
        browser_of(seat.user).get(f"/t/{game.code}/")
    elif then == "the host takes it back":
        assert game.host is not None
        browser_of(game.host).post(reverse("games:unlink", args=[game.code]))
    else:
        tables.do(game, "= end")
    with pytest.raises(TooLateError, match=why):
        leaving.take_over(user=UserFactory.create(username="Zed"), token=token)
    assert Seat.objects.get(pk=seat.pk).user == seat.user


NOT_THEM = {
    "another player": "You already sit at this table",
    "the player before": "This seat is no longer free",
    "blocked": "This seat is no longer free",
    "gone": "This seat is no longer free",
    "curious": "You’ve seen this table’s hidden cards, so you can’t play here",
}


@pytest.mark.examples(2)
@pytest.mark.parametrize(("who", "why"), NOT_THEM.items())
def test_unwanted_or_informed_user_gets_no_seat(who: str, why: str) -> None:
    game, seat, token = free_seat(4)
    other = next(name for name in ("Bo", "Cy", "Dee") if name != seat.user.username)
    user = UserFactory.create(username="Zed")
    if who == "another player":
        user = user_of(game, other)
    elif who == "the player before":
        leaving.take_over(user=user, token=token)
        user = seat.user
        Invitation.objects.filter(token=token).update(revoked_at=None)
    elif who == "blocked":
        assert game.host is not None
        game.host.blocks_made.create(blocked=user)
    elif who == "gone":
        user = user_of(game, other)
        leave(game, other)
    else:
        game.peeks.create(by=user, reason="Somebody asked me to.")
    with pytest.raises(TooLateError, match=why):
        leaving.take_over(user=user, token=token)
    assert not Seat.objects.filter(user=user, game=game, number=seat.number).exists()


def test_look_closes_a_seat_to_its_viewer_alone() -> None:
    game, seat, token = free_seat(4)
    game.peeks.create(by=UserFactory.create(username="Host", is_superuser=True), reason="Somebody asked me to.")
    zed = UserFactory.create(username="Zed")
    assert leaving.why_closed(link=leaving.link_to_seat(token), user=zed) == ""
    leaving.take_over(user=zed, token=token)
    assert Seat.objects.get(pk=seat.pk).user == zed


def test_seat_links_and_table_links_never_cross() -> None:
    game, _seat, token = free_seat()
    zed = browser_of(UserFactory.create(username="Zed"))
    assert zed.get(f"/join/{token}/").status_code == 404
    table = Invitation.objects.create(game=game, by=user_of(game, "Bo"), expires_at=clock.now() + DAY)
    assert zed.get(reverse("games:seat", args=[table.token])).status_code == 404


# -- what is left behind


def test_log_still_leads_to_the_state_and_the_record_holds() -> None:
    game, seat, token = free_seat(4)
    leaving.take_over(user=UserFactory.create(username="Zed"), token=token)
    leave(game, next(name for name in ("Bo", "Cy", "Dee") if name != seat.user.username))
    tables.do(game, "= bot A")
    tables.do(game, "= wake A")
    assert repairs.faults(tables.loaded(game)) == []
    tables.play_to_the_end(Game.objects.get(pk=game.pk))
    old_name = archive.export(Game.objects.get(pk=game.pk))
    assert any("= replace" in line for part in old_name["rounds"] for line in part["moves"])
    assert check(json.dumps(old_name)) is None
    assert verify.faults(json.loads(json.dumps(old_name))) == []


def test_seat_motion_closes_when_a_new_player_sits_there() -> None:
    game, seat, token = free_seat(4)
    pass_by(2 * DAY)
    asker = next(name for name in tables.NAMES[:4] if name != seat.user.username)
    motions.ask(user=user_of(game, asker), code=game.code, matter=Matter.ABSENT, about=seat.number)
    leaving.take_over(user=UserFactory.create(username="Zed"), token=token)
    assert not Motion.objects.filter(decided_at=None).exists()
