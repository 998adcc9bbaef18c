"""What stays closed in the admin while a game is running, for every query; and how it is opened."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random

import pytest
import time_machine
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games import clock
from games.models import Game, Invitation, Move, Notice, Peek, Seat, TableSecret
from games.rules.cards import CARDS
from games.rules.roles import ALL_ROLES
from games.services import repairs
from tests.conftest import SOAK
from tests.factories import UserFactory
from tests.games.admin_worlds import compared, fetched
from tests.games.staff import REASON, deed, lists, page, pages_of_rows, secrets_of, table, viewer
from tests.games.tables import (
    awaited,
    browser_of,
    finished_game,
    people,
    play_on,
    running_game,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database's clock cannot be held still; two worlds are compared by the clock that can."""
    monkeypatch.setattr(clock, "turned", lambda _moment: clock.now())


@pytest.fixture
def staff() -> Client:
    return browser_of(viewer(UserFactory.create(username="Staff")))


@pytest.fixture
def host() -> Client:
    return browser_of(UserFactory.create(username="Host", is_staff=True, is_superuser=True))


def swapped() -> Game:
    """The same table to all who watch: other hands, roles, goals, and another card discarded."""
    return table(
        "map",
        hands={"A": ["map", "EW", "NE"], "B": ["NW", "NS", "repair:cart"], "C": ["ESW", "break:cart", "rockfall"]},
        roles={"A": "digger", "B": "digger", "C": "saboteur"},
        goals={"8,-2": "stone-b", "8,0": "gold", "8,2": "stone-a"},
    )


LOOKUPS = [
    "role",
    "role__exact",
    "role__startswith",
    "hand__contains",
    "memory__contains",
    "choice__contains",
    "share__startswith",
    "seen_seq",
    "answered",
    "command__contains",
    "among__contains",
    "events__contains",
    "public__contains",
    "token__startswith",
    "secret__seed__startswith",
    "secret__state__contains",
    "seats__role",
    "seats__hand__contains",
    "deals__state__contains",
    "whispers__event__contains",
    "game__seats__role",
    "game__secret__seed__startswith",
    "game__secret__isnull",
    "game__deals__state__contains",
    "game__whispers__event__contains",
    "game__moves__command__contains",
    "user__seats__role",
    "user__seats__hand__contains",
    "user__password__startswith",
    "host__seats__role__exact",
    "by__seats__role",
    "to__seats__role",
]


QUESTIONS = [
    *(f"q={word}" for word in ("saboteur", "map", "Ann")),
    *(f"o={number}" for number in range(1, 9, 2)),
    *(f"{lookup}=saboteur" for lookup in LOOKUPS[::6]),
    *("game__id__exact={game}", "_facets=True", "e=1"),
]
"""Ways to ask a list for what it hides."""
Addresses = Callable[[Game], Iterator[str]]


@pytest.fixture
def addresses(chance: Random) -> Addresses:
    """Every address of games that staff can fetch; of the ways to ask each list some are drawn."""
    asked = {address: QUESTIONS if SOAK else chance.sample(QUESTIONS, 5) for address in lists()}
    return partial(addresses_of, asked)


def addresses_of(asked: Mapping[str, Sequence[str]], game: Game) -> Iterator[str]:
    yield from pages_of_rows(game)
    for address, questions in asked.items():
        yield address
        yield from (f"{address}?{question.format(game=game.pk)}" for question in questions)
    for model, field in (("seat", "game"), ("seat", "user"), ("peek", "game"), ("game", "host")):
        yield f"/admin/autocomplete/?app_label=games&model_name={model}&field_name={field}&term=saboteur"
    yield "/admin/"
    yield "/admin/games/"


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
def test_tables_that_differ_in_secrets_alone_look_the_same_in_the_admin(staff: Client, addresses: Addresses) -> None:
    UserFactory.create(username="Looker", is_superuser=True)
    people(3)
    one, other = fetched(staff, table, addresses), fetched(staff, swapped, addresses)
    assert len(one) > 65
    assert compared(one, other) == []


