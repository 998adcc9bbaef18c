"""Celery: fetch what is due and call a service. Every task may run twice, die and overlap without harm."""

from celery import shared_task

from accounts import mails
from games import bot_people, bot_turns, doctor, keeps, motions, nudge, outbox, plans, reminders, services, timeouts

MOST = 500
"""Tables at which one tick lets the same bot move; the next one does the rest."""


@shared_task(name="games.tasks.play_bots")
def play_bots(game_id: int) -> None:
    """Let the awaited bots of a game choose. What they choose is played at its own moment, and then the next are."""
    bot_turns.think(game_id)


@shared_task(name="games.tasks.play_chosen")
def play_chosen(game_id: int, seq: int) -> None:
    """Play what bots of a game have chosen after a public command."""
    services.play_chosen(game_id, seq)


@shared_task(name="games.tasks.play_plan")
def play_plan(game_id: int) -> None:
    """Play the plan of a game at its own second."""
    plans.play(game_id)


@shared_task(name="games.tasks.send_notices")
def send_notices() -> int:
    """Tell people what there is to tell, first those who cannot come in without; how many notices that were.

    A long run is handed to the next task.
    """
    mails.send_due()
    looked = outbox.send_due()
    if looked == outbox.MOST:
        nudge.notices()
    return looked


@shared_task(name="games.tasks.tick")
def tick() -> None:
    """Do all that is due: plans that nobody has played, time-outs, reminders, votes, forgotten bots, notices.

    A failing game hinders no other.
    """
    moment = timeouts.beat()
    plans.work_off(moment)
    timeouts.work_off(moment)
    reminders.send_due(moment)
    motions.decide_due(moment)
    bot_turns.work_off(bot_people.awaited_bots(MOST, moment - bot_turns.LOST))
    if keeps.is_due(moment):
        nudge.tidy()
    send_notices()


@shared_task(name="games.tasks.tidy")
def tidy() -> None:
    """Remove what is kept no longer. A long run is left to the next task."""
    keeps.tidy()


@shared_task(name="games.tasks.answer_doctor")
def answer_doctor() -> None:
    """Say that a worker is here; `manage.py doctor` waits for it."""
    doctor.answer()
