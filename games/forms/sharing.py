"""A player's consent to share a finished game."""

from django import forms


class SharingForm(forms.Form):
    """Yes or no."""

    shares = forms.TypedChoiceField(choices=[("yes", "yes"), ("no", "no")], coerce=lambda said: said == "yes")
