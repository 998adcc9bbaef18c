"""Queue Celery tasks after a commit. A lost task does no harm, because the sweep finds the work too."""

from datetime import timedelta
from typing import Any

from django.db import transaction

from saboteur_site.celery import nudge as tell_worker


def bots(game_id: int) -> None:
    """Queue the task for the awaited bots of a game."""
    transaction.on_commit(lambda: tell_worker("games.tasks.play_bots", game_id), robust=True)


def chosen(game_id: int, seq: int, wait: float, tries: int = 0) -> None:
    """Queue the task that plays the bots' choices after a public command, in ``wait`` seconds; ``tries``: how often
    their table was locked before."""
    about = (game_id, seq, tries) if tries else (game_id, seq)
    transaction.on_commit(lambda: tell_worker("games.tasks.play_chosen", *about, after=wait), robust=True)


def plan(game_id: int, wait: timedelta) -> None:
    """Queue the task that plays a plan of a game, after ``wait``."""
    seconds = wait.total_seconds()
    transaction.on_commit(lambda: tell_worker("games.tasks.play_plan", game_id, after=seconds), robust=True)


def tidy() -> None:
    """Queue the removal of expired rows."""
    transaction.on_commit(lambda: tell_worker("games.tasks.tidy"), robust=True)


def mails(**_signal: Any) -> None:
    """Queue the sending of a mail about an account, or of a test message."""
    notices()


def notices() -> None:
    """Queue the sending of notices."""
    transaction.on_commit(lambda: tell_worker("games.tasks.send_notices"), robust=True)
