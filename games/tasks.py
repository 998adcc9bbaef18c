"""Celery: fetch what is due and call a service. Every task may run twice, die and overlap without harm.

Each queue has a task that does all that is due there; the others are words that something is due now. None does what
belongs to another queue, so that no letter holds up a bot, and no bot the clock.
"""

import logging
import time

from celery import shared_task

from games import bot_people, doctor, motions, nudge, outbox, plans, reminders, services, ticking, timeouts

log = logging.getLogger(__name__)
MOST = 500
"""Tables at which one sweep lets the same bot move; the next one does the rest."""
LONGEST_RUN = 400
"""Bot moves one task makes at most; a table of bots alone goes on with the next."""
PATIENCE = 60.0
"""Seconds after which a sweep of bots leaves the rest to the next one."""


# -- clock


@shared_task(name="games.tasks.tick")
def tick() -> None:
    """Do all that the clock asks for: plans that nobody has played, time-outs, reminders, votes.

    A failing game hinders no other.
    """
    moment = ticking.beat()
    plans.work_off(moment)
    timeouts.work_off(moment)
    reminders.send_due(moment)
    motions.decide_due(moment)


@shared_task(name="games.tasks.play_plan")
def play_plan(game_id: int) -> None:
    """Play the plan of a game at its own second."""
    plans.play(game_id)


# -- bots


@shared_task(name="games.tasks.play_bots")
def play_bots(game_id: int) -> int:
    """Let the bots of a game move until a person is awaited, who is to be told; how many moves that were."""
    moves = 0
    while services.play_bot(game_id):
        moves += 1
        if moves == LONGEST_RUN:
            nudge.bots(game_id)
            return moves
    if moves:
        nudge.notices()
    return moves


@shared_task(name="games.tasks.play_awaited_bots")
def play_awaited_bots() -> None:
    """Let all bots move that are awaited. A failing game hinders no other."""
    begun = time.monotonic()
    for game_id in bot_people.awaited_bots(MOST):
        try:
            play_bots(game_id)
        except Exception:
            if timeouts.is_new_fault(game_id):
                log.exception("game %s: its bots cannot move", game_id)
        if time.monotonic() - begun > PATIENCE:
            return


# -- post


@shared_task(name="games.tasks.send_notices")
def send_notices() -> int:
    """Tell people what there is to tell; how many notices that were. A long run is handed to the next task."""
    looked = outbox.send_due()
    if looked == outbox.MOST:
        nudge.notices()
    return looked


# -- any


@shared_task(name="games.tasks.answer_doctor")
def answer_doctor(queue: str) -> None:
    """Say that a worker listens to a queue; `manage.py doctor` waits for it."""
    doctor.answer(queue)
