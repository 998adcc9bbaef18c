"""Stepping in at a running game: commands with a reason, said at the table; and counting the log again."""

import json
from collections.abc import Callable
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.http import Http404
from msgspec.structs import replace

from accounts.models import User
from games.models import Game, Move, Notice, Seat, Status
from games.rows import store
from games.rules import codec, record, verify
from games.rules.announcements import SteppedIn
from games.rules.commands import Lay, Order
from games.rules.events import Laid, SeatChanged, TableEnded, TimedOut
from games.rules.table import Ruleset
from games.services import archive, moves, peeks, repairs
from tests.factories import UserFactory
from tests.games.crowd import crowd
from tests.games.tables import (
    awaited,
    carry_out,
    finished_game,
    in_position,
    loaded,
    open_game,
    play_bot,
    play_on,
    play_to_the_end,
    running_game,
    seat_of,
    seats_of,
)

pytestmark = pytest.mark.django_db
REASON = "Nobody has moved for a month"
ON_A_SEAT = [partial(repairs.time_out, seat=0), partial(repairs.to_bot, seat=0), partial(repairs.wake, seat=0)]
Repair = Callable[..., Any]


@pytest.fixture
def game() -> Game:
    return running_game(3)


@pytest.fixture
def host() -> User:
    return UserFactory.create(username="Host", is_staff=True, is_superuser=True)


def last_events(game: Game) -> tuple[object, ...]:
    return codec.decode_events(Move.objects.filter(game=game).order_by("-seq")[0].events)


def test_a_table_is_ended_and_all_is_open(game: Game, host: User) -> None:
    repairs.end_table(game_id=game.pk, by=host, reason=REASON)
    game.refresh_from_db()
    assert game.status == Status.OVER
    assert store.public(game).revealed is not None
    assert last_events(game)[:2] == (SteppedIn(by="Host"), TableEnded())
    assert Move.objects.get(game=game, seq=1).user == host
    assert set(Notice.objects.filter(kind="over").values_list("user__username", flat=True)) == {"Ann", "Bo", "Cy"}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_a_table_that_is_ended_many_times_at_once_is_ended_once(game: Game, host: User) -> None:
    with crowd(6) as people:
        answers = people.at_once([partial(repairs.end_table, game_id=game.pk, by=host, reason=REASON)] * 6)
    assert sorted(map(str, answers)) == ["None"] + ["There’s no game running at this table."] * 5
    assert LogEntry.objects.count() == 1


def test_the_time_of_an_awaited_seat_runs_out(game: Game, host: User) -> None:
    seat = awaited(game)
    repairs.time_out(game_id=game.pk, seat=seat.number, by=host, reason=REASON)
    assert last_events(game)[:2] == (SteppedIn(by="Host"), TimedOut(seat=seat.number, kind="turn"))
    assert awaited(game).number == (seat.number + 1) % 3


def test_r93_timed_out_answer_is_logged_as_a_time_out_alone(host: User) -> None:
    hands = {"A": ["EW"], "B": ["NESW"], "C": ["veto"]}
    game = in_position(3, ruleset=Ruleset(modules=("veto",), veto_window=12), hands=hands, first="A")
    carry_out(game, 0, Lay("EW", "1,0"))
    repairs.time_out(game_id=game.pk, seat=1, by=host, reason=REASON)
    assert last_events(game) == (SteppedIn(by="Host"),)
    assert [seat.awaited_for for seat in seats_of(game)] == ["", "veto", "veto"]
    repairs.time_out(game_id=game.pk, seat=2, by=host, reason=REASON)
    assert last_events(game) == (SteppedIn(by="Host"), Laid(seat=0, card="EW", at="1,0"))


def test_the_reason_and_who_gave_it_stay_in_the_history(game: Game, host: User) -> None:
    repairs.to_bot(game_id=game.pk, seat=1, by=host, reason=f"  {REASON}\n")
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id, entry.change_message) == (
        host,
        str(game.pk),
        f"Let a bot play seat B: {REASON}",
    )


