"""Notifications by posts to the chats of a user: Discord, Slack, Telegram, Matrix, ntfy, any program. Posts to chats
of other owners use the same functions (`posting`, `note`).

A chat runs on another company's servers. So a message contains only the subject of a letter and its link.

All chats of a recipient are posted to at once, each within `PATIENCE`, so none that hangs delays another. A letter is
sent when one of them has accepted it. A chat that refuses `MOST_REFUSALS` messages in a row is paused until its owner
resumes it. If a chat does not respond, its breaker opens: that of this chat if it took the connection, those of all
chats on its server if there was none. Breakers are stored in the rows of the chats, and are deleted with them.
"""

import logging
from collections.abc import Generator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.channels import Channel, Hint, Item, Letter, NotSentError, Trouble, troubles
from accounts.channels.breakers import CLOSED, CircuitOpenError, acquire, opened, update_unlocked
from accounts.channels.formats import Message, all_kinds
from accounts.channels.sendings import Job, Sending, run
from accounts.models import Chat, Target, User
from saboteur_site.database import clock, storage
from saboteur_site.outgoing import outward
from saboteur_site.outgoing.backoff import BackOff

log = logging.getLogger(__name__)

NAME = "chat"
PAGE = "accounts:chats"
PATIENCE = 5.0
"""Seconds within which a chat has to respond completely."""
MOST_REFUSALS = 5
MOST_PARTS = 30
"""The most events that a message lists; it counts the others."""
SILENT = timedelta(days=4)
"""How long a chat may be away before it is paused. Letters become dead letters after the same time."""
REPORTED_AFTER = 12
"""After so many attempts, nearly an hour, without a response of any chat the user is informed."""
BACK_OFF = BackOff(first=timedelta(seconds=30), longest=timedelta(minutes=5))
"""The back-off of a chat that is away."""

TROUBLES = {
    Trouble.REFUSED: gettext_lazy("it refuses our messages"),
    Trouble.BUSY: gettext_lazy("it is too busy"),
    Trouble.AWAY: gettext_lazy("it could not be reached"),
    Trouble.FAULT: gettext_lazy("something went wrong on our side"),
}
_REFUSALS = {
    "401": gettext_lazy("it doesn’t accept the key"),
    "403": gettext_lazy("it doesn’t accept the key"),
    "404": gettext_lazy("the chat is gone"),
    "410": gettext_lazy("the chat is gone"),
    "private": gettext_lazy("its address doesn’t lead to a server on the internet"),
}


class Result(NamedTuple):
    """The outcome of one attempt: no trouble if the chat accepted the message."""

    target: Chat
    trouble: Trouble | None = None
    reply: str = ""
    received: bool = True
    retry_after: float | None = None

    @property
    def is_away(self) -> bool:
        """Whether a retry may succeed."""
        return self.trouble in (Trouble.AWAY, Trouble.BUSY)


def reason(trouble: str, reply: str) -> str:
    """Return a text about a failure for the owner of the chat."""
    return str(_REFUSALS.get(reply) or TROUBLES[Trouble(trouble)])


# -- reachable users


def reachable(path: str) -> Q:
    """Return the condition for users with a chat, even a paused one: other players may know who is reachable, and
    whether a chat is paused depends on letters, of which they may not know (R95)."""
    return Q(Exists(Target.objects.filter(user=OuterRef(f"{path}pk"))))


def reaches(user: User) -> bool:
    """Whether a user has a chat. One query."""
    return Target.objects.filter(user=user).exists()


def missing(user: User) -> Hint | None:
    """Return the hint about a paused chat, or about a first one if no other channel reaches the user; else None.

    Two queries at most.
    """
    paused = Target.objects.filter(user=user).exclude(paused_at=None).order_by("pk").first()
    if paused is not None:
        words = _("Chats: %(name)s is paused because our messages don’t get through.") % {"name": title(paused)}
        return Hint(words, reverse(PAGE), _("Look at it"))
    if user.is_reached or reaches(user):
        return None
    words = _("Chats: get notifications in Discord, Slack, Telegram, Matrix, ntfy, or a program of your own.")
    return Hint(words, reverse(PAGE), _("Add a chat"))


