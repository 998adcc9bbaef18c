"""A table that is played live beside everything else: ticks, pauses, windows, deals, bots, outages, letters, paces."""

from collections.abc import Iterator
from datetime import datetime
from random import Random

import pytest
from django.core import mail
from django.core.cache import cache
from django.urls import reverse

from accounts.models import User
from games import clock
from games.clocks import live as minutes
from games.clocks.paces import lines_of, turns_in
from games.mail import outbox
from games.mail.news import NothingToSendError, PlayerPresentError
from games.models import Game, Move, Notice, Outage, Seat
from games.rules.announcements import LiveEnded
from games.rules.commands import Pass
from games.rules.events import TimedOut
from games.rules.notation import letter
from games.rules.table import Ruleset
from games.services import gifts, guests, live, moves, repairs
from saboteur_site.web.declined import DeclinedError, TooLateError
from tests.games import tables
from tests.games.clocks import (
    BANK,
    DAY,
    HOUR,
    be_away,
    events_of,
    on_turn,
    pass_by,
    play_until,
    tick,
    timed_game,
    turnable,
)
from tests.games.playing_live import MINUTE, SECOND, answer, fresh, here, play_live, spent, standing_clock
from tests.games.post import give_addresses, letter_about
from tests.games.voting import ask, vote

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    with standing_clock():
        yield


# -- viewers at any time


Clock = tuple[int, datetime | None, str, int]


def course(gaps: list[int], ticks: Random | None, code: str) -> tuple[list[Clock], int]:
    """A table at which so many seconds pass before each move, with ticks at any moments between or without; the clocks
    of its seats, and how often it fell back."""
    with turnable():
        game = timed_game(3, code=code)
        answer(game, 7 * HOUR)
        play_live(game)
        for gap in gaps:
            here(game)
            moments = sorted(ticks.randrange(gap + 1) for _ in range(ticks.randrange(4))) if ticks else []
            for since, moment in zip([0, *moments], moments, strict=False):
                pass_by((moment - since) * SECOND)
                tick()
            answer(game, (gap - (moments[-1] if moments else 0)) * SECOND)
        pass_by(20 * MINUTE)
        tick()
        found = [(seat.spent, seat.due_at, seat.awaited_for, seat.missed) for seat in tables.seats_of(game)]
        return found, len(events_of(game, LiveEnded))


@pytest.mark.examples(2)
@pytest.mark.parametrize("number", range(6))
def test_deadlines_do_not_depend_on_who_looks(number: int, chance: Random) -> None:
    gaps = [chance.choice([1, 20, 59, 60, 61, 75, 400]) if chance.random() < 0.25 else 30 for _turn in range(8)]
    quiet = course(gaps, None, f"quiet-{number}")
    looked = course(gaps, chance, f"looked-{number}")
    assert quiet == looked
    assert quiet[1] == 1


# -- beside everything else


def test_voted_pause_ends_live_play_and_blocks_the_question() -> None:
    game = timed_game(3)
    play_live(game)
    answer(game, 10 * SECOND)
    seat = on_turn(game)
    ask(game, "Ann", "pause", days=2)
    vote(game, "Bo", "yes")
    game = fresh(game)
    assert (game.live_since, game.paused_until, len(events_of(game, LiveEnded))) == (None, clock.now() + 2 * DAY, 1)
    seat.refresh_from_db()
    assert seat.due_at == clock.now() + 2 * DAY + BANK
    here(game)
    with pytest.raises(DeclinedError, match="paused"):
        ask(game, "Ann", "live")


def test_pause_ends_the_question_about_live_play() -> None:
    game = timed_game(3)
    here(game)
    ask(game, "Ann", "live")
    ask(game, "Ann", "pause", days=1)
    vote(game, "Bo", "yes")
    with pytest.raises(TooLateError, match="over"):
        vote(game, "Bo", "yes", "live")
    assert fresh(game).is_paused


def test_a_live_table_is_not_asked_twice() -> None:
    game = timed_game(3)
    play_live(game)
    with pytest.raises(DeclinedError, match="This table is already live"):
        ask(game, "Bo", "live")


def with_windows() -> Game:
    """A table with a clock and windows for a veto; Ann is on turn."""
    hands = {"A": ["EW", "NS"], "B": ["NS", "map"], "C": ["NS", "map"]}
    game = tables.in_position(3, ruleset=Ruleset(modules=("veto",), veto_window=12), hands=hands)
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    return game


