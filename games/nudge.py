"""A word to Celery after a commit that there is work; it may be lost without harm, for the tick finds it too."""

import logging

from celery import current_app
from django.db import transaction

log = logging.getLogger(__name__)


def bots(game_id: int) -> None:
    """Bots of a game are awaited."""
    transaction.on_commit(lambda: _send("games.tasks.play_bots", game_id), robust=True)


def _send(task: str, *args: int) -> None:
    try:
        current_app.send_task(task, args=args, retry=False)
    except Exception:  # the broker may fail in any way; the tick does the work a minute later
        log.warning("the queue could not be reached: %s waits for the next tick", task)
