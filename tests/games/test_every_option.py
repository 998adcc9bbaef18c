"""Each option of a table goes all the way: form, row, change, rematch, a sentence, its use. No option is named here."""

import ast
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Field
from django.urls import reverse

from accounts.services import friends
from games.models import CHANGED_ALONE, Game, TableOptions
from games.rows import store
from games.rules.table import Ruleset
from games.services import lobby, rematch
from tests.games import tables
from tests.games.test_setup_tiles import chosen_in

pytestmark = pytest.mark.django_db

NAMES = [each.name for each in fields(TableOptions)]
ROOT = Path(__file__).parents[2]
HAND_ON = ("models/", "migrations/", "forms/", "admin/", "tableau/", "clocks/words.py")
"""Code below `games/` that hands options on or says them."""


def column_of(name: str) -> "Field[Any, Any]":
    """The column of an option."""
    return Game._meta.get_field("seats_wanted" if name == "seats" else name)  # type: ignore[return-value]


def another(name: str, options: TableOptions) -> Any:
    """Another value of an option, in keeping with the others."""
    value = getattr(options, name)
    if isinstance(value, Ruleset):
        return Ruleset(rounds=1)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value - 1
    choices = [choice for choice, _label in column_of(name).flatchoices]
    return next(choice for choice in choices if choice != value) if choices else f"Another {name}"


USUAL = TableOptions(name="Friday dwarves")
OTHERS = replace(USUAL, **{name: another(name, USUAL) for name in NAMES})
"""No option is as usual."""


def set_up(options: TableOptions) -> Game:
    """An open table of Ann's."""
    return lobby.set_up(host=tables.people(1)[0], options=options)


def row_of(options: TableOptions) -> dict[str, Any]:
    """The columns of options for a table whose seats a test says itself."""
    columns = {column: value for column, value in options.columns().items() if column != "seats_wanted"}
    return {**columns, "ruleset": options.ruleset}


def form_of(address: str) -> dict[str, Any]:
    """What Ann's browser sends if she changes nothing in the form at an address."""
    return chosen_in(tables.browser_of("Ann").get(address).content.decode())


def lines_of(address: str, reader: str) -> list[str]:
    """What a page says: its text without markup and fingerprints."""
    page = tables.browser_of(reader).get(address).content.decode()
    text = re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", "\n", page, flags=re.DOTALL)
    return [line for line in map(str.strip, text.splitlines()) if line and not re.search("[0-9a-f]{16}", line)]


def attributes_in(path: Path) -> set[str]:
    """The attributes that a file reads, and the columns that its queries name."""
    tree = ast.parse(path.read_text())
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    asked = {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg}
    return read | asked


@pytest.mark.parametrize("options", [USUAL, OTHERS])
def test_options_survive_the_form_that_begins_with_them(options: TableOptions) -> None:
    like = set_up(options)
    form = form_of(reverse("games:new", query={"like": like.code}))
    tables.browser_of("Ann").post(reverse("games:new"), {**form, "name": options.name})

    made = Game.objects.latest("pk")
    assert (made == like, store.options(made)) == (False, options)


@pytest.mark.parametrize(("before", "after"), [(USUAL, OTHERS), (OTHERS, USUAL)])
def test_options_are_changed_by_the_form_of_an_open_table(before: TableOptions, after: TableOptions) -> None:
    game, other = set_up(before), set_up(after)
    form = form_of(reverse("games:options", args=[other.code]))
    tables.browser_of("Ann").post(reverse("games:options", args=[game.code]), form)

    game.refresh_from_db()
    assert store.options(game) == replace(after, **{name: getattr(before, name) for name in CHANGED_ALONE})


@pytest.mark.parametrize("options", [USUAL, OTHERS])
def test_options_stay_for_the_rematch(options: TableOptions) -> None:
    game = tables.running_game(options.seats, code="before", **row_of(options))
    tables.do(game, "= end")
    tables.seen_by_all(game)

    assert store.options(rematch.again(user=tables.people(1)[0], code="before")) == options


def test_each_option_is_said_to_players_or_to_friends_who_may_join() -> None:
    ann, _bo, cy = tables.people(3)
    friends.ask(asker=cy, other=ann)
    friends.accept(user=ann, asker=cy)

    def said(options: TableOptions) -> list[list[str]]:
        game = tables.open_game(2, wanted=options.seats, **row_of(options))
        table = reverse("games:table", args=[game.code])
        lines = [lines_of(table, "Ann"), lines_of(table, "Bo"), lines_of(reverse("games:home"), "Cy")]
        lobby.call_off(host=ann, code=game.code)
        return lines

    usual = said(USUAL)
    assert usual == said(USUAL)
    assert [name for name in NAMES if said(replace(USUAL, **{name: getattr(OTHERS, name)})) == usual] == []


def test_each_option_has_a_use() -> None:
    files = [path for path in (ROOT / "games").rglob("*.py") if not hands_on(path)]
    used = set[str]().union(*map(attributes_in, files))

    assert [name for name in NAMES if column_of(name).name not in used] == []


def hands_on(path: Path) -> bool:
    """Whether a file is no use of an option."""
    return path.relative_to(ROOT / "games").as_posix().startswith(HAND_ON)
