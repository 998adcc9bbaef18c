"""The checks of `manage.py doctor`: whether the configuration matches the environment, and how to fix it.

Each part yields findings; none raises, whatever is broken, and none reveals a secret.
"""

import json
import os
import secrets
import shutil
import smtplib
import time
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.conf import settings
from django.core import mail, signing
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest
from django.http.request import validate_host
from kombu import Connection
from kombu.exceptions import KombuError

from saboteur_site import policy
from saboteur_site.cache.redis import ask_spare
from saboteur_site.celery import SWEEPS, app
from saboteur_site.database import clock, database_in_words
from saboteur_site.operation import private, readiness
from saboteur_site.outgoing import webpush

PATIENCE = 5.0
"""Seconds within which a server has to respond."""
GIGABYTE = 10**9
APART = 2.0
"""Seconds by which the clocks of two servers may differ."""
LONGEST_QUEUE = 1000
_SALT = "saboteur.doctor"
_FROM = "192.0.2.7"
"""An unused address (RFC 5737): it arrives if a proxy passes on a header that clients sent."""


class Verdict(StrEnum):
    """The severity of a finding."""

    OK = "ok"
    WARNING = "warning"
    WRONG = "wrong"


class Finding(NamedTuple):
    """The observation about a part of the site and, unless it is well, how to fix it."""

    part: str
    verdict: Verdict
    text: str
    mend: str = ""


def ok(part: str, text: str) -> Finding:
    """A part that is well."""
    return Finding(part, Verdict.OK, text)


def warning(part: str, text: str, mend: str) -> Finding:
    """A part that works and may surprise."""
    return Finding(part, Verdict.WARNING, text, mend)


def wrong(part: str, text: str, mend: str) -> Finding:
    """A part that does not work."""
    return Finding(part, Verdict.WRONG, text, mend)


def words(error: BaseException) -> str:
    """Return the text of an error, in one line and without any password or key of the settings."""
    said = f"{type(error).__name__}: {error}".splitlines()[0]
    hidden = [urlsplit(url).password for url in (settings.DATABASE_URL, settings.REDIS_URL)]
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS, settings.VAPID_KEY]
    for secret in [*hidden, settings.EMAIL_HOST_PASSWORD, *keys]:
        said = said.replace(secret, "***") if secret else said
    return said[:200]


# -- what the settings say


def debug() -> Iterator[Finding]:
    """Check that no tracebacks are shown in the browser."""
    if not settings.DEBUG:
        yield ok("debug", "off")
    elif settings.SITE_URL.startswith("https://"):
        yield wrong("debug", "on, and others reach the site: error pages show hands and keys", "Leave DEBUG unset.")
    else:
        yield warning("debug", "on: error pages show hands and keys", "Leave DEBUG unset where others reach the site.")


def secret_key() -> Iterator[Finding]:
    """Check that the key is strong and permanent; does not reveal it."""
    key = settings.SECRET_KEY
    if len(key) < 32 or len(set(key)) < 8:
        yield wrong("secret key", "short enough to be guessed", "Put fifty random signs into SECRET_KEY.")
    elif (settings.DATABASE_URL or settings.REDIS_URL) and not os.environ.get("SECRET_KEY"):
        yield warning(
            "secret key",
            "kept in LOCAL_DIR: every machine makes its own, and sessions and links of one are nothing to the other",
            "Say one and the same SECRET_KEY to every process.",
        )
    else:
        yield ok("secret key", f"{len(key)} signs")


def push_key() -> Iterator[Finding]:
    """Check that there is a key to sign push notifications; does not reveal it."""
    mend = "Put what `python manage.py vapidkey` prints into VAPID_KEY, the same for every process."
    if not webpush.are_sound():
        yield wrong("push key", "a part of VAPID_KEY is no key, or stands there twice", mend)
    elif not webpush.offered():
        yield warning("push key", "there is none: no notification reaches a device", mend)
    else:
        yield ok("push key", f"{len(webpush.keys())} there")


