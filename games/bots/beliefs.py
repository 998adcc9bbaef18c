"""A bot's beliefs about the players: the probability of each role at each seat, from public and own knowledge.

Each act of the round is compared with each role that the seat could have (`acts`, `likelihoods`). The number of cards
of each role is known, and so is the own role (`odds`). Public knowledge is evaluated once for all bots of a table.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from games.bots import likelihoods, past, route
from games.bots.acts import Act, Watcher
from games.bots.hearsay import Claimed, odds_after
from games.bots.knowledge import Knowledge
from games.bots.odds import NO_EVIDENCE, Likelihoods, posterior
from games.bots.teams import OTHER_TEAM
from games.rules.agenda import Public
from games.rules.cards import tunnel
from games.rules.events import Joined, Played, PublicEvent
from games.rules.roles import BLUE, BOSS, DIGGER, GREEN, SABOTEUR
from games.rules.ruleset import compiled
from games.rules.steps import Picture
from games.rules.view import PlayerView

SUSPECT = 1.0
"""The score from which a player is treated as a saboteur."""
KNOWN_BAD, KNOWN_GOOD = 4.0, -2.0
"""The worst and the best score."""
WANT_GOLD = frozenset({DIGGER, BLUE, GREEN, BOSS})
"""Roles that win when the gold is reached."""
DOUBT = 0.4
"""How far a suspect is, on the way from the average to certainty."""
_STANDS_OUT = 1.6
"""Odds that rise by this factor give a bad score; odds that fall by it, a good one."""


USUAL_PACE, AS_USUAL = 0.3, 8
"""By how many cards a turn brings the mine nearer at the beginning of a round of bots. This is the prior for a table;
it counts as much as this many turns."""


def is_dead_end(card: str) -> bool:
    """Return whether a tunnel card is a dead end: it joins no two sides and has no ladder (R3)."""
    way = tunnel(card)
    return not way.ladder and all(group.bit_count() == 1 for group in way.groups)


Shares = tuple[Mapping[str, float], ...]
"""The chance of each role, by seat."""


class Beliefs(NamedTuple):
    """By seat: the chance of each role, the chance to be a saboteur, and the same for a spectator."""

    roles: Shares
    harms: tuple[float, ...]
    as_seen_by_all: tuple[float, ...]
    pace: float
    """By how many cards another player's turn brings the mine nearer."""


class RoundSeen:
    """A round as a spectator sees it: the acts, and the likelihood of each role."""

    def __init__(self, first: Picture) -> None:
        public = first.public
        self.first = first
        rules = compiled(public.ruleset)
        self.counts = Counter(rules.roles(public.seats))
        self._roles_change = rules.roles_change
        self.events: list[PublicEvent] = []
        self.acts: list[Act | None] = []
        """The act of each event."""
        self.gains: list[float] = []
        """By how many cards each event brought the mine nearer to its goals, by public knowledge."""
        self.seats = public.seats
        self._game = public.ruleset.rules
        self._rows: list[Likelihoods] = [NO_EVIDENCE] * max(public.seats, self.counts.total())
        self._watcher = Watcher(first)
        self._shares: Shares | None = None
        self._since: dict[int, int] = {}
        """By seat the number of events before it took its current role, if that was not at the beginning."""

    def follow(self, events: Sequence[PublicEvent]) -> None:
        """Process the new events of the round."""
        for event in events[len(self.events) :]:
            away = self._watcher.outlook.away
            act = self._watcher.see(event)
            self.gains.append(max(0, away - self._watcher.outlook.away) / route.CARD)
            if act is not None:
                if act.target is not None:
                    act = act._replace(what=f"{act.what} {self._standing(act.target)}")
                self._weigh(act)
            self._change(event)
            self.events.append(event)
            self.acts.append(act)

    def shares(self) -> Shares:
        """Return the chance of each role at each seat for a spectator."""
        if self._shares is None:
            self._shares = posterior(self._rows, self.counts)[: self.seats]
        return self._shares

    def shares_for(self, known: Mapping[int, str], claim_odds: Mapping[int, float]) -> Shares:
        """Return the same for a player who knows the roles of some seats; claims of others change the odds by
        ``claim_odds``."""
        rows = {seat: dict(row) for seat, row in enumerate(self._rows) if seat not in known}
        for seat in claim_odds.keys() & rows.keys():
            rows[seat][SABOTEUR] = rows[seat].get(SABOTEUR, 1.0) * claim_odds[seat]
        others = posterior(list(rows.values()), self.counts - Counter(known.values()))
        found = dict(zip(rows, others, strict=True)) | {seat: {role: 1.0} for seat, role in known.items()}
        return tuple(found[seat] for seat in range(self.seats))

    def pace_without(self, seat: int) -> float:
        """Return by how many cards another player's turn brings the mine nearer, from the turns so far."""
        others = [gain for act, gain in zip(self.acts, self.gains, strict=True) if act and act.seat != seat]
        return (sum(others) + AS_USUAL * USUAL_PACE) / (len(others) + AS_USUAL)

    def weighed(self, seat: int) -> list[tuple[Act, float]]:
        """Return the acts of a seat in its current role, each with its likelihood ratio of saboteur to digger."""
        known = likelihoods.table(self._game)
        done = [act for act in self.acts[self._since.get(seat, 0) :] if act and act.seat == seat]
        return [(act, likelihoods.against(known.get((act.what, act.phase)))) for act in done]

    def _standing(self, seat: int) -> str:
        """Return the public opinion of a player, compared with the deal."""
        before, now = self.counts[SABOTEUR] / len(self._rows), self.shares()[seat].get(SABOTEUR, 0.0)
        odds = now * (1 - before), before * (1 - now)
        return "bad" if odds[0] > _STANDS_OUT * odds[1] else "good" if _STANDS_OUT * odds[0] < odds[1] else "plain"

    def _weigh(self, act: Act) -> None:
        found = likelihoods.table(self._game).get((act.what, act.phase))
        doors = likelihoods.doors(self._game) if act.colour else 1.0
        if not found and doors == 1.0:
            return
        row = {role: self._rows[act.seat].get(role, 1.0) for role in self.counts}
        for role in row:
            row[role] *= found.get(likelihoods.kind_of(role), found.get(likelihoods.DIGS, 1.0)) if found else 1.0
            if role in OTHER_TEAM:
                row[role] *= 2 * (doors if act.colour == role else 1.0) / (doors + 1)
        most = max(row.values())
        self._rows[act.seat] = {role: weight / most for role, weight in row.items()}
        self._shares = None

    def _change(self, event: PublicEvent) -> None:
        """Update roles that change: one is put under the spare ones and the top one drawn (R42, R71), or all are dealt
        again (R71)."""
        match event:
            case Joined() if self._roles_change.get(event.name):
                self._rows[: self.seats] = [NO_EVIDENCE] * self.seats
                self._since = dict.fromkeys(range(self.seats), len(self.events) + 1)
                self._shares = None
            case Played(card="swap-hats", target=int(seat)) | Joined(seat=seat) if len(self._rows) > self.seats:
                self._rows.append(self._rows[seat])
                self._rows[seat] = self._rows.pop(self.seats)
                self._since[seat] = len(self.events) + 1
                self._shares = None


