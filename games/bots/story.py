"""The sightings that a bot claims: the truth, or a plausible invention.

A player who wants the gold reached tells the truth. Others may invent their sightings. An invented story is drawn so
that each claim is as frequent as if it were true, by the public chances that a goal is the gold or a player a saboteur.
Within this limit it is false as often as possible. So claims reveal nothing about the speaker's role until they are
compared with the sightings of others (R94).
"""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property

from games.bots import past
from games.bots.beliefs import WANT_GOLD, RoundSeen
from games.bots.hearsay import chances_after
from games.bots.situation import Situation
from games.rules.board import square
from games.rules.cards import CARDS, GOAL_TUNNELS, GOLD
from games.rules.claims import GOAL_LIES, STONE, Claim
from games.rules.dice import Dice
from games.rules.events import Played, PublicEvent, RoleSeen
from games.rules.notation import letter
from games.rules.roles import DIGGER, SABOTEUR
from games.rules.tunnels import TURNED

_PARTS = 10_000


class Story:
    """What the seat of a situation says it saw of goals and of roles. `followed` is the round as all saw it."""

    def __init__(self, situation: Situation, followed: RoundSeen) -> None:
        self.situation, self.followed = situation, followed
        self.is_made_up = situation.role not in WANT_GOLD and self._falls("made up", situation.temper.makes_up)

    @cached_property
    def goals(self) -> Mapping[str, str]:
        """What lies on each goal that this seat looked at, gold or stone, by square. It stands by what it said once."""
        said = {
            claim.what: claim.says
            for seat, claim in self.situation.claimed
            if seat == self.situation.own.seat and claim.about == GOAL_LIES and claim.says in (GOLD, STONE)
        }
        found: dict[str, str] = {}
        for at, lies in self.situation.knowledge.lies.items():
            if 1.0 in lies.values():
                found[at] = said.get(at) or self._goal(at, GOLD in lies, said | found)
        return found

    @cached_property
    def roles(self) -> Mapping[int, str]:
        """The roles of the players whose cards this seat looked at. Of a made-up story it is only said who harms."""
        return {seat: self._role(seat, role) for seat, role in self.situation.knowledge.roles.items()}

    @cached_property
    def liars(self) -> frozenset[int]:
        """The seats that say of a goal something else than this seat, or than what was turned up."""
        me = self.situation.own.seat
        return frozenset(seat for seat, claim in self.situation.claimed if seat != me and self._denies(claim))

    def _denies(self, claim: Claim) -> bool:
        if claim.says not in (GOLD, STONE):
            return False
        lies = self.situation.public.mine.get(claim.what, "").removesuffix(TURNED)
        if lies in GOAL_TUNNELS:
            return (lies == GOLD) != (claim.says == GOLD)
        return self.goals.get(claim.what, claim.says) != claim.says

    def _goal(self, at: str, is_gold: bool, said: Mapping[str, str]) -> str:
        if self.is_made_up:
            likely = self._chances(said).get(square(at), 0.0)
            is_gold = self._turned(is_gold, likely, f"goal {at}{self._moment(at)}")
        return GOLD if is_gold else STONE

    def _chances(self, said: Mapping[str, str]) -> Mapping[tuple[int, int], float]:
        """How likely each goal holds the gold given public knowledge, and what this seat says it saw."""
        knows = copy(self.situation.knowledge)
        knows.lies = {at: {says: 1.0} for at, says in said.items()}
        harms = [share.get(SABOTEUR, 0.0) for share in self.followed.shares()]
        return chances_after(knows.chances(), self.situation.claimed, harms, self.situation.own.seat)

    def _role(self, seat: int, role: str) -> str:
        if not self.is_made_up:
            return role
        events = past.of_the_round(self.situation.seen)
        looked = next((place for place, event in enumerate(events) if self._looks_at(event, letter(seat))), 0)
        before = RoundSeen(self.followed.first)
        before.follow(events[:looked])
        likely = before.shares()[seat].get(SABOTEUR, 0.0)
        harms = self._turned(role == SABOTEUR, likely, f"role {letter(seat)} {looked}")
        return SABOTEUR if harms else role if role != SABOTEUR else DIGGER

    def _turned(self, is_so: bool, likely: float, what: str) -> bool:
        """What a made-up story says of something that is so or not. It is said to be so as often as it is likely, and
        the opposite of what is true as often as that allows."""
        if is_so:
            return likely > 1 / 2 and not self._falls(what, (1 - likely) / likely)
        return self._falls(what, likely / (1 - likely) if likely < 1 / 2 else 1.0)

    def _moment(self, at: str) -> str:
        """When a goal was looked at, as a part of the name of a lot."""
        events: Sequence[PublicEvent] = past.of_the_round(self.situation.seen)
        looks = [place for place, event in enumerate(events) if self._looks_at(event, at)]
        return f" {looks[-1]} {events[looks[-1] - 1]}" if looks else ""

    def _looks_at(self, event: PublicEvent, what: str) -> bool:
        match event:
            case Played(seat=self.situation.own.seat, target=None) if CARDS[event.card].effect == "map":
                return event.at[0] == what
            case Played(seat=self.situation.own.seat, card="inspection", target=int(target)):
                return letter(target) == what
            case RoleSeen(seat=self.situation.own.seat):
                return letter(event.target) == what
        return False

    def _falls(self, what: str, odds: float) -> bool:
        """Whether a lot of this seat and round falls so. No one else can work the draw out before the game is over."""
        situation = self.situation
        key = situation.manner.lot.to_bytes(4, "big")
        lot = Dice(key, f"round {situation.public.round} seat {letter(situation.own.seat)} {what}")
        return lot.below(_PARTS) < _PARTS * odds
