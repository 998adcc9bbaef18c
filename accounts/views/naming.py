"""The page on which players change their names."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, signed_in
from accounts.forms.naming import NameForm
from accounts.services import renaming


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def name(request: PersonRequest) -> HttpResponse:
    """Show and change the name of a player."""
    form = NameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            row = renaming.set_name(request.user, form.cleaned_data["name"])
        except ValidationError as refused:
            form.add_error("name", refused)
        else:
            messages.success(request, _("You’re now %(name)s.") % {"name": row.username})
            return redirect("accounts:profile")
    context = {"form": form, "later": renaming.may_rename_at(request.user)}
    return render(request, "accounts/name.html", context, status=422 if form.errors else 200)
