"""Games in the Django admin: who may see what, what stays closed, what it costs."""

import re
from datetime import datetime, timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse

from accounts.models import User
from games import clock
from games.models import Game, Heartbeat, Invitation, Move, Notice, Peek, Seat
from games.rules import codec
from games.rules.table import Ruleset
from games.services import lobby
from tests.factories import UserFactory
from tests.fixed_set import chosen
from tests.games.staff import MODELS, REASON, deed, everybody, lists, page, pages_of_rows, viewer
from tests.games.tables import awaited, browser_of, finished_game, open_game, play_on, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return running_game(3)


@pytest.fixture
def staff() -> Client:
    return browser_of(viewer(UserFactory.create(username="Staff")))


@pytest.fixture
def host() -> Client:
    return browser_of(UserFactory.create(username="Host", is_staff=True, is_superuser=True))


# -- who may come in


def test_every_admin_address_of_games_is_in_these_tables() -> None:
    found = {
        name
        for name in get_resolver().namespace_dict["admin"][1].reverse_dict
        if isinstance(name, str) and name.startswith("games_")
    }
    plain = {
        f"games_{model}_{what}" for model in MODELS for what in ("changelist", "add", "change", "history", "delete")
    }
    assert found == plain | {"games_game_open", "games_game_repair", "games_game_recount", "games_complaint_decide"}


LOOKERS = {
    "staff",
    "staff seated",
    "staff who may open",
    "staff who may repair",
    "superuser seated",
    "superuser",
}
OUTSIDE = {"anonymous", "player", "player seated", "superuser without the staff's door"}


def outcome(client: Client, method: str, address: str, form: dict[str, str] | None = None) -> int:
    response = getattr(client, method)(address, form or {})
    if response.status_code == 302 and response["Location"].startswith("/admin/login/"):
        return 401
    return int(response.status_code)


def test_admin_look_needs_a_permission(game: Game) -> None:
    everything = [*lists(), *pages_of_rows(game)]
    for name, client in everybody(game).items():
        addresses = chosen(everything, 12)
        expected = 401 if name in OUTSIDE else 200 if name in LOOKERS else 403
        answers = {address: outcome(client, "get", address) for address in addresses}
        own = [address for address in answers if re.search(r"(notice|complaint)/\d", address)]
        for row in own if "seated" in name else ():
            assert answers.pop(row) == (302 if name in LOOKERS else expected)  # for them there is no such row
        assert set(answers.values()) == {expected}, name


def test_staff_add_change_and_delete_no_rows(game: Game) -> None:
    addresses = pages_of_rows(game)
    addresses = [address for address in addresses if address.endswith("/change/")]
    before = [list(model.objects.order_by("pk").values()) for model in (Game, Seat, Move, Notice, Invitation, Peek)]
    for name, client in everybody(game).items():
        refused = 401 if name in OUTSIDE else 403
        for address in chosen(addresses, 4):
            changed = outcome(client, "post", address, {"name": "Other", "seq": "0"})
            assert changed in ((refused, 405) if name in LOOKERS else (refused,)), (name, address)
            for method in ("get", "post"):
                deleted = outcome(client, method, address.replace("/change/", "/delete/"), {"post": "yes"})
                assert deleted == refused, (name, address)
        for address in chosen(lists(), 4):
            assert outcome(client, "get", f"{address}add/") == refused
            action = {"action": "delete_selected", "_selected_action": "1", "post": "yes"}
            assert outcome(client, "post", address, action) in (refused, 200, 302)
    after = [list(model.objects.order_by("pk").values()) for model in (Game, Seat, Move, Notice, Invitation, Peek)]
    assert after == before


def test_admin_opening_needs_a_permission(game: Game) -> None:
    for name, client in everybody(game).items():
        expected = 401 if name in OUTSIDE else 200 if name in ("staff who may open", "superuser") else 403
        assert outcome(client, "post", deed("open", game), {"reason": REASON}) == expected, name
    assert Peek.objects.count() == 2


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("repair", {"what": "time-out", "reason": REASON}),
        ("repair", {"what": "to-bot", "reason": REASON}),
        ("repair", {"what": "end", "reason": REASON}),
        ("recount", {}),
    ],
)
def test_admin_repair_needs_a_permission(game: Game, name: str, form: dict[str, str]) -> None:
    seat = "ABC"[awaited(game).number]
    for who, client in everybody(game).items():
        if who == "superuser":
            continue
        expected = 401 if who in OUTSIDE else 302 if who == "staff who may repair" else 403
        assert outcome(client, "post", deed(name, game), {"seat": seat, **form}) == expected, who
    assert LogEntry.objects.count() == 1


def test_opening_and_stepping_in_take_a_form(game: Game, host: Client) -> None:
    for name in ("open", "repair", "recount"):
        response = host.get(deed(name, game), {"reason": REASON, "what": "end"})
        assert response["Location"] == page(game)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="Host"), backend="accounts.backends.NameBackend")
    for name in ("open", "repair", "recount"):
        assert strict.post(deed(name, game), {"reason": REASON, "what": "end"}).status_code == 403
    assert not Peek.objects.exists()
    assert not LogEntry.objects.exists()


