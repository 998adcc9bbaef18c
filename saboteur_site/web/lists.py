"""Lists of the admin that cost the same on a small site and on a very large one (docs/adr/0066).

A list looks at no more than `MOST` rows: the latest ones that its search, dates and indexed filters let through. All
other filters and all orders apply to these rows, and the page says when there are more. So no list counts or sorts
a whole table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.admin import AllValuesFieldListFilter, RelatedOnlyFieldListFilter, ShowFacets
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import build_q_object_from_lookup_parameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import FieldError, ValidationError
from django.core.paginator import InvalidPage
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.text import capfirst

from saboteur_site.database.planning import by_index, in_index_order

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    _Base = ModelAdmin[Any]
else:
    _Base = object

MOST = 500
"""How many rows a list reads at most."""
_EXACT = ("", "__exact", "__id__exact", "__pk__exact")


class CarefulList(ChangeList):
    """A change list that ignores filters with impossible values. Its title is the plural name of the model.

    A filter that has to check each row in Python has a method `among`, which takes and returns keys.
    """

    def __init__(self, *about: Any, **more: Any) -> None:
        self.looked_at, self._keys, self._found = MOST, list[Any](), list[Any]()
        self._term = ""
        super().__init__(*about, **more)
        if not self.is_popup:
            self.title = capfirst(str(self.opts.verbose_name_plural))

    @property
    def is_cut(self) -> bool:
        """Whether there are more rows than those that the list looked at."""
        return len(self._keys) > MOST

    def get_filters(self, request: HttpRequest) -> Any:
        """Django's filters, without those that already chose the rows to look at.

        IncorrectLookupParameters for a NUL character, which PostgreSQL rejects, and for dates out of range.
        """
        if any("\0" in value for values in request.GET.lists() for value in values[1]):
            raise IncorrectLookupParameters
        try:
            found = super().get_filters(request)
        except OverflowError as error:
            raise IncorrectLookupParameters from error
        if self._term:
            self._keys = self.model_admin.looked_for(request, self._term)  # type: ignore[attr-defined]
        else:
            self._keys = self._look(request, found[0], found[2])
        return found

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:
        """The rows among those that the list looks at."""
        # The rows that a search finds are known already: the rows that are read are chosen by key below.
        self._term, self.query = self.query, ""
        self.root_queryset = self.model_admin.listed(request)  # type: ignore[attr-defined]
        try:
            self._all = super().get_queryset(request, exclude_parameters)
        finally:
            self.query = self._term
        looked_at = _sorted(self._all.filter(pk__in=self._keys[:MOST]))
        found = list(dict.fromkeys(looked_at.values_list("pk", flat=True)))
        self._found = self.model_admin.open_among(request, found)  # type: ignore[attr-defined]
        for spec in self.filter_specs:
            if among := getattr(spec, "among", None):
                self._found = among(self._found)
        return self._all.filter(pk__in=self._found)

    def get_results(self, request: HttpRequest) -> None:
        """Read the columns of the rows of one page only."""
        keys, is_narrowed = self._found, bool(self.query or self.has_active_filters)
        self.paginator = self.model_admin.get_paginator(request, keys, self.list_per_page)  # type: ignore[arg-type]
        self.result_count, self.full_result_count = len(keys), None if is_narrowed else len(keys)
        self.show_full_result_count, self.show_admin_actions = False, True
        self.can_show_all = len(keys) <= self.list_max_show_all
        self.multi_page = len(keys) > self.list_per_page
        if self.multi_page and not (self.show_all and self.can_show_all):
            try:
                keys = list(self.paginator.page(self.page_num).object_list)
            except InvalidPage as error:
                raise IncorrectLookupParameters from error
        rows = self._all.order_by().in_bulk(keys)  # not in the order of an index, along which it might be read whole
        self.result_list = [rows[key] for key in keys if key in rows]

    def _look(self, request: HttpRequest, specs: Sequence[Any], rest: dict[str, Any]) -> list[Any]:
        """The keys of the rows to look at, and one more if there are others. Conditions that are applied here are
        removed from the filters and from the `rest` of the parameters."""
        page: Any = self.model_admin
        asked = dict(self._indexed(page.indexed))
        order = next(iter(asked.values()), page.latest)
        column = order.lstrip("-")
        fitting = {name for name, serves in asked.items() if serves == order}
        rows = self.model._default_manager.order_by()
        for spec in specs:
            if fitting.intersection(spec.expected_parameters() or ()) or getattr(spec, "field_path", None) == column:
                narrowed = spec.queryset(request, rows)
                rows, spec.queryset = rows if narrowed is None else narrowed, _nothing_more
        of_one = {f"{name}{end}" for name in page.asked for end in _EXACT}.intersection(rest)
        bounds = {name for name in rest if name.split("__")[0] == column}
        try:
            rows = rows.filter(
                build_q_object_from_lookup_parameters({name: rest.pop(name) for name in of_one | bounds})
            )
            keys = rows.values_list("pk", flat=True)
            if of_one:  # these have an index, but none that orders them
                return list(keys[: MOST + 1])
            if not order:
                return list(keys.order_by(Coalesce(F("pk"), F("pk")).desc())[: MOST + 1])
            with in_index_order() if rows.query.where else nullcontext():
                return list(keys.order_by(order)[: MOST + 1])
        except (ValueError, ValidationError, FieldError) as error:
            raise IncorrectLookupParameters from error

    def _indexed(self, indexed: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """The parameters that are asked for and have an index, and the order that the index serves."""
        for name, value in self.params.items():
            for wanted in (name, f"{name}={value}"):
                if wanted in indexed:
                    yield name, indexed[wanted]


def _sorted(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Rows chosen by key, in the same order, written so that PostgreSQL cannot walk a whole index for it."""
    fields = rows.model._meta.concrete_fields
    own = {field.name for field in fields if not (field.related_model and field.related_model._meta.ordering)}
    order: list[Any] = []
    for one in rows.query.order_by:
        if isinstance(one, str) and (name := one.lstrip("-")) in {*own, "pk"}:
            value = Coalesce(F(name), F(name))
            order.append(value.desc() if one.startswith("-") else value.asc())
        else:
            order.append(one)
    return rows.order_by(*order)


