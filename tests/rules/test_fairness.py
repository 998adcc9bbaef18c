"""Commitment, key, deals and lots recomputed; whatever is tampered with is refused (R98)."""

import copy
import hashlib
import hmac
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules.fairness import SECRET_BYTES, canonical, commitment, game_key, game_key_1, share_of
from games.rules.replay import fault
from games.rules.table import Ruleset
from games.rules.verify import faults
from tests.rules.finished import Record, finished, refusals, resealed
from tests.rules.forgeries import forgeries

ROOT = Path(__file__).resolve().parents[2]
EXPORTS = Path(__file__).parent / "exports"
SECRET = bytes(range(SECRET_BYTES))
TABLE = {"rules": "base", "modules": [], "variants": [], "options": {"rounds": 3, "gold_draft": "auto"}}
BOX = Ruleset(
    rules="saboteur2",
    modules=("new-goals", "swap-goals", "treasure-chests", "treasury", "tunnel-party"),
    rounds=2,
)
WITHOUT_EFFECT = re.compile(r"round \d: (without )?([A-L] order |= (sleep|wake|bot|replace) )")
"""Lines that change nothing in what follows: orders that never struck, and seats that slept, woke or went to others."""


@pytest.mark.parametrize("scheme", [1, 2])
def test_r98_the_commitment_is_a_hash_of_the_secret(scheme: int) -> None:
    promised = hashlib.sha256(b"saboteur commitment %d\x00" % scheme + SECRET).hexdigest()
    assert commitment(SECRET, scheme) == promised
    assert commitment(SECRET, scheme) != commitment(SECRET[::-1], scheme)
    assert commitment(SECRET) == commitment(SECRET, 2) != commitment(SECRET, 1)


def test_r98_key_depends_on_secret_rules_seats_and_words_in_order() -> None:
    words = [(2, b"a" * 16), (0, b"b" * 16)]
    rules = hashlib.sha256(
        b'{"modules":[],"options":{"gold_draft":"auto","rounds":3},"rules":"base","variants":[]}'
    ).digest()
    said = b"saboteur key 2\x00" + rules + b"\x03" + b"\x02" + b"a" * 16 + b"\x00" + b"b" * 16
    assert game_key(SECRET, TABLE, 3, words) == hmac.new(SECRET, said, "sha256").digest()
    keys = {
        game_key(*given)
        for given in [
            (SECRET, TABLE, 3, words),
            (SECRET[::-1], TABLE, 3, words),
            (SECRET, {**TABLE, "modules": ["veto"]}, 3, words),
            (SECRET, TABLE, 4, words),
            (SECRET, TABLE, 3, words[::-1]),
            (SECRET, TABLE, 3, [(0, b"a" * 16), (2, b"b" * 16)]),
            (SECRET, TABLE, 3, words[:1]),
            (SECRET, TABLE, 3, []),
        ]
    }
    assert len(keys) == 8


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([(0, b"a" * 16), (0, b"b" * 16)], "a seat has two"),
        ([(3, b"a" * 16)], "of no seat"),
        ([(0, b"a" * 15)], "16 bytes"),
    ],
)
def test_r98_words_that_cannot_be_make_no_key(words: list[tuple[int, bytes]], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        game_key(SECRET, TABLE, 3, words)


def test_r98_the_share_of_a_word_is_the_beginning_of_its_hash() -> None:
    assert share_of("Glück auf") == hashlib.sha256("Glück auf".encode()).digest()[:16]


def test_r98_first_scheme_key_depends_on_secret_and_shares_in_order() -> None:
    shares = [b"ab", b"", b"c"]
    key = game_key_1(b"s" * 32, shares)
    assert key == hmac.new(b"s" * 32, b"saboteur key 1\x00\x02ab\x00\x01c", "sha256").digest()
    others = [[b"ab", b"", b"d"], [b"a", b"b", b"c"], [b"c", b"", b"ab"], [b"ab", b"c"], [b"abc", b"", b""]]
    assert len({game_key_1(b"s" * 32, other) for other in [shares, *others]}) == 6
    assert game_key_1(b"t" * 32, shares) != game_key_1(b"s" * 32, shares)
    with pytest.raises(ValueError, match="255"):
        game_key_1(b"s" * 32, [b"x" * 256])


def test_equal_values_are_written_in_one_way() -> None:
    assert canonical({"b": [1, "ä\n"], "a": {}}) == '{"a":{},"b":[1,"ä\\n"]}'


@pytest.fixture(scope="module")
def export() -> Record:
    """A game of three, two rounds, with lots, orders and seats that sleep."""
    return finished(Ruleset(rounds=2), 3, 1)


@pytest.fixture(scope="module")
def of_the_box() -> Record:
    """A game of four with chests and a tunnel party: lots, roles dealt again and discards shuffled."""
    exported = finished(BOX, 4, 0)
    kinds = {line.split(" ")[1] for script in exported["rounds"] for line in script["moves"] if line.startswith("* ")}
    assert kinds == {"lot", "roles", "discards"}
    return exported


@pytest.mark.parametrize("scheme", [1, 2])
@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        (Ruleset(), 5),
        (Ruleset(rules="saboteur2", rounds=1), 2),
        (
            Ruleset(
                rules="saboteur2",
                modules=("craftsman", "detour", "guide", "new-goals", "treasure-chests", "veto"),
                rounds=2,
                veto_window=12,
                chests="wide",
            ),
            8,
        ),
        (Ruleset(modules=("greedy", "reverse", "swap-goals", "treasury"), rounds=2, gold_draft="hand"), 6),
        (Ruleset(variants=("tournament",), modules=("treasure-chests",), rounds=2, chests="deep"), 7),
    ],
)
def test_r98_all_chance_of_every_game_follows_from_the_secret(ruleset: Ruleset, players: int, scheme: int) -> None:
    for seed in range(6):
        exported = finished(ruleset, players, seed, scheme=scheme, bots=seed % players)
        assert (faults(exported), fault(exported)) == ([], None)


