"""The forms of log-in and of reauthentication."""

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.forms.plain import PlainMixin
from accounts.models import User


class LoginForm(PlainMixin, allauth_forms.LoginForm):
    """Logs in by the name, whatever its case and spelling."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = forms.CharField(
            label=_("Name"),
            max_length=4 * names.LONGEST,
            widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        )
        self.order_fields(["login", "password"])

    def clean_login(self) -> str:
        """Return the name as its player spells it; the input if no player has it."""
        typed: str = self.cleaned_data["login"]
        person = User.objects.filter(name_key=names.key(typed)).first()
        return person.username if person else names.spelt(typed)


class ReauthenticateForm(PlainMixin, allauth_forms.ReauthenticateForm):
    """Asks for the password again before a sensitive action."""
