"""The page of a person's tokens and bot accounts."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, with_account
from api import selectors, services
from api.forms import BotForm, KeyForm, TokenForm
from saboteur_site.web.answers import say_when
from saboteur_site.web.declined import DeclinedError

MAKE, REVOKE, NEW_BOT, REMOVE_BOT = "make", "revoke", "bot", "remove-bot"


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def tokens(request: PersonRequest) -> HttpResponse:
    """Show tokens and bot accounts; a POST creates or removes one, as its `deed` says. A new token is shown in the
    response to its form alone."""
    deed = request.POST.get("deed", "")
    try:
        if deed == MAKE:
            return _make(request)
        if deed == NEW_BOT:
            return _new_bot(request)
    except DeclinedError as refused:
        return say_when(_page(request, refused=str(refused), status=refused.status), refused)
    key = KeyForm(request.POST)
    if deed in (REVOKE, REMOVE_BOT) and key.is_valid():
        if deed == REVOKE:
            services.revoke(by=request.user, token=key.cleaned_data["key"])
            messages.success(request, _("The token is revoked. Nothing can use it any more."))
        else:
            services.remove_bot(owner=request.user, bot=key.cleaned_data["key"])
            messages.success(request, _("The bot account is removed. Bots take over its seats."))
        return redirect("api:tokens")
    if request.method == "POST":
        wrong = _("Nothing was changed, because this page doesn’t know that button.")
        return _page(request, refused=wrong, status=422)
    return _page(request)


@sensitive_variables("made")
def _make(request: PersonRequest) -> HttpResponse:
    form = TokenForm(request.POST, owner=request.user)
    if not form.is_valid():
        return _page(request, token_form=form, status=422)
    sent = form.cleaned_data
    made = services.make_token(
        by=request.user, account=sent["account"], name=sent["name"], scopes=sent["scopes"], days=sent["days"]
    )
    return _page(request, made=made)


def _new_bot(request: PersonRequest) -> HttpResponse:
    form = BotForm(request.POST)
    if not form.is_valid():
        return _page(request, bot_form=form, status=422)
    bot = services.make_bot(owner=request.user, name=form.cleaned_data["name"])
    messages.success(request, _("%(name)s is ready. Make a token for it now.") % {"name": bot.username})
    return redirect("api:tokens")


@sensitive_variables("made")
def _page(
    request: PersonRequest,
    *,
    token_form: TokenForm | None = None,
    bot_form: BotForm | None = None,
    made: str = "",
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    bots = list(selectors.bots_of(request.user))
    context = {
        "tokens": selectors.tokens_of(request.user),
        "bots": bots,
        "token_form": token_form or TokenForm(owner=request.user),
        "bot_form": (bot_form or BotForm()) if len(bots) < settings.BOT_ACCOUNTS else None,
        "allows_bots": settings.BOT_ACCOUNTS > 0,
        "made": made,
        "refused": refused,
    }
    return render(request, "api/tokens.html", context, status=status)
