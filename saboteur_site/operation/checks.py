"""Checks for `manage.py check` beside Django's own: settings that would surprise an operator."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks


@checks.register(checks.Tags.security, deploy=True)
def check_site_is_reachable_as_configured(
    app_configs: Sequence[AppConfig] | None, **_: Any
) -> list[checks.CheckMessage]:
    """Warn of settings that suit only the embedded default, on a site that serves others."""
    found: list[checks.CheckMessage] = []
    if settings.SITE_URL.startswith("http://"):
        found.append(
            checks.Warning(
                "SITE_URL is not an https address: passwords travel in the open.",
                hint="Put a reverse proxy with a certificate before the site and say its address in SITE_URL.",
                id="saboteur.W001",
            )
        )
    if not settings.DATABASE_URL:
        found.append(
            checks.Warning(
                "The database is SQLite: every move at every table waits for one lock.",
                hint="Say the address of a PostgreSQL server in DATABASE_URL.",
                id="saboteur.W002",
            )
        )
    if not settings.REDIS_URL:
        found.append(
            checks.Warning(
                "Tasks are kept in files, which only one machine can see.",
                hint="Say the address of a Redis server in REDIS_URL.",
                id="saboteur.W003",
            )
        )
    return found


@checks.register(checks.Tags.security)
def check_tracebacks_stay_inside(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[checks.CheckMessage]:
    """Refuse tracebacks in the browser on a public site: they show hands and secrets."""
    if settings.DEBUG and settings.SITE_URL.startswith("https://"):
        return [
            checks.Error(
                "DEBUG is on while SITE_URL is an https address: error pages would show what players must not see.",
                hint="Leave DEBUG unset.",
                id="saboteur.E001",
            )
        ]
    return []
