"""The hidden state of a table, for staff who opened it: of a finished game, or with a reason."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, assert_never

from django.utils.translation import gettext as _

from games.models import Game, Status
from games.rows.corrupt import CorruptTable
from games.rows.store import Loaded, Raw, load, unreadable
from games.rules.notation import letter
from games.rules.sights import ChestSight, GoalSight, RoleSight, Sight
from games.selectors.table import Person
from games.wording import card_name, found_words, role_name, square_name

if TYPE_CHECKING:
    from games.rules.state import HiddenState, SeatSecret


class Hand(NamedTuple):
    """The hidden state of a seat: its role, cards, nuggets, what its player saw and ordered."""

    name: str
    role: str
    role_words: str
    cards: tuple[tuple[str, str], ...]
    worth: int
    seen: tuple[str, ...]
    orders: int


class OpenedGame(NamedTuple):
    """The hidden state of a game. Cards are pairs of name and text; piles have their top first."""

    hands: tuple[Hand, ...]
    goals: tuple[tuple[str, str, str], ...]
    spare_roles: tuple[tuple[str, str], ...]
    piles: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    gold: tuple[int, ...]
    seed: str


def finished(pk: int) -> Loaded | list[Raw]:
    """Return all three parts of a game that is over, or its unreadable parts. DoesNotExist for any other game."""
    game = Game.objects.select_related("secret").get(pk=pk, status=Status.OVER)
    try:
        return load(game, list(game.seats.order_by("number")))
    except CorruptTable:
        return unreadable(game)


def opened_of(loaded: Loaded, people: Sequence[Person]) -> OpenedGame:
    """Return all hidden state of a game, with texts and names of cards."""
    game: Game = loaded.game
    table: HiddenState = loaded.state.table
    return OpenedGame(
        hands=tuple(_hand(own, people[own.seat].name) for own in loaded.state.seats),
        goals=tuple((square_name(at), goal, card_name(goal)) for at, goal in table.goals.items()),
        spare_roles=tuple((role, role_name(role)) for role in table.spare_roles),
        piles=(
            (_("Pile, the top first"), _cards(table.pile)),
            (_("Discards, the top first"), _cards(table.discards[::-1])),
            (_("Set aside"), _cards(table.aside)),
        ),
        gold=table.gold_cards,
        seed=game.secret.seed,
    )


def _hand(own: "SeatSecret", name: str) -> Hand:
    seen = tuple(f"{_place(one.sight)}: {found_words(one.sight)}" for one in own.sightings)
    return Hand(name, own.role, role_name(own.role), _cards(own.hand), own.worth, seen, len(own.orders))


def _place(sight: Sight) -> str:
    """Return a square by its name, a seat by its letter."""
    match sight:
        case GoalSight(at=at) | ChestSight(at=at):
            return square_name(at)
        case RoleSight(seat=seat):
            return letter(seat)
        case _:
            assert_never(sight)


def _cards(cards: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((card, card_name(card)) for card in cards)
