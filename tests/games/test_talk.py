"""Chat messages and claims of a table: permissions, storage, standing claims, removal."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.http import Http404

from accounts.models import Unheard
from accounts.services import farewell
from games import clock
from games.models import Complaint, Game, Seat, Status, Talk, Word
from games.rules import engine
from games.rules.claims import parse
from games.selectors import talk as talk_selectors
from games.services import leaving, moves, talk, unread
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError
from tests.factories import UserFactory
from tests.games.clocks import pass_by
from tests.games.tables import in_position, loaded, open_game, play_on, running_game, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


def say(game: Game, name: str, text: str = "I dig.", after: int = 0) -> int:
    return talk.say(user=seat_of(game, name).user, code=game.code, text=text, after=after)


def claim(game: Game, name: str, text: str) -> None:
    talk.claim(user=seat_of(game, name).user, code=game.code, claim=parse(text))


def received_by(game: Game, name: str) -> talk_selectors.Received:
    game.refresh_from_db()
    return talk_selectors.received(game, seat_of(game, name), after=-1, last=game.seq, round=1)


def said(game: Game, name: str) -> list[str]:
    return [word.text for word in received_by(game, name).words]


# -- saying


def test_message_reaches_all_newest_first_and_changes_no_game_number() -> None:
    game = running_game(3)
    before = loaded(game).state
    assert (say(game, "Ann", "I dig."), say(game, "Bo", "So do I.")) == (1, 2)
    talk.say_quick(user=seat_of(game, "Cy").user, code=game.code, word="lie")
    assert said(game, "Ann") == said(game, "Cy") == ["lie", "So do I.", "I dig."]
    assert loaded(game).state == before
    assert Game.objects.get(pk=game.pk).version == game.version
    assert game.version > 1
    assert list(Word.objects.values_list("seq", flat=True)) == [game.seq] * 3


def test_chat_message_makes_no_move_stale() -> None:
    game = running_game(3)
    seat = Seat.objects.select_related("user").exclude(awaited_for="").get(game=game)
    seq = game.seq
    say(game, "Ann")

    state = loaded(game).state
    command = engine.passes(state.public, state.seats[seat.number])[0]
    outcome = moves.submit(code=game.code, user=seat.user, seq=seq, key="k", command=command)  # type: ignore[arg-type]
    assert outcome.result == moves.MoveOutcome.DONE


def test_only_players_of_the_table_write_messages() -> None:
    game, eve = running_game(3), UserFactory.create(username="Eve")
    for act in (
        lambda: talk.say(user=eve, code=game.code, text="Hi"),
        lambda: talk.say_quick(user=eve, code=game.code, word="yes"),
        lambda: talk.claim(user=eve, code=game.code, claim=parse("hand nothing")),
        lambda: talk.complain(user=eve, code=game.code, number=1, reason="rude"),
        lambda: talk.say(user=eve, code="nowhere", text="Hi"),
    ):
        say(game, "Ann")
        with pytest.raises(Http404):
            act()
    assert not Word.objects.filter(user=eve).exists()


def test_lobby_has_messages_but_no_claims() -> None:
    game = open_game(2, wanted=4)
    assert say(game, "Bo", "When do we begin?") == 1
    with pytest.raises(TooLateError, match="You can only make claims while the game is running"):
        claim(game, "Bo", "hand nothing")


@pytest.mark.parametrize("status", [Status.OVER, Status.CANCELLED])
def test_finished_table_takes_no_messages(status: Status) -> None:
    game = running_game(3)
    say(game, "Ann")
    Game.objects.filter(pk=game.pk).update(status=status)
    with pytest.raises(TooLateError):
        say(game, "Ann", "gg")
    with pytest.raises(TooLateError):
        claim(game, "Ann", "hand nothing")


def test_a_table_may_be_silent_or_speak_in_quick_words_and_claims_alone() -> None:
    game = running_game(3, talk=Talk.QUICK)
    with pytest.raises(DeclinedError, match="quick messages"):
        say(game, "Ann")
    talk.say_quick(user=seat_of(game, "Ann").user, code=game.code, word="yes")
    claim(game, "Ann", "hand nothing")
    assert said(game, "Bo") == ["hand nothing", "yes"]
    Game.objects.filter(pk=game.pk).update(talk=Talk.OFF)
    for act in (lambda: say(game, "Ann"), lambda: claim(game, "Ann", "hand back")):
        with pytest.raises(DeclinedError):
            act()


def test_message_repeated_from_one_page_is_sent_once() -> None:
    game = running_game(3)
    after = say(game, "Ann", "No!")
    before = Game.objects.values("words", "version").get(pk=game.pk)
    assert say(game, "Ann", "No!") == after
    assert Game.objects.values("words", "version").get(pk=game.pk) == before
    say(game, "Bo", "No!")
    assert said(game, "Cy") == ["No!", "No!"]
    say(game, "Ann", "No!", after)
    assert said(game, "Cy") == ["No!", "No!", "No!"]


@pytest.mark.parametrize("text", ["", "x" * 501])
def test_message_has_one_to_five_hundred_characters(text: str) -> None:
    game = running_game(3)
    with pytest.raises(DeclinedError):
        say(game, "Ann", text)
    assert say(game, "Ann", "x" * 500)


def test_chat_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = running_game(3)
    for number in range(20):
        say(game, "Ann", f"{number}")
    with pytest.raises(TooManyError) as refused:
        say(game, "Ann", "more")
    assert refused.value.retry_after
    assert say(game, "Bo", "I may.")


def test_newest_thirty_messages_are_shown_and_the_others_by_pages() -> None:
    game = running_game(3)
    seat = seat_of(game, "Ann")
    Word.objects.bulk_create(
        Word(
            game=game,
            number=number,
            seat=0,
            user=seat.user,
            seq=1,
            round=0,
            kind="text",
            text=f"{number}",
            after=number,
        )
        for number in range(1, 101)
    )
    Game.objects.filter(pk=game.pk).update(words=100)
    found = received_by(game, "Bo")
    assert [word.number for word in found.words] == list(range(100, 70, -1))
    assert found.older
    before = talk_selectors.words_of(game, seat_of(game, "Bo").user, most=10, before=71)
    assert [word.number for word in before] == list(range(70, 60, -1))


def test_whisper_stands_with_its_move_for_its_seat_alone() -> None:
    game = running_game(3)
    play_on(game, 6)
    say(game, "Ann")
    for name in ("Ann", "Bo", "Cy"):
        found = received_by(game, name).whispers
        assert set(found) == set(game.whispers.filter(seat=seat_of(game, name).number).values_list("seq", flat=True))
    spectator = talk_selectors.received(game, None, after=0, last=game.seq, round=1)
    assert (dict(spectator.whispers), [word.text for word in spectator.words]) == ({}, ["I dig."])


# -- claims


def test_claim_stands_until_its_player_claims_otherwise() -> None:
    game = running_game(3)
    claim(game, "Ann", "goal 8,-2 gold")
    claim(game, "Bo", "goal 8,-2 stone")
    claim(game, "Ann", "goal 8,0 stone")
    claim(game, "Ann", "goal 8,-2 stone")
    stand = [(one.name, one.text) for one in received_by(game, "Cy").claims]
    assert stand == [("Bo", "goal 8,-2 stone"), ("Ann", "goal 8,0 stone"), ("Ann", "goal 8,-2 stone")]
    assert len(received_by(game, "Cy").words) == 4


def test_standing_claim_is_not_repeated_and_others_not_withdrawn() -> None:
    game = running_game(3)
    claim(game, "Ann", "player B back")
    assert received_by(game, "Ann").words == []
    claim(game, "Ann", "player B trust")
    claim(game, "Ann", "player B trust")
    assert said(game, "Bo") == ["player B trust"]
    claim(game, "Ann", "player B back")
    assert received_by(game, "Bo").claims == []
    assert said(game, "Bo") == ["player B back", "player B trust"]


def test_publicly_impossible_claim_is_refused() -> None:
    game = running_game(3)
    for text in ("goal 3,0 gold", "tool cart mend", "player A trust", "player D trust", "ask B boss"):
        with pytest.raises(TooLateError):
            claim(game, "Ann", text)
    broken = in_position(3, code="broken", before={"A": ["break:cart"]})
    claim(broken, "Ann", "tool cart mend")
    assert [one.text for one in received_by(broken, "Bo").claims] == ["tool cart mend"]


def test_claims_end_with_the_round_or_with_their_player() -> None:
    game = running_game(3)
    claim(game, "Ann", "hand nothing")
    claim(game, "Bo", "hand nothing")
    assert talk_selectors.received(game, seat_of(game, "Cy"), after=0, last=1, round=2).claims == []
    leaving.leave(user=seat_of(game, "Bo").user, code=game.code)
    assert [one.name for one in received_by(game, "Cy").claims] == ["Ann"]
    assert [one.name for one in received_by(game, "Cy").words] == ["Bo", "Ann"]


# -- removing, complaining, not hearing


def test_message_is_removed_by_its_writer_within_two_minutes() -> None:
    game = running_game(3)
    first = say(game, "Ann", "rude")
    with pytest.raises(Http404):
        talk.remove(user=seat_of(game, "Bo").user, code=game.code, number=first)
    version = Game.objects.get(pk=game.pk).version
    talk.remove(user=seat_of(game, "Ann").user, code=game.code, number=first)
    talk.remove(user=seat_of(game, "Ann").user, code=game.code, number=first)
    word = received_by(game, "Bo").words[0]
    assert (word.text, word.removed, word.name) == ("", True, "Ann")
    assert game.version == version + 1
    assert "rude" not in str(list(Word.objects.values()))
    second = say(game, "Ann", "late", 1)
    pass_by(timedelta(minutes=2, seconds=5))
    with pytest.raises(TooLateError):
        talk.remove(user=seat_of(game, "Ann").user, code=game.code, number=second)
    assert said(game, "Bo")[0] == "late"


def test_a_claim_is_taken_back_and_never_removed() -> None:
    game = running_game(3)
    claim(game, "Ann", "hand nothing")
    with pytest.raises(Http404):
        talk.remove(user=seat_of(game, "Ann").user, code=game.code, number=1)


def test_report_stores_the_message_and_the_reason_once() -> None:
    game = running_game(3)
    number = say(game, "Ann", "rude")
    bo = seat_of(game, "Bo").user
    talk.complain(user=bo, code=game.code, number=number, reason="It is rude.")
    talk.complain(user=bo, code=game.code, number=number, reason="Again.")
    talk.remove(user=seat_of(game, "Ann").user, code=game.code, number=number)
    assert list(Complaint.objects.values_list("words", "reason", "by__username")) == [("rude", "It is rude.", "Bo")]
    with pytest.raises(TooLateError):
        talk.complain(user=seat_of(game, "Cy").user, code=game.code, number=number, reason="Me too.")
    with pytest.raises(Http404):
        talk.complain(user=seat_of(game, "Ann").user, code=game.code, number=number, reason="My own.")


def test_a_complaint_has_a_reason() -> None:
    game = running_game(3)
    number = say(game, "Ann", "rude")
    for reason in ("", "x" * 501):
        with pytest.raises(DeclinedError):
            talk.complain(user=seat_of(game, "Bo").user, code=game.code, number=number, reason=reason)


def test_muted_player_is_hidden_except_for_claims() -> None:
    game = running_game(3)
    say(game, "Ann", "blah")
    say(game, "Bo", "quite")
    talk.say_quick(user=seat_of(game, "Ann").user, code=game.code, word="laugh")
    claim(game, "Ann", "hand nothing")
    Unheard.objects.create(user=seat_of(game, "Cy").user, other=seat_of(game, "Ann").user)
    assert said(game, "Cy") == ["hand nothing", "quite"]
    assert len(said(game, "Bo")) == 4
    words = talk_selectors.words_of(game, seat_of(game, "Cy").user, most=10)
    assert [word.text for word in words] == ["hand nothing", "quite"]


def test_messages_of_a_deleted_account_stay_under_another_name() -> None:
    game = running_game(3)
    say(game, "Ann", "Remember me.")
    ann = seat_of(game, "Ann").user
    farewell.delete_account(ann)
    word = received_by(game, "Bo").words[0]
    assert (word.text, word.name) == ("Remember me.", f"Former player {ann.pk}")


def test_read_marker_is_stored_and_never_moves_back() -> None:
    game = running_game(3)
    say(game, "Ann")
    unread.mark_seen(seat_of(game, "Bo"), 1, 1)
    unread.mark_seen(seat_of(game, "Bo"), 3)
    assert (seat_of(game, "Bo").heard, seat_of(game, "Bo").seen_seq) == (1, 3)


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_two_concurrent_messages_are_both_stored() -> None:
    game = running_game(3)
    users = [seat_of(game, name).user for name in ("Ann", "Bo", "Cy")]

    def write(user: Any) -> None:
        try:
            for number in range(8):
                talk.say(user=user, code=game.code, text=f"{user.username} {number}")
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=[user]) for user in users]
    for writer in writers:
        writer.start()
    do_moves(game)
    for writer in writers:
        writer.join()
    assert sorted(Word.objects.values_list("number", flat=True)) == list(range(1, 25))
    assert Game.objects.get(pk=game.pk).words == 24
    assert Word.objects.values("text").distinct().count() == 24
    assert clock.now()


def do_moves(game: Game) -> None:
    """Moves in between."""
    for _ in range(3):
        play_on(game, 1)
