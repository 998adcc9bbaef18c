"""Commitment, key and deals recomputed with the standard library alone; whatever is tampered with is refused (R98)."""

import copy
import hashlib
import hmac
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules import engine
from games.rules.fairness import SECRET_BYTES, SHARE_BYTES, commitment, game_key
from games.rules.notation import SEATS
from games.rules.setup import Deal
from games.rules.table import Ruleset
from games.rules.verify import faults
from tests.rules.playout import Course, any_move

ROOT = Path(__file__).resolve().parents[2]
SECRET = bytes(range(SECRET_BYTES))
SHARES = [bytes([number]) * SHARE_BYTES for number in range(5)]


def test_r98_the_commitment_is_a_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(b"saboteur commitment 1\x00" + SECRET).hexdigest()
    assert commitment(SECRET) != commitment(SECRET[::-1])


def test_r98_the_key_depends_on_the_secret_and_on_the_share_of_every_seat_in_order() -> None:
    shares = [b"ab", b"", b"c"]
    assert game_key(b"s" * 32, shares) == hmac.new(b"s" * 32, b"saboteur key 1\x00\x02ab\x00\x01c", "sha256").digest()
    others = [[b"ab", b"", b"d"], [b"a", b"b", b"c"], [b"c", b"", b"ab"], [b"ab", b"c"], [b"abc", b"", b""]]
    assert len({game_key(b"s" * 32, other) for other in [shares, *others]}) == 6
    assert game_key(b"t" * 32, shares) != game_key(b"s" * 32, shares)
    longest = b"saboteur key 1\x00\xff" + b"x" * 255
    assert game_key(b"s" * 32, [b"x" * 255]) == hmac.new(b"s" * 32, longest, "sha256").digest()
    with pytest.raises(ValueError, match="255"):
        game_key(b"s" * 32, [b"x" * 256])


def written(dealt: Deal) -> dict[str, Any]:
    """A deal as an export has it."""
    return {
        "first": SEATS[dealt.first],
        "roles": dict(zip(SEATS, dealt.roles, strict=False)),
        "spare_roles": list(dealt.spare_roles),
        "goals": dealt.goals,
        "goals_left": list(dealt.goals_left),
        "hands": {SEATS[seat]: list(hand) for seat, hand in enumerate(dealt.hands)},
        "pile": list(dealt.pile),
        "aside": list(dealt.aside),
        "gold_cards": list(dealt.gold_cards),
        "chests": dealt.chests,
        "fixed": dealt.fixed,
    }


def exported(ruleset: Ruleset, players: int, deals: list[Deal]) -> dict[str, Any]:
    """The export of a game whose secret and shares are those of this file."""
    shares = [share.hex() for share in SHARES[:players]]
    told = {
        "table": {"rules": ruleset.rules, "modules": ruleset.modules, "variants": ruleset.variants},
        "seats": ["Ann", "Bo", "Cy", "Dee", "Eve"][:players],
        "rounds": [written(dealt) for dealt in deals],
        "fairness": {"secret": SECRET.hex(), "commitment": commitment(SECRET), "shares": shares},
    }
    plain: dict[str, Any] = json.loads(json.dumps(told))
    return plain


@pytest.fixture(scope="module")
def export() -> dict[str, Any]:
    """A game of five, three rounds, played to its end."""
    lot, course = Random(98), Course.dealt(Ruleset(), 5, game_key(SECRET, SHARES))
    while not course.over:
        course.take(*any_move(lot, course.state, 0.8))
    return exported(Ruleset(), 5, course.deals)


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset(),
        Ruleset(rules="saboteur2"),
        Ruleset(rules="saboteur2", modules=("craftsman", "detour", "guide", "new-goals", "treasure-chests", "veto")),
        Ruleset(modules=("greedy", "reverse", "swap-goals", "treasury")),
        Ruleset(variants=("tournament",)),
    ],
)
def test_r98_every_deal_of_every_game_follows_from_the_secret(ruleset: Ruleset) -> None:
    dealt = engine.first_deal(ruleset, 5, key=game_key(SECRET, SHARES))
    assert faults(exported(ruleset, 5, [dealt])) == []


def test_r98_a_whole_game_follows_from_the_secret(export: dict[str, Any]) -> None:
    assert len(export["rounds"]) == 3
    assert faults(export) == []


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


def test_r98_the_standard_library_alone_is_enough(export: dict[str, Any]) -> None:
    done = verified_alone(json.dumps(export))
    assert done.returncode == 0, done.stderr
    verdict, imported = done.stdout.splitlines()
    assert verdict == "ok"
    assert set(imported.split()) <= {"games", "__main__", "_distutils_hack", "sitecustomize"}