def test_repair_without_a_history_entry_is_not_done(game: Game, host: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(*_: object) -> None:
        raise OSError("the history is full")

    monkeypatch.setattr(LogEntry.objects, "log_actions", cannot)
    before = loaded(game).state
    with pytest.raises(OSError, match="the history is full"):
        repairs.to_bot(game_id=game.pk, seat=1, by=host, reason=REASON)
    assert loaded(game).state == before
    assert not seat_of(game, "Bo").bot_plays


def test_a_bot_plays_a_seat_until_it_is_given_back(game: Game, host: User) -> None:
    seat = awaited(game)
    assert play_bot(game.pk) is False
    repairs.to_bot(game_id=game.pk, seat=seat.number, by=host, reason=REASON)
    assert last_events(game) == (SteppedIn(by="Host"), SeatChanged(seat=seat.number, how="bot"))
    assert play_bot(game.pk) is True
    assert awaited(game).number != seat.number
    play_on(game, 2)
    assert awaited(game).number == seat.number
    repairs.wake(game_id=game.pk, seat=seat.number, by=host, reason=REASON)
    assert play_bot(game.pk) is False
    assert awaited(game).number == seat.number


def test_turns_taken_by_a_bot_are_not_notified(game: Game, host: User) -> None:
    seat = awaited(game)
    other = (seat.number + 1) % 3
    repairs.to_bot(game_id=game.pk, seat=other, by=host, reason=REASON)
    before = Notice.objects.count()
    play_on(game, 1)
    assert awaited(game).number == other
    assert Notice.objects.count() == before
    play_to_the_end(game)
    assert Notice.objects.filter(kind="over").count() == 3


def test_senseless_repair_is_refused_in_a_sentence(game: Game, host: User) -> None:
    waiting = (awaited(game).number + 1) % 3
    for repair, sentence in (
        (partial(repairs.time_out, seat=waiting), "The game isn’t waiting for this seat."),
        (partial(repairs.wake, seat=0), "This seat is played by its own player."),
        (partial(repairs.to_bot, seat=9), "That seat is empty."),
        (partial(repairs.to_bot, seat=-1), "That seat is empty."),
    ):
        with pytest.raises(peeks.UnfitError, match=sentence):
            repair(game_id=game.pk, by=host, reason=REASON)
    repairs.to_bot(game_id=game.pk, seat=0, by=host, reason=REASON)
    with pytest.raises(peeks.UnfitError, match="A bot already plays this seat"):
        repairs.to_bot(game_id=game.pk, seat=0, by=host, reason=REASON)


@pytest.mark.parametrize("repair", [repairs.end_table, *ON_A_SEAT])
@pytest.mark.parametrize("reason", ["", "short", "x" * 501])
def test_without_a_written_reason_nothing_is_done(game: Game, host: User, repair: Repair, reason: str) -> None:
    with pytest.raises(peeks.UnfitError, match="Write down why"):
        repair(game_id=game.pk, by=host, reason=reason)
    game.refresh_from_db()
    assert (game.seq, game.status, LogEntry.objects.count()) == (0, Status.RUNNING, 0)


@pytest.mark.parametrize("repair", [repairs.end_table, *ON_A_SEAT, repairs.recount])
def test_only_those_who_may_step_in_do_and_never_where_they_sit(game: Game, repair: Repair) -> None:
    about = {"game_id": game.pk} | ({} if repair is repairs.recount else {"reason": REASON})
    seated = User.objects.get(username="Bo")
    seated.is_superuser = True
    seated.save()
    peeker = UserFactory.create(is_staff=True)
    peeker.user_permissions.add(Permission.objects.get(codename="open_closed_game"))
    for user in (UserFactory.create(is_staff=True), peeker, seated, User.objects.get(username="Ann")):
        with pytest.raises(PermissionDenied):
            repair(by=user, **about)
    game.refresh_from_db()
    assert (game.seq, game.status, LogEntry.objects.count()) == (0, Status.RUNNING, 0)


def test_a_person_with_the_permission_steps_in(game: Game) -> None:
    helper = UserFactory.create(username="Helper", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="repair_game"))
    repairs.end_table(game_id=game.pk, by=helper, reason=REASON)
    assert last_events(game)[0] == SteppedIn(by="Helper")


@pytest.mark.examples(2)
@pytest.mark.parametrize("repair", [repairs.end_table, *ON_A_SEAT])
def test_only_running_games_are_repaired(host: User, repair: Repair) -> None:
    for game in (open_game(3), finished_game(3)):
        with pytest.raises(peeks.UnfitError, match="There’s no game running at this table"):
            repair(game_id=game.pk, by=host, reason=REASON)
    with pytest.raises(Http404):
        repair(game_id=10**9, by=host, reason=REASON)


# -- counting again


def test_a_whole_game_counts_the_same_again(host: User) -> None:
    game = running_game(4, seed=11)
    for _ in range(6):
        play_on(game, 25)
        if game.status == Status.RUNNING:
            assert repairs.recount(game_id=game.pk, by=host) == []
    play_to_the_end(game)
    assert repairs.faults(loaded(game)) == []


def test_peeks_repairs_time_outs_and_bots_count_the_same_again(game: Game, host: User) -> None:
    peeks.open_table(game_id=game.pk, by=host, reason=REASON)
    repairs.time_out(game_id=game.pk, seat=awaited(game).number, by=host, reason=REASON)
    repairs.to_bot(game_id=game.pk, seat=1, by=host, reason=REASON)
    play_on(game, 10)
    peeks.open_table(game_id=game.pk, by=host, reason=REASON)
    play_on(game, 30)
    assert repairs.recount(game_id=game.pk, by=host) == []
    repairs.end_table(game_id=game.pk, by=host, reason=REASON)
    assert repairs.faults(loaded(game)) == []


def test_gold_taken_by_hand_counts_the_same_again(host: User) -> None:
    game = running_game(3, seed=3, ruleset=Ruleset(gold_draft="hand"))
    play_to_the_end(game)
    assert repairs.faults(loaded(game)) == []


