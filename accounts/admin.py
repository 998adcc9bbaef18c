"""People in the Django admin: found, deactivated and helped back in; nobody gains power there that they had not."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import names, resets, selectors
from accounts.models import Block, Friendship, User
from saboteur_site.lists import CarefulLists

# Django's classes know their model for the type checker alone.
if TYPE_CHECKING:
    UserModelForm = forms.ModelForm[User]
    NewUserForm = AdminUserCreationForm[User]
    PlayerAdminBase = UserAdmin[User]
    FriendshipAdminBase = admin.ModelAdmin[Friendship]
    BlockAdminBase = admin.ModelAdmin[Block]
else:
    UserModelForm = forms.ModelForm
    NewUserForm = AdminUserCreationForm
    PlayerAdminBase = UserAdmin
    FriendshipAdminBase = BlockAdminBase = admin.ModelAdmin

POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")


class NameMixin:
    """Holds a name to the same rules as the sign-up page."""

    instance: User
    cleaned_data: dict[str, Any]

    def clean_username(self) -> str:
        """The name in its one spelling; a sentence if it may not be a name or is somebody else's."""
        name = names.spelt(self.cleaned_data["username"])
        names.check_name(name)
        if selectors.is_taken(name, but_for=self.instance):
            raise ValidationError(User._meta.get_field("username").error_messages["unique"], code="unique")
        return name


class NewPlayerForm(NameMixin, NewUserForm):
    """A new player: name and password."""

    class Meta:
        model = User
        fields = ("username",)


class PlayerForm(NameMixin, UserModelForm):
    """A player; the password is not among the fields, not even as a hash."""

    class Meta:
        model = User
        exclude = ("password",)


@admin.register(User)
class PlayerAdmin(CarefulLists, PlayerAdminBase):
    """Players and bots."""

    form = PlayerForm
    add_form = NewPlayerForm
    list_display = ("username", "is_active", "is_bot", "is_staff", "language", "date_joined", "last_login")
    list_filter = ("is_active", "is_bot", "is_staff", "is_superuser", "language", "date_joined")
    search_fields = ("username", "name_key", "email")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    readonly_fields = ("is_bot", "last_login", "date_joined")
    filter_horizontal = ("groups", "user_permissions")
    actions = ("make_reset_link",)
    fieldsets = (
        (None, {"fields": ("username", "email", "is_active", "is_bot")}),
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

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Those who may change players; staff only by superusers, or one could take a mightier one's place."""
        return super().has_change_permission(request, obj) and self._may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """As for changing."""
        return super().has_delete_permission(request, obj) and self._may_touch(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Only superusers give powers."""
        plain = ("is_bot", "last_login", "date_joined")
        return plain if request.user.is_superuser else (*plain, *POWERS)

    @admin.action(description=_("Make a one-use link for a new password"), permissions=["change"])
    def make_reset_link(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Show the link of the one chosen player; it is written down who made it."""
        chosen = list(queryset[:2])
        if len(chosen) != 1 or not self.has_change_permission(request, chosen[0]):
            self.message_user(request, _("Choose one player whom you may change."), messages.ERROR)
            return
        person = chosen[0]
        try:
            link = resets.link(person)
        except resets.NoLinkError as reason:
            self.message_user(request, str(reason), messages.ERROR)
            return
        LogEntry.objects.log_actions(
            int(str(request.user.pk)), [person], CHANGE, gettext("Made a link for a new password.")
        )
        self.message_user(
            request,
            _("Hand this to %(name)s in person; it works once: %(link)s") % {"name": person.username, "link": link},
        )

    @staticmethod
    def _may_touch(request: HttpRequest, obj: User | None) -> bool:
        return obj is None or bool(request.user.is_superuser) or not (obj.is_staff or obj.is_superuser)


class ReadOnlyMixin(CarefulLists):
    """Rows that services write: to be looked at and deleted here, not made or changed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody."""
        return False


@admin.register(Friendship)
class FriendshipAdmin(ReadOnlyMixin, FriendshipAdminBase):
    """Who is whose friend, and who asked."""

    list_display = ("low", "high", "state", "asked_by", "asked_at", "accepted_at")
    list_filter = ("state", "asked_at")
    list_select_related = ("low", "high", "asked_by")
    search_fields = ("low__username", "high__username")
    date_hierarchy = "asked_at"


@admin.register(Block)
class BlockAdmin(ReadOnlyMixin, BlockAdminBase):
    """Who wants to hear nothing from whom."""

    list_display = ("blocker", "blocked", "made_at")
    list_filter = ("made_at",)
    list_select_related = ("blocker", "blocked")
    search_fields = ("blocker__username", "blocked__username")
