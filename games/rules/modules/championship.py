"""The world-championship cards (R60 to R67) but the veto: each may be added to the base game or to Saboteur 2."""

from collections.abc import Callable, Iterator
from itertools import combinations

from msgspec.structs import replace

from games.rules.agenda import Effect, Play, Public, Rules, draw_as_before, face_down_goals
from games.rules.board import Board, board_of, square
from games.rules.cards import CARDS, Card, turnings
from games.rules.changes import PublicChanges
from games.rules.commands import Choose, Command, Lay, PlayCard, SeatCommand
from games.rules.draw import Draw, ToDiscards, change_draw, offer
from games.rules.effects import check_door, check_may_lay, check_spot, plain, spots, was_laid
from games.rules.errors import Refused
from games.rules.events import Detoured, Played, Swapped
from games.rules.payout import pay_exactly, role_of_connector
from games.rules.roles import DIGGER, GREEDY
from games.rules.round import reveal
from games.rules.state import SeatSecret
from games.rules.table import PayReason, RoundResult
from games.rules.task import Decision, Task
from games.rules.tunnels import TURNED
from games.rules.turn import announce

NONE = "none"


def _with_card(rules: Rules, card: str, effect: Effect) -> Rules:
    """The rules with one copy of a card added to the pile."""
    return replace(
        rules,
        catalogue={**rules.catalogue, card: 1},
        effects={**rules.effects, CARDS[card].effect: effect},
    )


def _played(play: Play, seat: int, command: PlayCard) -> None:
    play.discard(command.card)
    play.emit(Played(seat=seat, card=command.card, at=command.at))


def _without_target(
    resolve: Callable[[Play, int, PlayCard], None],
    may: Callable[[Rules, Public, SeatSecret], None] | None = None,
    draw: Callable[[Draw, PlayCard], Draw] = draw_as_before,
) -> Effect:
    """The menu of a card without a target, unless ``may`` refuses it."""

    def menu(rules: Rules, public: Public, own: SeatSecret, card: Card) -> Iterator[Command]:
        try:
            check(rules, public, own, PlayCard(card.name))
        except Refused:
            return
        yield PlayCard(card.name)

    def check(rules: Rules, public: Public, own: SeatSecret, command: PlayCard) -> None:
        plain(command)
        if may is not None:
            may(rules, public, own)

    return Effect(menu=menu, check=check, resolve=resolve, draw=draw)


# -- 2016: the greedy dwarf (R60)


def greedy(rules: Rules) -> Rules:
    """One digger is greedy: wins alone by connecting the gold, else nothing."""

    def roles(players: int) -> list[str]:
        cards = rules.roles(players)
        cards.remove(DIGGER)
        return [*cards, GREEDY]

    def settle(play: Play, reason: str, connector: int | None) -> None:
        if reason != "gold" or connector is None or play.seats[connector].role != GREEDY:
            rules.settle(play, reason, connector)
            return
        reveal(play, reason, connector, [connector], [4 * (seat == connector) for seat in range(play.public.seats)])
        pay_exactly(play, connector, 4)

    def pay_reasons(result: RoundResult, seat: int) -> tuple[PayReason, ...]:
        role, wins, connector = result.roles[seat], seat in result.winners, role_of_connector(result)
        if wins and role == GREEDY:
            return (PayReason("greedy-alone"),)
        if not wins and connector == GREEDY:
            return (PayReason("greedy-took-all"),)
        if not wins and connector and role == GREEDY:
            return (PayReason("other-joined"),)
        return rules.pay_reasons(result, seat)

    return replace(rules, roles=roles, settle=settle, pay_reasons=pay_reasons)


# -- 2017: swap two goals, or pretend to (R61)


def _pairs(public: Public) -> list[tuple[str, ...]]:
    goals = sorted(face_down_goals(public), key=lambda at: (square(at)[1], square(at)[0]))
    return list(combinations(goals, 2))


def _goals_menu(rules: Rules, public: Public, own: SeatSecret, card: Card) -> Iterator[Command]:
    for pair in _pairs(public):
        yield PlayCard(card.name, at=pair)


