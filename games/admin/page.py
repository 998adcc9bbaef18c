"""The content of a game's page in the admin: the table as a spectator sees it, and facts about its rows.

Nothing here reads a hand, a role, the pile or the seed. :mod:`games.admin.opened` does so once they are open.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from django.utils.translation import gettext as _

from accounts.models import User
from games.admin import outbox
from games.admin.summary import pace_words
from games.models import Deal, Game, Peek, Status
from games.rows import archived, store
from games.rows.corrupt import CorruptTable
from games.rules.notation import letter
from games.rules.table import Ruleset
from games.rules.view import view
from games.selectors import table as table_selectors
from games.selectors.table import Person, Place
from games.services import peeks, repairs
from games.tableau.links import Links
from games.tableau.table import TablePage, table_page
from games.wording import ask_words, list_words, module_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Value = TypeVar("Value")

_WHOLE_LOG = 10_000


class Waiting(NamedTuple):
    """A player the game waits for."""

    seat: str
    words: str
    since: datetime | None


def page_of(game: Game, user: User, *, opened: bool) -> dict[str, Any]:
    """Return the context of a game's page for a staff member, with the outcomes of its notices if it is ``opened``.

    The number of statements does not depend on the game or its players.
    """
    people = table_selectors.people_at(game)
    seated = game.seats.filter(user=user).exists()
    running = game.status == Status.RUNNING
    begun, broken = running or game.status == Status.OVER, list[str]()
    table = _unless_broken(lambda: _table(game, people), broken) if begun else None
    return {
        "game": game,
        "rules": _unless_broken(lambda: _rules(store.ruleset(game)), broken),
        "pace": pace_words(game),
        "broken": broken,
        "people": people,
        "seats": [(letter(person.number), person.name) for person in people],
        "table": table,
        "waiting": _waiting(table, people) if table else [],
        "deals": Deal.objects.filter(game=game).count(),
        "notices": outbox.last_of(game, user, opened=opened),
        "told": opened or not running,
        "peeks": Peek.objects.filter(game=game).select_related("by").order_by("-pk"),
        "seated": seated,
        "may_open": running and not seated and user.has_perm(peeks.PERMISSION),
        "may_repair": running and not seated and user.has_perm(repairs.PERMISSION),
        "shortest": peeks.SHORTEST_REASON,
        "longest": peeks.LONGEST_REASON,
    }


def _unless_broken(read: Callable[[], Value], broken: list[str]) -> Value | None:
    """Return a part of the page. None when its rows cannot be read; ``broken`` then names them."""
    try:
        return read()
    except CorruptTable as error:
        broken.append(error.part)
        return None


def _table(game: Game, people: Sequence[Person]) -> TablePage:
    """Return the table as a spectator sees it."""
    archived.at_hand(game)
    log = table_selectors.log_of(Place(game, None), most=_WHOLE_LOG)
    return table_page(view(store.public(game), None), Links(game.code, 0), people, log)


def _waiting(table: TablePage, people: Sequence[Person]) -> list[Waiting]:
    return [
        Waiting(letter(ask.seat), ask_words(ask.kind, people[ask.seat].name), people[ask.seat].awaited_since)
        for ask in table.view.asks
    ]


def _rules(ruleset: Ruleset) -> str:
    """Return the names of the rules in force."""
    return list_words([module_name(name) for name in (ruleset.rules, *ruleset.modules, *ruleset.variants)])


def not_done(sentence: "str | StrPromise") -> str:
    """Return the message about an action that failed."""
    return _("Nothing was changed. %(sentence)s") % {"sentence": sentence}
