"""The address."""

from allauth.account import forms as allauth_forms

from accounts.forms.plain import PlainMixin


class AddEmailForm(PlainMixin, allauth_forms.AddEmailForm):
    """Give or change the address."""
