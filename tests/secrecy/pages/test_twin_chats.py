"""What is posted to the chat of a table tells nobody a secret (R94, R95): two worlds post the same at the same time."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from django.core import mail

from accounts.channels.formats import Message
from games import clock
from games.mail import chats
from games.models import PrivateAct, Seat, TableChat
from games.rules.table import Ruleset
from saboteur_site import outward
from tests.conftest import SOAK
from tests.factories import TableChatFactory
from tests.secrecy.pages.compare import Plan, first_difference
from tests.secrecy.pages.pairs import digging_deal, ended_for_others, own_turn, pair_until, rich_pair
from tests.secrecy.pages.scenes import leaves, time_passes
from tests.secrecy.pages.stage import Stage
from tests.secrecy.worlds import Pair

pytestmark = pytest.mark.django_db

GAMES = 8 if SOAK else 1
TRIES = 10
"""Pairs in which a leak is looked for, before it counts as missed."""

PAIRS: dict[str, tuple[Callable[[Random], Pair], Callable[[Stage], None]]] = {
    "somebody else is on turn": (lambda lot: rich_pair(lot, 4, 7), time_passes),
    "the viewer is on turn": (lambda lot: pair_until(lot, Ruleset(), 3, own_turn), leaves),
    "a round is over": (lambda lot: pair_until(lot, Ruleset(), 4, ended_for_others, digging_deal), time_passes),
}


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What is posted. It is compared, with its moment, as if it were mail to the viewer: all of it is public."""
    found: list[bytes] = []
    begin = Stage.begin

    def begin_with_chat(stage: Stage) -> None:
        host, fields = stage.people[stage.pair.viewer], {"server": "https://ntfy.sh", "topic": "mine", "token": ""}
        TableChatFactory.create(game=stage.game, by=host, kind="ntfy", fields=fields)
        begin(stage)

    def post(url: str, body: bytes, headers: Mapping[str, str], **_more: Any) -> outward.Answer:
        found.append(body)
        said = f"{clock.now()} {url} {sorted(headers.items())} {body.decode()}"
        reader = TableChat.objects.get().by
        mail.outbox.append(mail.EmailMessage("posted", said, to=[reader.email]))
        return outward.Answer(200)

    monkeypatch.setattr(Stage, "begin", begin_with_chat)
    monkeypatch.setattr(outward, "post", post)
    return found


def told_apart(occasion: str, chance: Random, number: int = 0) -> str | None:
    """What tells two worlds apart, if anything does."""
    make, then = PAIRS[occasion]
    return first_difference(make(chance), Plan(("player",), thorough=1, then=then), number)


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("occasion", PAIRS)
def test_r94_what_is_posted_of_a_table_tells_no_secret(
    occasion: str, number: int, chance: Random, posted: list[bytes]
) -> None:
    assert told_apart(occasion, chance, number) is None
    assert len(posted) >= 4


def roles_in_the_lead(place: Any) -> str:
    """The last line names the roles."""
    return " ".join(Seat.objects.filter(game=place.game).order_by("number").values_list("role", flat=True))


def acts_in_the_id(message: Message) -> Message:
    """The message is numbered by what was done in secret, too (R95)."""
    return message._replace(id=f"{message.id}.{PrivateAct.objects.count()}")


def answered_in_the_lead(place: Any) -> str:
    """The last line tells how many have planned something."""
    return str(Seat.objects.filter(game=place.game).exclude(plan="").count())


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "roles": lambda leak: leak.setattr(chats, "_awaited", roles_in_the_lead),
    "plans": lambda leak: leak.setattr(chats, "_awaited", answered_in_the_lead),
    "secret acts": lambda leak: _replaced(leak, acts_in_the_id),
}


def _replaced(leak: pytest.MonkeyPatch, change: Callable[[Message], Message]) -> None:
    real = chats.message_of

    def message_of(row: TableChat) -> Message | None:
        message = real(row)
        return message and change(message)

    leak.setattr(chats, "message_of", message_of)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_that_is_planted_into_what_is_posted_is_caught(
    name: str, chance: Random, posted: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    LEAKS[name](monkeypatch)
    assert any(told_apart("somebody else is on turn", chance, number) for number in range(TRIES))
