"""The random key of a game: how it follows from the rows of the table, and its public part (R98)."""

import secrets
from collections.abc import Collection
from typing import Any

from games.models import Game, Seat
from games.rows import archived, store
from games.rules import engine, fairness
from games.rules.agenda import Step
from games.rules.export import table_written
from games.rules.notation import letter, write_chance
from games.rules.roles import DIGGERS


def secret_of_practice(game: Game, roles: Collection[str] = DIGGERS) -> bytes:
    """Return a secret with which the first seat of a practice table has one of some roles. Secrets are drawn at random
    until one gives that, before any commitment is published. Refused if the rules are not for so many players.

    The key is the one that `key_of` returns for a table at which no player typed a lucky word, and a practice table
    begins before any player could.
    """
    ruleset, seats = store.ruleset(game), game.seats_wanted
    table = table_written(ruleset)
    while True:
        secret = secrets.token_bytes(fairness.SECRET_BYTES)
        key = fairness.game_key(secret, table, seats, [])
        if engine.first_deal(ruleset, seats, key=key).roles[0] in roles:
            return secret


def redraw(game: Game, seats: list[Seat], by: Seat | None = None) -> None:
    """Draw a new secret for a table whose options change, and commit to it. Only the secret is saved.

    A host who knew the old secret could have tried options with it. So lucky words and readiness are reset; only the
    host at the seat `by`, who chose these options, remains ready.
    """
    secret = secrets.token_bytes(fairness.SECRET_BYTES)
    game.secret.seed = secret.hex()
    game.secret.save(update_fields=["seed"])
    game.scheme, game.commitment = fairness.SCHEME, fairness.commitment(secret)
    game.options_version += 1
    for seat in seats:
        seat.share, seat.word_place = "", None
    if by is not None:
        by.agreed = game.options_version


def not_ready(game: Game, seats: list[Seat]) -> list[Seat]:
    """Return the seats whose players have not confirmed the current options of the table."""
    return [seat for seat in seats if seat.agreed != game.options_version]


def words_of(seats: list[Seat]) -> list[Seat]:
    """Return the seats with a lucky word, in the order in which the words were entered."""
    typed = [(seat.word_place, seat) for seat in seats if seat.word_place is not None]
    return [seat for _place, seat in sorted(typed, key=lambda one: one[0])]


def add_word(seat: Seat, seats: list[Seat], word: str) -> None:
    """Set the lucky word of a seat, unsaved, as the last of the table's words."""
    places = [other.word_place for other in seats if other.word_place is not None]
    seat.share, seat.word_place = fairness.share_of(word).hex(), max(places, default=0) + 1


def key_of(game: Game, seats: list[Seat]) -> bytes:
    """Return the key of all random draws of a game; ``seats`` in order of number, ``game.secret`` already loaded."""
    secret = store.seed(game)
    if game.scheme == 1:
        return fairness.game_key_1(secret, [store.share(seat) for seat in seats])
    words = [(seat.number, store.share(seat)) for seat in words_of(seats)]
    return fairness.game_key(secret, table_written(store.ruleset(game)), len(seats), words)


def published(game: Game, seats: list[Seat]) -> dict[str, Any]:
    """Return the fairness part of a finished game's record, without its draws and its seal."""
    about: dict[str, Any] = {"commitment": game.commitment, "secret": game.secret.seed}
    if game.scheme == 1:
        return about | {"shares": [seat.share for seat in seats]}
    words = [[letter(seat.number), seat.share] for seat in words_of(seats)]
    return {"scheme": game.scheme, **about, "words": words, "bots": list(game.bots)}


def written(line: str, step: Step) -> str:
    """Return a line of the log, with its random draws below it."""
    return "\n".join([line, *(write_chance(*gave) for gave in step.chance)])


def among_written(step: Step) -> str:
    """Return the items that each draw of a step was made from, one draw a line."""
    return "\n".join(map(" ".join, step.among))


def draws(game: Game) -> list[list[str]]:
    """Return the items of all draws of a finished game, in order."""
    rows = archived.moves_of(game, "among")
    return [line.split(" ") for (among,) in rows if among for line in among.split("\n")]
