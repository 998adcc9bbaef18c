"""The rules of a game on one sheet of paper, to be printed. Public, and without database queries."""

from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from games.rules.modules.saboteur2 import shares_of_winners
from games.rules.ruleset import BASE_GAME, MODULES, SABOTEUR2, VARIANTS
from games.tableau.markup import picture
from games.wording import module_name
from games.wording.facts import module_line
from games.wording.role_goals import goal_in_short
from handbook import entries as book
from handbook.entries import ADDED, GUIDES, guide_title
from handbook.entry import CHAPTERS, CardHelp
from handbook.views.rules import of_base, picture_of
from saboteur_site.languages.choice import languages


class CardRow(NamedTuple):
    """A card, or a family of cards: its picture, its name, how many there are (0: not shown), and its effect."""

    picture: SafeString
    name: str
    copies: str
    what: str


class Addition(NamedTuple):
    """An addition to a game: its picture, its title, sentences about it, and the cards it adds to the mine."""

    picture: SafeString
    title: str
    adds: tuple[str, ...]
    cards: list[CardRow]


@require_safe
def guide(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game on one page of paper, in the reader's language or in the one named by `in`."""
    if slug not in GUIDES:
        raise Http404
    chosen = request.GET.get("in", "")
    language = chosen if chosen in dict(settings.LANGUAGES) else get_language()
    with override(language):
        context = {"slug": slug, "title": guide_title(slug), "languages": languages(), **_SHOWN[slug]()}
        response = render(request, f"handbook/guide_{slug}.html", context)
        response["Content-Language"] = get_language() or settings.LANGUAGE_CODE
    return response


def _base() -> dict[str, object]:
    return {**of_base(), "cards": _cards(BASE_GAME, "tunnel", "action")}


def _saboteur2() -> dict[str, object]:
    return {
        "line": module_line(SABOTEUR2),
        "adds": book.MODULE_HELP[SABOTEUR2].adds,
        "chapters": [(CHAPTERS[kind], _cards(SABOTEUR2, kind)) for kind in ("role", "tunnel", "action")],
        "shares": shares_of_winners(),
        "most": len(shares_of_winners()) + 1,
    }


def _added() -> dict[str, object]:
    return {"parts": [_part(name) for name in (*MODULES, *VARIANTS)]}


_SHOWN = {BASE_GAME: _base, SABOTEUR2: _saboteur2, ADDED: _added}
"""By guide: the context of its page."""


def _part(name: str) -> Addition:
    adds = tuple(map(str, book.MODULE_HELP[name].adds))
    cards = [card for card in book.cards_of(name) if card.part_of == (name,) and card.kind in ("goal", "chest")]
    return Addition(picture(f"m-{name}"), module_name(name), adds, [_card(card, name) for card in cards])


def _cards(module: str, *kinds: str) -> list[CardRow]:
    return [_card(card, module) for card in book.cards_of(module) if card.kind in kinds and card.slug != "start"]


def _card(entry: CardHelp, module: str) -> CardRow:
    drawn = picture_of(entry.kind, entry.shown[0])
    what = goal_in_short(entry.shown[0], module) if entry.kind == "role" else str(entry.what)
    return CardRow(drawn, book.entry_title(entry), book.copies_words(entry, module), what)
