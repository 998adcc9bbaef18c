"""Lists of rows that are to be looked at."""

from django.http import HttpRequest

from saboteur_site.web.lists import CarefulLists


class ReadOnlyMixin(CarefulLists):
    """Rows that services write. Here they can be looked at and deleted, not made or changed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Always false."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Always false."""
        return False
