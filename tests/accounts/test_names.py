"""Player names: what may be one, when two are the same, and when they look alike."""

import hashlib

import pytest
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError

from accounts import names
from accounts.models.people import LONGEST_LOOK
from accounts.names import lookalikes
from accounts.names.lookalikes import look

DIGEST = "9efca03e082e523f194bf076b1bb798f3bd93b1515ae3630b1c1ecc38016be61"


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
    ("typed", "stored"),
    [("  Ann ", "Ann"), ("Ann\u00a0 Lee", "Ann Lee"), ("Ann", "Ann"), ("e\u0301lan", "élan"), ("A\tB", "A B")],
)
def test_one_name_has_one_spelling(typed: str, stored: str) -> None:
    assert names.spelt(typed) == stored


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "ANN"), ("Straße", "STRASSE"), ("Олена", "ОЛЕНА"), ("Ａｎｎ", "Ann"), ("É", "e\u0301")]
)
def test_a_name_is_the_same_in_whatever_case_and_spelling(one: str, other: str) -> None:
    assert names.key(one) == names.key(other)


def test_different_names_have_different_keys() -> None:
    assert len({names.key(name) for name in ("Ann", "Anna", "An n", "Бо", "Bo", "Ann2", "Ann-2")}) == 7


ALIKE = [
    ("paypal", "paypaI"),  # a capital I
    ("paypal", "раураІ"),  # Cyrillic
    ("Bob", "ВоЬ"),
    ("Vera", "Vегa"),
    ("Kot", "Кот"),  # in capitals
    ("xexe", "хехе"),
    ("Nina", "Νіnа"),  # Greek and Cyrillic
    ("GAT", "\u13c0\u13aa\u13a2"),  # Cherokee
    ("Sous", "Տօսѕ"),  # Armenian
    ("Ann", "\ua4eenn"),  # Lisu
    ("mike", "rnike"),
    ("Ola2", "OIa2"),
    ("Zoe", "Z0e"),
    ("ß", "β"),
    ("ăn", "ǎn"),  # breve and caron
    ("a\u0302\u030c", "a\u0302\u0306"),
    ("Ólaf", "Ο\u0301laf"),
    ("A-b", "A–b"),
    ("Jo'b", "Jo’b"),
    ("ロボ", "口ボ"),  # Katakana and a Chinese sign
    ("二郎", "ニ郎"),
    ("ーノ", "一ノ"),
    ("مريم", "مریم"),  # Arabic and Persian
    ("كمال", "کمال"),
    ("แม", "เเม"),  # Thai
    ("ກາ", "ກາ"),
    ("Dee1", "Dee\u0661"),  # Arabic digits
    ("Deeo", "Dee\u0966"),  # Devanagari digits
]
UNLIKE = [
    ("Ann", "Anna"), ("Ann", "Ánn"), ("Bo", "Бо"), ("Jan", "Ján"), ("Olga", "Oлег"), ("Саша", "Маша"), ("Ed", "Edd"),
    ("Ann 1", "Ann 2"), ("日本", "日木"), ("Øystein", "Oystein"), ("Vina", "Nina"), ("Paul", "Pauli"),
]  # fmt: skip


TOLD_APART = {
    frozenset(pair)
    for pair in (
        ("\u1f7d", "\u1ff4"), ("\u048b", "\u0439\u0326"), ("\ufb2e", "\ufb2f"), ("\ufb2e", "\ufb30"),
        ("\ufb39", "\ufb1d"), ("\ufb2a", "\ufb49"),
    )
}  # fmt: skip
"""Letters of Unicode's table that are no longer one sign once a name has its spelling, each with a mark of its own."""


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_a_look_in_common(one: str, other: str) -> None:
    assert any(mine == theirs for mine, theirs in zip(names.looks(one), names.looks(other), strict=True))


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_distinct_names_have_no_look_in_common(one: str, other: str) -> None:
    assert all(mine != theirs for mine, theirs in zip(names.looks(one), names.looks(other), strict=True))


def test_every_pair_of_the_unicode_table_has_equal_skeletons() -> None:
    pairs = {
        frozenset((sign.strip("\u200e"), other["c"].strip("\u200e")))
        for sign, others in confusables_data.items()
        for other in others
    }
    assert len(pairs) > 6000
    assert {pair for pair in pairs if len({look(sign) for sign in pair}) > 1} == TOLD_APART


def test_a_look_looks_like_itself_and_has_room() -> None:
    looks = {look(chr(code)) for code in range(0x30000) if not 0xD800 <= code < 0xE000}
    assert all(look(one) == one for one in looks)
    assert max(map(len, looks)) * names.LONGEST <= LONGEST_LOOK


def test_stored_looks_are_still_those_of_the_library() -> None:
    """When this fails a newer table came with the library: write a migration that computes all skeletons again, as
    accounts/migrations/0007 does, and then the digest of the new one here."""
    table = repr(sorted(lookalikes._prototypes().items()))
    assert hashlib.sha256(table.encode()).hexdigest() == DIGEST
