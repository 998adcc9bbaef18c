"""Celery: fetch what is due and call a service. Every task may run twice, die and overlap without harm."""

import logging

from celery import shared_task

from games import bot_people, doctor, motions, nudge, outbox, plans, reminders, services, ticking, timeouts

log = logging.getLogger(__name__)
MOST = 500
"""Tables at which one tick lets the same bot move; the next one does the rest."""
LONGEST_RUN = 400
"""Bot moves one task makes at most; a table of bots alone goes on with the next."""


@shared_task(name="games.tasks.play_bots")
def play_bots(game_id: int) -> int:
    """Let the bots of a game move until a person is awaited, who is told; how many moves that were."""
    moves = _play_bots(game_id)
    outbox.send_due()
    return moves


def _play_bots(game_id: int) -> int:
    moves = 0
    while services.play_bot(game_id):
        moves += 1
        if moves == LONGEST_RUN:
            nudge.bots(game_id)
            break
    return moves


@shared_task(name="games.tasks.play_plan")
def play_plan(game_id: int) -> None:
    """Play the plan of a game at its own second."""
    plans.play(game_id)


@shared_task(name="games.tasks.send_notices")
def send_notices() -> int:
    """Tell people what there is to tell; how many notices that were. A long run is handed to the next task."""
    looked = outbox.send_due()
    if looked == outbox.MOST:
        nudge.notices()
    return looked


@shared_task(name="games.tasks.tick")
def tick() -> None:
    """Do all that is due: plans that nobody has played, time-outs, reminders, votes, forgotten bots, notices.

    A failing game hinders no other.
    """
    moment = ticking.beat()
    plans.work_off(moment)
    timeouts.work_off(moment)
    reminders.send_due(moment)
    motions.decide_due(moment)
    for game_id in bot_people.awaited_bots(MOST):
        try:
            _play_bots(game_id)
        except Exception:
            log.exception("game %s: its bots cannot move", game_id)
    send_notices()


@shared_task(name="games.tasks.answer_doctor")
def answer_doctor() -> None:
    """Say that a worker is here; `manage.py doctor` waits for it."""
    doctor.answer()
