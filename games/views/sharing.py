"""What others see of a finished game: its picture, and its replay; and the page where its players decide about that."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import PersonRequest, signed_in
from games.forms.sharing import SharingForm
from games.models import Deal, Game, Status
from games.rows import store
from games.rows.sharing import picture_token
from games.selectors import sharing as selectors
from games.selectors import table as table_selectors
from games.services import sharing
from games.tableau.picture import as_png, headline_of, lines_of, picture_of_game, picture_of_site
from games.views import steps
from games.wording import names_words
from saboteur_site.web.answers import see_other
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.errors import failed


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def share(request: PersonRequest, code: str) -> HttpResponse:
    """Show a player the picture of a finished game and its address, and store what they let others see: their name on
    the picture, the replay. A table whose game is not over is shown instead; 404 for users without a seat."""
    place = table_selectors.place_at(code, request.user)
    if place.seat is None:
        raise Http404
    if request.method == "POST":
        return _decided(request, code)
    if place.game.status != Status.OVER:
        return redirect("games:table", code)
    game, named = place.game, selectors.named_at(place.game)
    context = {
        "game": game,
        "mine": place.seat.named,
        "named": named,
        **_words_of(game, named),
        "agreed_names": names_words(named.people),
        "token": picture_token(game.pk),
        "agreed": selectors.agreed_at(place),
        "waits_for_me": place.waiting,
    }
    return render(request, "games/share.html", context)


def _decided(request: PersonRequest, code: str) -> HttpResponse:
    form = SharingForm(request.POST)
    if not form.is_valid():
        return failed(request, 422, _("Choose yes or no."))
    said = form.cleaned_data
    try:
        if said["named"] is None:
            sharing.agree(user=request.user, code=code, shares=said["shares"])
        else:
            sharing.be_named(user=request.user, code=code, named=said["named"])
    except DeclinedError as refused:
        return failed(request, refused.status, str(refused))
    return see_other("games:share", code)


# -- the picture, which is public


@require_safe
def picture(request: HttpRequest, token: str) -> HttpResponse:
    """Show anyone with the address the picture of a finished game, with a button to play a first round."""
    game = selectors.pictured_at(token)
    named = selectors.named_at(game)
    context = {**_words_of(game, named), "token": token, "replay": selectors.replay_of(game)}
    return _unlisted(render(request, "games/picture.html", context))


@require_safe
def picture_png(request: HttpRequest, token: str) -> HttpResponse:
    """Return the picture of a finished game as PNG, in the visitor's language."""
    game = selectors.pictured_at(token)
    named = selectors.named_at(game)
    return _unlisted(_png(picture_of_game(store.public(game), named.names, named.title)))


@require_safe
def site_png(request: HttpRequest) -> HttpResponse:
    """Return the picture of the site as PNG, in the language of the address or of the visitor."""
    return _png(picture_of_site())


def _words_of(game: Game, named: selectors.NamedPlayers) -> dict[str, str]:
    """Return what a picture says in words: its headline, and the lines below it as one."""
    public = store.public(game)
    lines = lines_of(public, named.names, named.title)
    return {"headline": headline_of(public, named.names), "line": " ".join(filter(None, lines))}


def _png(drawn: str) -> HttpResponse:
    return HttpResponse(as_png(drawn), content_type="image/png")


def _unlisted(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex"
    return response


# -- the replay


@require_safe
def shared(request: HttpRequest, token: str, number: int = 0) -> HttpResponse:
    """Redirect to a round of a shared game: to its first step, or for the whole game to the last step of all."""
    place = selectors.shared_at(token)
    if not number:
        return redirect("games:shared-step", token, store.public(place.game).round, place.game.seq)
    dealt = Deal.objects.filter(game=place.game, round=number).values_list("seq", flat=True).first()
    if dealt is None:
        raise Http404
    return redirect("games:shared-step", token, number, dealt)


@require_safe
def shared_step(request: HttpRequest, token: str, number: int, seq: int) -> HttpResponse:
    """Show a step of a shared game as to a spectator: with all that is revealed once a game is over (R24)."""
    place = selectors.shared_at(token)
    preview = _words_of(place.game, selectors.named_at(place.game)) | {"token": picture_token(place.game.pk)}
    return steps.draw(request, place, number, seq, shared=token, preview=preview)
