"""The notebook of a player at a table. It belongs to the user, not to the seat."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.models import Disclosure, Note, Suspicion


class Guess(NamedTuple):
    """A suspicion of the player of a seat about another player, from a move of a round on."""

    seat: int
    about: int
    round: int
    move: int
    guess: str


class Written(NamedTuple):
    """The notebook: notes by the seat that they are about (the player's own seat for the whole table), suspicions of
    all rounds, oldest first, and whether suspicions are shown after the game."""

    notes: Mapping[int, str] = {}
    guesses: Sequence[Guess] = ()
    shown: bool = False

    def now(self, number: int) -> dict[int, Guess]:
        """Return the current suspicions of a round, by seat."""
        return {one.about: one for one in self.guesses if one.round == number}


def written_at(game: int, user: int) -> Written:
    """Return the notebook of a user at a table. Three queries."""
    notes = dict(Note.objects.filter(game=game, user=user).values_list("about", "text"))
    rows = Suspicion.objects.filter(game=game, user=user).order_by("seq", "pk").values_list(*GUESS)
    return Written(notes, [Guess(*row) for row in rows], is_shown(game, user))


def is_shown(game: int, user: int) -> bool:
    """Whether a user shows their suspicions after the game."""
    return Disclosure.objects.filter(game=game, user=user).exists()


GUESS = ("seat", "about", "round", "move", "guess")
"""The columns of a `Guess`."""
