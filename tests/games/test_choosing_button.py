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
