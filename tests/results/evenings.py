"""Results of many games without their logs: what a circle has after years of evenings, for pages and measurements."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from accounts.models import User
from games import clock
from games.models import Game, Status
from games.rules import codec
from games.rules.roles import BASE_ROLES
from games.rules.table import Ruleset
from results import counts, rows
from results.models import CountedGame, GameResult, SeatResult, Together
from results.services.recording import games_of
from results.statistics import team_of
from results.sums import Pair, Results, SeatOfGame, SeatOfRound, add_share, shares_of

ROUNDS = 3


def played(people: Sequence[User], games: int, *, seed: int = 7, a_day: int = 2, **fields: Any) -> list[Game]:
    """So many finished games of some people, the last one today, counted; ``a_day`` of them end on the same day."""
    rng, now = Random(seed), clock.now()
    made = Game.objects.bulk_create(
        Game(
            name=f"Evening {number}",
            status=Status.OVER,
            ruleset=codec.encode(Ruleset()),
            commitment="",
            over_at=now - timedelta(days=(games - 1 - number) // a_day * 2),
            **fields,
        )
        for number in range(games)
    )
    found = [_results(rng, game, people) for game in made]
    _write(found)
    return made


def _results(rng: Random, game: Game, people: Sequence[User]) -> Results:
    assert isinstance(game.over_at, datetime)
    seats = rng.sample(list(people), rng.randint(3, len(people)))
    rounds = [one for number in range(1, ROUNDS + 1) for one in _round(rng, number, seats)]
    gold = [sum(one.gold for one in rounds if one.seat == seat) for seat in range(len(seats))]
    ends = tuple(
        SeatOfGame(seat, user.pk, False, gold[seat] == max(gold), gold[seat]) for seat, user in enumerate(seats)
    )
    records = {str(number): {"tunnel": rng.randint(5, 14)} for number in range(1, ROUNDS + 1)}
    for number in range(1, ROUNDS + 1):
        if any(one.won and one.role == "digger" for one in rounds if one.round == number):
            records[str(number)] |= {"moves": rng.randint(18, 60), "by": rng.randrange(len(seats))}
    return Results(
        game.pk, game.over_at, game.over_at.date(), len(seats), "base", ("veto",) if rng.random() < 0.3 else (),
        True, counts.text_of(records), ends, tuple(rounds),
    )  # fmt: skip


def _round(rng: Random, number: int, seats: Sequence[User]) -> Iterator[SeatOfRound]:
    many = len(seats)
    saboteurs = BASE_ROLES[max(many, 3)][0]
    roles = rng.sample(["saboteur"] * saboteurs + ["digger"] * (many + 1 - saboteurs), many)
    winner = rng.choice(("digger", "saboteur"))
    for seat, user in enumerate(seats):
        won = roles[seat] == winner
        to = rng.choice([other for other in range(many) if other != seat])
        done: dict[str, Any] = {"laid": rng.randint(1, 6), "broke": 1, "mended": rng.randint(0, 1), "was_mended": 1}
        done |= {"claims_true": rng.randint(0, 2), "accused_right": 1, "was_suspected_wrong": rng.randint(0, 1)}
        done |= {"maps_stone": rng.randint(0, 2), "most": {"lie": rng.randint(1, 3)}}
        done["to"] = {str(to): {"broke": 1, "mended": done["mended"], "accused_right": 1}}
        gold = rng.randint(1, 3) if won else 0
        yield SeatOfRound(
            number, seat, user.pk, False, roles[seat], team_of(roles[seat]), won, gold, counts.text_of(done)
        )


def _write(found: Sequence[Results]) -> None:
    for part in (found[at : at + 500] for at in range(0, len(found), 500)):
        CountedGame.objects.bulk_create(rows.row_of(one) for one in part)
        GameResult.objects.bulk_create(row for one in part for row in rows.seats_of(one))
        SeatResult.objects.bulk_create(row for one in part for row in rows.rounds_of(one))
    stored = {(row.viewer_id, row.subject_id): counts.of(row.sums) for row in Together.objects.all()}
    sums: dict[Pair, counts.Counts] = dict(stored)
    days = defaultdict[date, list[frozenset[int]]](list)
    for one in found:
        for pair, share in shares_of(one, days[one.day]).items():
            add_share(sums.setdefault(pair, {}), share)
        days[one.day].append(one.people)
    Together.objects.all().delete()
    Together.objects.bulk_create(
        Together(viewer_id=viewer, subject_id=subject, games=games_of(of), sums=counts.text_of(of))
        for (viewer, subject), of in sums.items()
    )
