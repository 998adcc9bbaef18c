"""Short answers above the results of a search, computed from the values that the rules themselves use."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.modules.saboteur2 import shares_of_winners
from games.rules.payout import SABOTEURS_PAY
from games.rules.ruleset import BASE_GAME, SABOTEUR2, compiled
from games.wording.cards import role_name
from games.wording.role_goals import ruleset_with
from games.wording.rulesets import module_name
from handbook.entries import CARD_HELP, copies_words
from handbook.search.index import Results
from handbook.search.pages import BY_PLAYERS, CARD, MODULE

_GAMES = ("tournament", SABOTEUR2, BASE_GAME)
"""The rules with their own roles by the number of players; the first that a question or its table names is meant."""
_AMOUNT = frozenset({"count", "pay", "gold", "nugget"})


class ShortAnswer(NamedTuple):
    """A title, and facts below it: a label and a value each."""

    title: str
    facts: tuple[tuple[str, str], ...]


def short_answer(results: Results, in_force: Sequence[str] = ()) -> ShortAnswer | None:
    """Return the answer to a question whose best page has it as data; None if that page has none."""
    if not results.pages:
        return None
    page = results.pages[0].page
    if results.players and (page.name in (*BY_PLAYERS, "rule:R30", "rule:R31") or page.kind == MODULE):
        return _with_players(results.players, _game_of(results, in_force))
    if page.name == "rule:R23" and results.meanings & _AMOUNT:
        return _of_saboteurs()
    if page.name == "rule:R47" and results.meanings & _AMOUNT:
        return _of_winners()
    if page.kind == CARD and "count" in results.meanings:
        return _of_card(page.key)
    return None


def _game_of(results: Results, in_force: Sequence[str]) -> str:
    named = {*results.meanings, *in_force}
    return next((name for name in _GAMES if name in named), BASE_GAME)


def _with_players(players: int, game: str) -> ShortAnswer | None:
    rules = compiled(ruleset_with(game))
    if players not in rules.seats:
        return None
    roles = rules.roles(players)
    facts = [(role_name(role), str(count)) for role, count in Counter(roles).items()]
    if len(roles) > players:
        facts.append((_("Roles set aside"), str(len(roles) - players)))
    facts.append((_("Cards in hand"), str(rules.hand_size(players))))
    words = ngettext("%(game)s with %(count)s player", "%(game)s with %(count)s players", players)
    return ShortAnswer(words % {"game": module_name(game), "count": players}, tuple(facts))


def _of_saboteurs() -> ShortAnswer:
    facts = tuple(
        (ngettext("%(count)s saboteur", "%(count)s saboteurs", number) % {"count": number}, _each(number, nuggets))
        for number, nuggets in SABOTEURS_PAY.items()
    )
    return ShortAnswer(_("Saboteurs win"), facts)


def _of_winners() -> ShortAnswer:
    facts = tuple(
        (ngettext("%(count)s winner", "%(count)s winners", number) % {"count": number}, _each(number, nuggets))
        for number, nuggets in shares_of_winners()
    )
    return ShortAnswer(_("Nuggets by the number of winners"), facts)


def _each(number: int, nuggets: int) -> str:
    if number == 1:
        return ngettext("%(count)s nugget", "%(count)s nuggets", nuggets) % {"count": nuggets}
    return ngettext("%(count)s nugget each", "%(count)s nuggets each", nuggets) % {"count": nuggets}


def _of_card(slug: str) -> ShortAnswer | None:
    entry = CARD_HELP[slug]
    copies = [(module_name(module), copies_words(entry, module)) for module in entry.part_of]
    facts = tuple((module, words) for module, words in copies if words)
    return ShortAnswer(_("How many there are"), facts) if facts else None
