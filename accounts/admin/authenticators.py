"""The second factors of players: staff may remove one whose owner has lost it, and read no secret."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from allauth.mfa import admin as _registered_before  # noqa: F401 (else it would register its own page later)
from allauth.mfa.models import Authenticator
from allauth.usersessions import admin as _sessions_registered_before  # noqa: F401
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest

from accounts.admin.reading import ReadOnlyMixin
from accounts.models import User
from accounts.selectors.people import beginning_with
from accounts.services import mails, powers
from saboteur_site.web.lists import MOST

if TYPE_CHECKING:
    AuthenticatorAdminBase = admin.ModelAdmin[Authenticator]
else:
    AuthenticatorAdminBase = admin.ModelAdmin

MAILS = {
    Authenticator.Type.TOTP: "mfa/email/totp_deactivated",
    Authenticator.Type.WEBAUTHN: "mfa/email/webauthn_removed",
}

admin.site.unregister(Authenticator)  # django-allauth's own page, which shows the secret
admin.site.unregister(UserSession)  # where players sign in is their own concern


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyMixin, AuthenticatorAdminBase):
    """Which second factors a player has. Without any, the password alone lets them in."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    fields = ("user", "type", "created_at", "last_used_at")
    search_fields = ("user__username",)
    ordering = ("-pk",)
    actions = None

    def find(self, term: str) -> Iterator[int]:
        """Return the second factors of users whose names begin with the term."""
        found = Authenticator.objects.filter(user__in=beginning_with(term, MOST))
        yield from found.values_list("pk", flat=True)[: MOST + 1]

    def has_delete_permission(self, request: HttpRequest, obj: Authenticator | None = None) -> bool:
        """Return whether a staff member may remove it: not from a player they share a table with."""
        if not super().has_delete_permission(request, obj) or not isinstance(request.user, User):
            return False
        return obj is None or powers.may_touch(request.user, obj.user)

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        """Remove it and queue a mail to its owner. Recovery codes alone are no second factor, so they go too."""
        user = obj.user
        super().delete_model(request, obj)
        rest = Authenticator.objects.filter(user=user)
        if not rest.exclude(type=Authenticator.Type.RECOVERY_CODES).exists():
            rest.delete()
        if template := MAILS.get(Authenticator.Type(obj.type)):
            mails.tell_of_sign_in(user, template, "")