def site_url() -> Iterator[Finding]:
    """Check that the address in mails can be the public address of the site."""
    site = urlsplit(settings.SITE_URL)
    if site.scheme not in ("http", "https") or not site.hostname or site.path or site.query:
        yield wrong("site url", f"{settings.SITE_URL} is no address of a site", "It is like https://dwarves.example.")
    elif not validate_host(site.hostname, settings.ALLOWED_HOSTS):
        yield wrong("site url", f"{site.hostname} is no host that the site answers to", "Add it to ALLOWED_HOSTS.")
    elif site.scheme == "http":
        yield warning(
            "site url",
            f"{settings.SITE_URL} is no https address: passwords travel in the open",
            "Put a reverse proxy with a certificate before the site and say its address in SITE_URL.",
        )
    else:
        yield ok("site url", settings.SITE_URL)


def policy_of_site() -> Iterator[Finding]:
    """Report who may sign up and play, and check the operator's folder of texts."""
    limits = {
        "open tables a person": settings.TABLES_A_PERSON,
        "circles a person": settings.CIRCLES_A_PERSON,
        "invitations a day": settings.INVITATIONS_A_DAY,
        "hours of a new account": settings.NEWCOMER_HOURS,
    }
    text = [
        f"sign-up {settings.SIGN_UP}",
        "guests" if settings.GUESTS else "no guests",
        "tables open to all" if settings.OPEN_TABLES else "no tables open to all",
        *(f"{many} {what}" for what, many in limits.items() if many),
        *(name for name in policy.Text if policy.has(name)),
    ]
    folder = settings.POLICY_DIR
    if any(many < 0 for many in limits.values()):
        yield wrong("policy", "a limit is below 0", "0 is no limit.")
    elif folder and not os.access(folder, os.R_OK | os.X_OK):
        yield wrong("policy", f"POLICY_DIR {folder} cannot be read", "Create it, or let the site's account read it.")
    elif unread := policy.unreadable():
        yield wrong("policy", f"{unread[0]} cannot be read as UTF-8 text", "Save it in UTF-8.")
    elif settings.SIGN_UP == "open" and settings.CONTACT == "" and policy.has(policy.Text.TERMS):
        yield warning("policy", ", ".join(text), "Say in CONTACT how to reach who runs the site.")
    else:
        yield ok("policy", ", ".join(text))


def disk() -> Iterator[Finding]:
    """Check the free space for the files of the embedded default."""
    folder = settings.LOCAL_DIR
    if not folder.exists():
        yield ok("disk", "nothing is kept on this machine")
        return
    free = shutil.disk_usage(folder).free
    text = f"{free / GIGABYTE:.1f} GB are free in LOCAL_DIR"
    if not os.access(folder, os.W_OK):
        yield wrong("disk", "LOCAL_DIR cannot be written to", "Give it to the account that runs the site.")
    elif free < GIGABYTE // 10:
        yield wrong("disk", text, "Make room before the database cannot write any more.")
    elif free < GIGABYTE:
        yield warning("disk", text, "Make room.")
    else:
        yield ok("disk", text)


def files() -> Iterator[Finding]:
    """Check that other accounts of this machine cannot read the files of the embedded default."""
    opened = [path for path in _private_paths() if private.is_open(path)]
    if opened:
        yield warning(
            "files",
            f"other accounts of this machine may open {', '.join(path.name for path in opened)}",
            "Run `prepare`, or chmod 700 the folder and 600 the database.",
        )
    else:
        yield ok("files", "no other account of this machine may open them")


def _private_paths() -> list[Path]:
    local = Path(settings.LOCAL_DIR)
    database = [] if settings.DATABASE_URL else [Path(settings.DATABASES["default"]["NAME"])]
    return [local, *database, local / "secret_key"]


# -- other servers


