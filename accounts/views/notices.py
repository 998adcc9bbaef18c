"""Pages about being told: what a person wants to be told of, and the address in each letter that switches it off."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.channels import registry
from accounts.channels.off import behind
from accounts.doors import PersonRequest, with_account
from accounts.forms.notices import NoticesForm
from accounts.models import Event, User
from accounts.selectors.notices import all_muted_by
from accounts.services.notices import choose, decline, mute
from saboteur_site.fragments import back


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def notices(request: PersonRequest) -> HttpResponse:
    """Show and save what the person wants to be told of by each channel, and when they want to be reminded."""
    channels, muted = registry.personal(), all_muted_by(request.user)
    wanted = {channel.name: _wanted(channel.name, muted) for channel in channels}
    initial = {**wanted, "reminders": request.user.reminders.split(",")}
    form = NoticesForm(request.POST or None, initial=initial, channels=channels)
    if request.method == "POST" and form.is_valid():
        for channel in channels:
            choose(user=request.user, channel=channel.name, wanted=form.cleaned_data[channel.name])
        User.objects.filter(pk=request.user.pk).update(reminders=",".join(form.cleaned_data["reminders"]))
        messages.success(request, str(_("Saved.")))
        return redirect("accounts:notices")
    context = {"form": form, "missing": registry.missing(request.user)}
    return render(request, "accounts/notices.html", context, status=422 if form.errors else 200)


def _wanted(channel: str, muted: set[tuple[str, str]]) -> list[str]:
    return sorted(event for event in Event.values if (channel, event) not in muted)


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def told(request: PersonRequest) -> HttpResponse:
    """Ask how a person wants to be told. A POST says that they look in by themselves, and leads back."""
    if request.method == "POST":
        decline(user=request.user, now=timezone.now())
        messages.success(request, str(_("All right, look in when you like. You can change this in your profile.")))
        return redirect(back(request) or "games:home")
    if request.user.is_reached:
        return redirect("accounts:notices")
    return render(request, "accounts/told.html", {"ways": registry.missing(request.user)})


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to switch off what a letter was about. A POST does it; mail programs send one by themselves.

    Whoever holds the letter may do this, signed in or not. So a forged form could do no more, and needs no token.
    """
    found = behind(token)
    if found is None:
        raise Http404
    user, channel, event = found
    if request.method == "POST":
        mute(user=user, channel=channel, events=list(Event) if "everything" in request.POST else [event])
    context = {"event": event, "done": request.method == "POST", "everything": "everything" in request.POST}
    return render(request, "accounts/off.html", context)
