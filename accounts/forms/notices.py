"""What a person wants to be told of."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.channels import Channel
from accounts.models import Event, Reminder


class NoticesForm(forms.Form):
    """What to be told of, and when to be reminded of a turn. Each channel has a field of its name."""

    reminders = forms.MultipleChoiceField(
        label=_("Remind me of my turn when"),
        choices=Reminder.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, channels: Sequence[Channel], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = [channel.name for channel in channels]
        for channel in channels:
            self.fields[channel.name] = forms.MultipleChoiceField(
                label=str(channel.asks), choices=Event.choices, required=False, widget=forms.CheckboxSelectMultiple
            )

    def by_channel(self) -> list[forms.BoundField]:
        """The fields of the channels."""
        return [self[name] for name in self.names]
