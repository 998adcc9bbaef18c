"""The page of a table's chat: its host adds one, tests it, removes it."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, with_account
from accounts.channels.chat import title
from accounts.channels.formats import ChatKind, all_kinds
from accounts.forms.chats import ChatForm
from accounts.views.chats import row_of
from games.models import Game, TableChat
from games.selectors import chats as selectors
from games.selectors import table as table_selectors
from games.services import chats as services
from saboteur_site.web.declined import TooLateError

_SHOWN = "table whose secret is shown"
"""The session key of the chat whose secret the page shows once."""


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def chat(request: PersonRequest, code: str) -> HttpResponse:
    """Show the chat of a table to its host, replace it, or carry out an action on it.

    Http404 for users without a seat there, PermissionDenied for the other players.
    """
    place = table_selectors.place_at(code, request.user)
    if place.seat is None:
        raise Http404
    if place.game.host_id != request.user.pk:
        raise PermissionDenied
    try:
        services.must_go_on(place.game)
        return _answer(request, place.game)
    except TooLateError as late:
        if request.method != "POST":
            return redirect("games:table", code)
        return render(request, "games/closed.html", {"sentence": str(late), "game": place.game}, status=late.status)


def _answer(request: PersonRequest, game: Game) -> HttpResponse:
    target = selectors.chat_of(game)
    if request.method == "POST" and "deed" in request.POST:
        return _done(request, game, target)
    kind = all_kinds().get((request.POST if request.method == "POST" else request.GET).get("kind", ""))
    if request.method == "POST" and kind is None:
        raise Http404
    form = ChatForm(request.POST or None, kind=kind) if kind else None
    if request.method == "POST" and form is not None and kind is not None and form.is_valid():
        called = form.cleaned_data["called"]
        target = services.put(host=request.user, code=game.code, kind=kind.name, name=called, fields=form.fields_read)
        _show_secret(request, target, kind)
        messages.success(request, _("Added. Send a test to see whether it works."))
        return redirect("games:chat", game.code)
    page, shown = reverse("games:chat", args=[game.code]), _shown(request)
    context = {
        "game": game,
        "chat": row_of(target, shown) if target else None,
        "page": page,
        "deeds": page,
        "kinds": all_kinds().values(),
        "kind": kind,
        "form": form,
    }
    return render(request, "games/chat.html", context, status=422 if form and form.errors else 200)


def _done(request: PersonRequest, game: Game, target: TableChat | None) -> HttpResponse:
    """Test the chat, resume it, remove it, or replace its secret."""
    if target is None:
        raise Http404
    named = {"name": title(target)}
    match request.POST["deed"]:
        case "test":
            services.try_out(target)
        case "go-on":
            services.go_on(target)
            messages.success(request, _("We’ll write to %(name)s again.") % named)
        case "remove":
            services.remove(host=request.user, code=game.code)
            messages.success(request, _("We won’t write to %(name)s any more.") % named)
        case "secret":
            services.renew_secret(target)
            _show_secret(request, target, all_kinds()[target.kind])
        case _:
            raise Http404
    return redirect("games:chat", game.code)


def _show_secret(request: PersonRequest, target: TableChat, kind: ChatKind) -> None:
    if kind.makes():
        request.session[_SHOWN] = target.pk


def _shown(request: PersonRequest) -> Any:
    return request.session.pop(_SHOWN, 0) if request.method == "GET" and _SHOWN in request.session else 0
