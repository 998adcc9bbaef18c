"""The payout of the base game (R22, R23): gold cards drawn unseen for diggers, exact sums for saboteurs."""

from collections.abc import Iterator
from itertools import combinations

from games.rules.agenda import Play, Public, Rules
from games.rules.commands import Choose, Command
from games.rules.events import GoldTaken, NuggetTaken, TookGold
from games.rules.roles import DIGGER, SABOTEUR
from games.rules.round import reveal
from games.rules.state import SeatSecret
from games.rules.table import PayReason, RoundResult
from games.rules.task import Decision, Task

SABOTEURS_PAY = {1: 4, 2: 3, 3: 3, 4: 2}
"""Saboteurs among the players: nuggets for each (R23)."""


def role_of_connector(result: RoundResult) -> str:
    """The role of the seat that joined the gold to the start, "" if none did."""
    return result.roles[result.connector] if result.connector is not None else ""


def missed(result: RoundResult) -> PayReason:
    """Why the gold was not reached."""
    return PayReason("spider" if result.reason == "spider" else "missed")


def reasons_of_base(result: RoundResult, seat: int) -> tuple[PayReason, ...]:
    """Why a seat of the base game got nothing, where its role does not say so (R22)."""
    if seat not in result.winners and seat == result.connector:
        return (PayReason("saboteur-joined"),)
    return (missed(result),) if result.reason == "spider" else ()


def with_role(play: Play, role: str) -> list[int]:
    """The seats of a role, in seat order."""
    return [own.seat for own in play.seats if own.role == role]


def round_the_table(play: Play, start: int, takers: list[int]) -> list[int]:
    """Takers in the order in which gold cards go round: from ``start`` to the right, the other way after R64 (R22)."""
    public = play.public
    order = [(start - step * public.direction) % public.seats for step in range(public.seats)]
    return [seat for seat in order if seat in takers]


def settle_base(play: Play, reason: str, connector: int | None) -> None:
    """The pay of a round of the base game (R22, R23)."""
    if reason == "gold" and connector is not None:
        diggers = with_role(play, DIGGER)
        reveal(play, reason, connector, diggers)
        draw_gold(play, round_the_table(play, connector, diggers))
        return
    saboteurs = with_role(play, SABOTEUR)
    share = SABOTEURS_PAY.get(len(saboteurs), 0)
    reveal(play, reason, None, saboteurs, [share if seat in saboteurs else 0 for seat in range(play.public.seats)])
    for seat in saboteurs:
        pay_exactly(play, seat, share)


def draw_gold(play: Play, takers: list[int]) -> None:
    """As many gold cards as takers leave the pile unseen and go round in their order; the bank gives what is missing
    (R22)."""
    cards = play.table.gold_cards
    play.change_table(gold_cards=cards[len(takers) :])
    play.push(GoldDraft(takers=tuple(takers)))
    play.change_table(on_offer=tuple(sorted(cards[: len(takers)], reverse=True)))


def pay_exactly(play: Play, seat: int, sum_due: int) -> None:
    """Gold cards of exactly a sum, highest first; what the pile cannot change comes from the bank as nuggets (R23)."""
    pile = sorted(play.table.gold_cards, reverse=True)
    cards = next(
        cards
        for total in range(sum_due, -1, -1)
        for count in range(total + 1)
        for cards in combinations(pile, count)
        if sum(cards) == total
    )
    left = list(play.table.gold_cards)
    for card in cards:
        left.remove(card)
        play.tell(seat, TookGold(card))
    own = play.seats[seat]
    play.change_table(gold_cards=tuple(left))
    play.change_seat(seat, gold=own.gold + cards, nuggets=own.nuggets + sum_due - sum(cards))


class GoldDraft(Task, frozen=True, tag="gold-draft"):
    """Gold cards on the table are taken one by one: the highest by itself, or by choice (R22, R91). When they have run
    out, each taker that is left gets a nugget from the bank, openly."""

    takers: tuple[int, ...]

    def run(self, play: Play) -> None:
        if not self.takers:
            return
        offer, seat = play.table.on_offer, self.takers[0]
        play.push(GoldDraft(takers=self.takers[1:]))
        if not offer:
            take_nuggets(play, seat, 1)
        elif play.public.ruleset.gold_draft == "hand" and len(offer) > 1:
            play.change_seat(seat, offer=tuple(str(value) for value in offer))
            play.push(TakeGold(seat=seat))
        else:
            take_gold(play, seat, offer[0])


class TakeGold(Decision, frozen=True, tag="take-gold"):
    """A player chooses one of the gold cards that came round: the decision ``gold``."""

    asks = "gold"

    def menu(self, rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
        return (Choose(value) for value in dict.fromkeys(own.offer))

    def take(self, play: Play, seat: int, command: Choose) -> None:
        play.change_seat(seat, offer=())
        take_gold(play, seat, int(command.answer))


def take_gold(play: Play, seat: int, value: int) -> None:
    """One gold card of the draft goes to a player, who alone learns its value (R24)."""
    offer = list(play.table.on_offer)
    offer.remove(value)
    play.change_table(on_offer=tuple(offer))
    play.change_seat(seat, gold=(*play.seats[seat].gold, value))
    play.emit(GoldTaken(seat=seat))
    play.tell(seat, TookGold(value))


def take_nuggets(play: Play, seat: int, count: int) -> None:
    """A player takes nuggets from the bank at once, or pays them to it when negative; the event is public."""
    play.change_seat(seat, nuggets=play.seats[seat].nuggets + count)
    play.emit(NuggetTaken(seat=seat, count=count))
