"""Table names that look like nothing are refused, at whatever form a name comes in."""

import pytest
from django.core.exceptions import ValidationError

from games.forms.lobby import SetupForm


def cleaned(name: str) -> str:
    """The name as the form reads it; ValidationError with a sentence."""
    form = SetupForm.__new__(SetupForm)
    form.cleaned_data = {"name": name}
    return form.clean_name()


@pytest.mark.parametrize(
    "name",
    [
        "\u2800",
        "\u3164\u3164",
        "\u00ad",
        "\u200b",
        "\u200d",
        "\ufe0f",
        "\u115f",
        "\u180e",
        "\u0301",
        "\u034f\u034f",
        "\u2800 \u2800",
        "\u202eevil",
        "Ann\u2800s",
    ],
)
def test_table_name_that_looks_blank_or_hides_a_character_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        cleaned(name)


@pytest.mark.parametrize(
    ("name", "stored"),
    [("  Friday   dwarves ", "Friday dwarves"), ("⛏️", "⛏️"), ("№ 5", "№ 5"), ("Шахта", "Шахта"), ("!", "!")],
)
def test_table_name_that_can_be_seen_is_taken_with_plain_spaces(name: str, stored: str) -> None:
    assert cleaned(name) == stored
