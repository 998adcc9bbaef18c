"""Seats that rest have no vote while they rest: what the others can decide without them, for each size of table (R96).

The table below names, for a number of players and of resting seats, how many yes votes a pause and the end take.
"""

from collections.abc import Collection

import pytest
from django.test import Client

from games import clock
from games.models import Ballot, Game, Invitation, Motion, Notice, Status
from games.rules.notation import letter
from games.services import leaving, motions
from games.services.ballots import electorate_of
from games.services.motions import settled
from games.sheets.motions import VoteChoice
from tests.games import tables
from tests.games.clocks import DAY, miss_until_asleep, on_turn, timed_game
from tests.games.voting import ask, outcome, vote

pytestmark = pytest.mark.django_db

OUT_OF_REACH = 0
NEEDED = {
    # (players, resting): (yes votes for a pause, yes votes for the end)
    (2, 0): (2, 2),
    (2, 1): (1, 1),
    (3, 0): (2, 3),
    (3, 1): (2, 2),
    (3, 2): (1, 1),
    (4, 0): (3, 3),
    (4, 1): (2, 3),
    (4, 2): (2, 2),
    (4, 3): (1, OUT_OF_REACH),
    (5, 0): (3, 4),
    (5, 1): (3, 3),
    (5, 2): (2, 3),
    (5, 3): (2, 2),
    (5, 4): (1, OUT_OF_REACH),
    (6, 2): (3, 3),
    (6, 3): (2, 3),
    (6, 4): (2, 2),
    (8, 2): (4, 5),
    (8, 3): (3, 4),
    (10, 2): (5, 7),
    (10, 3): (4, 6),
    (10, 9): (1, OUT_OF_REACH),
}
"""How many yes votes decide, by those who are awake."""


def rest(game: Game, numbers: Collection[int], how: str = "") -> None:
    """Let seats rest: alternately asleep and played by a bot, or all as `how` says."""
    for place, number in enumerate(numbers):
        tables.do(game, f"= {how or ('sleep', 'bot')[place % 2]} {letter(number)}")


@pytest.mark.examples(8)
@pytest.mark.parametrize(("players", "resting"), NEEDED)
def test_just_enough_votes_of_those_awake_decide_a_motion(players: int, resting: int) -> None:
    seats = [(number, False, "asleep" if number >= players - resting else "") for number in range(players)]
    electorate = electorate_of(seats, None)
    assert (electorate.voters, electorate.people) == (players - resting, players)
    for matter, needed in zip(("pause", "end"), NEEDED[players, resting], strict=True):
        found = [settled(matter, {"yes": yes}, electorate) for yes in range(electorate.voters + 1)]
        assert found == [VoteChoice.YES if needed and yes >= needed else None for yes in range(len(found))]


@pytest.mark.parametrize("matter", ["pause", "end"])
@pytest.mark.parametrize(("players", "resting"), [(3, 1), (4, 2), (6, 2), (10, 3)])
def test_players_awake_decide_without_those_who_rest(players: int, resting: int, matter: str) -> None:
    game = timed_game(players)
    rest(game, range(players - resting, players))
    needed = NEEDED[players, resting][matter == "end"]
    first, *others = tables.NAMES[:needed]
    ask(game, first, matter, days=1)
    for name in others:
        assert outcome(game, matter) == ""
        vote(game, name, "yes", matter)
    assert outcome(game, matter) == "yes"


def test_a_seat_left_for_good_has_no_vote() -> None:
    game = timed_game(4)
    leaving.leave(user=tables.seat_of(game, "Dee").user, code=game.code)
    for name in ("Ann", "Bo", "Cy"):
        assert Game.objects.get(pk=game.pk).status == Status.RUNNING
        ask(game, name, "end") if name == "Ann" else vote(game, name, "yes", "end")
    assert Game.objects.get(pk=game.pk).status == Status.OVER


# -- two ballots at least


def test_lone_awake_player_of_four_cannot_end_the_game() -> None:
    game = timed_game(4)
    rest(game, [1, 2, 3], "sleep")
    ask(game, "Ann", "end")
    assert outcome(game, "end") == ""
    motions.come_back(code=game.code, user=tables.seat_of(game, "Bo").user)
    assert outcome(game, "end") == ""
    vote(game, "Bo", "yes", "end")
    assert Game.objects.get(pk=game.pk).status == Status.OVER