def test_a_game_that_was_stepped_into_is_exported_and_its_chance_holds(game: Game, host: User) -> None:
    peeks.open_table(game_id=game.pk, by=host, reason=REASON)
    repairs.time_out(game_id=game.pk, seat=awaited(game).number, by=host, reason=REASON)
    play_to_the_end(game)
    exported = json.dumps(archive.export(game))
    assert record.check(exported) is None
    assert verify.faults(json.loads(exported)) == []


def changed(game: Game, **fields: object) -> None:
    """Put something else into the kept state, as a fault would."""
    state = loaded(game).state
    table = loaded(game)
    moves.write_rows(store.Loaded(table.game, table.seats, state), replace(state, **fields))


def test_counting_again_names_what_differs_and_never_what_is_in_it(game: Game, host: User) -> None:
    play_on(game, 5)
    state = loaded(game).state
    hand = ("map",) * 3
    changed(
        game,
        public=replace(state.public, pile=3),
        seats=(state.seats[0], replace(state.seats[1], hand=hand), state.seats[2]),
        table=replace(state.table, pile=state.table.pile[::-1]),
    )
    found = repairs.recount(game_id=game.pk, by=host)
    assert found == [
        "The public part differs: pile.",
        "What seat B knows differs.",
        "The hidden part differs.",
    ]


@pytest.mark.parametrize("command", ["nonsense", "A pass gold", "= timeout Z", "* lot map"])
def test_counting_again_says_where_the_log_cannot_be_followed(game: Game, host: User, command: str) -> None:
    play_on(game, 3)
    Move.objects.create(game=game, seq=4, command=command, events="[]")
    assert repairs.recount(game_id=game.pk, by=host) == ["Move 4 can’t be played."]


def test_counting_again_says_where_the_log_tells_something_else(game: Game, host: User) -> None:
    seat = awaited(game)
    Move.objects.create(game=game, seq=1, seat=seat.number, command=f"= timeout {'ABC'[seat.number]}", events="[]")
    (found,) = repairs.recount(game_id=game.pk, by=host)
    assert found == "Move 1 doesn’t match what happened."


def test_standing_orders_are_counted_too(game: Game, host: User) -> None:
    carry_out(game, 0, Order("veto", what="any"))
    assert repairs.recount(game_id=game.pk, by=host) == []
    game.secret.refresh_from_db()
    Seat.objects.filter(game=game, number=0).update(
        memory=Seat.objects.get(game=game, number=0).memory.replace("any", "map")
    )
    assert repairs.recount(game_id=game.pk, by=host) == ["What seat A knows differs."]


def test_counting_again_changes_nothing_and_is_written_down(game: Game, host: User) -> None:
    before = Game.objects.filter(pk=game.pk).values().get()
    repairs.recount(game_id=game.pk, by=host)
    assert Game.objects.filter(pk=game.pk).values().get() == before
    assert LogEntry.objects.get().change_message == "Checked; differences: 0"


def test_a_position_that_was_laid_out_does_not_count_the_same(host: User) -> None:
    game = in_position(3, hands={"A": ["map", "EW"]})
    assert repairs.recount(game_id=game.pk, by=host) != []


# -- from the command line


def repair(*words: str) -> str:
    out = StringIO()
    call_command("repair", *words, stdout=out)
    return out.getvalue()


def test_the_only_superuser_steps_in_from_the_command_line(game: Game, host: User) -> None:
    seat = "ABC"[awaited(game).number]
    assert repair(game.code, "time-out", seat, "--reason", REASON) == f"{game.code}: done\n"
    assert repair(game.code, "to-bot", seat, "--reason", REASON) == f"{game.code}: done\n"
    assert repair(game.code, "wake", seat, "--reason", REASON) == f"{game.code}: done\n"
    assert repair(game.code, "recount") == f"{game.code}: the log leads to the stored state\n"
    assert repair(game.code, "end", "--reason", REASON, "--by", "host") == f"{game.code}: done\n"
    assert [entry.user for entry in LogEntry.objects.all()] == [host] * 5


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere", "end", "--reason", REASON], "there is no table nowhere"),
        (["{code}", "end"], "Write down why"),
        (["{code}", "to-bot", "--reason", REASON], "unknown seat"),
        (["{code}", "to-bot", "Z", "--reason", REASON], "unknown seat"),
        (["{code}", "to-bot", "F", "--reason", REASON], "That seat is empty"),
        (["{code}", "end", "--reason", REASON, "--by", "Nobody"], "nobody here is called Nobody"),
        (["{code}", "end", "--reason", REASON, "--by", "Ann"], "Ann may not step in there"),
    ],
)
def test_the_command_line_says_what_is_wrong(game: Game, host: User, words: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        repair(*(word.replace("{code}", game.code) for word in words))


def test_the_command_line_asks_who_steps_in_when_it_cannot_know(game: Game) -> None:
    with pytest.raises(CommandError, match="--by"):
        repair(game.code, "end", "--reason", REASON)


def test_differences_end_the_command_with_an_error(game: Game, host: User) -> None:
    Seat.objects.filter(pk=seat_of(game, "Bo").pk).update(hand="map")
    with pytest.raises(CommandError, match="What seat B knows differs"):
        repair(game.code, "recount")
    assert len(seats_of(game)) == 3
