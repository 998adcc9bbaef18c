"""The page of friends and its actions."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access import PersonRequest, with_account
from accounts.forms.friends import PersonForm
from accounts.models import User
from accounts.selectors import friends as friends_selectors
from accounts.services import friends as friendship
from accounts.services.friends import AskOutcome
from saboteur_site.web.answers import say_when
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.fragments import back, is_fragment

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_NAMED = 3
"""The number of tables that the row of a friend names."""

FriendAction = Callable[[User, User], AskOutcome | None]
Sentences = Mapping[AskOutcome | None, "StrPromise"]

ANSWERS: Sentences = {
    AskOutcome.ASKED: _("You’ve sent %(name)s a friend request."),
    AskOutcome.ASKED_BEFORE: _("You’ve already sent %(name)s a friend request."),
    AskOutcome.FRIENDS: _("%(name)s had asked you too, so you’re friends now."),
    AskOutcome.FRIENDS_BEFORE: _("%(name)s is already your friend."),
}


@require_safe
@with_account
def friends(request: PersonRequest) -> HttpResponse:
    """Show friends, friend requests in both directions, and blocked users; for HTMX the lists alone."""
    return _friends_page(request, PersonForm())


@require_POST
@with_account
def ask(request: PersonRequest) -> HttpResponse:
    """Send the named user a friend request."""
    return _do(request, lambda me, other: friendship.ask(asker=me, other=other), ANSWERS, keep=True)


@require_POST
@with_account
def accept(request: PersonRequest) -> HttpResponse:
    """Accept the friend request of the named user."""
    done: Sentences = {None: _("You and %(name)s are friends now.")}
    return _do(request, lambda me, other: friendship.accept(user=me, asker=other), done)


@require_POST
@with_account
def remove(request: PersonRequest) -> HttpResponse:
    """Decline a friend request, withdraw one's own, or end a friendship."""
    done: Sentences = {None: _("You and %(name)s aren’t friends.")}
    return _do(request, lambda me, other: friendship.remove(user=me, other=other), done)


@require_POST
@with_account
def block(request: PersonRequest) -> HttpResponse:
    """Block the named person."""
    done: Sentences = {None: _("You’ve blocked %(name)s. They won’t know.")}
    return _do(request, lambda me, other: friendship.block(blocker=me, other=other), done)


@require_POST
@with_account
def unblock(request: PersonRequest) -> HttpResponse:
    """Unblock the named person."""
    done: Sentences = {None: _("%(name)s is no longer blocked.")}
    return _do(request, lambda me, other: friendship.unblock(blocker=me, other=other), done)


@require_POST
@with_account
def make_link(request: PersonRequest) -> HttpResponse:
    """Create the link by which others become friends, or a new one."""
    try:
        friendship.make_link(request.user)
    except DeclinedError as refused:
        messages.error(request, str(refused))
        return say_when(_friends_page(request, PersonForm(), refused.status), refused)
    return _friends_page(request, PersonForm()) if is_fragment(request) else redirect("accounts:friends")


@require_POST
@with_account
def revoke_link(request: PersonRequest) -> HttpResponse:
    """Make the link invalid."""
    friendship.revoke_link(request.user)
    messages.success(request, _("The link is switched off."))
    return _friends_page(request, PersonForm()) if is_fragment(request) else redirect("accounts:friends")


@require_http_methods(["GET", "HEAD", "POST"])
def friend_by_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show whose friend one becomes by a link, with the button; Http404 without a valid link."""
    if request.method == "POST":
        return _befriend(request, token)
    owner = friends_selectors.owner_of(token)
    context = {
        "owner": owner,
        "is_own": owner == request.user,
        "login_url": f"{reverse('account_login')}?next={request.path}",
    }
    return render(request, "accounts/friend_link.html", context)


@with_account
def _befriend(request: PersonRequest, token: str) -> HttpResponse:
    try:
        owner = friendship.befriend(user=request.user, token=token)
    except DeclinedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("You and %(name)s are friends now.") % {"name": owner.username})
    return redirect("accounts:friends")


def _do(request: PersonRequest, action: FriendAction, sentences: Sentences, keep: bool = False) -> HttpResponse:
    """Apply `action` to the user named in the form, and report its outcome. HTMX gets lists, others a redirect.

    With `keep` a refused name stays in the field with the reason below it. Else the reason is a notice.
    """
    form, refused = PersonForm(request.POST), DeclinedError()
    if form.is_valid():
        person: User = form.cleaned_data["name"]
        try:
            outcome = action(request.user, person)
        except DeclinedError as reason:
            refused = reason
            form.add_error("name", str(reason))
        else:
            messages.success(request, str(sentences[outcome]) % {"name": person.username})
            return (
                _friends_page(request, PersonForm())
                if is_fragment(request)
                else redirect(back(request) or "accounts:friends")
            )
    form.fields["name"].widget.attrs["autofocus"] = True
    if not keep:
        messages.error(request, str(form.errors["name"][0]))
        form = PersonForm()
    return say_when(_friends_page(request, form, refused.status), refused)


def _in_short(names: list[str]) -> str:
    """Return the names of tables for a row, the first ones of many."""
    return ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")


def _friends_page(request: PersonRequest, form: PersonForm, status: int = 200) -> HttpResponse:
    """The page of friends; for HTMX its lists and notices."""
    me = request.user
    friends = list(friends_selectors.friends_of(me))
    together = friends_selectors.tables_together(me, friends) if friends else {}
    context = {
        "form": form,
        "friends": [(friend, _in_short(together.get(friend.pk, []))) for friend in friends],
        "link": friends_selectors.link_of(me),
        "asks": friends_selectors.asks_for(me),
        "asked": friends_selectors.asked_by(me),
        "blocked": friends_selectors.blocked_by(me),
    }
    template = "accounts/_friends_answer.html" if is_fragment(request) else "accounts/friends.html"
    return render(request, template, context, status=status)