def test_lone_awake_player_of_four_can_only_call_a_bot() -> None:
    game = timed_game(4)
    rest(game, [1, 2, 3], "sleep")
    for choice in ("link", "end"):
        Motion.objects.all().delete()
        ask(game, "Ann", "absent", about=1)
        vote(game, "Ann", choice, "absent")
        assert outcome(game, "absent") == ""
    vote(game, "Ann", "bot", "absent")
    assert outcome(game, "absent") == "bot"
    assert not Invitation.objects.filter(game=game, seat=1).exists()


def test_two_players_awake_at_a_table_of_four_give_a_seat_away() -> None:
    game = timed_game(4)
    rest(game, [2, 3], "sleep")
    ask(game, "Ann", "absent", about=3)
    vote(game, "Ann", "link", "absent")
    assert outcome(game, "absent") == ""
    vote(game, "Bo", "link", "absent")
    assert outcome(game, "absent") == "link"


def test_one_player_awake_among_three_gives_a_seat_away() -> None:
    game = timed_game(3)
    rest(game, [1, 2], "sleep")
    ask(game, "Ann", "absent", about=2)
    vote(game, "Ann", "link", "absent")
    assert outcome(game, "absent") == "link"


# -- ballots of a seat that rests, and after it wakes


def test_ballot_of_a_resting_seat_counts_again_when_it_wakes() -> None:
    game = timed_game(5)
    ask(game, "Ann", "pause", days=1)
    vote(game, "Eve", "yes")
    rest(game, [4], "sleep")
    vote(game, "Bo", "no")
    assert outcome(game) == ""
    vote(game, "Cy", "yes")
    assert outcome(game) == ""
    assert Ballot.objects.filter(motion__game=game, seat=4).exists()
    motions.come_back(code=game.code, user=tables.seat_of(game, "Eve").user)
    assert outcome(game) == "yes"


def test_a_vote_is_settled_when_the_seat_it_waits_for_falls_asleep() -> None:
    game = timed_game(3)
    late = on_turn(game)
    first, second = (name for name in tables.NAMES[:3] if name != late.user.username)
    ask(game, first, "end")
    vote(game, second, "yes", "end")
    Motion.objects.filter(game=game).update(closes_at=clock.now() + 60 * DAY)
    assert miss_until_asleep(game).pk == late.pk
    assert Game.objects.get(pk=game.pk).status == Status.OVER


def test_a_vote_that_no_player_awake_can_pass_ends_with_its_time() -> None:
    game = timed_game(4)
    ask(game, "Ann", "end")
    rest(game, [0, 1, 2, 3], "sleep")
    Motion.objects.filter(game=game).update(closes_at=Motion.objects.get().opened_at)
    motions.decide_due(Motion.objects.get().closes_at)
    assert outcome(game, "end") == "none"
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING


def test_player_of_a_resting_seat_is_notified_and_wakes_by_voting() -> None:
    game = timed_game(4)
    rest(game, [3], "bot")
    ask(game, "Ann", "pause", days=1)
    assert Notice.objects.filter(kind="vote", user__username="Dee").exists()
    vote(game, "Dee", "yes")
    assert tables.seat_of(game, "Dee").resting == ""
    assert outcome(game) == ""  # of four awake it takes three
    vote(game, "Bo", "yes")
    assert outcome(game) == "yes"


def test_page_counts_awake_players_and_those_without_a_vote() -> None:
    game = timed_game(5)
    rest(game, [3, 4], "sleep")
    ask(game, "Ann", "end")
    shown = page(game, "Bo")
    assert "It takes 3 of 3 votes. Not voting counts as no." in shown
    assert "2 players are away and have no vote until they’re back." in shown


def test_the_page_says_that_one_player_alone_cannot_end_the_game() -> None:
    game = timed_game(4)
    rest(game, [1, 2, 3], "sleep")
    ask(game, "Ann", "end")
    shown = page(game, "Ann")
    assert "It takes at least two votes, so another player has to come back before this can pass." in shown
    assert "2 of 1" not in shown


def page(game: Game, name: str) -> str:
    """The page of a table as one of its players sees it."""
    client: Client = tables.browser_of(name)
    return " ".join(client.get(f"/t/{game.code}/").content.decode().split())
