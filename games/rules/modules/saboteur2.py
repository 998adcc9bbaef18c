"""Saboteur 2 (R30 to R50): teams and doors, crystals, trade, seven new action cards, nuggets from a bank."""

from collections.abc import Callable, Iterator
from itertools import combinations

from msgspec.structs import replace

from games.rules.agenda import Effect, Play, Public, Rules, TurnMove
from games.rules.board import square
from games.rules.cards import SABOTEUR2_ACTIONS, SABOTEUR2_TUNNELS, Card, in_order, spread, tunnel
from games.rules.commands import Command, PlayCard, Trade
from games.rules.draw import Draw
from games.rules.effects import at_table, is_trapped, lies_before, lift, plain, put_before
from games.rules.errors import Refused
from games.rules.events import GotHand, Played, Traded
from games.rules.payout import missed
from games.rules.roles import BLUE, BOSS, GEOLOGIST, GREEN, PROFITEER, SABOTEUR, SABOTEUR2_ROLES
from games.rules.round import gold_reached, reveal
from games.rules.sights import RoleSight
from games.rules.state import SeatSecret
from games.rules.table import PayReason, RoundResult
from games.rules.thefts import Thefts, thieves
from games.rules.turn import draw_one, holds_all

SHARES = {0: 0, 1: 5, 2: 4, 3: 3, 4: 2}
"""Number of winners to nuggets for each; five or more get one (R47)."""
LESS = {BOSS: 1, PROFITEER: 2}
"""Nuggets by which a role gets less than its share (R47)."""
OTHER_TEAM = {BLUE: GREEN, GREEN: BLUE}


# -- cards played on a player


def _on_player(
    resolve: Callable[[Play, int, PlayCard], None],
    rule: str,
    *,
    others: bool = False,
    needs: str = "",
    unless: str = "",
) -> Effect:
    """A card played on a player: on others alone, on those with a certain card before them, or on those without it."""

    def why_not(public: Public, seat: int, target: int) -> str:
        if others and target == seat:
            return "not-yourself"
        if needs and not lies_before(public, target, needs):
            return "nothing-to-lift"
        return "already-before" if unless and lies_before(public, target, unless) else ""

    def menu(rules: Rules, public: Public, own: SeatSecret, card: Card) -> Iterator[Command]:
        for target in range(public.seats):
            if not why_not(public, own.seat, target):
                yield PlayCard(card.name, target)

    def check(rules: Rules, public: Public, own: SeatSecret, command: PlayCard) -> None:
        plain(command, seat=True)
        target = at_table(public, command)
        reason = why_not(public, own.seat, target)
        if reason:
            raise Refused(reason, rule, card=needs or command.card, seat=target)

    return Effect(menu=menu, check=check, resolve=resolve)


def _free(play: Play, seat: int, command: PlayCard) -> None:
    lift(play, seat, command, "trapped")


def _hands_off(play: Play, seat: int, command: PlayCard) -> None:
    lift(play, seat, command, "theft")


def _target(play: Play, seat: int, command: PlayCard) -> int:
    """The player a card is played on; the card is discarded and the event emitted."""
    target = seat if command.seat is None else command.seat
    play.discard(command.card)
    play.emit(Played(seat=seat, card=command.card, target=target))
    return target


def _inspect(play: Play, seat: int, command: PlayCard) -> None:
    target = _target(play, seat, command)
    play.show(seat, RoleSight(target, play.seats[target].role))


def _swap_hats(play: Play, seat: int, command: PlayCard) -> None:
    play.swap_role(_target(play, seat, command))


def _swap_hands(play: Play, seat: int, command: PlayCard) -> None:
    target = _target(play, seat, command)
    mine, theirs = play.seats[seat].hand, play.seats[target].hand
    for who, got in ((seat, theirs), (target, mine)):
        play.change_seat(who, hand=in_order(got), orders=play.seats[who].lasting_orders)
        play.tell(who, GotHand(cards=got))


def _other_draws(draw: Draw, command: PlayCard) -> Draw:
    """After hands were exchanged the other player draws (R43)."""
    return draw if command.seat is None else replace(draw, seat=command.seat)


# -- theft: before oneself


def _theft_menu(rules: Rules, public: Public, own: SeatSecret, card: Card) -> Iterator[Command]:
    if not lies_before(public, own.seat, card.name) and not is_trapped(public, own.seat):
        yield PlayCard(card.name)


def _theft_check(rules: Rules, public: Public, own: SeatSecret, command: PlayCard) -> None:
    plain(command)
    if is_trapped(public, own.seat):
        raise Refused("not-while-trapped", "R40", card=command.card)
    if lies_before(public, own.seat, command.card):
        raise Refused("already-before", "R33", card=command.card, seat=own.seat)


# -- trade


