"""A site in which nothing moves but what a test moves: its time stands, its chance falls alike, its work is counted.

Worlds that are compared are played in it one after the other. What takes time on a real site is not measured here but
counted: statements, calls of the cache, words to the queue, and sleeps, which only write down how long they would take.
"""

import logging
import secrets
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime, timezone
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import http_ece
import time_machine
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.cache import CacheHandler, caches
from django.core.mail import EmailMessage
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import TestCase, override_settings
from py_vapid import Vapid02

from accounts.channels import sendings
from games import clock
from games.models import Deal, Delivery, Invitation, Motion, Move, Notice, PrivateAct, Seat, TableSecret, Whisper
from games.rows import nudge
from games.tableau import markup
from saboteur_site.operation import readiness
from saboteur_site.outgoing import outward, webpush
from saboteur_site.settings import cache_settings
from tests.secrecy.pages.seen import Seen

BEGIN = datetime(2031, 5, 2, 18, 30, tzinfo=timezone.utc)  # noqa: UP017  # the same in all supported versions
PLAN = "games.tasks.play_plan"
LOGGERS = ("games", "handbook", "accounts", "saboteur_site", "django.request", "django.security")
METRICS_TOKEN = "a-token-of-prometheus"  # never used
FROM_ONE = (Seat, TableSecret, Move, Whisper, PrivateAct, Notice, Delivery, Deal, Invitation, Motion)
"""Models whose rows are numbered from one: their numbers stand on pages, and there are none before a world."""


PLAIN_CACHES = {
    **cache_settings(""),
    **{
        name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": f"house {name}"}
        for name in ("default", "sessions")
    },
}
"""Caches of this process alone, which forget by the clock of the site."""
ASKED = ("add", "get", "set", "touch", "incr", "has_key", "delete", "count")
"""What a cache is asked for; all else comes to this."""


class Effort(NamedTuple):
    """What something cost, up to now or by itself: the seconds slept stand in thousandths."""

    statements: int
    cache_calls: int
    words_to_the_queue: int
    slept: int

    def since(self, before: "Effort") -> "Effort":
        """What was spent after another reading."""
        return Effort(*(now - then for now, then in zip(self, before, strict=True)))


class ControlledSite(logging.Handler):
    """What a site says and does while a world is played: ``lines`` of its log, ``words`` to the queue, ``naps``."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines, self.words, self.naps = list[str](), list[str](), list[float]()
        self.time: Any = None
        self.chance = Random("house")
        self._statements = self._cache_calls = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line of the log, debugging ones too."""
        self.lines.append(f"{record.name} {record.levelname} {record.getMessage()}")

    def effort(self) -> Effort:
        """What everything has cost up to now."""
        return Effort(self._statements, self._cache_calls, len(self.words), round(1000 * sum(self.naps)))

    def count(self, execute: Any, *statement: Any) -> Any:
        """Carry out a statement of the database, and count it."""
        self._statements += 1
        return execute(*statement)

    def ask_cache(self, ask: Callable[..., Any]) -> Callable[..., Any]:
        """Something that a cache can be asked, which is counted."""

        def counted(*given: Any, **named: Any) -> Any:
            self._cache_calls += 1
            return ask(*given, **named)

        return counted

    def tell_worker(self, task: str, *given: Any, **how: Any) -> None:
        """Hear what is put into the queue; that a plan waits is said to the worker alone."""
        if task != PLAN:
            self.words.append(f"{task} {given} {how or ''}")

    def heard(self, when: str) -> Iterator[Seen]:
        """All that the site has said by now, and how long it has slept."""
        yield Seen(f"{when}: log", "\n".join(self.lines).encode())
        yield Seen(f"{when}: queue", "\n".join(self.words).encode())
        yield Seen(f"{when}: sleeps", repr(self.naps).encode())

    @contextmanager
    def unnoticed(self) -> Iterator[None]:
        """Let others do something. That they asked for a page is no news of the game, nor what chance that took."""
        heard, chance = len(self.lines), self.chance.getstate()
        yield
        self.lines[heard:] = [line for line in self.lines[heard:] if not line.startswith("django.")]
        self.chance.setstate(chance)


AT_ONCE = sendings.Runtime(clock=lambda: 0.0, start=lambda job: job())
"""No run of messages depends on how fast this machine is: time stands still, and servers answer in turn."""


