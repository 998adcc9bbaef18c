"""Workers that really run, and hear by files and by Redis."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django.fixtures import Settings

from games.models import Heartbeat, Move, Notice, Seat
from saboteur_site import celery as queue
from tests.factories import UserFactory
from tests.games.post import closed_office, give_addresses
from tests.games.tables import in_position
from tests.games.test_tasks import HANDS, at_the_table, lay
from tests.migrated import address_of_ours

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PATIENCE = 40.0


WORKER = ["celery", "-A", "saboteur_site", "worker", "--pool", "solo", "--loglevel", "ERROR"]
WORKER += ["--without-gossip", "--without-mingle", "--without-heartbeat"]


@contextmanager
def worker(folder: Path, command: list[str] = WORKER, **more: str) -> Iterator[None]:
    """A Celery worker as the site starts it, on the database of the tests."""
    variables = {
        **{name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ},
        "LOCAL_DIR": str(folder),
        "DATABASE_URL": address_of_ours(),
        "DJANGO_SETTINGS_MODULE": "saboteur_site.settings",
        "SECRET_KEY": "of a test",
        "PYTHONWARNINGS": "ignore:You're running the worker with superuser",
        **more,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=settings.BASE_DIR, env=variables, stdout=subprocess.DEVNULL
    )
    try:
        yield
        assert process.poll() is None
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def until(is_so: Callable[[], bool]) -> bool:
    """Wait until something is so; False when it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.1)
    return is_so()


def play_a_turn_beside_a_worker() -> None:
    """Ann lays a tunnel; two bots move; Ann is awaited again, and each moved once."""
    game = in_position(at_the_table("Ann", "Bot Flint", "Bot Onyx"), hands=HANDS)
    before = Move.objects.filter(game=game).count()
    assert lay(game) == "done"
    assert until(lambda: Seat.objects.filter(game=game, awaited_for="turn", number=0).exists())
    assert list(Move.objects.filter(game=game).order_by("seq")[before:].values_list("seat", flat=True)) == [0, 1, 2]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> queue.SiteCelery:
    """The queues of the site in files below `tmp_path`."""
    folder = tmp_path / "queue"
    folder.mkdir()
    files = queue.SiteCelery("files", broker="filesystem://localhost")
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder)}
    files.conf.update(task_routes=queue.app.conf.task_routes, broker_transport_options=options)
    monkeypatch.setattr(queue, "app", files)
    return files


@pytest.mark.soak
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_worker_with_redis_plays_the_bots(tmp_path: Path) -> None:
    with worker(tmp_path, REDIS_URL=settings.REDIS_URL):
        play_a_turn_beside_a_worker()


@pytest.mark.django_db(transaction=True)
def test_file_queue_bots_and_clock_run_on_beside_a_hanging_mail_server(
    tmp_path: Path, files: queue.SiteCelery, settings: Settings
) -> None:
    """The letter hangs for as long as the test goes on, in the workers that `./run` starts."""
    in_position([UserFactory.create(username=name) for name in ("Dee", "Eve", "Fay")])
    give_addresses("Dee")
    with closed_office(settings, patience=600) as office:
        mail = {"EMAIL_URL": f"smtp://127.0.0.1:{settings.EMAIL_PORT}", "EMAIL_TIMEOUT": "600"}
        with worker(tmp_path, ["saboteur_site.workers"], **mail):
            assert until(lambda: office.calls > 0)
            play_a_turn_beside_a_worker()
            for _tick in range(2):
                Heartbeat.objects.all().delete()
                files.send_task("games.tasks.tick")
                assert until(Heartbeat.objects.filter(name="tick").exists)
            assert Notice.objects.get(user__username="Dee").done_at is None
            calls = office.calls  # the letter's; and perhaps a greeting's, by a word that came beside it
            office.hang_up()
            # Then the worker asks the server for a greeting, and waits again.
            assert until(lambda: office.calls > calls)
            office.hang_up()
