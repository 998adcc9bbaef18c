"""A new account."""

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
from django.utils.translation import gettext_lazy as _

from accounts.clocks import zones
from accounts.forms.plain import PlainMixin
from accounts.models import User


class SignupForm(PlainMixin, allauth_forms.SignupForm):
    """A name and a password. An address if they like. The browser's time zone if it tells it."""

    field_order = ("username", "password1", "email")
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-zone-fill": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = User._meta.get_field("username").help_text
        self.fields["email"].label = _("E-mail (optional)")
        self.fields["email"].help_text = _("Only for resetting a forgotten password. Nobody here sees it.")
        self.fields["password1"].label = _("Password")

    def clean_time_zone(self) -> str:
        """A zone that exists, else UTC. A script fills this field in, so nobody is sent back for it."""
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in zones.known_zones() else "UTC"

    def save(self, request: HttpRequest) -> User:
        """Make a new player, and keep the address that they gave as one to be confirmed."""
        user = get_adapter().save_user(request, User(), self)
        assert isinstance(user, User)
        self.custom_signup(request, user)
        if email := self.cleaned_data.get("email"):
            EmailAddress.objects.create(user=user, email=email)
        return user

    def custom_signup(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Keep the time zone with the new user."""
        super().custom_signup(request, user)
        User.objects.filter(pk=user.pk).update(time_zone=self.cleaned_data["time_zone"])

    def try_save(self, request: HttpRequest) -> tuple[AbstractBaseUser | None, HttpResponse | None]:
        """Save the user. If somebody took the name at the same moment, go back to the form with a sentence."""
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
                return user, response
        except IntegrityError:
            messages.error(request, _("Somebody took this name just now. Choose another."))
            return None, redirect(passthrough_next_redirect_url(request, reverse("account_signup"), "next"))
