"""The log-in page, the page that confirms an address, the address of a guest, log-in links of guests."""

from typing import Any

from allauth.account import views
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import PersonRequest, for_newcomers, guest_of, let_in, signed_in, with_account
from accounts.forms.addresses import AddressForm
from accounts.models import User
from accounts.selectors import mailbox
from accounts.selectors import people as people_selectors
from accounts.services import addresses, sign_in
from accounts.visits import guest_before
from saboteur_site.web import limits
from saboteur_site.web.answers import say_when
from saboteur_site.web.declined import DeclinedError

_log_in = for_newcomers(views.login)
_address_of_account = with_account(views.email)


def log_in(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
    """allauth's page. Its template has the guest whose session was lost or who has expired as `guest_before`."""
    request.guest_before = guest_before(request)  # type: ignore[attr-defined]
    return _log_in(request, *args, **kwargs)


# -- addresses


class ConfirmView(views.ConfirmEmailView):
    """allauth's page, but it does not log a guest out, who could not log in again."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Do not change the session. The link proves who reads the mail, not who is signed in."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """An account may take the address of a guest."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        if self.object:
            claim = self.object.email_address
            owner = people_selectors.owner_of(claim.email)
            context["can_confirm"] = owner is None or owner.pk == claim.user_id or owner.is_guest
        return context


@signed_in
def email(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
    """The page of the address: allauth's for users with an account, a smaller one for guests."""
    return _address_of_guest(request) if guest_of(request) else _address_of_account(request, *args, **kwargs)


@require_http_methods(["GET", "HEAD", "POST"])
def _address_of_guest(request: PersonRequest) -> HttpResponse:
    """Show the address of a guest. A POST sets or removes it, or requests a link for another device."""
    if request.method != "POST":
        return _address_page(request, AddressForm())
    if "action_remove" in request.POST:
        addresses.take_away(request.user)
        messages.success(request, _("Your address is removed."))
        return redirect("account_email")
    form, place = AddressForm(request.POST), limits.network_of(request)
    try:
        if "link" in request.POST and request.user.email:
            addresses.ask_for_link(address=request.user.email, place=place)
            messages.success(request, _("We've sent you a link. It works once, within half an hour."))
            return redirect("account_email")
        if not form.is_valid():
            return _address_page(request, form, 422)
        addresses.give(guest=request.user, address=form.cleaned_data["email"], place=place)
    except DeclinedError as refused:
        form.add_error(None, str(refused))
        return say_when(_address_page(request, form, refused.status), refused)
    messages.success(request, _("We've sent you a mail. Tap the link in it and you're set."))
    return redirect("account_email")


def _address_page(request: PersonRequest, form: AddressForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "confirmed": request.user.email,
        "claims": request.user.emailaddress_set.filter(verified=False),
        "mailbox": mailbox.is_open(),
    }
    return render(request, "accounts/address.html", context, status=status)


@require_safe
def confirmed(request: HttpRequest) -> HttpResponse:
    """Confirm to a guest that their address is confirmed, in a browser in which they are not logged in."""
    return render(request, "accounts/confirmed.html")


# -- log-in links of guests


@require_http_methods(["GET", "HEAD", "POST"])
def ask_for_link(request: HttpRequest) -> HttpResponse:
    """Request a link by mail. The response is the same whether a guest has the address or not."""
    form, is_sent = AddressForm(request.POST if request.method == "POST" else None), False
    status = 200
    if request.method == "POST":
        if form.is_valid():
            try:
                addresses.ask_for_link(address=form.cleaned_data["email"], place=limits.network_of(request))
            except DeclinedError as refused:
                form.add_error(None, str(refused))
                page = render(request, "accounts/sign_in.html", {"form": form}, status=refused.status)
                return say_when(page, refused)
            is_sent = True
        else:
            status = 422
    return render(request, "accounts/sign_in.html", {"form": form, "is_sent": is_sent}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Ask a guest whether they want to play in this browser. A POST logs them in, in a new session, and uses up the
    link."""
    guest = sign_in.guest_of_link(token)
    if guest is not None and request.user == guest:
        return redirect("games:home")
    if request.method != "POST":
        here = request.user if isinstance(request.user, User) else None
        context = {"guest": guest, "here": here}
        return render(request, "accounts/by_link.html", context, status=200 if guest else 410)
    try:
        let_in(request, sign_in.redeem(token))
    except DeclinedError as refused:
        return render(request, "accounts/by_link.html", {"guest": None}, status=refused.status)
    return redirect("games:home")
