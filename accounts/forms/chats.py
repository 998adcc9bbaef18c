"""The form of a new chat."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.channels.formats import ChatKind, NotSoError
from accounts.models import Target
from saboteur_site.outgoing import outward


class ChatForm(forms.Form):
    """The fields of one kind of chat, and the user's name for it. `fields_read` are the values to store."""

    fields_read: dict[str, str]

    def __init__(self, *args: Any, kind: ChatKind, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        for field in kind.fields:
            plain = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
            self.fields[field.name] = forms.CharField(
                label=str(field.label),
                help_text=str(field.help),
                initial=field.usual,
                required=field.is_required,
                max_length=outward.LONGEST,
                widget=forms.TextInput(attrs=plain),
            )
        name = Target._meta.get_field("name")
        self.fields["called"] = forms.CharField(
            label=str(_("What you call it")),
            help_text=str(_("Only you see this. You may leave it empty.")),
            required=False,
            max_length=name.max_length,
        )

    def clean(self) -> dict[str, Any]:
        """Validate the fields by the kind."""
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                self.fields_read = self.kind.read({field.name: cleaned[field.name] for field in self.kind.fields})
            except NotSoError as wrong:
                self.add_error(wrong.field, str(wrong.sentence))
        return cleaned
