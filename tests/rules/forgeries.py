"""Hundreds of ways to forge the record of a finished game, each with a name."""

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from games.rules.fairness import commitment
from games.rules.notation import SEATS
from tests.rules.finished import Record

Change = Callable[[Any], object]
"""Something that is done to a record, or to a part of one."""


class Forgery(NamedTuple):
    """One change of a record, by its name."""

    name: str
    change: Change

    def of(self, export: Record) -> Record:
        """The record with that change."""
        forged: Record = json.loads(json.dumps(export))
        self.change(forged)
        return forged


def forgeries(export: Record) -> Iterator[Forgery]:
    """All forgeries of a record: of values of deals, lots, ends and words, of the table, of moves."""
    for number, script in enumerate(export["rounds"]):
        yield from _of_values(export, ("rounds", number), sorted(script.keys() - {"moves"}))
        yield from _of_moves(number, script["moves"])
        yield from (Forgery(f"round {number + 1}: {name}", _in_round(number, do)) for name, do in OF_A_ROUND.items())
    yield from _of_values(
        export, ("fairness",), sorted(export["fairness"].keys() & {"words", "bots", "draws", "shares"})
    )
    yield from (Forgery(name, do) for name, do in OF_THE_WHOLE.items())
    yield from (Forgery(name, _in_table(do)) for name, do in OF_THE_TABLE.items())
    if "words" in export["fairness"]:
        yield from (Forgery(name, _in_chance(do)) for name, do in OF_CHANCE.items())


# -- values


def _of_values(export: Record, path: tuple[Any, ...], parts: list[str]) -> Iterator[Forgery]:
    """Parts that are left out, and each single value of theirs that becomes another of its kind."""
    name = f"round {path[1] + 1}: " if len(path) > 1 else ""
    for part in parts:
        yield Forgery(f"{name}without {part}", _without((*path, part)))
        for place in _places(_at(export, (*path, part))):
            yield Forgery(f"{name}{part} {place}", _other((*path, part, *place)))


def _at(export: Record, path: tuple[Any, ...]) -> Any:
    part: Any = export
    for key in path:
        part = part[key]
    return part


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [place for key, part in value.items() for place in _places(part, (*path, key))]
    if isinstance(value, list):
        return [place for number, part in enumerate(value) for place in _places(part, (*path, number))]
    return [path]


def _without(path: tuple[Any, ...]) -> Change:
    return lambda export: _at(export, path[:-1]).pop(path[-1])


def _other(path: tuple[Any, ...]) -> Change:
    def change(export: Record) -> None:
        part = _at(export, path[:-1])
        part[path[-1]] = _unlike(part[path[-1]])

    return change


