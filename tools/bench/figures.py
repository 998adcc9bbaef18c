"""Figures with what they should be, as a table for people and as JSON for programs."""

import json
from collections.abc import Iterable
from typing import NamedTuple


class Figure(NamedTuple):
    """A measured value with its unit; `most` or `least` is the target, if there is one.

    A figure that is `counted` comes out the same on every machine; missing its target is a fault.
    """

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None
    counted: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None where there is none."""
        if self.most is None and self.least is None:
            return None
        return not (self.most is not None and self.value > self.most) and not (
            self.least is not None and self.value < self.least
        )

    @property
    def target(self) -> str:
        """The target in signs, "" where there is none."""
        if self.most is not None:
            return f"<= {_number(self.most)}"
        return f">= {_number(self.least)}" if self.least is not None else ""


def missed(figures: Iterable[Figure]) -> list[Figure]:
    """The counted figures that miss their targets."""
    return [figure for figure in figures if figure.counted and figure.met is False]


def table(figures: Iterable[Figure]) -> str:
    """The figures as lines: name, value, unit, target, and whether it is reached."""
    verdicts = {True: "pass", False: "MISS", None: ""}
    rows = [(one.name, _number(one.value), one.unit, one.target, verdicts[one.met]) for one in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return "\n".join(
        f"{name:<{widths[0]}}  {value:>{widths[1]}} {unit:<{widths[2]}}  {target:<{widths[3]}}  {verdict}".rstrip()
        for name, value, unit, target, verdict in rows
    )


def as_json(figures: Iterable[Figure], **about: str | int) -> str:
    """The figures as one object: what the run was, then each figure."""
    rows = [{**one._asdict(), "met": one.met} for one in figures]
    return json.dumps({**about, "figures": rows}, indent=1)


def _number(value: float) -> str:
    if value >= 1000 or value == int(value):
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"