def _trade_menu(rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
    lifts = [one.card for one in public.before if one.seat == own.seat]
    for cards in dict.fromkeys(combinations(sorted(own.hand), 2)) if lifts else ():
        for card in lifts:
            yield Trade(cards, card)


def _trade_check(rules: Rules, public: Public, own: SeatSecret, command: Trade) -> None:
    if len(command.cards) != 2:
        raise Refused("not-two-cards", "R32")
    if list(command.cards) != sorted(command.cards):
        raise Refused("not-in-order", "R32")
    holds_all(own, command.cards)
    if not lies_before(public, own.seat, command.lifts):
        raise Refused("nothing-to-lift", "R32", card=command.lifts, seat=own.seat)


def _trade_take(play: Play, seat: int, command: Trade) -> None:
    play.discard_down(seat, *command.cards)
    play.discard(command.lifts)
    play.emit(Traded(seat=seat, lifted=command.lifts))


# -- pay


def settle(play: Play, reason: str, connector: int | None) -> None:
    """Who wins and what it pays (R45 to R49); then thefts."""
    trapped = {one.seat for one in play.public.before if one.card == "trapped"}
    free = [own for own in play.seats if own.seat not in trapped]
    winning = _winning_roles(play, connector) if reason == "gold" else {SABOTEUR, PROFITEER}
    winners = [own.seat for own in free if own.role in winning]
    share = SHARES.get(len(winners), 1)
    paid = [0] * play.public.seats
    for seat in winners:
        paid[seat] = max(0, share - LESS.get(play.seats[seat].role, 0))
    geologists = [own.seat for own in free if own.role == GEOLOGIST]
    crystals = sum(tunnel(card).crystal for card in play.public.mine.values())
    for seat in geologists:
        paid[seat] = crystals // len(geologists)
    reveal(play, reason, connector if reason == "gold" else None, winners, paid)
    for seat, nuggets in enumerate(paid):
        play.change_seat(seat, nuggets=play.seats[seat].nuggets + nuggets)
    play.push(Thefts(order=thieves(play)))


def _winning_roles(play: Play, connector: int | None) -> set[str]:
    """The roles that win when the gold is reached (R45)."""
    at = next(at for at, goal in play.table.goals.items() if goal == "gold")
    board = play.board
    teams = {team for team in OTHER_TEAM if board.is_joined(square(at), closed=OTHER_TEAM[team])}
    team = play.seats[connector].role if connector is not None else ""
    if team in teams:
        teams = {team}
    return teams | {BOSS, PROFITEER}


def pay_facts(result: RoundResult) -> tuple[PayReason, ...]:
    """Doors on the way to the gold, the trapped, crystals, and what a share is worth (R36, R38, R47, R48)."""
    facts = [PayReason(_DOORS[frozenset(_teams_with_a_way(result))])] if result.reason == "gold" else []
    if trapped := _trapped_at_end(result):
        facts.append(PayReason("trapped", seats=tuple(sorted(trapped))))
    facts.append(PayReason("crystals", count=_crystals(result)))
    if count := len(result.winners):
        facts.append(PayReason("shares", count=count, share=SHARES.get(count, 1)))
    return tuple(facts)


_DOORS = {
    frozenset({BLUE, GREEN}): "doors-none",
    frozenset({BLUE}): "doors-blue",
    frozenset({GREEN}): "doors-green",
    frozenset(): "doors-both",
}


def pay_reasons(result: RoundResult, seat: int) -> tuple[PayReason, ...]:
    """Why a seat got another sum than a share, or nothing (R36, R38, R45 to R48)."""
    role, wins = result.roles[seat], seat in result.winners
    if seat in _trapped_at_end(result):
        return (PayReason("no-gold-trapped"),)
    if role == GEOLOGIST:
        return (_of_geologist(result),)
    if wins:
        return (PayReason(f"less-as-{role}"),) if role in LESS else ()
    if result.reason != "gold":
        return (missed(result),)
    if role in OTHER_TEAM:
        lost = "other-team-joined" if role in _teams_with_a_way(result) else f"barred-{OTHER_TEAM[role]}"
        return (PayReason(lost),)
    return (PayReason("reached"),) if role == SABOTEUR else ()


def _of_geologist(result: RoundResult) -> PayReason:
    trapped = _trapped_at_end(result)
    free = sum(role == GEOLOGIST and seat not in trapped for seat, role in enumerate(result.roles))
    return PayReason("half-of-crystals") if free > 1 else PayReason("all-crystals", count=_crystals(result))


def _trapped_at_end(result: RoundResult) -> set[int]:
    return {seat for seat, card in result.before if card == "trapped"}


def _crystals(result: RoundResult) -> int:
    return sum(tunnel(card).crystal for card in result.mine.values())


def _teams_with_a_way(result: RoundResult) -> set[str]:
    """The teams that come from the start to the gold past no door of the other colour (R45)."""
    reached = gold_reached(result)
    if reached is None:
        return set()
    gold, board = reached
    return {team for team, other in OTHER_TEAM.items() if board.is_joined(gold, closed=other)}


def shares_of_winners() -> list[tuple[int, int]]:
    """Numbers of winners, each with the nuggets of one; with more winners than the last everybody gets one (R47)."""
    return [(winners, share) for winners, share in SHARES.items() if winners]


def _all_roles(players: int) -> list[str]:
    return spread(SABOTEUR2_ROLES)


def _six(players: int) -> int:
    return 6


EFFECTS = {
    "theft": Effect(menu=_theft_menu, check=_theft_check, resolve=put_before),
    "trapped": _on_player(put_before, "R38", others=True, unless="trapped"),
    "free": _on_player(_free, "R39", needs="trapped"),
    "hands-off": _on_player(_hands_off, "R39", needs="theft"),
    "inspection": _on_player(_inspect, "R41", others=True),
    "swap-hats": _on_player(_swap_hats, "R42"),
    "swap-hands": replace(_on_player(_swap_hands, "R43", others=True), hands_change=True, draw=_other_draws),
}


def extend(base: Rules) -> Rules:
    """Saboteur 2 upon the base game: the base rules hold except for what is said here."""
    return replace(
        base,
        catalogue={**base.catalogue, **SABOTEUR2_TUNNELS, **SABOTEUR2_ACTIONS},
        seats=range(2, 13),
        seats_rule="R30",
        roles=_all_roles,
        hand_size=_six,
        aside=10,
        gold_cards=False,
        pass_limit=3,
        effects={**base.effects, **EFFECTS},
        moves={**base.moves, Trade: TurnMove(menu=_trade_menu, check=_trade_check, take=_trade_take, draw=draw_one)},
        settle=settle,
        pay_facts=pay_facts,
        pay_reasons=pay_reasons,
    )
