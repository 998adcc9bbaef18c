"""Tokens: made and revoked on a page, stored as a digest, never logged; what they open and what they do not."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import farewell
from api import services
from api.models import Token
from games import signals
from saboteur_site.operation.reports import Record
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.rates import Rate
from saboteur_site.web.secret_parts import mask
from tests.api.clients import ALL, Program, bot_of, token_for
from tests.factories import UserFactory
from tests.games import tables

pytestmark = pytest.mark.django_db

PAGE = "/me/api/"


@pytest.fixture
def ann() -> User:
    """A person with an account."""
    return tables.people(1)[0]


def made_on_page(browser: Client, user: User, **fields: Any) -> str:
    """The token that the page shows once."""
    form = {"deed": "make", "name": "My bot", "account": user.pk, "scopes": ALL, "days": 90, **fields}
    page = browser.post(PAGE, form).content.decode()
    return page.partition('value="sab_')[2].partition('"')[0]


def test_page_shows_a_new_token_once_and_stores_its_digest(ann: User) -> None:
    browser = tables.browser_of(ann)
    token = "sab_" + made_on_page(browser, ann)
    row = Token.objects.get()

    assert len(token) == 47
    assert services.digest_of(token) == row.digest
    assert token not in browser.get(PAGE).content.decode()
    assert token[4:] not in "".join(str(value) for value in vars(row).values())
    assert Program(None).ask("GET", "me", None, Authorization=f"Bearer {token}").json()["name"] == "Ann"


def test_revoked_token_opens_nothing_any_more(ann: User) -> None:
    program, browser = Program(ann), tables.browser_of(ann)
    assert program.get("me")["name"] == "Ann"
    browser.post(PAGE, {"deed": "revoke", "key": Token.objects.get().pk})
    assert program.refused("me", None, "GET")[:2] == (401, "no-token")


def test_token_of_another_person_is_not_revoked(ann: User) -> None:
    bo = tables.people(2)[1]
    program = Program(bo)
    tables.browser_of(ann).post(PAGE, {"deed": "revoke", "key": Token.objects.get().pk})
    assert program.get("me")["name"] == "Bo"


def test_token_for_the_account_of_another_person_is_not_made(ann: User) -> None:
    bo = tables.people(2)[1]
    assert made_on_page(tables.browser_of(ann), bo) == ""
    assert made_on_page(tables.browser_of(ann), bot_of(bo)) == ""
    assert Token.objects.count() == 0


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer sab_", "Basic sab_x", "Bearer sab_" + "a" * 43, "Token x", "Bearer " + "x" * 9000]
)
def test_request_without_a_valid_token_reads_how_to_send_one(ann: User, header: str) -> None:
    response = Program(None).ask("GET", "me", None, Authorization=header)
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="api"'
    assert response.json()["code"] == "no-token"


def test_session_opens_no_address_of_the_api(ann: User) -> None:
    response = tables.browser_of(ann).get("/api/v1/me")
    assert (response.status_code, "Cookie" in response.headers.get("Vary", "")) == (401, False)


def test_expired_token_is_refused(ann: User) -> None:
    program = Program(ann)
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert program.refused("me", None, "GET")[0] == 401


def test_token_of_a_deactivated_account_or_owner_is_refused(ann: User) -> None:
    program, robo = Program(ann), Program(bot_of(ann))
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert [one.refused("me", None, "GET")[0] for one in (program, robo)] == [401, 401]


def test_last_use_is_stored_to_ten_minutes(ann: User) -> None:
    program = Program(ann)
    program.get("me")
    first = Token.objects.get().used_at
    assert first is not None
    program.get("me")
    assert Token.objects.get().used_at == first
    Token.objects.update(used_at=first - timedelta(minutes=11))
    program.get("me")
    assert Token.objects.get().used_at != first - timedelta(minutes=11)


def test_account_has_a_number_of_tokens_at_most(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_TOKENS", 2)
    token_for(ann)
    token_for(ann)
    with pytest.raises(DeclinedError):
        token_for(ann)


def test_deleted_account_loses_tokens_and_bot_accounts(ann: User) -> None:
    robo = bot_of(ann)
    programs = [Program(ann), Program(robo)]
    farewell.delete_account(ann)
    robo.refresh_from_db()

    assert [program.refused("me", None, "GET")[0] for program in programs] == [401, 401]
    assert (Token.objects.count(), robo.is_active, robo.username.startswith("Former player")) == (0, False, True)


def test_guest_is_shown_no_page_of_tokens() -> None:
    guest = UserFactory.create(username="Gus", is_guest=True)
    assert tables.browser_of(guest).get(PAGE).status_code == 403


def test_no_line_of_a_log_has_a_token(ann: User, caplog: pytest.LogCaptureFixture) -> None:
    token = token_for(ann)
    record = Record("api", logging.ERROR, "x", 1, "GET /?q=%s and Bearer %s", (token, token), None)
    assert token[4:] not in record.getMessage()
    assert mask(f"Authorization: Bearer {token}, next") == "Authorization: Bearer sab_***, next"
    assert mask("my_sab_ table, sab_x") == "my_sab_ table, sab_x"


def test_wrong_tokens_are_counted_by_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rates.RATES, "no-token", Rate(2, 60))
    answers = [Program(None).ask("GET", "me") for _ in range(3)]
    assert [one.status_code for one in answers] == [401, 401, 429]
    assert int(answers[2].headers["Retry-After"]) > 0


def test_reads_are_counted_by_account_and_bots_by_their_own_rate(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rates.RATES, "api-read", Rate(3, 60))
    monkeypatch.setitem(rates.RATES, "bot-read", Rate(1, 60))
    first, second, robo = Program(ann), Program(ann), Program(bot_of(ann))

    assert [first.ask("GET", "me").status_code, second.ask("GET", "me").status_code] == [200, 200]
    assert [robo.ask("GET", "me").status_code for _ in range(2)] == [200, 429]
    assert [first.ask("GET", "me").status_code for _ in range(2)] == [200, 429]


def test_writes_of_a_person_count_together_with_forms(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tables.running_game(3, code="mine")
    monkeypatch.setitem(rates.RATES, "write", Rate(1, 60))
    tables.browser_of(ann).post(f"/t/{game.code}/say", {"text": "I dig."})
    assert Program(ann).refused("tables/mine/messages", {"text": "Hi", "after": 1})[:2] == (429, "too-many")


def test_expired_token_is_deleted_after_a_month(ann: User) -> None:
    for days in (29, 31):
        services.make_token(by=ann, account=ann, name="mine", scopes=["read"], days=30)
        Token.objects.filter(expires_at__gt=timezone.now()).update(expires_at=timezone.now() - timedelta(days=days))
    services.make_token(by=ann, account=ann, name="mine", scopes=["read"], days=0)
    signals.chores_due.send(sender=None)
    assert Token.objects.count() == 2