def title(target: Chat) -> str:
    """Return the label of a chat on its owner's page."""
    kind = all_kinds().get(target.kind)
    return target.name or str(kind.label if kind else target.kind)


def failing(why: str) -> Hint:
    """Return the hint for a user none of whose chats accepts messages."""
    words = _("Our messages don’t reach your chat: %(reason)s.") % {"reason": why}
    return Hint(words, reverse(PAGE), _("Look at it"))


# -- sending


def send(letter: Letter) -> None:
    """Post a letter and wait for it; raises as `sending`."""
    run(sending(letter))


def sending(letter: Letter) -> Sending:
    """Post a letter to all chats of its recipient; NotSentError if none takes it, CircuitOpenError if all are away."""
    live = list(Target.objects.filter(user=letter.to, paused_at=None).order_by("pk"))
    if not live:
        raise NotSentError(Trouble.REFUSED, "paused", lasting=True)
    now = clock.now()
    message = message_of(letter)
    results = yield from posting([(target, message) for target in live if is_ready(target, now)])
    for result in results:
        note(result, now)
    if any(result.trouble is None for result in results):
        return
    away = [result for result in results if result.is_away]
    if any(result.received for result in away):
        worst = next(result for result in away if result.received)
        raise NotSentError(Trouble(worst.trouble or Trouble.AWAY), worst.reply)
    are_away = Target.objects.filter(pk__in=[target.pk for target in live], paused_at=None, open_until__gt=now)
    if waits := list(are_away.values_list("open_until", "failed_tries")):
        if all(failures >= REPORTED_AFTER for _until, failures in waits):
            troubles.note(letter.to.pk, NAME, Trouble.AWAY)
        raise CircuitOpenError(min(until for until, _failures in waits if until is not None))
    refused = results[0] if results else None
    raise NotSentError((refused and refused.trouble) or Trouble.REFUSED, refused.reply if refused else "", lasting=True)


def message_of(letter: Letter) -> Message:
    """Return the message for a letter, in the language of its recipient."""
    language = letter.to.language or settings.LANGUAGE_CODE
    with translation.override(language):
        words = _("Stop messages like this:")
    return Message(
        id=letter.id,
        events=tuple(map(str, letter.events)),
        language=language,
        subject=letter.subject,
        lead=_with_time(letter),
        link=letter.link,
        off=letter.off,
        off_words=words,
        ids=letter.ids,
        lines=tuple(_with_time(part) for part in letter.parts[:MOST_PARTS]),
        links=tuple(part.link for part in letter.parts[:MOST_PARTS]),
        more=max(0, len(letter.parts) - MOST_PARTS),
    )


def _with_time(said: Letter | Item) -> str:
    """Return the lead of a letter or item with its deadline."""
    return " ".join(filter(None, (said.lead, said.until)))


def is_ready(target: Chat, now: datetime) -> bool:
    """Return whether a chat may be posted to. If it was away, one process gets a trial for all chats on its server."""
    on_server = _chats_of_owner_kind(target).filter(server=target.server)
    try:
        acquire(target, on_server, now, back_off=BACK_OFF, longest=timedelta(seconds=outward.LONGEST_WAIT))
    except CircuitOpenError:
        return False
    return True


def posting(messages: Sequence[tuple[Chat, Message]]) -> Generator[Sequence[Job], list[Any], list[Result]]:
    """Post to some chats at the same time, to each its message; return the outcomes in this order."""
    found = [_permitted(target, message) for target, message in messages]
    jobs = [one for one in found if not isinstance(one, Result)]
    came = iter((yield jobs) if jobs else ())
    return [one if isinstance(one, Result) else next(came) for one in found]


