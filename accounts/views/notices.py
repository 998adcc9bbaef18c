"""The page of the notification settings, and the page of the unsubscribe link in each letter."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, signed_in
from accounts.channels import Channel, registry
from accounts.channels.off import behind
from accounts.forms.notices import NoticesForm
from accounts.models import Digest, Event, User
from accounts.services import notices as services

_NOT_FOR_GUESTS = (Event.INVITATION, Event.FRIEND)
"""Events that cannot happen to a guest."""


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def notices(request: PersonRequest) -> HttpResponse:
    """Show and save the events of each channel, the reminders and the digest; or switch everything off."""
    channels = registry.open_to(request.user)
    events = [event for event in Event if not request.user.is_guest or event not in _NOT_FOR_GUESTS]
    if "off" in request.POST:
        services.switch_off(user=request.user, channels=[channel.name for channel in channels])
        messages.success(request, str(_("We won’t write to you any more.")))
        return redirect("accounts:notices")
    form = NoticesForm(request.POST or None, initial=_chosen(request.user, channels), channels=channels, events=events)
    if request.method == "POST" and form.is_valid():
        _save(request.user, form)
        messages.success(request, str(_("Saved.")))
        return redirect("accounts:notices")
    can_wait = len(channels) > 1 and any(channel.can_wait for channel in channels)
    context = {"form": form, "missing": registry.missing(request.user), "can_wait": can_wait}
    return render(request, "accounts/notices.html", context, status=422 if form.errors else 200)


def _chosen(user: User, channels: Sequence[Channel]) -> dict[str, Any]:
    """Return the initial values of the form."""
    unwanted = registry.unwanted_by(user)
    wanted = {channel.name: _wanted(channel.name, unwanted) for channel in channels}
    when = {"digest": user.digest, "digest_hour": user.digest_hour, "patient": user.patient}
    return {**wanted, **when, "reminders": user.reminders.split(",")}


@transaction.atomic
def _save(user: User, form: NoticesForm) -> None:
    chosen = form.cleaned_data
    services.choose(user=user, wanted=form.wanted(), among=form.events)
    hour = user.digest_hour if chosen["digest_hour"] in ("", None) else chosen["digest_hour"]
    services.summarise(user=user, digest=chosen["digest"], hour=hour, now=timezone.now())
    services.remind(user=user, reminders=chosen["reminders"], patient=chosen["patient"])


def _wanted(channel: str, unwanted: set[tuple[str, str]]) -> list[str]:
    return sorted(event for event in Event.values if (channel, event) not in unwanted)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to unsubscribe from the events of a letter. A POST does it; mail programs send one by themselves.

    The link alone is enough, without a log-in. So a forged form could do no more, and needs no CSRF token.
    """
    found = behind(token)
    if found is None:
        raise Http404
    user, channel, events = found
    done, everything = request.method == "POST", "everything" in request.POST
    if done:
        singles_come = services.stop(user=user, channel=channel, events=list(Event) if everything else events)
    else:
        stands_instead = user.digest == Digest.ALONE and Event.DIGEST in events
        singles_come = stands_instead and not registry.notifies(user, Event.DIGEST, but=channel)
    context: dict[str, Any] = {"events": events, "done": done, "everything": everything, "singles_come": singles_come}
    context["way"] = way.short if (way := registry.registered().get(channel)) else channel
    return render(request, "accounts/off.html", context)
