"""Options that are changed before the game: another secret each time, and nothing of before counts (R98)."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.http import Http404

from games.mail import outbox
from games.models import Deal, Game, Joining, Notice, Seat, TableOptions
from games.rows import chance
from games.rules import codec, engine, fairness
from games.rules.table import Ruleset
from games.rules.verify import faults
from games.selectors import waiting
from games.services import archive, beginning, lobby, options
from saboteur_site.web.declined import DeclinedError, TooLateError
from tests.factories import UserFactory
from tests.games import tables
from tests.games.post import give_addresses
from tests.games.tables import open_game, people, seat_of, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


def change(game: Game, host: str = "Ann", **changes: Any) -> bool:
    """The host changes options as they see them."""
    done = options.change(host=seat_of(game, host).user, code=game.code, **tables.options_of(game, **changes))
    game.refresh_from_db()
    return done


def agree(game: Game, *names: str, word: str = "") -> None:
    """Some are ready with the options as they are now."""
    game.refresh_from_db()
    for name in names:
        options.agree(
            user=seat_of(game, name).user, code=game.code, options_version=game.options_version, lucky_word=word
        )


@pytest.fixture
def game() -> Game:
    """A table of Ann, Bo and Cy with words of Bo and Ann, and a free seat for a bot."""
    ann, bo, cy = people(3)
    made = lobby.set_up(host=ann, options=TableOptions(name="Sunday", seats=4, joining=Joining.ANYONE))
    lobby.join(user=bo, code=made.code, lucky_word="left boots")
    lobby.join(user=cy, code=made.code)
    lobby.add_word(user=ann, code=made.code, lucky_word="right boots")
    return made


def seed(game: Game) -> bytes:
    return bytes.fromhex(Game.objects.select_related("secret").get(pk=game.pk).secret.seed)


CHANGES: dict[str, dict[str, Any]] = {
    "rules": {"ruleset": Ruleset("saboteur2")},
    "rounds": {"ruleset": Ruleset(rounds=1)},
    "seats": {"seats": 5},
    "bots": {"bots_fill": False},
    "joining": {"joining": Joining.LINK},
    "clock": {"bank_hours": 12, "turn_hours": 2},
    "ladder": {"ladder": "friends"},
    "vacations": {"vacations": False},
    "aids": {"aids": False},
    "sun": {"by_sun": True},
    "level": {"bot_level": "easy"},
    "name": {"name": "Monday"},
}


@pytest.mark.examples(4)
@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
def test_each_change_draws_another_secret_and_no_word_of_before_counts(game: Game, changes: dict[str, Any]) -> None:
    before, shown = seed(game), game.commitment
    assert change(game, **changes)

    assert seed(game) != before
    assert game.commitment == fairness.commitment(seed(game)) != shown
    assert [(seat.share, seat.word_place) for seat in seats_of(game)] == [("", None)] * 3
    assert [seat.user.username for seat in chance.not_ready(game, seats_of(game))] == ["Bo", "Cy"]


def test_change_without_effect_asks_no_player(game: Game) -> None:
    before = (seed(game), game.commitment)
    version = Game.objects.get(pk=game.pk).version
    assert not change(game)

    assert (seed(game), game.commitment, game.options_version, game.version) == (*before, 0, version)
    assert len(chance.words_of(seats_of(game))) == 2
    assert not Notice.objects.exists()


def test_the_way_back_to_options_of_before_is_another_secret_too(game: Game) -> None:
    secrets = [seed(game)]
    for rounds in (1, 3, 1, 3):
        change(game, ruleset=Ruleset(rounds=rounds))
        secrets.append(seed(game))

    assert len(set(secrets)) == 5


def test_secret_changes_with_options_so_deals_cannot_be_chosen(game: Game) -> None:
    """They know the secret: with each change it is another, and it is nothing without the words that come after it."""
    ann = seat_of(game, "Ann").user
    wanted = engine.first_deal(Ruleset(), 4, key=chance.key_of(_with_secret(game), seats_of(game)))
    for rounds in (1, 2, 3):
        change(game, ruleset=Ruleset(rounds=rounds))
        with pytest.raises(DeclinedError, match="Bo and Cy have not said"):
            beginning.start(host=ann, code=game.code)
    tried = engine.first_deal(Ruleset(), 4, key=chance.key_of(_with_secret(game), seats_of(game)))
    agree(game, "Bo", word="nobody guesses this")
    agree(game, "Cy")
    beginning.start(host=ann, code=game.code)

    dealt = codec.decode_deal(Deal.objects.get(game=game).state)
    assert dealt not in (wanted, tried)
    key = chance.key_of(_with_secret(game), seats_of(game))
    assert dealt == engine.first_deal(Ruleset(), 4, key=key)


def _with_secret(game: Game) -> Game:
    return Game.objects.select_related("secret").get(pk=game.pk)


def test_the_game_begins_when_everybody_is_ready_or_their_seat_is_free(game: Game) -> None:
    ann, cy = seat_of(game, "Ann").user, seat_of(game, "Cy").user
    change(game, ruleset=Ruleset(rounds=1))
    agree(game, "Bo")
    with pytest.raises(DeclinedError, match="Cy hasn’t said"):
        beginning.start(host=ann, code=game.code)
    lobby.remove(host=ann, code=game.code, user=cy)

    assert beginning.start(host=ann, code=game.code).status == "running"


def test_the_new_host_of_a_table_has_to_be_ready_too(game: Game) -> None:
    change(game, ruleset=Ruleset(rounds=1))
    agree(game, "Cy")
    lobby.pass_on(host=seat_of(game, "Ann").user, code=game.code)
    with pytest.raises(DeclinedError, match="Bo hasn’t said"):
        beginning.start(host=seat_of(game, "Bo").user, code=game.code)


def test_bots_add_nothing_after_a_change_as_before(game: Game) -> None:
    change(game, seats=6)
    agree(game, "Bo", "Cy")
    beginning.start(host=seat_of(game, "Ann").user, code=game.code)
    game.refresh_from_db()

    assert game.bots == "DEF"
    assert [seat.share for seat in seats_of(game)] == [""] * 6


def test_being_ready_twice_keeps_the_first_word(game: Game) -> None:
    change(game, seats=5)
    agree(game, "Bo", word="one")
    version = Game.objects.get(pk=game.pk).version
    agree(game, "Bo", word="two")

    assert seat_of(game, "Bo").share == fairness.share_of("one").hex()
    assert Game.objects.get(pk=game.pk).version == version


def test_a_word_that_came_before_the_answer_stays_in(game: Game) -> None:
    change(game, seats=5)
    lobby.add_word(
        user=seat_of(game, "Bo").user, code=game.code, lucky_word="one", options_version=game.options_version
    )
    agree(game, "Bo", word="two")
    bo = seat_of(game, "Bo")
    assert (bo.share, bo.agreed) == (fairness.share_of("one").hex(), game.options_version)


def test_an_answer_to_options_of_before_does_not_count(game: Game) -> None:
    bo, zed = seat_of(game, "Bo").user, UserFactory.create(username="Zed")
    change(game, seats=5)
    with pytest.raises(TooLateError, match="have changed"):
        options.agree(user=bo, code=game.code, options_version=0, lucky_word="old")
    with pytest.raises(TooLateError, match="have changed"):
        lobby.add_word(user=bo, code=game.code, lucky_word="old")
    lobby.join(user=zed, code=game.code, lucky_word="old")

    assert chance.words_of(seats_of(game)) == []
    assert {seat.user.username for seat in chance.not_ready(game, seats_of(game))} == {"Bo", "Cy", "Zed"}


def test_player_who_joins_with_current_options_is_ready(game: Game) -> None:
    zed = UserFactory.create(username="Zed")
    change(game, seats=5)
    lobby.join(user=zed, code=game.code, lucky_word="now", options_version=game.options_version)

    assert seat_of(game, "Zed") not in chance.not_ready(game, seats_of(game))
    assert [seat.user.username for seat in chance.words_of(seats_of(game))] == ["Zed"]


def test_ready_for_options_that_are_not_current_is_refused(game: Game) -> None:
    zed = UserFactory.create(username="Zed")
    lobby.join(user=zed, code=game.code, options_version=1)
    change(game, ruleset=Ruleset(rounds=1))

    assert seat_of(game, "Zed") in chance.not_ready(game, seats_of(game))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"seats": 3, "bots_fill": False, "ruleset": Ruleset(variants=("tournament",))},
            "These rules don’t work with that many players",
        ),
        ({"seats": 2, "ruleset": Ruleset("saboteur2")}, "3 people sit at this table already"),
    ],
)
def test_options_that_do_not_fit_those_who_sit_there_change_nothing(
    game: Game, changes: dict[str, Any], sentence: str
) -> None:
    before = (seed(game), *Seat.objects.order_by("pk").values())
    with pytest.raises(DeclinedError, match=sentence):
        change(game, **changes)

    assert (seed(game), *Seat.objects.order_by("pk").values()) == before


def test_only_the_host_changes_options_and_only_before_the_game(game: Game) -> None:
    with pytest.raises(PermissionDenied):
        change(game, host="Bo", seats=5)
    with pytest.raises(Http404):
        options.change(host=UserFactory.create(), code=game.code, **tables.options_of(game, seats=5))
    beginning.start(host=seat_of(game, "Ann").user, code=game.code)
    with pytest.raises(TooLateError, match="already begun"):
        change(game, seats=5)


def test_table_of_the_first_scheme_moves_on_with_its_options() -> None:
    game = open_game(3, wanted=4)
    change(game, ruleset=Ruleset(rounds=1))

    assert (game.scheme, game.commitment) == (fairness.SCHEME, fairness.commitment(seed(game)))
    assert {seat.share for seat in seats_of(game)} == {""}


def test_players_are_notified_once_until_they_answer(game: Game) -> None:
    give_addresses()

    def notified() -> list[str]:
        mail.outbox.clear()
        outbox.send_due()
        return sorted(one.to[0] for one in mail.outbox)

    change(game, ruleset=Ruleset(rounds=1))
    assert notified() == ["bo@mail.example", "cy@mail.example"]
    assert "Are you ready? Sunday" in {one.subject for one in mail.outbox}
    assert {notice.by for notice in Notice.objects.all()} == {seat_of(game, "Ann").user}
    agree(game, "Bo")
    change(game, ruleset=Ruleset(rounds=2))
    assert notified() == ["bo@mail.example"]


def test_no_letter_asks_a_player_who_is_ready(game: Game) -> None:
    give_addresses()
    change(game, ruleset=Ruleset(rounds=1))
    agree(game, "Bo", "Cy")
    mail.outbox.clear()
    outbox.send_due()

    assert mail.outbox == []


def test_a_table_that_asks_waits_for_a_person_until_they_are_ready(game: Game) -> None:
    bo = seat_of(game, "Bo").user
    change(game, ruleset=Ruleset(rounds=1))
    assert [row["kind"] for row in waiting.rows_for(bo)] == ["ready"]
    assert waiting.number_for(bo) == 1
    assert waiting.number_for(seat_of(game, "Ann").user) == 0
    agree(game, "Bo")
    assert (waiting.rows_for(bo), waiting.number_for(bo)) == ([], 0)


def test_the_record_of_a_game_whose_options_were_changed_is_verified(game: Game, tmp_path: Path) -> None:
    for rounds in (3, 2, 1):
        change(game, ruleset=Ruleset(rounds=rounds), seats=4)
        agree(game, "Bo", word=f"word {rounds}")
    agree(game, "Cy")
    beginning.start(host=seat_of(game, "Ann").user, code=game.code)
    tables.do(game, "= end")
    notified = archive.export(Game.objects.get(pk=game.pk))
    said, file = StringIO(), tmp_path / "game.json"
    file.write_text(json.dumps(notified))
    for what in (game.code, str(file)):
        call_command("verify", what, stdout=said)

    assert faults(notified) == []
    assert notified["fairness"]["commitment"] == game.commitment
    assert notified["fairness"]["words"] == [["B", fairness.share_of("word 1").hex()]]


def test_a_record_with_a_word_of_before_the_change_is_found_out(game: Game) -> None:
    change(game, ruleset=Ruleset(rounds=1))
    agree(game, "Bo", "Cy")
    beginning.start(host=seat_of(game, "Ann").user, code=game.code)
    tables.do(game, "= end")
    notified = archive.export(Game.objects.get(pk=game.pk))
    notified["fairness"]["words"] = [["B", fairness.share_of("left boots").hex()]]
    notified["fairness"]["seal"] = fairness.seal(notified)

    assert faults(notified)
