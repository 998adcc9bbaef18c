"""Who belongs to a circle: members, friends to add, the link, leaving."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access import PersonRequest, with_account
from accounts.models import User
from circles.forms.circles import MemberForm, NameForm, PeopleForm
from circles.pages import usual_of
from circles.selectors import circles as selectors
from circles.services import membership
from results.selectors.seen import with_pages
from saboteur_site.web.answers import say_when, see_other
from saboteur_site.web.declined import DeclinedError


@require_safe
@with_account
def about(request: PersonRequest, circle: str) -> HttpResponse:
    """Show a circle's members, its link, and what its reader may change."""
    return _about_page(request, circle)


@require_POST
@with_account
def rename(request: PersonRequest, circle: str) -> HttpResponse:
    """Give a circle another name."""
    form = NameForm(request.POST)
    if not form.is_valid():
        selectors.hosted_by(circle, request.user)
        return _about_page(request, circle, name_form=form, status=422)
    name = form.cleaned_data["name"]
    return _do(
        request, circle, lambda: membership.rename(host=request.user, code=circle, name=name), _("The name is changed.")
    )


@require_POST
@with_account
def add(request: PersonRequest, circle: str) -> HttpResponse:
    """Add some friends."""
    form = PeopleForm(request.POST, among=selectors.friends_to_add(selectors.membership(circle, request.user)))
    if not form.is_valid():
        return _about_page(request, circle, people_form=form, status=422)
    try:
        came = membership.add(by=request.user, code=circle, friends=form.chosen())
    except DeclinedError as refused:
        return _refused(request, circle, refused)
    messages.success(request, ngettext("%(many)s friend is in.", "%(many)s friends are in.", came) % {"many": came})
    return see_other("circles:about", circle)


@require_POST
@with_account
def make_link(request: PersonRequest, circle: str) -> HttpResponse:
    """Make the link by which others join, or a new one."""
    return _do(request, circle, lambda: membership.make_link(by=request.user, code=circle))


@require_POST
@with_account
def revoke_link(request: PersonRequest, circle: str) -> HttpResponse:
    """Make the link invalid."""
    return _do(
        request, circle, lambda: membership.revoke_link(by=request.user, code=circle), _("The link is switched off.")
    )


@require_POST
@with_account
def remove(request: PersonRequest, circle: str) -> HttpResponse:
    """Remove a member."""
    user = MemberForm(request.POST, among=selectors.hosted_by(circle, request.user).members).user()
    if user is None:
        return _about_page(request, circle, status=422)
    said = _("%(name)s is no longer in this circle.") % {"name": user.username}
    return _do(request, circle, lambda: membership.remove(host=request.user, code=circle, user=user), said)


@require_POST
@with_account
def leave(request: PersonRequest, circle: str) -> HttpResponse:
    """Leave a circle."""
    name = selectors.membership(circle, request.user).circle.name
    membership.leave(user=request.user, code=circle)
    messages.success(request, _("You’ve left “%(circle)s”.") % {"circle": name})
    return see_other("circles:all")


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show a link to a circle, and make a user a member by it. Also for visitors; Http404 without a valid link."""
    if request.method == "POST":
        return _join(request, token)
    reader = request.user if isinstance(request.user, User) else None
    context = {
        "link": selectors.link_preview(token, reader),
        "login_url": f"{reverse('account_login')}?next={request.path}",
        "signup_url": f"{reverse('account_signup')}?next={request.path}",
    }
    return render(request, "circles/invitation.html", context)


@with_account
def _join(request: PersonRequest, token: str) -> HttpResponse:
    try:
        circle = membership.join(user=request.user, token=token)
    except DeclinedError as refused:
        messages.error(request, str(refused))
        return see_other("circles:all")
    messages.success(request, _("You’re in “%(circle)s”.") % {"circle": circle.name})
    return see_other("circles:circle", circle.code)


def _do(request: PersonRequest, circle: str, action: Callable[[], object], said: str = "") -> HttpResponse:
    """Apply an action to a circle, and show what came of it."""
    try:
        action()
    except DeclinedError as refused:
        return _refused(request, circle, refused)
    if said:
        messages.success(request, said)
    return see_other("circles:about", circle)


def _refused(request: PersonRequest, circle: str, refused: DeclinedError) -> HttpResponse:
    messages.error(request, str(refused))
    return say_when(_about_page(request, circle, status=refused.status), refused)


def _about_page(
    request: PersonRequest,
    circle: str,
    *,
    name_form: NameForm | None = None,
    people_form: PeopleForm | None = None,
    status: int = 200,
) -> HttpResponse:
    found = selectors.membership(circle, request.user)
    link = selectors.link_of(found.circle)
    context = {
        "found": found,
        "circle": found.circle,
        "link": link,
        "played": usual_of(found.circle),
        "pages": with_pages(request.user, [member.user_id for member in found.others]),
        "may_switch": link is not None and (found.is_host or link.by_id == request.user.pk),
        "name_form": name_form or NameForm(initial={"name": found.circle.name}),
        "people_form": people_form or PeopleForm(among=selectors.friends_to_add(found)),
    }
    return render(request, "circles/about.html", context, status=status)
