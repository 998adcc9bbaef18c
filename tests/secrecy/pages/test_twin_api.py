"""Two games that differ only in what a player may not know get the same answers from the API, byte for byte (R94, R95):
every address, what it costs, and what comes of a request that is tried there."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from django.db import transaction
from msgspec.structs import replace

from accounts.models import User
from api.models import Token
from api.services import digest_of
from api.shapes import tables as table_shapes
from api.urls import ROUTER
from games.models import Game, Seat
from games.rules.table import Ruleset
from tests.api.clients import ALL, Program
from tests.conftest import SOAK
from tests.rules.playout import keen_act
from tests.secrecy.course import World
from tests.secrecy.pages.compare import company
from tests.secrecy.pages.pairs import digging_deal, ended_for_others, pair_of, pair_until, unlike
from tests.secrecy.pages.stage import CODE, Stage, staged
from tests.secrecy.worlds import Pair

pytestmark = pytest.mark.django_db

GAMES = 6 if SOAK else 1
TRIES = 5
"""Pairs in which a leak is looked for, before it counts as missed."""
PAIRS: dict[str, Callable[[Random], Pair]] = {
    "roles, hands and orders differ": unlike("roles", "maps", "orders", players=3, acts=7),
    "a round is over": lambda lot: pair_until(lot, Ruleset(), 4, ended_for_others, digging_deal),
    "a window is open": lambda lot: pair_of(lot, Ruleset(modules=("veto",), veto_window=12), 4, 8, keen_act),
    "the second game": lambda lot: pair_of(lot, Ruleset(rules="saboteur2"), 4, 8, keen_act),
}

READ = (
    "me", "notifications", "tables", f"tables/{CODE}", f"tables/{CODE}/legal", f"tables/{CODE}/events?after=0",
    f"tables/{CODE}/rounds/1", f"tables/{CODE}/rounds/2", f"tables/{CODE}/messages",
)  # fmt: skip
CARDS = ("EW", "NS", "NE", "map", "rockfall", "break:cart", "theft")


def written(seq: int) -> Iterator[tuple[str, str, Any]]:
    """Requests that change something, or are refused; each is undone."""
    for card in CARDS:
        for at in ("1,0", "8,0"):
            lay = {"kind": "lay", "card": card, "at": at}
            play = {"kind": "play", "card": card, "at": [at]}
            yield from (("POST", "check", {"command": command}) for command in (lay, play))
        yield "POST", "moves", {"seq": seq, "command": {"kind": "discard", "cards": [card]}}
        yield "PUT", "plan", {"commands": [{"kind": "discard", "cards": [card]}]}
    for answer in ("none", "B", "8,0", "3"):
        yield "POST", "answers", {"seq": seq, "command": {"kind": "choose", "answer": answer}}
    yield "POST", "answers", {"seq": seq, "command": {"kind": "veto"}}
    yield "POST", "orders", {"seq": seq, "command": {"kind": "order-veto", "what": "map"}}
    yield "POST", "orders", {"seq": seq, "command": {"kind": "order-pass"}}
    yield "DELETE", "plan", None
    yield "POST", "claims", {"claim": {"about": "hand", "says": "nothing"}}
    yield "POST", "messages", {"after": 0, "text": "I dig."}
    yield "POST", "ready", {"options_version": 0}


def program_of(user: User, number: int) -> Program:
    """A program with a token that is the same in both worlds."""
    program = Program(None)
    program.token = "sab_" + str(number) * 43
    digest = digest_of(program.token)
    Token.objects.create(pk=number, user=user, name="twin", digest=digest, scopes=",".join(ALL))
    return program


def answers(stage: Stage, programs: list[Program]) -> Iterator[tuple[Any, ...]]:
    """What the programs are answered at every address, and what that cost."""
    for number, program in enumerate(programs):
        for path in READ:
            yield number, path, *_answer(stage, program, "GET", path, None)
        for method, about, sent in written(Game.objects.get(code=CODE).seq):
            with transaction.atomic():
                yield number, method, about, str(sent), *_answer(stage, program, method, f"tables/{CODE}/{about}", sent)
                transaction.set_rollback(True)


def _answer(stage: Stage, program: Program, method: str, path: str, sent: Any) -> tuple[Any, ...]:
    before, logged = stage.site.effort(), len(stage.site.lines)
    response = program.ask(method, path, sent)
    effort = stage.site.effort().since(before)
    return response.status_code, sorted(response.headers.items()), response.content, effort, stage.site.lines[logged:]


def seen(pair: Pair, world: World, people: Any, lots: Random | None) -> list[tuple[Any, ...]]:
    """All answers to the viewer and to a stranger: in the middle of a world, and at its end."""
    found: list[tuple[Any, ...]] = []
    with staged(pair, world, people.seated, lots=lots) as stage:
        programs = [program_of(stage.viewer, 1), program_of(people.beside.stranger, 2)]
        steps = len(world.steps)
        for number in range(steps):
            stage.private_acts(number)
            if number == steps // 2:
                found += answers(stage, programs)
            stage.public_act(stage.browsers[stage.viewer.pk])
        found += answers(stage, programs)
    return found


def both(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """What is answered in each of two worlds; in the second one other players do things in secret."""
    monkeypatch.setattr("saboteur_site.web.rates.wait", lambda *_: 0)
    point = transaction.savepoint()
    try:
        people = company(pair)
        return seen(pair, pair.one, people, None), seen(pair, pair.two, people, Random("others"))
    finally:
        transaction.savepoint_rollback(point)


@pytest.mark.examples(2)
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("occasion", PAIRS)
def test_r94_answers_of_the_api_give_no_secret_away(
    occasion: str, number: int, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = both(PAIRS[occasion](chance), monkeypatch)
    assert [pair for pair in zip(one, two, strict=True) if pair[0] != pair[1]] == []
    assert {answer[2] for answer in one if answer[1] == f"tables/{CODE}"} == {200, 404}


def test_two_worlds_are_compared_at_every_address_of_the_api() -> None:
    tried = {path.partition("?")[0] for path in READ} | {
        f"tables/{CODE}/{about}" for _method, about, _sent in written(0)
    }
    known = {
        str(pattern.pattern).replace("<table:code>", CODE).replace("<int:number>", number)
        for pattern in ROUTER.urls
        for number in ("1", "2")
    }
    assert known - tried == {"join"}  # it is about tables that have not begun


def test_leak_of_roles_in_an_answer_is_found(chance: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    real = table_shapes.state_of

    def leaks(view: Any) -> Any:
        roles = Seat.objects.filter(game__code=CODE).order_by("number").values_list("role", flat=True)
        return replace(real(view), discards=tuple(roles))

    monkeypatch.setattr("api.views.tables.state_of", leaks)
    found = (both(PAIRS["roles, hands and orders differ"](chance), monkeypatch) for _ in range(TRIES))
    assert any(one != two for one, two in found)
