"""A world of a pair, played in the database: the same table each time, and no chance but that of the world.

Ids, codes, shares, times and tokens are the same in both worlds of a pair; hands, pile, roles, goals, gold, the secret
of the table, standing orders of others and the times at which others look at the table are those of the world.
"""

import hashlib
import logging
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta, timezone
from random import Random
from typing import Any
from unittest.mock import patch

import time_machine
from django.conf import settings
from django.core import mail
from django.core.cache import caches
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client, TestCase, override_settings
from django.urls import reverse
from msgspec.structs import replace

from accounts.models import User
from games import bot_turns, chance, clock, deadlines, markup, nudge, services
from games.models import (
    Deal,
    Game,
    Heartbeat,
    Invitation,
    Joining,
    Motion,
    Move,
    Notice,
    PrivateAct,
    Seat,
    TableSecret,
    Whisper,
)
from games.rules import engine
from games.rules.agenda import Step
from games.rules.cards import CARDS
from games.rules.commands import Lay, Order, PlayCard, Timeout
from tests.games.clocks import sweep
from tests.games.pages import Page
from tests.games.tables import browser_of, loaded, open_game
from tests.rules.playout import Act, with_chance
from tests.secrecy.course import World
from tests.secrecy.pages.sending import form_of, has_form
from tests.secrecy.worlds import Pair

CODE = "twins"
GAME_ID = 1_000_003
BEGIN = datetime(2031, 5, 2, 18, 30, tzinfo=timezone.utc)  # noqa: UP017  # the same in all supported versions
STEP = timedelta(seconds=70)
CLOCK = {"bank_hours": 72, "turn_hours": 12, "vacations": False}
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": f"stage {name}"}
    for name in settings.CACHES
}
"""Caches of this process alone, which forget by the clock of the stage."""
LADDER = 4
"""Ticks after which a seat whose time is over has its default at the latest."""
LOGGERS = ("games", "accounts", "saboteur_site", "django.request", "django.security")

NUMBERED = (Seat, TableSecret, Move, Whisper, PrivateAct, Notice, Deal, Invitation, Motion)


class Ear(logging.Handler):
    """Hears every line that the site writes into its log, debugging ones too."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.heard.append(f"{record.name} {record.levelname} {record.getMessage()}")


class Stage:
    """One world at its table, as the database has it; `play` carries out its steps.

    ``people`` sit there, in order. ``eyes_of_others``: the chance by which other players look at the table in between,
    None when nobody does.
    """

    def __init__(self, pair: Pair, world: World, people: list[User], joining: str, lots: Random | None) -> None:
        self.pair, self.world, self.people, self.lots = pair, world, people, lots
        self.ear, self.told_workers = Ear(), list[str]()
        self.acts, self.taken = deque[Act](), 0
        self.others = {seat: browser_of(person) for seat, person in enumerate(people) if seat != pair.viewer}
        self.time: Any = None
        self.game = open_game(people, code=CODE, pk=GAME_ID, ruleset=pair.ruleset, joining=joining, **CLOCK)
        secret = hashlib.sha256(b"".join([b"secret", world.key])).hexdigest()
        TableSecret.objects.filter(game=self.game).update(seed=secret)
        self.game.secret.refresh_from_db()

    @property
    def viewer(self) -> User:
        """The player from whose seat the pair looks the same."""
        return self.people[self.pair.viewer]

    @property
    def neighbour(self) -> User:
        """The player who sits after the viewer."""
        return self.people[(self.pair.viewer + 1) % len(self.people)]

    def begin(self) -> None:
        """Deal the first round as the world says."""
        with self._chance_of(()), transaction.atomic():
            services.deal_first_round(services.locked_rows(code=CODE))

    def private_acts(self, number: int) -> None:
        """What nobody else may notice before a step, and whoever of the others looks at the table meanwhile."""
        self.time.shift(STEP / 3)
        self.acts = deque(map(sensible, self.world.steps[number]))
        while self.acts and self._is_unnoticed(self.acts[0]):
            self._carry_out(self.acts.popleft())
        if self.lots is not None and self.lots.random() < 0.5:
            self.let_others_look()

    def public_act(self, by_form: Client) -> Any:
        """The act of the step that is noticed, if it has one; the answer when the viewer sent it ``by_form``.

        Then the clock ticks, and whoever is to be written to gets a mail.
        """
        self.time.shift(STEP - STEP / 3)
        answer = None
        for act in self.acts:
            if act.seat == self.pair.viewer and has_form(act.command):
                answer = self._send(act, by_form)
            elif isinstance(act.command, Timeout):
                self._run_out(act, act.command.seat)
            else:
                self._carry_out(act)
        self.tick()
        return answer

    def tick(self) -> None:
        """What is done by the clock."""
        Heartbeat.objects.update(at=clock.now())
        # The moves of bots are those of the world.
        with on_commit_too(), patch.object(bot_turns, "work_off", lambda _games: 0):
            sweep()

    def let_others_look(self) -> None:
        """Some of the other players look at the table, and try what they may not do."""
        assert self.lots is not None
        table, move = reverse("games:table", args=[CODE]), reverse("games:move", args=[CODE])
        heard = len(self.ear.heard)
        # Who is asleep or played by a bot would be woken by it, which all are told (R96).
        awake = set(Seat.objects.filter(game=self.game, resting="").values_list("number", flat=True))
        others = [browser for seat, browser in self.others.items() if seat in awake]
        for browser in self.lots.sample(others, min(len(others), self.lots.randint(1, len(self.others)))):
            browser.get(table)
            browser.post(move, {"seq": "0", "key": "k", "answer": "none"})
        # That somebody asked for a page is no news of the game.
        self.ear.heard[heard:] = [line for line in self.ear.heard[heard:] if not line.startswith("django.")]

    def _is_unnoticed(self, act: Act) -> bool:
        """Whether an act is somebody else's and moves nothing that all see: an order, an answer to a window."""
        if act.seat == self.pair.viewer:
            return False
        state = loaded(self.game).state
        step = engine.apply(with_chance(state, act.chance), act.seat, act.command)
        return step.state.public.seq == state.public.seq

    def _run_out(self, act: Act, number: int) -> None:
        """Let the time of a seat run out; where it has no clock of its own, by the command alone."""
        seat = Seat.objects.get(game=self.game, number=number)
        if seat.due_at is None or seat.awaited_for == deadlines.WINDOW:
            self._carry_out(act)
            return
        before = self.taken
        # By now who was looking is written to: nobody's time runs out before they were told.
        self.time.shift(4 * STEP)
        self.tick()
        for _ in range(LADDER):
            self.time.move_to(max(Game.objects.get(pk=self.game.pk).deadline or BEGIN, clock.now()) + STEP)
            with self._chance_of(act.chance):
                self.tick()
            if self.taken > before:
                return
        raise AssertionError(f"the time of {seat} does not run out")

    def _carry_out(self, act: Act) -> None:
        told = len(self.told_workers)
        with self._chance_of(act.chance), on_commit_too(), transaction.atomic():
            table = services.locked(code=CODE)
            user = None if act.seat is None else table.seats[act.seat].user
            in_a_window = any(seat.awaited_for == deadlines.WINDOW for seat in table.seats)
            services.carry_out(table, act.seat, act.command, user=user)
        if in_a_window:  # the last one to answer is anybody, and a bot needs no word to go on
            del self.told_workers[told:]

    def _send(self, act: Act, browser: Client) -> Any:
        seq = Game.objects.values_list("seq", flat=True).get(code=CODE)
        with self._chance_of(act.chance), on_commit_too():
            answer = browser.post(reverse("games:move", args=[CODE]), form_of(act.command, self.viewer, seq, CODE))
        assert answer.status_code == 303, f"{act}: {Page(answer).words}"
        return answer

    @contextmanager
    def _chance_of(self, lines: Any) -> Iterator[None]:
        """Let lots fall as the lines say, and rounds be dealt as the world says."""
        real = engine.apply

        def apply(state: engine.Game, seat: int | None, command: Any) -> Step:
            step = real(with_chance(state, lines), seat, command)
            self.taken += isinstance(command, Timeout)
            return step._replace(state=with_chance(step.state, ()))

        deals = self.world.deals
        with (
            patch.object(engine, "apply", apply),
            patch.object(engine, "first_deal", lambda *_arguments, **_key: deals[0]),
            patch.object(engine, "next_deal", lambda state, **_key: deals[state.public.round]),
            patch.object(chance, "key_of", lambda *_arguments: self.world.key),
        ):
            yield


