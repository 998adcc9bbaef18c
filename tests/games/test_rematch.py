"""Playing again with the same people: one tap, one table, all options kept."""

from typing import Any

import pytest
from django.http import Http404

from accounts.models import User
from accounts.services import farewell
from accounts.services import friends as circle
from games.models import Game, Invitation, Joining, Ladder, Notice, Status
from games.rules.table import Ruleset
from games.services import beginning, lobby, rematch
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError
from tests.factories import UserFactory
from tests.games.tables import browser_of, do, people, running_game, seat_of, seats_of, seen_by_all

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]

OPTIONS: dict[str, Any] = {
    "name": "Friday dwarves",
    "joining": Joining.LINK,
    "bank_hours": 48,
    "turn_hours": 6,
    "ladder": Ladder.FRIENDS,
    "vacations": False,
    "aids": False,
    "bot_level": "strong",
}
RULES = Ruleset(rounds=2, modules=("veto",), veto_window=12)


def over(bots: int = 0, **fields: Any) -> Game:
    """A finished game of Ann, Bo and Cy, and some bots."""
    seated = [*people(3), *(UserFactory.create(username=f"Bot {number}", is_bot=True) for number in range(bots))]
    game = running_game(seated, code="before", ruleset=RULES, **{**OPTIONS, **fields})
    Game.objects.filter(pk=game.pk).update(bots="DE"[:bots])
    do(game, "= end")
    seen_by_all(game)
    return Game.objects.get(pk=game.pk)


def person(name: str) -> User:
    return User.objects.get(username=name)


def again(name: str) -> Game:
    return rematch.again(user=person(name), code="before")


def invited(game: Game) -> set[str]:
    return set(
        Invitation.objects.filter(game=game, revoked_at=None, to__isnull=False).values_list("to__username", flat=True)
    )


def test_one_tap_makes_the_rematch_and_invites_all() -> None:
    before = over()
    answer = browser_of("Bo").post("/t/before/again")
    after = Game.objects.get(pk=Game.objects.get(pk=before.pk).again_id)  # type: ignore[misc]
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{after.code}/")
    assert {name: getattr(after, name) for name in OPTIONS} == OPTIONS
    assert (after.ruleset, after.seats_wanted, after.bots_fill) == (before.ruleset, 3, False)
    assert (after.status, after.host) == (Status.OPEN, person("Bo"))
    assert after.commitment != before.commitment
    assert [seat.user.username for seat in seats_of(after)] == ["Bo"]
    assert invited(after) == {"Ann", "Cy"}
    invitations = Notice.objects.filter(kind="invitation", game=after)
    assert {notice.user.username for notice in invitations} == {"Ann", "Cy"}


def test_second_rematch_request_leads_to_the_same_table() -> None:
    over()
    after = again("Bo")
    assert again("Ann") == again("Bo") == again("Ann") == after
    assert [seat.user.username for seat in seats_of(after)] == ["Bo", "Ann"]
    assert Game.objects.count() == 2


def test_absent_players_seats_are_free_and_bots_retake_theirs() -> None:
    over(bots=2)
    after = again("Ann")
    assert (after.seats_wanted, after.bots_fill) == (5, True)
    assert invited(after) == {"Bo", "Cy"}
    beginning.start(host=person("Ann"), code=after.code)
    assert sum(seat.user.is_bot for seat in seats_of(after)) == 4


def test_rematch_that_began_without_a_player_is_followed_by_another() -> None:
    over(bots=2)
    after = again("Ann")
    beginning.start(host=person("Ann"), code=after.code)
    other = again("Cy")
    assert other != after
    assert again("Ann") == other


def test_player_of_the_rematch_is_led_there_even_when_it_runs() -> None:
    over(bots=2)
    after = again("Ann")
    beginning.start(host=person("Ann"), code=after.code)
    assert again("Ann") == after


def test_a_table_that_was_cancelled_or_is_full_is_followed_by_another() -> None:
    over()
    first = again("Ann")
    lobby.call_off(host=person("Ann"), code=first.code)
    second = again("Bo")
    assert second != first
    Game.objects.filter(pk=second.pk).update(seats_wanted=1)
    assert again("Cy") not in (first, second)


def test_invitation_between_blocked_or_deleted_users_is_refused() -> None:
    over()
    circle.block(blocker=person("Bo"), other=person("Cy"))
    gone = person("Ann")
    farewell.delete_account(gone)
    assert invited(again("Bo")) == set()
    assert invited(again("Cy")) == set()


def test_removed_player_leads_no_other_to_a_rematch() -> None:
    over()
    first = again("Ann")
    again("Bo")
    lobby.remove(host=person("Ann"), code=first.code, user=person("Bo"))
    own = again("Bo")
    assert (own.host, own != first) == (person("Bo"), True)
    assert again("Cy") == again("Ann") == first


def test_cancelled_tables_do_not_reset_the_invitation_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    over()
    monkeypatch.setitem(rates.RATES, "invitations", rates.Rate(5, 600))
    for _time in range(2):
        lobby.call_off(host=person("Bo"), code=again("Bo").code)
    before = Game.objects.count(), Notice.objects.count()
    with pytest.raises(TooManyError, match="You’ve invited a lot of people within an hour"):
        again("Bo")
    assert (Game.objects.count(), Notice.objects.count()) == before
    assert invited(again("Ann")) == {"Bo", "Cy"}


def test_only_those_who_sat_there_and_only_when_it_is_over() -> None:
    game = running_game(3, code="before")
    with pytest.raises(TooLateError, match="This game isn’t over yet"):
        again("Ann")
    stranger = UserFactory.create(username="Zed")
    do(game, "= end")
    with pytest.raises(Http404):
        rematch.again(user=stranger, code="before")
    assert browser_of("Zed").post("/t/before/again").status_code == 404
    assert Game.objects.count() == 1


def test_refusal_appears_beside_the_pressed_button(monkeypatch: pytest.MonkeyPatch) -> None:
    over()

    def refuse(**_given: object) -> None:
        raise DeclinedError("You’ve set up a lot of tables within an hour. Try again later.")

    monkeypatch.setattr(lobby, "set_up", refuse)
    ann = browser_of("Ann")
    answer = ann.post("/t/before/again")
    assert (answer.status_code, answer["Location"]) == (303, "/t/before/")
    assert "You’ve set up a lot of tables within an hour" in ann.get("/t/before/").content.decode()
    assert Game.objects.count() == 1


def test_the_button_stands_on_the_scores_of_those_who_played() -> None:
    over(joining=Joining.ANYONE)
    UserFactory.create(username="Zed")
    for name, there in (("Ann", True), ("Zed", False)):
        assert ("Play again with the same people" in browser_of(name).get("/t/before/").content.decode()) is there


def test_playing_again_changes_nothing_that_others_see_of_the_table_before() -> None:
    before = over()
    again("Ann")
    after = Game.objects.get(pk=before.pk)
    assert (after.version, after.seq, after.public) == (before.version, before.seq, before.public)
    assert seat_of(before, "Bo").seen_round == 99