def test_r93_a_window_waits_a_minute_and_then_has_its_own_hours() -> None:
    game = with_windows()
    play_live(game)
    pass_by(20 * SECOND)
    tables.do(game, "A lay EW 1,0")
    assert {seat.awaited_for for seat in tables.seats_of(game)} == {"", "veto"}
    opened, banks = clock.now(), spent(game)
    pass_by(70 * SECOND)
    tick()
    assert len(events_of(game, LiveEnded)) == 1
    ends = {seat.due_at for seat in tables.seats_of(game) if seat.awaited_for == "veto"}
    assert ends == {opened + MINUTE + 12 * HOUR}
    assert spent(game) == banks
    pass_by(13 * HOUR)
    tick()
    assert {seat.missed for seat in tables.seats_of(game)} == {0}
    assert "veto" not in {seat.awaited_for for seat in tables.seats_of(game)}


def test_r95_an_answer_in_a_window_puts_no_end_off_and_says_nothing_of_it() -> None:
    game = with_windows()
    play_live(game)
    tables.do(game, "A lay EW 1,0")
    before = Game.objects.filter(pk=game.pk).values().get()
    pass_by(70 * SECOND)
    tables.do(game, "B choose none")
    assert Game.objects.filter(pk=game.pk).values().get() == before
    assert not events_of(game, LiveEnded)


@pytest.mark.soak
def test_the_first_decision_after_a_deal_has_two_minutes() -> None:
    game = tables.in_position(
        3,
        ruleset=Ruleset(rounds=2),
        hands={"A": ["map"], "B": ["map"], "C": ["map"]},
    )
    play_live(game)
    while tables.loaded(game).state.public.round == 1:
        here(game)
        answer(game, 10 * SECOND)
    assert minutes.seconds_left(fresh(game), clock.now()) == 120


def test_last_player_with_cards_has_a_minute_for_each() -> None:
    game = tables.in_position(3, hands={"A": ["map", "map", "map"], "B": [], "C": []})
    play_live(game)
    before = tables.loaded(game).state.public.agenda
    for _turn in range(2):
        pass_by(40 * SECOND)
        tables.do(game, "A pass map")
        assert tables.loaded(game).state.public.agenda == before
        assert minutes.seconds_left(fresh(game), clock.now()) == 60


def test_an_offer_opens_no_decision_and_puts_nothing_off() -> None:
    game = tables.in_position(3, ruleset=Ruleset(modules=("tunnel-toll",)), hands={"A": ["EW", "map"]})
    play_live(game)
    pass_by(40 * SECOND)
    tables.do(game, "B offer A")
    assert minutes.seconds_left(fresh(game), clock.now()) == 20


def test_a_game_that_is_over_is_played_live_no_more() -> None:
    game = timed_game(3, ruleset=Ruleset(rounds=1))
    play_live(game)
    tables.play_to_the_end(game)
    game = fresh(game)
    assert (game.live_since, game.paused_until, events_of(game, LiveEnded)) == (None, None, [])


def test_live_table_goes_on_without_a_resting_seat_but_not_alone() -> None:
    game = timed_game(3)
    play_live(game)
    tables.do(game, "= bot B")
    here(game, ["Ann", "Cy"])
    answer(game, 5 * SECOND)
    assert fresh(game).live_since is not None
    tables.do(game, "= sleep C")
    answer(game, 5 * SECOND)
    assert (fresh(game).live_since, len(events_of(game, LiveEnded))) == (None, 1)


def test_a_sleeping_seat_of_a_live_table_loses_its_turn_after_the_minute() -> None:
    game = timed_game(3)
    play_live(game)
    asleep = on_turn(game)
    tables.do(game, f"= sleep {letter(asleep.number)}")
    pass_by(MINUTE + SECOND)
    here(game)
    tick()
    assert fresh(game).live_since is not None
    assert (len(events_of(game, TimedOut)), events_of(game, LiveEnded)) == (1, [])
    assert on_turn(game).number != asleep.number
    assert minutes.seconds_left(fresh(game), clock.now()) == 60


def test_host_gives_no_hours_meanwhile() -> None:
    game = timed_game(3)
    play_live(game)
    play_until(game, 1)
    seq = fresh(game).seq
    with pytest.raises(DeclinedError, match="the table is live"):
        gifts.give(host=tables.seat_of(game, "Ann").user, code=game.code, seat=1, hours=12, seq=seq)
    assert fresh(game).seq == seq


def test_the_host_gives_away_no_seat_of_a_guest_meanwhile() -> None:
    game = timed_game(3)
    play_until(game, 1)
    User.objects.filter(username="Bo").update(is_guest=True)
    pass_by(2 * HOUR)
    play_live(game)
    here(game, ())
    with pytest.raises(DeclinedError, match="has been here"):
        guests.offer_seat(host=tables.seat_of(game, "Ann").user, code=game.code, seat=1)
    assert fresh(game).live_since is not None