# -- the page of a table


def test_the_page_shows_the_table_as_the_site_draws_it(game: Game, staff: Client) -> None:
    play_on(game, 12, digging=True)
    text = staff.get(page(game)).content.decode()
    assert '<ul id="mine" class="mine ' in text
    assert text.count('href="/static/cards.svg#t-') >= 5
    assert '<ol class="players">' in text
    seat = awaited(game)
    assert f"It’s {seat.user.username}’s turn." in text
    assert "has the first turn." in text
    assert f"<dd>{game.rules_version}</dd>" in text
    assert game.commitment in text
    assert "1 deal" in text
    for sheet in ("css/tokens.css", "css/admin.css"):
        assert f'href="/static/{sheet}"' in text
    assert " style=" not in text
    assert "<style" not in text


def test_tables_that_have_not_begun_or_were_called_off_have_a_page(staff: Client) -> None:
    game = open_game(3, wanted=5)
    text = staff.get(page(game)).content.decode()
    assert "Seats open" in text
    assert "You don’t have permission to open them" not in text
    lobby.leave(user=User.objects.get(username="Ann"), code=game.code)
    assert staff.get(page(game)).status_code == 200


def test_motion_row_names_the_asking_seat_or_none_for_the_clock(game: Game, staff: Client) -> None:
    for seat, by, shown in ((0, 1, "B"), (2, None, "–")):
        motion = game.motions.create(matter="absent", seat=seat, by=by, closes_at=clock.now())
        text = staff.get(reverse("admin:games_motion_change", args=[motion.pk])).content.decode()
        asker = re.search(r'field-asker.*?class="readonly">(.*?)<', text, re.DOTALL)
        assert asker is not None
        assert asker[1] == shown


def test_a_table_that_is_not_there_is_not_found(host: Client) -> None:
    for number in ("0", "999999999", "9" * 40, "x", "1 or 1", "%00", "１"):
        assert host.get(f"/admin/games/game/{number}/change/").status_code in (302, 404)
    for name in ("open", "repair", "recount"):
        assert host.post(f"/admin/games/game/999999/{name}/", {"reason": REASON, "what": "end"}).status_code == 404


def test_the_list_says_who_is_awaited_since_when(game: Game, staff: Client) -> None:
    text = staff.get(reverse("admin:games_game_changelist")).content.decode()
    assert f'<td class="field-awaited">{awaited(game).user.username}</td>' in text
    assert '<td class="field-taken">3/3</td>' in text
    for order in ("1", "5", "-6", "4", "99"):
        assert staff.get(reverse("admin:games_game_changelist"), {"o": order}).status_code == 200


def columns(client: Client, model: str) -> dict[str, str]:
    """The heads of the columns of a list, by their names."""
    text = client.get(reverse(f"admin:games_{model}_changelist")).content.decode()
    heads = re.findall(r'<th scope="col" class="[^"]*column-(\w+)">(.*?)</th>', text, re.DOTALL)
    return {name: re.sub(r"<[^>]*>", " ", head).split("Toggle")[0].strip() for name, head in heads}


def cell(client: Client, name: str) -> str:
    """What a column of the list of tables says in its first row."""
    text = client.get(reverse("admin:games_game_changelist")).content.decode()
    found = re.search(f'class="field-{name}[^"]*">(.*?)</t', text)
    return found[1] if found else ""


def test_the_list_of_tables_says_rules_pace_and_last_move(staff: Client) -> None:
    game = running_game(3, ruleset=Ruleset(rules="saboteur2"), bank_hours=72, turn_hours=12)
    shown = ["name", "status", "rules", "pace", "taken", "awaited", "waited_since", "last_move"]
    heads = ["Table name", "Status", "Rules", "Pace", "Seats", "Awaited", "Since", "Last move"]
    assert columns(staff, "game") == dict(zip(shown, heads, strict=True))
    assert (cell(staff, "rules"), cell(staff, "pace")) == ("Saboteur 2", "Days")
    assert re.fullmatch(r"\w+ \d\d:\d\d", cell(staff, "last_move"))
    assert cell(staff, "waited_since") == cell(staff, "last_move")
    Game.objects.update(ladder="friends", moved_at=datetime.fromisoformat("2020-03-01T12:00:00Z"))
    assert (cell(staff, "pace"), cell(staff, "last_move")) == ("Friends", "1 Mar 2020")
    Game.objects.update(bank_hours=100, turn_hours=24, moved_at=None)
    assert (cell(staff, "pace"), cell(staff, "last_move")) == ("100 hours, 1 day a turn", "–")
    Game.objects.update(bank_hours=0, turn_hours=0, ruleset="{")
    assert (cell(staff, "pace"), cell(staff, "rules")) == ("No clock", "–")
    Game.objects.filter(pk=game.pk).update(ruleset=codec.encode(Ruleset(modules=("veto", "tunnel-toll"))))
    assert cell(staff, "rules") == "Base game and 2 modules"


