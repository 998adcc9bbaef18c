"""Lists of the admin that take junk in their address for what it is."""

from typing import TYPE_CHECKING, Any

from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest
from django.utils.text import capfirst

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    _Base = ModelAdmin[Any]
else:
    _Base = object


class CarefulList(ChangeList):
    """A list that shows everything when it is asked for what no row can hold. Its title is what is listed."""

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        if not self.is_popup:
            self.title = capfirst(str(self.opts.verbose_name_plural))

    def get_filters(self, request: HttpRequest) -> Any:
        """As Django does it; IncorrectLookupParameters for a NUL, which PostgreSQL does not take, and mad dates."""
        if any("\0" in value for values in request.GET.lists() for value in values[1]):
            raise IncorrectLookupParameters
        try:
            return super().get_filters(request)
        except OverflowError as error:
            raise IncorrectLookupParameters from error


class CarefulLists(_Base):
    """For an admin page whose list is a `CarefulList`."""

    def get_changelist(self, request: HttpRequest, **more: Any) -> type[ChangeList]:
        """What reads the address of a list."""
        return CarefulList