def test_an_outage_gives_back_what_it_took_after_the_minute() -> None:
    game = timed_game(3)
    play_live(game)
    answer(game, 10 * SECOND)
    seat = on_turn(game)
    be_away(3 * HOUR)
    tick()
    seat.refresh_from_db()
    assert seat.due_at == clock.now() + BANK
    assert len(events_of(game, LiveEnded)) == 1


def test_clock_put_right_ends_live_play_and_costs_no_time() -> None:
    game = timed_game(3)
    play_live(game)
    answer(game, 10 * SECOND)
    Outage.objects.create(began_at=clock.now() + SECOND, ended_at=clock.now() - 5 * HOUR)
    clock.offset -= 5 * HOUR
    tick()
    seat = on_turn(game)
    assert fresh(game).live_since is None
    assert seat.due_at == clock.now() + BANK
    assert seat.awaited_since <= clock.now()  # type: ignore[operator]


# -- told


def turn_notice(seat: Seat) -> Notice:
    return Notice.objects.filter(user=seat.user, kind="turn").latest("pk")


def test_no_letter_tells_of_a_live_turn_until_it_is_over() -> None:
    game = timed_game(3)
    play_live(game)
    answer(game, 10 * SECOND)
    seat = on_turn(game)
    here(game, ())

    with pytest.raises(PlayerPresentError):
        letter_about(turn_notice(seat))
    pass_by(MINUTE)
    assert "Your turn" in letter_about(turn_notice(seat)).subject


def seen_live() -> Seat:
    """Who is on turn at a live table, and has seen that."""
    game = timed_game()
    give_addresses()
    play_live(game)
    seat = on_turn(game)
    tables.browser_of(seat.user).get(reverse("games:table", args=[game.code]))
    outbox.send_due()
    mail.outbox.clear()
    return seat


def subjects_to(seat: Seat) -> list[str]:
    return [str(one.subject) for one in mail.outbox if one.to == [seat.user.email]]


@pytest.mark.usefixtures("mail_alone")
def test_a_player_who_saw_the_live_turn_is_notified_when_it_falls_back() -> None:
    seat = seen_live()
    pass_by(3 * MINUTE)
    cache.clear()
    tick()
    outbox.send_due()
    assert subjects_to(seat) == ["Your turn: Friday dwarves"]

    pass_by(HOUR)
    tick()
    outbox.send_due()
    assert len(subjects_to(seat)) == 1


@pytest.mark.usefixtures("mail_alone")
def test_a_player_who_looks_when_the_table_falls_back_is_not_notified() -> None:
    seat = seen_live()
    cache.clear()
    live.back_to_days(user=seat.user, code=seat.game.code)
    tables.browser_of(seat.user).get(reverse("games:table", args=[seat.game.code]))
    outbox.send_due()
    assert subjects_to(seat) == []


def test_r93_live_fall_back_notifies_seats_that_owe_an_answer() -> None:
    game = with_windows()
    play_live(game)
    tables.do(game, "A lay EW 1,0", "B choose none")
    pass_by(70 * SECOND)
    here(game, ())
    cache.clear()
    tick()
    by_name = {seat.user.username: turn_notice(seat) for seat in tables.seats_of(game) if seat.awaited_for}
    assert "Veto it" in letter_about(by_name["Cy"]).subject
    with pytest.raises(NothingToSendError):
        letter_about(by_name["Bo"])


# -- how soon people answer


def test_turns_of_a_live_table_do_not_count_for_the_pace() -> None:
    game = timed_game(3)
    users = {seat.number: seat.user for seat in tables.seats_of(game)}

    def by_hand() -> None:
        seat = on_turn(game)
        card = tables.loaded(game).state.seats[seat.number].hand[0]

        seq = fresh(game).seq
        sent = moves.submit(code=game.code, user=users[seat.number], seq=seq, key=f"k{seq}", command=Pass((card,)))
        assert sent.result == "done"

    def counted() -> int:
        return len(list(turns_in(lines_of(Move.objects.filter(game=game).order_by("seq")))))

    by_hand()
    by_hand()
    assert counted() == 2
    play_live(game)
    for _turn in range(3):
        pass_by(10 * SECOND)
        by_hand()
    pass_by(2 * MINUTE)
    by_hand()  # says itself that the table fell back
    assert counted() == 2
    by_hand()
    assert counted() == 3
    assert repairs.faults(tables.loaded(game)) == []
