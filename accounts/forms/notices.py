"""The notification settings."""

from collections.abc import Sequence
from datetime import time
from typing import Any, NamedTuple

from django import forms
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _

from accounts.channels import Channel
from accounts.models import Digest, Event, Reminder


class Tick(NamedTuple):
    """Whether a channel sends an event: a checkbox with the label of the channel."""

    way: str
    box: Any


class Row(NamedTuple):
    """An event with a checkbox for each channel: one line of the grid."""

    event: str
    ticks: list[Tick]


class NoticesForm(forms.Form):
    """The events of each channel, the digest, and the reminders of a turn.

    Each channel has a field of its name.
    """

    digest = forms.ChoiceField(
        label=_("Daily summary"),
        choices=Digest.choices,
        required=False,
        widget=forms.Select(attrs={"aria-label": _("Daily summary")}),
    )
    digest_hour = forms.TypedChoiceField(label=_("At"), coerce=int, required=False)
    reminders = forms.MultipleChoiceField(
        label=_("Remind me when"),
        choices=Reminder.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    patient = forms.BooleanField(
        label=_("Wait an hour before a mail, and skip it if I’ve looked by then"), required=False
    )

    def __init__(
        self, *args: Any, channels: Sequence[Channel], events: Sequence[Event] = tuple(Event), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.channels, self.events = channels, events
        choices = [(event.value, event.label) for event in events]
        hours: Any = self.fields["digest_hour"]
        hours.choices = [(str(hour), time_format(time(hour), "H:i")) for hour in range(24)]
        for channel in channels:
            self.fields[channel.name] = forms.MultipleChoiceField(
                label=str(channel.short), choices=choices, required=False, widget=forms.CheckboxSelectMultiple
            )

    def by_channel(self) -> list[forms.BoundField]:
        """The fields of the channels."""
        return [self[channel.name] for channel in self.channels]

    def grid(self) -> list[Row]:
        """Return the events, each with its checkboxes in the order of the channels."""
        columns = [
            [Tick(str(channel.short), choice.tag()) for choice in self[channel.name]] for channel in self.channels
        ]
        return [Row(str(event.label), list(ticks)) for event, *ticks in zip(self.events, *columns, strict=True)]

    def wanted(self) -> dict[str, list[str]]:
        """Return the chosen events by channel."""
        return {channel.name: self.cleaned_data[channel.name] for channel in self.channels}

    def clean(self) -> dict[str, Any]:
        """Refuse a digest that no channel can deliver."""
        chosen = super().clean() or self.cleaned_data
        if chosen.get("digest") and not any(Event.DIGEST in chosen.get(channel.name, ()) for channel in self.channels):
            self.add_error("digest", _("Choose how you’d like to get the daily summary."))
        return chosen
