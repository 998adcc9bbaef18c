"""What do the tests not notice? `python -m tools.mutants [--seed N] [--sample N] [--group NAME]`; `./run mutants`.

Changes the code in many small ways, drawn by a seed, and lets the tests that reach a change run against it. Prints what
survived, and ends with status 1 if a group misses its goal. What is known is kept below `.local/mutants`: a run that
was cut off goes on where it stopped, and after a change of code or tests only what it concerns is asked again.
"""

import os
import secrets
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from tests.services import Missing, surroundings
from tools.mutants import sandbox
from tools.mutants.campaign import Plan, campaign, draw
from tools.mutants.groups import CODE, GROUPS, ROOT, TESTS, WITHOUT, WITHOUT_MARKS, files
from tools.mutants.ledger import equivalents
from tools.mutants.trial import Ground


def main(arguments: Sequence[str]) -> int:
    """Draw, ask, print; 1 if a group misses its goal."""
    parser = ArgumentParser(prog="./run mutants", description="What the tests do not notice.")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="of the drawing and of all chance")
    parser.add_argument("--sample", type=int, default=400, help="how many mutants are drawn, evenly from each group")
    parser.add_argument("--group", action="append", choices=GROUPS, help="one of the groups; may come again")
    parser.add_argument("--only", default="", metavar="TEXT", help="draw where path, function or change hold this text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many mutants at the same time")
    parser.add_argument("--fresh", action="store_true", help="trace again what all tests reach")
    parser.add_argument("--list", action="store_true", help="print what is drawn and ask nothing")
    options = parser.parse_args(arguments)
    folder = Path(os.environ.get("LOCAL_DIR") or ROOT / ".local").absolute() / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, _stop)
    with surroundings() as variables:
        os.environ.update(variables)
        sandbox.preload()
        sandbox.make_template()
        ground = Ground(ROOT, CODE, ["-m", WITHOUT_MARKS, "--seed", str(options.seed)], sandbox.furnish)
        known = equivalents(Path(__file__).parent / "equivalent.toml")
        plan = Plan(ground, GROUPS, list(files(TESTS, WITHOUT)), known, folder, options.jobs)
        drawn = draw(plan, seed=options.seed, sample=options.sample, groups=options.group or GROUPS, only=options.only)
        if options.list:
            print("\n".join(f"{mutant.line} {mutant.key}" for mutants in drawn.values() for mutant in mutants))
            return 0
        found = campaign(plan, drawn, seed=options.seed, fresh=options.fresh)
    print(f"seed {options.seed}")
    return int(any(score.percent < score.goal for score in found))


def _stop(number: int, frame: object) -> NoReturn:
    """End at once, but tidily; a second signal changes nothing."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Missing as missing:
        sys.exit(f"The tests need more than there is: {missing}")
