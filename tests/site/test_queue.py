"""How tasks travel: in files that appear whole, and never at the cost of a request."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import Celery
from kombu import Connection

from saboteur_site import celery as queue
from saboteur_site.outage import Line

PATIENCE = 60.0


@pytest.fixture
def files(tmp_path: Path) -> Connection:
    """A connection to a queue in files."""
    options = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path)}
    return Connection("filesystem://localhost", transport_options=options)


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Redis that takes connections and never says anything, as the broker of the site."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as silent:
        app = queue.SiteCelery("silence", broker=f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        app.conf.update(task_publish_retry=False)
        monkeypatch.setattr(queue, "app", app)
        monkeypatch.setattr(queue, "_line", Line("The queue of tasks"))
        yield


def test_a_task_that_travels_in_a_file_arrives_as_it_was_sent(files: Connection, tmp_path: Path) -> None:
    with files, files.SimpleQueue("saboteur") as messages:
        messages.put({"game": "fox", "note": "ķ"})

        assert messages.get(timeout=1).payload == {"game": "fox", "note": "ķ"}
        assert not list(tmp_path.glob("*.draft"))


def test_a_reader_never_meets_half_a_message(files: Connection) -> None:
    large = {"note": "x" * 200_000}

    def send() -> None:
        with files.clone() as connection, connection.SimpleQueue("saboteur") as messages:
            for _ in range(100):
                messages.put(large)

    sender = threading.Thread(target=send)
    with files, files.SimpleQueue("saboteur") as messages:
        sender.start()
        for _ in range(100):
            message = messages.get(timeout=10)
            assert message.payload == large
            message.ack()
        sender.join(PATIENCE)
        assert not sender.is_alive()


def test_a_nudge_into_silence_takes_a_moment_once_and_then_nothing(silence: None) -> None:
    begun = time.monotonic()
    for _ in range(20):
        queue.nudge("games.tasks.tick")

    assert time.monotonic() - begun < 1


def test_the_tick_is_on_the_clock_and_does_not_pile_up() -> None:
    tick = queue.app.conf.beat_schedule["tick"]

    assert isinstance(queue.app, Celery)
    assert tick["schedule"].total_seconds() == 60
    assert tick["options"]["expires"] < 60
