"""Signals of this application for others, which it does not know."""

from django.dispatch import Signal

game_over = Signal()
"""`game` has just ended. Sent within the transaction that ends it."""

book_shown = Signal()
"""A player of the finished `game` shows their suspicions to the others, or hides them. Sent within the transaction."""

chores_due = Signal()
"""The sweep of the queue of chores runs. What a receiver does takes a few seconds at most; the rest is left to the
next sweep."""

played_on = Signal()
"""`by` has set up the rematch `game` of the finished game `before`. Sent within the transaction."""
