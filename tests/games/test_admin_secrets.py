"""What stays closed in the admin while a game is running, however somebody asks; and how it is opened."""

import re
from collections.abc import Callable, Iterable, Iterator

import pytest
import time_machine
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games import clock, repairs
from games.models import Ballot, Game, Invitation, Move, Notice, Peek, PrivateAct, Seat, TableSecret
from games.rules.cards import CARDS
from games.rules.roles import ALL_ROLES
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.factories import UserFactory
from tests.games.clocks import HOUR, pass_by, tick, turnable
from tests.games.planning import plan
from tests.games.staff import REASON, deed, lists, page, pages_of_rows, secrets_of, table, viewer
from tests.games.tables import (
    awaited,
    browser_of,
    do,
    in_position,
    people,
    play_on,
    play_to_the_end,
    running_game,
)
from tests.games.voting import ask, vote

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


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
    "share__startswith",
    "seen_seq",
    "answered",
    "command__contains",
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


def addresses(game: Game) -> Iterator[str]:
    """Every address of games that somebody on the staff can fetch, and many ways to ask lists for what they hide."""
    yield from pages_of_rows(game)
    for address in lists():
        yield address
        yield from (f"{address}?q={word}" for word in ("saboteur", "map", "Ann"))
        yield from (f"{address}?o={number}" for number in range(1, 9, 2))
        yield from (f"{address}?{lookup}=saboteur" for lookup in LOOKUPS[::6])
        yield f"{address}?game__id__exact={game.pk}"
        yield f"{address}?_facets=True"
        yield f"{address}?e=1"
    for model, field in (("seat", "game"), ("seat", "user"), ("peek", "game"), ("game", "host")):
        yield f"/admin/autocomplete/?app_label=games&model_name={model}&field_name={field}&term=saboteur"
    yield "/admin/"
    yield "/admin/games/"


def addresses_of_acts(game: Game) -> Iterator[str]:
    """Those that could tell what became of notices, and who waits for what."""
    yield from pages_of_rows(game)
    yield from lists()
    outbox, seats = reverse("admin:games_notice_changelist"), reverse("admin:games_seat_changelist")
    yield from (f"{outbox}?delivery={what}" for what in ("waiting", "failing", *Notice.Outcome.values))
    yield from (f"{outbox}?o={order}{column}" for column in range(1, 12) for order in ("", "-")[: 1 + SOAK])
    yield from (f"{outbox}?kind={kind}" for kind in ("turn", "reminder", "vote"))
    yield from (f"{seats}?awaited_since__isempty={empty}" for empty in (0, 1))
    yield from (f"{reverse('admin:games_game_changelist')}?stuck={whom}" for whom in ("person", "bot"))


def fetched(
    client: Client, make: Callable[[], Game], which: Callable[[Game], Iterable[str]] = addresses
) -> dict[str, tuple[int, int, str]]:
    """All that a client is given of a table, with its length and the number of statements."""
    answers = {}
    ContentType.objects.clear_cache()
    cache.clear()
    number_rows_anew()
    with transaction.atomic(), turnable():
        game = make()
        for address in which(game):
            connection.queries_log.clear()  # Django keeps no more than some thousands
            with CaptureQueriesContext(connection) as statements:
                response = client.get(address)
            headers = "\n".join(f"{name}: {value}" for name, value in sorted(response.items()))
            text = f"{response.status_code}\n{headers}\n{response.content.decode()}"
            text = re.sub(r'(csrfmiddlewaretoken" value=")\w+', r"\1…", text)
            answers[address] = (len(text), len(statements), text)
        transaction.set_rollback(True)
    return answers


