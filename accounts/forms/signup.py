"""A new account, and the form of those who sit down as guests."""

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
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.channels import registry
from accounts.clocks import zones
from accounts.doors import guest_of
from accounts.forms.plain import PlainMixin
from accounts.models import SignInLink, User
from accounts.services import guests, mails
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError


class SignupForm(PlainMixin, allauth_forms.SignupForm):
    """A name and a password. An address if they like. The browser's time zone if it tells it."""

    field_order = ("username", "password1", "email")
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-zone-fill": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = User._meta.get_field("username").help_text
        self.fields["email"].label = _("E-mail (optional)")
        self.fields["email"].help_text = _("For turn reminders and password resets. Nobody here sees it.")
        self.fields["password1"].label = _("Password")
        if guest := guest_of(get_adapter().request):
            self.fields["username"].initial = guest.username
            self.fields["email"].initial = guest.email

    def of_person(self) -> list[forms.BoundField]:
        """The fields that make an account."""
        asked = {field.name for field in self.of_channels()}
        return [field for field in self.visible_fields() if field.name not in asked]

    def of_channels(self) -> list[forms.BoundField]:
        """The fields that ask for a way to be told, of the channels that can be chosen without an account."""
        return [self[channel.sign_up] for channel in registry.personal() if channel.sign_up]

    def more_ways(self) -> bool:
        """Whether there are ways to be told that need an account first."""
        return any(not channel.sign_up for channel in registry.personal())

    def clean_time_zone(self) -> str:
        """A zone that exists, else UTC. A script fills this field in, so a bad value is no error."""
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in zones.known_zones() else "UTC"

    def save(self, request: HttpRequest) -> User:
        """Make a new player, or an account of a guest, and keep the address that they gave as one to be confirmed."""
        guest = guest_of(request)
        user = get_adapter().save_user(request, guests.to_settle(guest) if guest else User(), self)
        assert isinstance(user, User)
        self.custom_signup(request, user)
        given = EmailAddress.objects.filter(user=user)
        if email := self.cleaned_data.get("email", "").lower():
            given.filter(verified=False).exclude(email=email).delete()
            claim, _is_new = given.get_or_create(email=email, defaults={"user": user})
            # allauth asks about a first address, and not about another one than a guest has confirmed.
            if user.email not in ("", email) and not rates.wait("confirm", email):
                mails.ask_to_confirm(claim)
        elif guest:  # who emptied the field has no address any more
            given.delete()
            user.email = ""
            user.save(update_fields=["email"])
        SignInLink.objects.filter(user=user).delete()
        return user

    def custom_signup(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Keep the time zone, and the language of the page for what is written to the new user."""
        super().custom_signup(request, user)
        chosen = {"time_zone": self.cleaned_data["time_zone"], "language": get_language() or ""}
        User.objects.filter(pk=user.pk).update(**chosen)

    def try_save(self, request: HttpRequest) -> tuple[AbstractBaseUser | None, HttpResponse | None]:
        """Save the user. If the name was just taken, or the guest has an account by now, show the form again
        with a sentence."""
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
                return user, response
        except IntegrityError:
            messages.error(request, _("Somebody took this name just now. Choose another."))
        except DeclinedError as refused:
            messages.error(request, str(refused))
        return None, redirect(passthrough_next_redirect_url(request, reverse("account_signup"), "next"))


class GuestForm(forms.Form):
    """The name of a player who sits down without an account, and the time zone of their device if it says one.

    A ``guest`` who chose a name before is not asked for one again. A random name does not count.
    """

    name = forms.CharField(
        label=_("Your name"),
        help_text=_("2 to 24 characters. Everybody at the table sees it."),
        max_length=4 * names.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-zone-fill": ""}))

    def clean_name(self) -> str:
        """The name in its one spelling; ValidationError as for a name at sign-up."""
        name: str = get_adapter().clean_username(self.cleaned_data["name"])
        return name

    def __init__(self, *args: Any, guest: User | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        if guest is not None and not guest.name_is_made_up:
            del self.fields["name"]

    def refuse(self, sentence: str) -> None:
        """Say why there is no seat: at the name if there is one, else above the form."""
        self.add_error("name" if "name" in self.fields else None, sentence)

    clean_time_zone = SignupForm.clean_time_zone
