"""The timing of bots' moves. Their thinking time must not be measurable, so a choice is played at a fixed time (R95).

That time depends only on when the bot was awaited and when a worker started. A hand that makes the bot think longer
does not delay the move. A choice that took too long is played a whole step later.
"""

import logging
import math
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.http import Http404

from games import bots, clock
from games.models import PLAYED_BY_BOTS, BotLevel, Deal, Game, Move, Seat, Status
from games.rows import chance, nudge, store
from games.rules import engine
from games.rules.engine import Public
from games.rules.events import PublicEvent
from games.rules.notation import parse_line, write_line
from games.rules.view import view
from games.services import moves, talk, timeouts
from saboteur_site.database import storage

log = logging.getLogger(__name__)

ANSWER = 0.9
"""Seconds after which a bot answers: four bots in a row move before a page polls again."""
THINK = 0.7
"""Least seconds for choosing, and the length of a step."""
SPEAKS = 1.1
"""Extra seconds after a claim: no person writes and moves within one second."""
LOST = timedelta(seconds=10)
"""How long a bot is awaited before a sweep assumes that its task was lost."""
PATIENCE = 45.0
"""Seconds after which a sweep leaves bots to the next one."""
TRIES = 10
"""How often a choice is retried while its table is locked, a step apart. After that a sweep plays it."""
sleep, monotonic = time.sleep, time.monotonic
"""The clock and the sleep function of a sweep; tests do not wait."""


class Asked(NamedTuple):
    """Bots of a game that are awaited after a public command; ``wait``: seconds until their choices are played."""

    game: int
    seq: int
    seats: list[Seat]
    wait: float


def think(game_id: int) -> int:
    """Let the awaited bots of a game choose; return their number. The task that plays is queued before they begin."""
    begun, asked = monotonic(), _asked(game_id)
    if asked is None:
        return 0
    asked = let_claim(asked)
    nudge.chosen(game_id, asked.seq, max(0.0, asked.wait - (monotonic() - begun)))
    let_think(asked.seats)
    late = monotonic() - begun - asked.wait
    if late > 0:
        nudge.chosen(game_id, asked.seq, THINK - late % THINK)
    return len(asked.seats)


def work_off(games: Iterable[int]) -> int:
    """Move the bots of games whose task was lost, until people are awaited. Returns the number of moves.

    In each step all bots claim, then all choose, then all choices are played at one time. So no claim waits for a
    choice, not even at another table. A failing game stops no other.
    """
    begun, made, left = monotonic(), 0, list(games)
    while left and monotonic() - begun < PATIENCE:
        step, asked = monotonic(), list(filter(None, map(_claimed, left)))
        asked = list(filter(_chosen, asked))
        if asked:
            sleep(_until_the_step_ends(max(one.wait for one in asked), monotonic() - step))
        done = {one.game: _played(one) for one in asked}
        made += sum(played or 0 for played in done.values())
        left = [game for game, played in done.items() if played is not None]
    return made


def _asked(game_id: int) -> Asked | None:
    seats, at = bots_asked(game_id)
    if not seats:
        return None
    since = max(seat.awaited_since for seat in seats if seat.awaited_since)
    passed = (at - since).total_seconds()
    return Asked(game_id, seats[0].game.seq, seats, min(max(ANSWER - passed, THINK), ANSWER))


def _claimed(game_id: int) -> Asked | None:
    """The awaited bots of a game, after their claims. None if there are none, or after a failure."""
    try:
        asked = _asked(game_id)
        return let_claim(asked) if asked else None
    except Exception as error:
        _report(game_id, error)
        return None


def _chosen(asked: Asked) -> bool:
    """Let the awaited bots of a game choose; return whether that succeeded."""
    try:
        let_think(asked.seats)
    except Exception as error:
        _report(asked.game, error)
        return False
    return True


def _played(asked: Asked) -> int | None:
    """Return how many bots of a game moved; None after a failure."""
    try:
        return play_chosen(asked.game, asked.seq)
    except Http404:  # the table is locked
        return None
    except Exception as error:
        _report(asked.game, error)
        return None


def _report(game_id: int, error: Exception) -> None:
    """Log that bots cannot move, once until their table moves again. A busy database is not logged."""
    if storage.is_passing(error):
        return
    with storage.if_writable():
        if timeouts.is_new_fault(game_id):
            log.exception("game %s: its bots cannot move", game_id)


def _until_the_step_ends(wait: float, passed: float) -> float:
    """Return the seconds left to wait: to the end of the wait, or of the next whole step after it.

    >>> [round(_until_the_step_ends(0.9, passed), 2) for passed in (0.1, 0.9, 1.0, 1.7)]
    [0.8, 0.0, 0.6, 0.6]
    """
    steps = max(0, math.ceil((passed - wait) / THINK))
    return wait + steps * THINK - passed


