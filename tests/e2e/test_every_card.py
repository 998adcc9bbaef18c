"""Every card, chest and kind of decision is played in a browser, by the taps of people on phones.

The fixed set plays an eighth of the scenes of three groups, the soak all of them.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.models import Game, Move, PrivateAct
from games.rules import engine
from games.rules.cards import CARDS, CHESTS
from games.rules.commands import Command, Offer, Order, Pass, PlayCard, PutMiner, Trade, Veto
from games.rules.notation import parse_line
from tests.e2e import MARKS
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.players import Player, Visitor, hand_of
from tests.e2e.scenes import GROUPS, Scene
from tests.fixed_set import chosen
from tests.games.tables import NAMES, do, in_position, loaded

pytestmark = MARKS

ALL = [scene for scenes in GROUPS.values() for scene in scenes]


@pytest.mark.examples(3)
@pytest.mark.parametrize("group", GROUPS)
def test_people_play_it_by_taps_and_read_what_came_of_it(arrive: Arrive, no_pulse: None, group: str) -> None:
    pages = [arrive(name, **PHONE) for name in NAMES[:3]]
    scenes = chosen(GROUPS[group], -(-len(GROUPS[group]) // 8))
    assert scenes
    for number, scene in enumerate(scenes):
        players = [Visitor(name, page, touch=True) for name, page in zip(NAMES[:3], pages, strict=True)]
        act(scene, players, f"scene{number}")


def act(scene: Scene, players: Sequence[Player], code: str = "scene") -> None:
    """Let people play a scene."""
    game = in_position(3, ruleset=scene.ruleset, code=code, **scene.script)
    for seat in {parse_line(line)[0] for line, _words in scene.course}:
        assert seat is not None
        players[seat].page.goto(f"/t/{code}/")
    for line, words in scene.course:
        seat, command = parse_line(line)
        assert seat is not None
        player = players[seat]
        try:
            player.knows(loaded(game).state.public.seq)
            player.play(command, hand_of(game, player.name))
            player.go_on()
            expect(player.page.locator("#main")).to_contain_text(words)
        except Exception as error:
            error.add_note(f"{scene.said}: {line}")
            raise
        assert line in stored_commands(game, seat)


def stored_commands(game: Game, seat: int) -> list[str]:
    """The commands of a seat as the table keeps them, secret ones too."""
    commands = [made.command for made in Move.objects.filter(game=game, seat=seat)]
    commands += [made.command for made in PrivateAct.objects.filter(game=game, seat=seat)]
    return [command.partition("\n")[0] for command in commands]


#: The kinds of decisions that the book of notation lists.
KINDS = re.findall(
    r"^\| `(\w+)` \|",
    Path("docs/notation.md").read_text("utf-8").partition("### Answers")[2].partition("### Standing")[0],
    re.MULTILINE,
)


def test_no_card_chest_decision_or_order_of_the_catalogue_is_left_out() -> None:
    asked: set[str] = set()
    done: list[Command] = []
    for number, scene in enumerate(ALL):
        game = in_position(3, ruleset=scene.ruleset, code=f"dry{number}", **scene.script)
        for line, _words in scene.course:
            asked |= {ask.kind for ask in engine.awaited(loaded(game).state.public)}
            done.append(parse_line(line)[1])
            do(game, line)
    played = {command.card for command in done if isinstance(command, PlayCard)}
    played |= {"veto"} if Veto() in done else set()
    assert played == {name for name, card in CARDS.items() if not card.is_tunnel}
    assert asked == set(KINDS)
    assert {command.kind for command in done if isinstance(command, Order)} == {"veto", "theft", "pass", "none"}
    assert {len(command.cards) for command in done if isinstance(command, Pass)} == {1, 3}
    for kind in (Trade, PutMiner, Offer):
        assert any(isinstance(command, kind) for command in done)
    assert {scene.script["chests"]["2,-1"][1] for scene in GROUPS["chests"]} == set(CHESTS)
