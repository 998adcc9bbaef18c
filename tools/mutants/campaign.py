"""A campaign against the tests: draw mutants by a seed, let the tests that reach them run, tell which survived."""

import fcntl
import hashlib
import os
import signal
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tools.mutants.groups import Group, files, modules_of
from tools.mutants.ledger import Ledger, Verdict
from tools.mutants.operators import Mutant, mutants_of, mutated
from tools.mutants.reach import Case, Reach, Records
from tools.mutants.trial import Errand, Ground, fork, run

WAVES = (2.0, 20.0, 60.0)
"""Seconds of tests after which a wave ends and the next one begins; the last number holds for all that follow."""
A_FILE = 0.1
"""Seconds that it takes to read a file with tests."""
SHORT = 0.01
"""Seconds below which it does not matter how long a test takes."""


class Plan(NamedTuple):
    """What a campaign is about."""

    ground: Ground
    groups: dict[str, Group]
    tests: Sequence[str]
    """Files with tests."""
    equivalent: dict[str, str]
    """Mutants that change nothing, and why."""
    folder: Path
    """Where records and verdicts are kept."""
    slots: int = 1
    """How many runs there are at a time."""


class Score(NamedTuple):
    """How a group did."""

    group: str
    drawn: int
    killed: int
    survivors: list[tuple[Mutant, Verdict]]
    equivalent: int
    goal: float
    seconds: list[float]

    @property
    def percent(self) -> float:
        """Of the mutants that change anything, the share that was killed."""
        return 100 * self.killed / max(1, self.drawn - self.equivalent)


def draw(plan: Plan, *, seed: int, sample: int, groups: Iterable[str], only: str = "") -> dict[str, list[Mutant]]:
    """The mutants of a seed, evenly from each group; those of code that is the same are the same."""
    drawn = {}
    chosen = {name: paths for name, paths in modules_of(plan.groups, plan.ground.root).items() if name in groups}
    for index, (name, paths) in enumerate(chosen.items()):
        share = sample // len(chosen) + (index < sample % len(chosen))
        mutants = [mutant for path in paths for mutant in mutants_of(path, (plan.ground.root / path).read_text())]
        mutants = [mutant for mutant in mutants if only in mutant.key]
        drawn[name] = sorted(mutants, key=lambda mutant: _lot(seed, mutant.key))[:share]
    return drawn


def _lot(seed: int, key: str) -> str:
    return hashlib.sha256(f"{seed} {key}".encode()).hexdigest()


def learn(plan: Plan, *, fresh: bool = False) -> None:
    """Run the files with tests that have changed, or all of them, and note what they reach."""
    records = Records(plan.ground.root, plan.folder / "reach")
    changed = [file for file in plan.tests if fresh or not records.holds(file)]
    if changed:
        print(f"Looking what the tests in {len(changed)} files reach ...", flush=True)

    def work(slot: int) -> None:
        for file in changed[slot :: plan.slots]:
            outcome = run(plan.ground, Errand([file]), slot=slot, folder=plan.folder)
            records.write(file, outcome)
            failed = outcome.failed or ([f"{file} {outcome.killed_by}"] if outcome.killed_by else [])
            print(*(f"  fails without any mutant: {name}\n" for name in failed), sep="", end="", flush=True)

    _side_by_side(plan.slots, work)


def ask(plan: Plan, mutants: Sequence[Mutant], *, seed: int) -> dict[str, Verdict]:
    """Let the tests run against each mutant of which no verdict is known that holds; the verdicts of all."""
    root, records = plan.ground.root, Records(plan.ground.root, plan.folder / "reach")
    ledger = Ledger(root, plan.folder / f"seed-{seed}.jsonl")
    code = list(files([f"{folder}/**/*.py" for folder in plan.ground.code], root=root))
    reach = Reach(records, code, plan.tests)
    tests = {mutant.key: reach.tests_for(mutant) for mutant in mutants}
    known = {mutant.key: ledger.known(mutant, tests[mutant.key]) for mutant in mutants}
    open_ones = [mutant for mutant in mutants if (verdict := known[mutant.key]) is None or verdict.passed]
    open_ones.sort(key=lambda mutant: len(tests[mutant.key]))
    if open_ones:
        print(f"Asking {len(open_ones)} of {len(mutants)} mutants ...", flush=True)

    def work(slot: int) -> None:
        for mutant in open_ones[slot :: plan.slots]:
            verdict = _try(plan, ledger, mutant, tests[mutant.key], known[mutant.key], slot)
            print("." if verdict.killed_by else f"\n{_line(mutant, verdict)}\n", end="", flush=True)

    _side_by_side(plan.slots, work)
    print(flush=True)
    ledger = Ledger(root, ledger.path)
    return {mutant.key: ledger.verdicts[mutant.key] for mutant in mutants}


