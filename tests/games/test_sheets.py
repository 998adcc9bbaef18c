"""Whatever the rules know has a sheet, whatever has a sheet is in the rules, and pages know no card by its name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from django.conf import settings

from games.models import Matter
from games.rules import cards, engine, roles, ruleset
from games.rules.cards import CARDS, GOLD
from games.rules.events import Played, PublicEvent
from games.rules.table import Ruleset
from games.rules.task import Task
from games.services.ballots import Electorate
from games.services.motions import KINDS
from games.sheets import (
    ACTIONS,
    CHESTS,
    DECISIONS,
    GOALS,
    MODULES,
    PLACES,
    ROLES,
    SHAPES,
    aim_of,
    as_played,
)
from games.sheets.motions import MOTIONS
from games.sheets.sheet import Aim, Aimed, Named
from games.wording.cards import shape_of
from handbook import entries as book

FIXED = {name for module in ruleset.MODULES for name in ruleset.compiled(Ruleset(modules=(module,))).fixed.values()}
"""The cards that some module puts into the mine from the start."""


# -- that nothing is missing, and nothing is left over


def test_every_action_card_of_the_catalogue_has_a_sheet() -> None:
    assert set(ACTIONS) == {name for name, card in CARDS.items() if not card.is_tunnel}


def test_every_card_of_the_catalogue_is_played_by_some_rules() -> None:
    games = [ruleset.compiled(Ruleset(rules=name)) for name in ruleset.GAMES]
    games += [ruleset.compiled(Ruleset(modules=(name,))) for name in ruleset.MODULES]
    assert {card for rules in games for card in rules.catalogue} == set(CARDS)
    for rules in games:
        assert {CARDS[card].effect for card in rules.catalogue} <= set(rules.effects)


def test_every_kind_of_tunnel_card_has_a_name() -> None:
    """A kind more may have one: the shape of a card may be corrected."""
    assert set(SHAPES) >= {shape_of(name) for name, card in CARDS.items() if card.is_tunnel}


def test_every_goal_chest_role_and_fixed_card_of_the_rules_has_a_sheet() -> None:
    assert set(GOALS) == set(cards.GOAL_TUNNELS)
    assert set(CHESTS) == set(cards.CHESTS)
    assert set(ROLES) == set(roles.ALL_ROLES)
    assert set(PLACES) == FIXED
    assert FIXED


def test_every_module_and_variant_has_a_sheet_in_rule_order() -> None:
    assert list(MODULES) == [*ruleset.GAMES, *ruleset.MODULES, *ruleset.VARIANTS]


def test_every_file_of_a_module_is_called_as_the_module_is() -> None:
    folder = Path(settings.BASE_DIR) / "games" / "sheets"
    files = {path.parent.name if path.name == "__init__.py" else path.stem for path in folder.glob("*.py")}
    files |= {path.name for path in folder.iterdir() if (path / "__init__.py").exists()}
    assert files - {"sheets", "sheet", "pictures", "presets", "motions", "talk"} == {
        name.replace("-", "_") for name in MODULES
    }


def test_every_decision_has_a_sheet_and_no_sheet_is_unused() -> None:
    assert set(DECISIONS) == {task.asks for task in get_args(engine.AnyTask) if task.asks}


@pytest.mark.parametrize("task", get_args(engine.AnyTask))
def test_task_that_awaits_a_seat_names_its_decision(task: type[Task]) -> None:
    assert (task.awaited is not Task.awaited) == bool(task.asks)


def test_every_module_brings_the_cards_that_it_adds_to_the_rules() -> None:
    for name, module in ruleset.MODULES.items():
        bare, full = ruleset.GAMES["base"], ruleset.compiled(Ruleset(modules=(module.name,)))
        brought = set(full.catalogue) - set(bare.catalogue)
        assert {sheet.name for sheet in MODULES[name].actions} == brought
        assert {sheet.name for sheet in MODULES[name].goals} == set(full.goals) - set(bare.goals)
        assert {sheet.name for sheet in MODULES[name].places} == set(full.fixed.values())
        assert bool(MODULES[name].chests) == bool(full.chests_out)


def test_every_matter_that_can_be_voted_on_has_a_sheet_and_a_kind() -> None:
    assert set(MOTIONS) == set(KINDS) == set(Matter.values)


def test_every_choice_of_a_motion_that_can_win_says_what_came_of_it() -> None:
    for kind in KINDS.values():
        three = Electorate(voters=3, people=3)
        won = {kind.outcome({choice: 3}, three) for choice in kind.choices} | {kind.outcome({}, three)}
        assert won <= set(kind.words.decided)
        assert set(kind.does) <= won


# -- that it fits what the rules do


def test_card_has_a_question_and_a_log_line_or_several_tools() -> None:
    for name, sheet in ACTIONS.items():
        several = len(CARDS[name].tools) > 1
        assert (sheet.question is None) == (sheet.done is None) == several
        for tool in CARDS[name].tools if several else ():
            logged = as_played(sheet, tool)
            assert CARDS[logged.name].tools == (tool,)
            assert CARDS[logged.name].effect == CARDS[name].effect


def test_player_card_names_its_target_and_has_words_and_a_mark() -> None:
    for sheet in ACTIONS.values():
        if sheet.done is not None:
            assert isinstance(sheet.done, Aimed) == sheet.aim.at_players
        assert (sheet.before is not None) == bool(sheet.mark) == (sheet.name in cards.LIES_BEFORE)


def test_card_events_name_their_card_or_belong_to_one_card() -> None:
    of_their_own = [sheet.logged_by for sheet in ACTIONS.values() if sheet.logged_by is not Played]
    assert of_their_own
    assert len(of_their_own) == len(set(of_their_own))
    assert set(of_their_own) <= set(get_args(PublicEvent))


def test_a_standing_order_that_plays_a_card_answers_a_decision_in_advance() -> None:
    assert {sheet.order for sheet in ACTIONS.values()} - {""} <= set(DECISIONS)


def test_decision_is_answered_with_cards_words_or_names() -> None:
    for sheet in DECISIONS.values():
        assert sheet.with_cards != bool(sheet.answers or sheet.names is not Named.NOTHING)
        assert (sheet.question is None) == (sheet.button is None) == (sheet.names is Named.NOTHING)


def test_every_card_is_shown_on_one_page_of_the_book_alone() -> None:
    shown = [card for entry in book.CARD_HELP.values() for card in entry.shown]
    assert len(shown) == len(set(shown))
    assert set(shown) >= {*CARDS, *GOALS, *CHESTS, *ROLES, *PLACES}


def test_tunnels_are_laid_where_there_is_room() -> None:
    assert aim_of("NE") is aim_of("detour") is Aim.ROOM
    assert aim_of("rockfall") is Aim.LYING


# -- that pages know no card by its name

PAGES = ("games/tableau", "games/forms", "games/views", "games/selectors", "games/mail", "handbook/views")
OF_OTHER_THINGS = {
    "handbook/views/rules.py": {"guide"},
    "games/views/invitation.py": {"free"},
    "games/views/lobby.py": {"free"},
    "games/views/watching.py": {"free"},
    "games/tableau/picture.py": {"digger", "blue", "saboteur", "green", "boss", "free", "gold"},
    "games/tableau/reveal.py": {"theft"},
}
"""Names of cards that stand for something else there: the sheet to print, the free seats, the drawn crew of a picture
and why a round ended, a decision at the end of a round."""
COACH = "games/tableau/coach.py"
"""The coach explains the cards of the base game by their effects."""
PRESETS = "games/forms/presets.py"
"""The one list of modules by name: what a preset turns on."""
KNOWN = {*ACTIONS, *(CARDS[name].effect for name in ACTIONS), *GOALS, *CHESTS, *ROLES, *PLACES, *MODULES} - {"base"}


def names_in(source: str) -> Iterator[str]:
    """The texts of a Python file that are names of cards or modules."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in KNOWN:
            yield str(node.value)