def _nothing_more(_request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows


class CarefulLists(_Base):
    """For an admin page whose list is a `CarefulList`.

    `latest` is the order in which its rows are looked at, which has an index. `indexed` names parameters of filters,
    alone or with a value as in ``status__exact`` and ``decided_at__isempty=1``, that have an index, and the order that
    it serves; "" for a filter that names few rows by their keys. `asked` names foreign keys by which addresses may ask
    for the rows of one table or player.
    """

    latest: ClassVar[str] = "-pk"
    indexed: ClassVar[Mapping[str, str]] = {}
    asked: ClassVar[tuple[str, ...]] = ()
    show_full_result_count = False
    show_facets = ShowFacets.NEVER

    def get_changelist(self, request: HttpRequest, **more: Any) -> type[ChangeList]:
        """The class of the list."""
        return CarefulList

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The list. It is rendered here, because the dates above it and the names in it are read then."""
        if request.method not in ("GET", "HEAD"):
            return super().changelist_view(request, {**self.leads_with(request), **(extra_context or {})})
        with by_index():
            response = super().changelist_view(request, {**self.leads_with(request), **(extra_context or {})})
            return response.render() if isinstance(response, TemplateResponse) else response

    def leads_with(self, request: HttpRequest) -> dict[str, Any]:
        """What stands above the list, as context of its template."""
        return {}

    def listed(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of the list, of which `open_among` chooses those that the reader may see."""
        return self.get_queryset(request)

    def open_among(self, request: HttpRequest, keys: list[Any]) -> list[Any]:
        """The keys of those rows, among some, that the reader may see, in the same order."""
        return keys

    def find(self, term: str) -> Iterable[Any]:
        """The keys of the rows that a search finds, by indexes alone; a few more than `MOST` are enough."""
        raise NotImplementedError

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The rows that `find` finds; where nothing is searched for, all."""
        return (queryset.filter(pk__in=self.looked_for(request, search_term)) if search_term else queryset), False

    def looked_for(self, request: HttpRequest, term: str) -> list[Any]:
        """The keys that `find` returns, without duplicates; cached for the request."""
        known: dict[tuple[Any, str], list[Any]] = request.__dict__.setdefault("_looked_for", {})
        if (self.model, term) not in known:
            known[self.model, term] = list(dict.fromkeys(self.find(term)))[: MOST + 1]
        return known[self.model, term]


class RecentValuesFilter(AllValuesFieldListFilter):
    """Offers the values that the latest rows have."""

    def __init__(self, field: Any, request: Any, params: Any, model: Any, model_admin: Any, field_path: str) -> None:
        super().__init__(field, request, params, model, model_admin, field_path)
        found = model._default_manager.order_by("-pk").values_list(field_path, flat=True)[:MOST]
        self.lookup_choices = sorted(set(found), key=lambda value: (value is not None, value))  # type: ignore[assignment]


class RecentRelatedFilter(RelatedOnlyFieldListFilter):
    """Offers the people, or other rows, that the latest rows lead to."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Keys and names."""
        latest = model_admin.model._default_manager.order_by("-pk").values_list(self.field_path, flat=True)[:MOST]
        ordering = self.field_admin_ordering(field, request, model_admin)
        return field.get_choices(include_blank=False, limit_choices_to={"pk__in": set(latest)}, ordering=ordering)  # type: ignore[no-any-return]
