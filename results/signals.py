"""Signals of this application for others, which it does not know."""

from django.dispatch import Signal

game_counted = Signal()
"""The results of a game were written. `game` is its key, `results` are the new ones, None for a game that does not
count, and `former` those before, None for a game that was not counted. Sent within the transaction."""

all_counted = Signal()
"""All sums were computed again: `results` is a callable that yields the results of all counted games. Sent within the
transaction."""
