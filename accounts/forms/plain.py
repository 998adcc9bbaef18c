"""django-allauth's forms without placeholders, and with our texts."""

from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

LONGEST_PASSWORD = 200
PASSWORD_ADVICE = _("At least ten characters. A few words in a row work well.")
LABELS = {
    "email": _("E-mail"),
    "oldpassword": _("Current password"),
    "password": _("Password"),
    "password1": _("New password"),
    "password2": _("New password again"),
}


class PlainMixin:
    """Our texts, and no placeholders: they repeat the label and vanish on input.

    Passwords have a maximum length, so that long ones cannot overload the hasher.
    """

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = LABELS.get(name, field.label)
            if "password" in name:
                field.help_text = PASSWORD_ADVICE if name == "password1" else ""
                field.validators.append(MaxLengthValidator(LONGEST_PASSWORD))
