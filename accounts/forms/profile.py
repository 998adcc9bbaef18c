"""The settings of a user."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.clocks import zones
from accounts.clocks.quiet import LONGEST_NIGHT, MOST_FREE_DAYS, length_of_night
from accounts.models import User
from saboteur_site.languages.choice import languages

# Django's form classes know their model for the type checker alone.
if TYPE_CHECKING:
    UserModelForm = forms.ModelForm[User]
else:
    UserModelForm = forms.ModelForm


def _hour(label: Any) -> forms.TimeField:
    return forms.TimeField(
        label=label,
        required=False,
        input_formats=["%H:%M", "%H:%M:%S"],
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )


class LanguageSelect(forms.Select):
    """A select of languages; each option has the attribute `lang`."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return Django's option with `lang`."""
        option = super().create_option(name, value, *args, **kwargs)
        return {**option, "attrs": {**option["attrs"], "lang": str(value)}} if value else option


class ProfileForm(UserModelForm):
    """The settings of a user. Each language has its own name for itself, so that all users find theirs."""

    class Meta:
        model = User
        fields = (
            "language", "time_zone", "quiet_from", "quiet_until", "theme", "layout", "single_keys", "confirm_tunnels",
            "vacations", "shows_pace",
        )  # fmt: skip
        widgets = {"language": LanguageSelect}  # noqa: RUF012

    quiet_from = _hour(_("Quiet from"))
    quiet_until = _hour(_("Quiet until"))
    days = forms.MultipleChoiceField(
        label=_("Free days"),
        choices=[(str(day), WEEKDAYS[day]) for day in sorted(WEEKDAYS)],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["days"] = list(self.instance.free_days)
        for name in ("single_keys", "confirm_tunnels", "vacations", "shows_pace"):
            self.fields[name].widget.attrs["role"] = "switch"
        self.fields["language"].choices = [  # type: ignore[attr-defined]
            ("", _("Same as my browser")),
            *languages(),
        ]
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            choices=self._zones,
            error_messages={"invalid_choice": _("There’s no such time zone.")},
        )

    def clean_days(self) -> str:
        """Return the free days as they are stored; raise ValidationError if there are too many."""
        days: list[str] = self.cleaned_data["days"]
        if len(days) > MOST_FREE_DAYS:
            raise ValidationError(_("You can have at most two free days a week."), code="days")
        return "".join(sorted(days))

    def clean(self) -> dict[str, Any]:
        """Refuse a night without a beginning or an end, or with more than twelve hours between them."""
        chosen = super().clean() or self.cleaned_data
        begins, ends = chosen.get("quiet_from"), chosen.get("quiet_until")
        if self.has_error("quiet_from") or self.has_error("quiet_until"):
            return chosen
        if (begins is None) != (ends is None):
            self.add_error("quiet_until", _("Quiet hours need a start and an end."))
        elif begins is not None and ends is not None and length_of_night(begins, ends) > LONGEST_NIGHT:
            self.add_error("quiet_until", _("Quiet hours can last at most twelve hours."))
        return chosen

    def save(self, commit: bool = True) -> User:
        """Save the fields of the form and no other column: the row may be deleted or renamed at the same moment.

        Running clocks do not change.
        """
        person = super().save(commit=False)
        person.free_days = self.cleaned_data["days"]
        if commit:
            person.save(update_fields=[*self.Meta.fields, "free_days"])
        return person

    def _zones(self) -> list[Any]:
        """Return all zones by area. The current one comes first if it is an old name that is not in the list."""
        listed = zones.zone_choices()
        present = self.instance.time_zone
        if any(present == name for _area, group in listed for name, _words in group):
            return list(listed)
        return [(present, present), *listed]
