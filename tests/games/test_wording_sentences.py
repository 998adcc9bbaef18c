"""Events, decisions, commands and refusals in words: each has its sentence, and the sentence tells no secret."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from django.conf import settings

from games.rules import commands, engine, events
from games.rules.agenda import Step
from games.rules.cards import CARDS
from games.rules.errors import Refused
from games.rules.notation import parse
from games.rules.ruleset import GAMES, MODULES, VARIANTS
from games.rules.sights import ChestSight, GoalSight, RoleSight
from games.rules.table import Ruleset
from games.rules.view import PlayerView, view
from games.sheets import ROLES
from games.wording import (
    ask_words,
    button_words,
    command_words,
    event_words,
    module_name,
    refusal_words,
    result_words,
    whisper_words,
)
from games.wording import commands as asked
from games.wording import events as sentences
from tests.games.event_samples import samples
from tests.rules.rounds import begin, next_round

NAMES = ["Ann", "Bo", "Cy"]
ANN, BO, CY = range(3)
NEUTRAL = ("Something happened at the table.", "You learned something.", "Do this?")


def played_through(ruleset: Ruleset, seed: int) -> Iterator[tuple[PlayerView, commands.Command, Step]]:
    """A whole game of three who play what chance says: what who moves sees, the command, what it led to."""
    chance, key = random.Random(seed), seed.to_bytes(32, "big")
    step = begin(ruleset, 3, key=key)
    while not engine.is_over(step.state.public):
        public = step.state.public
        if engine.awaits_deal(public):
            step = next_round(step.state, key=key)
            continue
        seat = engine.awaited(public)[0].seat
        seen = view(public, step.state.seats[seat])
        command = chance.choice(seen.menu)
        step = engine.apply(step.state, seat, command)
        yield seen, command, step


def start_view(seat: int = ANN) -> PlayerView:
    step = begin(Ruleset(), 3, key=bytes(32))
    return view(step.state.public, step.state.seats[seat])


# Events


def test_every_type_of_event_has_words_of_its_own() -> None:
    assert set(sentences._EVENTS) == set(get_args(events.PublicEvent))
    assert set(sentences._WHISPERS) == set(get_args(events.PrivateEvent))


@pytest.mark.parametrize("kind", get_args(events.PublicEvent))
def test_every_public_event_is_one_sentence_for_everybody(kind: Any) -> None:
    for event in samples(kind):
        for me in (ANN, BO, CY, None):
            said = event_words(event, NAMES, me)
            assert said
            assert re.search(r"[.!]$", said), said
            assert "%" not in said


@pytest.mark.parametrize("kind", get_args(events.PrivateEvent))
def test_every_whisper_is_a_sentence(kind: Any) -> None:
    for event in samples(kind):
        said = whisper_words(event, NAMES)
        assert said
        assert said.endswith(".")
        assert "%" not in said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (events.Vetoed(seat=ANN, by=BO, card="rockfall"), "Bo vetoed Ann’s card: Rockfall."),
        (events.Detoured(seat=ANN, card="NE", was="2,0", at="3,1"), "Ann moved the last tunnel card from M2 to N3."),
        (events.Announced(seat=ANN, card="NE", at=("2,0",)), "Ann wants to lay the bend at M2: leads to L2 and M3."),
        (events.Announced(seat=ANN, card="map", at=("8,0",)), "Ann wants to play a card on M8: Map."),
        (events.TollPaid(seat=ANN, owner=BO, at="2,0"), "Ann paid Bo a nugget for M2."),
        (events.Offered(seat=ANN, target=BO), "Ann offers to pay a toll for Bo."),
        (events.GoalMoved(seat=ANN, was="8,0", at="9,0"), "The goal at M8 moved to M9."),
        (events.NuggetTaken(seat=ANN, count=-1), "Ann paid 1 nugget."),
        (events.NuggetTaken(seat=ANN, count=2), "Ann took 2 nuggets."),
        (events.CardGrabbed(seat=ANN, target=BO), "Ann took a card from Bo’s hand."),
        (events.Stole(seat=ANN, victim=BO), "Ann stole a nugget from Bo."),
        (events.ChestTurned(seat=ANN, at="2,-1", card="NE", chest="spy"), "Ann opened the chest at L2: Spy on a role."),
        (events.Joined(seat=ANN, at="4,1", name="tunnel-party"), "Ann joined N4 to the start: Tunnel party."),
    ],
)
def test_expansion_events_name_actor_and_target_correctly(event: events.PublicEvent, said: str) -> None:
    assert event_words(event, NAMES, CY) == said


def test_event_without_a_sentence_gets_a_general_one() -> None:
    assert event_words(object(), NAMES, ANN) == NEUTRAL[0]
    assert whisper_words(object(), NAMES) == NEUTRAL[1]


def test_my_own_deeds_and_those_of_others_are_worded_differently() -> None:
    laid = events.Laid(seat=BO, card="ESW", at="6,0")
    assert event_words(laid, NAMES, BO) == "You laid the three-way tunnel at M6."
    assert event_words(laid, NAMES, ANN) == event_words(laid, NAMES, None) == "Bo laid the three-way tunnel at M6."


def test_broken_tool_is_worded_for_each_side() -> None:
    broken = events.Played(seat=ANN, card="break:lantern", target=BO)
    sentences = [event_words(broken, NAMES, me) for me in (ANN, BO, CY)]
    assert sentences == ["You broke Bo’s lantern.", "Ann broke your lantern.", "Ann broke Bo’s lantern."]
    own = events.Played(seat=ANN, card="break:cart", target=ANN)
    assert [event_words(own, NAMES, me) for me in (ANN, None)] == [
        "You broke your own cart.",
        "Ann broke their own cart.",
    ]


def test_repair_event_names_the_mended_tool_alone() -> None:
    mended = events.Played(seat=CY, card="repair:pickaxe+cart", target=BO, lifted="break:cart")
    assert event_words(mended, NAMES, None) == "Cy repaired Bo’s cart."


def test_a_public_line_about_a_map_or_a_discard_tells_nothing_secret() -> None:
    assert event_words(events.Played(seat=BO, card="map", at=("8,0",)), NAMES, None) == "Bo looked at M8 with a map."
    assert event_words(events.Passed(seat=BO, count=1), NAMES, None) == "Bo discarded 1 card."
    assert event_words(events.Passed(seat=BO, count=2), NAMES, None) == "Bo discarded 2 cards."


@pytest.mark.parametrize("me", [ANN, BO, CY, None])
def test_every_action_card_at_work_has_a_sentence(me: int | None) -> None:
    for card in [card for card in CARDS if not CARDS[card].is_tunnel]:
        event = events.Played(seat=ANN, card=card, target=BO, at=("1,0", "2,0"), lifted="break:cart")
        said = event_words(event, NAMES, me)
        assert said, card
        assert said.startswith("You " if me == ANN else "Ann "), card
        assert "played a card" not in said, card


def test_a_round_is_over_in_words_of_why_and_who() -> None:
    about = {"round": 1, "winners": (ANN, CY), "roles": ("digger", "saboteur", "digger")}
    gold = events.RoundEnded(reason="gold", connector=CY, **about)  # type: ignore[arg-type]
    assert result_words(gold, NAMES) == "Round 1 is over: Cy reached the gold. The diggers win this round."
    assert "you reached the gold" in result_words(gold, NAMES, CY)
    no_winner = events.RoundEnded(2, "nobody-can-move", None, (), ("digger", "digger", "digger"))
    assert result_words(no_winner, NAMES).endswith("There’s no winner this round.")


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        ((ANN,), "The blue diggers win this round."),
        ((BO,), "The boss wins this round."),
        ((ANN, BO, CY), "Winners of this round: blue diggers, boss and geologists."),
    ],
)
def test_round_winner_is_named_naturally(winners: tuple[int, ...], said: str) -> None:
    over = events.RoundEnded(1, "gold", None, winners, ("blue", "boss", "geologist"))
    assert result_words(over, NAMES).endswith(said)


def test_every_role_has_words_for_a_round_that_it_wins() -> None:
    for name in ROLES:
        alone = result_words(events.RoundEnded(1, "gold", None, (ANN,), (name,)), NAMES)
        assert alone.endswith(("wins this round.", "win this round.")), alone


def test_the_end_of_the_game_names_all_who_share_the_win() -> None:
    shared = events.GameEnded(gold=(5, 5, 5), winners=(ANN, BO, CY))
    assert event_words(shared, NAMES, None) == "The game is over: Ann, Bo and Cy share the win, at 5 nuggets each."
    assert event_words(shared, NAMES, BO) == "The game is over: you share the win with Ann and Cy, at 5 nuggets each."
    alone = events.GameEnded(gold=(1, 0, 0), winners=(ANN,))
    assert event_words(alone, NAMES, BO) == "The game is over: Ann wins with 1 nugget."
    assert event_words(alone, NAMES, ANN) == "The game is over: you win with 1 nugget."


def test_a_name_is_put_in_as_it_is_whatever_it_holds() -> None:
    said = event_words(events.Passed(seat=ANN, count=1), ["%(name)s <b>&", "Bo", "Cy"], None)
    assert said == "%(name)s <b>& discarded 1 card."


def test_sighting_is_worded_by_square_or_by_name() -> None:
    assert whisper_words(events.Saw(GoalSight("8,-2", "stone-a")), NAMES) == "You saw what lies at K8: Stone."
    assert whisper_words(events.Saw(RoleSight(1, "saboteur")), NAMES) == "You saw the role of Bo: Saboteur."
    assert "Bend" not in str(whisper_words(events.Saw(ChestSight("2,-1", "NE", "nugget")), NAMES))


@pytest.mark.parametrize("ruleset", [Ruleset(gold_draft="hand"), Ruleset(rules="saboteur2")])
def test_whole_games_are_worded_without_seat_letters_and_raw_codes(ruleset: Ruleset) -> None:
    raw = re.compile(r"%\(|\b[A-L]\b(?!-)|\d,-?\d|break:|stone-[abc]|\b[NESW]{2,4}\b")
    for seen, command, step in played_through(ruleset, seed=11):
        said = [command_words(command, NAMES, seen), ask_words(seen.my_decision, None)]
        said += [str(event_words(event, NAMES, me)) for event in step.events for me in (ANN, BO, CY, None)]
        said += [str(whisper_words(event, NAMES)) for _, event in step.whispers]
        for sentence in said:
            assert not raw.search(sentence), sentence
            assert sentence[-1] in ".?!", sentence
            assert sentence not in NEUTRAL, sentence


# Decisions and commands


KINDS = {task.asks for task in get_args(engine.AnyTask) if task.asks}


def test_every_decision_is_worded_for_the_awaited_and_the_others() -> None:
    assert len({ask_words(kind, None) for kind in KINDS}) == len(KINDS)
    assert all("Bo" in ask_words(kind, "Bo") for kind in KINDS)
    assert ask_words("turn", "Bo") == "It’s Bo’s turn."


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("lay ESW 6,0", "Lay the three-way tunnel at M6?"),
        ("lay NS 4,0 $C", "Lay the straight tunnel at M4, with Cy paying the toll?"),
        ("break:lantern B", "Break Bo’s lantern?"),
        ("break:lantern A", "Break your own lantern?"),
        ("repair:pickaxe+cart B cart", "Repair Bo’s cart?"),
        ("rockfall 3,1", "Remove the card at N3?"),
        ("map 8,0", "Look at the goal at M8?"),
        ("pass NESW", "Discard 1 card?"),
        ("pass NESW map", "Discard 2 cards?"),
        ("trade EW NS break:cart", "Discard 2 cards to remove this: broken cart?"),
        ("inspection C", "Look at the role of Cy?"),
        ("miner NS 4,0", "Discard a card (Straight tunnel) and put a miner on M4?"),
        ("offer B", "Offer to pay a toll for Bo?"),
        ("order none", "Withdraw all your standing orders?"),
        ("veto", "Veto it?"),
    ],
)
def test_a_command_is_asked_for_in_words(line: str, question: str) -> None:
    assert command_words(parse(line), NAMES, start_view()) == question


@pytest.mark.parametrize(
    ("kind", "answer", "button"),
    [
        ("theft", "C", "Steal from Cy"),
        ("theft", "none", "Don’t steal"),
        ("order", "8,0", "Turn up M8 first"),
        ("gold", "1", "Take 1 nugget"),
        ("keep", "map", "Keep this card"),
        ("goal", "8,2", "Move the goal at O8"),
        ("player", "B", "Choose Bo"),
        ("veto", "none", "Let it pass"),
        ("swap", "swap", "Swap them"),
    ],
)
def test_the_button_says_what_an_answer_does(kind: str, answer: str, button: str) -> None:
    assert button_words(kind, answer, NAMES) == button


def test_every_kind_of_command_of_a_seat_has_a_question() -> None:
    assert set(asked._QUESTIONS) == set(get_args(commands.SeatCommand))


# Refusals


def codes_of_the_rules() -> set[str]:
    """Every code that is raised somewhere in the rules, read from their source."""
    found: set[str] = set()
    for path in (Path(settings.BASE_DIR) / "games" / "rules").rglob("*.py"):
        for part in ast.parse(path.read_text()).body:
            raised = [node for node in ast.walk(part) if isinstance(node, ast.Call)]
            raised = [call for call in raised if isinstance(call.func, ast.Name) and call.func.id == "Refused"]
            for call in raised:
                named = any(isinstance(node, ast.Name) for node in [call.args[0]])
                found |= _codes_in(part if named else call.args[0])
    return found


def _codes_in(tree: ast.AST) -> set[str]:
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if re.fullmatch(r"[a-z]+(-[a-z]+)*", text)} - set(CARDS) - _NO_CODES


_NO_CODES = {"lot", "saboteur2", "base", "trapped"}
"""Words that stand beside codes in functions that choose one."""


def has_words(code: str) -> bool:
    """Whether a code of a refusal has a sentence of its own, with any tool."""
    said = [refusal_words(Refused(code, "R1", tool=tool), NAMES) for tool in ("pickaxe", "lantern", "cart")]
    return refusal_words(Refused("unheard-of", "R1"), NAMES) not in said


def test_every_refusal_of_the_rules_has_a_sentence() -> None:
    codes = codes_of_the_rules()
    assert {"not-joined", "unknown-module", "not-yourself", "game-over", "not-awaited"} <= codes
    assert {code for code in codes if not has_words(code)} == set()


@pytest.mark.parametrize("code", sorted(codes_of_the_rules()))
def test_a_refusal_is_one_sentence_that_ends_with_the_number_of_its_rule(code: str) -> None:
    things: dict[str, str | int] = {"card": "break:cart", "at": "6,0", "seat": BO, "tool": "cart", "fewest": 3}
    for me in (None, BO):
        refused = Refused(code, "R14", **things, name="veto", other="guide", rules="base", most=10)
        said = refusal_words(refused, NAMES, me)
        assert said.endswith("(R14).")
        assert said[0].isupper() or said[0] == "“"
        assert "%" not in said


def test_a_refusal_names_what_it_is_about() -> None:
    assert (
        refusal_words(Refused("sides-do-not-match", "R14", at="6,0"), NAMES)
        == "At M6, this card doesn’t match its neighbours (R14)."
    )
    about = {"at": "6,0", "beside": "6,-1"}
    tunnel, rock = (Refused("sides-do-not-match", "R14", **about, has=has) for has in ("tunnel", "rock"))
    assert refusal_words(tunnel, NAMES) == "At M6, this card has a tunnel where L6 has rock (R14)."
    assert refusal_words(rock, NAMES) == "At M6, this card has rock where L6 has a tunnel (R14)."
    sentences = Refused("nothing-to-repair", "R16", tool="lantern", seat=BO)
    assert refusal_words(sentences, NAMES) == "Bo’s lantern isn’t broken (R16)."
    assert refusal_words(sentences, NAMES, BO) == "Your lantern isn’t broken (R16)."
    assert "pickaxe" in refusal_words(Refused("may-not-lay", "R15", card="break:pickaxe"), NAMES)
    assert "trapped" in refusal_words(Refused("may-not-lay", "R38", card="trapped"), NAMES)


def test_incompatible_options_are_named() -> None:
    refused = Refused("cannot-be-combined", "R81", name="tournament", other="costume-department")
    assert refusal_words(refused, []) == "“Tournament” doesn’t go together with “Costume department” (R81)."
    assert refusal_words(Refused("unknown-module", "R82", name="made-up"), []).count("made-up") == 1


def test_every_module_and_variant_of_the_rules_has_a_name() -> None:
    named = {name for name in [*GAMES, *MODULES, *VARIANTS] if module_name(name) != name}
    assert named == {*GAMES, *MODULES, *VARIANTS}


def test_refusal_code_without_a_sentence_gets_a_general_one() -> None:
    assert refusal_words(Refused("unheard-of", "R1"), NAMES) == "The rules don’t allow that (R1)."
