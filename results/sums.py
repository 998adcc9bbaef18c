"""Results of a game as values, and what they add to the sums of each pair of players.

`Together.sums` of a viewer and a subject are the sum of `share_of` over all games that both played:

- `all`: `games`, `decided` (those with a winner), `won`, `rounds`, `rounds_won`, `gold`, what `statistics` counts, and
  by `role`, `size`, `rules` and `module` how many (`n`) were `won`: rounds by role, else decided games;
- `months`: the same without what `statistics` counts, for the last `MONTHS` months in which there was a game;
- `with`: by the key of a third player, what the subject did to them and how rounds ended for both;
- `evenings` on which viewer and subject played, and `last`, the latest games of the subject.

All of it may be added in any order, and a game may be replaced by its newer result.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from results import counts
from results.counts import Counts
from results.rounds import PlayedGame
from results.statistics import counted, records, team_of

MONTHS = 6
"""How many months `months` has."""
LATEST = 12
"""How many games `last` has."""


class SeatOfRound(NamedTuple):
    """The result of a seat in a round: a row of `SeatResult`."""

    round: int
    seat: int
    person: int | None
    is_bot: bool
    role: str
    team: str
    won: bool
    gold: int
    counts: str


class SeatOfGame(NamedTuple):
    """The result of a seat in a game: a row of `GameResult`."""

    seat: int
    person: int | None
    is_bot: bool
    won: bool
    gold: int


class Results(NamedTuple):
    """The results of a game: a row of `CountedGame` with its seats and rounds, in order."""

    game: int
    ended_at: datetime
    day: date
    players: int
    rules: str
    modules: tuple[str, ...]
    has_winner: bool
    records: str
    seats: tuple[SeatOfGame, ...]
    rounds: tuple[SeatOfRound, ...]

    @property
    def people(self) -> frozenset[int]:
        """The players of the game: those who had a seat at its end or for a whole round."""
        found = {one.person for one in self.seats} | {one.person for one in self.rounds}
        return frozenset(person for person in found if person is not None)

    @property
    def month(self) -> str:
        """The month of the end in UTC: `2026-11`."""
        return f"{self.day:%Y-%m}"


def results_of(game: int, played: PlayedGame) -> Results:
    """Return the results of a finished game."""
    rounds = [
        SeatOfRound(
            one.result.round,
            seat,
            player.person,
            player.is_bot,
            one.result.roles[seat],
            team_of(one.result.roles[seat]),
            seat in one.result.winners,
            one.gold[seat],
            counts.text_of(found),
        )
        for one in played.rounds
        for seat, (player, found) in enumerate(zip(one.players, counted(one), strict=True))
    ]
    ruleset = played.ruleset
    return Results(
        game,
        played.ended_at,
        played.ended_at.date(),
        len(played.players),
        ruleset.rules,
        (*ruleset.modules, *ruleset.variants),
        played.has_winner,
        counts.text_of(records(played)),
        tuple(
            SeatOfGame(seat, player.person, player.is_bot, played.won[seat], played.gold[seat])
            for seat, player in enumerate(played.players)
        ),
        tuple(rounds),
    )


Pair = tuple[int, int | None]
"""A viewer, and a subject; None for all bots."""


def shares_of(results: Results, others: Collection[frozenset[int]]) -> dict[Pair, Counts]:
    """Return what a game adds to the sums of each pair. `others` are the players of the other games of that day that
    are counted already."""
    people = sorted(results.people)
    parts: dict[int | None, Counts] = {person: _of_subject(results, person) for person in people}
    if any(one.is_bot for one in results.seats):
        parts[None] = {"all": _of_bots(results)}
    return {
        (viewer, subject): _seen_by(part, viewer, subject, others)
        for viewer in people
        for subject, part in parts.items()
    }


def _seen_by(part: Counts, viewer: int, subject: int | None, others: Collection[frozenset[int]]) -> Counts:
    """Return a share with the evenings that the viewer was there."""
    if subject is None:
        return part
    two = {viewer, subject}
    before = [people for people in others if two <= people]
    met_before = {str(person) for people in before for person in people}
    share = {**part, "evenings": int(not before)}
    share["with"] = {third: {**met, "evenings": int(third not in met_before)} for third, met in part["with"].items()}
    return share


def _of_subject(results: Results, person: int) -> Counts:
    mine = [one for one in results.rounds if one.person == person]
    ends = [one for one in results.seats if one.person == person]
    plain = _plain(results, mine, ends)
    whole = counts.added(plain, {})
    for one in mine:
        counts.add(whole, {name: value for name, value in counts.of(one.counts).items() if name != "to"})
    won = "".join(str(int(one.won)) for one in mine)
    return {
        "all": whole,
        "months": {results.month: plain},
        "with": dict(_met(results, person, mine)),
        "last": [[int(results.ended_at.timestamp()), results.game, won]] if won else [],
    }


def totals_of(results: Results, person: int | None) -> Counts:
    """Return what a game adds to the sums of a player in a season: `all` of a share; those of all bots for None."""
    if person is None:
        return _of_bots(results)
    found: Counts = _of_subject(results, person)["all"]
    return found


def _plain(results: Results, mine: Sequence[SeatOfRound], ends: Sequence[SeatOfGame]) -> Counts:
    """Return how many games and rounds there were, and how many of them were won."""
    decided = len(ends) if results.has_winner else 0
    won = sum(one.won for one in ends)
    plain: Counts = {}
    counts.add(plain, {"games": 1, "decided": decided, "won": won, "rounds": len(mine)})
    counts.add(plain, {"rounds_won": sum(one.won for one in mine), "gold": sum(one.gold for one in mine)})
    for one in mine:
        counts.add(plain, {"role": {one.role: {"n": 1, "won": int(one.won)}}})
    game = {"n": decided, "won": won}
    by_game = {"size": {str(results.players): game}, "rules": {results.rules: game}}
    counts.add(plain, {**by_game, "module": dict.fromkeys(results.modules, game)})
    return plain


def _of_bots(results: Results) -> Counts:
    """Return the same for all bots of a game as one player: rounds by seat, and whether one of them won."""
    ends = [one for one in results.seats if one.is_bot]
    total = _plain(results, [one for one in results.rounds if one.is_bot], ends)
    return {name: total[name] for name in ("rounds", "rounds_won", "gold", "role") if name in total} | {
        "games": 1,
        **({"decided": 1} if results.has_winner else {}),
        **({"won": 1} if any(one.won for one in ends) else {}),
    }


def _met(results: Results, person: int, mine: Sequence[SeatOfRound]) -> Iterator[tuple[str, Counts]]:
    """Yield what happened between a player and each other one."""
    done = {one.round: counts.of(one.counts).get("to", {}) for one in mine}
    for third in sorted(results.people - {person}):
        met: Counts = {}
        counts.add(met, {"games": 1})
        theirs = {one.round: one for one in results.rounds if one.person == third}
        for one in mine:
            other = theirs.get(one.round)
            if other is None:
                continue
            how = {(True, True): "both", (True, False): "beat", (False, True): "lost"}.get((one.won, other.won))
            counts.add(met, {"rounds": 1, **({how: 1} if how else {})})
            counts.add(met, done[one.round].get(str(other.seat), {}))
        yield str(third), met


def add_share(sums: Counts, share: Mapping[str, Any], former: Mapping[str, Any] | None = None) -> None:
    """Add the share of a game to sums in place. ``former`` is the share that this game had before."""
    delta = {name: value for name, value in share.items() if name != "last"}
    if former is not None:
        delta = counts.added(delta, {name: value for name, value in former.items() if name != "last"}, -1)
    counts.add(sums, delta)
    if months := sums.get("months"):
        first = _first_month(max(months))
        sums["months"] = {month: months[month] for month in months if month >= first}
    if share.get("last"):
        latest = {one[1]: one for one in (*sums.get("last", ()), *share["last"])}
        sums["last"] = sorted(latest.values())[-LATEST:]


def _first_month(last: str) -> str:
    """Return the first of `MONTHS` months that end with one.

    >>> _first_month("2026-03")
    '2025-10'
    """
    return month_before(last, MONTHS - 1)


def month_before(month: str, many: int) -> str:
    """Return the month so many months before another.

    >>> month_before("2026-11", 2), month_before("2026-01", 1)
    ('2026-09', '2025-12')
    """
    year, number = map(int, month.split("-"))
    year, number = divmod(12 * year + number - 1 - many, 12)
    return f"{year:04}-{number + 1:02}"
