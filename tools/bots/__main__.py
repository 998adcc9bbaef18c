"""How well do bots play? `python -m tools.bots [--only TABLE] [--seats 5,7] [--rounds N]`; `./run bots`.

Prints tables of rounds that bots play among themselves and against others. What is known is kept below `.local/bots`: a
run that was cut off goes on where it stopped, and more rounds of a row go on from those that it has. After a change of
the bots, of the rules or of these tables everything is played again.
"""

import os
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.bots import learn
from tools.bots.players import STRONG
from tools.bots.stored_results import ROOT, StoredResults, digest
from tools.bots.tables import TABLES, Table, filled

LONGEST_PART = 30
"""How many letters there are for the name of a part of a row."""
ROUNDS, OF_STRONG = 1000, 100
"""How many rounds a row has if nothing else is asked; the second where strong bots play."""


def main(arguments: Sequence[str]) -> int:
    """Play, print, keep; or learn."""
    if arguments[:1] == ["learn"]:
        return learn.main(arguments[1:])
    parser = ArgumentParser(prog="./run bots", description="Bots’ strength.")
    parser.add_argument("--only", action="append", choices=TABLES, help="one of the tables; may come again")
    parser.add_argument("--seats", type=_numbers, default=(), metavar="N,N", help="these numbers of seats")
    parser.add_argument("--rounds", type=int, help=f"of each row; else {ROUNDS}, or {OF_STRONG} with strong bots")
    options = parser.parse_args(arguments)
    folder = Path(os.environ.get("LOCAL_DIR") or ROOT / ".local").absolute() / "bots"
    stored = StoredResults(folder / f"{digest()}.json")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        for name in options.only or TABLES:
            for line in lines(name, options.seats, options.rounds, stored):
                print(line, flush=True)
            print()
    except KeyboardInterrupt:
        return 130
    finally:
        stored.write()
    return 0


def lines(name: str, seats: Sequence[int], rounds: int | None, stored: StoredResults) -> Iterator[str]:
    """A table line by line, each as soon as its row is known."""
    table = TABLES[name]
    rows = table.rows(seats)
    first = max(len(row.label) for row in rows) + (LONGEST_PART if table.parts else 0)
    yield f"{name}: {table.title}"
    yield _line("", first, [column.title for column in table.columns], table)
    for row in rows:
        usual = OF_STRONG if STRONG in (row.others, row.saboteurs) else ROUNDS
        counts = filled(name, row, rounds or usual, stored)
        for label, part in table.parts(counts) if table.parts else [("", counts)]:
            cells = [column.cell(part) for column in table.columns]
            yield _line(f"{row.label}: {label}" if label else row.label, first, cells, table)


def _line(label: str, first: int, cells: Sequence[str], table: Table) -> str:
    widths = [max(len(column.title), len("00.0 ± 0.0")) for column in table.columns]
    return f"{label:<{first}}  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split(",")))
    except ValueError:
        raise ArgumentTypeError(f"no numbers: {text}") from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
