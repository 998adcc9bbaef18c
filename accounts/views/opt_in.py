"""The page on which a person chooses how they are notified. A guest sees it right after taking a seat (`games`)."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, signed_in
from accounts.channels import push, registry
from accounts.clocks.zones import known_zones
from accounts.forms.addresses import AddressForm
from accounts.forms.devices import DeviceForm
from accounts.selectors import mailbox
from accounts.services import addresses, devices, guests
from accounts.services import notices as services
from accounts.views.devices import added
from saboteur_site.outgoing import webpush
from saboteur_site.web import limits
from saboteur_site.web.answers import say_when
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.fragments import back, inside


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def opt_in(request: PersonRequest) -> HttpResponse:
    """Ask how a user wants to be notified. A POST stores the choice, and redirects to the page before."""
    then = back(request) or inside(request, request.GET.get("next", "")) or reverse("games:home")
    if request.method != "POST" and request.user.is_reached:
        return redirect("accounts:notices")
    return opt_in_page(request, here=reverse("accounts:told"), then=then)


def opt_in_page(
    request: PersonRequest, *, here: str, then: str, about: Mapping[str, Any] | None = None
) -> HttpResponse:
    """Show the page at the address ``here``, or store the answer and redirect to ``then``; ``about`` is the text above
    the question.

    A choice is a device, for guests a mail address, or no notifications at all.
    """
    if request.method != "POST":
        return _page(request, here=here, then=then, about=about)
    zone = request.POST.get("time_zone", "")
    if request.user.is_guest and zone in known_zones():
        guests.introduce(request.user, time_zone=zone)
    try:
        if "endpoint" in request.POST:
            device = added(request)
            response = redirect(then)
            devices.keep_here(request, response, device)
            return response
        if "email" in request.POST and request.user.is_guest:
            form = AddressForm(request.POST)
            if not form.is_valid():
                return _page(request, here=here, then=then, about=about, form=form, status=422)
            address = form.cleaned_data["email"]
            addresses.give(guest=request.user, address=address, place=limits.network_of(request))
            return redirect(f"{here}?{urlencode({'sent': 1, 'next': then})}")
    except DeclinedError as refused:
        page = _page(request, here=here, then=then, about=about, refused=str(refused), status=refused.status)
        return say_when(page, refused)
    services.decline(user=request.user, now=timezone.now())
    messages.success(request, _("All right, look in whenever you like. You can change this in your profile."))
    return redirect(then)


def _page(
    request: HttpRequest,
    *,
    here: str,
    then: str,
    about: Mapping[str, Any] | None,
    form: AddressForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    user: Any = request.user
    others = (
        []
        if user.is_guest
        else sorted(registry.missing(user, but=push.NAME), key=lambda hint: hint.page != reverse("account_email"))
    )
    key = webpush.offered()
    context = {
        "here": here,
        "then": then,
        "by_mail": f"{here}?{urlencode({'way': 'mail', 'next': then})}",
        "ways": others,
        "key": key,
        "device_form": DeviceForm(initial={"key": key}),
        "form": form or (AddressForm() if "way" in request.GET else None),
        "is_sent": "sent" in request.GET and user.is_guest,
        "refused": refused,
        "mailbox": mailbox.is_open(),
        **(about or {}),
    }
    return render(request, "accounts/opt_in.html", context, status=status)
