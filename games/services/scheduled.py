"""Announced games at their hour: each starts with those who have a seat, or is called off (ADR 82).

Each table is one transaction on its locked row, in which all conditions are checked again. So sweeps may overlap, crash
and repeat, and a player who takes the last seat at the same moment starts the game first.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.http import Http404

from games import clock
from games.models import Game, Status
from games.rows import store
from games.rows.corrupt import CorruptTable
from games.rules.ruleset import compiled
from games.services import beginning, lobby, moves
from saboteur_site.database import storage

log = logging.getLogger(__name__)
MOST = 500
"""Most tables of one sweep; the next one does the rest."""
TRY_AGAIN = timedelta(minutes=5)
"""The time between two tries with a table that fails."""


def work_off(moment: datetime) -> int:
    """Start or call off all announced games whose hour has come; return their number. A failing table stops no other,
    and is reported once."""
    due = Game.objects.filter(status=Status.OPEN, starts_at__lte=moment)
    due = due.filter(Q(stuck_at=None) | Q(stuck_at__lte=moment - TRY_AGAIN)).order_by("starts_at")
    done = 0
    for pk in list(due.values_list("pk", flat=True)[:MOST]):
        try:
            with transaction.atomic():
                at_its_hour(moves.locked_rows(pk=pk, skip_locked=True), moment)
        except Http404:
            continue
        except Exception as error:
            if storage.is_passing(error):
                log.warning("game %s: its hour waits for the next tick, as the database is busy", pk)
                continue
            with storage.if_writable():
                _note_failure(pk)
        done += 1
    return done


def at_its_hour(rows: store.Loaded, moment: datetime) -> None:
    """Start the announced game of a locked table, or call it off. Does nothing before its hour, or once it began."""
    game = rows.game
    if game.status != Status.OPEN or game.starts_at is None or game.starts_at > moment:
        return
    players = players_at_hour(game, len(rows.seats))
    if not players:
        lobby.cancel(rows, None)
        return
    game.seats_wanted = players
    beginning.begin(rows, None)


def players_at_hour(game: Game, seated: int) -> int:
    """Return with how many players, bots among them, an announced game starts at its hour if ``seated`` people have a
    seat; 0 if it is called off. Bots come only if the table lets them, and only as many as its rules need."""
    try:
        seats = compiled(store.ruleset(game)).seats
    except CorruptTable:
        return 0
    players = min((number for number in seats if number >= seated), default=0) if seated else 0
    return players if players == seated or game.bots_fill else 0


def _note_failure(pk: int) -> None:
    if Game.objects.filter(pk=pk, stuck_at=None).exists():
        log.exception("game %s: it fails at its hour", pk)
    Game.objects.filter(pk=pk).update(stuck_at=clock.now())
