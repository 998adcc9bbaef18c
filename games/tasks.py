"""Celery: fetch what is due and call a service. Every task may run twice, die and overlap without harm."""

import logging

from celery import shared_task

from games import nudge, services, timeouts
from games.models import PLAYED_BY_BOTS, Seat, Status

log = logging.getLogger(__name__)
LONGEST_RUN = 400
"""Bot moves one task makes at most; a table of bots alone goes on with the next."""


@shared_task(name="games.tasks.play_bots")
def play_bots(game_id: int) -> int:
    """Let the bots of a game move until a person is awaited; how many moves that were."""
    moves = 0
    while services.play_bot(game_id):
        moves += 1
        if moves == LONGEST_RUN:
            nudge.bots(game_id)
            break
    return moves


@shared_task(name="games.tasks.tick")
def tick() -> None:
    """Do all that is due: time-outs, bots whose word to the queue was lost. A failing game hinders no other."""
    timeouts.work_off(timeouts.beat())
    waiting = Seat.objects.filter(PLAYED_BY_BOTS, game__status=Status.RUNNING, awaited_since__isnull=False)
    for game_id in waiting.values_list("game_id", flat=True).distinct():
        try:
            play_bots(game_id)
        except Exception:
            log.exception("game %s: its bots cannot move", game_id)
