"""A site whose Redis never came: nothing but `prepare` has been run, and everything that a limit guards still goes."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tests.games.test_setup import CHOICES
from tests.migrated import Fill
from tests.processes import COMMANDS, ROOT, at, fetched, run, running, surroundings
from tests.services import empty_database, free_port
from tests.visitors import Visitor

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("without Redis")]

KEY = "a key of the tests that is hard to guess 8Vq2"
PASSWORD = "a lamp, a cart and a pickaxe"


@pytest.fixture(scope="module")
def variables(fill: Fill) -> Iterator[dict[str, str]]:
    """The environment of a site with an empty database and a Redis that does not answer."""
    with empty_database() as database:
        fill(database)
        away, site = f"redis://127.0.0.1:{free_port()}/0", f"http://127.0.0.1:{free_port()}"
        yield {"SECRET_KEY": KEY, "DATABASE_URL": database, "REDIS_URL": away, "SITE_URL": site}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, variables: dict[str, str]) -> Iterator[str]:
    """Where that site answers, brought up by the commands that operators give."""
    folder, address = tmp_path_factory.mktemp("local"), variables["SITE_URL"]
    run(COMMANDS["release"], folder, **variables)
    with running(at(address.removeprefix("http://"), workers=1), folder, **variables):
        fetched(f"{address}/healthz")
        yield address


@pytest.fixture
def visitors(site: str) -> Iterator[Callable[[], Visitor]]:
    """People who come to that site, and leave at the end."""
    came: list[Visitor] = []

    def come() -> Visitor:
        came.append(Visitor(site))
        return came[-1]

    yield come
    for visitor in came:
        visitor.leave()


def sign_up(visitor: Visitor, name: str) -> Visitor:
    """A user who has signed up just now."""
    visitor.get("/accounts/signup/")
    answer = visitor.post("/accounts/signup/", {"username": name, "password1": PASSWORD, "email": ""})
    assert (answer.status_code, answer.goes_to) == (302, "/")
    return visitor


def test_people_sign_up_log_in_ask_for_a_password_and_invite_to_a_table(visitors: Callable[[], Visitor]) -> None:
    ann, bo = sign_up(visitors(), "Ann"), sign_up(visitors(), "Bo")
    made = ann.post("/new/", CHOICES | {"lucky_word": ""})
    assert made.status_code == 302
    friends = [bo.post("/me/friends/ask/", {"name": "Ann"}), ann.post("/me/friends/accept/", {"name": "Bo"})]
    assert [answer.status_code for answer in friends] == [302, 302]
    assert ann.post(f"{made.goes_to}invite", {"name": "Bo"}).status_code == 302
    assert ann.post(f"{made.goes_to}link", {}).status_code == 302
    forgetful = visitors()
    forgetful.get("/accounts/password/reset/")
    assert forgetful.post("/accounts/password/reset/", {"email": "ann@mail.example"}).status_code == 302
    forgetful.log_in("Ann", PASSWORD)
    assert made.goes_to in forgetful.get("/").content.decode()


@pytest.mark.soak
def test_rate_limits_hold_without_redis(visitors: Callable[[], Visitor]) -> None:
    guesser = visitors()
    guesser.get("/accounts/login/")
    answers = [guesser.post("/accounts/login/", {"login": "Cy", "password": f"guess {n}"}) for n in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]


@pytest.mark.soak
def test_spectator_reads_that_a_table_does_not_exist(
    visitors: Callable[[], Visitor], tmp_path: Path, variables: dict[str, str]
) -> None:
    def seen() -> tuple[bool, str]:
        doctor = [sys.executable, "manage.py", "doctor", "--patience", "0"]
        said = subprocess.run(doctor, cwd=ROOT, env=surroundings(tmp_path, **variables), capture_output=True, text=True)
        (verdict,) = re.findall(r"^(\w+) +spare cache ", said.stdout, re.MULTILINE)
        return json.loads(visitors().get("/readyz").content)["database"], verdict

    assert seen() == (True, "ok")
    with psycopg.connect(variables["DATABASE_URL"], autocommit=True) as line:
        line.execute("ALTER TABLE cache_while_redis_is_away RENAME TO elsewhere")
        assert seen() == (False, "wrong")
        line.execute("ALTER TABLE elsewhere RENAME TO cache_while_redis_is_away")
