"""The effects of the cards of the base game (R14 to R18): for each its menu, its check and its events."""

from collections.abc import Iterator

from games.rules.agenda import Effect, Play, Public, Rules
from games.rules.board import Board, board_of, square, written
from games.rules.cards import CARDS, STOPS_LAYING, Card, tunnel, turnings
from games.rules.commands import Command, Lay, PlayCard
from games.rules.errors import Refused
from games.rules.events import Laid, Played
from games.rules.roles import DOORS
from games.rules.round import Arrive
from games.rules.state import Before, SeatSecret
from games.rules.tunnels import STEPS

_FREE: tuple[int | None, ...] = (None,)


def lies_before(public: Public, seat: int, card: str) -> bool:
    """Whether a card lies before a player (R33)."""
    return Before(seat=seat, card=card) in public.before


def stopped(public: Public, seat: int) -> str:
    """The card before a seat that keeps it from laying tunnel cards, "" for none (R15, R38)."""
    for before in public.before:
        if before.seat == seat and before.card in STOPS_LAYING:
            return before.card
    return ""


def is_trapped(public: Public, seat: int) -> bool:
    """Whether ``trapped`` lies before a seat (R38)."""
    return lies_before(public, seat, "trapped")


# -- lay a tunnel card


def check_may_lay(public: Public, seat: int) -> None:
    """Refused when a card before a seat keeps it from laying tunnel cards (R15, R38)."""
    stop = stopped(public, seat)
    if stop:
        raise Refused("may-not-lay", "R38" if stop == "trapped" else "R15", card=stop)


def _lay_menu(rules: Rules, public: Public, own: SeatSecret, card: Card) -> Iterator[Command]:
    if stopped(public, own.seat):
        return
    tolls = rules.tolls(public, own.seat)
    for at, turned in spots(public, own, card.name):
        for payer in tolls.get(at, _FREE):
            yield Lay(card.name, at, turned, payer)


def spots(public: Public, own: SeatSecret, name: str) -> tuple[tuple[str, bool], ...]:
    """Where a player may lay a tunnel card: squares with whether it is turned there (R14, R34, R36)."""
    if is_foreign_door(public, own, name):
        return ()
    board = board_of(public.mine, public.face_down)
    return board.spots(name, joined_ladders=public.ruleset.joined_ladders)


def is_foreign_door(public: Public, own: SeatSecret, name: str) -> bool:
    """Whether a tunnel card bears a door that a player may not lay, by the role they hold now (R36)."""
    return public.ruleset.own_doors and own.role in DOORS and tunnel(name).door in DOORS - {own.role}


def check_door(public: Public, own: SeatSecret, name: str) -> None:
    """Refused when a player may not lay the door on a tunnel card (R36)."""
    if is_foreign_door(public, own, name):
        raise Refused("door-of-other-team", "R36", card=name)


def _lay_check(rules: Rules, public: Public, own: SeatSecret, command: Lay) -> None:
    check_may_lay(public, own.seat)
    check_door(public, own, command.card)
    check_spot(public, command.card, command.at, command.turned)
    if command.payer not in rules.tolls(public, own.seat).get(command.at, _FREE):
        raise Refused("toll", "R70", at=command.at)


def check_spot(public: Public, name: str, at: str, turned: bool) -> None:
    """Refused when a tunnel card may not lie so on a square (R2, R14, R34), by any seat."""
    ways = turnings(name)
    if turned and len(ways) == 1:
        raise Refused("looks-the-same-turned", "R4", card=name)
    way, there = ways[turned], square(at)
    board = board_of(public.mine, public.face_down)
    if not board.is_free(there):
        raise Refused("occupied", "R1", at=at)
    must, rock, joined = board.around(there)
    if way.ladder and board.touches_goal(there):
        raise Refused("ladder-beside-goal", "R34", at=at)
    if way.ladder and not board.touches_card(there):
        raise Refused("ladder-beside-nothing", "R34", at=at)
    if way.ladder and public.ruleset.joined_ladders and not must:
        raise Refused("ladder-not-joined", "R34", at=at)
    if not way.ladder and not joined:
        raise Refused("not-joined", "R14", at=at)
    if clash := way.open & rock | must & ~way.open:
        side, dx, dy, _touching = next(step for step in STEPS if clash & step[0])
        beside, has = written((there[0] + dx, there[1] + dy)), "tunnel" if way.open & side else "rock"
        raise Refused("sides-do-not-match", "R14", at=at, beside=beside, has=has)
    if not way.ladder and not way.open & joined:
        raise Refused("not-joined", "R14", at=at)


def _lay_lays(public: Public, command: Lay) -> Board:
    laid = turnings(command.card)[command.turned]
    return board_of(public.mine, public.face_down).laid(square(command.at), laid)


def _lay_resolve(play: Play, seat: int, command: Lay) -> None:
    before = play.public
    play.emit(Laid(seat=seat, card=command.card, at=command.at, turned=command.turned, payer=command.payer))
    was_laid(play, seat, command.at, command.payer, before)


def was_laid(play: Play, seat: int, at: str, payer: int | None, before: Public) -> None:
    """What follows when a seat has laid a card: a toll is paid, something may be reached (R19, R70)."""
    for hook in play.rules.laid:
        hook(play, seat, at, payer, before)
    play.push(Arrive(seat=seat))