def _goals_check(rules: Rules, public: Public, own: SeatSecret, command: PlayCard) -> None:
    plain(command, squares=2)
    if command.at not in _pairs(public):
        raise Refused("not-two-goals", "R61", card=command.card)


def _goals_resolve(play: Play, seat: int, command: PlayCard) -> None:
    play.emit(Played(seat=seat, card=command.card, at=command.at))
    play.push(Swap(seat=seat, at=command.at), ToDiscards(card=command.card))


class Swap(Decision, frozen=True, tag="swap"):
    """Swap the two goals or put them back as they were; no other player learns which (R61)."""

    asks = "swap"
    at: tuple[str, ...]

    def menu(self, rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
        yield Choose("swap")
        yield Choose("keep")

    def take(self, play: Play, seat: int, command: Choose) -> None:
        one, other = self.at
        goals = dict(play.table.goals)
        if command.answer == "swap":
            goals[one], goals[other] = goals[other], goals[one]
        play.change_table(goals=goals)
        play.emit(Swapped(seat=seat, at=self.at))

    def default(self, play: Play, seat: int) -> SeatCommand:
        return Choose(play.lot(("swap", "keep")))


# -- 2018: the treasury (R62)


def _has_discards(rules: Rules, public: Public, own: SeatSecret) -> None:
    if not public.discards:
        raise Refused("no-discards", "R62")


def _no_draw(draw: Draw, command: PlayCard) -> Draw:
    return replace(draw, replaced=True)


def _treasury_resolve(play: Play, seat: int, command: PlayCard) -> None:
    play.emit(Played(seat=seat, card=command.card))
    offer(play, seat, play.lift_discards(5), card=command.card)


# -- 2020: the order of play runs the other way (R64)


def _turned_round(public: Public) -> PublicChanges:
    return {"direction": -public.direction}


# -- 2022: two tunnel cards, one after the other (R66)


def _lays(rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
    return rules.moves[Lay].menu(rules, public, own)


def _may_guide(rules: Rules, public: Public, own: SeatSecret) -> None:
    if sum(CARDS[card].is_tunnel for card in own.hand) < 2:
        raise Refused("two-tunnels-needed", "R66")
    if next(_lays(rules, public, own), None) is None:
        raise Refused("no-tunnel-fits", "R66")


def _two(draw: Draw, command: PlayCard) -> Draw:
    return replace(draw, count=2)


def _guide_resolve(play: Play, seat: int, command: PlayCard) -> None:
    play.emit(Played(seat=seat, card=command.card))
    play.push(GuideNext(seat=seat), GuideNext(seat=seat), ToDiscards(card=command.card))


class GuideLay(Decision, frozen=True, tag="guide-lay"):
    """A tunnel card of a guide is laid: the decision ``lay`` (R66). When time runs out, none is, and the guide ends
    there (R92). Its two cards have one deadline."""

    asks = "lay"
    one_deadline = True

    def menu(self, rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
        return _lays(rules, public, own)

    def check(self, rules: Rules, public: Public, own: SeatSecret, command: SeatCommand) -> None:
        if not isinstance(command, Lay):
            raise Refused("only-a-tunnel", "R66")
        rules.moves[Lay].check(rules, public, own, command)

    def take(self, play: Play, seat: int, command: SeatCommand) -> None:
        if isinstance(command, Lay):
            announce(play, seat, command)
            return
        _draw_one_less(play)
        while isinstance(play.agenda[-1], GuideNext):
            play.agenda.pop()
            _draw_one_less(play)

    def draw(self, rules: Rules, public: Public, seat: int, command: SeatCommand) -> Draw | None:
        draw = super().draw(rules, public, seat, command)
        if draw is None or isinstance(command, Lay):
            return draw
        cards = 1 + sum(isinstance(task, GuideNext) for task in public.agenda)
        return replace(draw, count=draw.count - cards)

    def reopened(self) -> Task:
        """The only offer that would have paid may be gone (R70)."""
        return GuideNext(seat=self.seat)

    def default(self, play: Play, seat: int) -> SeatCommand:
        return Choose(NONE)


class GuideNext(Task, frozen=True, tag="guide-next"):
    """A card of a guide must be laid if it can be, for a toll too. Else it is kept and one card less is drawn (R66)."""

    may_cost_a_draw = True
    seat: int

    def run(self, play: Play) -> None:
        play.count()
        if next(_lays(play.rules, play.public, play.seats[self.seat]), None) is None:
            _draw_one_less(play)
        else:
            play.push(GuideLay(seat=self.seat))


def _draw_one_less(play: Play) -> None:
    change_draw(play, lambda draw: replace(draw, count=draw.count - 1))


# -- 2023: the last laid tunnel card moves (R67)


def _lifted(public: Public) -> tuple[str, str, Public]:
    """Where the last laid card lies, its name, and the table without it; Refused when it is not there."""
    last = public.last_laid
    if last is None or last.at not in public.mine or last.at in public.chest_cards:
        raise Refused("nothing-to-move", "R67")
    mine = dict(public.mine)
    laid = mine.pop(last.at)
    return last.at, laid.removesuffix(TURNED), replace(public, mine=mine)


def _detour_menu(rules: Rules, public: Public, own: SeatSecret, card: Card) -> Iterator[Command]:
    try:
        check_may_lay(public, own.seat)
        was, tunnel_card, without = _lifted(public)
    except Refused:
        return
    tolls = rules.tolls(public, own.seat)
    for at, turned in spots(without, own, tunnel_card):
        if at != was:
            for payer in tolls.get(at, (None,)):
                yield PlayCard(card.name, at=(at,), turned=turned, payer=payer)


def _detour_check(rules: Rules, public: Public, own: SeatSecret, command: PlayCard) -> None:
    plain(replace(command, turned=False, payer=None), squares=1)
    check_may_lay(public, own.seat)
    was, tunnel_card, without = _lifted(public)
    check_door(public, own, tunnel_card)
    at = command.at[0]
    if at == was:
        raise Refused("same-place", "R67", at=at)
    check_spot(without, tunnel_card, at, command.turned)
    if command.payer not in rules.tolls(public, own.seat).get(at, (None,)):
        raise Refused("toll", "R70", at=at)


def _detour_lays(public: Public, command: PlayCard) -> Board:
    _, card, without = _lifted(public)
    return board_of(without.mine, without.face_down).laid(square(command.at[0]), turnings(card)[command.turned])


def _detour_resolve(play: Play, seat: int, command: PlayCard) -> None:
    before, at = play.public, command.at[0]
    was, card, _ = _lifted(before)
    play.push(ToDiscards(card=command.card))
    play.emit(Detoured(seat=seat, card=card, was=was, at=at, turned=command.turned))
    was_laid(play, seat, at, command.payer, before)


_DETOUR = Effect(menu=_detour_menu, check=_detour_check, resolve=_detour_resolve, lays=_detour_lays)


def swap_goals(rules: Rules) -> Rules:
    """2017 (R61)."""
    return _with_card(rules, "swap-goals", Effect(menu=_goals_menu, check=_goals_check, resolve=_goals_resolve))


def treasury(rules: Rules) -> Rules:
    """2018 (R62)."""
    return _with_card(rules, "treasury", _without_target(_treasury_resolve, _has_discards, _no_draw))


def reverse(rules: Rules) -> Rules:
    """2020 (R64)."""
    changed = _with_card(rules, "reverse", _without_target(_played))
    return replace(changed, for_all={**rules.for_all, "reverse": _turned_round})


def craftsman(rules: Rules) -> Rules:
    """2021: a repair that shows all three tools and mends one (R65)."""
    return _with_card(rules, "repair:pickaxe+lantern+cart", rules.effects["repair"])


def guide(rules: Rules) -> Rules:
    """2022 (R66)."""
    return _with_card(rules, "guide", _without_target(_guide_resolve, _may_guide, _two))


def detour(rules: Rules) -> Rules:
    """2023 (R67)."""
    return _with_card(rules, "detour", _DETOUR)
