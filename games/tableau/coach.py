"""The coach of a newcomer's first round: what happened and what it may mean, and what the player can do now.

It follows from the player's view and the public log alone, as what a bot believes does (R94). What was said before
follows from the same log, so nothing of it is stored: a remark of one kind is made `OFTEN` times, and a possibility is
named until the player has used it. It speaks in the first round only.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import log
from typing import NamedTuple

from games.bots import reasons
from games.bots.acts import Act
from games.bots.beliefs import round_seen
from games.bots.likelihoods import against, table
from games.bots.situation import Situation
from games.rules import claims
from games.rules.cards import CARDS, GOLD, STOPS_LAYING
from games.rules.commands import Lay, Pass, PlayCard
from games.rules.events import GoalTurned, Laid, Passed, Played, PublicEvent, Saw
from games.rules.roles import BLUE, BOSS, DIGGER, GREEDY, GREEN, SABOTEUR
from games.rules.sights import GoalSight
from games.rules.turn import Turn
from games.rules.view import PlayerView
from games.selectors.table import LoggedMove
from games.selectors.talk import Spoken
from games.wording import coach as words
from games.wording.coach import DIGS, HARMS

OFTEN = 2
"""How often remarks of one kind are made about acts of others in a round; about acts of one's own, once."""
TURNS = 6
"""Before how many turns of the player the coach says what is possible."""
NEAR = 5.0
"""From this distance to the gold on, in cards, the coach tells a saboteur to block the way."""
_LEAST = 0.01
"""Acts that a saboteur hardly ever does are all alike."""
_SIDES = {SABOTEUR: HARMS} | dict.fromkeys((DIGGER, BLUE, GREEN, BOSS, GREEDY), DIGS)
"""Roles whose players are coached. Geologists and profiteers win by neither."""


class Coach(NamedTuple):
    """What the coach says now: what happened, and what is possible; each "" for nothing. Its line on the page stays
    when both are empty, so that nothing moves."""

    happened: str = ""
    possible: str = ""


class _Remark(NamedTuple):
    """A remark about an event: its `kind`, the seat that acted, the seat it was played on, and how much it says about a
    role (0 for nothing)."""

    place: int
    kind: str
    seat: int
    other: int | None = None
    weight: float = 0.0


def coach_of(
    view: PlayerView, log: Sequence[LoggedMove], names: Sequence[str], spoken: Sequence[Spoken] = ()
) -> Coach | None:
    """Return what the coach says to a player; None for those it does not speak to: spectators, roles
    without a side, and players after the first round. `log` is the log of the whole round, newest first."""
    own = view.own
    side = _SIDES.get(own.role) if own is not None else None
    if own is None or side is None or view.public.round != 1 or not log:
        return None
    me, steps = own.seat, list(reversed(log))
    events = [event for step in steps for event in step.events]
    mine = [place for place, event in enumerate(events) if getattr(event, "seat", None) == me and _is_act(event)]
    since = mine[-1] if mine else -1
    fresh = [one for one in _not_said_often(_remarks(view, events, steps), me) if one.place >= since]
    happened = _happened(view, fresh, side, names)
    possible = ""
    if view.my_decision == Turn.asks and view.menu and len(mine) < TURNS:
        done = {kind for place in mine for kind in _uses(events[place], me)}
        told_of = [(one.seat, claim) for one in spoken if (claim := one.claim)]
        possible = _possible(Situation(view, events, claimed=told_of), side, done, names)
    return Coach(happened, possible)


# -- what happened


def _is_act(event: PublicEvent) -> bool:
    return isinstance(event, Laid | Played | Passed)


def _not_said_often(remarks: Iterable[_Remark], me: int) -> Iterator[_Remark]:
    """Yield the remarks but for those whose kind was said before, often enough."""
    said: Counter[tuple[bool, str]] = Counter()
    for remark in remarks:
        about = (remark.seat == me, remark.kind.partition(" my ")[0])
        said[about] += 1
        if said[about] <= (1 if remark.seat == me else OFTEN):
            yield remark


def _remarks(view: PlayerView, events: Sequence[PublicEvent], steps: Sequence[LoggedMove]) -> Iterator[_Remark]:
    """Yield a remark for each event that is worth one, oldest first."""
    me, followed = view.seat, round_seen(view.public, events)
    learnt = table(view.public.ruleset.rules)
    of_steps = [step for step in steps for _event in step.events]
    first = len(events) - len(followed.events)
    for place, event in enumerate(events[first:], first):
        act = followed.acts[place - first]
        target = event.target if isinstance(event, Played) else None
        if isinstance(event, GoalTurned) and event.goal != GOLD:
            yield _Remark(place, "stone", -1)
        elif act is not None and act.seat == me:
            if kind := _own_kind(act, event, of_steps[place]):
                yield _Remark(place, kind, act.seat, target)
        elif act is not None:
            odds = against(learnt.get((act.what, act.phase)))
            if kind := _kind(act, event, me, odds):
                yield _Remark(place, kind, act.seat, target, abs(log(max(odds, _LEAST))))


def _kind(act: Act, event: PublicEvent, me: int | None, odds: float) -> str:
    """Return the kind of remark about an act of another player; "" for none. `odds` is how much more likely a saboteur
    acts like that."""
    why = reasons.of_act(act)
    if isinstance(event, Played):
        if CARDS[event.card].effect == "map":
            return "looked"
        if why == claims.BROKE:
            of_me = f"broke my {event.card.partition(':')[2]}"
            return of_me if event.target == me else "broke" if odds > 1 else "broke a suspect"
        if why == claims.MENDED:
            return "mended me" if event.target == me else "mended" if odds < 1 else ""
    speaks = odds > 1 if why in claims.REASONS[claims.SUSPECT] else odds < 1
    return why if speaks else ""


