"""Celery: fetch what is due and call a service. Every task may run twice, die and overlap without harm.

Each queue has a task that does all that is due there. The other tasks are words that something is due now. None does
what belongs to another queue, so no letter holds up a bot, and no bot the clock.
"""

import logging

from celery import shared_task

from accounts.channels import sendings
from accounts.services import mails
from games import clock
from games.clocks import digests, reminders, ticking
from games.mail import chats, outbox
from games.rows import bot_people, nudge, retention
from games.services import bot_turns, motions, paces, plans, timeouts
from games.watch import doctor, greetings, tallies
from saboteur_site.database import storage

log = logging.getLogger(__name__)

MOST = 500
"""Tables at which one sweep lets the same bot move; the next one does the rest."""


# -- clock


@shared_task(name="games.tasks.tick")
def tick() -> None:
    """Do all that the clock asks for: plans that were not played, time-outs, reminders,
    summaries, votes.

    A failing game hinders no other, nor does a part of this that fails.
    """
    try:
        moment = ticking.beat()
    except ticking.HeldError:
        return
    failed = list[Exception]()
    for part in (plans.work_off, timeouts.work_off, reminders.send_due, digests.write_due, motions.decide_due):
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
    """Play the plan of a game at its own second."""
    plans.play(game_id)


@shared_task(name="games.tasks.play_chosen")
def play_chosen(game_id: int, seq: int, tries: int = 0) -> None:
    """Play what bots of a game have chosen after a public command, at a moment of its own. ``tries``: how often their
    table was locked before."""
    bot_turns.play_in_time(game_id, seq, tries)


# -- bots


@shared_task(name="games.tasks.play_bots")
def play_bots(game_id: int) -> None:
    """Let the awaited bots of a game choose. What they choose is played at its own moment, and then the next are."""
    bot_turns.think(game_id)


@shared_task(name="games.tasks.play_awaited_bots")
def play_awaited_bots() -> None:
    """Let all bots move that are awaited and of which no worker was told. A failing game hinders no other."""
    bot_turns.work_off(bot_people.awaited_bots(MOST, clock.now() - bot_turns.LOST))


# -- post


@shared_task(name="games.tasks.send_notices")
def send_notices() -> int:
    """Tell people what there is to tell, and the chats of tables. Gives the number of deliveries.

    Everything is under way at the same time, in lanes. A long run is handed to the next task. Channels are asked now
    and then whether they are there.
    """
    box = outbox.Outbox()
    sendings.work([mails.Mails(), chats.trials(), box, chats.Posts(), greetings.Greetings()])
    if box.looked >= outbox.MOST:
        nudge.notices()
    return box.looked


# -- chores


@shared_task(name="games.tasks.tidy")
def tidy() -> None:
    """Count what takes long to count, and do what is done once a day: remove what is kept no longer, and count how fast
    people answer. A long run is left to the next task, which goes on where this one ended."""
    tallies.count()
    is_due = retention.is_due(clock.now())
    if is_due:
        retention.tidy()
    is_all = paces.renew()
    if not is_all or (is_due and retention.is_due(clock.now())):
        nudge.tidy()


# -- any


@shared_task(name="games.tasks.answer_doctor")
def answer_doctor(queue: str) -> None:
    """Say that a worker listens to a queue; `manage.py doctor` waits for it."""
    doctor.answer(queue)
