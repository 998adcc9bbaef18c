"""Whether two versions of the rules are equal byte for byte: what records, stored states and random games lead to.

    python -m tools.same_rules > before        in the version from which a change starts
    python -m tools.same_rules > after         in the version that has it
    diff before after

Each line is a record, a stored state or a random game, with a digest of everything that came out after each of its
commands: the three parts of the state, events, whispers, chance and the replay. `--games` says how many random games
are played (2,000, of every mix of modules), `--only NAME` prints one digest a command, to find where two versions part.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from games.rules import codec, engine, record
from games.rules.agenda import Step
from games.rules.layout import read_table
from games.rules.setup import DealtRound
from games.rules.steps import OwnPart, Picture, after, beginning
from tests.rules.playout import EAGERNESS, Course, any_table, keen_act

TESTS = Path(__file__).parent.parent / "tests"
STATES = sorted((TESTS / "rules" / "states").glob("schema-*/*.json"))
RECORDS = sorted((TESTS / "records").rglob("*.json"))
GAMES = 2000
COMMANDS_OF_A_STATE = 30
"""How many random commands are played on from a stored state."""
SHOWN = (
    *("mine", "face_down", "last_laid", "before", "miners", "miners_left", "offers", "maps_forbidden", "direction"),
    *("chest_cards", "joined", "seq", "moves", "results"),
)
"""What a replay shows of the public state."""


class Trail:
    """The digests of one course of commands, one for each."""

    def __init__(self) -> None:
        self.digests: list[str] = []
        self._replay: Picture | None = None
        self._own: list[OwnPart] = []

    def deal(self, dealt: DealtRound, step: Step) -> None:
        """A round began: from here on its replay is followed too."""
        public = step.state.public
        laid = codec.decode_laid_out(codec.encode(dealt))
        self._replay = beginning(public.ruleset, public.seats, laid, public.seq)
        self._own = [OwnPart(seat) for seat in range(public.seats)]
        self._apply_whispers(step, self._replay)
        self._add("deal", codec.encode(dealt), *_of_step(step), *self._of_replay())

    def follow(self, step: Step, *, moved: bool) -> None:
        """A command was carried out; `moved` says whether it was a public one."""
        if self._replay is not None and moved:
            before, public = self._replay, step.state.public
            self._replay = after(before, step.events, public.seq, public.results)
            self._apply_whispers(step, before)
        self._add(*_of_step(step), *self._of_replay())

    def look(self, state: engine.Game) -> None:
        """A state that no command led to."""
        self._add(*map(codec.encode, (state.public, state.seats, state.table)))

    def _apply_whispers(self, step: Step, before: Picture) -> None:
        now = self._replay
        if now is None:
            raise TypeError("no round is followed")
        for seat, own in enumerate(self._own):
            whispers = [event for who, event in step.whispers if who == seat]
            self._own[seat] = own.after(step.events, whispers, before.public, now.public)

    def _of_replay(self) -> list[str]:
        if self._replay is None:
            return []
        shown = {name: getattr(self._replay.public, name) for name in SHOWN}
        return [codec.encode(part) for part in (shown, self._replay.announced, [own.secret for own in self._own])]

    def _add(self, *texts: str) -> None:
        digest = hashlib.sha256()
        for text in texts:
            digest.update(text.encode() + b"\0")
        self.digests.append(digest.hexdigest())

    @property
    def digest(self) -> str:
        """One digest of all."""
        return hashlib.sha256("".join(self.digests).encode()).hexdigest()


def _of_step(step: Step) -> list[str]:
    parts = (step.state.public, step.state.seats, step.state.table, step.events, step.whispers, step.chance, step.among)
    return [codec.encode(part) for part in parts]


def of_record(path: Path) -> Trail:
    """A record, played line by line; a broken one ends where it breaks."""
    trail, text = Trail(), path.read_text(encoding="utf-8")
    recorded = record.read(text)
    ruleset, state = read_table(recorded), None
    for number, script in enumerate(recorded["rounds"], 1):
        place, players = f"round {number}", len(recorded["seats"])
        dealt, state = record.deal_round_fully(ruleset, players, script, number, state, place)
        trail.look(state)
        for move in record.moves_of(script.get("moves", []), players, place):
            step = record.carry_out_fully(state, move, place)
            state = step.state
            trail.follow(step, moved=False)
        trail._add(codec.encode(dealt))
    return trail


def of_state(path: Path) -> Trail:
    """A stored state of some schema, upgraded and played on at random."""
    trail, chance = Trail(), Random(f"differential {path.parent.name} {path.stem}")
    parts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    state = engine.Game(
        public=codec.decode_public(json.dumps(parts["public"])),
        seats=tuple(codec.decode_own(json.dumps(own)) for own in parts["seats"]),
        table=codec.decode_table(json.dumps(parts["table"])),
    )
    trail.look(state)
    course = Course(state.public.ruleset, b"k" * 32, state)
    for _ in range(COMMANDS_OF_A_STATE):
        if course.over:
            break
        _play_on(course, trail, chance, 0.7)
    return trail


def of_game(number: int) -> Trail:
    """A random game of any mix, from its deal to its end."""
    trail, chance = Trail(), Random(f"differential game {number}")
    ruleset, players = any_table(chance)
    course = Course.dealt(ruleset, players, chance.randbytes(32))
    trail.deal(course.deals[0], engine.begin_from(ruleset, course.deals[0], key=course.key))
    eagerness = chance.choice(EAGERNESS)
    while not course.over:
        _play_on(course, trail, chance, eagerness)
    return trail


def _play_on(course: Course, trail: Trail, chance: Random, eagerness: float) -> None:
    deals, seq = len(course.deals), course.state.public.seq
    step = course.take(*keen_act(chance, course.state, eagerness))
    trail.follow(step, moved=step.state.public.seq != seq)
    if len(course.deals) > deals:
        dealt = course.deals[-1]
        trail.deal(dealt, engine.begin_from(course.ruleset, dealt, key=course.key, last=step.state))


def trails(games: Sequence[int]) -> Iterator[tuple[str, Trail]]:
    """Each course by its name."""
    for path in RECORDS:
        yield f"record {path.stem}", of_record(path)
    for path in STATES:
        yield f"state {path.parent.name}/{path.stem}", of_state(path)
    for number in games:
        yield f"game {number}", of_game(number)


def main() -> None:
    """Print the digests."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--only", default="", help="a name as it is printed: one digest a command")
    asked = parser.parse_args()
    if asked.only.startswith("game "):
        found = iter([(asked.only, of_game(int(asked.only.split(" ")[1])))])
    else:
        found = trails(range(asked.first, asked.first + asked.games))
    for name, trail in found:
        if asked.only == name:
            print(*trail.digests, sep="\n")
        elif not asked.only:
            print(name, len(trail.digests), trail.digest, flush=True)


if __name__ == "__main__":
    main()
