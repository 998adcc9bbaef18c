"""How bots differ from one another: by the level of their table, and by random tempers, whatever their role (R94)."""

import json
import re
from random import Random

import pytest
from django.urls import reverse
from msgspec.structs import replace

from games import bots
from games.bots.manner import EASY, LISTS, NORMAL, STRONG, TEMPERS, Manner, Temper, drawn
from games.models import BotLevel, Game, Seat
from games.rows import chance, store
from games.rules import codec
from games.rules.notation import write
from games.rules.table import DRAWS, Ruleset
from games.services import bot_turns
from tests.factories import UserFactory
from tests.games.bot_scenes import TRUNK, Scene, choices, own_of, scene
from tests.games.pages import get
from tests.games.tables import browser_of, in_position, let_choose, open_game, people, running_game
from tests.rules.playout import Course, any_move

ANY = range(100)
"""All that one die of tempers may fall on."""


def test_each_seat_and_round_draws_its_temper_evenly() -> None:
    found = [drawn(b"key", number, seat).temper for number in range(1, 101) for seat in range(5)]
    assert all(60 < found.count(temper) < 140 for temper in TEMPERS)
    assert len({tuple(found[at : at + 5]) for at in range(0, 500, 5)}) > 90


def test_a_temper_follows_from_the_key_and_not_from_the_role() -> None:
    assert drawn(b"key", 2, 3) == drawn(b"key", 2, 3)
    assert [drawn(b"key", 1, seat) for seat in range(10)] != [drawn(b"other", 1, seat) for seat in range(10)]


# -- the lists that a game draws from

FIRST = {
    "patient": (1.0, 0.65, 0.4, 5.5, 0.0, 0.5, False, False, 1.0),
    "hot-headed": (0.7, 0.65, 0.3, 6.5, 0.0, 1.0, True, True, 1.0),
    "trusting": (1.5, 0.65, 0.3, 5.0, 0.0, 0.5, True, False, 1.0),
    "wary": (1.2, 0.83, 0.4, 5.5, 0.0, 0.5, False, True, 4.0),
    "showy": (0.8, 0.65, 0.3, 5.5, 6.0, 1.0, True, True, 1.0),
}
"""The tempers of the first list. Games that began with it are played on with it, so it stays as it is."""


def test_first_lists_never_change() -> None:
    lists = LISTS[1]
    assert [(name, tuple(temper)) for name, temper in lists.tempers.items()] == [*FIRST.items()]
    assert lists.calm[:6] == (1.0, 0.0, 0.2, 8.0, 0.0, 0.5)
    assert {name: tuple(level) for name, level in lists.levels.items()} == {
        "easy": (0.6, False, False, False, False, True),
        "normal": (0.85, True, True, True, True, True),
        "strong": (0.95, True, True, True, True, False),
    }
    draws = ("wary", "wary", "showy", "showy", "patient", "patient", "hot-headed", "hot-headed")
    assert [drawn(b"key", 1, seat, draws=1).temper for seat in range(8)] == list(draws)


def test_every_version_has_the_levels_that_tables_choose_from() -> None:
    assert set(LISTS) == set(range(1, DRAWS + 1))
    assert all(set(lists.levels) == set(BotLevel.values) for lists in LISTS.values())


