"""The rule book: how to play, a page for each card, expansion and rule. Public pages that need no database."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.rules.roles import BASE_HANDS, BASE_ROLES
from games.rules.ruleset import BASE_GAME, GAMES, MODULES, VARIANTS
from games.tableau.markup import card_picture, picture
from games.wording import card_name, module_name
from games.wording.cards import OnScreen
from games.wording.facts import module_line
from games.wording.role_goals import other_goals
from games.wording.settled import ALWAYS, settled_of
from handbook import entries as book
from handbook.books import BOOKS, DIFFERENCES
from handbook.case_pictures import cases_of
from handbook.entry import CHAPTERS, TARGETS, CardHelp
from handbook.lesson_page import lessons_about
from handbook.rule_texts import chapters, neighbours, numbered_rules

PREFIXES = {"role": "role-", "chest": "c-", "place": "f-", "more": ""}
"""By chapter: the prefix of the ids of its pictures; the other chapters list their pictures."""

MINE = (
    (1, 3, "start"), (2, 3, "EW"), (3, 3, "ESW"), (3, 4, "N"), (4, 3, "EW"), (5, 3, "NES~"), (5, 2, "ESW"),
    (6, 2, "EW"), (7, 2, "E.W"), (5, 4, "NE"), (6, 4, "EW"), (7, 4, "NESW"), (9, 1, "goal"), (9, 3, "goal"),
    (9, 5, "goal"),
)  # fmt: skip
"""A mine in the middle of a round: column and row in a frame of nine by five, and its cards."""

FITS = ("start", "EW", "ESW"), ("start", "NS"), ("start", "E.W", "EW")
"""Cards side by side that fit; two that do not; and one that is illegal behind a dead end."""


class ShownCard(NamedTuple):
    """A card on a page: its picture, a label that distinguishes it there, and its number of copies (0: not shown)."""

    picture: SafeString
    words: OnScreen | None
    copies: int


class GalleryCard(NamedTuple):
    """A card in a gallery: the page it leads to, its picture, its name, and the expansion that brings it, if any. A
    card that `lies` in the mine is turned with it."""

    slug: str
    picture: SafeString
    name: str
    module: str
    lies: bool


class RulesRow(NamedTuple):
    """A game, an expansion or a variant in a list."""

    name: str
    title: str
    line: str


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show the base game, explained in two minutes."""
    return render(request, "handbook/overview.html", of_base())


def of_base() -> dict[str, object]:
    """Return the context of pages that explain the base game: a mine, cards that fit and do not, roles by players."""
    return {
        "mine": [(column, row, _lying(laid, column + row)) for column, row, laid in MINE],
        "fits": [[_lying(laid, number) for number, laid in enumerate(row)] for row in FITS],
        "numbers": [(players, *roles, BASE_HANDS[players]) for players, roles in BASE_ROLES.items()],
    }


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """Show all cards with their pictures, chapter by chapter."""
    entries = book.CARD_HELP.values()
    chapters = [(title, _tiles([entry for entry in entries if entry.kind == kind])) for kind, title in CHAPTERS.items()]
    return render(request, "handbook/cards.html", {"chapters": chapters})


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a card does, its target, its rules, and how many there are."""
    entry = book.CARD_HELP.get(slug)
    if entry is None:
        raise Http404
    context = {
        "entry": entry,
        "title": book.entry_title(entry),
        "chapter": CHAPTERS[entry.kind],
        "target": TARGETS[entry.kind],
        "lies": entry.kind in book.LIES,
        "shown": [
            ShownCard(picture_of(entry.kind, name, number), book.shown_words(entry, name), _copies(entry, name))
            for number, name in enumerate(entry.shown)
        ],
        "parts": [(_row(module), book.copies_words(entry, module)) for module in entry.part_of],
        "goals": [(_row(name), words) for name, words in _other_goals(entry).items()],
        "see": _tiles([book.CARD_HELP[other] for other in entry.see]),
        "lessons": lessons_about(entry.rules),
    }
    return render(
        request,
        "handbook/card.html",
        context | _leaves([(name, book.entry_title(other)) for name, other in book.CARD_HELP.items()], slug),
    )


def _other_goals(entry: CardHelp) -> dict[str, str]:
    """Return by game, expansion or variant the goal of a role there, if it differs from that in its own game."""
    return other_goals(entry.shown[0]) if entry.kind == "role" else {}


def about(card: str) -> dict[str, object]:
    """Return the help on one card of a hand: its name, its picture, its effect, and its page in the rule book."""
    entry = book.CARD_HELP[book.help_slug(card)]
    return {
        "entry": entry,
        "title": card_name(card),
        "target": TARGETS[entry.kind],
        "lies": entry.kind in book.LIES,
        "shown": ShownCard(picture_of(entry.kind, card), book.shown_words(entry, card), 0),
    }


@require_safe
def modules(request: HttpRequest) -> HttpResponse:
    """Show the games, expansions and variants, each with one line."""
    context = {"games": _rows(GAMES), "added": _rows(MODULES), "variants": _rows(VARIANTS)}
    return render(request, "handbook/modules.html", context)


@require_safe
def module(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a game, an expansion or a variant adds, its cards, and with what it cannot be combined."""
    entry = book.MODULE_HELP.get(slug)
    if entry is None:
        raise Http404
    context = {
        "entry": entry,
        "row": _row(slug),
        "only_with_base": book.only_with_base(slug),
        "not_together": _rows(book.not_together(slug)),
        "settled": [*(settled_of(ALWAYS) if slug in GAMES else ()), *settled_of(slug)],
        "books_differ": slug in GAMES,
        "tiles": _tiles(book.cards_of(slug), on=slug),
        "guide": slug if slug in GAMES else book.ADDED,
        "lessons": lessons_about(entry.rules),
    }
    return render(
        request,
        "handbook/module.html",
        context | _leaves([(name, _row(name).title) for name in book.MODULE_HELP], slug),
    )


