"""What a player has seen, when, and what has happened to it since (R61, R94): from public events."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, assert_never

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.rules.events import (
    ChestFell,
    ChestTurned,
    Dealt,
    GoalMoved,
    GoalTurned,
    Joined,
    NewRole,
    Played,
    PublicEvent,
    RoleSeen,
    RoundBegan,
    Swapped,
)
from games.rules.sights import ChestSight, GoalSight, RoleSight, Sight, Subject, subject_of
from games.rules.steps import is_no_move
from games.rules.view import PlayerView
from games.selectors.table import LoggedMove
from games.sheets import ACTIONS, MODULES, PLACES
from games.sheets.sheet import Doubt, Whose
from games.wording import found_words, role_name, square_name

SWAPPED, LEFT = "choose swap", "choose keep"
"""The answers to the decision `swap`, as the player's own command has them."""


class _Look(Protocol):
    """A sight that the rules store: what was seen, and with which move."""

    @property
    def sight(self) -> Sight: ...
    @property
    def move(self) -> int: ...


_Values = dict[str, str | int]
"""The placeholders of a message and their values."""


class Known(NamedTuple):
    """Something that a player saw: its present place as far as the player can follow it, and its history since.

    `open`: it has been turned up or is gone. `doubtful`: it may have changed.
    """

    sight: Sight
    move: int
    since: tuple[str, ...] = ()
    open: bool = False
    doubtful: bool = False

    def words(self, names: Sequence[str]) -> str:
        """Return what was seen, when, and what happened to it since."""
        about = {"found": found_words(self.sight), "move": self.move}
        match self.sight:
            case GoalSight(at=at) | ChestSight(at=at):
                seen = _("%(square)s: %(found)s (seen at move %(move)s).") % {**about, "square": square_name(at)}
            case RoleSight(seat=seat):
                seen = _("%(name)s: %(found)s (seen at move %(move)s).") % {**about, "name": names[seat]}
            case _:
                assert_never(self.sight)
        return " ".join([seen, *self.since])

    @property
    def square(self) -> str:
        """The square where it lies, "" if it lies on none."""
        match self.sight:
            case GoalSight(at=at) | ChestSight(at=at):
                return at
            case RoleSight():
                return ""
            case _:
                assert_never(self.sight)

    def moved_to(self, at: str) -> "Known":
        """Return the same on another square."""
        if isinstance(self.sight, GoalSight | ChestSight):
            return self._replace(sight=replace(self.sight, at=at))
        return self


class PlayerKnowledge(NamedTuple):
    """All that a player has seen in this round, oldest first, and which roles they have had, in words."""

    known: tuple[Known, ...] = ()
    roles: tuple[str, ...] = ()

    def at(self, square: str) -> Known | None:
        """Return what was last seen of the face-down card that lies on a square now."""
        return next((one for one in reversed(self.known) if one.square == square and not one.open), None)


def knowledge_of(view: PlayerView, log: Sequence[LoggedMove]) -> PlayerKnowledge:
    """Return the player's knowledge from the log (newest first), which should cover the whole round."""
    if view.own is None or not remembers(view):
        return PlayerKnowledge()
    steps = list(steps_of_round(view, log))
    waiting = _by_subject(view.own.sightings)
    looks = [_looked_at(event, view.own.seat) for _move, step in steps for event in step.events]
    known = [_as_seen(one) for at, rows in waiting.items() for one in rows[: len(rows) - looks.count(at)]]
    left = {at: rows[len(rows) - looks.count(at) :] for at, rows in waiting.items()}
    for move, step in steps:
        for event in step.events:
            subject = _looked_at(event, view.own.seat)
            if subject is not None and left.get(subject):
                known.append(_as_seen(left[subject].pop(0)))
            known = [_after_event(one, event, move, step, view.own.seat) for one in known]
    return PlayerKnowledge(tuple(sorted(known, key=lambda one: one.move)), tuple(_roles(steps)))


def remembers(view: PlayerView) -> bool:
    """Return whether the whole round may add knowledge: something was seen, or roles change."""
    ruleset = view.public.ruleset
    played = [MODULES[name] for name in (ruleset.rules, *ruleset.modules)]
    changes = any(any(one.doubt for one in module.actions) or module.places for module in played)
    return view.own is not None and bool(view.own.sightings or changes)


