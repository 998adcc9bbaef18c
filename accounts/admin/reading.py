"""Read-only pages of the admin."""

from django.http import HttpRequest

from saboteur_site.web.lists import CarefulLists


class ReadOnlyMixin(CarefulLists):
    """For rows that services write: they can be viewed and deleted, not added or changed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Always false."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Always false."""
        return False
