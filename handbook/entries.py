"""The rule book: which page is about which card, game or rule, and how many of a card there are.

>>> help_slug("NE~"), help_slug("break:cart"), help_slug("stone-a"), help_slug("geologist")
('bends', 'break-cart', 'goal-stone', 'role-geologist')
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache

from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.agenda import Rules
from games.rules.cards import (
    BASE_ACTIONS,
    BASE_TUNNELS,
    CARDS,
    GOLD_CARDS,
    MODULE_ACTIONS,
    SABOTEUR2_ACTIONS,
    SABOTEUR2_TUNNELS,
)
from games.rules.ruleset import BASE_ONLY, GAMES, MODULES, VARIANTS, Module, compiled
from games.rules.tunnels import TURNED
from games.sheets import MODULES as SHEETS
from games.sheets import slug_of
from games.sheets.sheet import EntrySheet, ModuleSheet
from games.wording.cards import OnScreen, card_name, place_name, role_name, screen_words, shape_of
from games.wording.role_goals import home_of, role_goal, ruleset_with
from games.wording.rulesets import module_name
from handbook.entry import CHAPTERS, CardHelp, ModuleHelp


def _pages(module: ModuleSheet) -> Iterator[tuple[str, str, EntrySheet | None]]:
    """Return the chapter of each page that a module brings, the name of its card, and the entry."""
    for page in module.tunnels:
        yield "tunnel", "", page
    for chapter, sheets in (
        ("action", module.actions),
        ("goal", module.goals),
        ("chest", module.chests),
        ("role", module.roles),
        ("place", module.places),
    ):
        for sheet in sheets:
            yield chapter, sheet.name, sheet.page
    for page in module.more:
        yield "more", "", page


def _entries() -> Iterator[CardHelp]:
    pages = [(module.name, *page) for module in SHEETS.values() for page in _pages(module)]
    for chapter in CHAPTERS:
        for module, kind, card, page in pages:
            if kind == chapter and page is not None:
                yield CardHelp(
                    slug=page.slug or _PREFIXES.get(kind, "") + slug_of(card),
                    kind=kind,
                    shown=page.shown or _cards_of(page.shapes) or (card,),
                    what=page.what,
                    target=_home_goal(card) if kind == "role" else page.target,
                    rules=page.rules,
                    part_of=(module, *page.also),
                    see=page.see,
                    title=page.title,
                )


def _said_at_home(role: str) -> str:
    return role_goal(role, home_of(role))


_home_goal = lazy(_said_at_home, str)
"""The goal of a role by the rules of the game that brings it, composed when it is shown."""


def _cards_of(shapes: Collection[str]) -> tuple[str, ...]:
    """Return the tunnel cards of some kinds, in the order of the catalogue."""
    return tuple(name for name, card in CARDS.items() if card.is_tunnel and shape_of(name) in shapes)


_PREFIXES = {"goal": "goal-", "chest": "chest-", "role": "role-"}
"""By chapter: the prefix of a card's name in the address of its page."""
CARD_HELP: Mapping[str, CardHelp] = {entry.slug: entry for entry in _entries()}
"""The pages about cards by their slugs, in the order of the book."""
MODULE_HELP: Mapping[str, ModuleHelp] = {
    sheet.name: ModuleHelp(sheet.name, sheet.adds, sheet.rules) for sheet in SHEETS.values()
}
"""The pages about games, expansions and variants by their names, in the order of the book."""


ADDED = "added"
"""The name of the printed guide about all additions to a game."""
GUIDES = (*GAMES, ADDED)
"""The printed guides by their names in addresses."""


def guide_title(slug: str) -> str:
    """Return the title of a printed guide."""
    return _("Cards and expansions") if slug == ADDED else module_name(slug)


def help_slug(card: str) -> str:
    """Return the slug of the page about a tunnel (perhaps with `~`), action, goal, chest, role, fixed card or start.

    KeyError when there is no such card.
    """
    return _slugs()[card.removesuffix(TURNED)]


@cache
def _slugs() -> Mapping[str, str]:
    return {card: entry.slug for entry in CARD_HELP.values() for card in entry.shown}


def entry_title(entry: CardHelp) -> str:
    """Return the title of a page about a card."""
    if entry.title is not None:
        return str(entry.title)
    names = {"role": role_name, "place": place_name}
    return names.get(entry.kind, card_name)(entry.shown[0])


def shown_words(entry: CardHelp, card: str) -> OnScreen | None:
    """Return what distinguishes a card in its family: `up–right, dead end down`; None if nothing is needed."""
    tells = entry.kind == "tunnel" or (entry.kind == "goal" and len(entry.shown) > 1)
    return screen_words(card) if tells else None


LIES = ("tunnel", "goal", "place")
"""The chapters about cards that lie in the mine, and are turned with it on a screen."""


def copies_of(card: str) -> int:
    """Return how many copies of a tunnel, action or gold card there are; 0 for a card that is not counted."""
    gold = {f"gold-{nuggets}": count for nuggets, count in GOLD_CARDS.items()}
    return {**BASE_TUNNELS, **BASE_ACTIONS, **SABOTEUR2_TUNNELS, **SABOTEUR2_ACTIONS, **MODULE_ACTIONS, **gold}.get(
        card, 0
    )


def copies_words(entry: CardHelp, module: str) -> str:
    """Return how many cards of an entry a game, an expansion or a variant brings: `3 cards`; "" if the text says it."""
    fewest, most = _copies(entry, module)
    if fewest != most:
        return _("%(fewest)s to %(most)s cards, by the number of players") % {"fewest": fewest, "most": most}
    return ngettext("%(count)s card", "%(count)s cards", most) % {"count": most} if most else ""


def _copies(entry: CardHelp, module: str) -> tuple[int, int]:
    if entry.kind == "role":
        return _role_cards(entry.shown[0], module)
    if entry.kind == "goal":
        count = sum(card in _rules_with(module).goals for card in entry.shown)
    elif entry.kind == "more":
        count = sum(map(copies_of, entry.shown))
    else:
        count = sum(copies_of(card) or 1 for card in entry.shown)
    return count, count


def _rules_with(module: str) -> Rules:
    """Return the rules of a game, or of the base game with an expansion or a variant."""
    return compiled(ruleset_with(module))


def _role_cards(role: str, module: str) -> tuple[int, int]:
    rules = _rules_with(module)
    counts = [rules.roles(players).count(role) for players in rules.seats]
    return min(counts), max(counts)


def cards_of(module: str) -> list[CardHelp]:
    """Return the pages about the cards that a game, an expansion or a variant brings."""
    return [entry for entry in CARD_HELP.values() if module in entry.part_of]


def only_with_base(module: str) -> bool:
    """Return whether an expansion or a variant can be added to the base game only (R82)."""
    added = _added().get(module)
    return added is not None and added.needs == BASE_ONLY


def not_together(module: str) -> list[str]:
    """Return the expansions and variants that cannot be combined with one, whichever of the two excludes it (R82)."""
    added = _added()
    ruled_out = added[module].excludes if module in added else ()
    return [name for name in added if name in ruled_out or module in added[name].excludes]


def _added() -> Mapping[str, Module]:
    return {**MODULES, **VARIANTS}


def cards_under(number: int) -> list[CardHelp]:
    """Return the pages about cards that cite a rule."""
    return [entry for entry in CARD_HELP.values() if number in entry.rules]


def modules_under(number: int) -> list[str]:
    """Return the games, expansions and variants whose pages cite a rule."""
    return [entry.name for entry in MODULE_HELP.values() if number in entry.rules]
