"""The limiter of the whole site, by each of the caches in which it counts."""

from collections.abc import Iterator
from threading import Barrier, Thread
from typing import Any

import pytest
import time_machine
from django.core.cache import caches
from django.core.management import call_command
from django.db import connections
from pytest_django.fixtures import Settings
from redis import Redis

from saboteur_site.cache import redis as soft
from saboteur_site.settings import cache_settings
from saboteur_site.web import rates
from saboteur_site.web.rates import MINUTE, Rate, TooOftenError
from tests.breakers import ask_again
from tests.services import private_redis

MOST = 5
AT_ONCE = 24
PATIENCE = 60.0


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Redis of these tests alone."""
    with private_redis(tmp_path_factory.mktemp("redis")) as address:
        yield address


@pytest.fixture(params=["memory", "redis", "table"])
def counted_in(request: pytest.FixtureRequest, address: str, settings: Settings, transactional_db: None) -> None:
    """Count in the memory of the process, in Redis, or in the table that stands in for it."""
    addresses = {"memory": "", "redis": address, "table": "redis://127.0.0.1:1/0"}
    settings.CACHES = cache_settings(addresses[request.param])
    nothing_counted()


@pytest.fixture
def redis(address: str, settings: Settings, transactional_db: None) -> Iterator[Redis]:
    """Count in a Redis, which is empty."""
    settings.CACHES = cache_settings(address)
    nothing_counted()
    with Redis.from_url(address) as client:
        yield client


def nothing_counted() -> None:
    call_command("createcachetable", verbosity=0)
    for cache in caches.all():
        cache.clear()


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rate of these tests."""
    monkeypatch.setitem(rates.RATES, "asks", Rate(MOST, MINUTE))


def test_requests_over_the_limit_get_a_waiting_time(counted_in: None) -> None:
    assert [rates.wait("asks", "Ann") for _ in range(MOST)] == [0] * MOST
    assert 0 < rates.wait("asks", "Ann") <= MINUTE
    with pytest.raises(TooOftenError) as error:
        rates.check("asks", "Ann")
    assert 0 < error.value.seconds <= MINUTE


def test_others_and_other_kinds_are_counted_by_themselves(counted_in: None) -> None:
    for _ in range(MOST + 1):
        rates.wait("asks", "Ann")
    assert rates.wait("asks", "Bo") == 0
    assert rates.wait("tables", "Ann") == 0


@pytest.mark.sqlite
def test_empty_place_is_returned_to_the_limit(counted_in: None) -> None:
    for _ in range(3 * MOST):
        assert rates.wait("asks", "Ann") == 0
        rates.give_back("asks", "Ann")


def test_of_many_at_once_no_more_go_on_than_may(counted_in: None) -> None:
    start, found = Barrier(AT_ONCE), list[int]()

    def ask() -> None:
        try:
            start.wait(PATIENCE)
            found.append(rates.wait("asks", "Ann"))
        finally:
            connections.close_all()

    threads = [Thread(target=ask) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(found) == AT_ONCE
    assert found.count(0) == MOST


@pytest.mark.sqlite
@pytest.mark.parametrize("counted_in", ["memory", "table"], indirect=True)
def test_after_its_time_all_is_forgotten(counted_in: None) -> None:
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False) as clock:
        for _ in range(MOST):
            rates.wait("asks", "Ann")
        clock.shift(MINUTE - 10)
        assert rates.wait("asks", "Ann") == 10
        clock.shift(10)
        assert rates.wait("asks", "Ann") == 0


def test_redis_forgets_by_itself_and_not_later_because_more_is_counted(redis: Redis) -> None:
    rates.wait("asks", "Ann")
    (key,) = redis.keys("*limit*")
    assert 0 < redis.ttl(key) <= MINUTE
    redis.expire(key, 20)
    assert [rates.wait("asks", "Ann") for _ in range(MOST)][-1] in (19, 20)
    assert redis.ttl(key) <= 20


def test_a_key_tells_not_whose_it_is(redis: Redis) -> None:
    rates.wait("reset", "ann@example.org")
    assert len(redis.keys("*")) == 1
    assert "example" not in str(redis.keys("*"))


def test_counting_goes_on_without_redis_and_costs_no_query_with_it(
    redis: Redis, address: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert [rates.wait("asks", "Ann") for _ in range(MOST - 1)] == [0] * (MOST - 1)
    breaker = soft.BREAKERS[address, "site"]
    breaker.record_failure(OSError("away"))
    try:
        assert [rates.wait("asks", "Ann") > 0 for _ in range(MOST + 1)] == [False] * MOST + [True]
    finally:
        ask_again(breaker)
    assert [rates.wait("asks", "Ann") > 0 for _ in range(2)] == [False, True]  # Redis goes on with what it held