def sensible(act: Act) -> Act:
    """An act without what no page lets anybody plan for a turn, and no turn could bring: a tunnel played, an action
    laid."""
    if not isinstance(act.command, Order):
        return act
    then = tuple(
        one
        for one in act.command.then
        if not isinstance(one, Lay | PlayCard) or CARDS[one.card].is_tunnel == isinstance(one, Lay)
    )
    return act._replace(command=replace(act.command, then=then))


@contextmanager
def on_commit_too() -> Iterator[None]:
    """Do at the end what waits for a commit that never comes within a test."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        yield


@contextmanager
def staged(
    pair: Pair, world: World, people: list[User], *, joining: str = Joining.FRIENDS, lots: Random | None = None
) -> Iterator[Stage]:
    """A stage for one world; all it wrote is gone afterwards."""
    with ExitStack() as stack:
        stack.enter_context(override_settings(CACHES=CACHES))
        stack.callback(forget)
        forget()
        stack.enter_context(patch("django.middleware.csrf._get_new_csrf_string", lambda: "c" * 32))
        point = transaction.savepoint()
        stack.callback(transaction.savepoint_rollback, point)
        number_anew()
        # The database's clock cannot be held still.
        stack.enter_context(patch.object(clock, "turned", lambda _moment: clock.now()))
        time = stack.enter_context(time_machine.travel(BEGIN, tick=False))
        stage = Stage(pair, world, people, joining, lots)
        stage.time = time
        stack.enter_context(patch.object(nudge, "tell_worker", lambda *told: stage.told_workers.append(str(told))))
        for name in LOGGERS:
            stack.enter_context(heard_by(stage.ear, logging.getLogger(name)))
        stage.begin()
        yield stage


@contextmanager
def heard_by(ear: Ear, logger: logging.Logger) -> Iterator[None]:
    """Let an ear hear all of a logger, and nobody else."""
    level, propagates = logger.level, logger.propagate
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.addHandler(ear)
    try:
        yield
    finally:
        logger.removeHandler(ear)
        logger.propagate = propagates
        logger.setLevel(level)


def forget() -> None:
    """Empty what the process and its caches remember, and the mailbox."""
    markup._known.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("games."):
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear") and hasattr(thing, "cache_info"):
                    thing.cache_clear()
    for cache in caches.all(initialized_only=True):
        cache.clear()
    mail.outbox = []


def number_anew() -> None:
    """Let the rows of games be numbered from one again, so that both worlds have the same numbers."""
    tables = [{"table": model._meta.db_table, "column": "id"} for model in NUMBERED]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_by_name_sql(no_style(), tables):
            cursor.execute(statement)
