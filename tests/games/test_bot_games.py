"""Whole games of bots: they end, both sides win their share, and no bot plays from hidden information."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from games import bots
from games.bots.choice import Chooser, Roll
from games.bots.manner import LEVELS, TEMPERS
from games.bots.match import Happening, play_game
from games.rules import codec, engine, record, verify
from games.rules.cards import in_order
from games.rules.commands import Command, Lay
from games.rules.events import PublicEvent
from games.rules.roles import SABOTEUR
from games.rules.ruleset import GAMES, MODULES, VARIANTS, check_players
from games.rules.sights import subject_of
from games.rules.table import Ruleset
from games.rules.view import PlayerView, view
from tests.conftest import SOAK

GAMES_A_TABLE = 400 if SOAK else 24
"""Games of three rounds for each number of players from 3 to 10 that is drawn."""
DEALS = 5 if SOAK else 2
"""Games of each rules that there are, for each number of players."""


def keys(players: int, games: int) -> Iterator[bytes]:
    """The keys of so many games."""
    return (f"{players} bots, game {number}".encode() for number in range(games))


def played(players: int, games: int, chooser: Chooser = bots.choose, rounds: int = 1) -> Counter[str]:
    """How many rounds those of each role won."""
    won: Counter[str] = Counter()
    for key in keys(players, games):
        *_, end = play_game(Ruleset(rounds=rounds), players, key=key, chooser=chooser)
        assert engine.is_over(end.state.public)
        won.update(result.roles[result.winners[0]] if result.winners else "" for result in end.state.public.results)
    return won


def from_the_menu(mine: PlayerView, dice: Roll, seen: Sequence[PublicEvent]) -> Command:
    """The bots' choice, held against the menu."""
    command = bots.choose(mine, dice, seen)
    assert command in mine.menu
    return command


@pytest.mark.examples(1)
@pytest.mark.parametrize("players", range(3, 11))
def test_games_come_to_their_end_and_both_sides_win_their_share(players: int) -> None:
    won = played(players, GAMES_A_TABLE, from_the_menu, rounds=3)
    rounds = won.total()
    assert rounds == 3 * GAMES_A_TABLE
    # One saboteur among three or four has a hard life.
    assert won["saboteur"] > rounds * (0.15 if players > 4 else 0.05)
    assert won["digger"] > rounds * 0.15


def in_temper(mine: PlayerView, dice: Roll, seen: Sequence[PublicEvent]) -> Command:
    """The bots' choice, each seat in a temper of its own."""
    assert mine.own is not None
    return bots.choose(mine, dice, seen, manner=bots.drawn(b"tempers", mine.public.round, mine.own.seat))


def only(role_is_bot: str) -> Chooser:
    """Bots on one side, random players on the other seats."""

    def choose(mine: PlayerView, dice: Roll, seen: Sequence[PublicEvent]) -> Command:
        assert mine.own is not None
        if (mine.own.role == SABOTEUR) == (role_is_bot == SABOTEUR):
            return in_temper(mine, dice, seen)
        return mine.menu[dice(len(mine.menu))]

    return choose


@pytest.mark.examples(1)
@pytest.mark.parametrize("players", [5, 7])
@pytest.mark.parametrize(("role", "games", "more"), [(SABOTEUR, 30, 0.1), ("digger", 100, 0.05)])
def test_bots_play_their_part_better_than_chance(players: int, role: str, games: int, more: float) -> None:
    """Their side wins more rounds when the other side plays anything than when bots play it too.

    Behind tempers the skill of saboteurs is small, and shows in many games alone: a random player does harm
    enough, and over 300 games saboteurs with a plan stop 11 of 100 more. The skill of diggers shows at once.
    """
    games = max(GAMES_A_TABLE, games)
    both, alone = played(players, games, in_temper), played(players, games, only(role))
    assert alone[role] > both[role] + games * more


def text_of(moments: Iterator[Happening]) -> list[str]:
    """All commands of a game."""
    return [codec.encode(moment.command) for moment in moments]


def test_the_same_seed_gives_the_same_game() -> None:
    one, again, other = (text_of(play_game(Ruleset(rounds=1), 5, key=key)) for key in (b"one", b"one", b"other"))
    assert one == again
    assert one != other


def sampled(chance: Random, players: int) -> Iterator[tuple[engine.Game, list[PublicEvent]]]:
    """The states of a game in which a seat is awaited, with what had happened in the round."""
    before: engine.Game | None = None
    seen: list[PublicEvent] = []
    for moment in play_game(Ruleset(rounds=1), players, key=chance.randbytes(8)):
        if moment.view and before:
            yield before, list(seen)
        seen += moment.events
        before = moment.state


TALKS = bots.Manner(temper="showy")
"""The manner of a bot that says what it saw and its suspicions."""


def elsewhere(state: engine.Game, me: int, chance: Random) -> engine.Game:
    """A game that differs only in what one seat may not know: hands, pile, roles, goals, gold (R94)."""
    own = state.seats[me]
    others = [seat for seat in state.seats if seat.seat != me]
    cards = [card for seat in others for card in seat.hand] + list(state.table.pile)
    roles = [seat.role for seat in others] + list(state.table.spare_roles)
    unseen = [at for at in state.public.face_down if all(subject_of(one.sight) != at for one in own.sightings)]
    goals = [state.table.goals[at] for at in unseen]
    for hidden in (cards, roles, goals):
        chance.shuffle(hidden)
    seats = {me: own}
    for seat in others:
        hand, cards = cards[: len(seat.hand)], cards[len(seat.hand) :]
        seats[seat.seat] = replace(seat, hand=in_order(hand), role=roles.pop(), sightings=())
    table = replace(
        state.table,
        pile=tuple(cards),
        spare_roles=tuple(roles),
        goals={**state.table.goals, **dict(zip(unseen, goals, strict=True))},
        gold_cards=tuple(chance.sample(state.table.gold_cards, len(state.table.gold_cards))),
    )
    return replace(state, seats=tuple(seats[seat] for seat in sorted(seats)), table=table)