def test_r98_no_forgery_of_a_record_is_believed(export: Record, of_the_box: Record) -> None:
    for exported in (export, of_the_box):
        forged = list(forgeries(exported))
        assert len(forged) > 500
        assert [forgery.name for forgery in forged if not refusals(forgery.of(exported))] == []


def test_r98_resealed_export_fails_unless_only_idle_lines_changed(
    export: Record, of_the_box: Record, chance: Random
) -> None:
    for exported in (export, of_the_box):
        some = chance.sample(list(forgeries(exported)), 200)
        believed = [forgery.name for forgery in some if not refusals(resealed(forgery.of(exported)))]
        assert [name for name in believed if not WITHOUT_EFFECT.match(name)] == []


def test_r98_forgery_of_the_first_scheme_is_refused_in_every_part(chance: Random) -> None:
    exported = finished(Ruleset(rounds=2), 3, 1, scheme=1)
    some = chance.sample(list(forgeries(exported)), 200)
    believed = [forgery.name for forgery in some if not refusals(forgery.of(exported))]
    names = [name for name in believed if not WITHOUT_EFFECT.match(name)]
    # The first scheme binds neither the options of a table nor what all saw at the end of a round before the last.
    free = {"round 1: without expect", "a round less was to be played", "a variant", "gold by hand", "a window"}
    assert set(names) <= free


def test_r98_a_share_that_the_server_drew_for_a_bot_is_refused() -> None:
    """The server knows secret and words, tries shares for its bot until the deal pleases it, and writes all down."""
    exported = finished(Ruleset(rounds=1), 4, 3, bots=0)
    assert refusals(exported) == []
    exported["fairness"]["bots"] = ["D"]
    assert refusals(resealed(exported)) == ["a bot has typed a lucky word"]


@pytest.mark.parametrize("bots", [["L"], ["D"], ["C", "C"], ["C", "B"]])
def test_r98_bots_that_are_no_seats_of_the_table_are_refused(bots: list[str]) -> None:
    exported = finished(Ruleset(rounds=1), 3, 3, bots=3)
    exported["fairness"]["bots"] = bots
    assert faults(resealed(exported)) == ["the bots are not seats of the table, each named once"]