def _own_kind(act: Act, event: PublicEvent, step: LoggedMove) -> str:
    """Return the kind of remark about an act of the player's own; "" for none."""
    if isinstance(event, Passed):
        return "passed"
    if isinstance(event, Played):
        of_me = event.target in (None, act.seat)
        match CARDS[event.card].effect:
            case "map":
                sights = (one.sight for one in step.whispers if isinstance(one, Saw))
                goals = [sight.goal for sight in sights if isinstance(sight, GoalSight)]
                return "" if not goals else "gold" if GOLD in goals else "no gold"
            case "repair":
                return "mended me" if of_me else "mended"
            case "break":
                return "" if of_me else "broke"
            case "rockfall":
                return {claims.FELLED: "felled", claims.CLEARED: "cleared"}.get(reasons.of_act(act), "")
    match act.what.split():
        case ["lay" | "crystal", "on", "ahead" | "some", *_]:
            return "ahead"
        case ["lay" | "crystal", "on", "level", *_]:
            return "level"
        case ["lay" | "crystal", "on", *_]:
            return "away"
        case ["lay" | "crystal", "dead", *_]:
            return "dead-end"
    return ""


def _happened(view: PlayerView, fresh: Sequence[_Remark], side: str, names: Sequence[str]) -> str:
    """Return the remark to make: on one's turn the one that says most, while others move the latest."""
    others = [one for one in fresh if one.seat != view.seat]
    if view.menu:
        best = max(others, key=lambda one: (" my" in one.kind, one.weight, one.place), default=None)
    else:
        best = fresh[-1] if fresh else None
    if best is None:
        return ""
    other = names[best.other] if best.other is not None else ""
    if best.seat == view.seat:
        return words.of_own(best.kind, side, other)
    return words.of_others(best.kind, side, names[best.seat] if best.seat >= 0 else "", other)


# -- what is possible


def _uses(event: PublicEvent, me: int) -> Iterator[str]:
    """Yield what the player has used by an act of their own."""
    match event:
        case Laid():
            yield "lay"
        case Passed():
            yield from ("pass", "stuck")
        case Played():
            effect = CARDS[event.card].effect
            yield from {"map": ("map",), "break": ("break",), "rockfall": ("clear", "fell")}.get(effect, ())
            if effect == "repair":
                yield "repair" if event.target in (None, me) else "mend"


def _possible(situation: Situation, side: str, done: set[str], names: Sequence[str]) -> str:
    """Return the first possibility that the player has not used yet; "" for none."""
    ways = _of_harm(situation) if side == HARMS else _of_digging(situation)
    for kind, seat in ways:
        if kind not in done:
            return words.possible(kind, side, names[seat] if seat is not None else "")
    return ""


_Way = tuple[str, int | None]
"""A kind of possibility, and the other player it is about."""


def _of_digging(situation: Situation) -> Iterator[_Way]:
    yield from _when_broken(situation)
    if _lays(situation):
        yield "lay", None
    if _plays(situation, "map") and not situation.gold_is_known:
        yield "map", None
    targets = [seat for seat in _others_at(situation, "break") if seat in situation.suspects]
    if targets:
        yield "break", max(targets, key=lambda seat: situation.names[seat])
    friends = [seat for seat in _others_at(situation, "repair") if seat not in situation.suspects]
    if friends:
        yield "mend", min(friends, key=lambda seat: situation.names[seat])
    felled = [command.at[0] for command in _plays(situation, "rockfall") if command.at]
    if any(at in situation.dead_ends and situation.advance_without(at) > 0 for at in felled):
        yield "clear", None
    if _passes(situation):
        yield "pass", None


def _of_harm(situation: Situation) -> Iterator[_Way]:
    yield from _when_broken(situation)
    lays = _lays(situation)
    if lays:
        yield "lay", None
    if _plays(situation, "map") and not situation.gold_is_known:
        yield "map", None
    if situation.distance <= NEAR and any(situation.is_dead_end(command.card) for command in lays):
        yield "block", None
    targets = _others_at(situation, "break")
    if targets:
        yield "break", min(targets, key=lambda seat: situation.names[seat])
    if any(command.at and command.at[0] in situation.keystones for command in _plays(situation, "rockfall")):
        yield "fell", None
    if _passes(situation):
        yield "pass", None


def _when_broken(situation: Situation) -> Iterator[_Way]:
    if not situation.broken & STOPS_LAYING:
        return
    me = situation.own.seat
    if any(command.seat in (None, me) for command in _plays(situation, "repair")):
        yield "repair", None
    else:
        yield "stuck", None


def _others_at(situation: Situation, effect: str) -> list[int]:
    """Return the other seats that a card of an effect can be played on."""
    me = situation.own.seat
    return sorted({one.seat for one in _plays(situation, effect) if one.seat is not None and one.seat != me})


def _lays(situation: Situation) -> list[Lay]:
    return [command for command in situation.view.menu if isinstance(command, Lay)]


def _passes(situation: Situation) -> bool:
    return any(isinstance(command, Pass) for command in situation.view.menu)


def _plays(situation: Situation, effect: str) -> list[PlayCard]:
    ways = (command for command in situation.view.menu if isinstance(command, PlayCard))
    return [command for command in ways if CARDS[command.card].effect == effect]
