"""Pages on which rows can be looked at."""

from django.http import HttpRequest

from saboteur_site.lists import CarefulLists


class ReadOnlyMixin(CarefulLists):
    """Rows that services write: to be looked at and deleted here, not made or changed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody."""
        return False
