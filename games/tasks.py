"""Celery tasks: each finds due rows and calls a service. Every task may run twice, crash and overlap without harm.

Each queue has a sweep that does everything that is due there. The other tasks do a single thing without delay. No task
does the work of another queue, so no mail delays a bot, and no bot delays the clock.
"""

import logging

from celery import shared_task

from accounts.channels import sendings
from accounts.services import mails, second_factors
from games import clock, signals
from games.clocks import digests, reminders, ticking
from games.mail import chats, outbox
from games.rows import bot_people, nudge, retention
from games.services import bot_turns, motions, paces, plans, scheduled, timeouts
from games.watch import doctor, greetings, tallies
from saboteur_site.database import storage

log = logging.getLogger(__name__)

MOST = 500
"""Tables at which one sweep lets the same bot move; the next one does the rest."""


# -- clock


@shared_task(name="games.tasks.tick")
def tick() -> None:
    """Run the sweep of the clock: plans that were not played, time-outs, games whose hour has come,
    reminders, digests, votes.

    A failing game stops no other, and a failing part stops no other part.
    """
    try:
        moment = ticking.beat()
    except ticking.HeldError:
        return
    failed = list[Exception]()
    for part in (
        plans.work_off,
        timeouts.work_off,
        scheduled.work_off,
        reminders.send_due,
        digests.write_due,
        motions.decide_due,
    ):
        try:
            part(moment)
        except Exception as error:
            storage.drop_what_is_lost()
            failed.append(error)
    for other in failed[1:]:
        log.error("tick: another failure", exc_info=other)
    if failed:
        raise failed[0]


@shared_task(name="games.tasks.play_plan")
def play_plan(game_id: int) -> None:
    """Play the plan of a game at its due time."""
    plans.play(game_id)


@shared_task(name="games.tasks.play_chosen")
def play_chosen(game_id: int, seq: int, tries: int = 0) -> None:
    """Play the stored choices of a game's bots after a public command. ``tries``: how often the table was locked
    before."""
    bot_turns.play_in_time(game_id, seq, tries)


# -- bots


@shared_task(name="games.tasks.play_bots")
def play_bots(game_id: int) -> None:
    """Let the awaited bots of a game choose. Another task plays the choices, and starts the next bots."""
    bot_turns.think(game_id)


@shared_task(name="games.tasks.play_awaited_bots")
def play_awaited_bots() -> None:
    """Move all awaited bots whose task was lost. A failing game stops no other."""
    bot_turns.work_off(bot_people.awaited_bots(MOST, clock.now() - bot_turns.LOST))


# -- notifications


@shared_task(name="games.tasks.send_notices")
def send_notices() -> int:
    """Send due notifications, mails and chat messages. Returns the number of deliveries.

    They are sent concurrently, in lanes. A long run is continued by the next task. Channels are probed from time to
    time. What depends on public events alone comes first: whether a chat or a recipient reads of an event earlier does
    not depend on what other recipients have seen or planned (R94, R95).
    """
    box = outbox.Outbox()
    sendings.work([mails.Mails(), chats.trials(), chats.Posts(), box, greetings.Greetings()])
    if box.looked >= outbox.MOST:
        nudge.notices()
    return box.looked


# -- chores


@shared_task(name="games.tasks.tidy")
def tidy() -> None:
    """Update slow statistics, and run the daily chores: remove expired rows, encrypt secrets with the present key, and
    compute the paces of players. A long run is continued by the next task."""
    tallies.count()
    signals.chores_due.send(sender=None)
    is_due = retention.is_due(clock.now())
    if is_due:
        retention.tidy()
        second_factors.encrypt_all()
    is_all = paces.renew()
    if not is_all or (is_due and retention.is_due(clock.now())):
        nudge.tidy()


# -- any


@shared_task(name="games.tasks.answer_doctor")
def answer_doctor(queue: str) -> None:
    """Report that a worker serves a queue; `manage.py doctor` waits for it."""
    doctor.answer(queue)
