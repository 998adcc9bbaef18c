"""Logs, and reports of failures."""

from pythonjsonlogger.core import RESERVED_ATTRS

from saboteur_site.configuration.environment import env

LOG_FORMAT = env.str("LOG_FORMAT", default="line")
ERROR_HOOK = env.str("ERROR_HOOK", default="")
DEFAULT_EXCEPTION_REPORTER = "saboteur_site.operation.reports.Reporter"
DEFAULT_EXCEPTION_REPORTER_FILTER = "saboteur_site.operation.reports.NamesOnlyFilter"
_handlers = ["console", "hook"] if ERROR_HOOK else ["console"]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        # These responses are logged in one line each (errors.py).
        "ours": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: record.__dict__.get("status_code") != 503,
        }
    },
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {
            "()": "saboteur_site.operation.reports.JsonFormatter",
            "fmt": "{levelname}{name}{message}",
            "style": "{",
            "rename_fields": {"levelname": "level", "name": "logger"},
            "timestamp": True,
            "reserved_attrs": [*RESERVED_ATTRS, "request", "status_code"],
        },
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT if LOG_FORMAT == "json" else "line"},
        "hook": {"class": "saboteur_site.operation.reports.HookHandler", "level": "ERROR", "hook": ERROR_HOOK},
    },
    "root": {"handlers": _handlers, "level": "WARNING"},
    "loggers": {
        "django": {"handlers": _handlers, "level": "WARNING", "propagate": False},
        # Requests with status 404 are not logged.
        "django.request": {"level": "ERROR", "filters": ["ours"]},
        "api": {"level": "INFO"},
        "personal": {"level": "INFO"},
        "games": {"level": "INFO"},
        "handbook": {"level": "INFO"},
        "circles": {"level": "INFO"},
        "results": {"level": "INFO"},
        "accounts": {"level": "INFO"},
        "saboteur_site": {"level": "INFO"},
    },
}