@pytest.mark.soak
@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
def test_two_worlds_look_the_same_to_a_player_as_well() -> None:
    UserFactory.create(username="Looker", is_superuser=True)
    ann, bo, _cy = people(3)
    ann.is_staff = ann.is_superuser = True
    ann.save()
    for person in (ann, viewer(bo, "open_closed_game", "repair_game")):
        # Fresh browsers: the last page leads away and leaves its sentence for the next.
        one, other = (fetched(browser_of(person), make, pages_of_rows) for make in (table, swapped))
        assert compared(one, other) == []


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
def test_the_comparison_finds_a_difference_that_all_may_see(staff: Client) -> None:
    UserFactory.create(username="Looker", is_superuser=True)
    people(3)
    one = fetched(staff, table, pages_of_rows)
    other = fetched(staff, lambda: table(before={"B": ["break:lantern"]}), pages_of_rows)
    assert compared(one, other) == [next(iter(one))]
    assert re.fullmatch(r"/admin/games/game/\d+/change/", next(iter(one)))


def test_closed_columns_are_not_read_from_the_database(staff: Client, addresses: Addresses) -> None:
    game = table()
    play_on(game, 5)
    closed = re.compile(
        r'"games_(tablesecret|whisper|privateact)"|"games_deal"."state"|"games_move"."(command|among)"'
        r'|"games_seat"."(role|hand|memory|choice|share|answered|seen_seq|plan)"|"games_invitation"."token"'
    )
    for address in addresses(game):
        with CaptureQueriesContext(connection) as statements:
            staff.get(address)
        read = [one["sql"] for one in statements if closed.search(one["sql"])]
        assert read == [], address


def test_searching_for_roles_and_cards_finds_nothing(rf: RequestFactory) -> None:
    pages_of_rows(table())
    asks = rf.get("/")
    asks.user = UserFactory.create()
    for model in (Game, Seat, Move, Notice, Invitation, Peek):
        rows = admin.site.get_model_admin(model)
        for word in (*ALL_ROLES, *(card for card in CARDS if len(card) > 2), TableSecret.objects.get().seed[:12]):
            found, _several = rows.get_search_results(asks, rows.get_queryset(asks), word)
            assert not found.exists(), (model, word)
        assert rows.get_search_results(asks, rows.get_queryset(asks), "friday")[0].exists()


def test_lists_are_not_asked_for_what_is_closed(host: Client, chance: Random) -> None:
    pages_of_rows(table())
    for address in lists():
        lookups = LOOKUPS if SOAK else chance.sample(LOOKUPS, 12)
        answers = {lookup: host.get(address, {lookup: "saboteur"}).status_code for lookup in lookups}
        assert answers == dict.fromkeys(lookups, 400), address


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("user", "seats__role"),
        ("user", "seats__hand__contains"),
        ("user", "hosted__secret__seed__startswith"),
        ("friendship", "low__seats__role"),
        ("friendship", "asked_by__seats__hand__contains"),
        ("block", "blocker__seats__role"),
    ],
)
def test_lists_of_people_are_not_asked_for_what_is_closed(host: Client, model: str, lookup: str) -> None:
    table()
    assert host.get(reverse(f"admin:accounts_{model}_changelist"), {lookup: "saboteur"}).status_code == 400


def test_deletion_preview_of_a_player_gives_nothing_away(host: Client) -> None:
    game = table()
    text = host.get(reverse("admin:accounts_user_delete", args=[awaited(game).user_id])).content.decode()
    assert "leaves every table" in text
    assert [secret for secret in secrets_of(game) if secret in text] == []


# -- opening


