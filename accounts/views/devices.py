"""The page of a user's devices: those with push notifications, and offline reading on this one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access import PersonRequest, signed_in, with_account
from accounts.channels import push
from accounts.forms.devices import DeviceForm, name_of
from accounts.models import Device
from accounts.selectors.devices import devices_of
from accounts.services import devices as service
from saboteur_site.outgoing import webpush
from saboteur_site.web import offline
from saboteur_site.web.answers import say_when
from saboteur_site.web.declined import DeclinedError


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def devices(request: PersonRequest) -> HttpResponse:
    """Show the user's devices. A POST is a browser that registers itself for push notifications."""
    if request.method != "POST":
        return _page(request)
    try:
        device = added(request)
    except DeclinedError as refused:
        return _page(request, refused.status, str(refused))
    response = redirect("accounts:devices")
    service.keep_here(request, response, device)
    return response


def added(request: PersonRequest) -> Device:
    """Register the device that a browser describes; return it.

    Raise DeclinedError if the form is invalid, or nothing can be sent there.
    """
    form = DeviceForm(request.POST)
    if not form.is_valid():
        old = form.errors.get("key") if set(form.errors) == {"key"} else None
        raise DeclinedError(str(old[0]) if old else _("This browser didn’t say how to reach it."))
    name, before = name_of(request.headers.get("User-Agent", "")), request.session.get(service.SESSION, 0)
    device = service.add(user=request.user, subscription=form.subscription, name=name, instead=before)
    messages.success(request, _("From now on we’ll notify you on this device."))
    return device


@require_POST
@signed_in
def remove(request: PersonRequest) -> HttpResponse:
    """Remove one of the user's devices. If it is this one, its browser does not register again by itself."""
    key = _key(request)
    service.remove(user=request.user, key=key)
    if key == request.session.get(service.SESSION):
        del request.session[service.SESSION]
    return redirect("accounts:devices")


@require_POST
@signed_in
def test(request: PersonRequest) -> HttpResponse:
    """Queue a test notification to a device. The page shows the outcome."""
    try:
        service.try_out(user=request.user, key=_key(request))
    except DeclinedError as refused:
        return say_when(_page(request, refused.status, str(refused)), refused)
    return redirect("accounts:devices")


@require_POST
@with_account
def reads(request: PersonRequest) -> HttpResponse:
    """Enable or disable offline reading on this device."""
    response = redirect("accounts:devices")
    if "keep" in request.POST:
        offline.begin(request, response)
    else:
        offline.end(request)
    return response


def _key(request: PersonRequest) -> int:
    """Return the id of the device in a form; 0 for an invalid one."""
    said = request.POST.get("device", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 19 else 0


def _page(request: PersonRequest, status: int = 200, refused: str = "") -> HttpResponse:
    found, here = devices_of(request.user), request.session.get(service.SESSION)
    context = {
        "devices": [{"row": device, "test_reason": push.reason_of_test(device)} for device in found],
        "here": here,
        "is_known": any(device.pk == here for device in found),
        "key": webpush.offered(),
        "refused": refused,
        "reads_offline": offline.mark_of(request),
        "form": DeviceForm(initial={"key": webpush.offered()}),
    }
    return render(request, "accounts/devices.html", context, status=status)