@pytest.mark.examples(1)
@pytest.mark.parametrize("players", [3, 5, 8])
def test_a_bot_chooses_the_same_whatever_it_cannot_know(players: int, chance: Random) -> None:
    differed = 0
    for before, seen in sampled(chance, players):
        me, fall = before.public.agenda[-1].awaited()[0].seat, chance.randrange(100)
        other = elsewhere(before, me, chance)
        differed += other != before
        here, there = (view(state.public, state.seats[me]) for state in (before, other))
        manner = bots.Manner(chance.choice(list(LEVELS)), chance.choice(list(TEMPERS)))
        assert bots.choose(here, fall.__mod__, seen, (), manner) == bots.choose(there, fall.__mod__, seen, (), manner)
        assert bots.claim_of(here, seen, (), TALKS) == bots.claim_of(there, seen, (), TALKS)
    assert differed


def test_bot_choice_is_independent_of_storage_and_menu_order(chance: Random) -> None:
    for before, seen in sampled(chance, 4):
        me, fall = before.public.agenda[-1].awaited()[0].seat, chance.randrange(100)
        public = codec.decode_public(codec.encode(before.public))
        own = codec.decode_own(codec.encode(before.seats[me]))
        here, there = view(before.public, before.seats[me]), view(public, own)
        there = replace(there, menu=tuple(chance.sample(there.menu, len(there.menu))))
        assert bots.choose(here, fall.__mod__, seen) == bots.choose(there, fall.__mod__, seen)


def test_bot_takes_the_highest_gold_by_hand() -> None:
    taken = 0
    for key in keys(5, 12):
        for moment in play_game(Ruleset(rounds=1, gold_draft="hand"), 5, key=key):
            if moment.view and moment.view.my_decision == "gold":
                assert moment.view.own is not None
                assert codec.encode(moment.command) == codec.encode(max(moment.view.menu, key=codec.encode))
                taken += 1
    assert taken


RULES = [
    *(Ruleset(rules=rules, rounds=1) for rules in GAMES),
    *(Ruleset(modules=(module,), rounds=1) for module in MODULES),
    *(Ruleset(variants=(variant,), rounds=1) for variant in VARIANTS),
]


@pytest.mark.examples(6)
@pytest.mark.parametrize("ruleset", RULES, ids=codec.encode)
def test_bots_play_every_game_that_the_rules_know(ruleset: Ruleset) -> None:
    players = [count for count in (5, 6) if count in check_players(ruleset, 5).seats]
    for count in players:
        for key in keys(count, DEALS):
            *_, end = play_game(ruleset, count, key=key, chooser=from_the_menu)
            assert engine.is_over(end.state.public)


def test_bots_use_most_kinds_of_cards() -> None:
    kinds: Counter[str] = Counter()
    for key in keys(6, 10):
        for moment in play_game(Ruleset(rounds=1), 6, key=key):
            if moment.command:
                card = getattr(moment.command, "card", "pass").partition(":")[0]
                kinds["lay" if isinstance(moment.command, Lay) else card] += 1
    assert set(kinds) == {"lay", "break", "repair", "rockfall", "map", "pass"}
    assert kinds["lay"] > kinds.total() / 4
    assert kinds["pass"] < kinds.total() / 2


# -- manage.py play


def printed(*words: str) -> str:
    """What the command prints."""
    out = StringIO()
    call_command("play", *words, stdout=out)
    return out.getvalue()


def test_the_command_tells_a_game_move_by_move() -> None:
    printed_text = printed("--bots", "5", "--seed", "7")
    assert printed_text == printed("--bots", "5", "--seed", "7")
    assert printed_text != printed("--bots", "5", "--seed", "8")
    lines = printed_text.splitlines()
    assert lines[0].startswith("Round 1 begins.")
    assert sum(line.startswith("Round ") and " is over" in line for line in lines) == 3
    assert sum(": Digger, " in line or ": Saboteur, " in line for line in lines) == 15
    assert lines[-1].startswith("Seed 7: Bot ")


def test_a_quiet_command_tells_only_ends() -> None:
    lines = printed("--bots", "4", "--seed", "3", "--games", "3", "--rounds", "1", "--quiet").splitlines()
    assert [line.partition(":")[0] for line in lines] == ["Seed 3", "Seed 4", "Seed 5", "Rounds won"]


@pytest.mark.parametrize("draft", ["auto", "hand"])
def test_the_record_of_a_game_holds_and_proves_its_deals(tmp_path: Path, draft: str) -> None:
    file = tmp_path / "game.json"
    printed("--bots", "6", "--seed", "5", "--gold-draft", draft, "--record", str(file))
    text = file.read_text(encoding="utf-8")
    assert record.check(text) is None
    printed_text = json.loads(text)
    assert verify.faults(printed_text) == []
    printed_text["rounds"][-1]["expect"]["gold"]["A"] += 1
    assert "gold" in (record.check(json.dumps(printed_text)) or "")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--bots", "2"), "wrong-number-of-players"),
        (("--games", "2", "--record", "both.json"), "A record holds one game"),
        (("--modules", "none"), "unknown-module"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(words: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        printed(*words)
