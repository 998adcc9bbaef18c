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
    """The address for the link. The worker looks for its player, so this answer tells nothing."""

    def clean_email(self) -> str:
        """The address in its one spelling."""
        email: str = self.cleaned_data["email"]
        return email.lower()

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Have a link sent to the address, if it is a player's. TooOftenError if this was asked for too often."""
        email: str = self.cleaned_data["email"]
        rates.check("reset", email)
        mails.ask_for_reset(email)
        return email


class ResetPasswordKeyForm(PlainMixin, allauth_forms.ResetPasswordKeyForm):
    """A new password, by way of a link."""
