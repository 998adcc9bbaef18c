"""The log of a finished game in both its forms: as rows, and packed into its row of `ArchivedGame`.

`moves_of`, `whispers_of` and `acts_of` read either form and give the same values. Pages call `at_hand` first, which
puts the rows back; a week later they are packed again. Deals, messages and disclosures stay rows: lists ask for deals,
and messages are reported, removed and deleted one by one. The last move stays too, because lists show it.
"""

import json
import logging
import zlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import models, transaction

from accounts.models import User
from games import clock
from games.models import ArchivedGame, Game, Move, PrivateAct, Status, Whisper

log = logging.getLogger(__name__)

LEAST = 366
"""The least number of days in `ARCHIVE_AFTER`: how fast people answer is counted from the logs of a year."""
STAYS = timedelta(days=7)
"""How long rows that were put back stay."""
PASSED_OVER = 500
"""How many games that cannot be archived a batch passes over."""

_KINDS: tuple[type[models.Model], ...] = (Move, Whisper, PrivateAct)
_COLUMNS = {kind: tuple(field.attname for field in kind._meta.concrete_fields) for kind in _KINDS}
_FORMAT = 1


class ArchiveError(Exception):
    """A game cannot be packed or put back without loss. Nothing has changed."""


# -- reading both forms


def moves_of(game: Game, *columns: str) -> list[Any]:
    """Return columns of the log of a game, in order. One query; for an archived game three."""
    if game.archived_at is None:
        rows = list(Move.objects.filter(game=game).order_by("seq").values_list(*columns))
        # A running sweep may have packed the game after its row was read; only the last move is left then.
        if len(rows) > 1 or game.status != Status.OVER or not _is_packed_now(game):
            return rows
    return _sorted_columns(game, Move, ("seq",), columns)


def acts_of(game: Game, *columns: str) -> list[Any]:
    """Return columns of the secret commands of a game, in order. One query; for an archived game three."""
    if game.archived_at is None:
        return list(PrivateAct.objects.filter(game=game).order_by("seq", "pk").values_list(*columns))
    return _sorted_columns(game, PrivateAct, ("seq", "id"), columns)


def whispers_of(game: Game, kinds: Sequence[str], *columns: str) -> list[Any]:
    """Return columns of the private events of all seats of a game, in order, of those rows that have an event of some
    `kinds`. One query; for an archived game three."""
    tags = [f'"{kind}"' for kind in kinds]
    if game.archived_at is None:
        wanted = models.Q()
        for tag in tags:
            wanted |= models.Q(event__contains=tag)
        rows = list(Whisper.objects.filter(wanted, game=game).order_by("pk").values_list(*columns))
        if rows or game.status != Status.OVER or not _is_packed_now(game):
            return rows
    found = _sorted_columns(game, Whisper, ("id",), (*columns, "event"))
    return [row[:-1] for row in found if any(tag in row[-1] for tag in tags)]


def _sorted_columns(game: Game, kind: type[models.Model], order: Sequence[str], columns: Sequence[str]) -> list[Any]:
    """Return columns of the packed rows of one kind."""
    names = [kind._meta.get_field(column).attname for column in columns]  # type: ignore[union-attr]
    rows = sorted(_unpacked(_row_of(game.pk))[kind], key=lambda row: [getattr(row, name) for name in order])
    return [tuple(getattr(row, name) for name in names) for row in rows]


def _is_packed_now(game: Game) -> bool:
    game.refresh_from_db(fields=["archived_at"])
    return game.archived_at is not None


def at_hand(game: Game) -> None:
    """Put the rows of an archived game back, so that its pages can be drawn. Other games cost no query."""
    if game.archived_at is not None:
        restore(game.pk)
        game.archived_at = None


# -- packing and putting back


def is_on() -> bool:
    """Whether games are archived. Raise ImproperlyConfigured if they were so before a year has passed."""
    days = settings.ARCHIVE_AFTER
    if 0 < days < LEAST:
        raise ImproperlyConfigured(f"ARCHIVE_AFTER is {days}, and has to be 0 or at least {LEAST}")
    return bool(days > 0)


def due(now: datetime) -> models.QuerySet[Game]:
    """Return the games that are to be archived, the oldest first. Tables of guests are left out, because they are
    deleted with their guests."""
    ended = now - timedelta(days=settings.ARCHIVE_AFTER)
    games = Game.objects.filter(status=Status.OVER, archived_at=None, over_at__lt=ended, of_guests=False)
    lately = ArchivedGame.objects.filter(game=models.OuterRef("pk"), restored_at__gt=now - STAYS)
    return games.exclude(models.Exists(lately)).order_by("over_at")


