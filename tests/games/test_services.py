"""The services of a running game: what a command moves, what it does not, and what happens when it comes twice."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.http import Http404

from accounts.models import User
from games import clock
from games.models import Deal, Game, Move, Notice, Seat, Status
from games.rows import store
from games.rules import codec, engine, fairness
from games.rules.notation import parse
from games.rules.table import Ruleset
from games.services import unread
from games.services.moves import submit
from tests.factories import UserFactory
from tests.games import tables
from tests.games.sending import face_of, send
from tests.games.tables import do, in_position, loaded, running_game, seat_of, seats_of
from tests.rules.rounds import begin

pytestmark = [pytest.mark.quick, pytest.mark.django_db, pytest.mark.sqlite]

HANDS = {"A": ["EW", "NS", "map", "NESW"], "B": ["NESW", "EW", "break:cart"], "C": ["NESW", "map", "EW"]}


@pytest.fixture
def game() -> Game:
    """Ann, Bo and Cy; Ann is on turn and holds EW, NS, NESW and a map."""
    return in_position(3, hands=HANDS)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Turn the clock on by so many minutes."""

    def turn(minutes: int) -> None:
        monkeypatch.setattr(clock, "offset", clock.offset + timedelta(minutes=minutes))

    return turn


def notices_of(game: Game, kind: str = "turn") -> list[tuple[str, int]]:
    """Who was told something with which public command."""
    return list(Notice.objects.filter(game=game, kind=kind).order_by("pk").values_list("user__username", "seq"))


# -- what becomes of a command


def test_a_legal_command_is_done_and_moves_table_log_and_clock(game: Game, later: Callable[[int], None]) -> None:
    before = loaded(game)
    later(3)
    assert send(game, "Ann", "lay EW 1,0") == ("done", None)
    after = loaded(game)

    assert after.state.public.mine["1,0"] == "EW"
    assert after.game.seq == after.state.public.seq == before.game.seq + 1
    assert after.game.version == before.game.version + 1
    assert after.game.moved_at is not None
    assert before.game.moved_at is not None
    assert after.game.moved_at - before.game.moved_at >= timedelta(minutes=3)
    move = Move.objects.get(game=game, seq=after.game.seq)
    assert (move.seat, move.user, move.command) == (0, User.objects.get(username="Ann"), "A lay EW 1,0")
    assert [seat.awaited_for for seat in after.seats] == ["", "turn", ""]


def test_stored_state_equals_that_of_the_rules(game: Game) -> None:
    before = loaded(game).state
    send(game, "Ann", "map 8,0")

    assert loaded(game).state == engine.apply(before, 0, parse("map 8,0")).state


def test_illegal_command_is_refused_with_its_rule(game: Game) -> None:
    before, whole = face_of(game), loaded(game).state
    outcome = send(game, "Ann", "lay NS 1,0")

    assert outcome.result == "refused"
    assert outcome.refused is not None
    assert outcome.refused.rule == "R14"
    assert face_of(game) == before
    assert loaded(game).state == whole


def test_out_of_turn_is_refused_and_changes_nothing(game: Game) -> None:
    before = face_of(game)

    assert send(game, "Bo", "lay NESW 1,0").result == "refused"
    assert face_of(game) == before


def test_a_command_for_a_table_of_the_past_is_stale_and_changes_nothing(game: Game) -> None:
    send(game, "Ann", "lay EW 1,0")
    before = face_of(game)

    for seq in (game.seq, game.seq - 1, game.seq + 5):
        assert send(game, "Bo", "lay NESW 2,0", seq=seq) == ("stale", None)
    assert face_of(game) == before


@pytest.mark.parametrize("seen", ["as it was", "as it is"])
def test_same_command_with_its_key_again_is_done_once(game: Game, seen: str) -> None:
    seq = game.seq
    assert send(game, "Ann", "lay EW 1,0", key="k1").result == "done"
    before = face_of(game)

    assert send(game, "Ann", "lay EW 1,0", key="k1", seq=seq if seen == "as it was" else None) == ("again", None)
    assert face_of(game) == before


@pytest.mark.parametrize("seen", ["as it was", "as it is"])
def test_another_command_with_a_used_key_is_stale(game: Game, seen: str) -> None:
    seq = game.seq
    send(game, "Ann", "lay EW 1,0", key="k1")
    before = face_of(game)

    assert send(game, "Ann", "pass NS", key="k1", seq=seq if seen == "as it was" else None) == ("stale", None)
    assert face_of(game) == before


def test_the_key_of_another_player_is_no_key_of_mine(game: Game) -> None:
    send(game, "Ann", "lay EW 1,0", key="k1")

    assert send(game, "Bo", "lay EW 2,0", key="k1", seq=game.seq).result == "stale"
    assert send(game, "Bo", "lay EW 2,0", key="k1").result == "done"


def test_without_a_key_nothing_counts_as_sent_again(game: Game) -> None:
    send(game, "Ann", "lay EW 1,0")

    assert send(game, "Ann", "lay EW 1,0", seq=game.seq).result == "stale"


