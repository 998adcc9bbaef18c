"""A cache on Redis that tolerates outages: no request waits or fails because of it."""

import threading
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import RedisError
from redis.retry import Retry

from saboteur_site.cache.counters import Count, TableCounter
from saboteur_site.outgoing.breaker import CircuitBreaker

Result = TypeVar("Result")

#: Timeout in seconds of a connection, and then of each response.
PATIENCE = 0.3

#: How many keys a process remembers, to delete them when Redis is back.
MOST_STALE = 50_000


class RedisBreaker(CircuitBreaker):
    """The circuit breaker of a Redis, with the keys whose values became stale during an outage."""

    def __init__(self) -> None:
        super().__init__("Redis as a cache")
        self._lock = threading.Lock()
        self._stale: dict[str, None] = {}

    def mark_stale(self, keys: Iterable[str]) -> None:
        """Remember keys whose values in Redis are stale; beyond the limit the oldest are dropped."""
        with self._lock:
            for key in keys:
                self._stale.pop(key, None)
                self._stale[key] = None
            while len(self._stale) > MOST_STALE:
                del self._stale[next(iter(self._stale))]

    def stale_keys(self) -> list[str]:
        """Return and clear the keys that have to be deleted before the next command."""
        if not self._stale:
            return []
        with self._lock:
            keys = list(self._stale)
            self._stale.clear()
        return keys


#: One breaker for each Redis and key prefix, shared by all threads; each thread has caches of its own.
BREAKERS: dict[tuple[str, str], RedisBreaker] = {}


class OneClient(RedisCacheClient):
    """Reuses the client of a pool: Django creates one for every command, which takes longer than the command."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._clients: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Return the client to read with, or to write with."""
        if write not in self._clients:
            self._clients[write] = super().get_client(key, write=write)
        return self._clients[write]

    def count(self, key: str, seconds: int, by: int) -> Count:
        """Add to the counter of a key, in one round trip."""
        with self.get_client(key, write=True).pipeline() as together:
            together.set(key, 0, ex=seconds, nx=True)
            together.incrby(key, by)
            together.ttl(key)
            _, many, left = together.execute()
        return Count(int(many), max(1, int(left)))


class SoftRedisCache(RedisCache):
    """Redis while it responds; during an outage nothing is found and nothing stored, without a wait or an error.

    A key that was to be written during an outage has a stale value in Redis. Each process remembers such keys and
    deletes them before its next command.

    Parameters beside Django's own: `LONGEST`, the longest timeout in seconds, and `FALLBACK`, the name of the cache
    for counters during an outage.
    """

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        options = {
            "socket_connect_timeout": PATIENCE,
            "socket_timeout": PATIENCE,
            # Retry at once, because a Redis that was restarted has closed its old connections.
            "retry": Retry(NoBackoff(), 1, supported_errors=(NoConnection,)),
            **params.get("OPTIONS", {}),
        }
        super().__init__(server, {**params, "OPTIONS": options})
        self._class = OneClient
        self._longest: int | None = params.get("LONGEST")
        self._fallback: str = params.get("FALLBACK", "")
        self._breaker = BREAKERS.setdefault((str(server), self.key_prefix), RedisBreaker())

    def get_backend_timeout(self, timeout: Any = DEFAULT_TIMEOUT) -> int | None:
        """Return the timeout in seconds, at most LONGEST; None: no timeout."""
        found = super().get_backend_timeout(timeout)
        seconds = None if found is None else int(found)
        if self._longest is None:
            return seconds
        return self._longest if seconds is None else min(seconds, self._longest)

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store a value if there is none, and tell whether it was stored; True during an outage."""
        return bool(self._one("add", key, True, value, timeout=timeout, version=version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return a value, or `default`."""
        return self._one("get", key, default, default, version=version)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Store a value."""
        self._one("set", key, None, value, timeout=timeout, version=version)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Extend the timeout of a value, and tell whether there was one."""
        return bool(self._one("touch", key, False, timeout=timeout, version=version))

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete a value and tell whether there was one."""
        return bool(self._one("delete", key, False, version=version))

    def has_key(self, key: str, version: int | None = None) -> bool:
        """Tell whether there is a value."""
        return bool(self._one("has_key", key, False, version=version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add to a number and return the sum.

        Raises ValueError if there is no number, which is so while Redis is away.
        """
        total: int | None = self._one("incr", key, None, delta, version=version)
        if total is None:
            raise ValueError(f"Key '{key}' not found.")
        return total

    def count(self, key: str, seconds: int, by: int = 1) -> Count:
        """Add to the counter of a key, which expires so many seconds after its first increment."""
        there = self.make_and_validate_key(key)

        def otherwise() -> Count:
            counter: Any = caches[self._fallback]
            return Count(*counter.count(key, seconds, by))

        client: Any = self._cache
        return self._ask(lambda: Count(*client.count(there, seconds, by)), otherwise)

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        """Return the values that exist, by key."""
        keys = list(keys)
        return self._ask(lambda: RedisCache.get_many(self, keys, version), dict)

    def set_many(self, data: dict[str, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[str]:
        """Store values, and return the keys that were not stored."""
        return self._ask(
            lambda: RedisCache.set_many(self, data, timeout, version), lambda: self._mark_all_stale(data, version)
        )

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        """Delete values."""
        keys = list(keys)
        self._ask(lambda: RedisCache.delete_many(self, keys, version), lambda: self._mark_all_stale(keys, version))

    def clear(self) -> None:
        """Delete all values, unless there is an outage."""
        self._ask(lambda: RedisCache.clear(self), lambda: None)

    def _one(self, method: str, key: str, without: Any, *values: Any, version: int | None, **named: Any) -> Any:
        """Run a command on one key; during an outage return `without`."""

        def otherwise() -> Any:
            if method not in ("get", "has_key"):
                self._mark_all_stale([key], version)
            return without

        return self._ask(lambda: getattr(RedisCache, method)(self, key, *values, version=version, **named), otherwise)

    def _ask(self, redis: Callable[[], Result], otherwise: Callable[[], Result]) -> Result:
        """Return the result of a command; during an outage that of `otherwise`."""
        if self._breaker.is_open:
            return otherwise()
        old = self._breaker.stale_keys()
        try:
            if old:
                self._cache.delete_many(old)
            answer = redis()
        except (RedisError, OSError) as error:
            self._breaker.record_failure(error)
            self._breaker.mark_stale(old)
            return otherwise()
        self._breaker.record_success()
        return answer

    def _mark_all_stale(self, keys: Iterable[str], version: int | None) -> list[str]:
        """Remember that Redis has stale values of these keys; return the keys."""
        keys = list(keys)
        self._breaker.mark_stale(self.make_key(key, version) for key in keys)
        return keys


def ask_spare() -> None:
    """Read from the caches that replace Redis during an outage.

    Raise DatabaseError if the table of one does not exist.
    """
    for name in settings.CACHES:
        spare = caches[name]
        if isinstance(spare, TableCounter):
            spare.ask()
