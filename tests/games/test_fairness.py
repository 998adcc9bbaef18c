"""Why the cards can be believed: what everybody at a table can check, during the game and afterwards."""

import hashlib
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from games.forms.presets import PRESETS
from games.models import Deal, Game, Joining, Seat, TableOptions, TableSecret
from games.rows import chance, store
from games.rules import codec, engine, replay
from games.rules.errors import Malformed
from games.rules.export import table_written
from games.rules.fairness import commitment, game_key
from games.rules.notation import letter
from games.rules.roles import DIGGER, DIGGERS, SABOTEUR
from games.rules.table import Ruleset
from games.rules.verify import faults
from games.services import archive, beginning, guests, lobby
from games.services.guests import ROUND, SEATS
from tests.factories import UserFactory
from tests.games import tables
from tests.rules.finished import resealed

GOOD = "We’ve replayed the game from the revealed secret"


def page(game: Game, name: str = "Ann") -> str:
    return tables.browser_of(name).get(reverse("games:fairness", args=[game.code])).content.decode()


RULES = Ruleset(rules="saboteur2", modules=("treasure-chests", "tunnel-party"), rounds=2)


def finished(scheme: int) -> Game:
    """A game of one round and a bit, in which lots were drawn; then its players ended it."""
    game = tables.running_game(3, ruleset=RULES, scheme=scheme)
    tables.do(game, f"= timeout {letter(tables.awaited(game).number)}")
    while Deal.objects.filter(game=game).count() < 2:
        tables.play_on(game, 10)
    tables.do(game, f"= timeout {letter(tables.awaited(game).number)}", "= end")
    return game


@pytest.fixture(params=[1, 2])
def over(request: pytest.FixtureRequest, db: None) -> Game:
    """A finished game of each scheme."""
    return finished(request.param)


@pytest.fixture
def last(db: None) -> Game:
    """A finished game of the present scheme."""
    return finished(2)


def test_fingerprint_and_shares_are_open_before_the_end_but_no_secret(db: None) -> None:
    for game in (tables.open_game(3), tables.running_game(3, seed=8), tables.running_game(3, seed=9, scheme=2)):
        shown = page(game)
        assert game.commitment in shown
        assert all(seat.share in shown for seat in tables.seats_of(game))
        assert TableSecret.objects.get(game=game).seed not in shown
        assert "hidden until the game is over" in shown
        assert reverse("games:export", args=[game.code]) not in shown


@pytest.mark.examples(1)
def test_after_the_game_the_secret_is_open_and_all_of_it_is_recomputed(over: Game) -> None:
    shown = page(over)
    assert TableSecret.objects.get(game=over).seed in shown
    assert GOOD in shown
    assert "Something doesn’t match" not in shown
    assert reverse("games:export", args=[over.code]) in shown


NEXT = {"A": "B", "B": "C", "C": "A"}
FORGED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a hand": lambda export: export["rounds"][0]["hands"]["A"].append("map"),
    "a first player": lambda export: export["rounds"][1].update(first=NEXT[export["rounds"][1]["first"]]),
    "a move": lambda export: export["rounds"][1]["moves"].pop(0),
    "the end": lambda export: export["rounds"][1]["moves"].pop(),
}


