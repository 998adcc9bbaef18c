"""The language chosen in the footer of a page."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class LanguageForm(forms.Form):
    """One of the languages of the site, by its code."""

    language = forms.ChoiceField(
        choices=lambda: settings.LANGUAGES,
        error_messages={
            "required": _("Choose one of the languages."),
            "invalid_choice": _("Choose one of the languages."),
        },
    )
