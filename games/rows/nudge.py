"""A word to Celery after a commit that there is work; it may be lost without harm, for the tick finds it too."""

from datetime import timedelta
from typing import Any

from django.db import transaction

from saboteur_site.celery import nudge as tell_worker


def bots(game_id: int) -> None:
    """Bots of a game are awaited."""
    transaction.on_commit(lambda: tell_worker("games.tasks.play_bots", game_id), robust=True)


def chosen(game_id: int, seq: int, wait: float, tries: int = 0) -> None:
    """What bots of a game choose after a public command is to be played so many seconds later; ``tries``: how often
    their table was locked before."""
    about = (game_id, seq, tries) if tries else (game_id, seq)
    transaction.on_commit(lambda: tell_worker("games.tasks.play_chosen", *about, after=wait), robust=True)


def plan(game_id: int, wait: timedelta) -> None:
    """A plan at a game is to be played so much later."""
    seconds = wait.total_seconds()
    transaction.on_commit(lambda: tell_worker("games.tasks.play_plan", game_id, after=seconds), robust=True)


def tidy() -> None:
    """It is time to remove what is kept no longer."""
    transaction.on_commit(lambda: tell_worker("games.tasks.tidy"), robust=True)


def mails(**_signal: Any) -> None:
    """A person waits for a mail about their account, or for a test message."""
    notices()


def notices() -> None:
    """There is a notice to send."""
    transaction.on_commit(lambda: tell_worker("games.tasks.send_notices"), robust=True)
