"""The page of a circle's chat: its host connects one, or removes it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, with_account
from accounts.channels.formats import all_kinds
from accounts.forms.chats import ChatForm
from circles.models import CircleChat
from circles.selectors import circles as selectors
from circles.services import chats
from saboteur_site.web.answers import see_other

_SHOWN = "circle whose secret is shown"
"""The session key of the chat whose secret the page shows once."""


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def chat(request: PersonRequest, circle: str) -> HttpResponse:
    """Show the chat of a circle to its host, replace it, or remove it."""
    found = selectors.hosted_by(circle, request.user)
    if request.method == "POST" and request.POST.get("deed") == "remove":
        chats.remove(host=request.user, code=circle)
        messages.success(request, _("New tables aren’t posted to a chat any more."))
        return see_other("circles:chat", circle)
    kind = all_kinds().get((request.POST if request.method == "POST" else request.GET).get("kind", ""))
    if request.method == "POST" and kind is None:
        raise Http404
    form = ChatForm(request.POST or None, kind=kind) if kind else None
    if request.method == "POST" and form is not None and kind is not None and form.is_valid():
        called = form.cleaned_data["called"]
        made = chats.put(host=request.user, code=circle, kind=kind.name, name=called, fields=form.fields_read)
        if kind.makes():
            request.session[_SHOWN] = made.pk
        messages.success(request, _("Added. New tables of this circle are posted there."))
        return see_other("circles:chat", circle)
    target = CircleChat.objects.filter(circle=found.circle).first()
    known = all_kinds().get(target.kind) if target else None
    context = {
        "circle": found.circle,
        "chat": target,
        "label": known.label if known else "",
        "secret": target.fields.get("secret", "") if target and target.pk == _shown(request) else "",
        "page": reverse("circles:chat", args=[circle]),
        "kinds": all_kinds().values(),
        "kind": kind,
        "form": form,
    }
    return render(request, "circles/chat.html", context, status=422 if form and form.errors else 200)


def _shown(request: PersonRequest) -> Any:
    return request.session.pop(_SHOWN, 0) if request.method == "GET" and _SHOWN in request.session else 0