@require_safe
def books(request: HttpRequest) -> HttpResponse:
    """Show where the printed rulebooks differ, and which rule this site uses."""
    return render(request, "handbook/books.html", {"books": BOOKS, "differences": DIFFERENCES})


@require_safe
def rules_by_number(request: HttpRequest) -> HttpResponse:
    """Show all numbered rules on one page, each with an anchor of its own."""
    return render(request, "handbook/numbered.html", {"chapters": chapters()})


@require_safe
def rule(request: HttpRequest, number: int) -> HttpResponse:
    """Show one numbered rule, and the pages that cite it."""
    found = numbered_rules().get(number)
    if found is None:
        raise Http404
    before, after = neighbours(number)
    context = {
        "rule": found,
        "cases": cases_of(number),
        "before": before,
        "after": after,
        "tiles": _tiles(book.cards_under(number)),
        "lessons": lessons_about([number]),
        "modules": _rows(book.modules_under(number)),
    }
    return render(request, "handbook/rule.html", context)


def _lying(laid: str, rock: int) -> SafeString:
    return card_picture(laid, rock % 3)


def picture_of(kind: str, name: str, number: int = 0) -> SafeString:
    """Return a card of a chapter as the book shows it; `number` is that of the rock behind a tunnel."""
    return picture(PREFIXES[kind] + name) if kind in PREFIXES else _lying(name, number)


def _copies(entry: CardHelp, name: str) -> int:
    """Return the number of copies of a card among others; only if they are shown side by side."""
    return book.copies_of(name) if len(entry.shown) > 1 else 0


def _tiles(entries: Iterable[CardHelp], on: str = "") -> list[GalleryCard]:
    """Return cards as tiles, without the name of the expansion for the base game and this page's module `on`."""
    return [
        GalleryCard(
            slug=entry.slug,
            picture=picture_of(entry.kind, entry.shown[0], number),
            name=book.entry_title(entry),
            module="" if {BASE_GAME, on} & {*entry.part_of} else _row(entry.part_of[0]).title,
            lies=entry.kind in book.LIES,
        )
        for number, entry in enumerate(entries)
    ]


def _rows(names: Iterable[str]) -> list[RulesRow]:
    return [_row(name) for name in names]


def _row(name: str) -> RulesRow:
    return RulesRow(name, module_name(name), module_line(name))


def _leaves(pages: Sequence[tuple[str, str]], slug: str) -> dict[str, object]:
    """Return the pages before and after one, each with its title, for navigation; None at the ends."""
    place = [page[0] for page in pages].index(slug)
    around = (None, *pages, None)
    return {"before": around[place], "after": around[place + 2]}
