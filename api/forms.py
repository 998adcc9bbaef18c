"""The forms of tokens and bot accounts."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from api.models import LONGEST_NAME, TokenScope
from api.selectors import bots_of
from api.services import LIVES
from games.forms.talk import plain

_PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
_LIVES = {30: _("After 30 days"), 90: _("After 90 days"), 365: _("After a year"), 0: _("Never")}


class TokenForm(forms.Form):
    """A new token: its name, for which account, what it may do, and when it expires."""

    name = forms.CharField(
        label=_("What you call it"),
        help_text=_("So that you know later which program uses it."),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs=_PLAIN),
    )
    account = forms.ChoiceField(label=_("Who the program plays as"))
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=TokenScope.choices,
        initial=TokenScope.values,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one.")},
    )
    days = forms.TypedChoiceField(
        label=_("When it expires"), choices=[(days, _LIVES[days]) for days in LIVES], coerce=int, initial=90
    )

    def __init__(self, *args: Any, owner: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._accounts = {str(account.pk): account for account in (owner, *bots_of(owner))}
        choices = [(key, account.username) for key, account in self._accounts.items()]
        self.fields["account"].choices = choices  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """Return the name in one plain line."""
        name = plain(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Give it a name."))
        return name

    def clean_account(self) -> User:
        """Return the account."""
        return self._accounts[self.cleaned_data["account"]]


class BotForm(forms.Form):
    """A new bot account: its name, which follows the rules of all names."""

    name = forms.CharField(label=_("Its name"), max_length=User._meta.get_field("username").max_length)

    def clean_name(self) -> str:
        """Return the normalized name; ValidationError if it is taken or not allowed."""
        return str(get_adapter().clean_username(self.cleaned_data["name"]))


class KeyForm(forms.Form):
    """The key of a row that is removed."""

    key = forms.IntegerField(min_value=1, max_value=2**53)