def test_a_move_that_chance_followed_is_known_again_by_its_key(game: Game) -> None:
    """The log keeps lots beside the command; sent again it is the command alone that counts."""
    repeated = {"key": "k1", "command": "A pass NS\n* lot NESW", "events": "[]"}
    Move.objects.create(game=game, seq=game.seq + 1, seat=0, **repeated)

    assert send(game, "Ann", "pass NS", key="k1").result == "again"


def test_the_database_takes_no_key_twice(game: Game) -> None:
    Move.objects.create(game=game, seq=1, seat=0, key="k1", command="A pass NS", events="[]")

    with pytest.raises(IntegrityError, match="key"), transaction.atomic():
        Move.objects.create(game=game, seq=2, seat=0, key="k1", command="A pass NS", events="[]")
    Move.objects.create(game=game, seq=2, seat=1, key="k1", command="B pass NS", events="[]")


def test_stranger_to_a_table_gets_a_404(game: Game) -> None:
    UserFactory.create(username="Stranger")
    before = face_of(game)

    with pytest.raises(Http404):
        send(game, "Stranger", "lay EW 1,0")
    assert face_of(game) == before


def test_a_table_that_does_not_exist_is_not_there(game: Game) -> None:
    with pytest.raises(Http404):
        submit(code="nothere", user=User.objects.get(username="Ann"), seq=1, key="", command=parse("pass NS"))


@pytest.mark.parametrize("status", [Status.OPEN, Status.OVER, Status.CANCELLED])
def test_no_command_is_carried_out_where_no_game_runs(status: Status) -> None:
    game = tables.open_game(3, status=status) if status != Status.OVER else tables.finished_game(3)
    before = face_of(game)

    assert send(game, "Ann", "pass NS", key="k1") == ("stale", None)
    assert face_of(game) == before


def test_the_last_move_sent_again_after_the_end_is_known_again() -> None:
    game = in_position(3, ruleset=Ruleset(rounds=1), pile=[], pile_is_whole=True, hands={"A": ["NS"], "B": [], "C": []})
    seq = game.seq
    assert send(game, "Ann", "pass NS", key="k1").result == "done"
    assert Game.objects.get(pk=game.pk).status == Status.OVER

    assert send(game, "Ann", "pass NS", key="k1", seq=seq).result == "again"
    assert send(game, "Ann", "pass NS", key="k2", seq=seq).result == "stale"
    assert send(game, "Bo", "pass NS", key="k1", seq=seq).result == "stale"


# -- private acts


@pytest.mark.parametrize("order", ["order theft A", "order turn pass NESW", "order pass", "order none"])
def test_a_standing_order_moves_nothing_that_others_could_see(
    game: Game, later: Callable[[int], None], order: str
) -> None:
    before = face_of(game)
    later(5)

    assert send(game, "Cy", order, key="k1").result == "done"
    assert face_of(game) == before


def test_standing_order_is_stored_and_waits_for_its_turn(game: Game) -> None:
    send(game, "Bo", "order turn lay EW 2,0 | pass NESW")
    assert len(loaded(game).state.seats[1].orders) == 1
    send(game, "Ann", "lay EW 1,0")
    after = loaded(game)

    assert after.state.public.mine["2,0"] == "EW"
    assert after.state.seats[1].orders == ()
    assert [seat.awaited_for for seat in after.seats] == ["", "", "turn"]


# -- who is awaited since when, and who is told


def test_only_awaited_players_are_notified_and_once(game: Game) -> None:
    Notice.objects.all().delete()
    send(game, "Ann", "lay EW 1,0", key="k1")
    send(game, "Ann", "lay EW 1,0", key="k1", seq=game.seq)

    assert notices_of(game) == [("Bo", game.seq + 1)]


def test_a_notice_that_was_written_already_is_not_written_twice(game: Game) -> None:
    Notice.objects.all().delete()
    bo = seat_of(game, "Bo")
    dedupe = f"turn:{game.pk}:{bo.number}:{game.seq + 1}"
    Notice.objects.create(user=bo.user, game=game, kind="turn", seq=game.seq + 1, dedupe=dedupe)

    assert send(game, "Ann", "lay EW 1,0").result == "done"
    assert notices_of(game) == [("Bo", game.seq + 1)]


def test_bots_get_no_notification() -> None:
    ann, bot = UserFactory.create(username="Ann"), UserFactory.create(username="Bot Flint", is_bot=True)
    cy = UserFactory.create(username="Cy")
    game = in_position([ann, bot, cy], hands=HANDS)
    Notice.objects.all().delete()
    do(game, "A lay EW 1,0", "B lay NESW 2,0")

    assert notices_of(game) == [("Cy", game.seq)]


def test_end_of_game_notifies_each_player_once_and_awaits_none() -> None:
    game = tables.finished_game(3)

    assert sorted(notices_of(game, "over")) == [(name, game.seq) for name in ("Ann", "Bo", "Cy")]
    assert not Seat.objects.filter(game=game).exclude(awaited_for="", awaited_since=None).exists()
    assert game.over_at is not None


