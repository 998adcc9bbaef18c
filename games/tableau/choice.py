"""What a player has picked so far, measured against what they may do: what is lit, what is previewed, what is not.

The choice itself comes from an address or a form (`games.forms`) and may be wrong in every way; here it is held against
the menu of the player's view. Squares are `x,y`, seats numbers, cards their names.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from games.rules import engine
from games.rules.cards import CARDS, TOOLS, turnings
from games.rules.commands import Command, Lay, Pass, PlayCard
from games.rules.errors import Refused
from games.rules.view import PlayerView


class Choice(NamedTuple):
    """A card, and where or on whom it goes; `discard` when the card is to be thrown away instead."""

    card: str = ""
    at: str = ""
    turned: bool | None = None
    who: int | None = None
    tool: str = ""
    discard: bool = False


NOTHING = Choice()


class Target(NamedTuple):
    """Something a card may be played on: a square, or a player and perhaps one of their tools."""

    at: str = ""
    who: int | None = None
    tool: str = ""


class Picked(NamedTuple):
    """A choice that was held against the menu.

    `ways` are all legal commands with the chosen card, `targets` what they are played on. `command` is set when the
    choice is complete and legal, `turnable` when the card could lie the other way there too. `refused` says why what
    was chosen cannot be; `lost` that the chosen card is not in the hand any more.
    """

    choice: Choice = NOTHING
    ways: tuple[Command, ...] = ()
    targets: Mapping[Target, tuple[Command, ...]] = MappingProxyType({})
    command: Command | None = None
    turnable: bool = False
    refused: Refused | None = None
    lost: bool = False

    @property
    def card(self) -> str:
        """The chosen card, "" for none."""
        return self.choice.card


def pick(view: PlayerView, choice: Choice) -> Picked:
    """Hold a choice against what a player may do now."""
    own = view.own
    if own is None or not view.menu or choice == NOTHING:
        return Picked(lost=bool(choice.card))
    if choice.discard:
        return _pick_discard(view, choice)
    if choice.card not in own.hand:
        return Picked(lost=bool(choice.card))
    ways = tuple(way for way in view.menu if isinstance(way, Lay | PlayCard) and way.card == choice.card)
    targets = _by_target(ways)
    picked = Picked(choice=choice, ways=ways, targets=targets)
    wanted = _wanted(choice, targets)
    if wanted is None:
        return picked
    if wanted not in targets:
        return picked._replace(refused=why_not(view, choice.card, wanted), choice=Choice(card=choice.card))
    fitting = targets[wanted]
    turned = [way for way in fitting if isinstance(way, Lay) and way.turned == bool(choice.turned)]
    command = turned[0] if turned else fitting[0]
    turnable = len({way.turned for way in fitting if isinstance(way, Lay)}) > 1
    return picked._replace(command=command, turnable=turnable, choice=_choice_of(command))


def _pick_discard(view: PlayerView, choice: Choice) -> Picked:
    passes = [way for way in view.menu if isinstance(way, Pass)]
    if not passes:
        return Picked()
    wanted = Pass((choice.card,))
    if choice.card and wanted in passes:
        return Picked(choice=choice, command=wanted)
    return Picked(choice=Choice(discard=True), lost=bool(choice.card))


def _by_target(ways: Iterable[Command]) -> dict[Target, tuple[Command, ...]]:
    targets: dict[Target, tuple[Command, ...]] = {}
    for way in ways:
        target = _target_of(way)
        targets[target] = (*targets.get(target, ()), way)
    return targets


def _target_of(way: Command) -> Target:
    if isinstance(way, Lay):
        return Target(at=way.at)
    if isinstance(way, PlayCard):
        tools = CARDS[way.card].tools
        mended = way.tool or (tools[0] if CARDS[way.card].effect == "repair" else "")
        return Target(at=" ".join(way.at), who=way.seat, tool=mended)
    return Target()


def _wanted(choice: Choice, targets: Mapping[Target, tuple[Command, ...]]) -> Target | None:
    """The target that is meant; one that is left over is meant without being named, but never a square."""
    wanted = Target(choice.at, choice.who, choice.tool)
    if wanted != Target():
        of_player = [target for target in targets if target.who == wanted.who and not wanted.at]
        return of_player[0] if wanted.who is not None and not wanted.tool and len(of_player) == 1 else wanted
    if len(targets) == 1 and not next(iter(targets)).at:
        return next(iter(targets))
    return None


def _choice_of(command: Command) -> Choice:
    if isinstance(command, Lay):
        return Choice(card=command.card, at=command.at, turned=command.turned)
    if isinstance(command, PlayCard):
        target = _target_of(command)
        return Choice(card=command.card, at=target.at, who=target.who, tool=target.tool)
    return NOTHING


def why_not(view: PlayerView, card: str, target: Target) -> Refused | None:
    """Why a card cannot be played on something, as the rules say it; None when it can."""
    refused = None
    for command in _attempts(card, target):
        try:
            engine.check(view.public, view.own, command)  # type: ignore[arg-type]  # asked for awaited seats alone
        except Refused as found:
            if refused is None or refused.code == "not-joined":
                refused = found
            continue
        return None
    return refused


def _attempts(card: str, target: Target) -> Iterator[Lay | PlayCard]:
    if CARDS[card].is_tunnel:
        yield Lay(card, target.at or "0,0")
        if len(turnings(card)) > 1:
            yield Lay(card, target.at or "0,0", turned=True)
        return
    squares = tuple(target.at.split())
    shown = CARDS[card].tools
    several = CARDS[card].effect == "repair" and len(shown) > 1
    tools = (target.tool,) if target.tool in TOOLS else shown
    for tool in tools if several else ("",):
        yield PlayCard(card, target.who, tool, squares)
