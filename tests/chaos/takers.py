"""Those who take what the site sends, with moods: what each has taken is written down, and what it did not admit to."""

import time
from collections import Counter
from random import Random

from tests.chaos.times import NOW

GOOD = "answers"


class Taker:
    """A server that takes messages; `bad` are the moods that it has besides answering.

    `ids` are those of all that was told in what it has taken, in order. `dropped` are those of which it has not said
    that it has them. `moods` counts its moods.
    """

    def __init__(self, *bad: str) -> None:
        self.mood, self.ids, self.dropped, self.moods = GOOD, list[str](), list[str](), Counter[str]()
        self._bad, self._until = bad, 0.0

    def change(self, rng: Random) -> None:
        """Take on another mood when it has had the last one for long enough: a good one after each bad one."""
        if time.monotonic() < self._until:
            return
        self.become(rng.choice(self._bad) if self.mood == GOOD else GOOD)
        self.moods[self.mood] += 1
        shortest, longest = NOW.mood
        self._until = time.monotonic() + (shortest if self.mood == GOOD else rng.uniform(shortest, longest))

    def become(self, mood: str) -> None:
        """Take on a mood."""
        self.mood = mood

    def take(self, names: list[str], *, admits: bool = True) -> None:
        """Write down what was taken; `admits`: the sender is told so."""
        self.ids += names
        if not admits:
            self.dropped += names
