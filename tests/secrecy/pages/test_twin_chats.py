"""What is posted to the chat of a table gives no secret away (R94, R95): two worlds post the same at the same time."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from accounts.channels.formats import Message
from games import clock
from games.mail import chats
from games.models import PrivateAct, Seat, TableChat
from games.rules.table import Ruleset
from saboteur_site.outgoing import outward
from tests.conftest import SOAK
from tests.factories import TableChatFactory
from tests.secrecy.course import World
from tests.secrecy.pages.compare import company
from tests.secrecy.pages.pairs import digging_deal, ended_for_others, pair_until, unlike
from tests.secrecy.pages.scenes import time_passes
from tests.secrecy.pages.stage import Stage, staged
from tests.secrecy.worlds import Pair

pytestmark = pytest.mark.django_db

GAMES = 8 if SOAK else 1
TRIES = 5
"""Pairs in which a leak is looked for, before it counts as missed."""

PAIRS: dict[str, Callable[[Random], Pair]] = {
    "roles and orders differ": unlike("roles", players=3, acts=6),
    "a round is over": lambda lot: pair_until(lot, Ruleset(), 4, ended_for_others, digging_deal),
}


def posted_in(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    """What is posted in each of two worlds, and when. In the second one other players do things in secret."""
    people = company(pair).seated
    one = _posted(pair, pair.one, people, None, monkeypatch)
    return one, _posted(pair, pair.two, people, Random("others"), monkeypatch)


def _posted(pair: Pair, world: World, people: Any, lots: Random | None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []

    def post(url: str, body: bytes, headers: Mapping[str, str], **_more: Any) -> outward.Reply:
        found.append(f"{clock.now()} {url} {sorted(headers.items())} {body.decode()}")
        return outward.Reply(200)

    monkeypatch.setattr(outward, "post", post)
    with staged(pair, world, people, lots=lots) as stage:
        fields = {"server": "https://matrix.example.org", "room": "!mine:example.org", "token": "key"}
        TableChatFactory.create(game=stage.game, by=stage.viewer, kind="matrix", fields=fields)
        for number in range(len(world.steps)):
            stage.private_acts(number)
            stage.public_act(stage.browsers[stage.viewer.pk])
        _ends(stage)
    return found


def _ends(stage: Stage) -> None:
    if stage.others:
        stage.others.withdraw(stage.site)
    time_passes(stage)


@pytest.mark.examples(1)
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("occasion", PAIRS)
def test_r94_chat_posts_give_no_secret_away(
    occasion: str, number: int, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = posted_in(PAIRS[occasion](chance), monkeypatch)
    assert one == two
    assert one


def roles_in_the_lead(place: Any) -> str:
    """The last line names the roles."""
    return " ".join(Seat.objects.filter(game=place.game).order_by("number").values_list("role", flat=True))


def acts_in_the_id(message: Message) -> Message:
    """The message is numbered by what was done in secret, too (R95)."""
    return message._replace(id=f"{message.id}.{PrivateAct.objects.count()}")


def _replaced(leak: pytest.MonkeyPatch, change: Callable[[Message], Message]) -> None:
    real = chats.message_of

    def message_of(row: TableChat) -> Message | None:
        message = real(row)
        return message and change(message)

    leak.setattr(chats, "message_of", message_of)


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "roles": lambda leak: leak.setattr(chats, "_awaited", roles_in_the_lead),
    "secret acts": lambda leak: _replaced(leak, acts_in_the_id),
}


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_that_is_planted_into_what_is_posted_is_caught(
    name: str, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    LEAKS[name](monkeypatch)
    make = PAIRS["roles and orders differ"]
    assert any(one != two for one, two in (posted_in(make(chance), monkeypatch) for _ in range(TRIES)))