def _permitted(target: Chat, message: Message) -> Result | Job:
    """Return the job that posts a message to a chat, or the outcome if there is nothing to wait for."""
    try:
        url, body, headers, method = all_kinds()[target.kind].write(target.fields, message)
        outward.permit(url)
    except outward.RefusedError as refused:
        return Result(target, Trouble.REFUSED, refused.why)
    except outward.AwayError as away:
        return Result(target, Trouble.AWAY, received=away.received, retry_after=away.retry_after)
    except Exception as error:
        return _fault(target, error)
    return partial(_post, target, url, body, headers, method)


def _fault(target: Chat, error: Exception) -> Result:
    # The text of an error may contain a key, so only its type is logged.
    log.error("%s cannot be written to: %s", target, type(error).__name__)
    return Result(target, Trouble.FAULT)


def _post(target: Chat, url: str, body: bytes, headers: Mapping[str, str], method: str) -> Result:
    """Post to a chat and return the outcome. Does not use the database, and raises nothing."""
    try:
        answer = outward.post(url, body, headers, patience=PATIENCE, method=method)
    except outward.RefusedError as refused:
        return Result(target, Trouble.REFUSED, refused.why)
    except outward.AwayError as away:
        return Result(target, Trouble.AWAY, received=away.received, retry_after=away.retry_after)
    except Exception as error:
        return _fault(target, error)
    if 200 <= answer.status < 300:
        return Result(target)
    reply = str(answer.status)
    if answer.status == 429:
        return Result(target, Trouble.BUSY, reply, retry_after=answer.retry_after)
    if answer.status >= 500 or answer.status in (408, 425):
        return Result(target, Trouble.AWAY, reply, retry_after=answer.retry_after)
    return Result(target, Trouble.REFUSED, reply)


# -- stored outcomes


def _chats_of_owner_kind(target: Chat) -> QuerySet[Any]:
    """Return all chats with the same kind of owner: the breaker of a server opens for these together."""
    return type(target)._default_manager.all()


def note(result: Result, now: datetime) -> None:
    """Store the outcome of an attempt; two statements at most. If that fails, the outcome is still the same."""
    with storage.if_writable():
        _note(result, now)


def _note(result: Result, now: datetime) -> None:
    row = _chats_of_owner_kind(result.target).filter(pk=result.target.pk)
    if result.trouble is None:
        if row.exclude(**TAKEN).exists():
            update_unlocked(row, **TAKEN)
        return
    before = result.target
    since = before.failing_since or now
    met: dict[str, Any] = {
        "last_trouble": result.trouble,
        "reply": result.reply,
        "failing_since": since,
        "failed_at": now,
    }
    if result.is_away:
        away = opened(before.failed_tries, now, back_off=BACK_OFF, retry_after=result.retry_after)
        if not result.received:
            update_unlocked(_chats_of_owner_kind(before).filter(server=before.server), **away)
        update_unlocked(row, **met, **away, **({"paused_at": now} if now - since > SILENT else {}))
        return
    update_unlocked(row, **met, **CLOSED, failures=F("failures") + 1)
    update_unlocked(row.filter(failures__gte=MOST_REFUSALS, paused_at=None), paused_at=now)


TAKEN: dict[str, Any] = {
    **CLOSED,
    "failures": 0, "last_trouble": "", "reply": "", "failing_since": None, "failed_at": None, "paused_at": None,
}  # fmt: skip
"""Columns of a chat that accepts messages."""


CHANNEL = Channel(
    name=NAME,
    short=gettext_lazy("Chats"),
    reaches=reaches,
    reachable=reachable,
    send=sending,
    missing=missing,
    troubles=TROUBLES,
    failing=failing,
    may_reach=lambda user: not user.is_guest and user.is_person,
    page=PAGE,
    joins=True,
)
