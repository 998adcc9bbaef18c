"""The forms of a new account, and of a guest who takes a seat."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.utils import passthrough_next_redirect_url
from django import forms
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.access import guest_of
from accounts.channels import registry
from accounts.clocks import zones
from accounts.forms.plain import PlainMixin
from accounts.models import SignInLink, User
from accounts.services import guests, mails
from saboteur_site import policy
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError


class SignupForm(PlainMixin, allauth_forms.SignupForm):
    """A name and a password, an optional address, and the browser's time zone if a script sends it."""

    field_order = ("username", "password1", "email")
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-zone-fill": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = User._meta.get_field("username").help_text
        self.fields["email"].label = _("E-mail (optional)")
        self.fields["email"].help_text = _("For reminders and password resets. No other player sees it.")
        self.fields["password1"].label = _("Password")
        if policy.digest():
            about = format_html('<a href="{}">{}</a>', reverse("site:terms"), _("Terms of this site"))
            self.fields["terms"] = forms.BooleanField(label=_("I accept the terms"), help_text=about)
        if guest := guest_of(get_adapter().request):
            self.fields["username"].initial = guest.username
            self.fields["email"].initial = guest.email

    def of_person(self) -> list[forms.BoundField]:
        """Return the fields of the account."""
        asked = {field.name for field in self.of_channels()}
        return [field for field in self.visible_fields() if field.name not in asked]

    def of_channels(self) -> list[forms.BoundField]:
        """Return the fields of the channels that can be set up without an account."""
        return [self[channel.sign_up] for channel in registry.personal() if channel.sign_up]

    def more_ways(self) -> bool:
        """Return whether there are channels that need an account."""
        return any(not channel.sign_up for channel in registry.personal())

    def clean_time_zone(self) -> str:
        """Return an existing zone, else UTC. A script fills this field in, so an invalid value is no error."""
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in zones.known_zones() else "UTC"

    def save(self, request: HttpRequest) -> User:
        """Create a player, or turn a guest into one, and store the given address as unconfirmed."""
        guest = guest_of(request)
        user = get_adapter().save_user(request, guests.to_settle(guest) if guest else User(), self)
        assert isinstance(user, User)
        self.custom_signup(request, user)
        given = EmailAddress.objects.filter(user=user)
        if email := self.cleaned_data.get("email", "").lower():
            given.filter(verified=False).exclude(email=email).delete()
            claim, _is_new = given.get_or_create(email=email, defaults={"user": user})
            # allauth sends the confirmation mail for a first address, not for one that replaces a guest's.
            if user.email not in ("", email) and not rates.wait("confirm", email):
                mails.ask_to_confirm(claim)
        elif guest:  # a guest who emptied the field removes the address
            given.delete()
            user.email = ""
            user.save(update_fields=["email"])
        SignInLink.objects.filter(user=user).delete()
        return user

    def custom_signup(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Store the time zone, the language of the page for mails to the new user, and the terms that they accepted."""
        super().custom_signup(request, user)
        chosen = {"time_zone": self.cleaned_data["time_zone"], "language": get_language() or ""}
        chosen["terms"] = policy.digest()
        User.objects.filter(pk=user.pk).update(**chosen)

    def try_save(self, request: HttpRequest) -> tuple[AbstractBaseUser | None, HttpResponse | None]:
        """Save the user. If the name was just taken, or the guest has an account by now, show the form again with an
        error."""
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
                return user, response
        except IntegrityError:
            messages.error(request, _("That name was just taken. Choose another."))
        except DeclinedError as refused:
            messages.error(request, str(refused))
        return None, redirect(passthrough_next_redirect_url(request, reverse("account_signup"), "next"))


def _is_free(name: str) -> bool:
    """Whether a new guest may have that name."""
    try:
        get_adapter().clean_username(name)
    except forms.ValidationError:
        return False
    return True


class GuestForm(forms.Form):
    """The name of a player who takes a seat without an account, and the time zone of their device if it sends one.

    The form of a ``guest`` who chose a name before has no name field. A random name does not count.
    """

    name = forms.CharField(
        label=_("Your name"),
        max_length=4 * names.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "placeholder": _("What your friends call you")}),
    )
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-zone-fill": ""}))

    def clean_name(self) -> str:
        """Return the normalized name. Raise ValidationError as at sign-up; for a name that is taken, it suggests
        another."""
        name: str = self.cleaned_data["name"]
        try:
            return str(get_adapter().clean_username(name))
        except forms.ValidationError as refused:
            free = next(filter(_is_free, names.numbered(name)), "") if refused.code == "username_taken" else ""
            if not free:
                raise
            raise forms.ValidationError(
                _("Someone here already has that name. Try “%(name)s”."), code="name_taken", params={"name": free}
            ) from refused

    def __init__(self, *args: Any, guest: User | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        if guest is not None and not guest.name_is_made_up:
            del self.fields["name"]

    def refuse(self, sentence: str) -> None:
        """Add the reason for a refusal: to the name field if there is one, else to the form."""
        self.add_error("name" if "name" in self.fields else None, sentence)

    clean_time_zone = SignupForm.clean_time_zone