def test_a_tampered_export_ends_the_verifier_with_status_1(export: dict[str, Any]) -> None:
    tampered = copy.deepcopy(export)
    tampered["rounds"][1]["pile"].reverse()
    done = verified_alone(json.dumps(tampered))
    assert done.returncode == 1
    assert done.stdout.startswith("round 2: the pile is not that of the seed")


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all single values of a deal."""
    if isinstance(value, dict):
        return [place for key, part in value.items() for place in leaves(part, (*path, key))]
    if isinstance(value, list):
        return [place for number, part in enumerate(value) for place in leaves(part, (*path, number))]
    return [path]


def test_r98_no_single_value_of_any_deal_can_be_changed(export: dict[str, Any], chance: Random) -> None:
    for number, dealt in enumerate(export["rounds"]):
        # Who begins a later round and what gold is left follow from the play before, which `record check` replays.
        places = [place for place in leaves(dealt) if number == 0 or place[0] not in ("first", "gold_cards")]
        for place in places:
            tampered = copy.deepcopy(export)
            part = tampered["rounds"][number]
            for key in place[:-1]:
                part = part[key]
            alike = [value for value in values_like(part[place[-1]], place[0]) if value != part[place[-1]]]
            part[place[-1]] = chance.choice(alike)
            assert faults(tampered), f"round {number + 1}: {place} became {part[place[-1]]}"


def values_like(value: Any, field: str) -> list[Any]:
    """What could stand in the place of a value."""
    if field in ("roles", "spare_roles"):
        return ["digger", "saboteur"]
    if field == "goals":
        return ["gold", "stone-a", "stone-b"]
    if field == "gold_cards":
        return [1, 2, 3]
    return list(SEATS[:5]) if field == "first" else ["NESW", "ESW", "NS", "map", "rockfall", "NE", "break:cart"]


def swap_hands(export: dict[str, Any]) -> None:
    """Two players exchange a card."""
    hands = export["rounds"][0]["hands"]
    unlike = next(place for place in range(6) if hands["A"][place] != hands["B"][place])
    hands["A"][unlike], hands["B"][unlike] = hands["B"][unlike], hands["A"][unlike]


def longer_hand(export: dict[str, Any]) -> None:
    """One hand has a card more than the next."""
    hands = export["rounds"][0]["hands"]
    hands["A"].append(hands["B"].pop(0))


def bigger_hand_from_the_pile(export: dict[str, Any]) -> None:
    """The last hand has the top card of the pile too."""
    dealt = export["rounds"][0]
    dealt["hands"]["E"].append(dealt["pile"].pop(0))


def no_saboteurs(export: dict[str, Any]) -> None:
    """Everybody is a digger, the role set aside too."""
    dealt = export["rounds"][0]
    dealt["roles"], dealt["spare_roles"] = dict.fromkeys("ABCDE", "digger"), ["digger"]


def a_kind_for_another(export: dict[str, Any]) -> None:
    """One card becomes the next kind in the alphabet, so that the sorted deck keeps its order."""
    dealt = export["rounds"][0]
    piles = [*dealt["hands"].values(), dealt["pile"]]
    pile = next(pile for pile in piles if "map" in pile)
    pile[pile.index("map")] = "mapp"


def less_gold(export: dict[str, Any]) -> None:
    """All gold cards are of one."""
    export["rounds"][0]["gold_cards"] = [1] * 28


TAMPERED: list[Callable[[dict[str, Any]], Any]] = [
    swap_hands,
    longer_hand,
    bigger_hand_from_the_pile,
    no_saboteurs,
    a_kind_for_another,
    less_gold,
    lambda export: export["fairness"].update(secret="00" * 32),
    lambda export: export["fairness"].update(secret="no digits"),
    lambda export: export["fairness"].update(commitment="00" * 32),
    lambda export: export["fairness"].update(secret="00" * 32, commitment=commitment(bytes(32))),
    lambda export: export["fairness"]["shares"].pop(),
    lambda export: export["fairness"]["shares"].reverse(),
    lambda export: export["fairness"]["shares"].__setitem__(4, "00"),
    lambda export: export["rounds"].reverse(),
    lambda export: export["rounds"].pop(0),
    lambda export: export["seats"].append("Flo"),
    lambda export: export["table"].update(rules="saboteur2"),
    lambda export: export["table"].update(modules=["veto"]),
    lambda export: export["table"].update(variants=["tournament"]),
    lambda export: export.update(fairness=None),
]


@pytest.mark.parametrize("tamper", TAMPERED)
def test_r98_a_tampered_export_is_refused(tamper: Callable[[dict[str, Any]], Any], export: dict[str, Any]) -> None:
    tampered = copy.deepcopy(export)
    tamper(tampered)
    assert faults(tampered)


@pytest.mark.parametrize("part", ["table", "seats", "rounds", "fairness"])
def test_an_export_without_a_part_is_refused_with_a_sentence(part: str, export: dict[str, Any]) -> None:
    nothings: list[Any] = [None, 7, "x"]
    for nothing in nothings:
        assert faults({**export, part: nothing})
    assert faults({key: value for key, value in export.items() if key != part})


@pytest.mark.parametrize("part", ["first", "roles", "goals", "hands", "pile", "gold_cards", "spare_roles"])
def test_a_deal_without_a_part_is_refused_with_a_sentence(part: str, export: dict[str, Any]) -> None:
    nothings: list[Any] = [None, 7, [[]]]
    for nothing in nothings:
        tampered = copy.deepcopy(export)
        tampered["rounds"][0][part] = nothing
        assert faults(tampered)
    tampered = copy.deepcopy(export)
    del tampered["rounds"][0][part]
    assert faults(tampered)
