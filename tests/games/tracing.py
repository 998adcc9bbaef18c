"""How far a request goes through the code: which files and functions of the product it enters, in which order, and how
often it goes from one file into another."""

import sys
from collections import Counter
from collections.abc import Callable
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
PRODUCT = tuple(f"{ROOT / name}/" for name in ("circles", "games", "handbook", "accounts", "saboteur_site"))


class Trace(NamedTuple):
    """The files that were entered, how often control went from one (first) into another, and files with the qualified
    names of their functions, in the order in which these were first entered."""

    files: frozenset[str]
    crossings: Counter[tuple[str, str]]
    entered: tuple[tuple[str, str], ...]


def trace(act: Callable[[], Any]) -> Trace:
    """Which files of the product a function goes through. Control goes from one into another when a function of the
    other is called, directly or by way of Django."""
    files: set[str] = set()
    entered: dict[tuple[str, str], None] = {}
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
            if frame.f_code.co_flags & CO_OPTIMIZED:  # a function, and not a module or class that is being defined
                entered.setdefault((path, frame.f_code.co_qualname))
            stack.append(path)
        elif event == "return" and stack:
            stack.pop()

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    functions = tuple((_short(path), name) for path, name in entered)
    counted = Counter({(_short(one), _short(other)): number for (one, other), number in crossings.items()})
    return Trace(frozenset(map(_short, files)), counted, functions)


def _short(path: str) -> str:
    return Path(path).relative_to(ROOT).as_posix()