def test_the_waiting_begins_with_the_move_that_opened_the_decision(game: Game, later: Callable[[int], None]) -> None:
    later(10)
    send(game, "Ann", "lay EW 1,0")

    assert seat_of(game, "Bo").awaited_since == Game.objects.get(pk=game.pk).moved_at
    assert seat_of(game, "Ann").awaited_since is None


def test_seat_awaited_twice_in_a_row_starts_a_new_wait(later: Callable[[int], None]) -> None:
    game = in_position(3, pile=[], pile_is_whole=True, hands={"A": ["EW", "NS"], "B": [], "C": []})
    since = seat_of(game, "Ann").awaited_since
    Notice.objects.all().delete()
    later(10)
    send(game, "Ann", "lay EW 1,0")

    assert since is not None
    assert seat_of(game, "Ann").awaited_since == Game.objects.get(pk=game.pk).moved_at != since
    assert notices_of(game) == [("Ann", game.seq + 1)]


@pytest.mark.parametrize("line", ["= sleep C", "= bot C", "= replace C"])
def test_event_at_another_seat_restarts_no_wait(game: Game, later: Callable[[int], None], line: str) -> None:
    since = seat_of(game, "Ann").awaited_since
    Notice.objects.all().delete()
    later(10)
    do(game, line)

    assert seat_of(game, "Ann").awaited_since == since
    assert notices_of(game) == []


def test_seat_that_wakes_on_its_turn_is_notified(game: Game) -> None:
    do(game, "= bot A")
    Notice.objects.all().delete()
    do(game, "= wake A")

    assert notices_of(game) == [("Ann", game.seq)]
    assert seat_of(game, "Ann").resting == ""


def test_looking_is_remembered_and_never_goes_back(game: Game) -> None:
    unread.mark_seen(seat_of(game, "Bo"), 5)
    unread.mark_seen(seat_of(game, "Bo"), 3)

    assert seat_of(game, "Bo").seen_seq == 5


@pytest.fixture
def window() -> Game:
    """Bo and Cy are asked whether they veto what Ann has just laid; Cy could."""
    rules = Ruleset(modules=("veto",), veto_window=24)
    game = in_position(3, ruleset=rules, hands={"A": ["EW", "NS"], "B": ["NESW", "EW"], "C": ["veto", "map"]})
    do(game, "A lay EW 1,0")
    return game


def test_an_answer_in_a_window_moves_nothing_that_others_could_see(window: Game, later: Callable[[int], None]) -> None:
    before = face_of(window)
    later(5)

    assert send(window, "Bo", "choose none").result == "done"
    assert face_of(window) == before
    assert tables.play_bot(window.pk) is False


def test_an_answer_in_a_window_sent_twice_counts_once(window: Game) -> None:
    assert send(window, "Bo", "choose none", seq=window.seq).result == "done"
    assert send(window, "Bo", "choose none", seq=window.seq).result == "again"
    assert send(window, "Bo", "veto", seq=window.seq).result == "refused"


def test_repeated_answer_of_a_closed_window_counts_as_given(window: Game) -> None:
    seq = window.seq
    for name in ("Bo", "Cy"):
        assert send(window, name, "choose none", seq=seq).result == "done"
    assert loaded(window).game.seq > seq
    assert send(window, "Bo", "choose none", seq=seq).result == "again"
    assert send(window, "Bo", "veto", seq=seq).result == "stale"


def test_two_who_answer_one_window_do_not_collide(window: Game) -> None:
    assert send(window, "Bo", "choose none", seq=window.seq).result == "done"
    assert send(window, "Cy", "veto", seq=window.seq).result == "done"
    assert "1,0" not in loaded(window).state.public.mine


def test_a_time_out_in_a_window_does_not_restart_the_waiting_of_the_others(
    window: Game, later: Callable[[int], None]
) -> None:
    since, repeated = seat_of(window, "Cy").awaited_since, notices_of(window)
    later(10)
    before = face_of(window)
    do(window, "= timeout B")

    assert seat_of(window, "Cy").awaited_since == since
    assert notices_of(window) == repeated
    assert face_of(window) == before


# -- the first deal


@pytest.mark.parametrize("scheme", [1, 2])
def test_the_first_deal_follows_from_secret_and_words_alone(scheme: int) -> None:
    game = running_game(4, scheme=scheme)
    secret, shares = bytes.fromhex(game.secret.seed), [bytes.fromhex(seat.share) for seat in seats_of(game)]
    table = {"rules": "base", "modules": [], "variants": [], "options": {"rounds": 3, "gold_draft": "auto"}}
    keys = {1: fairness.game_key_1(secret, shares), 2: fairness.game_key(secret, table, 4, [*enumerate(shares)])}
    key = keys[scheme]

    assert codec.decode_deal(Deal.objects.get(game=game).state) == engine.first_deal(store.ruleset(game), 4, key=key)
    assert loaded(game).state == begin(store.ruleset(game), 4, key=key).state
    assert (game.status, game.seq) == (Status.RUNNING, 0)
    assert game.started_at is not None


def test_starting_player_is_awaited_and_notified() -> None:
    game = running_game(4)
    first = seats_of(game)[loaded(game).state.public.first]

    assert tables.awaited(game) == first
    assert notices_of(game) == [(first.user.username, 0)]
