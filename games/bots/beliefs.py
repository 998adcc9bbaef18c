"""What a bot thinks of the players: who digs badly. From its view and public events alone."""

from collections.abc import Sequence

from games.bots.knowledge import Knowledge
from games.bots.teams import OTHER_TEAM
from games.rules.cards import CARDS, tunnel
from games.rules.events import Detoured, GoalTurned, Joined, Laid, Played, PublicEvent, RoundBegan
from games.rules.roles import BLUE, BOSS, DIGGER, GREEN, SABOTEUR
from games.rules.ruleset import compiled
from games.rules.view import PlayerView

SUSPECT = 1.0
"""From here on a player is taken for one who harms."""
KNOWN_BAD, KNOWN_GOOD = 4.0, -2.0
"""As bad and as good as a name can be."""
WANT_GOLD = frozenset({DIGGER, BLUE, GREEN, BOSS})
"""Roles that win when the gold is reached."""


def is_dead_end(card: str) -> bool:
    """Whether a tunnel card has sides that lead nowhere (R3)."""
    way = tunnel(card)
    return not way.ladder and any(group.bit_count() == 1 for group in way.groups)


class Reputation:
    """How much each player seems to harm the mine, folded over the public events of the round: 0 is unknown,
    above 0 suspicious, below 0 helpful. A harm to a player of bad name is no harm, a favour to one is none."""

    def __init__(self, seats: int, me: int, *, i_dig: bool) -> None:
        self.names = [0.0] * seats
        self._me, self._i_dig = me, i_dig

    def hear(self, event: PublicEvent) -> None:
        """Think again after an event."""
        if isinstance(event, RoundBegan) or (isinstance(event, Joined) and event.name == "tunnel-party"):
            self.names = [0.0] * len(self.names)
        elif isinstance(event, Joined):
            self.names[event.seat] = 0.0
        elif isinstance(event, Laid | Detoured):
            self._blame(event.seat, 1.0 if is_dead_end(event.card) else -0.15)
        elif isinstance(event, GoalTurned):
            self._blame(event.seat, -0.2)
        elif isinstance(event, Played):
            self._hear_card(event)

    def _hear_card(self, event: Played) -> None:
        card = CARDS.get(event.card)
        effect = card.effect if card else ""
        if effect == "swap-hats" and event.target is not None:
            self.names[event.target] = 0.0
        elif event.target is not None and event.target != event.seat:
            bad_name = self._of(event.target)
            if effect in ("break", "trapped"):
                self._blame(event.seat, -0.3 if bad_name >= SUSPECT else 0.6 - 0.5 * min(bad_name, 0.5))
            elif effect in ("repair", "free"):
                self._blame(event.seat, 0.3 if bad_name >= SUSPECT else -0.5)
        elif effect == "rockfall" and event.lifted:
            self._blame(event.seat, -0.8 if is_dead_end(event.lifted) else 0.7)

    def _of(self, seat: int) -> float:
        """The name of a player. My own I know: a digger is good, a saboteur looks like anybody."""
        if seat == self._me and self._i_dig:
            return -1.0
        return self.names[seat]

    def _blame(self, seat: int, harm: float) -> None:
        self.names[seat] = max(KNOWN_GOOD, min(KNOWN_BAD, self.names[seat] + harm))


def reputations(view: PlayerView, seen: Sequence[PublicEvent], knowledge: Knowledge) -> tuple[float, ...]:
    """How much each player seems to harm, by seat, from the public events of the round and the roles that I saw."""
    if view.own is None:
        return (0.0,) * view.public.seats
    reputation = Reputation(view.public.seats, view.own.seat, i_dig=view.own.role in WANT_GOLD)
    for event in seen:
        reputation.hear(event)
    for seat, role in knowledge.roles.items():
        friend = role in WANT_GOLD and role != OTHER_TEAM.get(view.own.role)
        reputation.names[seat] = KNOWN_BAD if role == SABOTEUR else KNOWN_GOOD if friend else 0.0
    return tuple(reputation.names)


def saboteurs_at_most(view: PlayerView) -> int:
    """How many saboteurs may be at the table (R10, R30)."""
    return max(1, compiled(view.public.ruleset).roles(view.public.seats).count(SABOTEUR))