def test_a_table_is_opened_once_in_one_answer(host: Client) -> None:
    game = table()
    seed = TableSecret.objects.get(game=game).seed
    answer = host.post(deed("open", game), {"reason": REASON})
    text = answer.content.decode()
    assert "Opened, this once" in text
    assert seed in text
    assert text.count('href="/static/cards.svg#role-saboteur"') == 1
    for card in ("t-EW", "a-map", "a-break-cart", "a-rockfall", "g-gold", "g-stone-a"):
        assert f'href="/static/cards.svg#{card}"' in text, card
    assert "no-store" in answer["Cache-Control"]
    assert Peek.objects.get().reason == REASON
    again = host.get(page(game)).content.decode()
    assert "Opened, this once" not in again
    assert [secret for secret in secrets_of(game) if secret in again] == []
    assert "role-saboteur" not in again
    sessions = [session.get_decoded() for session in Session.objects.all()]
    assert not re.search("saboteur|NESW|map", str(sessions))
    assert not LogEntry.objects.exists()


def test_everybody_at_the_table_reads_at_once_that_it_was_opened(host: Client) -> None:
    game = table()
    host.post(deed("open", game), {"reason": REASON})
    for name in ("Ann", "Bo", "Cy"):
        text = browser_of(name).get(reverse("games:table", args=[game.code])).content.decode()
        assert "Host, an administrator, looked at this table’s hidden cards." in text
        assert REASON not in text
    assert REASON in host.get(page(game)).content.decode()


@pytest.mark.parametrize("reason", ["", "too short", "x" * 501, "with a\0null in it"])
def test_without_a_reason_nothing_is_opened(host: Client, reason: str) -> None:
    game = table()
    answer = host.post(deed("open", game), {"reason": reason})
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Write down why" in text
    assert "role-saboteur" not in text
    assert [secret for secret in secrets_of(game) if secret in text] == []
    assert not Peek.objects.exists()


def test_refused_staff_member_learns_nothing(host: Client) -> None:
    game = table()
    bo = User.objects.get(username="Bo")
    bo.is_staff = bo.is_superuser = True
    bo.save()
    answer = browser_of(bo).post(deed("open", game), {"reason": REASON})
    assert answer.status_code == 403
    assert [secret for secret in secrets_of(game) if secret in answer.content.decode()] == []
    text = browser_of(bo).get(page(game)).content.decode()
    assert "You’re playing at this table, so you can’t open anything or step in" in text
    assert "<form" not in text.partition('id="content-main"')[2]


def test_a_finished_game_is_open(staff: Client) -> None:
    game = finished_game(4, seed=5)
    text = staff.get(page(game)).content.decode()
    assert "Open, because the game is over" in text
    assert TableSecret.objects.get(game=game).seed in text
    assert len(re.findall(r'cards.svg#role-\w+"', text)) >= 4


def test_an_ended_game_is_open(staff: Client, host: Client) -> None:
    game = table()
    repairs.end_table(game_id=game.pk, by=User.objects.get(username="Host"), reason=REASON)
    text = staff.get(page(game)).content.decode()
    assert "Open, because the game is over" in text
    assert "Host, an administrator, stepped in." in text


# -- names that want to be more than names

PAYLOADS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "{{ 7|add:7 }}{% now 'Y' %}",
    "</title><script>alert(1)",
    "<a href=javascript:alert(1)>x",
    "%(name)s%s{0}",
]


@pytest.mark.examples(1)
@pytest.mark.parametrize("payload", PAYLOADS)
def test_names_and_reasons_are_shown_as_they_are(host: Client, payload: str) -> None:
    ann = UserFactory.create(username=payload[:24])
    game = running_game([ann, *UserFactory.create_batch(2)], name=payload)
    play_on(game, 4)
    reason = f"{payload} and no more"
    opened = host.post(deed("open", game), {"reason": reason}).content.decode()
    host.post(deed("repair", game), {"what": "to-bot", "seat": "B", "reason": reason})
    texts = [opened, *(host.get(one).content.decode() for one in (*lists(), *pages_of_rows(game)))]
    dangerous = any(sign in payload for sign in "<>\"'")
    for text in texts:
        assert not dangerous or payload not in text
        assert "<script>alert" not in text
        assert "onerror=alert(1)>" not in text
    assert "14" + "2026" not in opened
