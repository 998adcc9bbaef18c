"""Addresses that are the same on every site, logs for machines, and what an operator's error hook is given."""

import json
import logging
import logging.config
from datetime import datetime
from typing import Any

import pytest
from django.apps import apps
from django.core.checks import run_checks
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import Settings

from saboteur_site import settings as site_settings
from saboteur_site.operation.reports import HookHandler

SECRET = "Zx-9_q3vYt0aLm4Rb7Wk2Hs8Pd5Ng6Jc"
reports: list[dict[str, str]] = []


def hook(error: dict[str, str]) -> None:
    """An error hook that remembers what it is given."""
    reports.append(error)


def failing_hook(error: dict[str, str]) -> None:
    """An error hook that fails."""
    raise ConnectionError


@pytest.mark.parametrize("path", ["/robots.txt", "/favicon.ico", "/.well-known/change-password"])
def test_well_known_address_answers_without_a_query(path: str, db: None) -> None:
    with CaptureQueriesContext(connection) as queries:
        response = Client().get(path)
    assert response.status_code in (200, 302)
    assert len(queries) == 0


def test_robots_are_excluded_from_tables_and_secret_addresses(db: None) -> None:
    lines = Client().get("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /t/", "Disallow: /join/", "Disallow: /me/"} <= set(lines)
    assert not any(line in ("Disallow: /", "Disallow: /rules/") for line in lines)


def test_password_managers_are_sent_to_the_form(db: None) -> None:
    assert Client().get("/.well-known/change-password")["Location"] == reverse("account_change_password")


def test_security_contact_is_shown_where_it_is_set(settings: Settings, db: None) -> None:
    assert Client().get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:safety@dig.example"
    response = Client().get("/.well-known/security.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in response.content.decode().splitlines())
    assert fields["Contact"] == "mailto:safety@dig.example"
    assert datetime.fromisoformat(fields["Expires"]).tzinfo is not None
    assert fields["Canonical"].endswith("/.well-known/security.txt")


def test_front_page_has_a_description_and_a_preview(db: None, settings: Settings) -> None:
    settings.SITE_URL = "https://dig.example"
    page = Client().get("/").content.decode().partition("</head>")[0]
    for name in ('name="description"', 'property="og:title"', 'property="og:description"', 'name="twitter:card"'):
        assert f"<meta {name} content=" in page
    assert '<meta property="og:image" content="https://dig.example/picture.png?lang=en">' in page


def test_only_two_template_libraries_replace_djangos() -> None:
    from django.template.backends.django import get_installed_libraries
    from django.template.engine import Engine

    ours = Engine.get_default().libraries
    replaced = {name for name, path in get_installed_libraries().items() if ours[name] != path}
    assert replaced == {"i18n", "static"}
    assert not [one for one in run_checks(app_configs=list(apps.get_app_configs())) if not one.is_silenced()]


# -- logs


def written(capsys: Any, **changed: Any) -> str:
    """What a process with the settings of this site writes for one error."""
    config: dict[str, Any] = {**site_settings.LOGGING, "disable_existing_loggers": False, "incremental": False}
    handler = {**config["handlers"]["console"], **changed, "stream": "ext://sys.stdout"}
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": config["formatters"],
            "handlers": {"console": handler},
            "loggers": {"tests.json": {"handlers": ["console"], "propagate": False}},
        }
    )
    try:
        raise ZeroDivisionError(f"/feeds/{SECRET}/")
    except ZeroDivisionError:
        added = {"request": object(), "data": {"args": [f"/join/{SECRET}/"], "exc": ValueError(f"/seat/{SECRET}/")}}
        logging.getLogger("tests.json").exception("Fault at /feeds/%s/", SECRET, extra=added, stack_info=True)
    return str(capsys.readouterr().out)


def test_json_log_has_one_object_a_line_and_no_secret(capsys: Any) -> None:
    (line,) = written(capsys, formatter="json").splitlines()
    entry = json.loads(line)
    assert (entry["level"], entry["logger"], entry["message"]) == ("ERROR", "tests.json", "Fault at /feeds/***/")
    assert "ZeroDivisionError" in entry["exc_info"]
    assert datetime.fromisoformat(entry["timestamp"])
    assert "request" not in entry
    assert entry["data"] == {"args": ["/join/***/"], "exc": "ValueError: /seat/***/"}
    assert SECRET not in line


def test_stack_of_a_log_line_holds_no_secret() -> None:
    made = logging.getLogRecordFactory()(
        "games", logging.ERROR, __file__, 1, "Fault", (), None, "f", f"/join/{SECRET}/"
    )
    assert SECRET not in logging.Formatter().format(made)


def test_error_hook_gets_text_without_values_and_secrets() -> None:
    reports.clear()
    handler, hand = HookHandler(f"{__name__}.hook"), "map of gold"
    try:
        raise LookupError(f"/join/{SECRET}/")
    except LookupError as error:
        trace = (LookupError, error, error.__traceback__)
        make, said = logging.getLogRecordFactory(), (f"/join/{SECRET}/",)
        handler.handle(make("games", logging.ERROR, __file__, 1, "Fault at %s", said, trace))
    (given,) = reports
    assert set(given) == {"time", "level", "logger", "message", "traceback"}
    assert given["message"] == "Fault at /join/***/"
    assert "LookupError" in given["traceback"]
    assert SECRET not in str(given)
    assert hand not in str(given)


def test_error_hook_that_fails_is_logged_once_and_hinders_nothing(caplog: pytest.LogCaptureFixture) -> None:
    handler = HookHandler(f"{__name__}.failing_hook")
    for _ in range(3):
        handler.handle(logging.LogRecord("games", logging.ERROR, __file__, 1, "Fault", (), None))
    assert [record.getMessage() for record in caplog.records if "ERROR_HOOK" in record.getMessage()] == [
        f"ERROR_HOOK {__name__}.failing_hook fails: ConnectionError"
    ]
