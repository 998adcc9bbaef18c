"""People in the Django admin: staff find and deactivate them, and make reset links.

A staff member gains no permissions there, and cannot change people they share a table with.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.channels import reach
from accounts.models import User
from accounts.selectors import people as people_selectors
from accounts.services import farewell, powers, renaming, resets
from saboteur_site.web.lists import MOST, CarefulLists

# Django's classes know their model for the type checker alone.
if TYPE_CHECKING:
    UserModelForm = forms.ModelForm[User]
    NewUserForm = AdminUserCreationForm[User]
    PlayerAdminBase = UserAdmin[User]
else:
    UserModelForm = forms.ModelForm
    NewUserForm = AdminUserCreationForm
    PlayerAdminBase = UserAdmin

POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")


class NameMixin:
    """A form that checks a name by the rules of the sign-up page."""

    instance: User
    cleaned_data: dict[str, Any]

    def clean_username(self) -> str:
        """Return the normalized name; raise ValidationError if it is invalid or taken."""
        name = names.spelt(self.cleaned_data["username"])
        names.check_name(name)
        if people_selectors.is_taken(name, but_for=self.instance):
            raise ValidationError(User._meta.get_field("username").error_messages["unique"], code="unique")
        return name


class NewPlayerForm(NameMixin, NewUserForm):
    """A new player: name and password."""

    class Meta:
        model = User
        fields = ("username",)


class PlayerForm(NameMixin, UserModelForm):
    """A player. The password is not among the fields, not even as a hash."""

    class Meta:
        model = User
        exclude = ("password",)


class ReachFilter(admin.SimpleListFilter):
    """Players who are reached by a channel, and players who are not."""

    title = _("messages")
    parameter_name = "told"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the choices of the filter."""
        return [("yes", _("reach them")), ("no", _("doesn’t reach them"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """Leave out bots, guests and inactive players; `among` then filters by reach."""
        if self.value() not in ("yes", "no"):
            return queryset
        return queryset.filter(is_bot=False, is_guest=False, is_active=True)

    def among(self, keys: list[int]) -> list[int]:
        """Return the keys of the people that match the filter."""
        if self.value() not in ("yes", "no"):
            return keys
        reached = reach.reached_among(keys)
        return [key for key in keys if (key in reached) == (self.value() == "yes")]


@admin.register(User)
class PlayerAdmin(CarefulLists, PlayerAdminBase):
    """Players and bots."""

    form = PlayerForm
    add_form = NewPlayerForm
    list_display = ("username", "is_active", "is_bot", "is_guest", "is_staff", "language", "date_joined", "last_login")
    list_filter = (
        "is_active",
        "is_bot",
        "is_guest",
        "is_staff",
        "is_superuser",
        ReachFilter,
        "language",
        "date_joined",
    )
    search_fields = ("username", "name_key", "email")
    ordering = ("-date_joined",)
    latest = "-date_joined"
    # Few people match one of these, so their own indexes are read instead of all people by age.
    indexed: ClassVar = {f"is_{what}__exact=1": f"is_{what}" for what in ("bot", "staff", "superuser")}
    date_hierarchy = "date_joined"
    readonly_fields = ("is_bot", "is_guest", "last_login", "date_joined")
    filter_horizontal = ("groups", "user_permissions")
    actions = ("make_reset_link",)
    fieldsets = (
        (None, {"fields": ("username", "email", "is_active", "is_bot", "is_guest")}),
        (
            _("Preferences"),
            {"fields": ("language", "time_zone", "theme", "layout", "single_keys", "confirm_tunnels")},
        ),
        (_("Powers"), {"fields": POWERS}),
        (_("Dates"), {"fields": ("date_joined", "last_login")}),
    )
    add_fieldsets = (
        (None, {"classes": ("wide",), "fields": ("username", "usable_password", "password1", "password2")}),
    )

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Read permissions together with their content types, in one statement."""
        if db_field.name == "user_permissions":
            kwargs["queryset"] = Permission.objects.select_related("content_type")
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def find(self, term: str) -> list[int]:
        """Return the keys of the people whose names, addresses or former names begin with the term, in this order; five
        queries at most."""
        ways = (people_selectors.beginning_with, people_selectors.by_address, people_selectors.formerly_named)
        return list(dict.fromkeys(key for way in ways for key in way(term, MOST + 1)))

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the staff member may change this player (`powers.may_touch`)."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return the same as for changes, but never true for bots: they sit at many tables."""
        is_bot = obj is not None and obj.is_bot
        return super().has_delete_permission(request, obj) and not is_bot and _may_touch(request, obj)

    def get_deleted_objects(
        self, objs: QuerySet[User] | Sequence[User], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Return what the confirmation page lists. No row is deleted, since seats of finished games refer to it."""
        message = gettext(
            "%(name)s leaves every table. At finished tables the seat stays, as a former player without a name."
        )
        undeletable = {str(person) for person in objs if not self.has_delete_permission(request, person)}
        words = [message % {"name": person.username} for person in objs]
        return words, {str(User._meta.verbose_name_plural): len(words)}, undeletable, []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete the account as when a player deletes their own."""
        farewell.delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Do the same for each."""
        for person in queryset:
            farewell.delete_account(person)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Return the read-only fields: only superusers grant permissions."""
        plain = ("is_bot", "is_guest", "last_login", "date_joined")
        return plain if request.user.is_superuser else (*plain, *POWERS)

    @admin.action(description=_("Make a one-time link to reset the password"), permissions=["change"])
    def make_reset_link(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Make and show a reset link for the one chosen player. The history names its author."""
        chosen = list(queryset[:2])
        if len(chosen) != 1 or not self.has_change_permission(request, chosen[0]):
            self.message_user(request, _("Choose one player you’re allowed to change."), messages.ERROR)
            return
        person = chosen[0]
        try:
            link = resets.hand_out(person, by=_staff(request))
        except resets.NoLinkError as reason:
            self.message_user(request, str(reason), messages.ERROR)
            return
        LogEntry.objects.log_actions(
            int(str(request.user.pk)), [person], CHANGE, gettext("Made a link that resets the password.")
        )
        self.message_user(
            request,
            _("Give this link to %(name)s in person. It works once: %(link)s")
            % {"name": person.username, "link": link},
        )

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save as Django does, and reserve the name that the staff has changed. A new address gives access to the
        account, so the player's tables are notified."""
        if change and "username" in form.changed_data:
            renaming.reserve(obj, form.initial["username"], by_staff=True)
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            powers.tell_tables(obj, by=_staff(request))

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """Change as Django does. A password set by another user gives access, so the player's tables are notified."""
        with transaction.atomic() if request.method == "POST" else nullcontext():  # a GET writes nothing
            return self._change_password(request, id, form_url)

    def _change_password(self, request: HttpRequest, id: str, form_url: str) -> HttpResponse:  # noqa: A002
        before = User.objects.filter(pk=id).values_list("password", flat=True).first() if id.isdecimal() else None
        answer: HttpResponse = super().user_change_password(request, id, form_url)
        person = User.objects.filter(pk=id).exclude(password=before).first() if before else None
        if person is not None:
            powers.tell_tables(person, by=_staff(request))
        return answer


def _may_touch(request: HttpRequest, person: User | None) -> bool:
    return person is None or powers.may_touch(_staff(request), person)


def _staff(request: HttpRequest) -> User:
    """Return the staff member of the request. The admin admits signed-in staff only."""
    assert isinstance(request.user, User)
    return request.user