def test_r98_only_the_last_first_scheme_round_says_game_over() -> None:
    exported = finished(Ruleset(rounds=2), 3, 1, scheme=1)
    exported["rounds"][0]["expect"] = exported["rounds"][1]["expect"]
    assert faults(exported) == ["the record does not go to the end of the game"]
    del exported["rounds"][0]["expect"]
    assert faults(exported) == []
    exported["rounds"].pop()
    assert faults(exported) == ["the record does not go to the end of the game"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda exported: exported["rounds"][0]["pile"].reverse(), "the record was changed after it was sealed"),
        (lambda exported: exported["fairness"].update(secret="00" * 32), "the record was changed after it was sealed"),
        (lambda exported: exported.update(fairness=None), "the export has no fairness part"),
    ],
)
def test_refused_export_gets_a_sentence(change: Any, sentence: str, export: Record) -> None:
    forged = copy.deepcopy(export)
    change(forged)
    assert sentence in "; ".join(faults(forged))


def test_round_dependent_facts_are_named_with_their_round() -> None:
    exported = finished(Ruleset(rounds=2), 3, 1)
    first = exported["rounds"][1]["first"]
    exported["rounds"][1]["first"] = "A" if first != "A" else "B"
    assert faults(resealed(exported)) == []
    assert fault(exported) == "round 2: first is not what was dealt"


# -- files of all versions are kept: what was once exported can be checked for ever


OLD = sorted(EXPORTS.glob("scheme-*/*.json"))


def test_there_are_exports_of_every_scheme() -> None:
    assert {path.parent.name for path in OLD} == {"scheme-1", "scheme-2"}


@pytest.mark.parametrize("path", OLD, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_r98_an_export_of_an_earlier_version_still_holds(path: Path) -> None:
    exported = json.loads(path.read_text(encoding="utf-8"))
    assert faults(exported) == []
    if exported["table"]["rules"] == "base" and not exported["table"]["modules"]:
        assert fault(exported) is None


def verified_alone(text: str) -> subprocess.CompletedProcess[str]:
    """The verifier without site packages, as anybody can run it; it says at the end what it had to import."""
    program = (
        f"import runpy, sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "try: runpy.run_module('games.rules.verify', run_name='__main__')\n"
        "finally: print(*{name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names))"
    )
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], input=text, capture_output=True, text=True, check=False
    )


def test_r98_the_standard_library_alone_is_enough(export: Record) -> None:
    done = verified_alone(json.dumps(export))
    assert done.returncode == 0, done.stderr
    verdict, imported = done.stdout.splitlines()
    assert verdict == "ok"
    assert set(imported.split()) <= {"games", "__main__", "_distutils_hack", "sitecustomize"}


def test_a_tampered_export_ends_the_verifier_with_status_1(export: Record) -> None:
    tampered = copy.deepcopy(export)
    tampered["rounds"][1]["pile"].reverse()
    done = verified_alone(json.dumps(resealed(tampered)))
    assert done.returncode == 1
    assert done.stdout.startswith("round 2: the pile is not that of the seed")


@pytest.mark.parametrize("part", ["table", "seats", "rounds", "fairness"])
def test_an_export_without_a_part_is_refused_with_a_sentence(part: str, export: Record) -> None:
    nothings: list[Any] = [None, 7, "x", [], {}]
    for nothing in nothings:
        assert all(faults({**export, part: nothing}))
        assert fault({**export, part: nothing})
    without = {key: value for key, value in export.items() if key != part}
    assert all(faults(without))
    assert fault(without)


@pytest.mark.parametrize("part", ["first", "roles", "goals", "hands", "pile", "gold_cards", "spare_roles"])
def test_a_deal_without_a_part_is_refused_with_a_sentence(part: str, export: Record) -> None:
    nothings: list[Any] = [None, 7, [[]]]
    for nothing in nothings:
        tampered = copy.deepcopy(export)
        tampered["rounds"][0][part] = nothing
        assert all(faults(resealed(tampered)))
        assert fault(tampered)
    tampered = copy.deepcopy(export)
    del tampered["rounds"][0][part]
    assert faults(resealed(tampered))
    assert fault(tampered)
