"""What a player has picked so far: the choice of an address or a form, checked against the legal moves.

The choice itself may be invalid in any way. `pick` compares it with the legal moves of the player's view: which squares
are legal, whether the choice is complete, what is illegal and why. Squares are `x,y`, seats numbers, cards their names.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from games.rules import engine
from games.rules.cards import CARDS, TOOLS, turnings
from games.rules.commands import Command, Lay, Pass, PlayCard, PutMiner, Trade
from games.rules.errors import Refused
from games.rules.view import PlayerView
from games.sheets import DECISIONS, aim_of
from games.sheets.sheet import Aim

DISCARD, TRADE, MINER = "discard", "trade", "miner"
"""Uses of cards of the hand other than playing one (R13, R32, R70)."""
MODES = ("", DISCARD, TRADE, MINER)


class Choice(NamedTuple):
    """A card and its target; `also` is a second square, `payer` who pays the toll there.

    `mode` is one of `MODES`. `ticked` are cards to discard together, `lifts` the card before the player that this
    removes. An answer to a decision is in `at` or `who`.
    """

    card: str = ""
    at: str = ""
    turned: bool | None = None
    who: int | None = None
    tool: str = ""
    mode: str = ""
    also: str = ""
    payer: int | None = None
    lifts: str = ""
    ticked: tuple[str, ...] = ()


NOTHING = Choice()


class Target(NamedTuple):
    """A target of a card: a square, or a player and perhaps one of their tools."""

    at: str = ""
    who: int | None = None
    tool: str = ""


class Picked(NamedTuple):
    """A choice that was compared with the legal moves.

    `ways` are all legal commands with the chosen card, `targets` their targets. `command` is set when the choice is
    complete and legal, `turnable` when the card could also be laid there turned, `payers` who could pay the toll there
    (None: the player). `refused` says why the choice is illegal; `lost` that the chosen card has left the hand.
    """

    choice: Choice = NOTHING
    ways: tuple[Command, ...] = ()
    targets: Mapping[Target, tuple[Command, ...]] = MappingProxyType({})
    command: Command | None = None
    turnable: bool = False
    payers: tuple[int | None, ...] = ()
    refused: Refused | None = None
    lost: bool = False

    @property
    def card(self) -> str:
        """The chosen card, "" for none."""
        return self.choice.card

    @property
    def mode(self) -> str:
        """The use of cards of the hand, "" when one is played."""
        return self.choice.mode


PLAYS_CARDS = tuple(sheet.name for sheet in DECISIONS.values() if sheet.with_cards)
"""The decisions that are answered with cards of the hand (R66, R90)."""


def pick(view: PlayerView, choice: Choice) -> Picked:
    """Compare a choice with the legal moves of a player."""
    own = view.own
    if own is None or not view.menu or choice == NOTHING:
        return Picked(lost=_names_cards(choice))
    if view.my_decision not in PLAYS_CARDS:
        return Picked(choice=Choice(at=choice.at, who=choice.who), lost=_names_cards(choice))
    if choice.mode:
        return _IN_MODE[choice.mode](view, choice)
    if choice.card not in own.hand:
        return Picked(choice=Choice(at="" if choice.card else choice.at), lost=bool(choice.card))
    ways = tuple(way for way in view.menu if isinstance(way, Lay | PlayCard) and way.card == choice.card)
    if aim_of(choice.card) is Aim.TWO_GOALS:
        return _pick_two(view, choice, ways)
    return _pick_one(view, choice, ways)


def _names_cards(choice: Choice) -> bool:
    return bool(choice.card or choice.ticked)


# -- a card and its target


def _pick_one(view: PlayerView, choice: Choice, ways: tuple[Command, ...]) -> Picked:
    targets = _by_target(ways)
    picked = Picked(choice=choice, ways=ways, targets=targets)
    wanted = _wanted(choice, targets)
    if wanted is None or (wanted.who is not None and not wanted.tool and _tools_of(wanted.who, targets)):
        return picked
    if wanted not in targets:
        return picked._replace(refused=why_not(view, choice.card, wanted), choice=Choice(card=choice.card))
    fitting = [way for way in targets[wanted] if isinstance(way, Lay | PlayCard)]
    lying = [way for way in fitting if way.turned == bool(choice.turned)] or [
        way for way in fitting if way.turned == fitting[0].turned
    ]
    command = next((way for way in lying if way.payer == choice.payer), lying[0])
    return picked._replace(
        command=command,
        turnable=len({way.turned for way in fitting}) > 1,
        payers=tuple(way.payer for way in lying),
        choice=_choice_of(command),
    )


def _tools_of(seat: int, targets: Mapping[Target, tuple[Command, ...]]) -> bool:
    """Return whether a player has several tools of which one is to be chosen."""
    return sum(target.who == seat and bool(target.tool) for target in targets) > 1


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
        mended = way.tool or (tools[0] if aim_of(way.card) is Aim.TOOL else "")
        return Target(at="".join(way.at[:1]), who=way.seat, tool=mended)
    return Target()


def _wanted(choice: Choice, targets: Mapping[Target, tuple[Command, ...]]) -> Target | None:
    """Return the target that is meant. If only one is left it need not be named, unless it is a square."""
    wanted = Target(choice.at, choice.who, choice.tool)
    if wanted != Target():
        of_player = [target for target in targets if target.who == wanted.who and not wanted.at]
        return of_player[0] if wanted.who is not None and not wanted.tool and len(of_player) == 1 else wanted
    if len(targets) == 1 and not next(iter(targets)).at:
        return next(iter(targets))
    return None


def _choice_of(command: Lay | PlayCard) -> Choice:
    target = _target_of(command)
    return Choice(
        card=command.card,
        at=target.at,
        turned=command.turned if target.at else None,
        who=target.who,
        tool=target.tool,
        payer=command.payer,
    )


# -- a card with two goals as targets, one after the other


def _pick_two(view: PlayerView, choice: Choice, ways: tuple[Command, ...]) -> Picked:
    pairs = [way for way in ways if isinstance(way, PlayCard)]
    with_first = [way for way in pairs if choice.at in way.at]
    if not with_first:
        targets = {Target(at=at): tuple(way for way in pairs if at in way.at) for way in pairs for at in way.at}
        refused = why_not(view, choice.card, Target(at=choice.at)) if choice.at else None
        return Picked(choice=Choice(card=choice.card), ways=ways, targets=targets, refused=refused)
    others = {Target(at=at): (way,) for way in with_first for at in way.at if at != choice.at}
    picked = Picked(choice=Choice(card=choice.card, at=choice.at), ways=ways, targets=others)
    if not choice.also:
        return picked
    if Target(at=choice.also) not in others:
        return picked._replace(refused=Refused("not-two-goals", "R61", card=choice.card))
    return picked._replace(
        command=others[Target(at=choice.also)][0],
        choice=Choice(card=choice.card, at=choice.at, also=choice.also),
    )


# -- discards


def _pick_discard(view: PlayerView, choice: Choice) -> Picked:
    passes = [way for way in view.menu if isinstance(way, Pass)]
    if not passes:
        return Picked()
    if most_discarded(view) > 1:
        return _ticked(view, choice, Choice(mode=DISCARD))
    wanted = Pass(choice.ticked[-1:])
    if wanted in passes:
        return Picked(choice=Choice(card=wanted.cards[0], mode=DISCARD), command=wanted)
    return Picked(choice=Choice(mode=DISCARD), lost=bool(choice.ticked))


def most_discarded(view: PlayerView) -> int:
    """Return how many cards a player may discard at once (R13, R32); 0 when none."""
    return max((len(way.cards) for way in view.menu if isinstance(way, Pass)), default=0)


def _ticked(view: PlayerView, choice: Choice, valid: Choice) -> Picked:
    """Return the ticked cards that are still in the hand, each copy separately."""
    left = list(view.own.hand) if view.own else []
    ticked = []
    for card in choice.ticked:
        if card in left:
            left.remove(card)
            ticked.append(card)
    return Picked(choice=valid._replace(ticked=tuple(ticked)), lost=len(ticked) < len(choice.ticked))


def _pick_trade(view: PlayerView, choice: Choice) -> Picked:
    lifted = tradable(view)
    if not lifted:
        return Picked()
    lifts = choice.lifts if choice.lifts in lifted else lifted[0] if len(lifted) == 1 else ""
    return _ticked(view, choice, Choice(mode=TRADE, lifts=lifts))


def tradable(view: PlayerView) -> tuple[str, ...]:
    """Return the cards before a player that discarding two would remove now (R32)."""
    return tuple(dict.fromkeys(way.lifts for way in view.menu if isinstance(way, Trade)))


def _pick_miner(view: PlayerView, choice: Choice) -> Picked:
    ways = tuple(way for way in view.menu if isinstance(way, PutMiner))
    if not ways:
        return Picked()
    targets = {Target(at=way.at): tuple(other for other in ways if other.at == way.at) for way in ways}
    valid = Choice(mode=MINER, at=choice.at if Target(at=choice.at) in targets else "")
    picked = Picked(choice=valid, ways=ways, targets=targets)
    if choice.at and not valid.at:
        return picked._replace(refused=_refused(view, PutMiner(ways[0].card, choice.at)))
    wanted = PutMiner(choice.card, valid.at)
    if wanted in ways:
        return picked._replace(choice=valid._replace(card=choice.card), command=wanted)
    return picked._replace(lost=bool(choice.card and view.own and choice.card not in view.own.hand))


_IN_MODE: Mapping[str, Callable[[PlayerView, Choice], Picked]] = {
    DISCARD: _pick_discard,
    TRADE: _pick_trade,
    MINER: _pick_miner,
}


# -- reasons


def why_not(view: PlayerView, card: str, target: Target) -> Refused | None:
    """Return why a card cannot be played on a target, as a refusal of the rules; None when it can."""
    refused = None
    for command in _attempts(card, target):
        found = _refused(view, command)
        if found is None:
            return None
        if refused is None or (refused.code == "not-joined" and found.code != "looks-the-same-turned"):
            refused = found
    return refused


def _refused(view: PlayerView, command: Lay | PlayCard | PutMiner) -> Refused | None:
    try:
        engine.check(view.public, view.own, command)  # type: ignore[arg-type]  # asked for awaited seats alone
    except Refused as found:
        return found
    return None


def _attempts(card: str, target: Target) -> Iterator[Lay | PlayCard]:
    aim, at = aim_of(card), target.at or "0,0"
    if CARDS[card].is_tunnel:
        yield Lay(card, at)
        if len(turnings(card)) > 1:
            yield Lay(card, at, turned=True)
        return
    if aim is Aim.ROOM:
        yield PlayCard(card, at=(at,))
        yield PlayCard(card, at=(at,), turned=True)
        return
    squares = (target.at,) * (2 if aim is Aim.TWO_GOALS else 1) if target.at else ()
    for tool in _tools(card, target.tool):
        yield PlayCard(card, target.who, tool, squares)


def _tools(card: str, tool: str) -> Sequence[str]:
    shown = CARDS[card].tools
    if aim_of(card) is not Aim.TOOL or len(shown) == 1:
        return ("",)
    return (tool,) if tool in TOOLS else shown