def as_known(view: PlayerView, knowledge: PlayerKnowledge) -> PlayerView:
    """Return the view with everything that was seen at its current place."""
    if view.own is None or not view.own.sightings:
        return view
    pairs = zip(view.own.sightings, knowledge.known, strict=True)
    seen = tuple(replace(sighting, sight=one.sight) for sighting, one in pairs if not one.open)
    return replace(view, own=replace(view.own, sightings=seen))


def steps_of_round(view: PlayerView, log: Sequence[LoggedMove]) -> Iterator[tuple[int, LoggedMove]]:
    """Return the steps of the round, oldest first, each with the number of its move."""
    public, uncounted, steps = view.public, 0, []
    for step in log:
        began = next((place for place, event in enumerate(step.events) if isinstance(event, RoundBegan)), None)
        move = public.moves - (public.seq - step.seq) + uncounted
        if began is not None:
            steps.append((0, step._replace(events=step.events[began:])))
            break
        steps.append((move, step))
        uncounted += is_no_move(step.events)
    return reversed(steps)


def _by_subject(sightings: Iterable[_Look]) -> dict[Subject, list[_Look]]:
    by_subject: dict[Subject, list[_Look]] = {}
    for one in sightings:
        by_subject.setdefault(subject_of(one.sight), []).append(one)
    return by_subject


def _as_seen(one: _Look) -> Known:
    return Known(one.sight, one.move)


def _looked_at(event: PublicEvent, seat: int) -> Subject | None:
    """Return what a player looked at in an event, None if they did not look."""
    if isinstance(event, RoleSeen) and event.seat == seat:
        return event.target
    if isinstance(event, Played) and event.seat == seat and ACTIONS[event.card].looks:
        return event.target if event.target is not None else next(iter(event.at), None)
    return None


def _after_event(known: Known, event: PublicEvent, move: int, step: LoggedMove, seat: int) -> Known:
    """Return something that was seen, as it is after an event."""
    about: _Values = {"move": move}
    match event:
        case Played(card=card, seat=by, target=target):
            return _changed(known, ACTIONS[card].doubt, by, target, about)
        case Joined(name=name, seat=by):
            return _changed(known, PLACES[name].doubt, by, None, about)
        case Swapped(at=(one, other)) if known.square in (one, other):
            about |= {"square": square_name(one), "other": square_name(other)}
            return _swapped(known, event, step, seat, about)
        case GoalMoved(was=was, at=at) if known.square == was:
            words = _("It was moved to %(square)s at move %(move)s.") % {**about, "square": square_name(at)}
            return known.moved_to(at)._replace(since=(*known.since, words))
        case GoalTurned(at=at) | ChestTurned(at=at) | ChestFell(at=at) if known.square == at:
            return known._replace(open=True)
    return known


def _changed(known: Known, doubt: Doubt | None, by: int, target: int | None, about: _Values) -> Known:
    """Return a role that was seen, after something that may have given its player another."""
    if doubt is None or not isinstance(known.sight, RoleSight):
        return known
    seat = by if doubt.whose is Whose.ACTOR else target
    if doubt.whose is not Whose.ALL and seat != known.sight.seat:
        return known
    return _doubted(known, doubt.words % about)


def _doubted(known: Known, words: str) -> Known:
    return known._replace(doubtful=True, since=(*known.since, words))


def _swapped(known: Known, event: Swapped, step: LoggedMove, seat: int, about: _Values) -> Known:
    """Return what was seen after a swap. The player who took the goals knows the outcome, unless it was random."""
    if event.seat == seat and LEFT in step.mine:
        return known
    if event.seat == seat and SWAPPED in step.mine:
        one, other = event.at
        words = _("You swapped %(square)s and %(other)s at move %(move)s.") % about
        return known.moved_to(other if known.square == one else one)._replace(since=(*known.since, words))
    words = _("At move %(move)s, %(square)s and %(other)s were taken and put back, maybe swapped.") % about
    return _doubted(known, words)


def _roles(steps: Iterable[tuple[int, LoggedMove]]) -> Iterator[str]:
    """Return the roles a player has had in this round before the present one, in words."""
    had = ""
    for move, step in steps:
        for whisper in step.whispers:
            if isinstance(whisper, NewRole) and had:
                yield _("Your role until move %(move)s: %(role)s.") % {"move": move, "role": role_name(had)}
            if isinstance(whisper, NewRole | Dealt):
                had = whisper.role