def archive_due(now: datetime, most: int) -> int:
    """Archive at most a number of games, each in a transaction of its own, and return how many. A game that is locked
    or cannot be archived does not affect the others."""
    if not is_on():
        return 0
    done = 0
    for key in due(now).values_list("pk", flat=True)[: most + PASSED_OVER]:
        try:
            done += archive(key)
        except Exception:
            log.exception("game %s cannot be archived", key)
        if done == most:
            break
    return done


@transaction.atomic
def archive(key: int) -> bool:
    """Pack a finished game: write its rows into one, read that back, compare, and delete the rows. Return whether it
    was done; a locked game is left to another day. Raise ArchiveError if the comparison fails."""
    game = Game.objects.select_for_update(skip_locked=True).filter(pk=key, status=Status.OVER, archived_at=None).first()
    if game is None:
        return False
    rows = {kind: list(kind._default_manager.filter(game=game).order_by("pk")) for kind in _KINDS}
    counts = {"moves": len(rows[Move]), "acts": len(rows[PrivateAct])}
    now = clock.now()
    ArchivedGame.objects.update_or_create(
        game=game, defaults={"packed": _packed(rows), **counts, "at": now, "restored_at": None}
    )
    if _values(_unpacked(_row_of(key))) != _values(rows):
        raise ArchiveError(f"game {key} differs after it was packed")
    Game.objects.filter(pk=key).update(archived_at=now)
    for kind in _KINDS:
        gone = kind._default_manager.filter(game=game)
        # Lists show the last move.
        (gone.exclude(seq=game.seq) if kind is Move else gone).delete()
    return True


@transaction.atomic
def restore(key: int) -> bool:
    """Put the rows of an archived game back. Return whether it was archived. Raise ArchiveError if it is unreadable."""
    game = Game.objects.select_for_update().filter(pk=key).exclude(archived_at=None).first()
    if game is None:
        return False
    row = _row_of(key)
    rows = _unpacked(row)
    there = set(Move.objects.filter(game=game).values_list("pk", flat=True))
    for kind, some in rows.items():
        kind._default_manager.bulk_create([one for one in some if kind is not Move or one.pk not in there])
    counts = [kind._default_manager.filter(game=game).count() for kind in (Move, PrivateAct)]
    if counts != [row.moves, row.acts]:
        raise ArchiveError(f"game {key} isn’t whole after its rows were put back")
    ArchivedGame.objects.filter(pk=key).update(packed=b"", restored_at=clock.now())
    Game.objects.filter(pk=key).update(archived_at=None)
    return True


def _row_of(key: int) -> ArchivedGame:
    row = ArchivedGame.objects.filter(pk=key).first()
    if row is None or not row.packed:
        raise ArchiveError(f"game {key} is not in the archive")
    return row


def _packed(rows: dict[type[models.Model], list[Any]]) -> bytes:
    """Return rows as compressed JSON. The table is left out, because the row of the archive says it."""
    packed: dict[str, Any] = {"format": _FORMAT}
    for kind, some in rows.items():
        columns = [column for column in _COLUMNS[kind] if column != "game_id"]
        packed[kind.__name__] = {
            "columns": columns,
            "rows": [[_written(getattr(one, column)) for column in columns] for one in some],
        }
    return zlib.compress(json.dumps(packed, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def _unpacked(row: ArchivedGame) -> dict[type[models.Model], list[Any]]:
    """Return the rows of an archived game, as they were. Accounts that were removed since are left out of moves."""
    try:
        packed = json.loads(zlib.decompress(bytes(row.packed)))
        if packed["format"] != _FORMAT:
            raise ArchiveError(f"game {row.pk} was archived by a later version")
        rows: dict[type[models.Model], list[Any]] = {
            kind: [_read(kind, row.pk, packed[kind.__name__]["columns"], one) for one in packed[kind.__name__]["rows"]]
            for kind in _KINDS
        }
    except (zlib.error, ValueError, KeyError) as error:
        raise ArchiveError(f"the archive of game {row.pk} cannot be read") from error
    users = {move.user_id for move in rows[Move]} - {None}
    known = set(User.objects.filter(pk__in=users).values_list("pk", flat=True))
    for move in rows[Move]:
        if move.user_id not in known:
            move.user_id = None
    return rows


def _written(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _read(kind: type[models.Model], game: int, columns: Sequence[str], values: Sequence[Any]) -> models.Model:
    """Return an unsaved row. Columns that are newer than the archive have their default."""
    known = dict(zip(columns, values, strict=True))
    if "at" in known:
        known["at"] = datetime.fromisoformat(known["at"])
    return kind(game_id=game, **known)


def _values(rows: dict[type[models.Model], list[Any]]) -> dict[str, list[tuple[Any, ...]]]:
    return {
        kind.__name__: [tuple(getattr(one, column) for column in _COLUMNS[kind]) for one in some]
        for kind, some in rows.items()
    }
