"""How tasks travel: in files that appear whole, and never at the cost of a request."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from kombu import Connection

from saboteur_site import celery as queue
from saboteur_site.outage import REST, Line

PATIENCE = 60.0


@pytest.fixture
def files(tmp_path: Path) -> Connection:
    """A connection to a queue in files."""
    options = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path)}
    return Connection("filesystem://localhost", transport_options=options)


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A Redis that takes connections and never says anything, as the broker of the site."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as silent:
        app = queue.SiteCelery("silence", broker=f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        app.conf.update(task_publish_retry=False)
        monkeypatch.setattr(queue, "app", app)
        monkeypatch.setattr(queue, "_line", Line("The queue of tasks"))
        yield silent


def calls(silent: socket.socket) -> int:
    """How many connections were made to a server by now."""
    silent.setblocking(False)
    for count in range(1000):
        try:
            silent.accept()[0].close()
        except BlockingIOError:
            return count
    return 1000


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


def test_a_nudge_into_silence_is_tried_once_and_then_not_for_a_while(
    silence: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(20):
        queue.nudge("games.tasks.tick")
    assert calls(silence) == 1

    later = time.monotonic() + REST
    monkeypatch.setattr(time, "monotonic", lambda: later)
    queue.nudge("games.tasks.tick")
    assert calls(silence) == 1


def test_a_nudge_gives_up_on_silence_by_itself() -> None:
    options = queue.app.connection_for_write().transport_options or {}
    assert options["socket_timeout"] == options["socket_connect_timeout"] == queue.PATIENCE < 1


@pytest.fixture
def tasks() -> Any:
    """All tasks by their names."""
    queue.app.loader.import_default_modules()
    return queue.app.tasks


@pytest.mark.parametrize("name", ["clock", "bots", "post"])
def test_what_is_due_in_each_queue_is_on_the_clock_and_does_not_pile_up(name: str, tasks: Any) -> None:
    entry = queue.app.conf.beat_schedule[name]

    assert isinstance(queue.app, Celery)
    assert entry["task"] in tasks
    assert entry["schedule"].total_seconds() == 30
    assert entry["options"]["expires"] < 60
    assert queue.ROUTES[entry["task"]] == name


def test_every_task_goes_where_it_holds_up_nobody_who_must_not_wait(tasks: Any) -> None:
    goes = {task: queue.app.amqp.router.route({}, task)["queue"].name for task in tasks if task.startswith("games.")}
    assert goes == {
        "games.tasks.tick": "clock",
        "games.tasks.play_plan": "clock",
        "games.tasks.play_chosen": "clock",
        "games.tasks.play_bots": "bots",
        "games.tasks.play_awaited_bots": "bots",
        "games.tasks.send_notices": "post",
        "games.tasks.tidy": "post",
        "games.tasks.answer_doctor": "post",
    }
    assert queue.app.amqp.router.route({}, "of.somebody.else")["queue"].name == "post"


def test_messages_of_one_queue_are_not_met_in_another(files: Connection) -> None:
    with files, files.SimpleQueue("clock") as clock, files.SimpleQueue("post") as post:
        post.put({"letter": 1})
        clock.put({"tick": 1})
        assert clock.get(timeout=1).payload == {"tick": 1}
        with pytest.raises(clock.Empty):
            clock.get(block=False)
        assert post.get(timeout=1).payload == {"letter": 1}
