"""Blue and green diggers (R36, R45): how a team reads the mine, and who probably belongs to the other."""

from collections.abc import Mapping, Sequence
from functools import cache

from games.rules.agenda import Rules
from games.rules.cards import tunnel
from games.rules.events import Joined, Laid, Played, PublicEvent, RoundBegan
from games.rules.roles import BLUE, GREEN
from games.rules.tunnels import TURNED, parse, spell

OTHER_TEAM: Mapping[str, str] = {BLUE: GREEN, GREEN: BLUE}


def door(card: str) -> str:
    """The colour of the door on a card that lies in the mine, "" for none."""
    return tunnel(card).door


@cache
def as_read_by(role: str, laid: str) -> str:
    """A card as one of a role may walk it: a door of the other colour makes dead ends of the sides it joins (R36).

    >>> as_read_by("green", "EW-blue"), as_read_by("blue", "EW-blue"), as_read_by("boss", "EW-blue")
    ('E.W', 'EW-blue', 'EW-blue')
    """
    if role not in OTHER_TEAM or door(laid) != OTHER_TEAM[role]:
        return laid
    behind, *others = parse(laid.removesuffix(TURNED)).groups
    stubs = [side for side in (1, 2, 4, 8) if behind & side]
    return spell((*stubs, *others)) + TURNED * laid.endswith(TURNED)


def leanings(rules: Rules, seats: int, seen: Sequence[PublicEvent]) -> tuple[str, ...]:
    """Return the team whose doors each player laid last, "" for none; reset when the player takes another role."""
    teams = [""] * seats
    for event in seen:
        match event:
            case RoundBegan():
                teams = [""] * seats
            case Joined() if rules.roles_change.get(event.name):
                teams = [""] * seats
            case Laid() if door(event.card):
                teams[event.seat] = door(event.card)
            case Played(card="swap-hats", target=int(target)):
                teams[target] = ""
            case Joined():
                teams[event.seat] = ""
    return tuple(teams)
