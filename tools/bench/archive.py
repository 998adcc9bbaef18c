"""What archived games take and save: bytes of a game in both forms, and the time of packing one and putting it back."""

import time
from collections.abc import Iterator
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import Model
from django.test import override_settings

from games import clock
from games.models import ArchivedGame, Game, Move, PrivateAct, TableSecret, Whisper
from games.rows import archived
from games.rules.table import Ruleset
from tests.factories import UserFactory
from tests.games.tables import play_to_the_end, running_game
from tools.bench.figures import Figure

GAMES = 20_000
BATCH = 500
RESTORED = 200
ROWS: tuple[type[Model], ...] = (Move, Whisper, PrivateAct)


def figures(games: int = GAMES) -> Iterator[Figure]:
    """The figures of so many finished games of three rounds and five seats. Bytes are those of tables and indexes."""
    model = play_to_the_end(running_game(UserFactory.create_batch(5), ruleset=Ruleset(rounds=3)))
    moves = Move.objects.filter(game=model).count()
    copy(model, games)
    before = size(*ROWS)
    began = time.perf_counter()
    with override_settings(ARCHIVE_AFTER=archived.LEAST):
        while archived.archive_due(clock.now(), BATCH):
            pass
    took = time.perf_counter() - began
    assert Game.objects.exclude(archived_at=None).count() == games
    vacuum(*ROWS)
    what = f"a game of {moves} moves, {games} games"
    yield Figure(f"{what}: as rows", before / games / 1000, "kB")
    yield Figure(f"{what}: archived", size(ArchivedGame) / games / 1000, "kB")
    yield Figure(f"{what}: rows that stay", size(*ROWS) / games / 1000, "kB")
    yield Figure(f"{what}: archive", took / games * 1000, "ms")
    keys = list(Game.objects.exclude(archived_at=None).values_list("pk", flat=True)[:RESTORED])
    began = time.perf_counter()
    for key in keys:
        archived.restore(key)
    yield Figure(f"{what}: put back", (time.perf_counter() - began) / len(keys) * 1000, "ms")


def copy(model: Game, games: int) -> None:
    """Copy a finished game so many times, as having ended long ago."""
    long_ago = clock.now() - timedelta(days=400)
    rows = {kind: list(kind._default_manager.filter(game=model).order_by("pk")) for kind in ROWS}
    for start in range(0, games, BATCH):
        with transaction.atomic():
            made = [
                Game(
                    name=model.name, status=model.status, host_id=model.host_id, ruleset=model.ruleset, public="",
                    seq=model.seq, over_at=long_ago, commitment="",
                )
                for _ in range(min(BATCH, games - start))
            ]  # fmt: skip
            Game.objects.bulk_create(made)
            TableSecret.objects.bulk_create(TableSecret(game=game) for game in made)
            for kind, some in rows.items():
                names = [
                    field.attname for field in kind._meta.concrete_fields if field.attname not in ("id", "game_id")
                ]
                kind._default_manager.bulk_create(
                    (kind(game=game, **{name: getattr(one, name) for name in names}) for game in made for one in some),
                    batch_size=5000,
                )
    vacuum(*ROWS)


def vacuum(*kinds: type[Model]) -> None:
    """Give the space of deleted rows back, so that sizes are those of rows that are there."""
    with connection.cursor() as cursor:
        for kind in kinds:
            cursor.execute(f"VACUUM FULL ANALYZE {kind._meta.db_table}")


def size(*kinds: type[Model]) -> int:
    """Return the bytes of tables with their indexes and long values."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_total_relation_size(to_regclass(name))) FROM unnest(%s::text[]) name",
            [[kind._meta.db_table for kind in kinds]],
        )
        return int(cursor.fetchone()[0])
