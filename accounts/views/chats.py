"""The page of a user's chats, with a form for another one."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access import PersonRequest, with_account
from accounts.channels.chat import reason, title
from accounts.channels.formats import ChatKind, all_kinds
from accounts.forms.chats import ChatForm
from accounts.models import Chat, Target
from accounts.selectors.chats import chat_of, chats_of
from accounts.services import chats as services
from saboteur_site.web.declined import DeclinedError

_SHOWN = "chat whose secret is shown"
"""The session key for the id of the chat whose secret the page shows, once."""


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def chats(request: PersonRequest) -> HttpResponse:
    """Show the user's chats, and add one of the kind that was chosen."""
    kind = all_kinds().get((request.POST if request.method == "POST" else request.GET).get("kind", ""))
    if request.method == "POST" and kind is None:
        raise Http404
    form = ChatForm(request.POST or None, kind=kind) if kind else None
    if request.method == "POST" and form is not None and kind is not None and form.is_valid():
        called = form.cleaned_data["called"]
        try:
            target = services.add(user=request.user, kind=kind.name, name=called, fields=form.fields_read)
        except DeclinedError as declined:
            form.add_error(None, str(declined))
        else:
            _show_secret(request, target, kind)
            messages.success(request, _("Added. Send a test to see whether it works."))
            return redirect("accounts:chats")
    context = {
        "chats": [row_of(target, shown) for shown in [_shown(request)] for target in chats_of(request.user)],
        "page": reverse("accounts:chats"),
        "deeds": reverse("accounts:chat-deed"),
        "kinds": all_kinds().values(),
        "kind": kind,
        "form": form,
    }
    return render(request, "accounts/chats.html", context, status=422 if form and form.errors else 200)


def row_of(target: Chat, shown: int) -> dict[str, Any]:
    """Return what the page shows of a chat; with its secret if `shown` is its id."""
    kind = all_kinds().get(target.kind)
    return {
        "target": target,
        "title": title(target),
        "label": kind.label if kind else target.kind,
        "reason": reason(target.last_trouble, target.reply) if target.last_trouble else "",
        "test_reason": reason(target.test_trouble, target.test_reply) if target.test_trouble else "",
        "has_secret": "secret" in target.fields,
        "secret": target.fields.get("secret", "") if target.pk == shown else "",
    }


def _show_secret(request: PersonRequest, target: Target, kind: ChatKind) -> None:
    if kind.makes():
        request.session[_SHOWN] = target.pk


def _shown(request: PersonRequest) -> int:
    return int(request.session.pop(_SHOWN, 0)) if request.method == "GET" and _SHOWN in request.session else 0


@require_POST
@with_account
def chat_action(request: PersonRequest) -> HttpResponse:
    """Apply an action to one's own chat: test it, resume it, remove it, replace its secret."""
    action, target = _ACTIONS.get(request.POST.get("deed", "")), chat_of(request.user, request.POST.get("chat", ""))
    if action is None or target is None:
        raise Http404
    action(request, target)
    return redirect("accounts:chats")


def _try_out(request: PersonRequest, target: Target) -> None:
    services.try_out(target, by=request.user.pk)


def _go_on(request: PersonRequest, target: Target) -> None:
    services.go_on(target)
    messages.success(request, _("We’ll write to %(name)s again.") % {"name": title(target)})


def _remove(request: PersonRequest, target: Target) -> None:
    services.remove(target)
    messages.success(request, _("We won’t write to %(name)s any more.") % {"name": title(target)})


def _renew(request: PersonRequest, target: Target) -> None:
    if services.renew_secret(target):
        request.session[_SHOWN] = target.pk


_ACTIONS: dict[str, Callable[[PersonRequest, Target], None]] = {
    "test": _try_out,
    "go-on": _go_on,
    "remove": _remove,
    "secret": _renew,
}