def _unlike(value: Any) -> Any:
    """Something of the same kind that is not the same."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + 1
    if len(value) == 1 and value in SEATS:
        return "B" if value == "A" else "A"
    if len(value) == 32:
        return value[1:] + value[0] + "0" * (value[1:] + value[0] == value)
    return {"NESW": "ESW", "digger": "saboteur", "stone-a": "stone-b", "gold": "stone-a"}.get(value, "NESW")


# -- moves


def _of_moves(number: int, lines: list[str]) -> Iterator[Forgery]:
    """Lines that go, with their lots; every fifth comes twice too, is refused, is the last one, or asks for a lot."""
    name = f"round {number + 1}: "
    for place, line in enumerate(lines):
        if line.startswith("* "):
            yield Forgery(f"{name}without {line}", _cut(number, place, place + 1))
            others = {"* lot NESW", "* lot map", "* lot C", "* discards NESW"} - {line}
            yield from (Forgery(f"{name}{other} for {line}", _put(number, place, other)) for other in sorted(others))
            continue
        end = next((at for at in range(place + 1, len(lines)) if not lines[at].startswith("* ")), len(lines))
        yield Forgery(f"{name}without {line}", _cut(number, place, end))
        if place % 5 == 0:
            yield Forgery(f"{name}nothing from {line} on", _cut(number, place, len(lines)))
            yield Forgery(f"{name}{line} twice", _put(number, place, line, keep=True))
            yield Forgery(f"{name}a lot after {line}", _put(number, end, "* lot NESW", keep=True))
            yield Forgery(f"{name}refused {line}", _put(number, place, f"! {line}", keep=True))


def _cut(number: int, start: int, end: int) -> Change:
    def change(export: Record) -> None:
        del export["rounds"][number]["moves"][start:end]

    return change


def _put(number: int, place: int, line: str, *, keep: bool = False) -> Change:
    def change(export: Record) -> None:
        export["rounds"][number]["moves"][place : place + (not keep)] = [line]

    return change


# -- whole parts


def _in_round(number: int, do: Change) -> Change:
    return lambda export: do(export["rounds"][number])


def _in_table(do: Change) -> Change:
    return lambda export: do(export["table"])


def _in_chance(do: Change) -> Change:
    return lambda export: do(export["fairness"])


def _exchange(parts: Any, one: Any, other: Any) -> None:
    parts[one], parts[other] = parts[other], parts[one]


def _exchange_shares(words: list[list[str]]) -> None:
    words[0][1], words[1][1] = words[1][1], words[0][1]


def _play_less(export: Record) -> None:
    """The last round is gone, and the record says that so many were to be played."""
    export["rounds"].pop()
    export["table"]["options"]["rounds"] -= 1
    export["rounds"][-1:] = [{**script, "expect": {"game_over": True}} for script in export["rounds"][-1:]]


OF_A_ROUND: dict[str, Change] = {
    "two hands exchanged": lambda script: _exchange(script["hands"], "A", "B"),
    "a longer hand": lambda script: script["hands"]["A"].append(script["hands"]["B"].pop(0)),
    "a pile turned round": lambda script: script["pile"].reverse(),
    "emptied chests": lambda script: script.update(chests={"2,-1": ["NE", "spy"]}),
    "a card in the middle": lambda script: script.update(fixed={"4,0": "NESW"}),
    "a position": lambda script: script.update(mine={"1,0": "NESW"}),
    "nuggets": lambda script: script.update(nuggets={"A": 3}),
}
OF_THE_WHOLE: dict[str, Change] = {
    "no rounds": lambda export: export["rounds"].clear(),
    "only the first round": lambda export: export.update(rounds=export["rounds"][:1]),
    "without the first round": lambda export: export["rounds"].pop(0),
    "rounds turned round": lambda export: export["rounds"].reverse(),
    "the last round twice": lambda export: export["rounds"].append(copy.deepcopy(export["rounds"][-1])),
    "a round less was to be played": _play_less,
    "a move after the end": lambda export: export["rounds"][-1]["moves"].append("A pass NESW"),
    "an order after the end": lambda export: export["rounds"][-1]["moves"].append("A order veto any any"),
    "an end after the end": lambda export: export["rounds"][-1]["moves"].append("= end"),
    "a player more": lambda export: export["seats"].append("Zed"),
    "a name twice": lambda export: export["seats"].__setitem__(1, export["seats"][0]),
    "a player less": lambda export: export["seats"].pop(),
    "no chance": lambda export: export.update(fairness=None),
    "another secret": lambda export: export["fairness"].update(secret="00" * 32),
    "no secret": lambda export: export["fairness"].update(secret="no digits"),
    "another commitment": lambda export: export["fairness"].update(commitment="00" * 32),
    "another secret with its commitment": lambda export: export["fairness"].update(
        secret="00" * 32, commitment=commitment(bytes(32), export["fairness"].get("scheme", 1))
    ),
}
OF_THE_TABLE: dict[str, Change] = {
    "another game": lambda table: table.update(rules="base" if table["rules"] == "saboteur2" else "saboteur2"),
    "a module more": lambda table: table["modules"].append("reverse"),
    "other modules": lambda table: table.update(modules=[] if table["modules"] else ["veto"]),
    "a variant": lambda table: table.update(variants=["sabotaged-dwarf"]),
    "more rounds": lambda table: table["options"].update(rounds=table["options"]["rounds"] + 1),
    "gold by hand": lambda table: table["options"].update(gold_draft="hand"),
    "a window": lambda table: table["options"].update(veto_window=24),
    "no options": lambda table: table.pop("options"),
}
OF_CHANCE: dict[str, Change] = {
    "words in another order": lambda chance: chance["words"].reverse(),
    "a word less": lambda chance: chance["words"].pop(),
    "no words at all": lambda chance: chance["words"].clear(),
    "words exchanged": lambda chance: _exchange_shares(chance["words"]),
    "a word of a bot": lambda chance: chance["words"].append([chance["bots"][0], "00" * 16]),
    "a bot that typed": lambda chance: chance.update(bots=[chance["words"][0][0]]),
    "a second word": lambda chance: chance["words"].append([chance["words"][0][0], "00" * 16]),
    "a word of no player": lambda chance: chance["words"].append(["L", "00" * 16]),
    "a longer word": lambda chance: chance["words"][0].__setitem__(1, "00" * 17),
    "a bot twice": lambda chance: chance["bots"].append(chance["bots"][0]),
    "a bot of no player": lambda chance: chance["bots"].append("L"),
    "the first scheme": lambda chance: chance.update(scheme=1, shares=[share for _seat, share in chance["words"]]),
    "no scheme": lambda chance: chance.pop("scheme"),
    "a scheme to come": lambda chance: chance.update(scheme=3),
    "no draws": lambda chance: chance.update(draws=[]),
    "draws in another order": lambda chance: chance["draws"].reverse(),
    "a draw more": lambda chance: chance["draws"].append(["NESW"]),
    "no seal": lambda chance: chance.pop("seal"),
}