def _try(
    plan: Plan, ledger: Ledger, mutant: Mutant, tests: Sequence[Case], known: Verdict | None, slot: int
) -> Verdict:
    """Let the tests run against one mutant until one fails, and keep what is known after each wave."""
    root, earlier = plan.ground.root, known or Verdict(mutant.key, None, len(tests), 0.0, "", [])
    code = mutated((root / mutant.path).read_text(), mutant.number, str(root / mutant.path))
    began, passed, killed_by = time.monotonic(), set(earlier.passed or ()), None

    def keep(*, is_over: bool) -> Verdict:
        seconds = round(earlier.seconds + time.monotonic() - began, 2)
        stands_on = ledger.ground_of(mutant, tests, killed_by)
        verdict = Verdict(mutant.key, killed_by, len(tests), seconds, stands_on, None if is_over else sorted(passed))
        ledger.add(verdict)
        return verdict

    def fails(cases: Sequence[Case]) -> str | None:
        names, chosen = frozenset(case.name for case in cases), sorted({case.file for case in cases})
        errand = Errand(chosen, names, (mutant.path, code), 20 + 5 * sum(case.seconds for case in cases))
        return run(plan.ground, errand, slot=slot, folder=plan.folder).killed_by

    left = [test for test in tests if test.name not in passed]
    for number, wave in enumerate(waves(left, ledger.killers[mutant.path])):
        if killed_by := fails(wave) if not number else steadily(fails, wave):
            break
        passed.update(case.name for case in wave)
        keep(is_over=False)
    return keep(is_over=True)


def steadily(fails: Callable[[Sequence[Case]], str | None], cases: Sequence[Case]) -> str | None:
    """Which of many tests fails, and fails again when it runs alone: among many one may fail for reasons of its own."""
    while cases:
        name = fails(cases)
        alone = [case for case in cases if case.name == name]
        if not alone or fails(alone):
            return name
        cases = [case for case in cases if case.name != name]
    return None


def waves(tests: Sequence[Case], killers: dict[str, int]) -> Iterator[list[Case]]:
    """The tests in the order in which they are tried: those that killed others of the module, then the fastest.

    A test that differs from others in its parameters alone counts as if it took longer, for it may say the same again.
    """
    turn: dict[str, int] = defaultdict(int)
    ordered = []
    for test in sorted(tests, key=lambda test: test.seconds):
        turn[test.family] += 1
        ordered.append((-killers.get(test.name, 0), turn[test.family] * max(test.seconds, SHORT), test))
    ordered.sort()
    limits, seconds = [*WAVES], 0.0
    wave: list[Case] = []
    seen: set[str] = set()
    for _, _, test in ordered:
        cost = test.seconds + A_FILE * (test.file not in seen)
        if wave and seconds + cost > limits[0]:
            yield wave
            limits = limits[1:] or limits
            wave, seconds, seen = [], 0.0, set()
            cost = test.seconds + A_FILE
        wave.append(test)
        seen.add(test.file)
        seconds += cost
    if wave:
        yield wave


def _side_by_side(slots: int, work: Callable[[int], None]) -> None:
    """Do the work of each slot in a process of its own, and wait for all."""
    children = [fork(partial(work, slot)) for slot in range(slots)]
    try:
        endings = [os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT) for child in children]
    finally:
        for child in children:
            os.kill(child, signal.SIGTERM)
            os.waitpid(child, 0)
    if any(ending and ending.si_status for ending in endings):
        raise RuntimeError("a part of the campaign ended too early; what it said stands above")


def scores(plan: Plan, drawn: dict[str, list[Mutant]], verdicts: dict[str, Verdict]) -> Iterator[Score]:
    """How each group did."""
    for group, mutants in drawn.items():
        asked = [(mutant, verdicts[mutant.key]) for mutant in mutants if mutant.key not in plan.equivalent]
        survivors = [(mutant, verdict) for mutant, verdict in asked if not verdict.killed_by]
        seconds = [verdict.seconds for _, verdict in asked]
        equivalent = len(mutants) - len(asked)
        killed, goal = len(asked) - len(survivors), plan.groups[group].goal
        yield Score(group, len(mutants), killed, survivors, equivalent, goal, seconds)


def campaign(plan: Plan, drawn: dict[str, list[Mutant]], *, seed: int, fresh: bool = False) -> list[Score]:
    """Learn what has changed, ask all mutants that were drawn, and print what came out. One campaign at a time."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    with (plan.folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        learn(plan, fresh=fresh)
        mutants = [mutant for group in drawn.values() for mutant in group if mutant.key not in plan.equivalent]
        found = list(scores(plan, drawn, ask(plan, mutants, seed=seed)))
    for score in found:
        for mutant, verdict in score.survivors:
            print(_line(mutant, verdict))
    print(table(found))
    return found


def _line(mutant: Mutant, verdict: Verdict) -> str:
    by = f"survived {verdict.tests} tests" if verdict.tests else "is reached by no test"
    return f"{mutant.path}:{mutant.line} {mutant.function}: {mutant.change}\n    {by}"


def table(found: Sequence[Score]) -> str:
    """The scores as a table."""
    widths = (10, 6, 7, 9, 11, 8, 5, 9)
    heads = ("group", "drawn", "killed", "survived", "equivalent", "percent", "goal", "s/mutant")
    head = " ".join(f"{name:>{width}}" for name, width in zip(heads, widths, strict=True))
    lines = [
        f"{score.group:>10} {score.drawn:6} {score.killed:7} {len(score.survivors):9} {score.equivalent:11}"
        f" {score.percent:8.1f} {score.goal:5.0f} {statistics.median(score.seconds or [0]):9.1f}"
        for score in found
    ]
    return "\n".join([head, *lines])