def number_rows_anew() -> None:
    """Let the next rows have the same numbers as those before them that were rolled back."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(apps.get_models())):
            cursor.execute(statement)


def compared(one: dict[str, tuple[int, int, str]], other: dict[str, tuple[int, int, str]]) -> list[str]:
    """The addresses whose answers differ."""
    assert one.keys() == other.keys()
    return [address for address in one if one[address] != other[address]]


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
def test_tables_that_differ_in_secrets_alone_look_the_same_in_the_admin(staff: Client) -> None:
    UserFactory.create(username="Looker", is_superuser=True)
    people(3)
    one, other = fetched(staff, table), fetched(staff, swapped)
    assert len(one) > 100
    assert compared(one, other) == []


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
def test_they_look_the_same_to_whoever_sits_there_as_well() -> None:
    UserFactory.create(username="Looker", is_superuser=True)
    ann, bo, _cy = people(3)
    ann.is_staff = ann.is_superuser = True
    ann.save()
    for client in (browser_of(ann), browser_of(viewer(bo, "open_closed_game", "repair_game"))):
        one, other = (fetched(client, make, pages_of_rows) for make in (table, swapped))
        assert compared(one, other) == []


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
def test_the_comparison_finds_a_difference_that_all_may_see(staff: Client) -> None:
    UserFactory.create(username="Looker", is_superuser=True)
    people(3)
    one = fetched(staff, table, pages_of_rows)
    other = fetched(staff, lambda: table(before={"B": ["break:lantern"]}), pages_of_rows)
    assert compared(one, other) == [next(iter(one))]
    assert re.fullmatch(r"/admin/games/game/\d+/change/", next(iter(one)))


# -- what players do in secret


def window(*answers: str) -> Callable[[], Game]:
    """A table that asks whether a card is vetoed, some answers, and all the time that reminders take."""

    def make() -> Game:
        hands = {"A": ["EW", "NS"], "B": ["NS", "NW"], "C": ["NS", "ESW"]}
        game = table("NS", hands=hands, ruleset=Ruleset(modules=("veto",), veto_window=12))
        Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
        do(game, "B lay NS 0,1")
        tick()
        for answer in answers:
            do(game, answer)
        for _ in range(11):
            pass_by(HOUR)
            tick()
        return game

    return make


def turn(*secrets: Callable[[Game], None], hours: int = 12) -> Callable[[], Game]:
    """A table at which Bo is on turn for some hours, after something that nobody may know; reminders come meanwhile."""

    def make() -> Game:
        hands = {"A": ["NS", "map"], "B": ["NS", "NW", "map"], "C": ["NS", "ESW", "map"]}
        game = in_position(3, code="the-code-of-one", first="A", hands=hands, bank_hours=3 * hours // 2, turn_hours=1)
        tick()
        for secret in secrets:
            secret(game)
        do(game, "A pass map")
        for _ in range(hours):
            pass_by(HOUR)
            tick()
        return game

    return make


def plans(name: str) -> Callable[[Game], None]:
    return lambda game: plan(game, name, "lay NS 0,1", minutes=4 * 60)


def orders(line: str) -> Callable[[Game], None]:
    return lambda game: do(game, line)


def votes(name: str) -> Callable[[Game], None]:
    return lambda game: vote(game, name, "yes", "end")


def asks(name: str) -> Callable[[Game], None]:
    return lambda game: ask(game, name, "end")


WORLDS: dict[str, tuple[Callable[[], Game], ...]] = {
    "an answer in a window": (window(), window("C choose none"), window("A choose none")),
    "a plan of who is on turn": (turn(hours=2), turn(plans("Bo"), hours=2)),
    "a plan of who comes next": (turn(), turn(plans("Cy"))),
    "an order": (turn(), turn(orders("C order turn lay NS 0,1"))),
    "a ballot": (turn(asks("Cy")), turn(asks("Cy"), votes("Ann"))),
}


def lookers() -> dict[str, Client]:
    """Everybody on the staff, at the table and apart from it; all players can be written to."""
    ann, bo, _cy = people(3)
    superuser = UserFactory.create(username="Root", is_staff=True, is_superuser=True)
    UserFactory.create(username="Looker", is_superuser=True)
    User.objects.filter(pk=ann.pk).update(is_staff=True, is_superuser=True)
    found = {
        "staff": browser_of(viewer(UserFactory.create(username="Staff"))),
        "superuser seated": browser_of(ann),
    }
    if SOAK:
        found["superuser"] = browser_of(superuser)
        found["staff seated"] = browser_of(viewer(bo, "open_closed_game", "repair_game"))
    User.objects.update(email=Concat("username", Value("@mail.example")), reminders="half,most,hour")
    return found


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
@pytest.mark.parametrize("secret", WORLDS)
def test_what_the_staff_sees_does_not_depend_on_what_players_do_in_secret(secret: str) -> None:
    first, *others = WORLDS[secret]
    for kind, client in lookers().items():
        one = fetched(client, first, addresses_of_acts)
        assert len(one) > 45
        for number, other in enumerate(others):
            assert (kind, number, compared(one, fetched(client, other, addresses_of_acts))) == (kind, number, [])


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
@pytest.mark.parametrize("secret", WORLDS)
def test_these_worlds_differ_in_what_was_done_and_have_the_same_notices(secret: str) -> None:
    lookers()
    acts, notices = set(), set()
    for make in WORLDS[secret]:
        with transaction.atomic(), turnable():
            make()
            said = PrivateAct.objects.order_by("pk").values_list("command", flat=True)
            acts.add(str([*said, *Ballot.objects.values_list("seat"), *Seat.objects.values_list("plan")]))
            rows = Notice.objects.order_by("pk")
            notices.add(str(list(rows.values_list("user__username", "kind", "created_at"))))
            transaction.set_rollback(True)
    assert len(acts) == len(WORLDS[secret])
    assert len(notices) == 1


def test_what_became_of_notices_is_open_when_the_game_is_over_or_opened(host: Client) -> None:
    game = running_game(3)
    Notice.objects.update(outcome="no-channel", done_at=clock.now(), reply="550 5.1.1")
    listed = reverse("admin:games_notice_changelist")
    assert "no-channel" not in host.get(page(game)).content.decode()
    assert "no way to tell them</td>" not in host.get(listed).content.decode()
    assert "550" not in host.get(reverse("admin:games_notice_change", args=[game.notices.get().pk])).content.decode()
    assert "no-channel" in host.post(deed("open", game), {"reason": REASON}).content.decode()
    repairs.end_table(game_id=game.pk, by=User.objects.get(username="Host"), reason=REASON)
    assert "no-channel" in host.get(page(game)).content.decode()
    text = host.get(listed, {"delivery": "no-channel"}).content.decode()
    assert "no way to tell them</td>" in text
    assert "550 5.1.1" in text


def test_whoever_sits_there_finds_no_notice_of_their_running_game() -> None:
    ann, *_ = people(3)
    mine, other = running_game(3), running_game(UserFactory.create_batch(3), 8)
    User.objects.filter(pk=ann.pk).update(is_staff=True, is_superuser=True)
    browser, listed = browser_of("Ann"), reverse("admin:games_notice_changelist")
    addresses = {game: reverse("admin:games_notice_change", args=[game.notices.get().pk]) for game in (mine, other)}
    assert [browser.get(addresses[game]).status_code for game in (mine, other)] == [302, 200]
    assert [addresses[game] in browser.get(listed).content.decode() for game in (mine, other)] == [False, True]
    text = browser.get(page(mine)).content.decode()
    assert "who is told what stays closed to you" in text
    assert "The last notices" not in text
    repairs.end_table(game_id=mine.pk, by=UserFactory.create(username="Host", is_superuser=True), reason=REASON)
    assert browser.get(addresses[mine]).status_code == 200


def test_what_is_closed_is_not_read_from_the_database(staff: Client) -> None:
    game = table()
    play_on(game, 5)
    closed = re.compile(
        r'"games_(tablesecret|whisper|privateact)"|"games_deal"."state"|"games_move"."command"'
        r'|"games_seat"."(role|hand|memory|share|answered|seen_seq|plan)"|"games_invitation"."token"'
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
        assert rows.get_search_results(asks, rows.get_queryset(asks), "dwarves")[0].exists()


def test_lists_are_not_asked_for_what_is_closed(host: Client) -> None:
    pages_of_rows(table())
    for address in lists():
        answers = {lookup: host.get(address, {lookup: "saboteur"}).status_code for lookup in LOOKUPS}
        assert answers == dict.fromkeys(LOOKUPS, 400), address


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


def test_what_would_be_deleted_with_a_player_tells_nothing(host: Client) -> None:
    game = table()
    text = host.get(reverse("admin:accounts_user_delete", args=[awaited(game).user_id])).content.decode()
    assert "Friday dwarves" in text or "seat" in text
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
    kept = [session.get_decoded() for session in Session.objects.all()]
    assert not re.search("saboteur|NESW|map", str(kept))
    assert not LogEntry.objects.exists()


def test_everybody_at_the_table_reads_at_once_that_it_was_opened(host: Client) -> None:
    game = table()
    host.post(deed("open", game), {"reason": REASON})
    for name in ("Ann", "Bo", "Cy"):
        text = browser_of(name).get(reverse("games:table", args=[game.code])).content.decode()
        assert "Host, an administrator, has looked at what is hidden at this table." in text
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


def test_whoever_is_refused_learns_nothing(host: Client) -> None:
    game = table()
    bo = User.objects.get(username="Bo")
    bo.is_staff = bo.is_superuser = True
    bo.save()
    answer = browser_of(bo).post(deed("open", game), {"reason": REASON})
    assert answer.status_code == 403
    assert [secret for secret in secrets_of(game) if secret in answer.content.decode()] == []
    text = browser_of(bo).get(page(game)).content.decode()
    assert "You sit at this table: nothing is opened to you" in text
    assert "<form" not in text.partition('id="content-main"')[2]


def test_a_finished_game_is_open(staff: Client) -> None:
    game = play_to_the_end(running_game(4, seed=5))
    text = staff.get(page(game)).content.decode()
    assert "Open, for the game is over" in text
    assert TableSecret.objects.get(game=game).seed in text
    assert len(re.findall(r'cards.svg#role-\w+"', text)) >= 4


def test_an_ended_game_is_open(staff: Client, host: Client) -> None:
    game = table()
    repairs.end_table(game_id=game.pk, by=User.objects.get(username="Host"), reason=REASON)
    text = staff.get(page(game)).content.decode()
    assert "Open, for the game is over" in text
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