def database() -> Iterator[Finding]:
    """Check that the database responds, has every table, and has the same time."""
    # A pool would wait for a server that is away, with a less helpful error.
    connection.settings_dict["OPTIONS"].pop("pool", None)
    try:
        connection.ensure_connection()
        missing = readiness.missing_migrations()
        apart = clock.apart().total_seconds()
    except DatabaseError as error:
        yield wrong("database", words(error), "Start it, or correct DATABASE_URL.")
        return
    if missing:
        text = f"{len(missing)} migrations are not applied: {', '.join(missing[:3])}"
        yield wrong("database", text, "Run `python manage.py migrate`.")
    else:
        yield ok("database", f"{database_in_words()} answers, all migrations are applied")
    if abs(apart) > APART:
        yield warning(
            "clocks",
            f"the database's clock is {apart:+.0f} s from this machine's",
            "Let both take the time from the network (chrony, systemd-timesyncd): deadlines go by the database's.",
        )
    else:
        yield ok("clocks", f"the database's clock and this machine's are {abs(apart):.1f} s apart")


def cached() -> Iterator[Finding]:
    """Check that the cache returns a stored value."""
    key, value = f"doctor:{secrets.token_hex(8)}", secrets.token_hex(8)
    try:
        cache.set(key, value, 60)
        stored = cache.get(key) == value
        cache.delete(key)
    except OSError as error:
        yield wrong("cache", words(error), "Let the account that runs the site write into LOCAL_DIR.")
        return
    if stored:
        yield ok("cache", "keeps what is put there")
    else:
        mend = "Start Redis, or correct REDIS_URL; meanwhile pages are a little slower."
        yield wrong("cache", "what is put there is not there", mend)


def spare() -> Iterator[Finding]:
    """Check that the caches that replace Redis during an outage work."""
    if not settings.REDIS_URL:
        return
    try:
        ask_spare()
    except DatabaseError as error:
        yield wrong("spare cache", words(error), "Run `python manage.py prepare`: without Redis no one could log in.")
        return
    yield ok("spare cache", "the table that limits are kept in while Redis is away is there")


def broker() -> Iterator[Finding]:
    """Check that the queue of tasks can be reached, and is being read."""
    mend = "Start Redis, or correct REDIS_URL; meanwhile mail and bots wait for the tick."
    try:
        with app.connection_for_write() as line:
            line.ensure_connection(max_retries=1, interval_start=0, timeout=int(PATIENCE))
            waiting = sum(_waiting(line, name) for name in SWEEPS)
    except (KombuError, OSError) as error:
        yield wrong("queue", words(error), mend if settings.REDIS_URL else "Let the site write into LOCAL_DIR/queue.")
        return
    if waiting > LONGEST_QUEUE:
        yield warning("queue", f"{waiting} tasks wait", "Start workers, or more of them.")
    else:
        yield ok("queue", f"answers; {waiting} tasks wait")


def _waiting(line: Connection, name: str) -> int:
    """Return how many tasks wait in a queue."""
    try:
        with line.SimpleQueue(name) as queue:
            return int(queue.qsize())
    except line.channel_errors:
        return 0  # Redis deletes empty queues


def post(to: str = "") -> Iterator[Finding]:
    """Check that the mail server greets the site, and accepts a test mail if there is an address `to` send it to."""
    sender = settings.DEFAULT_FROM_EMAIL
    if settings.EMAIL_BACKEND == "saboteur_site.outgoing.mailfolder.EmailBackend":
        text = "there is no mail server: mail is written to LOCAL_DIR/mail"
        yield warning("mail", text, "Say its address in EMAIL_URL.") if settings.DATABASE_URL else ok("mail", text)
    else:
        yield _greeted()
    if "@localhost" in sender and settings.DATABASE_URL:
        yield warning("mail", "mails come from an address at localhost", "Say a real one in DEFAULT_FROM_EMAIL.")
    if to:
        yield _sent(to)


def _greeted() -> Finding:
    mend = "Correct EMAIL_URL: host, port, smtp+tls or smtp+ssl, user and password; %-encode signs like @ and / in it."
    server: Any = mail.get_connection(timeout=PATIENCE)
    try:
        server.open()
        server.close()
    except (smtplib.SMTPException, OSError) as error:
        return wrong("mail", words(error), mend)
    return ok("mail", f"{settings.EMAIL_HOST} greets")


