"""The name of a circle, its friends to add, and the member or link that a form is about."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from circles.models import Circle, CircleMember, Reply
from games import clock
from games.forms.lobby import promised_code, shown_name, ticket_for
from games.models import TableOptions
from games.rules.ruleset import compiled

LONGEST_NAME = Circle._meta.get_field("name").max_length


class NameForm(forms.Form):
    """The name of a circle, checked as that of a table."""

    name = forms.CharField(label=_("Name of the circle"), max_length=LONGEST_NAME)

    def clean_name(self) -> str:
        """Return the name with plain spaces."""
        empty = gettext("Give the circle a name with visible letters.")
        return shown_name(self.cleaned_data["name"], empty=empty)


class PeopleForm(forms.Form):
    """Some of these people, by their keys."""

    people = forms.TypedMultipleChoiceField(
        label=_("Who belongs to it?"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any = None, *, among: list[User], **more: Any) -> None:
        super().__init__(data, **more)
        self._among = {person.pk: person for person in among}
        self.fields["people"].choices = [(person.pk, person.username) for person in among]  # type: ignore[attr-defined]

    def chosen(self) -> list[User]:
        """Return the chosen people of a valid form."""
        return [self._among[key] for key in self.cleaned_data["people"]]

    def rows(self) -> list[tuple[User, bool]]:
        """Return all people, each with whether they are ticked."""
        ticked = {str(key) for key in self["people"].value() or ()}
        return [(person, str(key) in ticked) for key, person in self._among.items()]


class InviteForm(PeopleForm):
    """The members that a new table is for: at first all of them."""

    ticket = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, host: User, among: list[User]) -> None:
        initial = {"people": [person.pk for person in among], "ticket": ticket_for(host)}
        super().__init__(data, among=among, initial=initial)
        self._host = host

    def clean_people(self) -> list[int]:
        """Return the chosen keys; ValidationError without one."""
        if not self.cleaned_data["people"]:
            raise forms.ValidationError(_("Choose at least one person."))
        return list(self.cleaned_data["people"])

    def code(self) -> str:
        """Return the code that was reserved for the table of a valid form."""
        return promised_code(self.cleaned_data["ticket"], self._host)


class EveningForm(NameForm):
    """An announced game: its name, its seats, its hour in the reader's time zone."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    starts_at = forms.DateTimeField(
        label=_("When?"),
        input_formats=["%Y-%m-%dT%H:%M"],
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    ticket = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, host: User, options: TableOptions) -> None:
        super().__init__(
            data,
            initial={"name": options.name, "seats": options.seats, "starts_at": _evening(), "ticket": ticket_for(host)},
        )
        self._host = host
        seats = compiled(options.ruleset).seats
        self.fields["seats"].choices = [(number, number) for number in seats]  # type: ignore[attr-defined]

    def code(self) -> str:
        """Return the code that was reserved for the table of a valid form."""
        return promised_code(self.cleaned_data["ticket"], self._host)


def _evening() -> datetime:
    """Return the next 20:00 in the reader's time zone that is two hours away."""
    now = timezone.localtime(clock.now())
    today = now.replace(hour=20, minute=0, second=0, microsecond=0)
    return today if today - now > timedelta(hours=2) else today + timedelta(days=1)


class ReplyForm(forms.Form):
    """An answer to an open table."""

    reply = forms.ChoiceField(choices=Reply.choices)


class CircleForm(NameForm, PeopleForm):
    """A new circle: its name, and friends who belong to it from the start."""

    field_order = ("name", "people")


class MemberForm(forms.Form):
    """The member that a form is about."""

    member = forms.IntegerField()

    def __init__(self, data: Any, *, among: list[CircleMember]) -> None:
        super().__init__(data)
        self._among = {member.user_id: member.user for member in among}

    def user(self) -> User | None:
        """Return the member; None if the form names none of them."""
        return self._among.get(self.cleaned_data["member"]) if self.is_valid() else None
