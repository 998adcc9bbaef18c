"""The tunnel toll (R70): everybody begins with a nugget, and the table has two miners, to be paid where they stand."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from games.rules.agenda import Play, Public, Rules, TurnMove
from games.rules.board import board_of, square, written
from games.rules.commands import Command, Offer, PutMiner
from games.rules.errors import Refused
from games.rules.events import GoldChanged, MinerPut, Offered, TollPaid
from games.rules.state import SeatSecret
from games.rules.turn import holds_all


def _ends(public: Public) -> list[str]:
    """Open ends without a miner: empty squares at which a joined open side points, in the order of squares (R94)."""
    ends = map(written, sorted(board_of(public.mine, public.face_down).edges))
    return [at for at in ends if at not in public.miners]


def _miner_menu(rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
    if public.miners_left:
        ends = _ends(public)
        for card in dict.fromkeys(own.hand):
            for at in ends:
                yield PutMiner(card, at)


def _miner_check(rules: Rules, public: Public, own: SeatSecret, command: PutMiner) -> None:
    holds_all(own, (command.card,))
    if not public.miners_left:
        raise Refused("no-miner-left", "R70")
    if command.at in public.miners:
        raise Refused("miner-there", "R70", at=command.at)
    if square(command.at) not in board_of(public.mine, public.face_down).edges:
        raise Refused("no-open-end", "R70", at=command.at)


def _miner_take(play: Play, seat: int, command: PutMiner) -> None:
    play.discard_down(seat, command.card)
    play.emit(MinerPut(seat=seat, at=command.at))


def _tolls(public: Public, seat: int) -> Mapping[str, tuple[int | None, ...]]:
    """Squares with a miner, and who may pay there: the owner pays nothing, others pay or have an offer."""
    if not public.miners:
        return {}
    payers = [other for other, target in public.offers.items() if target == seat and public.rich[other]]
    due = (*((None,) if public.rich[seat] else ()), *payers)
    return {at: (None,) if owner == seat else due for at, owner in public.miners.items()}


def _pay(play: Play, seat: int, at: str, payer: int | None, before: Public) -> None:
    """Pay the miner who stood on a square before a card was laid there."""
    owner = before.miners.get(at)
    if owner is None or (owner == seat and payer is None):
        return
    giver = seat if payer is None else payer
    _make_change(play, giver)
    play.change_seat(giver, nuggets=play.seats[giver].nuggets - 1)
    play.change_seat(owner, nuggets=play.seats[owner].nuggets + 1)
    play.emit(TollPaid(seat=giver, owner=owner, at=at))


def _make_change(play: Play, seat: int) -> None:
    """A player with no nugget left changes the lowest gold card at the bank, openly."""
    own = play.seats[seat]
    if not own.nuggets:
        lowest = min(own.gold)
        gold = list(own.gold)
        gold.remove(lowest)
        play.change_seat(seat, gold=tuple(gold), nuggets=lowest)
        play.emit(GoldChanged(seat=seat, value=lowest))


def _offer_check(rules: Rules, public: Public, own: SeatSecret, command: Offer) -> None:
    if command.seat is not None and not 0 <= command.seat < public.seats:
        raise Refused("no-player", "R70")
    if command.seat == own.seat:
        raise Refused("not-yourself", "R70")


def _offer_take(play: Play, seat: int, command: Offer) -> None:
    play.emit(Offered(seat=seat, target=command.seat))


def _no_menu(rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
    return iter(())


def extend(rules: Rules) -> Rules:
    """Miners, nuggets to begin with, and offers to pay for others."""
    return replace(
        rules,
        first_nuggets=1,
        miners=2,
        moves={**rules.moves, PutMiner: TurnMove(menu=_miner_menu, check=_miner_check, take=_miner_take)},
        tolls=_tolls,
        laid=(*rules.laid, _pay),
        anytime={**rules.anytime, Offer: TurnMove(menu=_no_menu, check=_offer_check, take=_offer_take)},
    )
