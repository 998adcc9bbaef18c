"""A world of a pair, played in the database: the same table each time, and no chance but that of the world.

Ids, codes, shares, times and tokens are the same in both worlds of a pair; hands, pile, roles, goals, gold, the secret
of the table, standing orders of others and what they do in secret are those of the world.
"""

import hashlib
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import patch

from django.db import transaction
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from accounts.models import User
from games import bots, clock, tasks
from games.clocks import deadlines
from games.models import Game, Heartbeat, Joining, Seat, TableSecret
from games.rows import chance
from games.rules import engine
from games.rules.agenda import Step
from games.rules.cards import CARDS
from games.rules.claims import Claim
from games.rules.commands import Command, Lay, Order, PlayCard, Timeout
from games.rules.view import PlayerView
from games.services import bot_turns, moves, repairs
from tests.games.clocks import sweep
from tests.games.pages import Page
from tests.games.tables import browser_of, loaded, open_game
from tests.rules.playout import Act, with_chance
from tests.secrecy.course import World
from tests.secrecy.pages.controlled_site import BEGIN, ControlledSite, controlled_site, on_commit_too
from tests.secrecy.pages.doings import Others
from tests.secrecy.pages.sending import form_of, has_form
from tests.secrecy.pages.speaking import manner_of, same_stories
from tests.secrecy.worlds import FALLS, Pair

CODE = "twins"
GAME_ID = 1_000_003
STEP = timedelta(seconds=70)
CLOCK = {"bank_hours": 72, "turn_hours": 12, "vacations": False}
LADDER = 4
"""Ticks after which a seat whose time is over has its default at the latest."""


class OffCourseError(Exception):
    """A world does not go on as it went before: an answer or an automatic act is different."""


class Stage:
    """One world at its table, as the database has it. ``people`` sit there, in order."""

    def __init__(self, site: ControlledSite, pair: Pair, world: World, people: list[User]) -> None:
        self.site, self.pair, self.world, self.people = site, pair, world, people
        self.acts, self.taken = deque[Act](), 0
        self.browsers = {person.pk: browser_of(person) for person in people if not person.is_bot}
        self.others: Others | None = None
        self.game = open_game(people, code=CODE, pk=GAME_ID, ruleset=pair.ruleset, joining=Joining.FRIENDS, **CLOCK)
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

    @property
    def asker(self) -> User:
        """The first player who is neither the viewer nor a bot."""
        return next(person for person in self.people if person.pk != self.viewer.pk and not person.is_bot)

    def begin(self) -> None:
        """Deal the first round as the world says."""
        with self._chance_of(()), transaction.atomic():
            moves.deal_first_round(moves.locked_rows(code=CODE))

    def private_acts(self, number: int) -> None:
        """What no other player may notice before a step."""
        self.site.time.shift(STEP / 3)
        self.acts = deque(map(sensible, self.world.steps[number]))
        while self.acts and self._is_unnoticed(self.acts[0]):
            self._carry_out(self.acts.popleft())
        if self.others:
            self.others.do_something(self.site)

    def public_act(self, by_form: Client) -> Any:
        """The act of the step that is noticed, if it has one; the answer when the viewer sent it ``by_form``.

        Then the clock ticks, and all due mails are sent. OffCourseError.
        """
        self.site.time.shift(STEP - STEP / 3)
        answer = None
        for act in self.acts:
            if act.seat == self.pair.viewer and has_form(act.command):
                answer = self._send(act, by_form)
            elif isinstance(act.command, Timeout):
                self._run_out(act, act.command.seat)
            elif act.seat in self.pair.bots:
                self._bot_moves(act)
            else:
                self._carry_out(act)
        self.tick()
        return answer

    def tick(self) -> None:
        """What is done by the clock; bots move when the world lets them."""
        Heartbeat.objects.update(at=clock.now())
        with on_commit_too(), patch.object(bot_turns, "work_off", lambda _games: 0):
            sweep()

    def _is_unnoticed(self, act: Act) -> bool:
        """Whether an act is another player's and has no public effect: an order, an answer to a window."""
        if act.seat == self.pair.viewer:
            return False
        state = loaded(self.game).state
        step = engine.apply(with_chance(state, act.chance), act.seat, act.command)
        return step.state.public.seq == state.public.seq

    def _run_out(self, act: Act, number: int) -> None:
        """Let a seat’s time run out; where it has no clock of its own, by the command alone."""
        seat = Seat.objects.get(game=self.game, number=number)
        if seat.due_at is None or seat.awaited_for == deadlines.WINDOW:
            self._carry_out(act)
            return
        if self.others:  # a plan would be tried first
            self.others.withdraw(self.site)
        before = self.taken
        # By now the players who were looking get their mails: no time runs out before its player was notified.
        self.site.time.shift(4 * STEP)
        self.tick()
        for _ in range(LADDER):
            self.site.time.move_to(max(Game.objects.get(pk=self.game.pk).deadline or BEGIN, clock.now()) + STEP)
            with self._chance_of(act.chance):
                self.tick()
            if self.taken > before:
                return
        raise OffCourseError(f"the time of {seat} does not run out")

    def _carry_out(self, act: Act) -> None:
        queued = len(self.site.words)
        with self._chance_of(act.chance), on_commit_too(), transaction.atomic():
            table = moves.locked(code=CODE)
            user = None if act.seat is None else table.seats[act.seat].user
            in_a_window = any(seat.awaited_for == deadlines.WINDOW for seat in table.seats)
            moves.carry_out(table, act.seat, act.command, user=user)
        if in_a_window:  # the last one to answer is anybody, and a bot needs no word to go on
            del self.site.words[queued:]

    def _send(self, act: Act, browser: Client) -> Any:
        seq = Game.objects.values_list("seq", flat=True).get(code=CODE)
        with self._chance_of(act.chance), on_commit_too():
            answer = browser.post(reverse("games:move", args=[CODE]), form_of(act.command, self.viewer, seq, CODE))
        if answer.status_code != 303:
            raise OffCourseError(f"{act}: {Page(answer).words}")
        return answer

    # -- bots

    def _bot_moves(self, act: Act) -> None:
        """A bot chooses for itself, by dice that fall so that it does what it does in this world, if it can."""
        seq = Game.objects.values_list("seq", flat=True).get(pk=self.game.pk)
        chosen = list[Command]()
        with (
            self._chance_of(act.chance),
            on_commit_too(),
            _dice_for(act, chosen),
            _in_temper(self.pair),
            _only_asked(act.seat),
        ):
            tasks.play_bots(self.game.pk)
        with self._chance_of(act.chance), on_commit_too():
            tasks.play_chosen(self.game.pk, seq)
        if chosen != [act.command]:
            raise OffCourseError(f"the bot does {chosen}, not {act.command}")

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