# -- asked, choosing, playing


class BotsAsked(NamedTuple):
    """The seats for which a bot is to move, and the time of that query."""

    seats: list[Seat]
    at: datetime


def bots_asked(game_id: int) -> BotsAsked:
    """Return the seats for which a bot is to move now. One query, so that game and seat are consistent."""
    asked = Seat.objects.filter(game=game_id, game__status=Status.RUNNING, awaited_since__isnull=False, answered=False)
    rows = asked.filter(PLAYED_BY_BOTS).select_related("game__secret", "user").order_by("number")
    seats = list(rows.annotate(asked_at=clock.Moment()))
    return BotsAsked(list[Seat](seats), clock.turned(seats[0].asked_at if seats else None))


def let_claim(asked: Asked) -> Asked:
    """Let bots make their claims; a bot that made one answers later. A bot whose seat was taken makes none, nor does a
    bot that stands in for a player."""
    said = [_says(seat) for seat in asked.seats if seat.user.is_bot]
    return asked._replace(wait=asked.wait + SPEAKS) if any(said) else asked


def _says(seat: Seat) -> bool:
    """Let a bot make its claim from its own view alone; return whether it made one."""
    seen, events = view(store.public(seat.game), store.own(seat)), _events_of_round(seat.game)
    claimed = talk.public_claims(seat.game, seen.public.round)
    claim = bots.claim_of(seen, events, claimed, _manner(seat, seen.public))
    with suppress(Http404):
        return claim is not None and talk.claim_of_bot(seat=seat, claim=claim, seq=seat.game.seq)
    return False


def let_think(seats: list[Seat]) -> None:
    """Let bots choose, each from its own view alone, and store the choices with their seats.

    Nothing is locked meanwhile: a choice counts for the public command after which it was made, and for no other.
    """
    for seat in seats:
        seen, events = view(store.public(seat.game), store.own(seat)), _events_of_round(seat.game)
        claimed = talk.public_claims(seat.game, seen.public.round)
        command = bots.choose(seen, secrets.randbelow, events, claimed, _manner(seat, seen.public))
        choice = f"{seat.game.seq} {write_line(seat.number, command)}"
        asked = Seat.objects.filter(pk=seat.pk, awaited_since=seat.awaited_since)
        with transaction.atomic():
            # Another transaction changes the seat, which makes this choice obsolete.
            Seat.objects.filter(pk__in=asked.select_for_update(skip_locked=True)).update(choice=choice)


def _manner(seat: Seat, public: Public) -> bots.Manner:
    """How the bot of a seat plays a round: at the level of its table, in a temper drawn by the game's key, which
    is secret until the game is over. A bot that stands in for a person plays at the normal level."""
    seats = list(Seat.objects.filter(game=seat.game).order_by("number"))
    level = seat.game.bot_level if seat.user.is_bot else BotLevel.NORMAL
    return bots.drawn(chance.key_of(seat.game, seats), public.round, seat.number, level, public.draws)


def play_in_time(game_id: int, seq: int, tries: int = 0) -> None:
    """Play the choices at their time. A locked table is retried a step later, without a waiting worker."""
    try:
        play_chosen(game_id, seq)
    except Http404:
        still = Game.objects.filter(pk=game_id, seq=seq, status=Status.RUNNING)
        if tries < TRIES and still.exists():
            nudge.chosen(game_id, seq, THINK, tries + 1)


@transaction.atomic
def play_chosen(game_id: int, seq: int) -> int:
    """Play the choices of a game's bots after a public command, if they are still valid; return their number. Http404
    if there is no such table, or it is locked."""
    loaded, played = moves.locked(pk=game_id, skip_locked=True), 0
    for ask in engine.unanswered(loaded.state) if loaded.game.status == Status.RUNNING else ():
        seat = loaded.seats[ask.seat]
        after, _space, line = seat.choice.partition(" ")
        if seat.bot_plays and after == str(seq) == str(loaded.game.seq):
            loaded = moves.carry_out(loaded, *parse_line(line), user=seat.user)
            played += 1
    return played


def _events_of_round(game: Game) -> tuple[PublicEvent, ...]:
    begun = Deal.objects.filter(game=game, seq__lte=game.seq).order_by("-round").values_list("seq", flat=True).first()
    log = Move.objects.filter(game=game, seq__gt=begun or 0, seq__lte=game.seq).order_by("seq")
    rows = log.values_list("events", "seq")
    return tuple(event for text, seq in rows for event in store.events(text, game.pk, seq))
