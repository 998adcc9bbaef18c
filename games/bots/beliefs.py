"""What a bot thinks of the players: how likely each role is at each seat, from what all saw and what it knows itself.

Each act of the round is held against each role that could be sitting there (`acts`, `likelihoods`). How many cards of
each role went round is known, and so is the own role (`odds`). Onlookers are of one mind: what all saw is weighed once.
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
"""From here on a player is taken for one who harms."""
KNOWN_BAD, KNOWN_GOOD = 4.0, -2.0
"""As bad and as good as a name can be."""
WANT_GOLD = frozenset({DIGGER, BLUE, GREEN, BOSS})
"""Roles that win when the gold is reached."""
DOUBT = 0.4
"""How far a suspect has come, of the way from what everybody is to what is certain."""
_STANDS_OUT = 1.6
"""Odds that are this many times higher than before mean a bad name; this many times lower, a good one."""


USUAL_PACE, AS_USUAL = 0.3, 8
"""By how many cards a turn brings the mine nearer at the beginning of a round of bots. Before anybody has moved a table
is taken for one of bots; that counts as much as this many turns."""


def is_dead_end(card: str) -> bool:
    """Whether a tunnel card leads nowhere: it joins no two sides and bears no ladder (R3)."""
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
    """A round as a spectator follows it: what was done, and how likely that is for each role."""

    def __init__(self, first: Picture) -> None:
        public = first.public
        self.first = first
        rules = compiled(public.ruleset)
        self.counts = Counter(rules.roles(public.seats))
        self._roles_change = rules.roles_change
        self.events: list[PublicEvent] = []
        self.acts: list[Act | None] = []
        """What was done by each event."""
        self.gains: list[float] = []
        """By how many cards each event brought the mine nearer to its goals, as all see it."""
        self.seats = public.seats
        self._game = public.ruleset.rules
        self._rows: list[Likelihoods] = [NO_EVIDENCE] * max(public.seats, self.counts.total())
        self._watcher = Watcher(first)
        self._shares: Shares | None = None
        self._since: dict[int, int] = {}
        """By seat how many events there were when its present role came to it, where that was not at the beginning."""

    def follow(self, events: Sequence[PublicEvent]) -> None:
        """Go on to the last of the events of the round."""
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
        """The chance of each role at each seat for a spectator."""
        if self._shares is None:
            self._shares = posterior(self._rows, self.counts)[: self.seats]
        return self._shares

    def shares_for(self, known: Mapping[int, str], heard: Mapping[int, float]) -> Shares:
        """The same for a player who knows the roles of some seats, and heard what changes the odds that others are
        saboteurs."""
        rows = {seat: dict(row) for seat, row in enumerate(self._rows) if seat not in known}
        for seat in heard.keys() & rows.keys():
            rows[seat][SABOTEUR] = rows[seat].get(SABOTEUR, 1.0) * heard[seat]
        others = posterior(list(rows.values()), self.counts - Counter(known.values()))
        found = dict(zip(rows, others, strict=True)) | {seat: {role: 1.0} for seat, role in known.items()}
        return tuple(found[seat] for seat in range(self.seats))

    def pace_without(self, seat: int) -> float:
        """By how many cards another player's turn brings the mine nearer, from the turns that were seen."""
        others = [gain for act, gain in zip(self.acts, self.gains, strict=True) if act and act.seat != seat]
        return (sum(others) + AS_USUAL * USUAL_PACE) / (len(others) + AS_USUAL)

    def weighed(self, seat: int) -> list[tuple[Act, float]]:
        """What a seat did in its present role, each act with how much more likely it is for a saboteur than for a
        digger."""
        known = likelihoods.table(self._game)
        done = [act for act in self.acts[self._since.get(seat, 0) :] if act and act.seat == seat]
        return [(act, likelihoods.against(known.get((act.what, act.phase)))) for act in done]

    def _standing(self, seat: int) -> str:
        """What all think of a player, against what there was to think at first."""
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
        """Roles that change hands: one goes under the spare ones and the top one comes (R42, R71), or all players' are
        dealt again (R71)."""
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
"""The round that was followed last: the next bot at the same table goes on from there."""


def round_seen(public: Public, seen: Sequence[PublicEvent]) -> RoundSeen:
    """The round so far, as all saw it."""
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
    """Let the next bot follow its round from the beginning."""
    _last.clear()


def _is_same(one: Picture, other: Picture) -> bool:
    parts = ("ruleset", "seats", "mine", "face_down", "before")
    return all(getattr(one.public, part) == getattr(other.public, part) for part in parts)


def beliefs_of(view: PlayerView, seen: Sequence[PublicEvent], knowledge: Knowledge, told: Claimed = ()) -> Beliefs:
    """What a seat thinks of the players. ValueError for an onlooker's view."""
    if view.own is None:
        raise ValueError("an onlooker has no seat")
    me, followed = view.own.seat, round_seen(view.public, seen)
    known = {**knowledge.roles, me: view.own.role}
    roles = followed.shares_for(known, {})
    if told:
        done = [act for act in followed.acts if act]
        roles = followed.shares_for(known, odds_after(told, knowledge, me, _harms(roles), done))
    return Beliefs(roles, _harms(roles), _harms(followed.shares()), followed.pace_without(me))


def _harms(shares: Shares) -> tuple[float, ...]:
    return tuple(share.get(SABOTEUR, 0.0) for share in shares)


def names_of(beliefs: Beliefs, view: PlayerView) -> tuple[float, ...]:
    """How much each player seems to harm, by seat: 0 is unknown, from `SUSPECT` upwards suspicious, below 0 helpful. A
    player who is neither friend nor saboteur has no name. A saboteur's own name is what all think of it."""
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
    """How many saboteurs may be at the table (R10, R30)."""
    return max(1, compiled(view.public.ruleset).roles(view.public.seats).count(SABOTEUR))
