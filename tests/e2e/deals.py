"""The deals of practice tables, the same in every run."""

from itertools import count
from types import SimpleNamespace

import pytest

from games.rows import chance

GOOD_START = 40
"""From this secret on bots break no tool of the newcomer before their first turn."""


def known_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the secrets of practice tables follow each other, from one with a quiet beginning on."""
    numbers = count(GOOD_START)
    drawn = SimpleNamespace(token_bytes=lambda size: next(numbers).to_bytes(size, "big"))
    monkeypatch.setattr(chance, "secrets", drawn)