def _sent(to: str) -> Finding:
    text = f"This is a test from {settings.SITE_URL}. If you can read it, players can be reached.\n"
    try:
        mail.send_mail(f"Test from {settings.SITE_NAME}", text, None, [to])
    except (smtplib.SMTPException, OSError) as error:
        return wrong("test mail", words(error), "Look into the mail server's log; may DEFAULT_FROM_EMAIL send?")
    return ok("test mail", f"handed over for {to}; look whether it arrives, and not among the junk")


# -- requests from outside


class _NoRedirects(HTTPRedirectHandler):
    """Treats redirects as responses."""

    def redirect_request(self, *arguments: Any, **named: Any) -> None:
        """Return None: redirects are not followed."""


def site_address() -> Iterator[Finding]:
    """Check that SITE_URL leads to this very site, and that the number of proxies before it is right."""
    token = signing.TimestampSigner(salt=_SALT).sign(secrets.token_hex(8))
    request = Request(f"{settings.SITE_URL}/healthz?doctor={token}", headers={"X-Forwarded-For": _FROM})  # noqa: S310
    try:
        with build_opener(_NoRedirects).open(request, timeout=PATIENCE) as response:
            answer = response.read(1000).decode("ascii", "replace")
    except HTTPError as error:
        error.close()
        mend = "Add the host to ALLOWED_HOSTS." if error.code == 400 else "Let the proxy pass everything on to web."
        yield wrong("front door", f"{settings.SITE_URL}/healthz answers {error.code}", mend)
        return
    except OSError as error:
        yield wrong("front door", words(error), "Correct SITE_URL, its name in the DNS, the proxy or its certificate.")
        return
    try:
        yield from _arrived(**json.loads(answer))
    except (ValueError, TypeError):
        mend = "Give web and doctor the same SECRET_KEY and the same code; does SITE_URL lead to this site?"
        yield wrong("front door", "another program answers there", mend)


def what_arrives(request: HttpRequest) -> dict[str, Any] | None:
    """Return what the site sees of a request of its own doctor; None for all others."""
    token = request.GET.get("doctor", "")
    try:
        signing.TimestampSigner(salt=_SALT).unsign(token, max_age=60)
    except signing.BadSignature:
        return None
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    return {"hops": len(hops), "claimed": _FROM in hops, "secure": request.is_secure()}


def _arrived(*, hops: int, claimed: bool, secure: bool) -> Iterator[Finding]:
    """Yield the findings about that: each proxy appends an address, or discards the earlier ones."""
    proxies, counted = hops - claimed, settings.TRUSTED_PROXY_COUNT
    if settings.SITE_URL.startswith("https://") and not secure:
        text = "the site takes requests that came by https for plain ones, and sends everybody in a circle"
        yield wrong("proxies", text, "Let the proxy set X-Forwarded-Proto, and say TRUSTED_PROXY_COUNT=1 or more.")
    elif proxies < counted:
        text = f"TRUSTED_PROXY_COUNT is {counted}, but {proxies} of them say who they speak for: visitors can pretend"
        yield wrong("proxies", text, "Let every proxy append to X-Forwarded-For, or count fewer.")
    elif proxies > counted:
        text = f"TRUSTED_PROXY_COUNT is {counted}, but {proxies} proxies speak: all visitors look like one"
        yield wrong("proxies", text, f"Say TRUSTED_PROXY_COUNT={proxies}.")
    else:
        yield ok("proxies", f"{proxies} counted, {proxies} seen")


def site(*, mail_to: str = "", url: bool = False) -> Iterator[Finding]:
    """Yield all findings about the site apart from its games; `site_address` only with ``url``."""
    began = time.monotonic()
    for part in (
        debug(),
        secret_key(),
        push_key(),
        site_url(),
        policy_of_site(),
        disk(),
        files(),
        database(),
        cached(),
        spare(),
        broker(),
        post(mail_to),
    ):
        yield from part
    if url:
        yield from site_address()
    took = time.monotonic() - began
    if took > 2 * PATIENCE:
        yield warning("speed", f"all this took {took:.0f} s", "Look at the network between the servers.")
