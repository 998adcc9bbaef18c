"""What all admin pages of games have in common: nothing can be edited, and secret columns are not even read."""

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from saboteur_site.web.lists import CarefulLists

ModelT = TypeVar("ModelT", bound=Model)

# Django's classes are generic for the type checker only.
if TYPE_CHECKING:

    class _Base(admin.ModelAdmin[ModelT]):
        """A ModelAdmin of a model."""
else:

    class _Base(admin.ModelAdmin):
        """The same without a parameter."""

        def __class_getitem__(cls, model: object) -> type:
            return cls


_ENDINGS = (
    "",
    "exact",
    "id__exact",
    "pk__exact",
    "isnull",
    "isempty",
    "gte",
    "gt",
    "lte",
    "lt",
    "year",
    "month",
    "day",
)


class ClosedAdmin(CarefulLists, _Base[ModelT]):
    """A read-only admin. Only the columns in ``read`` are fetched; ``asked`` names more fields that addresses of lists
    may filter by.

    The address of a list may use its filters only, so that hands cannot be found by trial.
    """

    read: ClassVar[tuple[str, ...]]
    actions = None
    show_facets = admin.ShowFacets.NEVER

    def get_queryset(self, request: HttpRequest) -> QuerySet[ModelT]:
        """Return the rows with their public columns."""
        return super().get_queryset(request).only(*self.read)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Return whether a list may be filtered by this: only by fields of its filters, compared in a plain way."""
        fields = [_field(one) for one in (*self.list_filter, *self.asked, self.date_hierarchy or "")]
        return any(lookup == "__".join(filter(None, (field, end))) for field in fields if field for end in _ENDINGS)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Always false."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Always false."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Always false."""
        return False


def _field(one: Any) -> str:
    """Return the name of a list filter in addresses."""
    if isinstance(one, type) and issubclass(one, admin.SimpleListFilter):
        return one.parameter_name or ""
    return str(one if isinstance(one, str) else one[0])
