"""Pages of a person's own: the profile, and friends with all that can be done about them."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import friends as friendship
from accounts import selectors
from accounts.doors import PersonRequest, is_fragment, signed_in
from accounts.forms import PersonForm, ProfileForm
from accounts.friends import Answer, Refused
from accounts.models import User

Deed = Callable[[User, User], str | Promise]

ANSWERS: dict[Answer, Promise] = {
    Answer.ASKED: _("You have asked %(name)s."),
    Answer.ASKED_BEFORE: _("You have asked %(name)s already."),
    Answer.FRIENDS: _("%(name)s had asked you, too: you are friends now."),
    Answer.FRIENDS_BEFORE: _("%(name)s is your friend already."),
}


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def profile(request: PersonRequest) -> HttpResponse:
    """Show and save what the person chose: language, time zone, colours, layout, keys."""
    # A second copy of the row, so that a refused form leaves the person of this very page as they were.
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=request.user.pk))
    if request.method == "POST" and form.is_valid():
        form.save()
        with translation.override(form.instance.language or translation.get_language_from_request(request)):
            messages.success(request, str(_("Saved.")))
        return redirect("accounts:profile")
    return render(request, "accounts/profile.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@signed_in
def friends(request: PersonRequest) -> HttpResponse:
    """Show friends, asks both ways, and whom one blocks; for HTMX the lists alone."""
    return _friends_page(request, PersonForm())


@require_POST
@signed_in
def ask(request: PersonRequest) -> HttpResponse:
    """Ask the named person to be a friend."""
    return _do(request, lambda me, other: ANSWERS[friendship.ask(asker=me, other=other)])


@require_POST
@signed_in
def accept(request: PersonRequest) -> HttpResponse:
    """Say yes to the named person."""
    return _do(
        request, lambda me, other: friendship.accept(user=me, asker=other) or _("You and %(name)s are friends now.")
    )


@require_POST
@signed_in
def remove(request: PersonRequest) -> HttpResponse:
    """Decline an ask, take one's own back, or end a friendship."""
    return _do(
        request,
        lambda me, other: friendship.remove(user=me, other=other) or _("There is nothing between you and %(name)s now."),
    )


@require_POST
@signed_in
def block(request: PersonRequest) -> HttpResponse:
    """Block the named person."""
    return _do(
        request,
        lambda me, other: friendship.block(blocker=me, other=other)
        or _("You have blocked %(name)s, who is not told."),
    )


@require_POST
@signed_in
def unblock(request: PersonRequest) -> HttpResponse:
    """Unblock the named person."""
    return _do(
        request,
        lambda me, other: friendship.unblock(blocker=me, other=other) or _("%(name)s is not blocked any more."),
    )


def _do(request: PersonRequest, deed: Deed) -> HttpResponse:
    """Do `deed` to the person named in the form and say what came of it: lists for HTMX, else a redirect to the page."""
    form = PersonForm(request.POST)
    if not form.is_valid():
        return _friends_page(request, form, status=422)
    person: User = form.cleaned_data["name"]
    try:
        sentence = str(deed(request.user, person)) % {"name": person.username}
    except Refused as refused:
        form.add_error("name", str(refused))
        response = _friends_page(request, form, status=refused.status)
        if isinstance(refused, friendship.TooMany):
            response["Retry-After"] = str(refused.retry_after)
        return response
    messages.success(request, sentence)
    return _friends_page(request, PersonForm()) if is_fragment(request) else redirect("accounts:friends")


def _friends_page(request: PersonRequest, form: PersonForm, status: int = 200) -> HttpResponse:
    """The page of friends, or for HTMX its lists and notices."""
    me = request.user
    context: dict[str, Any] = {
        "form": form,
        "friends": selectors.friends_of(me),
        "asks": selectors.asks_for(me),
        "asked": selectors.asked_by(me),
        "blocked": selectors.blocked_by(me),
    }
    template = "accounts/_friends.html" if is_fragment(request) else "accounts/friends.html"
    return render(request, template, context, status=status)