_last: list[RoundSeen] = []
"""A cache of the last round: the next bot at the same table continues from it."""


def round_seen(public: Public, seen: Sequence[PublicEvent]) -> RoundSeen:
    """Return the round so far by public knowledge."""
    events = past.of_the_round(seen)
    first = past.beginning(public, events)
    followed = None
    with suppress(IndexError):  # another thread may have taken it just now
        followed = _last.pop()
    if followed is None or not _is_same(followed.first, first) or followed.events != events[: len(followed.events)]:
        followed = RoundSeen(first)
    followed.follow(events)
    _last[:] = [followed]
    return followed


def forget() -> None:
    """Clear the cache."""
    _last.clear()


def _is_same(one: Picture, other: Picture) -> bool:
    parts = ("ruleset", "seats", "mine", "face_down", "before")
    return all(getattr(one.public, part) == getattr(other.public, part) for part in parts)


def beliefs_of(view: PlayerView, seen: Sequence[PublicEvent], knowledge: Knowledge, claimed: Claimed = ()) -> Beliefs:
    """Return the beliefs of a seat. Raise ValueError for a spectator's view."""
    if view.own is None:
        raise ValueError("an onlooker has no seat")
    me, followed = view.own.seat, round_seen(view.public, seen)
    known = {**knowledge.roles, me: view.own.role}
    roles = followed.shares_for(known, {})
    if claimed:
        done = [act for act in followed.acts if act]
        roles = followed.shares_for(known, odds_after(claimed, knowledge, me, _harms(roles), done))
    return Beliefs(roles, _harms(roles), _harms(followed.shares()), followed.pace_without(me))


def _harms(shares: Shares) -> tuple[float, ...]:
    return tuple(share.get(SABOTEUR, 0.0) for share in shares)


def names_of(beliefs: Beliefs, view: PlayerView) -> tuple[float, ...]:
    """Return the score of each player by seat: 0 is unknown, from `SUSPECT` upwards suspicious, below 0 helpful. A
    player who is neither friend nor saboteur has none. A saboteur's own score is the public opinion of it."""
    if view.own is None:
        raise ValueError("an onlooker has no seat")
    own, roles = view.own, list(beliefs.roles)
    left = Counter(compiled(view.public.ruleset).roles(view.public.seats)) - Counter([own.role])
    before = left[SABOTEUR] / max(1, left.total())
    friends = WANT_GOLD - {OTHER_TEAM.get(own.role, "")}
    if own.role == SABOTEUR:
        harms = beliefs.as_seen_by_all[own.seat]
        roles[own.seat] = {SABOTEUR: harms, DIGGER: 1 - harms}
    return tuple(
        _name(one.get(SABOTEUR, 0.0), before, sum(chance for role, chance in one.items() if role in friends))
        for one in roles
    )


def _name(harms: float, before: float, friendly: float) -> float:
    if harms <= before:
        return KNOWN_GOOD * (1 - harms / before if before else 1.0) * friendly / (1 - harms if harms < 1 else 1.0)
    suspect = before + DOUBT * (1 - before)
    if harms <= suspect:
        return SUSPECT * (harms - before) / (suspect - before)
    return SUSPECT + (KNOWN_BAD - SUSPECT) * (harms - suspect) / (1 - suspect)


def saboteurs_at_most(view: PlayerView) -> int:
    """Return the largest possible number of saboteurs at the table (R10, R30)."""
    return max(1, compiled(view.public.ruleset).roles(view.public.seats).count(SABOTEUR))
