"""How tasks travel: in files that appear whole, and never at the cost of a request."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from celery import Celery
from celery.signals import task_revoked
from celery.worker.request import Request
from kombu import Connection

from saboteur_site import celery as queue
from saboteur_site.outgoing.breaker import BACK_OFF, CircuitBreaker

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
        monkeypatch.setattr(queue, "_breaker", CircuitBreaker("The queue of tasks", clock=lambda: time.monotonic()))
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

    later = time.monotonic() + BACK_OFF.first.total_seconds()
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


@pytest.mark.parametrize("name", ["clock", "bots", "post", "chores"])
def test_each_queue_has_a_sweep_that_expires_by_no_clock(name: str, tasks: Any) -> None:
    entry = queue.app.conf.beat_schedule[name]

    assert isinstance(queue.app, Celery)
    assert entry["task"] in tasks
    assert entry["schedule"].total_seconds() == (300 if name == "chores" else 30)
    assert "options" not in entry
    assert queue.ROUTES[entry["task"]] == name


def met_by_a_clock(ahead: float, send: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a worker whose clock is ahead by so many seconds drops what is sent now."""
    sent = list[Any]()
    publish = queue.app.amqp.send_task_message
    monkeypatch.setattr(queue.app.amqp, "send_task_message", lambda _to, _name, message, **_how: sent.append(message))
    send()
    monkeypatch.setattr(queue.app.amqp, "send_task_message", publish)
    (message,) = sent
    request = Request(
        SimpleNamespace(delivery_info={}, properties={}, headers={}, payload=message.body),
        app=queue.app, headers=message.headers, body=message.body, decoded=True,
        task=queue.app.tasks[message.headers["task"]],
    )  # fmt: skip
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=ahead)):
        return bool(request.maybe_expire())


@pytest.mark.parametrize("name", ["clock", "bots", "post", "chores"])
def test_a_worker_with_a_clock_ahead_drops_no_sweep(name: str, tasks: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = queue.app.conf.beat_schedule[name]
    assert not met_by_a_clock(9000, lambda: queue.app.send_task(entry["task"]), monkeypatch)


def test_a_worker_with_a_clock_ninety_seconds_ahead_drops_no_word(tasks: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def send() -> None:
        queue.nudge("games.tasks.play_bots", 1)

    monkeypatch.setattr(queue, "_silent_until", {})
    assert not met_by_a_clock(90, send, monkeypatch)
    assert met_by_a_clock(9000, send, monkeypatch)


def test_a_word_that_is_dropped_is_logged_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(queue, "_silent_until", {})
    for _word in range(3):
        task_revoked.send(sender=None, request=SimpleNamespace(task_name="games.tasks.play_bots"), expired=True)
    task_revoked.send(sender=None, request=SimpleNamespace(task_name="games.tasks.tick"), expired=False)
    assert [line.split(":")[0] for line in caplog.messages] == ["games.tasks.play_bots was dropped"]


def test_every_task_is_routed_to_the_right_queue(tasks: Any) -> None:
    goes = {task: queue.app.amqp.router.route({}, task)["queue"].name for task in tasks if task.startswith("games.")}
    assert goes == {
        "games.tasks.tick": "clock",
        "games.tasks.play_plan": "clock",
        "games.tasks.play_chosen": "clock",
        "games.tasks.play_bots": "bots",
        "games.tasks.play_awaited_bots": "bots",
        "games.tasks.send_notices": "post",
        "games.tasks.tidy": "chores",
        "games.tasks.answer_doctor": "post",
    }
    assert queue.app.amqp.router.route({}, "of.another.app")["queue"].name == "post"


def test_messages_of_one_queue_are_not_met_in_another(files: Connection) -> None:
    with files, files.SimpleQueue("clock") as clock, files.SimpleQueue("post") as post:
        post.put({"letter": 1})
        clock.put({"tick": 1})
        assert clock.get(timeout=1).payload == {"tick": 1}
        with pytest.raises(clock.Empty):
            clock.get(block=False)
        assert post.get(timeout=1).payload == {"letter": 1}