@contextmanager
def _dice_for(act: Act, chosen: list[Command]) -> Iterator[None]:
    """Let the dice of bots fall so that an act is chosen, if they can fall so; what is chosen is written down."""
    real, honest = bots.choose, bots.choice.choose

    def choose(view: PlayerView, _dice: Any, seen: Any = (), _told: Any = (), _manner: Any = None) -> Command:
        falls = [fall for fall in FALLS if honest(view, fall.__mod__, seen) == act.command]
        chosen.append(real(view, (falls or [0])[0].__mod__, seen))
        return chosen[-1]

    with patch.object(bots, "choose", choose):
        yield


@contextmanager
def _in_temper(pair: Pair) -> Iterator[None]:
    """Let bots talk, each in a temper of its own, which is the same in both worlds (`speaking`)."""
    real = bots.claim_of

    def claim_of(view: PlayerView, seen: Any, queued: Any, _manner: Any = None) -> Claim | None:
        return real(view, seen, queued, manner_of(pair, view.seat or 0))

    with patch.object(bots, "claim_of", claim_of), same_stories():
        yield


@contextmanager
def _only_asked(number: int | None) -> Iterator[None]:
    """Let the bot of one seat alone be asked, and think for no time at all; others move when the world lets them."""
    real = bot_turns.bots_asked

    def bots_asked(game_id: int) -> bot_turns.BotsAsked:
        asked = real(game_id)
        return asked._replace(seats=[seat for seat in asked.seats if seat.number == number])

    with patch.object(bot_turns, "bots_asked", bots_asked), patch.object(bot_turns, "monotonic", lambda: 0.0):
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
def staged(pair: Pair, world: World, people: list[User], *, lots: Random | None = None) -> Iterator[Stage]:
    """A stage for one world; all it wrote is gone afterwards. With ``lots`` others do things in secret."""
    # Lots fall as a world says and not by its key, so that counting again finds faults which no real table has.
    with controlled_site() as site, patch.object(repairs, "faults", lambda _loaded: []):
        stage = Stage(site, pair, world, people)
        if lots is not None:
            stage.others = Others(stage.game, stage.browsers, lots, {pair.viewer})
        stage.begin()
        yield stage
