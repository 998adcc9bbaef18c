"""What a report about a failed request may hold: where it failed, never what was in hand there."""

from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest, QueryDict
from django.views.debug import SafeExceptionReporterFilter


class NamesOnlyFilter(SafeExceptionReporterFilter):
    """Keeps the names of variables and fields, and the types of what was in them.

    A frame may hold the hands of a running game, and its host may be sitting at that table.
    """

    def get_post_parameters(self, request: HttpRequest | None) -> Any:
        """The names of the fields that were sent."""
        if request is None or not self.is_active(request):
            return super().get_post_parameters(request)
        sent = QueryDict(mutable=True)
        for name in request.POST:
            sent[name] = self.cleansed_substitute
        return sent

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: FrameType) -> ItemsView[str, Any]:
        """The names of the variables of a frame, each with its type."""
        if not self.is_active(request):
            return super().get_traceback_frame_variables(request, tb_frame)
        return {name: _Kind(type(value).__name__) for name, value in tb_frame.f_locals.items()}.items()


class _Kind(str):
    """The name of a type, shown without quotation marks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{self}>"