@contextmanager
def controlled_site() -> Iterator[ControlledSite]:
    """A site for one world, as empty as any other; all that is written in it is gone afterwards."""
    site = ControlledSite()
    with ExitStack() as stack:
        stack.enter_context(_counted_caches(site))
        stack.enter_context(override_settings(METRICS_TOKEN=METRICS_TOKEN))
        stack.callback(forget)
        forget()
        point = transaction.savepoint()
        stack.callback(transaction.savepoint_rollback, point)
        _renumber()
        stack.enter_context(_same_chance(site.chance))
        stack.enter_context(patch("django.middleware.csrf._get_new_csrf_string", lambda: "c" * 32))
        # The database's clock cannot be held still.
        stack.enter_context(patch.object(clock, "turned", lambda _moment: clock.now()))
        site.time = stack.enter_context(time_machine.travel(BEGIN, tick=False))
        stack.enter_context(patch.object(time, "sleep", site.naps.append))
        stack.enter_context(patch.object(sendings, "RUNTIME", AT_ONCE))
        # A process asks the database seldom whether it is ready; each world begins as if it had never asked.
        stack.enter_context(patch.multiple(readiness, _last_write=None, _is_current=True))
        stack.enter_context(patch.object(nudge, "tell_worker", site.tell_worker))
        # Signatures and encryption differ each time; all else of a push is compared.
        stack.enter_context(patch.object(Vapid02, "sign", _signed))
        stack.enter_context(patch.object(http_ece, "encrypt", lambda message, **_keys: message))
        stack.enter_context(patch.object(webpush, "_post", _pushed))
        stack.enter_context(connection.execute_wrapper(site.count))
        for name in LOGGERS:
            stack.enter_context(_heard_by(site, logging.getLogger(name)))
        yield site


DEVICE = "https://fcm.googleapis.com/"
"""Where devices are reached, before the address of their owner."""


def _signed(_key: Vapid02, claims: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"vapid {sorted(claims.items())}"}


def _pushed(url: str, body: bytes, headers: dict[str, str]) -> outward.Reply:
    """Lay a notification among the mails of its receiver, as readable as on their device, with all that its push
    service is told."""
    text = f"{body.decode()} {sorted(headers.items())}"
    mail.outbox.append(EmailMessage("notification", text, to=[url.removeprefix(DEVICE)]))
    return outward.Reply(201)


def posted_to(reader: str) -> Any:
    """Lay what is posted to chats among the mails of a reader, with its headers and the time: a patch."""

    def post(url: str, body: bytes, headers: Mapping[str, str], **_more: Any) -> outward.Reply:
        text = f"{clock.now()} {url} {sorted(headers.items())} {body.decode()}"
        mail.outbox.append(EmailMessage("posted", text, to=[reader]))
        return outward.Reply(200)

    return patch.object(outward, "post", post)


@contextmanager
def on_commit_too() -> Iterator[None]:
    """Do at the end what waits for a commit that never comes within a test."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        yield


@contextmanager
def undone() -> Iterator[None]:
    """Let something happen, and undo it in the database, the caches and the mailbox."""
    point, mails = transaction.savepoint(), list(mail.outbox)
    try:
        with on_commit_too():
            yield
    finally:
        transaction.savepoint_rollback(point)
        for cache in caches.all(initialized_only=True):
            cache.clear()
        mail.outbox = mails


@contextmanager
def _counted_caches(site: ControlledSite) -> Iterator[None]:
    real = CacheHandler.create_connection

    def create(handler: CacheHandler, alias: str) -> Any:
        cache = real(handler, alias)
        for name in ASKED:
            if hasattr(cache, name):
                setattr(cache, name, site.ask_cache(getattr(cache, name)))
        return cache

    with patch.object(CacheHandler, "create_connection", create), override_settings(CACHES=PLAIN_CACHES):
        yield


@contextmanager
def _same_chance(rng: Random) -> Iterator[None]:
    """Let the site's own chance come from a lot: names of sessions and links, numbers of faults."""
    with (
        patch.object(secrets, "choice", rng.choice),
        patch.object(secrets, "randbelow", rng.randrange),
        patch.object(secrets, "token_bytes", lambda size=None: rng.randbytes(size or 32)),
        patch.object(uuid, "uuid4", lambda: uuid.UUID(int=rng.getrandbits(128), version=4)),
    ):
        yield


@contextmanager
def _heard_by(site: ControlledSite, logger: logging.Logger) -> Iterator[None]:
    """Collect all records of a logger here, and nowhere else."""
    level, propagates = logger.level, logger.propagate
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.addHandler(site)
    try:
        yield
    finally:
        logger.removeHandler(site)
        logger.propagate = propagates
        logger.setLevel(level)


def forget() -> None:
    """Empty what the process and its caches remember, and the mailbox."""
    markup._known.clear()
    ContentType.objects.clear_cache()
    for name, module in list(sys.modules.items()):
        if name.startswith("games."):
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear") and hasattr(thing, "cache_info"):
                    thing.cache_clear()
    for cache in caches.all(initialized_only=True):
        cache.clear()
    mail.outbox = []


def _renumber() -> None:
    """Let new rows have the same numbers in all worlds: of games from one on, of others as they were."""
    first = [{"table": model._meta.db_table, "column": "id"} for model in FROM_ONE]
    others = [model for model in apps.get_models() if model not in FROM_ONE]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_by_name_sql(no_style(), first):
            cursor.execute(statement)
        for statement in connection.ops.sequence_reset_sql(no_style(), others):
            cursor.execute(statement)
