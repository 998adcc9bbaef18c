"""The name of a circle, its friends to add, and the member or link that a form is about."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from circles.models import Circle, CircleMember
from games.forms.lobby import shown_name

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


class CircleForm(NameForm, PeopleForm):
    """A new circle: its name, and friends who belong to it from the start."""

    field_order = ("name", "people")


class MemberForm(forms.Form):
    """The member whom a form is about."""

    member = forms.IntegerField()

    def __init__(self, data: Any, *, among: list[CircleMember]) -> None:
        super().__init__(data)
        self._among = {member.user_id: member.user for member in among}

    def user(self) -> User | None:
        """Return the member; None if the form names none of them."""
        return self._among.get(self.cleaned_data["member"]) if self.is_valid() else None
