"""What a player wrote into their own book at a table: read by the person who wrote it, never by the seat."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.models import Disclosure, Note, Suspicion


class Guess(NamedTuple):
    """What the player of a seat took the player of another for, from a move of a round on."""

    seat: int
    about: int
    round: int
    move: int
    guess: str


class Written(NamedTuple):
    """What a player wrote at a table: notes by the seat that they are about (their own for the table), suspicions of
    all rounds, oldest first, and whether these are shown once the game is over."""

    notes: Mapping[int, str] = {}
    guesses: Sequence[Guess] = ()
    shown: bool = False

    def now(self, number: int) -> dict[int, Guess]:
        """What they take the others for in a round, by seat."""
        return {one.about: one for one in self.guesses if one.round == number}


def written_at(game: int, user: int) -> Written:
    """What a person wrote at a table. Three statements."""
    notes = dict(Note.objects.filter(game=game, user=user).values_list("about", "text"))
    rows = Suspicion.objects.filter(game=game, user=user).order_by("seq", "pk").values_list(*GUESS)
    return Written(notes, [Guess(*row) for row in rows], is_shown(game, user))


def is_shown(game: int, user: int) -> bool:
    """Whether a person shows their suspicions once the game is over."""
    return Disclosure.objects.filter(game=game, user=user).exists()


GUESS = ("seat", "about", "round", "move", "guess")
"""The columns of a `Guess`."""
