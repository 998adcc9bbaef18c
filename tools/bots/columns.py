"""How counts are shown: as a share in percent with one standard error, or as a time in milliseconds."""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from tools.bots.measures import Counts

NOTHING = "-"


class Share(NamedTuple):
    """A part of a whole, in percent ± one standard error, as if each case stood alone."""

    title: str
    part: str
    of: str = "rounds"

    def cell(self, counts: Counts) -> str:
        """What is shown; a dash where there was nothing to count."""
        whole = counts[self.of]
        if not whole:
            return NOTHING
        share = counts[self.part] / whole
        return f"{100 * share:.1f} ± {100 * sqrt(share * (1 - share) / whole):.1f}"


class Count(NamedTuple):
    """A number of cases; with ``of``, how many there are of them for each case of that."""

    title: str
    part: str
    of: str = ""

    def cell(self, counts: Counts) -> str:
        """What is shown; a dash where there was nothing to count."""
        if not self.of:
            return f"{counts[self.part]:,}"
        return f"{counts[self.part] / counts[self.of]:.2f}" if counts[self.of] else NOTHING


class Apart(NamedTuple):
    """By how many points a share differs from another one, of more cases: ± one standard error of the first."""

    title: str
    share: Share
    usual: Share

    def cell(self, counts: Counts) -> str:
        """What is shown; a dash where there was nothing to count."""
        whole, usual = counts[self.share.of], counts[self.usual.of]
        if not whole or not usual:
            return NOTHING
        share = counts[self.share.part] / whole
        error = sqrt(share * (1 - share) / whole)
        return f"{100 * (share - counts[self.usual.part] / usual):+.1f} ± {100 * error:.1f}"


class Slowest(NamedTuple):
    """The time below which a part of all choices stay; None for their mean. `kind` is the name of the counts."""

    title: str
    part: float | None
    kind: str = "took"

    def cell(self, counts: Counts) -> str:
        """What is shown, in milliseconds."""
        taken = sorted((int(name.removeprefix(self.kind)), many) for name, many in _of_kind(counts, self.kind))
        total = sum(many for _, many in taken)
        if not total:
            return NOTHING
        if self.part is None:
            return f"{sum(tenths * many for tenths, many in taken) / total / 10:.1f}"
        seen = 0
        for tenths, many in taken:
            seen += many
            if seen >= self.part * total:
                return f"{tenths / 10:.1f}"
        return NOTHING


def _of_kind(counts: Counts, kind: str) -> Iterator[tuple[str, int]]:
    return ((name, many) for name, many in counts.items() if name.startswith(f"{kind} "))


Column = Share | Count | Apart | Slowest
