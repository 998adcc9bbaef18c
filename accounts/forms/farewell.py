"""The confirmation that an account is to be deleted."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.forms.plain import LONGEST_PASSWORD
from accounts.models import User


class FarewellForm(forms.Form):
    """The password once more, or the name if there is no password."""

    sign = forms.CharField(max_length=LONGEST_PASSWORD, strip=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.has_usable_password():
            attrs = {"autocomplete": "current-password"}
            self.fields["sign"].widget = forms.PasswordInput(attrs=attrs)
            self.fields["sign"].label = _("Password")
        else:
            self.fields["sign"].label = _("Type your name here")

    def clean_sign(self) -> str:
        """Return the input; raise ValidationError if it is not the user's password or name."""
        typed: str = self.cleaned_data["sign"]
        if self.user.has_usable_password():
            if not self.user.check_password(typed):
                raise ValidationError(_("That isn’t your password."), code="sign")
        elif names.key(typed) != names.key(self.user.username):
            raise ValidationError(_("That isn’t your name."), code="sign")
        return typed
