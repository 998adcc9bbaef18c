"""Forms of people: our own for profile and names, and django-allauth's without placeholders and with our words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.utils import passthrough_next_redirect_url
from django import forms
from django.conf import settings
from django.conf.locale import LANG_INFO
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts import names, zones
from accounts.channels import Channel
from accounts.events import Event, Reminder
from accounts.models import User
from accounts.quiet import LONGEST_NIGHT, MOST_FREE_DAYS, length_of_night
from accounts.selectors import people as people_selectors
from accounts.services import mails
from saboteur_site import rates

LONGEST_PASSWORD = 200
PASSWORD_ADVICE = _("Ten characters or more; a few words in a row make a good one.")
LABELS = {
    "email": _("E-mail"),
    "oldpassword": _("Present password"),
    "password": _("Password"),
    "password1": _("New password"),
    "password2": _("New password once more"),
}


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


class ProfileForm(UserModelForm):
    """What a person chooses for themselves. Languages are named in themselves, so that everybody finds their own."""

    class Meta:
        model = User
        fields = (
            "language", "time_zone", "quiet_from", "quiet_until", "theme", "layout", "single_keys", "confirm_tunnels",
            "vacations",
        )  # fmt: skip

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
        for name in ("single_keys", "confirm_tunnels", "vacations"):
            self.fields[name].widget.attrs["role"] = "switch"
        self.fields["language"].choices = [  # type: ignore[attr-defined]
            ("", _("As my browser asks")),
            *((code, LANG_INFO[code]["name_local"].capitalize()) for code, _english in settings.LANGUAGES),
        ]
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            choices=self._zones,
            error_messages={"invalid_choice": _("There is no such time zone.")},
        )

    def clean_days(self) -> str:
        """The free days as they are kept; a sentence if there are too many."""
        days: list[str] = self.cleaned_data["days"]
        if len(days) > MOST_FREE_DAYS:
            raise ValidationError(_("Two days a week can be free, no more."), code="days")
        return "".join(sorted(days))

    def clean(self) -> dict[str, Any]:
        """A night has a beginning and an end, and no more than twelve hours between them."""
        chosen = super().clean() or self.cleaned_data
        begins, ends = chosen.get("quiet_from"), chosen.get("quiet_until")
        if self.has_error("quiet_from") or self.has_error("quiet_until"):
            return chosen
        if (begins is None) != (ends is None):
            self.add_error("quiet_until", _("Quiet hours need both a beginning and an end."))
        elif begins is not None and ends is not None and length_of_night(begins, ends) > LONGEST_NIGHT:
            self.add_error("quiet_until", _("Quiet hours can last twelve hours at most."))
        return chosen

    def save(self, commit: bool = True) -> User:
        """Keep what was chosen and nothing else of the row, which may be deleted or renamed in the same moment; clocks
        that run already run on as they were."""
        person = super().save(commit=False)
        person.free_days = self.cleaned_data["days"]
        if commit:
            person.save(update_fields=[*self.Meta.fields, "free_days"])
        return person

    def _zones(self) -> list[Any]:
        """All zones by area, and the present one first if it is an old name that the list leaves out."""
        listed = zones.zone_choices()
        present = self.instance.time_zone
        if any(present == name for _area, group in listed for name, _words in group):
            return list(listed)
        return [(present, present), *listed]


class NoticesForm(forms.Form):
    """What to be told of by each channel, a field for each with its name, and when to be reminded of a turn."""

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
        """The fields that ask of what to be told, one for each channel."""
        return [self[name] for name in self.names]


class VacationForm(forms.Form):
    """The first and the last day of a vacation."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))


class PersonForm(forms.Form):
    """The name of somebody to ask, accept, remove, block or unblock."""

    # Longer than any name, so that composed and decomposed spellings of one name fit.
    name = forms.CharField(
        label=_("Name"),
        max_length=4 * names.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_name(self) -> User:
        """Find the person; a sentence if there is nobody of that name."""
        typed: str = self.cleaned_data["name"]
        person = people_selectors.person_named(typed)
        if person is None:
            raise ValidationError(_("Nobody here is called %(name)s."), code="nobody", params={"name": typed})
        return person


class PlainMixin:
    """Our words, no placeholders, which repeat the label and vanish, and no passwords that keep the hasher busy."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = LABELS.get(name, field.label)
            if "password" in name:
                field.help_text = PASSWORD_ADVICE if name == "password1" else ""
                field.validators.append(MaxLengthValidator(LONGEST_PASSWORD))


class LoginForm(PlainMixin, allauth_forms.LoginForm):
    """Log in with the name, in whatever case and spelling it is typed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = forms.CharField(
            label=_("Name"),
            max_length=4 * names.LONGEST,
            widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        )
        self.order_fields(["login", "password"])

    def clean_login(self) -> str:
        """The name as it is kept, if it is anybody's."""
        typed: str = self.cleaned_data["login"]
        person = User.objects.filter(name_key=names.key(typed)).first()
        return person.username if person else names.spelt(typed)


class SignupForm(PlainMixin, allauth_forms.SignupForm):
    """A name and a password; an address if they like; the browser's time zone if it tells it."""

    field_order = ("username", "password1", "email")
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-zone-fill": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = User._meta.get_field("username").help_text
        self.fields["email"].label = _("E-mail (optional)")
        self.fields["email"].help_text = _("Only for resetting a forgotten password. Nobody here sees it.")
        self.fields["password1"].label = _("Password")

    def clean_time_zone(self) -> str:
        """A zone that exists, or UTC: nobody is sent back for what a script filled in."""
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in zones.known_zones() else "UTC"

    def save(self, request: HttpRequest) -> User:
        """A new player, and the address that they say is theirs."""
        user = get_adapter().save_user(request, User(), self)
        assert isinstance(user, User)
        self.custom_signup(request, user)
        if email := self.cleaned_data.get("email"):
            EmailAddress.objects.create(user=user, email=email)
        return user

    def custom_signup(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Keep the time zone with the new user."""
        super().custom_signup(request, user)
        User.objects.filter(pk=user.pk).update(time_zone=self.cleaned_data["time_zone"])

    def try_save(self, request: HttpRequest) -> tuple[AbstractBaseUser | None, HttpResponse | None]:
        """Save the user; if somebody took the name in the same moment, back to the form with a sentence."""
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
                return user, response
        except IntegrityError:
            messages.error(request, _("Somebody took this name just now. Choose another."))
            return None, redirect(passthrough_next_redirect_url(request, reverse("account_signup"), "next"))


class AddEmailForm(PlainMixin, allauth_forms.AddEmailForm):
    """Give or change the address."""


class ChangePasswordForm(PlainMixin, allauth_forms.ChangePasswordForm):
    """The old password and the new one."""


class SetPasswordForm(PlainMixin, allauth_forms.SetPasswordForm):
    """A first password."""


class ResetPasswordForm(PlainMixin, allauth_forms.ResetPasswordForm):
    """The address to send the link to. Whose it is is asked when the mail is written, so nobody can tell from here."""

    def clean_email(self) -> str:
        """The address in its one spelling."""
        email: str = self.cleaned_data["email"]
        return email.lower()

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Have the link sent, if it turns out that somebody has this address; TooOftenError when it was asked for too
        often."""
        email: str = self.cleaned_data["email"]
        rates.check("reset", email)
        mails.ask_for_reset(email)
        return email


class ResetPasswordKeyForm(PlainMixin, allauth_forms.ResetPasswordKeyForm):
    """A new password for somebody who came with a link."""


class ReauthenticateForm(PlainMixin, allauth_forms.ReauthenticateForm):
    """The password once more before something that matters."""