# -- cards that lie before a player


def put_before(play: Play, seat: int, command: PlayCard) -> None:
    """The card played lies before a player from now on (R15, R38, R40)."""
    target = seat if command.seat is None else command.seat
    play.emit(Played(seat=seat, card=command.card, target=target))


def lift(play: Play, seat: int, command: PlayCard, card: str) -> None:
    """Remove a card that lies before a player; both cards are discarded, the one played on top (R16, R39)."""
    play.discard(card, command.card)
    play.emit(Played(seat=seat, card=command.card, target=command.seat, lifted=card))


def _target(command: PlayCard) -> int:
    if command.seat is None:
        raise Refused("no-player", "R13", card=command.card)
    return command.seat


def plain(command: PlayCard, *, seat: bool = False, tool: bool = False, squares: int = 0) -> None:
    """Refused when a command says more or less than its card asks for."""
    given = (command.seat is not None, bool(command.tool), len(command.at), command.turned, command.payer is not None)
    if given != (seat, tool, squares, False, False):
        raise Refused("wrong-target", "R13", card=command.card)


def at_table(public: Public, command: PlayCard) -> int:
    """The player a card is played on; Refused for an empty seat."""
    plain(command, seat=True, tool=bool(command.tool))
    target = _target(command)
    if not 0 <= target < public.seats:
        raise Refused("no-player", "R13", card=command.card)
    return target


def _break_menu(rules: Rules, public: Public, own: SeatSecret, card: Card) -> Iterator[Command]:
    for seat in range(public.seats):
        if not lies_before(public, seat, card.name):
            yield PlayCard(card.name, seat)


def _break_check(rules: Rules, public: Public, own: SeatSecret, command: PlayCard) -> None:
    plain(command, seat=True)
    if lies_before(public, at_table(public, command), command.card):
        raise Refused("already-before", "R15", card=command.card, seat=_target(command))


def _repair_menu(rules: Rules, public: Public, own: SeatSecret, card: Card) -> Iterator[Command]:
    for seat in range(public.seats):
        for tool in card.tools:
            if lies_before(public, seat, f"break:{tool}"):
                yield PlayCard(card.name, seat, tool if len(card.tools) > 1 else "")


def _repair_check(rules: Rules, public: Public, own: SeatSecret, command: PlayCard) -> None:
    target, card = at_table(public, command), CARDS[command.card]
    if len(card.tools) > 1 and not command.tool:
        raise Refused("name-the-tool", "R16", card=command.card)
    if command.tool not in card.tools if len(card.tools) > 1 else command.tool:
        raise Refused("wrong-tool", "R16", card=command.card)
    if not lies_before(public, target, f"break:{_mended(command)}"):
        raise Refused("nothing-to-repair", "R16", tool=_mended(command), seat=target)


def _mended(command: PlayCard) -> str:
    return command.tool or CARDS[command.card].tools[0]


def _repair_resolve(play: Play, seat: int, command: PlayCard) -> None:
    lift(play, seat, command, f"break:{_mended(command)}")


# -- rockfall and map


def _rockfall_menu(rules: Rules, public: Public, own: SeatSecret, card: Card) -> Iterator[Command]:
    for at in (*public.mine, *public.face_down):
        if rules.may_fall(public, at):
            yield PlayCard(card.name, at=(at,))


def _rockfall_check(rules: Rules, public: Public, own: SeatSecret, command: PlayCard) -> None:
    plain(command, squares=1)
    at = command.at[0]
    if at not in public.mine and at not in public.face_down:
        raise Refused("no-tunnel-there", "R17", at=at)
    if not rules.may_fall(public, at):
        raise Refused("cannot-be-removed", "R17", at=at)


def _rockfall_resolve(play: Play, seat: int, command: PlayCard) -> None:
    removed = play.rules.fall(play, command.at[0])
    play.discard(command.card)
    play.emit(Played(seat=seat, card=command.card, at=command.at, lifted=removed))


def _map_menu(rules: Rules, public: Public, own: SeatSecret, card: Card) -> Iterator[Command]:
    for at in rules.mappable(public):
        yield PlayCard(card.name, at=(at,))


def _map_check(rules: Rules, public: Public, own: SeatSecret, command: PlayCard) -> None:
    plain(command, squares=1)
    if command.at[0] not in rules.mappable(public):
        raise Refused("nothing-face-down", "R18", at=command.at[0])


def _map_resolve(play: Play, seat: int, command: PlayCard) -> None:
    play.discard(command.card)
    play.emit(Played(seat=seat, card=command.card, at=command.at))
    play.show(seat, play.rules.found(play, command.at[0]))


EFFECTS = {
    "lay": Effect(menu=_lay_menu, check=_lay_check, resolve=_lay_resolve, lays=_lay_lays),
    "break": Effect(menu=_break_menu, check=_break_check, resolve=put_before),
    "repair": Effect(menu=_repair_menu, check=_repair_check, resolve=_repair_resolve),
    "rockfall": Effect(menu=_rockfall_menu, check=_rockfall_check, resolve=_rockfall_resolve),
    "map": Effect(menu=_map_menu, check=_map_check, resolve=_map_resolve),
}
