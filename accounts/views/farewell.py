"""The page on which a user deletes their account."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, signed_in
from accounts.forms.farewell import FarewellForm
from accounts.services import farewell


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def delete(request: PersonRequest) -> HttpResponse:
    """Show what is deleted and what is not. A POST with the password deletes the account."""
    form, status = FarewellForm(request.POST if request.method == "POST" else None, user=request.user), 200
    if request.method == "POST":
        if form.is_valid():
            farewell.delete_account(request.user)
            logout(request)
            messages.success(request, str(_("Your account is deleted. All the best.")))
            return redirect("games:home")
        status = 422
    return render(request, "accounts/delete.html", {"form": form}, status=status)
