"""The mailbox of the embedded default, which has no mail server."""

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access import PersonRequest, signed_in
from accounts.selectors import mailbox


@require_safe
@signed_in
def mails(request: PersonRequest) -> HttpResponse:
    """List the user's mails."""
    if not mailbox.is_open():
        raise Http404
    return render(request, "accounts/mailbox.html", {"mails": mailbox.mails_of(request.user)})


@require_safe
@signed_in
def mail(request: PersonRequest, name: str) -> HttpResponse:
    """Show a mail as text."""
    return render(request, "accounts/mail.html", {"mail": _mail(request, name)})


_SEALED = {"default-src": [NONE], "sandbox": ["allow-top-navigation-by-user-activation"]}


@csp_replace(_SEALED)  # type: ignore[arg-type]  # its types know no views with arguments
@require_safe
@signed_in
def html(request: PersonRequest, name: str) -> HttpResponse:
    """Show the HTML of a mail as a page of its own. It may load, run and send nothing."""
    return HttpResponse(_mail(request, name).html)


def _mail(request: PersonRequest, name: str) -> mailbox.Mail:
    found = mailbox.mail_of(request.user, name) if mailbox.is_open() else None
    if found is None:
        raise Http404
    return found
