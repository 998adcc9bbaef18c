"""Chance that anybody can recompute: the stream, numbers without bias, shuffles, lots (R98)."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from games.rules.dice import Dice

KNOWN_WORDS = [0x80FE171, 0xE4072B2, 0xCDCACFCC, 0xB3D21934]
KNOWN_SHUFFLE = "cgabhedf"
KNOWN_LOTS = "BAAECEAB"
KNOWN_NUMBERS = [5, 1, 8, 6, 0, 3, 6, 4, 3, 7, 3, 4]
"""Computed once with hmac and hashlib alone, outside this project; a change of any is a change of all games."""


def words(key: bytes, label: bytes, blocks: int) -> list[int]:
    """The 32-bit numbers of the first blocks of a label's stream, written down a second time."""
    stream = b""
    for block in range(blocks):
        stream += hmac.new(key, label + b"\x00" + block.to_bytes(8, "big"), hashlib.sha256).digest()
    return [int.from_bytes(stream[place : place + 4], "big") for place in range(0, len(stream), 4)]


def test_r98_the_stream_is_hmac_sha256_over_label_and_block_number() -> None:
    assert words(b"key", b"label", 1)[:4] == KNOWN_WORDS
    dice = Dice(b"key", "label")
    assert [dice.below(2**32) for _ in range(20)] == words(b"key", b"label", 3)[:20]


def test_r98_known_answers() -> None:
    assert Dice(b"\x00" * 32, "round 1 deck").shuffled(list("abcdefgh")) == list(KNOWN_SHUFFLE)
    assert [Dice(b"\x00" * 32, f"round 1 lot {used}").one("ABCDE") for used in range(8)] == list(KNOWN_LOTS)
    dice = Dice(b"\x01" * 32, "round 2 first")
    assert [dice.below(10) for _ in range(12)] == KNOWN_NUMBERS


def test_r98_draws_above_the_even_share_are_repeated() -> None:
    n = 3 * 2**30
    stream = words(b"bias", b"x", 20)
    assert any(word >= n for word in stream[:20])
    dice = Dice(b"bias", "x")
    assert [dice.below(n) for _ in range(8)] == [word for word in stream if word < n][:8]


def test_r98_every_label_has_a_stream_of_its_own() -> None:
    labels = ["roles", "deck", "gold", "round 1 deck", "round 2 deck", ""]
    assert len({tuple(Dice(b"key", label).below(2**32) for _ in range(3)) for label in labels}) == len(labels)
    assert Dice(b"other", "deck").below(2**32) != Dice(b"key", "deck").below(2**32)


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_no_number_below_none(n: int) -> None:
    with pytest.raises(ValueError, match=str(n)):
        Dice(b"key", "label").below(n)
    with pytest.raises(ValueError, match="0"):
        Dice(b"key", "label").one([])


def test_r98_shuffles_are_fair() -> None:
    rounds = 12_000
    found = Counter("".join(Dice(b"fair", f"round {number}").shuffled("abcd")) for number in range(rounds))
    expected = rounds / 24
    chi_squared = sum((found["".join(order)] - expected) ** 2 / expected for order in permutations("abcd"))
    assert chi_squared < 49.7, "a fair shuffle exceeds this once in a thousand keys, and this key is fixed"


def test_a_shuffle_keeps_every_card_and_leaves_the_given_list_alone() -> None:
    cards = ["NS"] * 4 + ["EW"] * 3
    assert sorted(Dice(b"key", "deck").shuffled(cards)) == sorted(cards)
    assert cards == ["NS"] * 4 + ["EW"] * 3
    assert Dice(b"key", "deck").shuffled([]) == []
