"""Player names: what may be one, and when two are the same."""

import pytest
from django.core.exceptions import ValidationError

from accounts import names


@pytest.mark.parametrize("name", ["Ann", "Бо", "Ωμέγα", "Žanete K.", "Ana-María", "李雷", "Jo 2", "a" * 24, "Øé"])
def test_a_plain_name_in_any_alphabet_is_fine(name: str) -> None:
    names.check_name(names.spelt(name))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_length"),
        ("A", "name_length"),
        ("a" * 25, "name_length"),
        ("a" * 1_000_000, "name_length"),
        ("An\0n", "name_hidden"),
        ("An\u202en", "name_hidden"),
        ("An\u2066n", "name_hidden"),
        ("An\u200bn", "name_hidden"),
        ("An\u200dn", "name_hidden"),
        ("An\u00adn", "name_hidden"),
        ("An\u3164n", "name_hidden"),
        ("An\ufe0fn", "name_hidden"),
        ("An\U000e0041n", "name_hidden"),
        ("An\x1b[31mn", "name_hidden"),
        ("An\ud800n", "name_hidden"),
        ("An\ue000n", "name_hidden"),
        ("An\u0378n", "name_hidden"),
        ("ann@example.org", "name_reserved"),
        ("../../etc", "name_reserved"),
        ("<b>Ann</b>", "name_reserved"),
        ("--..--", "name_empty"),
        ("A" + "\u0301\u0302\u0303" * 3, "name_marks"),
        ("\u0301Ann", "name_marks"),
        ("\u0410nn", "name_mixed"),
        ("Α\u03b1nn", "name_mixed"),
    ],
)
def test_a_name_that_could_deceive_is_refused_with_a_sentence(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.check_name(names.spelt(name))
    assert refused.value.code == code
    assert len(refused.value.messages) == 1
    assert refused.value.messages[0][0].isupper()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Ann ", "Ann"), ("Ann\u00a0 Lee", "Ann Lee"), ("Ann", "Ann"), ("e\u0301lan", "élan"), ("A\tB", "A B")],
)
def test_one_name_has_one_spelling(typed: str, kept: str) -> None:
    assert names.spelt(typed) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Straße", "STRASSE"),
        ("Олена", "ОЛЕНА"),
        ("Bob", "\u0412ob"),
        ("xexe", "\u0445\u0435\u0445\u0435"),
    ],
)
def test_names_that_look_alike_are_the_same_name(one: str, other: str) -> None:
    assert names.key(one) == names.key(other)


def test_different_names_have_different_keys() -> None:
    assert len({names.key(name) for name in ("Ann", "Anna", "An n", "Бо", "Bo", "Ann2", "Ann-2")}) == 7


def test_lookalikes_pair_letters_one_to_one() -> None:
    assert all(isinstance(letter, int) and letter < 128 for letter in names.LOOKALIKE.values())