def test_the_seat_of_a_player_has_a_column_with_a_name(game: Game, staff: Client) -> None:
    assert columns(staff, "seat")["place"] == "Seat"
    text = staff.get(reverse("admin:games_seat_changelist")).content.decode()
    assert sorted(re.findall('class="field-place">(.*?)<', text)) == ["A", "B", "C"]


def test_tables_are_found_by_name_code_and_player(game: Game, staff: Client) -> None:
    other = running_game(
        [UserFactory.create(username="Zed"), *User.objects.filter(username__in=("Ann", "Bo"))], name="X"
    )
    for word, found in ((game.name, {game}), (other.code, {other}), ("zed", {other}), ("Bo", {game, other})):
        results = staff.get(reverse("admin:games_game_changelist"), {"q": word}).context["cl"].queryset
        assert set(results) == found, word


def test_tables_stuck_at_a_bot_are_pointed_out(staff: Client) -> None:
    stuck, fine = running_game(3, name="Stuck"), running_game(UserFactory.create_batch(3), name="Fine")
    User.objects.filter(pk=awaited(stuck).user_id).update(is_bot=True)
    address = reverse("admin:games_game_changelist")
    text = staff.get(address).content.decode()
    assert "The clock has not ticked yet." in text
    assert "waited for a bot" not in text
    Heartbeat.objects.create(name="tick", at=clock.now() - timedelta(hours=3))
    for game in (stuck, fine):
        Seat.objects.filter(pk=awaited(game).pk).update(awaited_since=clock.now() - timedelta(minutes=11))
    text = staff.get(address).content.decode()
    assert "1 game has waited for a bot" in text
    assert "The clock last ticked: 3 h." in text
    assert list(staff.get(address, {"stuck": "bot"}).context["cl"].queryset) == [stuck]
    assert list(staff.get(address, {"stuck": "person"}).context["cl"].queryset) == []
    Seat.objects.filter(pk=awaited(fine).pk).update(awaited_since=clock.now() - timedelta(days=8))
    assert list(staff.get(address, {"stuck": "person"}).context["cl"].queryset) == [fine]


# -- stepping in


def test_stepping_in_is_done_and_said(game: Game, host: Client) -> None:
    seat = awaited(game)
    form = {"what": "time-out", "seat": "ABC"[seat.number], "reason": REASON}
    text = host.post(deed("repair", game), form, follow=True).content.decode()
    assert "Done. The players can see it in the table’s log." in text
    assert "Host, an administrator, stepped in." in text
    history = host.get(reverse("admin:games_game_history", args=[game.pk])).content.decode()
    assert f"Let seat {'ABC'[seat.number]}’s time run out: {REASON}" in history
    text = host.post(deed("recount", game), follow=True).content.decode()
    assert "the log leads to the stored state" in text
    Seat.objects.filter(game=game, number=1).update(hand="map")
    assert "What seat B knows differs." in host.post(deed("recount", game), follow=True).content.decode()


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"what": "end"}, "Write down why"),
        ({"what": "end", "reason": "short"}, "Write down why"),
        ({"reason": REASON}, "Choose what to do and a seat."),
        ({"what": "destroy", "seat": "A", "reason": REASON}, "Choose what to do and a seat."),
        ({"what": "to-bot", "reason": REASON}, "Choose what to do and a seat."),
        ({"what": "to-bot", "seat": "AA", "reason": REASON}, "Choose what to do and a seat."),
        ({"what": "to-bot", "seat": "L", "reason": REASON}, "That seat is empty."),
        ({"what": "wake", "seat": "A", "reason": REASON}, "This seat is played by its own player."),
        ({"what": "wake", "seat": "A", "reason": REASON + "\0"}, "Write down why"),
    ],
)
def test_impossible_repair_gets_a_sentence_and_changes_nothing(
    game: Game, host: Client, form: dict[str, str], sentence: str
) -> None:
    response = host.post(deed("repair", game), form)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert Game.objects.get(pk=game.pk).seq == 0


def test_a_finished_game_cannot_be_stepped_into(host: Client) -> None:
    game = finished_game(3)
    for name in ("open", "repair", "recount"):
        response = host.post(deed(name, game), {"what": "end", "reason": REASON})
        assert response.status_code == 422
        assert "There’s no game running at this table." in response.content.decode()


# -- what it costs


def statements(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_lists_cost_the_same_for_few_and_for_many(game: Game, staff: Client) -> None:
    pages_of_rows(game)
    few = [statements(staff, address) for address in lists()]
    for number in range(6):
        other = running_game(UserFactory.create_batch(4 + number % 3), name=f"Table {number}")
        pages_of_rows(other)
        play_on(other, 6)
    assert [statements(staff, address) for address in lists()] == few
    assert max(few) <= 16  # two of them tell the planner how to read


def test_page_cost_is_constant_in_length_and_table_size(staff: Client) -> None:
    small, large = running_game(3), running_game(10, seed=9)
    few = statements(staff, page(small))
    play_on(large, 60, digging=True)
    for seat in Seat.objects.filter(game=large)[:5]:
        Notice.objects.create(user=seat.user, game=large, kind="turn", dedupe=f"more {seat.pk}")
    assert statements(staff, page(large)) == few
    assert few <= 14
