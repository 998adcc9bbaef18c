"""Leaks planted on purpose into what bots say and when they move, and into what leaves the site in what order.

Each is a function that plants one, and says in its first line what then leaks.
"""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db.models import F

from accounts.channels import chat
from accounts.channels.formats import ChatKind, Fields, Message, Request
from games import bots
from games.bots.manner import TEMPERS
from games.mail import chats, outbox
from games.models import Notice, Seat
from games.rules.claims import HAND, Claim, write
from games.rules.roles import SABOTEUR
from games.rules.table import Ruleset
from games.services import bot_turns
from saboteur_site.outgoing import webpush
from tests.games.bot_scenes import as_role, scene
from tests.secrecy.pages.pairs import bots_pair, last_step, own_turn, paid_pair, where
from tests.secrecy.pages.planting import change, found_by, hidden, played_to, roles, sum_of
from tests.secrecy.pages.scenes import time_passes
from tests.secrecy.pages.stage import CODE
from tests.secrecy.worlds import Pair


def unlike_roles(rng: Random) -> Pair:
    """A pair in which bots play, and one of them is a saboteur in one world alone."""
    while True:
        pair = bots_pair(rng, Ruleset(), 4, 6)
        harms = [
            [last_step(pair, world).state.seats[bot].role == SABOTEUR for bot in pair.bots]
            for world in (pair.one, pair.two)
        ]
        if harms[0] != harms[1]:
            return pair


def roles_of_all(_pair: Pair, step: Any) -> list[str]:
    """What everybody is."""
    return [own.role for own in step.state.seats]


own_turn_of_three = where(Ruleset(), own_turn, roles_of_all, 3)


def accusations_by_role() -> list[str]:
    """The tempers in which a bot says something else as a saboteur than as a digger, at a table where all have seen
    something bad."""
    hands = {"A": ["NESW", "NS"], "B": ["N.E.S.W", "NS"], "C": ["break:cart", "EW"], "D": ["EW"]}
    one = scene("A lay NESW 1,0", "B lay N.E.S.W 2,0", "C break:cart A", "D pass EW", hands=hands, me="C")
    said = {
        temper: [bots.claim_of(*as_role(one, role), (), bots.Manner(temper=temper)) for role in ("digger", SABOTEUR)]
        for temper in TEMPERS
    }
    assert any(claim is not None and "suspect" in write(claim) for claim, _other in said.values())
    return [temper for temper, (claim, other) in said.items() if claim != other]


@found_by(accusations_by_role)
def bots_that_accuse_by_their_role(leak: pytest.MonkeyPatch) -> None:
    """Saboteurs never accuse."""
    change(leak, bots, "claim_of", lambda claim, view, *_more: None if view.own.role == SABOTEUR else claim)


@played_to("player", unlike_roles)
def saboteurs_that_talk_of_their_hand(leak: pytest.MonkeyPatch) -> None:
    """Saboteurs of bots say that they hold nothing of use, others do not."""
    change(
        leak, bots, "claim_of",
        lambda claim, view, *_more: Claim(HAND, "", "nothing") if view.own.role == SABOTEUR else claim,
    )  # fmt: skip


@played_to("player", unlike_roles)
def bot_that_waits_by_its_role(leak: pytest.MonkeyPatch) -> None:
    """A bot that is a saboteur answers a moment later."""

    def waits(asked: bot_turns.Asked, *_given: Any) -> bot_turns.Asked:
        late = sum(seat.role == SABOTEUR for seat in asked.seats)
        return asked._replace(wait=asked.wait + 0.3 * late)

    change(leak, bot_turns, "let_claim", waits)


# -- of what push services and chats are told


@played_to("player", own_turn_of_three, time_passes)
def pushes_that_wait_by_roles(leak: pytest.MonkeyPatch) -> None:
    """A push service keeps a message as long as the roles say."""
    real = webpush.push

    def push(*given: Any, seconds: int, **named: Any) -> Any:
        return real(*given, seconds=seconds + int(sum_of(roles()), 16) % 1000, **named)

    leak.setattr(webpush, "push", push)


@played_to("player", own_turn_of_three, time_passes)
def pushes_as_long_as_roles_are(leak: pytest.MonkeyPatch) -> None:
    """A message is followed by as many spaces as the roles say."""
    change(leak, webpush, "encrypted", lambda body, *_given: body + b" " * (int(sum_of(roles()), 16) % 50))


@played_to("player", own_turn_of_three, time_passes)
def header_of_pushes_by_roles(leak: pytest.MonkeyPatch) -> None:
    """A header of a push tells the roles apart."""
    change(leak, webpush, "signed", lambda headers, *_given: {**headers, "X-Trace": sum_of(roles())})


@played_to("player", own_turn_of_three, time_passes, "chat")
def chat_posts_with_a_header_by_roles(leak: pytest.MonkeyPatch) -> None:
    """What is posted to a chat has a header that tells the roles apart."""

    def kinds(found: dict[str, ChatKind]) -> dict[str, ChatKind]:
        return {name: kind._replace(write=telling(kind)) for name, kind in found.items()}

    def telling(kind: ChatKind) -> Callable[[Fields, Message], Request]:
        def write(fields: Fields, message: Message) -> Request:
            request = kind.write(fields, message)
            return request._replace(headers={**request.headers, "X-Trace": sum_of(roles())})

        return write

    change(leak, chat, "all_kinds", kinds)


@played_to("player", own_turn_of_three, time_passes, "chat")
def chat_posts_as_long_as_roles_are(leak: pytest.MonkeyPatch) -> None:
    """The name of the table is followed by as many dots as the roles say."""

    def longer(message: Message | None, _row: Any) -> Message | None:
        return message and message._replace(subject=message.subject + "." * (int(sum_of(roles()), 16) % 50))

    change(leak, chats, "message_of", longer)


@played_to("player", paid_pair, time_passes, "reached", "order")
def messages_in_the_order_of_gold(leak: pytest.MonkeyPatch) -> None:
    """Those who hold more gold are written to sooner."""
    real = outbox._hand_out

    def hand_out(*given: Any) -> Any:
        worth = {own.seat: own.worth for own in hidden().seats}
        for seat in Seat.objects.filter(game__code=CODE):
            sooner = timedelta(microseconds=1000 * worth[seat.number] + 1)
            Notice.objects.filter(user=seat.user, done_at=None).update(due_at=F("due_at") - sooner)
        return real(*given)

    leak.setattr(outbox, "_hand_out", hand_out)
