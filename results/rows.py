"""Results of games in rows: read and written as values."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from results.models import CountedGame, GameResult, SeatResult
from results.sums import Results, SeatOfGame, SeatOfRound

BATCH = 200
"""Games that are read with three queries."""


def read(games: Sequence[int]) -> list[Results]:
    """Return the results of games that are counted, in the order of their keys. Three queries, one if none is."""
    counted = list(CountedGame.objects.filter(pk__in=games).order_by("pk"))
    if not counted:
        return []
    seats, rounds = defaultdict[int, list[SeatOfGame]](list), defaultdict[int, list[SeatOfRound]](list)
    ends = GameResult.objects.filter(counted__in=games).order_by("counted", "seat")
    for game, *columns in ends.values_list("counted", *SeatOfGame._fields):
        seats[game].append(SeatOfGame(*columns))
    parts = SeatResult.objects.filter(counted__in=games).order_by("counted", "round", "seat")
    for game, *columns in parts.values_list("counted", *SeatOfRound._fields):
        rounds[game].append(SeatOfRound(*columns))
    return [
        Results(
            row.pk, row.ended_at, row.day, row.players, row.rules, tuple(row.modules.split()), row.has_winner,
            row.records, tuple(seats[row.pk]), tuple(rounds[row.pk]),
        )
        for row in counted
    ]  # fmt: skip


def all_results() -> Iterator[Results]:
    """Yield the results of all counted games, in the order of their keys."""
    keys = CountedGame.objects.order_by("pk").values_list("pk", flat=True)
    for some in _in_parts(list(keys)):
        yield from read(some)


def _in_parts(keys: list[int]) -> Iterator[list[int]]:
    return (keys[at : at + BATCH] for at in range(0, len(keys), BATCH))


def write(results: Results) -> None:
    """Insert the results of a game. Three statements."""
    row_of(results).save(force_insert=True)
    GameResult.objects.bulk_create(seats_of(results))
    SeatResult.objects.bulk_create(rounds_of(results))


def row_of(results: Results) -> CountedGame:
    """Return the row of a game, unsaved."""
    return CountedGame(
        game_id=results.game,
        ended_at=results.ended_at,
        day=results.day,
        players=results.players,
        rules=results.rules,
        modules=" ".join(results.modules),
        has_winner=results.has_winner,
        records=results.records,
    )


def seats_of(results: Results) -> Iterator[GameResult]:
    """Yield the rows of the seats of a game, unsaved."""
    return (GameResult(counted_id=results.game, **_columns(one)) for one in results.seats)


def rounds_of(results: Results) -> Iterator[SeatResult]:
    """Yield the rows of the seats of each round, unsaved."""
    return (SeatResult(counted_id=results.game, day=results.day, **_columns(one)) for one in results.rounds)


def remove(game: int) -> None:
    """Delete the results of a game. Three statements."""
    for model in (SeatResult, GameResult):
        model._default_manager.filter(counted=game).delete()
    CountedGame.objects.filter(pk=game).delete()


def others_of_day(day: date, game: int, people: Iterable[int]) -> list[frozenset[int]]:
    """Return the players of the other counted games that ended on a day, as far as they are among these people. One
    query."""
    found = defaultdict[int, set[int]](set)
    rows = SeatResult.objects.filter(day=day, person__in=list(people)).exclude(counted=game).order_by()
    for other, person in rows.values_list("counted", "person").distinct():
        found[other].add(person)
    return [frozenset(found[other]) for other in sorted(found)]


def _columns(one: SeatOfGame | SeatOfRound) -> dict[str, Any]:
    columns = one._asdict()
    columns["person_id"] = columns.pop("person")
    return columns
