"""The form of a player's notification settings for one table."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Wanted


class WantedForm(forms.Form):
    """All notifications, those of one's own turn alone, or none."""

    wants = forms.ChoiceField(
        label=_("Notifications from this table"), choices=Wanted.choices, required=False, widget=forms.RadioSelect
    )
