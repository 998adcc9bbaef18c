"""What a player lets others see of a finished game."""

from typing import Any

from django import forms


class SharingForm(forms.Form):
    """Yes or no to one of two questions: whether the replay is shared, whether the picture names the player."""

    shares = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce=lambda said: said == "yes", required=False, empty_value=None
    )
    named = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce=lambda said: said == "yes", required=False, empty_value=None
    )

    def clean(self) -> dict[str, Any]:
        """Exactly one of the questions is answered."""
        said: dict[str, Any] = self.cleaned_data
        if not self.errors and sum(answer is not None for answer in said.values()) != 1:
            raise forms.ValidationError("one answer", code="one_answer")
        return said