@pytest.mark.examples(2)
@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
def test_mismatch_with_the_deal_is_reported(last: Game, monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    export = archive.export(last)
    change(export)
    monkeypatch.setattr(archive, "export", lambda _game: resealed(export))
    shown = page(last)
    assert "Something doesn’t match" in shown
    assert GOOD not in shown


@pytest.mark.examples(1)
def test_a_game_that_began_before_a_rule_was_corrected_is_not_accused(
    over: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "RULES_VERSION", "of tomorrow")
    assert GOOD in page(over)
    with monkeypatch.context() as corrected:
        corrected.setattr(replay, "fault", lambda _told: "round 1, move 3: refused")
        shown = page(over)
        assert "A rule has been corrected since this game started, so it can’t be" in shown
        assert "Something doesn’t match" not in shown
        with pytest.raises(CommandError, match="a rule was corrected"):
            call_command("verify", over.code)
    monkeypatch.undo()
    monkeypatch.setattr(replay, "fault", lambda _told: "round 1, move 3: refused")
    assert "Something doesn’t match" in page(over)


@pytest.mark.examples(1)
def test_the_export_is_a_file_that_anybody_can_check(over: Game, tmp_path: Path) -> None:
    response = tables.browser_of("Bo").get(reverse("games:export", args=[over.code]))
    assert response["Content-Disposition"] == f'attachment; filename="{over.code}.json"'
    export: dict[str, Any] = json.loads(response.content)
    file = tmp_path / "game.json"
    file.write_bytes(response.content)
    said = StringIO()
    call_command("verify", str(file), stdout=said)
    lots = sum(line.startswith("* ") for script in export["rounds"] for line in script["moves"])
    assert lots > 0
    assert f"{file}: ok, 2 deals and {lots} lots follow from the committed secret" in said.getvalue()
    export["fairness"]["secret"] = export["fairness"]["secret"][::-1]
    assert faults(export)
    export = json.loads(response.content)
    export["rounds"][-1]["moves"].pop()
    file.write_text(json.dumps(resealed(export)))
    with pytest.raises(CommandError, match="_over: expected True, found False"):
        call_command("verify", str(file))


def test_a_round_of_lots_up_to_its_last_move_is_recomputed(db: None) -> None:
    game = tables.running_game(3, ruleset=Ruleset(rounds=2), scheme=2)
    while Deal.objects.filter(game=game).count() < 2:
        tables.do(game, f"= timeout {letter(tables.awaited(game).number)}")
    assert store.public(game).round == 2
    tables.do(game, "= end")
    last = archive.export(game)["rounds"][0]["moves"][-1]
    assert last.startswith("* lot ")
    assert archive.verdict(archive.export(game)).faults == []


def test_the_command_says_who_has_typed_a_lucky_word(last: Game) -> None:
    said = StringIO()
    call_command("verify", last.code, stdout=said)
    assert "and the lucky words that were typed, in this order, by Ann (A), Bo (B), Cy (C)" in said.getvalue()
    with pytest.raises(CommandError, match="this game isn’t over yet"):
        call_command("verify", tables.running_game(3, seed=9).code)
    with pytest.raises(CommandError, match="there is no table nowhere"):
        call_command("verify", "nowhere")


@pytest.mark.examples(1)
def test_an_export_that_is_brought_in_again_is_exported_as_it_was(over: Game) -> None:
    export = json.loads(json.dumps(archive.export(over)))
    again = json.loads(json.dumps(archive.export(archive.bring_in(json.dumps(export), name="again"))))
    parts = ("table", "rounds")
    assert [again[part] for part in parts] == [export[part] for part in parts]
    of_chance = {**export["fairness"], "seal": again["fairness"].get("seal")}
    assert {**again["fairness"], "seal": of_chance["seal"]} == of_chance
    assert archive.verdict(again).faults == []


UNREADABLE: list[Callable[[dict[str, Any]], Any]] = [
    lambda of_chance: of_chance.update(scheme="two"),
    lambda of_chance: of_chance.update(secret="no digits"),
    lambda of_chance: of_chance.update(words=[["Z", "00" * 16]]),
    lambda of_chance: of_chance.update(words=7),
    lambda of_chance: of_chance.update(bots=None),
    lambda of_chance: of_chance.pop("commitment"),
    lambda of_chance: of_chance.update(scheme=1, shares=["00"]),
]


def test_a_record_whose_chance_cannot_be_read_is_not_brought_in(last: Game) -> None:
    text = json.dumps(archive.export(last))
    for change in UNREADABLE:
        export = json.loads(text)
        change(export["fairness"])
        with pytest.raises(Malformed, match="fairness: cannot be read"):
            archive.bring_in(json.dumps(export), name="again")
    assert list(Game.objects.all()) == [last]


@pytest.mark.parametrize("begun", [False, True])
def test_a_game_that_is_not_over_has_no_export(db: None, begun: bool) -> None:
    game = tables.running_game(3) if begun else tables.open_game(3)
    assert tables.browser_of("Ann").get(reverse("games:export", args=[game.code])).status_code == 404


@pytest.mark.examples(1)
@pytest.mark.parametrize("name", ["games:fairness", "games:export"])
def test_it_is_for_those_who_sit_there(last: Game, name: str) -> None:
    Game.objects.filter(pk=last.pk).update(joining=Joining.ANYONE)
    url = reverse(name, args=[last.code])
    stranger = UserFactory.create(username="Zed")
    answers = [tables.browser_of(who).get(url).status_code for who in ("Ann", "Bo", stranger)]
    assert answers == [200, 200, 404]
    response = Client().get(url)
    assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={url}")


def sit_together(words: dict[str, str]) -> Game:
    """A table of Ann, Bo and a bot; who is named types a word, in the order in which they are named."""
    ann, bo = tables.people(2)
    game = lobby.set_up(
        host=ann, options=TableOptions(name="Tuesday", ruleset=Ruleset(rounds=1), seats=3, joining=Joining.ANYONE)
    )
    lobby.join(user=bo, code=game.code)
    for name, word in words.items():
        browser = tables.browser_of(name)
        assert browser.post(reverse("games:word", args=[game.code]), {"lucky_word": word}).status_code == 302
    return game


def test_lucky_word_follows_the_fingerprint_in_the_lobby(db: None) -> None:
    game = sit_together({})
    lobby_page = reverse("games:table", args=[game.code])
    shown = tables.browser_of("Ann").get(lobby_page).content.decode()
    assert shown.index(game.commitment) < shown.index('name="lucky_word"')
    tables.browser_of("Ann").post(reverse("games:word", args=[game.code]), {"lucky_word": "Glück auf"})
    shown = tables.browser_of("Ann").get(lobby_page).content.decode()
    assert hashlib.sha256("Glück auf".encode()).hexdigest()[:32] in shown
    assert 'name="lucky_word"' not in shown
    assert 'name="lucky_word"' in tables.browser_of("Bo").get(lobby_page).content.decode()
    refused = tables.browser_of("Bo").post(reverse("games:word", args=[game.code]), {"lucky_word": "x" * 61})
    assert refused.status_code == 422
    assert not tables.seat_of(game, "Bo").share


def test_the_page_says_who_typed_last_and_what_that_proves(db: None) -> None:
    game = sit_together({"Bo": "left boots", "Ann": "right boots"})
    shown = page(game)
    assert "The last lucky word was typed at Ann’s seat." in shown
    assert "Typed in this order, at the seats of: Bo, Ann" in shown
    assert "fixed before the first lucky word was typed" in shown


def test_without_a_lucky_word_the_page_claims_little(db: None) -> None:
    game = sit_together({})
    shown = page(game)
    assert "No lucky word was typed at this table" in shown
    assert "fixed before the first lucky word" not in shown
    beginning.start(host=tables.seat_of(game, "Ann").user, code=game.code)
    tables.play_to_the_end(game)
    said = StringIO()
    call_command("verify", game.code, stdout=said)
    assert "follow from the committed secret alone: nobody typed a lucky word" in said.getvalue()


def test_under_the_first_scheme_the_page_says_that_shares_were_drawn_late(db: None) -> None:
    game = tables.finished_game(3)
    assert "set up under an earlier scheme" in page(game)
    said = StringIO()
    call_command("verify", game.code, stdout=said)
    assert "and the shares of the seats, some of which the server may have drawn" in said.getvalue()


def test_nothing_that_the_server_draws_for_a_bot_is_believed(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three people and a bot; the server, which knows all by then, tries shares for the bot until the deal suits it."""
    ann, bo, cy = tables.people(3)
    game = lobby.set_up(
        host=ann, options=TableOptions(name="Tuesday", ruleset=Ruleset(rounds=1), seats=4, joining=Joining.ANYONE)
    )
    for user in (bo, cy):
        lobby.join(user=user, code=game.code, lucky_word=user.username)
    honest = beginning._seat_bots

    def sly(game: Game, seats: list[Seat]) -> list[Seat]:
        bots = honest(game, seats)
        for number in range(500):
            bots[0].share, bots[0].word_place = number.to_bytes(16, "big").hex(), 3
            key = chance.key_of(game, [*seats, *bots])
            if engine.first_deal(Ruleset(rounds=1), 4, key=key).roles[:2] == ("saboteur", "digger"):
                break
        bots[0].save()
        return bots

    monkeypatch.setattr(beginning, "_seat_bots", sly)
    beginning.start(host=ann, code=game.code)
    assert tables.seat_of(game, "Ann").role == "saboteur"
    tables.play_to_the_end(game)
    assert "a bot has typed a lucky word" in page(game)
    with pytest.raises(CommandError, match="a bot has typed a lucky word"):
        call_command("verify", game.code)


def test_names_are_escaped(db: None) -> None:
    sly = UserFactory.create(username="<i>Sly</i>")
    game = tables.open_game([sly, *tables.people(2)], name="<b>1</b>")
    shown = page(game)
    assert "&lt;i&gt;Sly" in shown
    assert "&lt;b&gt;1" in shown
    assert "<i>" not in shown
    assert "<b>1" not in shown


# -- practice


def test_practice_of_twenty_players_deals_each_a_digger(db: None) -> None:
    for number in range(20):
        game = guests.practise(user=UserFactory.create(), place=f"192.0.2.{number}")
        assert Seat.objects.get(game=game, number=0).role == DIGGER
        assert game.commitment == commitment(store.seed(game))


@pytest.mark.parametrize("name", PRESETS)
def test_secret_of_practice_by_each_preset_makes_first_seat_a_digger(name: str, db: None) -> None:
    options = PRESETS[name].options
    host = UserFactory.create()
    for _number in range(6):
        game = lobby.set_up(host=host, options=options, practice=True)
        seats = [Seat(game=game, number=number) for number in range(options.seats)]
        dealt = engine.first_deal(options.ruleset, options.seats, key=chance.key_of(game, seats))
        assert dealt.roles[0] in DIGGERS


def test_secret_of_practice_is_drawn_until_seat_is_a_digger(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = [bytes([number]) * 32 for number in range(200)]
    drawn = iter(tries)
    monkeypatch.setattr("secrets.token_bytes", lambda _size: next(drawn))
    game = Game(ruleset=codec.encode(ROUND), seats_wanted=SEATS)
    roles = []
    for secret in tries:
        key = game_key(secret, table_written(ROUND), SEATS, [])
        roles.append(engine.first_deal(ROUND, SEATS, key=key).roles[0])
    accepted = [chance.secret_of_practice(game) for _number in range(20)]
    expected = [secret for secret, role in zip(tries, roles, strict=True) if role == DIGGER]
    assert accepted == expected[:20]
    assert SABOTEUR in roles[: tries.index(accepted[-1])]


def test_table_of_people_deals_saboteurs_to_its_host_too(db: None) -> None:
    roles = set()
    for _number in range(30):
        host = UserFactory.create()
        game = beginning.start(host=host, code=lobby.set_up(host=host, options=TableOptions(seats=5)).code)
        roles.add(Seat.objects.get(game=game, number=0).role)
    assert roles == {DIGGER, SABOTEUR}


def test_finished_practice_verifies_and_its_page_says_how_it_was_dealt(db: None) -> None:
    ann = UserFactory.create(username="Ann")
    game = guests.practise(user=ann, place="192.0.2.1")
    assert "you’re a digger if you didn’t ask" in page(game)
    tables.do(game, "= end")
    game.refresh_from_db()
    export = archive.export(game)
    assert export["fairness"]["secret"] == game.secret.seed
    assert faults(export) == []
    assert GOOD in page(game)
    assert "not that the secret was the first one that gave you your role" in page(game)


def test_table_of_people_says_nothing_of_practice_on_its_page(last: Game) -> None:
    assert "practice" not in page(last)
