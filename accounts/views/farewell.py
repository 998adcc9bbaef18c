"""The page on which somebody deletes their account."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts import names
from accounts.doors import PersonRequest, signed_in
from accounts.forms import LONGEST_PASSWORD
from accounts.models import User
from accounts.services import farewell


class FarewellForm(forms.Form):
    """The password once more; the name, from who has no password."""

    sign = forms.CharField(max_length=LONGEST_PASSWORD, strip=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.has_usable_password():
            attrs = {"autocomplete": "current-password"}
            self.fields["sign"].widget = forms.PasswordInput(attrs=attrs)
            self.fields["sign"].label = _("Password")
        else:
            self.fields["sign"].label = _("Type your name here")

    def clean_sign(self) -> str:
        """What was typed, if it is the person's own."""
        typed: str = self.cleaned_data["sign"]
        if self.user.has_usable_password():
            if not self.user.check_password(typed):
                raise ValidationError(_("That is not your password."), code="sign")
        elif names.key(typed) != names.key(self.user.username):
            raise ValidationError(_("That is not your name."), code="sign")
        return typed


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def delete(request: PersonRequest) -> HttpResponse:
    """Say what goes and what stays, and delete the account of who types their password."""
    form, status = FarewellForm(request.POST if request.method == "POST" else None, user=request.user), 200
    if request.method == "POST":
        if form.is_valid():
            farewell.delete_account(request.user)
            logout(request)
            messages.success(request, str(_("Your account is deleted. All the best to you.")))
            return redirect("games:home")
        status = 422
    return render(request, "accounts/delete.html", {"form": form}, status=status)
