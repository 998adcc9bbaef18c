"""Bot accounts: they belong to a person, play by the API alone, and sit only where the table allows it."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts.models import User
from api import services
from games.models import Game, Invitation, Seat, Status
from games.rows import pulse
from games.services import beginning, leaving, lobby, options, talk
from games.services.motions import has_say
from saboteur_site.web.declined import DeclinedError, TooLateError
from tests.api.clients import Program, bot_of
from tests.games import tables

pytestmark = pytest.mark.django_db


def link_to(game: Game) -> str:
    """The link of an open table, whose host has one."""
    return lobby.make_link(host=game.host, code=game.code).token  # type: ignore[arg-type]


def open_table(players: int = 2, **fields: Any) -> Game:
    """A table that allows programs, with free seats."""
    return tables.open_game(players, **{"wanted": 4, "code": "open", "programs_welcome": True, **fields})


def test_page_makes_and_removes_a_bot_account() -> None:
    (ann,) = tables.people(1)
    browser = tables.browser_of(ann)
    browser.post("/me/api/", {"deed": "bot", "name": "Robo"})
    robo = User.objects.get(username="Robo")
    assert (robo.owner, robo.is_person, robo.has_usable_password()) == (ann, False, False)

    browser.post("/me/api/", {"deed": "remove-bot", "key": robo.pk})
    robo.refresh_from_db()
    assert (robo.is_active, robo.is_gone) == (False, True)


def test_person_has_as_many_bot_accounts_as_the_site_allows(settings: Any) -> None:
    ann = tables.people(1)[0]
    settings.BOT_ACCOUNTS = 1
    services.make_bot(owner=ann, name="Robo")
    with pytest.raises(DeclinedError):
        services.make_bot(owner=ann, name="Second")


def test_bot_account_makes_neither_bots_nor_tables_nor_tokens() -> None:
    robo = bot_of(tables.people(1)[0])
    with pytest.raises(PermissionDenied):
        services.make_bot(owner=robo, name="Child")
    with pytest.raises(PermissionDenied):
        services.make_token(by=robo, account=robo, name="x", scopes=("read",), days=30)
    with pytest.raises(PermissionDenied):
        lobby.set_up(host=robo, options=tables.options_of(open_table())["options"])


def test_bot_account_cannot_log_in() -> None:
    robo = bot_of(tables.people(1)[0])
    robo.set_password("lantern-and-pickaxe")
    robo.save()
    browser = Client()
    browser.post("/accounts/login/", {"login": "Robo", "password": "lantern-and-pickaxe"})
    assert "_auth_user_id" not in browser.session
    assert tables.browser_of(robo).get("/me/").status_code == 302


def test_bot_account_takes_a_seat_by_the_link_where_programs_are_allowed() -> None:
    game = open_table()
    eve = tables.people(5)[4]
    robo = Program(bot_of(eve))
    answer = robo.post("join", {"link": f"{settings.SITE_URL}/join/{link_to(game)}/"})

    assert answer["code"] == "open"
    assert [player["kind"] for player in robo.get("tables/open")["players"]] == ["person", "person", "program"]
    assert robo.get("tables/open")["players"][2]["owner"] == "Eve"


@pytest.mark.parametrize("fields", [{"programs_welcome": False}, {"programs_welcome": False, "joining": "anyone"}])
def test_bot_account_takes_no_seat_where_programs_are_not_allowed(fields: dict[str, Any]) -> None:
    game = open_table(**fields)
    robo = Program(bot_of(tables.people(5)[4]))
    assert robo.refused("join", {"link": link_to(game)})[:2] == (409, "late")
    assert robo.refused("join", {"table": "open"})[:2] == (404, "not-found")
    assert game.seats.count() == 2


def test_bot_account_needs_a_link_where_anyone_may_join() -> None:
    open_table(joining="anyone")
    robo = Program(bot_of(tables.people(5)[4]))
    assert robo.refused("join", {"table": "open"})[:2] == (404, "not-found")


def test_bot_account_at_the_table_of_its_owner_asks_all_to_agree() -> None:
    game = open_table(bots_fill=True)
    ann, bo = tables.people(2)
    before = Game.objects.get(pk=game.pk)
    robo = Program(bot_of(ann))
    answer = robo.post("join", {"link": link_to(game), "options_version": before.options_version})
    after = Game.objects.select_related("host").get(pk=game.pk)

    assert after.options_version == before.options_version + 1 == answer["options_version"]
    assert after.commitment != before.commitment
    assert robo.get("tables/open")["ready"] == []
    for user in (ann, bo):
        with pytest.raises(DeclinedError):
            beginning.start(host=ann, code="open")
        options.agree(user=user, code="open", options_version=after.options_version)
    with pytest.raises(DeclinedError):
        beginning.start(host=ann, code="open")
    robo.post("tables/open/ready", {"options_version": after.options_version})
    assert beginning.start(host=ann, code="open").status == Status.RUNNING


def test_owner_who_joins_the_table_of_their_bot_account_asks_all_to_agree() -> None:
    game = open_table(joining="anyone")
    eve = tables.people(5)[4]
    Program(bot_of(eve)).post("join", {"link": link_to(game)})
    before = Game.objects.get(pk=game.pk).options_version
    lobby.join(user=eve, code="open", options_version=before)
    game.refresh_from_db()
    assert game.options_version == before + 1
    assert not Seat.objects.filter(game=game, agreed=game.options_version).exists()


def test_two_bot_accounts_of_a_person_ask_all_to_agree() -> None:
    game, eve = open_table(), tables.people(5)[4]
    versions = []
    for name in ("Robo", "Rob"):
        Program(bot_of(eve, name)).post("join", {"link": link_to(game)})
        versions.append(Game.objects.get(pk=game.pk).options_version)
    assert versions == [0, 1]


def test_owner_takes_no_seat_of_a_running_game_of_their_bot_account() -> None:
    ann, bo, eve = (tables.people(5)[number] for number in (0, 1, 4))
    game = tables.running_game([ann, bo, bot_of(eve)], code="runs", joining="anyone")
    later = game.created_at.replace(year=game.created_at.year + 1)
    link = Invitation.objects.create(game=game, by=ann, seat=1, token="a-seat", expires_at=later)
    with pytest.raises(TooLateError):
        leaving.take_over(user=eve, token=link.token)


def test_bot_account_plays_at_a_number_of_tables_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_TABLES", 1)
    robo = Program(bot_of(tables.people(5)[4]))
    codes = [link_to(open_table(code=code)) for code in ("one", "two")]
    robo.post("join", {"link": codes[0]})
    assert robo.refused("join", {"link": codes[1]})[:2] == (422, "declined")
    robo.post("join", {"link": codes[0]})


def test_bot_account_has_no_vote_and_inherits_no_table() -> None:
    ann, bo = tables.people(2)
    robo = bot_of(bo)
    game = tables.running_game([ann, robo, bo], code="runs")
    assert [has_say(seat, "end", None) for seat in tables.seats_of(game)] == [True, False, True]
    leaving.leave(user=ann, code="runs")
    assert Game.objects.get(pk=game.pk).host == bo


def test_game_ends_when_its_last_person_leaves() -> None:
    (ann,) = tables.people(1)
    game = tables.running_game([ann, bot_of(ann, "Robo"), bot_of(ann, "Rob")], code="runs")
    leaving.leave(user=ann, code="runs")
    assert Game.objects.get(pk=game.pk).status == Status.OVER


def test_every_page_of_the_table_marks_a_bot_account() -> None:
    ann, bo = tables.people(2)
    game = tables.running_game([ann, bo, bot_of(bo)], code="runs")
    tables.seen_by_all(game)
    page = tables.browser_of(ann).get("/t/runs/").content.decode()
    assert "A program that belongs to Bo" in page
    tables.open_game([ann, bo, bot_of(bo, "Rob")], code="lobby")
    assert "belongs to Bo" in tables.browser_of(ann).get("/t/lobby/").content.decode()


def test_table_with_a_bot_account_waits_for_its_people_alone() -> None:
    ann, bo = tables.people(2)
    game = tables.running_game([ann, bot_of(bo), bo], code="runs")
    found = pulse.read(game.pk)
    assert found is not None
    assert set(found.needed) == {ann.pk, bo.pk}


def test_message_of_a_bot_account_is_marked_as_that_of_a_program() -> None:
    ann, bo, cy = tables.people(3)
    robo = bot_of(ann)
    game = tables.running_game([bo, cy, robo])
    for user in (bo, robo):
        talk.say(user=user, code=game.code, text=f"It is {user.username}.", after=0)
    for reader, address in ((bo, "games:table"), (bo, "games:log"), (cy, "games:table")):
        page = tables.browser_of(reader).get(reverse(address, args=[game.code])).content.decode()
        lines = re.findall(r'<li class="word.*?</li>', page, re.DOTALL)
        assert [("It is Robo." in line, ">program<" in line) for line in lines].count((True, True)) == 1
        assert (True, False) not in [("It is Robo." in line, ">program<" in line) for line in lines]
        assert (True, True) not in [("It is Bo." in line, ">program<" in line) for line in lines]
