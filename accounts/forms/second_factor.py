"""Second factors and passkeys: django-allauth's forms with our texts and limits."""

import struct
from typing import Any

from allauth.mfa.base import forms as base_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.forms.plain import PlainMixin
from accounts.models import User
from saboteur_site.database.encryption import UnreadableError
from saboteur_site.web import rates

LONGEST_NAME = 60
LONGEST_CREDENTIAL = 20_000
"""Characters of what a browser sends of a passkey; usual ones have 2,000."""
_UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error)
"""What fido2 raises for a credential that no browser has made."""


class CodeMixin(PlainMixin):
    """A code of an authenticator app, or a recovery code. Wrong ones are counted by user."""

    user: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"] = forms.CharField(
            label=_("Code"),
            max_length=20,
            widget=forms.TextInput(
                attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
            ),
        )

    def clean_code(self) -> str:
        """Return the code if it is right. Raise TooOftenError after five wrong ones."""
        rates.check("codes", self.user.pk)
        try:
            code: str = super().clean_code()  # type: ignore[misc]
        except UnreadableError:
            sentence = _("We can’t check codes at the moment. Please tell the people who run this site.")
            raise ValidationError(sentence, code="unreadable") from None
        rates.give_back("codes", self.user.pk)
        return code


class AuthenticateForm(CodeMixin, base_forms.AuthenticateForm):
    """A code after the password."""


class ReauthenticateCodeForm(CodeMixin, base_forms.ReauthenticateForm):
    """A code before a sensitive action."""


class ActivateTOTPForm(CodeMixin, totp_forms.ActivateTOTPForm):
    """The first code of an authenticator app, which shows that it has been set up."""


class CredentialField(forms.JSONField):
    """What a browser sends of a passkey."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """Return a dict; raise ValidationError for anything else."""
        try:
            if value and len(value) > LONGEST_CREDENTIAL:
                raise _refused()
            read = super().to_python(value)
        except RecursionError:
            raise _refused() from None
        if not isinstance(read, dict):
            raise _refused()
        return read

    def bound_data(self, data: Any, initial: Any) -> None:
        """Return None: a credential answers one challenge, so a form that is shown again has none."""

    def prepare_value(self, value: Any) -> str:
        """Return no text, for the same reason."""
        return ""


def _refused() -> ValidationError:
    return ValidationError(_("This passkey doesn’t work here. Try again."), code="passkey")


class AuthenticatePasskeyForm(passkey_forms.AuthenticateWebAuthnForm):
    """A passkey after the password."""

    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        """Return the passkey; raise ValidationError if the answer to the challenge is not that of one."""
        try:
            return super().clean_credential()
        except (ValidationError, *_UNREADABLE):
            raise _refused() from None


class LoginPasskeyForm(AuthenticatePasskeyForm, passkey_forms.LoginWebAuthnForm):
    """A passkey instead of name and password."""


class ReauthenticatePasskeyForm(AuthenticatePasskeyForm, passkey_forms.ReauthenticateWebAuthnForm):
    """A passkey before a sensitive action."""


class AddPasskeyForm(passkey_forms.SignupWebAuthnForm):
    """A new passkey, and a name by which its owner tells it from others.

    All can be used without a name and password: the challenge asks for a passkey that knows whose it is and that
    verifies the person.
    """

    name = forms.CharField(label=_("A name for this passkey"), max_length=LONGEST_NAME, required=False)
    credential = CredentialField()

    def clean(self) -> dict[str, Any]:
        """Check the answer to the challenge."""
        try:
            found: dict[str, Any] = super().clean()
        except (ValidationError, *_UNREADABLE):
            raise _refused() from None
        return found
