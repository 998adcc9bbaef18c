"""What a hundred thousand running tables cost: a tick with nothing and with much due, the first page of a busy person.

Tables are copied inside the database, on PostgreSQL alone.
"""

import time
from collections.abc import Callable, Iterator
from unittest import mock

from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from games import clock, tasks
from games.models import Game, Heartbeat, Seat, TableSecret
from saboteur_site.celery import app
from tests.factories import UserFactory
from tests.games.clocks import sweep
from tests.games.costs import statements
from tests.games.tables import awaited, browser_of, play_on, running_game
from tools.bench.figures import Figure
from tools.bench.reads import rows_read

RUNNING, DUE, OF_A_PERSON = 100_000, 1_000, 1_000
INDEX = "running_by_deadline"
MOST_OF_A_TICK = 50
"""Rows that a tick may read where nothing is due."""
SEATS_READ_WHOLE = "Seq Scan on games_seat"


def figures(running: int = RUNNING, due: int = DUE, of_a_person: int = OF_A_PERSON) -> Iterator[Figure]:
    """All figures about many tables; none on SQLite."""
    yield words_to_the_queue()
    if connection.vendor != "postgresql":
        return
    people = [UserFactory.create(is_bot=number > 2) for number in range(5)]
    game = running_game(people, seed=5, bank_hours=72, turn_hours=12, vacations=False)
    while awaited(game).bot_plays:
        play_on(game, 1)
    copy(game, "idle", running, due_at="clock_timestamp() + interval '1 day'", memory="''", hand="''")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    where = f"{running:,} running tables".replace(",", " ")
    sweep()
    yield Figure(f"tick, {where}, nothing due", median(tasks.tick), "ms")
    yield Figure(f"tick, {where}, nothing due", rows_read(tasks.tick), "rows", MOST_OF_A_TICK, counted=True)
    yield Figure(f"tick finds what is due by {INDEX}, {where}", float(uses_index()), "of 1", least=1, counted=True)
    whole = sum(SEATS_READ_WHOLE in plan for plan in plans_of("awaited_since"))
    yield Figure(f"times a tick reads all seats, {where}", whole, "times", most=0, counted=True)
    began = "CASE WHEN t.awaited_since IS NOT NULL THEN clock_timestamp() - interval '13 hours' END"
    copy(game, "late", due, due_at="clock_timestamp()", awaited_since=began)
    yield from _worked_off(where)
    person = Seat.objects.filter(game__code__startswith="idle", number=0).order_by("pk")[:of_a_person]
    busy = UserFactory.create()
    Seat.objects.filter(pk__in=list(person.values_list("pk", flat=True))).update(user=busy)
    client = browser_of(busy)
    named = f"first page of a player with {of_a_person:,} tables".replace(",", " ")
    yield Figure(named, len(statements(client, "/")), "statements", 8, counted=True)
    yield Figure(named, median(lambda: client.get("/")), "ms")


def _worked_off(where: str) -> Iterator[Figure]:
    late = Game.objects.filter(code__startswith="late", deadline__lte=clock.now()).count()
    ticks, began = 0, time.perf_counter()
    while Game.objects.filter(code__startswith="late", deadline__lte=clock.now()).exists() and ticks < 10:
        Heartbeat.objects.filter(name="tick").update(at=clock.now())
        sweep()
        ticks += 1
    took = time.perf_counter() - began
    yield Figure(f"ticks until {late} time-outs are worked off, {where}", ticks, "ticks", most=3, counted=True)
    yield Figure(f"one time-out, {where}", took / max(1, late) * 1000, "ms")


def uses_index() -> bool:
    """Whether PostgreSQL finds the tables that are due by their index, as it says of the tick's own statements."""
    plans = plans_of('"deadline" <=')
    return bool(plans) and all(INDEX in plan for plan in plans)


def plans_of(about: str) -> list[str]:
    """How PostgreSQL goes about the statements of a tick that ask about something."""
    with CaptureQueriesContext(connection) as queries:
        sweep()
    asked = [query["sql"] for query in queries if about in query["sql"] and query["sql"].startswith("SELECT")]
    plans = []
    for statement in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {statement}")
            plans.append("\n".join(row for (row,) in cursor.fetchall()))
    return plans


def words_to_the_queue() -> Figure:
    """The most words that one move sends to the queue of tasks."""
    people = [UserFactory.create() for _ in range(2)]
    for person in people:
        person.email = f"{person.pk}@mail.example"
        person.save()
    game = running_game([*people, UserFactory.create(is_bot=True)], seed=5)
    most = 0
    with mock.patch.object(app, "send_task") as send:
        for _ in range(60):
            send.reset_mock()
            play_on(game, 1)
            most = max(most, send.call_count)
    return Figure("words to the queue, a move", most, "words", 1, counted=True)


def copy(game: Game, name: str, count: int, *, due_at: str, **of_seats: str) -> None:
    """Copy a table inside the database, with `due_at` for the deadline; codes begin with `name`."""
    _insert(Game, "", count, {"code": f"'{name}' || n", "deadline": due_at}, f"t.id = {game.pk}")
    numbered = f"(SELECT id AS new FROM games_game WHERE code LIKE '{name}%') copies"  # noqa: S608
    _insert(TableSecret, numbered, count, {"game_id": "new"}, f"t.game_id = {game.pk}")
    columns = {"game_id": "new", "due_at": f"CASE WHEN t.due_at IS NOT NULL THEN {due_at} END", **of_seats}
    _insert(Seat, numbered, count, columns, f"t.game_id = {game.pk}")


def _insert(model: type[Model], source: str, count: int, columns: dict[str, str], where: str) -> None:
    """Copy rows of a model, some columns with other values."""
    names = [str(one.column) for one in model._meta.concrete_fields if not one.primary_key]
    values = ", ".join(columns.get(name, f't."{name}"') for name in names)
    listed, source = ", ".join(f'"{name}"' for name in names), source or f"generate_series(1, {count}) n"
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{model._meta.db_table}" ({listed}) SELECT {values}'  # noqa: S608
            f' FROM "{model._meta.db_table}" t, {source} WHERE {where}'
        )


def median(deed: Callable[[], object], times: int = 7) -> float:
    """How long something takes, in milliseconds."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        deed()
        found.append((time.perf_counter() - began) * 1000)
    return sorted(found)[times // 2]
