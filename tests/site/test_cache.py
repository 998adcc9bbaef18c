"""The cache before the database: Redis may go away at any time, and only speed goes with it."""

from collections.abc import Iterator
from typing import Any

import psutil
import pytest
from django.contrib.auth import SESSION_KEY
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from django.test import Client
from pytest_django.fixtures import Settings
from redis import Redis

from saboteur_site.cache import redis as soft
from saboteur_site.cache.redis import SoftRedisCache
from saboteur_site.cache.sessions import SessionStore
from saboteur_site.settings import cache_settings
from tests.breakers import ask_again
from tests.factories import UserFactory
from tests.services import private_redis


class Outage:
    """A Redis that stands still, connected and silent, until it goes on with what it held."""

    def __init__(self, address: str) -> None:
        with Redis.from_url(address) as client:
            self.process = psutil.Process(client.info("server")["process_id"])

    def begin(self) -> None:
        """Let Redis stand still."""
        self.process.suspend()

    def end(self) -> None:
        """Let Redis go on, and every process ask it again at once."""
        self.process.resume()
        for breaker in soft.BREAKERS.values():
            ask_again(breaker)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Redis of these tests alone."""
    with private_redis(tmp_path_factory.mktemp("redis")) as address:
        yield address


@pytest.fixture
def outage(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Outage]:
    """An outage to begin and end; nothing is known of this Redis yet, and it is there when the test ends."""
    monkeypatch.setattr(soft, "BREAKERS", {})
    outage = Outage(address)
    yield outage
    outage.process.resume()
    with Redis.from_url(address) as client:
        client.flushall()


@pytest.fixture
def cache(address: str) -> SoftRedisCache:
    """The cache as the site configures it."""
    return SoftRedisCache(address, cache_settings(address)["default"])


def test_cached_value_is_found_again(outage: Outage, cache: SoftRedisCache) -> None:
    cache.set("table", {"seq": 7})
    cache.set_many({"a": 1, "b": 2})

    assert cache.get("table") == {"seq": 7}
    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    assert cache.incr("a") == 2
    assert cache.add("a", 5) is False
    assert cache.delete("a") is True
    assert cache.has_key("a") is False


def test_while_redis_is_silent_nothing_is_found(outage: Outage, cache: SoftRedisCache) -> None:
    cache.set("table", 7)
    outage.begin()

    assert cache.get("table", "nothing") == "nothing"
    assert cache.get_many(["table"]) == {}
    assert cache.has_key("table") is False
    assert cache.add("table", 8) is True
    assert cache.set_many({"table": 8}) == ["table"]
    with pytest.raises(ValueError, match="not found"):
        cache.incr("table")


def test_a_silent_redis_is_asked_once_and_then_not_for_a_while(
    outage: Outage, cache: SoftRedisCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.get("table")
    outage.begin()
    asked = [count_calls(RedisCache, name, monkeypatch) for name in ("get", "set")]
    for _ in range(50):
        cache.get("table")
        cache.set("table", 8)
    assert asked == [["table"], []]

    waits = cache._cache.get_client().connection_pool.connection_kwargs
    assert waits["socket_timeout"] == waits["socket_connect_timeout"] == soft.PATIENCE < 1


def count_calls(of: type, name: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys with which a method is called from now on."""
    keys, method = list[str](), getattr(of, name)

    def call(self: Any, key: str, *more: Any, **named: Any) -> Any:
        keys.append(key)
        return method(self, key, *more, **named)

    monkeypatch.setattr(of, name, call)
    return keys


def test_change_during_an_outage_is_fresh_when_redis_returns(outage: Outage, cache: SoftRedisCache) -> None:
    cache.set_many({"kept": 1, "set": 1, "deleted": 1, "many": 1})
    outage.begin()
    cache.set("set", 2)
    cache.delete("deleted")
    cache.set_many({"many": 2})
    outage.end()

    assert cache.get_many(["kept", "set", "deleted", "many"]) == {"kept": 1}


def test_other_threads_learn_what_is_old(outage: Outage, cache: SoftRedisCache, address: str) -> None:
    of_another_thread = SoftRedisCache(address, cache_settings(address)["default"])
    cache.set("table", 1)
    outage.begin()
    cache.set("table", 2)
    outage.end()

    assert of_another_thread.get("table") is None


def test_copies_of_sessions_last_five_minutes_at_most(outage: Outage, address: str) -> None:
    copies = SoftRedisCache(address, cache_settings(address)["sessions"])
    copies.set("long", 1, 90 * 24 * 3600)
    copies.set("ever", 1, None)

    with Redis.from_url(address) as client:
        assert [client.ttl(copies.make_key(key)) for key in ("long", "ever")] == [300, 300]


@pytest.mark.django_db
def test_log_out_during_an_outage_holds_when_redis_returns(
    outage: Outage, address: str, settings: Settings, client: Client
) -> None:
    settings.CACHES = cache_settings(address)
    client.force_login(UserFactory.create())
    stolen = Client()
    stolen.cookies.load(client.cookies.output(header=""))
    assert stolen.get("/me/").wsgi_request.user.is_authenticated
    outage.begin()
    assert stolen.get("/me/").wsgi_request.user.is_authenticated
    client.logout()
    outage.end()

    assert not stolen.get("/me/").wsgi_request.user.is_authenticated


@pytest.mark.django_db
def test_log_in_that_an_outage_interrupts_holds_in_other_processes(
    outage: Outage, address: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CACHES = cache_settings(address)
    session = SessionStore()
    session.create()
    outage.begin()
    assert caches["sessions"].get("another") is None  # from now on this process leaves Redis alone
    session[SESSION_KEY] = "1"
    session.save()
    outage.end()
    monkeypatch.setattr(soft, "BREAKERS", {})  # as in another process, which knows of no old copies
    settings.CACHES = cache_settings(address)

    assert SESSION_KEY in SessionStore(session.session_key)
