"""Repairs on a table's page: the form of a repair, a preview of its effects, and its execution."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from games.rows import store
from games.rules import engine
from games.rules.errors import Malformed
from games.rules.notation import letter, seat_of
from games.selectors.table import Person
from games.services import repairs
from games.wording import default_words, uncited

END = "end"


class Wish(NamedTuple):
    """The repair of a table that a staff member asks for, and the reason. Ending the table needs no seat."""

    what: str
    seat: int | None
    reason: str


class Ahead(NamedTuple):
    """A repair that is possible, and its effects, in sentences. ``letter`` is that of the seat, if any."""

    what: str
    letter: str
    reason: str
    sentences: tuple[str, ...]


def wish_of(form: Mapping[str, str]) -> Wish:
    """Return the repair of a form; Malformed when it contains none."""
    what, reason = form.get("what", ""), form.get("reason", "")
    if what == END:
        return Wish(END, None, reason)
    if what not in repairs.OF_A_SEAT:
        raise Malformed(what)
    return Wish(what, seat_of(form.get("seat", "")), reason)


def look_ahead(game: Game, wish: Wish, people: Sequence[Person], by: User) -> Ahead:
    """Preview a repair. It follows from public state, so it reveals no secret. Raises as the repairs do."""
    kind = repairs.look_ahead(game_id=game.pk, what=wish.what, seat=wish.seat, by=by, reason=wish.reason)
    log = _("The table’s log will say that you, %(name)s, stepped in. Your reason stays here, in the history.")
    outcomes = (*_coming(game, wish, kind, people), log % {"name": by.username})
    return Ahead(wish.what, "" if wish.seat is None else letter(wish.seat), wish.reason, outcomes)


def do(game_id: int, wish: Wish, by: User) -> None:
    """Carry out a repair. Raises as the repairs do."""
    if wish.seat is None:
        repairs.end_table(game_id=game_id, by=by, reason=wish.reason)
    else:
        repairs.OF_A_SEAT[wish.what](game_id=game_id, seat=wish.seat, by=by, reason=wish.reason)


def _coming(game: Game, wish: Wish, kind: str, people: Sequence[Person]) -> tuple[str, ...]:
    if wish.seat is None:
        return (
            _("The game ends now for everyone at “%(table)s”. It can’t be restarted.") % {"table": game.name},
            _("Then everything is revealed: all hands, roles, goals and the seed."),
        )
    about = {"name": people[wish.seat].name}
    match wish.what:
        case "time-out":
            found = engine.default_expected(store.public(game), wish.seat)
            rule = _("The player reads: “%(rule)s”") % {"rule": uncited(default_words(kind, found))}
            return (_("%(name)s’s time runs out now, as if the clock had reached zero.") % about, rule)
        case "to-bot":
            back = _("%(name)s can come back by opening the table.")
            return (_("A bot plays for %(name)s from now on, with the same hand and role.") % about, back % about)
    return (_("%(name)s plays their own seat again. If it’s their turn, their clock starts again.") % about,)
