"""The form of the address."""

from allauth.account import forms as allauth_forms

from accounts.forms.plain import PlainMixin


class AddEmailForm(PlainMixin, allauth_forms.AddEmailForm):
    """Adds or changes the address."""
