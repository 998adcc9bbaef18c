"""The site at the hands of a role of the database that owns nothing, as docs/operating.md makes it."""

import re
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.services import farewell
from games import tasks
from games.models import Game, Move
from games.services import motions
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory
from tests.games.pages import get
from tests.games.tables import awaited, browser_of, finished_game, open_game, people, running_game
from tests.processes import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

PAPER = (ROOT / "docs/operating.md").read_text().partition("## Two roles in the database")[2].partition("\n## ")[0]
STATEMENTS = re.findall(r"^    ((?:CREATE|GRANT|ALTER) .+;)$", PAPER, re.MULTILINE)


@pytest.fixture
def lesser_role() -> None:
    """From now on this transaction is the site's own role, which is gone with it."""
    with connection.cursor() as cursor:
        for statement in STATEMENTS:
            cursor.execute(statement)
        cursor.execute("SET LOCAL ROLE site")


def test_everything_that_people_and_workers_do_goes_on(lesser_role: None) -> None:
    assert len(STATEMENTS) == 5
    game = running_game(people(3))
    ann = browser_of("Ann")
    seat, table = awaited(game), reverse("games:table", args=[game.code])
    client = browser_of(seat.user)
    confirm = get(client, get(client, f"{table}?mode=discard").hand()[0]["href"])
    assert confirm.play
    assert client.post(confirm.play.action, confirm.play.values()).status_code == 303
    motions.ask(user=seat.user, code=game.code, matter="end", days=0)
    tasks.tick()
    assert finished_game(3, 8).over_at
    assert ann.get("/").status_code == 200
    form = {"username": "Dee", "password1": PASSWORD, "email": "dee@example.org"}
    assert Client().post(reverse("account_signup"), form).status_code == 302
    farewell.delete_account(open_game([UserFactory.create(), UserFactory.create()], 9).host)  # type: ignore[arg-type]
    call_command("clearsessions")


DEEDS: dict[str, Callable[[], object]] = {
    statement: lambda statement=statement: connection.cursor().execute(statement)  # type: ignore[misc]
    for statement in (
        "TRUNCATE games_move",
        "TRUNCATE games_whisper",
        "ALTER TABLE games_move DISABLE TRIGGER USER",
        "DROP TRIGGER moves_stay ON games_move",
        "DROP TABLE games_privateact",
        "SET LOCAL session_replication_role = replica",
        "CREATE OR REPLACE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
        "DELETE FROM games_move",
    )
}


@pytest.mark.parametrize("deed", DEEDS)
def test_that_role_has_no_way_around_the_triggers(lesser_role: None, deed: str) -> None:
    game = running_game(3)
    connection.check_constraints()
    with pytest.raises(DatabaseError, match=r"permission denied|must be owner|append only"), transaction.atomic():
        DEEDS[deed]()
    assert Move.objects.filter(game=Game.objects.get(pk=game.pk)).exists()
