"""A message in a queue that is no task is quarantined, and later messages are read."""

import os
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection
from redis import Redis

import saboteur_site.celery  # noqa: F401 (importing it says how messages travel)
from saboteur_site.queue.redisbroker import LATEST
from tests.services import Missing, do_without

QUEUE = "burrow"
JUNK = [
    b"",
    b"junk",
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b"[]",
    b"null",
    b'"text"',
    b"{}",
    b'{"properties": []}',
    b'{"properties": {}, "body": "x"}',
    b'{"properties": {"delivery_tag": "1", "body_encoding": "base64"}, "body": "x"}',
    b'{"properties": {"delivery_tag": "2", "body_encoding": "base64"}, "body": 7}',
    b'{"__type__": "x", "__value__": 1}',
]


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Connection]:
    """A queue in files with junk in it."""
    for number, junk in enumerate(JUNK):
        (tmp_path / f"{number:03}_{uuid.uuid4()}.{QUEUE}.msg").write_bytes(junk)
    options = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path)}
    with Connection("filesystem://localhost", transport_options=options) as connection:
        yield connection


@pytest.fixture
def prefix() -> str:
    """The prefix of the keys of one test: others run at the same time."""
    return f"{uuid.uuid4()}:"


@pytest.fixture
def redis(prefix: str) -> Iterator[Redis]:
    """A database of the Redis of the tests, in which this test has keys of its own."""
    if "REDIS_URL" not in os.environ:
        do_without(Missing("there is no Redis; ./run test brings one"))
    with Redis.from_url(re.sub(r"/\d+$", "/11", os.environ["REDIS_URL"])) as client:
        yield client
        client.delete(*client.scan_iter(f"{prefix}*"), prefix)


@pytest.fixture
def lists(redis: Redis, prefix: str) -> Iterator[Connection]:
    """A queue in Redis with junk in it."""
    for junk in JUNK:
        redis.lpush(f"{prefix}{QUEUE}", junk)
    address = redis.connection_pool.connection_kwargs
    options = {"global_keyprefix": prefix}
    with Connection(f"redis://{address['host']}:{address['port']}/11", transport_options=options) as connection:
        yield connection


@pytest.mark.parametrize("kept_in", ["files", "lists"])
def test_junk_message_blocks_no_queue(
    kept_in: str, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    connection, came = request.getfixturevalue(kept_in), list[Any]()

    def take(body: Any, message: Any) -> None:
        came.append(body)
        message.ack()

    with connection.SimpleQueue(QUEUE) as queue:
        queue.put({"game": "fox"})
    with connection.Consumer(connection.SimpleQueue(QUEUE).queue, callbacks=[take]):
        while not came:
            connection.drain_events(timeout=10)
    assert came == [{"game": "fox"}]
    assert len([logged for logged in caplog.messages if "put aside" in logged]) == len(JUNK)


def test_redis_keeps_the_latest_events_for_inspection(redis: Redis, lists: Connection, prefix: str) -> None:
    for number in range(LATEST + 5):
        redis.lpush(f"{prefix}{QUEUE}", f"junk {number}")
    with lists.SimpleQueue(QUEUE) as queue:
        queue.put("the end")
    with lists.Consumer(lists.SimpleQueue(QUEUE).queue, callbacks=[lambda _, message: message.ack()]):
        while redis.llen(f"{prefix}{QUEUE}"):
            lists.drain_events(timeout=10)
    junk = redis.lrange(f"{prefix}junk", 0, -1)
    assert isinstance(junk, list)
    assert (junk[0], len(junk)) == (f"junk {LATEST + 4}".encode(), LATEST)
    assert set(redis.lrange(f"{prefix}{QUEUE}.junk", 0, -1)) >= {b"{}", b'"text"'}
