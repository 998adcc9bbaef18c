"""The button that opens a sheet of answers."""

import pytest
from django.template.loader import render_to_string

from games.tableau.bar import AnswerRow, Bar


@pytest.mark.parametrize(("chosen", "css"), [(False, "primary"), (True, "fill")])
def test_choose_is_the_main_button_until_an_answer_is_chosen(chosen: bool, css: str) -> None:
    rows = tuple(AnswerRow(value, value, value, "", "map", chosen and value == "B") for value in "ABCD")
    table = {"bar": Bar("", "", answers=rows), "choosing": True, "mine_to_move": True}
    words = render_to_string("games/_actions.html", {"table": table})
    assert f'<button type="button" class="button {css}" popovertarget="answers">' in " ".join(words.split())


@pytest.mark.parametrize(("name", "side_by_side"), [("Bo", True), ("Bo Obersteigerin von Zeche", False)])
def test_answers_with_long_names_stand_on_a_sheet(name: str, side_by_side: bool) -> None:
    rows = tuple(AnswerRow(value, f"Choose {name}", f"Choose {name}") for value in "AB")
    assert bool(Bar("", "", answers=rows).few) is side_by_side
