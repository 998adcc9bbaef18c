"""The addresses of players: to be looked at, and no more."""

from typing import TYPE_CHECKING

from allauth.account import admin as _registered_before  # noqa: F401 (else it would register its own page later)
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.http import HttpRequest

from accounts.admin.reading import ReadOnlyMixin

# Django's classes know their model for the type checker alone.
if TYPE_CHECKING:
    EmailAddressAdminBase = admin.ModelAdmin[EmailAddress]
else:
    EmailAddressAdminBase = admin.ModelAdmin

admin.site.unregister(EmailAddress)  # django-allauth's own page, on which addresses are written and confirmed


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnlyMixin, EmailAddressAdminBase):
    """Which addresses players say are theirs, and which they confirmed. Who wrote here could log in as them."""

    list_display = ("email", "user", "verified", "primary")
    list_filter = ("verified", "primary")
    list_select_related = ("user",)
    search_fields = ("email", "user__username")
    ordering = ("-pk",)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody."""
        return False
