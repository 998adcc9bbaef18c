"""The options of a table: chosen before it is set up, and changed by its host until the game begins."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access import PersonRequest, with_account
from accounts.models import User
from games.forms.folds import folds_of
from games.forms.lobby import SetupForm, version_seen
from games.models import Game
from games.rows import store
from games.selectors import forecast as forecast_selectors
from games.selectors import lobby as lobby_selectors
from games.services import lobby, open_tables
from games.services import options as writer
from saboteur_site.web.answers import say_when
from saboteur_site.web.declined import DeclinedError, TooLateError


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def new(request: PersonRequest) -> HttpResponse:
    """Set up a table, or one like an older one; the button "look" only previews the choices."""
    last = lobby_selectors.last_options_of(request.user)
    like = lobby_selectors.options_like(request.GET.get("like", ""), request.user)
    preset = request.GET.get("preset", "")
    form = SetupForm(request.POST or None, host=request.user, preset=preset, last=last, like=like)
    refused = None
    if request.method == "POST" and form.is_valid() and "look" not in request.POST:
        try:
            made = lobby.set_up(host=request.user, options=form.options(), code=form.code())
            return redirect("games:table", made.code)
        except DeclinedError as error:
            refused = error
    return _draw(request, form, refused)


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def options(request: PersonRequest, code: str) -> HttpResponse:
    """Change the options of a table that has not begun; Http404 without a seat there."""
    found = lobby_selectors.table(code, request.user)
    game = found.game
    if found.mine is None:
        raise Http404
    if game.host_id != request.user.pk:
        raise PermissionDenied
    try:
        open_tables.must_be_open(game)
    except TooLateError as late:
        if request.method != "POST":
            return redirect("games:table", code)
        return render(request, "games/closed.html", {"sentence": str(late), "game": game}, status=late.status)
    last = lobby_selectors.last_options_of(request.user, but=code)
    form = SetupForm(request.POST or None, host=request.user, last=last, table=store.options(game))
    refused = None
    if request.method == "POST" and form.is_valid() and "look" not in request.POST:
        try:
            options_version = version_seen(request.POST)
            if writer.change(host=request.user, code=code, options_version=options_version, options=form.options()):
                messages.success(
                    request, _("The options are changed. We’ve asked everyone to say they’re ready again.")
                )
        except DeclinedError as error:
            refused = error
        else:
            return redirect("games:table", code)
    return _draw(request, form, refused, game)


def _draw(
    request: PersonRequest, form: SetupForm, refused: DeclinedError | None, game: Game | None = None
) -> HttpResponse:
    if refused is not None:
        form.add_error(None, str(refused))
    status = refused.status if refused else 422 if form.errors else 200
    context = {"form": form, "folds": folds_of(form), "forecast": _forecast(form, request.user), "game": game}
    return say_when(render(request, "games/setup.html", context, status=status), refused)


@require_POST
@with_account
def summary(request: PersonRequest) -> HttpResponse:
    """Return a preview of the choices of a form, for HTMX: the dependent fields of the form, and all lines about it."""
    last = lobby_selectors.last_options_of(request.user, but=request.POST.get("table", ""))
    form = SetupForm(request.POST, host=request.user, last=last)
    is_whole = request.htmx.target == "choices"  # type: ignore[attr-defined]
    context = {
        "form": form,
        "folds": folds_of(form),
        "forecast": _forecast(form, request.user),
        "is_whole": is_whole,
    }
    return render(request, "games/_setup_answer.html", context)


def _forecast(form: SetupForm, host: User) -> str:
    """Return when the first round of such a table would end, with its host and others without a known pace."""
    facts, hours = form.facts(), form.hours()
    return forecast_selectors.words_for(hours, facts, form.window(), host) if facts and hours else ""
