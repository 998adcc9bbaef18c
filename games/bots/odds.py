"""The chance of each role at each seat, by the number of its cards and the acts of the seat (R10, R30).

A row is a seat, or a role card that was set aside. It has for each role the likelihood of all acts of the seat.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

Likelihoods = Mapping[str, float]
"""Role to how likely it is, or what was seen of it is, in any unit."""
NO_EVIDENCE: Likelihoods = {}
_ROUNDS = 8
"""How often rows and roles are brought into line with each other; more changes nothing that matters."""


def posterior(rows: Sequence[Likelihoods], counts: Mapping[str, int]) -> tuple[dict[str, float], ...]:
    """The chance of each role in each row. ``counts`` are the cards of each role; they are as many as the rows.

    Exact where there are two roles. Where there are more, it is the closest that has on average as many of each role as
    went round.

    >>> posterior([{"digger": 1.0, "saboteur": 3.0}, {}, {}], {"digger": 2, "saboteur": 1})[0]["saboteur"]
    0.6
    """
    if len(counts) == 2:
        (one, many), (other, _) = sorted(counts.items())
        shares = _exactly(many, [(row.get(one, 1.0), row.get(other, 1.0)) for row in rows])
        return tuple({one: share, other: 1 - share} for share in shares)
    return _on_average(rows, counts)


def _exactly(many: int, weights: Sequence[tuple[float, float]]) -> list[float]:
    """The chance of each row to be among the first kind, of which there are `many`, over all ways to choose them."""
    before, after = _ways(many, weights), _ways(many, weights[::-1])[::-1]
    total = before[-1][many]
    shares = []
    for place, (is_one, _) in enumerate(weights):
        ways = sum(before[place][chosen] * after[place + 1][many - 1 - chosen] for chosen in range(many))
        shares.append(min(1.0, is_one * ways / total) if total else min(1.0, many / len(weights)))
    return shares


def _ways(many: int, weights: Sequence[tuple[float, float]]) -> list[list[float]]:
    """After each row, the weight of all ways to have chosen 0, 1, 2, ... ``many`` rows until then."""
    ways = [[1.0] + [0.0] * many]
    for is_one, is_other in weights:
        last = ways[-1]
        ways.append([last[n] * is_other + (last[n - 1] * is_one if n else 0.0) for n in range(many + 1)])
    return ways


def _on_average(rows: Sequence[Likelihoods], counts: Mapping[str, int]) -> tuple[dict[str, float], ...]:
    """Rows and roles are brought into line with each other in turn. Equal rows are looked at once."""
    roles, scale = tuple(counts), [float(many) for many in counts.values()]
    weights = [tuple(row.get(role, 1.0) for role in roles) for row in rows]
    alike, shares = Counter(weights), dict[tuple[float, ...], list[float]]()
    for _ in range(_ROUNDS):
        found = [0.0] * len(roles)
        for row, times in alike.items():
            scaled = [weight * by for weight, by in zip(row, scale, strict=True)]
            total = sum(scaled) or 1.0
            shares[row] = [weight / total for weight in scaled]
            found = [so_far + times * share for so_far, share in zip(found, shares[row], strict=True)]
        many = zip(scale, counts.values(), found, strict=True)
        scale = [by * wanted / got if got else by for by, wanted, got in many]
    return tuple(dict(zip(roles, shares[row], strict=True)) for row in weights)
