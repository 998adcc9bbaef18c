"""Reports of failed requests: they contain the place of the failure, never the values of variables."""

import logging
from collections.abc import Iterator

import pytest
from django.core import mail
from django.test import Client
from django.utils.log import AdminEmailHandler
from django.views.debug import SafeExceptionReporterFilter
from pytest_django.fixtures import Settings

from games.models import Game, Peek, Seat, TableSecret
from tests.factories import UserFactory
from tests.games.staff import REASON, deed, secrets_of, table
from tests.games.tables import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Client:
    return browser_of(UserFactory.create(username="Host", is_staff=True, is_superuser=True))


@pytest.fixture
def reports(settings: Settings) -> Iterator[None]:
    """Failures are mailed to the administrators, in all detail."""
    settings.ADMINS = [("Host", "host@example.org")]
    logger, handler = logging.getLogger("django.request"), AdminEmailHandler(include_html=True)
    logger.addHandler(handler)
    yield
    logger.removeHandler(handler)


def failing_report(monkeypatch: pytest.MonkeyPatch, game: Game, client: Client) -> str:
    """The mail about a repair that fails deep in the rules."""

    def fail(*anything: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.services.moves.store.put_game", fail)
    client.raise_request_exception = False
    assert client.post(deed("repair", game), {"what": "end", "reason": REASON}).status_code == 500
    sent = mail.outbox[-1]
    return str(sent.body) + "".join(str(part[0]) for part in getattr(sent, "alternatives", []))


def told_in(report: str, game: Game) -> bool:
    secrets = [*secrets_of(game), "SeatSecret(", "HiddenState(", "TableSecret(", "hand=(", "role=", REASON]
    escaped = [text.replace("'", "&#x27;") for text in secrets]
    return any(text in report for text in (*secrets, *escaped))


def test_the_report_of_a_failure_names_variables_without_what_is_in_them(
    monkeypatch: pytest.MonkeyPatch, reports: None, host: Client
) -> None:
    game = table()
    report = failing_report(monkeypatch, game, host)
    assert "write_rows" in report
    assert "&lt;Loaded&gt;" in report
    assert not told_in(report, game)


def test_report_without_the_filter_would_show_all_values(
    monkeypatch: pytest.MonkeyPatch, reports: None, host: Client
) -> None:
    monkeypatch.setattr("django.views.debug.get_default_exception_reporter_filter", SafeExceptionReporterFilter)
    game = table()
    assert told_in(failing_report(monkeypatch, game, host), game)


def test_the_page_of_a_failure_tells_nothing(monkeypatch: pytest.MonkeyPatch, host: Client) -> None:
    game = table()

    def fail(*anything: object) -> None:
        raise RuntimeError(TableSecret.objects.get(game=game).seed)

    monkeypatch.setattr("games.services.moves.store.put_game", fail)
    host.raise_request_exception = False
    answer = host.post(deed("open", game), {"reason": REASON})
    assert answer.status_code == 500
    assert [secret for secret in secrets_of(game) if secret in answer.content.decode()] == []
    assert not Peek.objects.exists()
    assert Seat.objects.filter(game=game).count() == 3
