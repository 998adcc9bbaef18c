"""The page of a user's settings."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, signed_in
from accounts.forms.profile import ProfileForm
from accounts.models import User
from accounts.selectors import mailbox
from accounts.services import vacations
from accounts.signals import pace_asked


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def profile(request: PersonRequest) -> HttpResponse:
    """Show and save the settings: language, time zone, colours, layout, keys."""
    # A second copy of the row, so that an invalid form does not change the user of this request.
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=request.user.pk))
    if request.method == "POST" and form.is_valid():
        form.save()
        with translation.override(form.instance.language or translation.get_language_from_request(request)):
            messages.success(request, str(_("Saved.")))
        return redirect("accounts:profile")
    switches = [form["single_keys"], form["confirm_tunnels"], form["vacations"]]
    context = {
        "form": form,
        "switches": switches,
        "paces": [words for _receiver, words in pace_asked.send(sender=User, user=request.user)],
        "mailbox": mailbox.is_open(),
        "days": vacations.left(request.user, timezone.now()),
    }
    return render(request, "accounts/profile.html", context, status=422 if form.errors else 200)