@pytest.fixture
def second_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version with one temper more, from which games draw that begin now."""
    first = LISTS[1]
    more = {"sleepy": Temper(holds=0.9), **first.tempers}
    monkeypatch.setattr("games.bots.manner.LISTS", {1: first, 2: first._replace(tempers=more)})
    monkeypatch.setattr("games.rules.setup.DRAWS", 2)


def test_game_keeps_the_lists_that_it_began_with(second_lists: None) -> None:
    running = codec.decode_public(codec.encode(Course.dealt(Ruleset(), 3, b"k" * 32).state.public))
    plain = json.loads(codec.encode(running))
    before = codec.decode_public(json.dumps({name: part for name, part in plain.items() if name != "draws"}))
    assert (running.draws, before.draws) == (2, 1)
    keys = [bytes([number]) * 32 for number in range(40)]
    assert "sleepy" in {drawn(key, 1, 0, draws=running.draws).temper for key in keys}
    assert [drawn(key, 1, 0, draws=before.draws) for key in keys] == [drawn(key, 1, 0, draws=1) for key in keys]
    assert {drawn(key, 1, 0, draws=2).nature().holds for key in keys} == {0.65, 0.83, 0.9}


def test_next_round_draws_from_the_same_lists(second_lists: None) -> None:
    ruleset, key = Ruleset(rounds=2), b"k" * 32
    first = Course.dealt(ruleset, 3, key)
    first.state = replace(first.state, public=replace(first.state.public, draws=1))
    rng = Random(1)
    while first.state.public.round == 1:
        first.take(*any_move(rng, first.state, 0.5))
    assert first.state.public.draws == 1


@pytest.mark.django_db
def test_running_table_is_played_from_its_own_lists(second_lists: None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = in_position(3, hands={"A": ["EW"], "B": ["EW"], "C": ["EW"]})
    seats = list(Seat.objects.filter(game=game).select_related("game__secret", "user").order_by("number"))
    public = store.public(game)
    key = chance.key_of(game, seats)
    for draws in (1, 2):
        drawn_from = bot_turns._manner(seats[0], replace(public, draws=draws))
        assert drawn_from == drawn(key, 1, 0, NORMAL, draws)


# -- tempers


def accused() -> Scene:
    """A digger that can break tools. B brought down a tunnel, which may have had a reason."""
    hands = {"A": ["break:cart", "N.E.S.W"], "B": ["rockfall"], "C": ["NS"], "D": ["NS"]}
    turns = ["A pass N.E.S.W", "B rockfall 3,0", "C pass NS", "D pass NS"]
    return scene(*turns, hands=hands, mine={**TRUNK, "3,1": "NS"}, pile=["E.W"])


def test_the_hot_headed_accuse_sooner_than_the_trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, seen = accused()
    monkeypatch.setattr("games.bots.situation.names_of", lambda *_given: (-1.0, 0.9, 0.0, 0.0))
    assert choices(mine, seen, Manner(temper="hot-headed")) == {"break:cart B"}
    assert "break:cart B" not in choices(mine, seen, Manner(temper="trusting"))


def test_a_digger_sometimes_holds_back_far_from_the_gold_and_never_near_it() -> None:
    far, seen = scene(hands={"A": ["EW", "N.E.S.W"]})
    assert choices(far, seen, falls=ANY) > {"lay EW 1,0"}
    near, seen = scene(hands={"A": ["EW", "N.E.S.W"]}, mine=TRUNK)
    assert choices(near, seen, falls=ANY) == {"lay EW 7,0"}


def test_bots_hold_nothing_back_with_an_empty_pile() -> None:
    far, seen = scene(hands={"A": ["EW", "N.E.S.W"]})
    last = replace(far, public=replace(far.public, pile=0))
    assert choices(last, seen, falls=ANY) == {"lay EW 1,0"}
    enough = replace(far, public=replace(far.public, pile=1))
    assert choices(enough, seen, falls=ANY) > {"lay EW 1,0"}


def test_a_saboteur_looks_no_second_time_at_a_goal() -> None:
    looked = ["A map 8,0", "B pass NS", "C pass NS", "D pass NS"]
    hands = {"A": ["map", "map"], "B": ["NS"], "C": ["NS"], "D": ["NS"]}
    mine, seen = as_saboteur(scene(*looked, hands=hands, goals={"8,0": "gold"}, mine=TRUNK, pile=["repair:cart"]))
    assert not any(choice.startswith("map") for choice in choices(mine, seen, falls=ANY))


def test_a_strong_digger_never_holds_back() -> None:
    far, seen = scene(hands={"A": ["EW", "N.E.S.W"]})
    assert choices(far, seen, Manner(STRONG, "wary"), ANY) == {"lay EW 1,0"}


def as_saboteur(one: Scene) -> Scene:
    """The same for a saboteur."""
    mine, seen = one
    return replace(mine, own=replace(own_of(mine), role="saboteur")), seen


def test_a_saboteur_far_from_the_gold_plays_as_diggers_do() -> None:
    found = choices(*as_saboteur(scene(hands={"A": ["EW", "map", "break:cart", "rockfall", "E.W"]})), falls=ANY)
    assert found & {"lay EW 1,0", "map 8,0"}
    assert not any(choice.startswith(("break", "rockfall", "lay E.W")) for choice in found)


def test_saboteur_breaks_no_tool_before_there_is_a_cause() -> None:
    far = as_saboteur(scene(hands={"A": ["break:cart", "break:lantern", "NS"]}))
    assert not any(choice.startswith("break") for choice in choices(*far, falls=ANY))
    near = as_saboteur(scene(hands={"A": ["break:cart", "break:lantern", "NS"]}, mine=TRUNK))
    assert any(choice.startswith("break") for choice in choices(*near, falls=ANY))


@pytest.mark.parametrize("temper", TEMPERS)
def test_no_cover_reaches_the_gold(temper: str) -> None:
    mine, seen = as_saboteur(scene(hands={"A": ["EW", "ESW", "N.S"]}, goals={"8,0": "gold"}, mine=TRUNK))
    assert not any(
        "7,0" in choice and "N.S" not in choice for choice in choices(mine, seen, Manner(temper=temper), ANY)
    )


# -- levels


def test_easy_bot_breaks_a_tool_of_the_last_saboteur_to_break_one() -> None:
    hands = {"A": ["break:cart", "NS"], "B": ["E.W"], "C": ["NS"], "D": ["break:lantern"]}
    mine, seen = scene("A pass NS", "B lay E.W 1,0", "C pass NS", "D break:lantern B", hands=hands, pile=["NS"])
    assert "break:cart D" in choices(mine, seen, Manner(EASY))
    assert "break:cart D" not in choices(mine, seen)


def test_a_beginner_does_not_hide() -> None:
    mine, seen = as_saboteur(scene(hands={"A": ["EW", "NE", "NS"]}))
    usual, easy = (
        {write(bots.choose(mine, Random(seed).randrange, seen, (), manner)) for seed in range(300)}
        for manner in (Manner(), Manner(EASY))
    )
    assert "lay EW 1,0" in usual
    assert "lay EW 1,0" not in easy


@pytest.mark.django_db
def test_bots_play_at_the_tables_level_and_stand_ins_at_normal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = in_position(3, hands={"A": ["EW"], "B": ["EW"], "C": ["EW"]})
    Game.objects.filter(pk=game.pk).update(bot_level=EASY)
    Seat.objects.filter(game=game, number=0).update(resting="bot")
    manners: list[Manner] = []
    choose = bots.choose

    def listening(*given: object) -> object:
        manners.append(given[-1])  # type: ignore[arg-type]
        return choose(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(bots, "choose", listening)
    let_choose(bot_turns.bots_asked(game.pk).seats)
    seats = list(Seat.objects.filter(game=game).select_related("game__secret", "user").order_by("number"))
    seats[0].user.is_bot = True
    seats[0].user.save()
    let_choose(bot_turns.bots_asked(game.pk).seats)
    key = chance.key_of(seats[0].game, seats)
    assert manners == [drawn(key, 1, 0, NORMAL), drawn(key, 1, 0, EASY)]


# -- in words


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("level", "at_seat", "among_options"),
    [
        ("easy", "easy bot", "Bots are easy: they make beginners’ mistakes."),
        ("normal", "bot", "Bots play at the normal level."),
        ("strong", "strong bot", "Bots are strong: they forget nothing and keep their cool."),
    ],
)
def test_a_table_says_how_well_its_bots_play(level: str, at_seat: str, among_options: str) -> None:
    bot = UserFactory.create(username="Flint", is_bot=True)
    game = running_game([*people(2), bot], bots="C", bot_level=level)
    page = get(browser_of("Ann"), reverse("games:table", args=[game.code]))
    assert among_options in get(browser_of("Ann"), reverse("games:rules", args=[game.code])).words
    sheet = page.markup.split('id="who-2"')[1].partition("</section>")[0]
    assert f"</svg>{at_seat}</li>" in re.sub(r"\s*(<[^>]+>)\s*", r"\1", sheet)


@pytest.mark.django_db
def test_a_table_without_bots_says_nothing_of_them() -> None:
    game = running_game(3, bot_level="easy")
    assert "easy" not in get(browser_of("Ann"), reverse("games:table", args=[game.code])).words


@pytest.mark.django_db
def test_the_lobby_says_what_bots_take_free_seats() -> None:
    game = open_game(people(1), wanted=3, bots_fill=True, bot_level="strong")
    words = get(browser_of("Ann"), reverse("games:table", args=[game.code])).words
    assert "Bots are strong: they forget nothing and keep their cool." in words
