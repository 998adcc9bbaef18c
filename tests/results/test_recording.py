"""Finished games are counted once, in one pass; what does not count leaves no row."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from accounts.models import User
from accounts.services import farewell, guests
from games.models import Disclosure, Game, Suspicion
from games.rows import store
from games.rules.commands import End
from games.rules.table import Ruleset
from games.services import book, leaving, moves, repairs
from results import counts
from results.models import CountedGame, Due, GameResult, SeatResult, Together
from results.services import recording, recount
from tests.factories import UserFactory
from tests.games.staff import REASON
from tests.games.tables import do, finished_game, people, play_on, play_to_the_end, running_game, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def stored() -> list[tuple[Any, ...]]:
    """All results and sums as rows, without the numbers of the rows."""
    games = CountedGame.objects.order_by("pk").values_list()
    ends = GameResult.objects.order_by("counted", "seat")
    ends_of = ends.values_list("counted", "seat", "person", "is_bot", "won", "gold")
    rounds = SeatResult.objects.order_by("counted", "round", "seat").values_list(
        "counted", "round", "seat", "person", "is_bot", "day", "role", "team", "won", "gold", "counts"
    )
    sums = Together.objects.order_by("viewer", "subject").values_list("viewer", "subject", "games", "sums")
    return [*games, *ends_of, *rounds, *sums]


def sums_of(viewer: str, subject: str | None) -> dict[str, Any]:
    """What a player sees of another."""
    return counts.of(Together.objects.get(viewer__username=viewer, subject__username=subject).sums)


def end(game: Game) -> None:
    """The players end the game."""
    with transaction.atomic():
        moves.carry_out(moves.locked(pk=game.pk), None, End(), user=None)


def to_round_two(game: Game) -> None:
    """Play until the second round is dealt."""
    while store.public(game).round < 2:
        play_on(game, 1)


def test_game_is_due_once_it_is_over_and_counted_once() -> None:
    game = running_game(3, ruleset=Ruleset(rounds=1))
    recording.work_off()
    assert not Due.objects.exists()
    assert not CountedGame.objects.exists()
    play_to_the_end(game)
    assert list(Due.objects.values_list("game", "failed")) == [(game.pk, False)]
    assert recording.work_off()
    first = stored()
    assert not Due.objects.exists()
    assert (CountedGame.objects.count(), GameResult.objects.count(), SeatResult.objects.count()) == (1, 3, 3)
    assert Together.objects.count() == 9
    recording.have_counted([game.pk])
    recording.work_off()
    assert stored() == first


def test_recount_gives_the_same_rows_byte_for_byte() -> None:
    for seed in range(4):
        finished_game(3 + seed % 2, seed)
        recording.work_off()
    first = stored()
    assert recount.differences() == []
    assert recount.recount() == 4
    assert stored() == first
    Together.objects.filter(viewer__username="Ann").update(sums="{}")
    SeatResult.objects.filter(seat=0).update(gold=99)
    assert recount.differences()
    with pytest.raises(CommandError, match="the results differ"):
        call_command("results", "--check")
    call_command("results")
    assert stored() == first


def test_game_ended_by_vote_counts_finished_rounds_and_has_no_winner() -> None:
    game = running_game(3, ruleset=Ruleset(rounds=2))
    to_round_two(game)
    end(game)
    recording.work_off()
    counted = CountedGame.objects.get()
    assert not counted.has_winner
    assert set(SeatResult.objects.values_list("round", flat=True)) == {1}
    assert not GameResult.objects.filter(won=True).exists()
    all_of = sums_of("Ann", "Ann")["all"]
    assert (all_of["games"], all_of["rounds"], all_of.get("decided", 0)) == (1, 1, 0)
    first = running_game(3, seed=8, ruleset=Ruleset(rounds=2))
    play_on(first, 3)
    end(first)
    recording.work_off()
    assert CountedGame.objects.count() == 1


def test_practice_repaired_and_bots_games_count_nothing() -> None:
    practice = running_game(3, ruleset=Ruleset(rounds=1), practice=True)
    play_to_the_end(practice)
    host = UserFactory.create(username="Host", is_staff=True, is_superuser=True)
    repaired = running_game(3, seed=8, ruleset=Ruleset(rounds=1))
    repairs.to_bot(game_id=repaired.pk, seat=2, by=host, reason=REASON)
    play_to_the_end(repaired)
    bots = [UserFactory.create(username=f"Bot {number}", is_bot=True) for number in range(3)]
    finished_game(bots, seed=9)
    recording.have_counted(list(Game.objects.values_list("pk", flat=True)))
    recording.work_off()
    assert not CountedGame.objects.exists()
    assert not Together.objects.exists()
    assert recount.differences() == []


def test_bots_are_one_row() -> None:
    ann, bo = people(2)
    bots = [UserFactory.create(username=f"Bot {number}", is_bot=True) for number in range(2)]
    finished_game([ann, bo, *bots])
    recording.work_off()
    seen = sums_of("Ann", None)["all"]
    assert (seen["games"], seen["rounds"]) == (1, 2)
    assert Together.objects.filter(viewer=ann).count() == 3
    owned = UserFactory.create(username="Digger 3000", owner=ann)
    finished_game([ann, bo, owned], seed=8)
    recording.work_off()
    assert sums_of("Ann", None)["all"]["rounds"] == 3
    assert not Together.objects.filter(subject=owned).exists()
    assert not Together.objects.filter(viewer=owned).exists()


def test_guest_counts_once_there_is_an_account() -> None:
    ann, bo = people(2)
    guest = guests.come(name="Gil")
    finished_game([ann, bo, guest])
    recording.work_off()
    assert SeatResult.objects.filter(person=guest).count() == 1
    assert Together.objects.filter(subject=guest, viewer=ann).count() == 1


def test_round_counts_for_who_had_the_seat_from_deal_to_end() -> None:
    game = running_game(3, ruleset=Ruleset(rounds=2))
    bo = User.objects.get(username="Bo")
    to_round_two(game)
    play_on(game, 3)
    leaving.leave(user=bo, code=game.code)
    play_to_the_end(game)
    recording.work_off()
    of_seat = SeatResult.objects.filter(seat=1).order_by("round")
    assert list(of_seat.values_list("round", "person", "is_bot")) == [(1, bo.pk, False), (2, None, False)]
    end_of_seat = GameResult.objects.get(seat=1)
    assert (end_of_seat.person, end_of_seat.is_bot) == (None, True)
    seen = sums_of("Ann", "Bo")["all"]
    assert (seen["games"], seen["rounds"], seen.get("decided", 0)) == (1, 1, 0)


def test_round_that_ends_with_a_stand_in_is_the_bots() -> None:
    game = running_game(3, ruleset=Ruleset(rounds=1))
    do(game, "= bot B")
    play_to_the_end(game)
    recording.work_off()
    row = SeatResult.objects.get(seat=1)
    assert (row.person, row.is_bot) == (None, True)
    assert not Together.objects.filter(subject__username="Bo").exists()


def test_suspicions_count_once_their_author_shares_the_book() -> None:
    game = finished_game(3)
    ann = User.objects.get(username="Ann")
    role = role_of(game, 1)
    about = {"round": 1, "move": 0, "seq": 1}
    Suspicion.objects.create(game=game, user=ann, seat=0, about=1, guess="harms", **about)
    Suspicion.objects.create(game=game, user=ann, seat=0, about=2, guess="unknown", **about)
    recording.work_off()
    assert "was_suspected" not in str(sums_of("Ann", "Bo"))
    before = stored()
    book.show(user=ann, code=game.code, shown=True)
    recording.work_off()
    right = "right" if role == "saboteur" else "wrong"
    assert sums_of("Ann", "Bo")["all"][f"was_suspected_{right}"] == 1
    assert sums_of("Ann", "Ann")["with"][str(User.objects.get(username="Bo").pk)][f"suspected_{right}"] == 1
    assert recount.differences() == []
    book.show(user=ann, code=game.code, shown=False)
    recording.work_off()
    assert not Disclosure.objects.exists()
    assert stored() == before


def role_of(game: Game, seat: int) -> str:
    """The role of a seat in the last round."""
    return seats_of(game)[seat].role


def test_deleted_account_leaves_nameless_rows_and_no_sums() -> None:
    game = finished_game(3)
    ann = User.objects.get(username="Ann")
    Suspicion.objects.create(game=game, user=ann, seat=0, about=1, guess="harms", round=1, move=0, seq=1)
    book.show(user=ann, code=game.code, shown=True)
    recording.work_off()
    farewell.delete_account(ann)
    recording.work_off()
    assert SeatResult.objects.filter(person=ann).exists()
    assert not Together.objects.filter(viewer=ann).exists()
    assert not Together.objects.filter(subject=ann).exists()
    assert "was_suspected" not in str(sums_of("Bo", "Bo"))
    assert recount.differences() == []


def test_failing_game_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    broken, whole = finished_game(3), finished_game(3, seed=8)
    Game.objects.filter(pk=broken.pk).update(public="{")
    assert recording.work_off()
    assert list(Due.objects.values_list("game", "failed")) == [(broken.pk, True)]
    assert list(CountedGame.objects.values_list("pk", flat=True)) == [whole.pk]
    assert "cannot be counted" in caplog.text


def test_run_that_takes_long_leaves_the_rest() -> None:
    finished_game(3)
    finished_game(3, seed=8)
    ticks = iter((0.0, 1.0, 99.0, 99.0))
    assert not recording.work_off(patience=20.0, seconds=lambda: next(ticks))
    assert CountedGame.objects.count() == 1
    assert Due.objects.count() == 1
