"""The valid sightings of a seat: goals, chests and roles, folded over the public events of the round.

A sighting is valid until its subject may have changed: two goals were taken and put back (R61), a goal was moved (R73),
a player took another role (R42, R71).
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from typing import assert_never

from games.rules.board import GOAL, Square, square
from games.rules.cards import CARDS
from games.rules.events import GoalMoved, Joined, Played, PublicEvent, RoleSeen, RoundBegan, Swapped
from games.rules.ruleset import compiled
from games.rules.sights import ChestSight, GoalSight, RoleSight, Sight, Subject, subject_of
from games.rules.view import PlayerView

UNKNOWN = "?"
"""The part of a goal's chances that is unknown."""
ONE_OF_SEVEN = 1 / 7
"""The chance that an unknown goal is a certain one of those that are not gold (R72)."""

Chances = dict[str, float]
"""What may lie on a square, with its chance."""


class Knowledge:
    """The knowledge of a seat: ``lies`` has the possible cards by square, ``roles`` the known roles by seat."""

    def __init__(self, view: PlayerView, seen: Sequence[PublicEvent] = ()) -> None:
        self.lies: dict[str, Chances] = {}
        self.roles: dict[int, str] = {}
        self._me = view.own.seat if view.own else None
        self._face_down = view.public.face_down
        self._roles_change = compiled(view.public.ruleset).roles_change
        sightings = view.own.sightings if view.own else ()
        round_begins = max((place for place, event in enumerate(seen) if isinstance(event, RoundBegan)), default=0)
        events = seen[round_begins:]
        looks = Counter(subject for event in events for subject in self._looks(event))
        found: dict[Subject, deque[Sight]] = {}
        for sighting in sightings:
            found.setdefault(subject_of(sighting.sight), deque()).append(sighting.sight)
        for subject, several in found.items():
            while len(several) > looks[subject]:
                self._hold(several.popleft())
        for event in events:
            for subject in self._looks(event):
                if found.get(subject):
                    self._hold(found[subject].popleft())
            self._doubt(event)

    def _looks(self, event: PublicEvent) -> Iterator[Subject]:
        """Yield the subjects that this seat looked at in an event."""
        match event:
            case Played(seat=self._me, target=None) if CARDS[event.card].effect == "map":
                yield event.at[0]
            case Played(seat=self._me, card="inspection", target=int(target)):
                yield target
            case RoleSeen(seat=self._me):
                yield event.target

    def _hold(self, sight: Sight) -> None:
        match sight:
            case RoleSight(seat=seat, role=role):
                self.roles[seat] = role
            case GoalSight(at=at, goal=goal):
                self.lies[at] = {goal: 1.0}
            case ChestSight(at=at, chest=chest):
                self.lies[at] = {chest: 1.0}
            case _:
                assert_never(sight)

    def _doubt(self, event: PublicEvent) -> None:
        """Invalidate sightings after an event."""
        match event:
            case Swapped(at=(one, other)):
                if one in self.lies or other in self.lies:
                    self.lies[one] = self.lies[other] = _either(self.lies.get(one), self.lies.get(other))
            case GoalMoved() if event.was in self.lies:
                self.lies[event.at] = self.lies.pop(event.was)
            case Played(card="swap-hats", target=int(target)):
                self.roles.pop(target, None)
            case Joined() if self._roles_change.get(event.name):
                self.roles.clear()
            case Joined():
                self.roles.pop(event.seat, None)

    def chances(self) -> dict[Square, float]:
        """Return the face-down goals with the chance that each is the gold (R11, R18, R61)."""
        goals = sorted((square(at), at) for at, kind in self._face_down.items() if kind == GOAL)
        gold = {at: self.lies.get(at, {}).get("gold", 0.0) for _, at in goals}
        unknown = {at: self._unknown(at) for _, at in goals}
        left, room = max(0.0, 1 - sum(gold.values())), sum(unknown.values())
        if left and not room:
            return dict.fromkeys((where for where, _ in goals), 1 / len(goals)) if goals else {}
        return {where: gold[at] + (left * unknown[at] / room if room else 0.0) for where, at in goals}

    def _unknown(self, at: str) -> float:
        return self.lies[at].get(UNKNOWN, 0.0) if at in self.lies else 1.0

    def likely(self, at: str, what: str) -> float:
        """Return the chance that a certain goal of R72 is on a square; all seven other than gold are equally likely."""
        return self.lies.get(at, {}).get(what, 0.0) + ONE_OF_SEVEN * self._unknown(at)


def _either(one: Chances | None, other: Chances | None) -> Chances:
    mixed: Chances = {}
    for found in (one or {UNKNOWN: 1.0}, other or {UNKNOWN: 1.0}):
        for what, chance in found.items():
            mixed[what] = mixed.get(what, 0.0) + chance / 2
    return mixed
