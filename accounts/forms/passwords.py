"""New passwords, and links for them."""

from typing import Any

from allauth.account import forms as allauth_forms
from django.http import HttpRequest

from accounts.forms.plain import PlainMixin
from accounts.services import mails
from saboteur_site.web import rates


class ChangePasswordForm(PlainMixin, allauth_forms.ChangePasswordForm):
    """The old password and the new one."""


class SetPasswordForm(PlainMixin, allauth_forms.SetPasswordForm):
    """A first password."""


class ResetPasswordForm(PlainMixin, allauth_forms.ResetPasswordForm):
    """The address for the link. The worker looks up its player, so the response reveals nothing."""

    def clean_email(self) -> str:
        """Return the normalized address."""
        email: str = self.cleaned_data["email"]
        return email.lower()

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Queue a link to the address, if it is a player's. Raise TooOftenError after too many requests."""
        email: str = self.cleaned_data["email"]
        rates.check("reset", email)
        mails.ask_for_reset(email)
        return email


class ResetPasswordKeyForm(PlainMixin, allauth_forms.ResetPasswordKeyForm):
    """A new password, set via a link."""
