"""Reports about failed requests contain the place of the failure, never the values there. No line of a log and no
report contains a secret part of an address.
"""

import logging
from collections.abc import ItemsView
from copy import copy
from datetime import UTC, datetime
from types import FrameType
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.module_loading import import_string
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter
from pythonjsonlogger import json

from saboteur_site.web.secret_parts import mask

log = logging.getLogger(__name__)

_IN_ADDRESSES = ("PATH_INFO", "REQUEST_URI", "RAW_URI", "QUERY_STRING", "HTTP_REFERER", "HTTP_HX_CURRENT_URL")


class Record(logging.LogRecord):
    """A log record of any logger of the process, that of the web server included, with secrets masked."""

    def getMessage(self) -> str:  # noqa: N802 (the name that logging gives it)
        """Return the message."""
        return mask(super().getMessage())

    @property
    def exc_text(self) -> str | None:
        """Return the text of the error."""
        return self._exc_text

    @exc_text.setter
    def exc_text(self, words: str | None) -> None:
        self._exc_text = words and mask(words)

    @property
    def stack_info(self) -> str | None:
        """Return the stack, if it was requested."""
        return self._stack_info

    @stack_info.setter
    def stack_info(self, words: str | None) -> None:
        self._stack_info = words and mask(words)


class JsonFormatter(json.JsonFormatter):
    """One JSON object a line. It contains all fields that a library adds (Celery: the arguments of a task and its
    error), so all text in it is masked.
    """

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields as they are written."""
        return {name: _masked_within(value) for name, value in log_data.items()}


def _masked_within(value: Any) -> Any:
    """Return the value of a field with all text in it masked. Values without text are not changed."""
    match value:
        case str():
            return mask(value)
        case dict():
            return {name: _masked_within(part) for name, part in value.items()}
        case list() | tuple() | set():
            return [_masked_within(part) for part in value]
        case BaseException():
            return mask(f"{type(value).__name__}: {value}")
    return value


class HookHandler(logging.Handler):
    """Passes each error to a function of the operator, named as `module.name` in ERROR_HOOK.

    The function gets a dictionary of text: `time` (ISO 8601, UTC), `level`, `logger`, `message`, and `traceback`, which
    is "" without one. It gets neither the request nor any frame: those contain hands of running games. It runs in the
    process that failed, so it should queue what it sends. An error of the function is logged once and then ignored.
    """

    def __init__(self, hook: str) -> None:
        super().__init__()
        self.name_of_hook, self.failed = hook, False
        self.formatter = logging.Formatter()

    def emit(self, record: logging.LogRecord) -> None:
        """Call the function."""
        trace = mask(self.formatter.formatException(record.exc_info)) if self.formatter and record.exc_info else ""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "traceback": trace,
        }
        try:
            import_string(self.name_of_hook)(entry)
        except Exception as error:
            if not self.failed:
                self.failed = True
                log.warning("ERROR_HOOK %s fails: %s", self.name_of_hook, type(error).__name__)


class Reporter(ExceptionReporter):
    """Writes reports about a request with secret parts of its address masked."""

    def __init__(self, request: HttpRequest | None, *about: Any, **more: Any) -> None:
        super().__init__(_masked(request), *about, **more)


def _masked(request: HttpRequest | None) -> HttpRequest | None:
    if request is None:
        return None
    entry = copy(request)
    entry.path, entry.path_info = mask(request.path), mask(request.path_info)
    entry.META = {
        name: mask(value) if name in _IN_ADDRESSES and isinstance(value, str) else value
        for name, value in request.META.items()
    }
    return entry


class NamesOnlyFilter(SafeExceptionReporterFilter):
    """Shows only the names of variables and fields, and the types of their values.

    A frame may contain the hands of a running game, and the operator may be sitting at that table.
    """

    def get_post_parameters(self, request: HttpRequest | None) -> Any:
        """Return the names of the submitted fields."""
        if request is None or not self.is_active(request):
            return super().get_post_parameters(request)
        sent = QueryDict(mutable=True)
        for name in request.POST:
            sent[name] = self.cleansed_substitute
        return sent

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: FrameType) -> ItemsView[str, Any]:
        """Return the names of the variables of a frame, each with its type."""
        if not self.is_active(request):
            return super().get_traceback_frame_variables(request, tb_frame)
        return {name: _Kind(type(value).__name__) for name, value in tb_frame.f_locals.items()}.items()


class _Kind(str):
    """The name of a type, shown without quotation marks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{self}>"