def names_in_script(source: str) -> list[str]:
    """The same of a script, where the gold is a goal of every game."""
    texts = (match[2] for match in re.finditer(r"([\"'`])([\w:+-]+)\1", source))
    return [text for text in texts if text in KNOWN - {GOLD}]


def test_a_name_of_a_card_in_a_page_module_would_be_found() -> None:
    assert list(names_in("if CARDS[card].effect == 'detour': pass")) == ["detour"]
    assert list(names_in("MODES = {'lay', 'goal', 'turn'}")) == []
    assert names_in_script("if (card === 'detour') go(`map`, \"gold\", 'new-goal');") == ["detour", "map"]


def test_no_page_knows_a_card_by_its_name() -> None:
    root = Path(settings.BASE_DIR)
    paths = [
        path
        for name in PAGES
        for path in sorted((root / name).rglob("*.py"))
        if path not in (root / PRESETS, root / COACH)
    ]
    found = {str(path.relative_to(root)): set(names_in(path.read_text(encoding="utf-8"))) for path in paths}
    assert len(paths) > 80
    assert {path: names for path, names in found.items() if names} == OF_OTHER_THINGS


def test_no_script_names_cards_except_the_generated_one() -> None:
    scripts = {
        path.name: path.read_text(encoding="utf-8") for path in (settings.BASE_DIR / "static" / "js").glob("*.js")
    }
    found = {name: names for name, script in scripts.items() if (names := names_in_script(script))}
    assert list(found) == ["box.js"]
