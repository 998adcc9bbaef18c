"""How far a request goes through the code: which files of the product it enters, and how often it goes from one into
another."""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

HOUSE = Path(__file__).parents[2]
PRODUCT = tuple(f"{HOUSE / name}/" for name in ("games", "handbook", "accounts", "saboteur_site"))


class Trace(NamedTuple):
    """The files that were entered, and how often control went from one (first) into another."""

    files: frozenset[str]
    crossings: Counter[tuple[str, str]]


def trace(act: Callable[[], Any]) -> Trace:
    """Which files of the product a function goes through. Control goes from one into another when a function of the
    other is called, directly or by way of Django."""
    files: set[str] = set()
    crossings: Counter[tuple[str, str]] = Counter()
    stack: list[str] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        path = frame.f_code.co_filename
        if not path.startswith(PRODUCT):
            return
        if event == "call":
            if stack and stack[-1] != path:
                crossings[(stack[-1], path)] += 1
            files.add(path)
            stack.append(path)
        elif event == "return" and stack:
            stack.pop()

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return Trace(frozenset(map(_short, files)), Counter({(_short(a), _short(b)): n for (a, b), n in crossings.items()}))


def _short(path: str) -> str:
    return Path(path).relative_to(HOUSE).as_posix()
