"""The addresses of players, read-only."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from allauth.account import admin as _registered_before  # noqa: F401 (else it would register its own page later)
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.db.models.functions import Lower
from django.http import HttpRequest

from accounts.admin.reading import ReadOnlyMixin
from accounts.selectors.people import beginning_with
from saboteur_site.database.beginnings import beginning
from saboteur_site.web.lists import MOST

# Django's classes know their model for the type checker alone.
if TYPE_CHECKING:
    EmailAddressAdminBase = admin.ModelAdmin[EmailAddress]
else:
    EmailAddressAdminBase = admin.ModelAdmin

admin.site.unregister(EmailAddress)  # django-allauth's own page, which can edit and confirm addresses


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnlyMixin, EmailAddressAdminBase):
    """The addresses of players, and whether they are confirmed. An editor could take over accounts."""

    list_display = ("email", "user", "verified", "primary")
    list_filter = ("verified", "primary")
    list_select_related = ("user",)
    search_fields = ("email", "user__username")
    ordering = ("-pk",)

    def find(self, term: str) -> Iterator[int]:
        """Return the addresses that begin with the term, and those of users whose names do."""
        found = beginning(EmailAddress.objects.all(), Lower("email"), term.lower())
        yield from found.values_list("pk", flat=True)[: MOST + 1]
        yield from EmailAddress.objects.filter(user__in=beginning_with(term, MOST)).values_list("pk", flat=True)[:MOST]

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Always false."""
        return False
