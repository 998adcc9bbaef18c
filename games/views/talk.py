"""Chat messages and claims of a table, with HTMX and without."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, signed_in
from accounts.services import mutes
from games import clock
from games.forms.talk import AboutWordForm, MuteForm, SayForm, read_about, read_claim
from games.models import Said, Status, Talk
from games.rows import store
from games.selectors import table as table_selectors
from games.selectors import talk as talk_selectors
from games.selectors.table import Place
from games.selectors.talk import Spoken
from games.services import talk
from games.tableau.spoken import spoken_of
from games.tableau.talk import claiming_of, talking_of
from games.views import ceremony
from games.views.table import table_again, table_now
from saboteur_site.web.answers import say_when, see_other
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.fragments import is_fragment


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def say(request: PersonRequest, code: str) -> HttpResponse:
    """Post a chat message. HTMX gets the form alone, so that its text stays until it is accepted."""
    if request.method != "POST":
        return redirect("games:table", code)
    form = SayForm(request.POST)
    if not form.is_valid():
        return _unsaid(request, code, form.trouble, 422)
    sent = form.cleaned_data
    user, after = request.user, sent["after"] or 0
    try:
        if sent["quick"]:
            last = talk.say_quick(user=user, code=code, word=sent["quick"], after=after)
        else:
            last = talk.say(user=user, code=code, text=sent["text"], after=after)
    except DeclinedError as refused:
        return say_when(_unsaid(request, code, str(refused), refused.status), refused)
    if is_fragment(request):
        return render(request, "games/_say_state.html", {"after": last, "said": _("Sent.")})
    return see_other("games:table", code)


def _unsaid(request: PersonRequest, code: str, why: str, status: int) -> HttpResponse:
    """Return the form with the typed text and the reason of the refusal."""
    after = request.POST.get("after", "")
    known = after if after.isascii() and after.isdigit() and len(after) < 10 else "0"
    context = {"after": known, "why": why, "text": request.POST.get("text", "")[: talk.LONGEST], "code": code}
    template = "games/_say_state.html" if is_fragment(request) else "games/unsaid.html"
    return render(request, template, context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def said(request: PersonRequest, code: str, number: int) -> HttpResponse:
    """Show a message with its actions: remove it, mute its author, report it."""
    place = table_selectors.place_at(code, request.user)
    word = talk_selectors.word_of(place.game, request.user, number) if place.seat and number < 2**31 else None
    if word is None or word.removed or word.kind == Said.CLAIM:
        raise Http404
    form = AboutWordForm(request.POST or None)
    if request.method != "POST":
        return _about(request, place, word)
    if not form.is_valid():
        return _about(request, place, word, _("Tell us in a few words what’s wrong with it."), 422)
    try:
        if form.cleaned_data["deed"] == "remove":
            talk.remove(user=request.user, code=code, number=number)
            return see_other("games:table", code)
        talk.complain(user=request.user, code=code, number=number, reason=form.cleaned_data["reason"])
    except DeclinedError as refused:
        return say_when(_about(request, place, word, str(refused), refused.status), refused)
    return _about(request, place, word, confirmation=_("Thank you. The people who run this site will take a look."))


def _about(
    request: PersonRequest, place: Place, word: Spoken, why: str = "", status: int = 200, *, confirmation: str = ""
) -> HttpResponse:
    part = is_fragment(request)
    (line,) = spoken_of([word], [], place.game.code, seated=False)
    context = {
        "game": place.game,
        "word": line,
        "author": None if word.mine or word.bot else word.person,
        "removable": word.mine and clock.now() - word.at <= talk.REMOVABLE,
        "why": why,
        "told": confirmation,
        "part": part,
        "waits_for_me": place.waiting,
        "here": reverse("games:said", args=[place.game.code, word.number]),
    }
    template = "games/_said.html" if part else "games/said.html"
    answer = render(request, template, context, status=status)
    if part:
        answer["HX-Push-Url"] = "false"  # the sheet is no place of its own
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def mute(request: PersonRequest, code: str) -> HttpResponse:
    """Mute a player of this table, or unmute them; Http404 for other names."""
    if request.method != "POST":
        return redirect("games:table", code)
    place = table_selectors.place_at(code, request.user)
    form = MuteForm(request.POST)
    if place.seat is None or not form.is_valid():
        raise Http404
    other, hear = form.cleaned_data["name"], form.cleaned_data["hear"]
    if not talk_selectors.is_around(place.game, other):
        raise Http404
    (mutes.unmute if hear else mutes.mute)(user=request.user, other=other)
    confirmation = (
        _("You’ll see messages from %(name)s again.") if hear else _("You won’t see messages from %(name)s any more.")
    )
    messages.success(request, confirmation % {"name": other.username})
    return see_other("games:table", code)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def claim(request: PersonRequest, code: str) -> HttpResponse:
    """Show the possible and the made claims about a subject; a POST makes a claim."""
    if request.method == "POST":
        return _claim(request, code)
    place = table_selectors.place_at(code, request.user)
    if place.seat is None:
        raise Http404
    if place.game.status != Status.RUNNING or place.game.talk == Talk.OFF:
        return redirect("games:table", code)
    public, about = store.public(place.game), read_about(request.GET)
    if due := ceremony.due_at(place, public):
        return ceremony.lead_to(request, place, due)
    people = table_selectors.people_at(place.game)
    said = talk_selectors.claims_of(place.game, request.user, public.round)
    shown = claiming_of(public, place.seat.number, about, [person.name for person in people], said, code)
    part = is_fragment(request)
    context = {"game": place.game, "claiming": shown, "part": part, "waits_for_me": place.waiting}
    context["talk"] = talking_of(place.game, place.seat)
    if shown.name:
        context["hear"] = mutes.is_muted(user=request.user, name=shown.name)
        context["author"] = next((one.pk for one in people if one.name == shown.name and not one.bot), None)
    answer = render(request, "games/_claim.html" if part else "games/claim.html", context)
    if part:
        answer["HX-Push-Url"] = "false"  # the sheet is no place of its own
    return answer


def _claim(request: PersonRequest, code: str) -> HttpResponse:
    sent = read_claim(request.POST)
    if sent is None:
        return table_again(request, code, _("You can’t claim that."), 422)
    try:
        talk.claim(user=request.user, code=code, claim=sent)
    except DeclinedError as refused:
        return say_when(table_again(request, code, str(refused), refused.status), refused)
    return table_now(request, code)
