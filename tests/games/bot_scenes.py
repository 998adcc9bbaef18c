"""Scenes for bots as positions of a record (``docs/notation.md``): the view of a seat, and the choices of its bot."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from games import bots
from games.bots.manner import USUAL
from games.rules import record
from games.rules.commands import Choose
from games.rules.events import PublicEvent
from games.rules.notation import SEATS, seat_of, write
from games.rules.sights import GoalSight, RoleSight
from games.rules.state import SeatSecret, Sighting
from games.rules.table import Ruleset
from games.rules.task import Ask
from games.rules.view import PlayerView, view

ROLES = {"A": "digger", "B": "saboteur", "C": "digger", "D": "digger"}
TEAMS = {"A": "green", "B": "saboteur", "C": "blue", "D": "green"}
TRUNK = {f"{x},0": card for x, card in enumerate(["ESW~", "EW", "ESW~", "EW", "ESW~", "ESW"], 1)}
"""A straight way from the start to one card before the middle goal."""
OPENED = {**TRUNK, "8,-2": "stone-a~", "8,2": "stone-b"}
"""The same when the other two goals are known to be stone."""
BASE, SABOTEUR2 = Ruleset(), Ruleset(rules="saboteur2")

Scene = tuple[PlayerView, tuple[PublicEvent, ...]]


def scene(*moves: str, rules: Ruleset = BASE, me: str = "", **script: Any) -> Scene:
    """What a seat, else the awaited one, of a table of four sees after moves, and the public events of the round."""
    roles = TEAMS if rules.rules == "saboteur2" else ROLES
    state = record.deal_round(rules, 4, {"roles": roles, **script}, 1, None, "here")
    seen: list[PublicEvent] = []
    for move in record.moves_of(list(moves), 4, "here"):
        step = record.carry_out_fully(state, move, "here")
        state, events = step.state, step.events
        seen += events
    seat = SEATS.index(me) if me else state.public.agenda[-1].awaited()[0].seat
    return view(state.public, state.seats[seat]), tuple(seen)


def chosen(*moves: str, rules: Ruleset = BASE, me: str = "", **script: Any) -> set[str]:
    """All that the bot of a seat, else of the awaited one, may choose, as text, as the dice fall."""
    return choices(*scene(*moves, rules=rules, me=me, **script))


def choices(
    mine: PlayerView, seen: tuple[PublicEvent, ...] = (), manner: bots.Manner = USUAL, falls: Iterable[int] = range(25)
) -> set[str]:
    """All that a bot may choose with such a view. Draws are low, so bots hold nothing back unless `falls` says so."""
    return {write(bots.choose(mine, fall.__mod__, seen, (), manner)) for fall in falls}


def asked(mine: PlayerView, kind: str, *answers: str) -> PlayerView:
    """The same view with another decision open."""
    return replace(mine, asks=(Ask(own_of(mine).seat, kind),), menu=tuple(map(Choose, answers)))


def own_of(mine: PlayerView) -> SeatSecret:
    """What the viewer alone knows."""
    assert mine.own is not None
    return mine.own


def knowing(mine: PlayerView, **found: str) -> PlayerView:
    """The same view with roles and goals seen: a seat's letter and its role, a square and its goal."""
    sights = [GoalSight(at, what) if "," in at else RoleSight(seat_of(at), what) for at, what in found.items()]
    sightings = tuple(Sighting(sight, move=0) for sight in sights)
    return replace(mine, own=replace(own_of(mine), sightings=sightings))


def as_role(one: Scene, role: str) -> Scene:
    """The same scene for a seat with another role and a single card."""
    mine, seen = one
    own = own_of(mine)
    return replace(mine, own=replace(own, role=role, hand=own.hand[:1])), seen
