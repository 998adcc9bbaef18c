"""Leaks that only a module, a clock or a mail could have, planted on purpose; each pair has what they tell of.

Each is a function that plants one, and says in its first line what then leaks.
"""

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from games.clocks import deadlines
from games.models import Move, Seat
from games.rules import engine
from games.rules.agenda import Step
from games.rules.cards import CARDS
from games.rules.events import Announced, GotHand, Kept, NewRole, Swapped
from games.rules.modules.veto import Window
from games.selectors import table as table_selectors
from games.services import moves
from games.tableau import bar, markup, table
from tests.rules.playout import WHOLE_BOX
from tests.secrecy.course import Moment, World
from tests.secrecy.pages.pairs import (
    Happens,
    differing,
    last_step,
    late_pair,
    open_decision,
    pair_until,
    passed,
    where,
)
from tests.secrecy.pages.planting import at, change, hidden, on_page, played_to, shown_to, sum_of, written_on
from tests.secrecy.worlds import Pair

ALL_OF_2, WINDOW, ALL_OF_BASE = WHOLE_BOX[:3]
LOG = logging.getLogger("games.moves")


def beyond(count: int) -> Happens:
    """More moves were made than this."""
    return lambda moment, _viewer: moment.step.state.public.moves > count


def altered(kind: type) -> Happens:
    """All were just told something of a kind, about another player."""
    return lambda moment, viewer: any(
        isinstance(one, kind) and getattr(one, "seat", None) != viewer for one in moment.step.events
    )


def whispered(kind: type) -> Happens:
    """Another player was just told something of a kind."""
    return lambda moment, viewer: any(isinstance(what, kind) and seat != viewer for seat, what in moment.step.whispers)


def whispers(pair: Pair, step: Step) -> Any:
    """What others were told with a step."""
    return [whisper for whisper in step.whispers if whisper[0] != pair.viewer]


def on_rows(leak: pytest.MonkeyPatch, tell: Callable[[int], Any]) -> None:
    """Let the row of each player tell something more."""
    change(
        leak, table, "rows_of",
        lambda rows, *_given: tuple(row._replace(doing=f"{row.doing} {tell(row.person.number)}") for row in rows),
    )  # fmt: skip


def _in_a_window(moment: Moment, _viewer: int) -> bool:
    state = moment.step.state
    return isinstance(state.public.agenda[-1], Window) and any(own.answered for own in state.seats)


def _of_a_window(pair: Pair, world: World) -> list[Any]:
    """Who has answered, how many vetoes there are, who has one."""
    step = last_step(pair, world)
    return [[own.answered for own in step.state.seats], len(vetoes_of(step)), vetoes_of(step)]


def vetoes_of(step: Step) -> list[int]:
    """The seats that hold a veto."""
    return [own.seat for own in step.state.seats if "veto" in own.hand]


def _of_saboteur2(pair: Pair, world: World) -> list[Any]:
    """Who ordered which seat to be robbed, what lies before people to choose from, what was discarded face down."""
    seats = last_step(pair, world).state.seats
    orders = [[order for order in own.orders if order.kind == "theft"] for own in seats]
    return [orders, [own.offer for own in seats], passed(pair.viewer, world, last=100)]


def _of_the_base_game(pair: Pair, world: World) -> list[Any]:
    """What is in the chests, and which goals are not in the mine."""
    table = last_step(pair, world).state.table
    return [table.chests, table.goals_left]


IN_A_WINDOW = differing(WINDOW, _in_a_window, _of_a_window)
IN_SABOTEUR2 = differing(ALL_OF_2, open_decision("keep"), _of_saboteur2)
IN_THE_BASE_GAME = differing(ALL_OF_BASE, beyond(4), _of_the_base_game)
"""Makers of pairs in which there is much to be told of modules."""


# -- on the page


@shown_to("player", pairs=IN_A_WINDOW)
def veto_holder_in_the_prompt(leak: pytest.MonkeyPatch) -> None:
    """The prompt ends otherwise for each who holds a veto."""

    def prompted(bar: bar.Bar, *_given: Any, **_named: Any) -> bar.Bar:
        return bar._replace(prompt=f"{bar.prompt} {['veto' in own.hand for own in hidden().seats]}")

    change(leak, table, "bar_of", prompted)


@shown_to("player", pairs=IN_A_WINDOW)
def who_has_answered_a_window(leak: pytest.MonkeyPatch) -> None:
    """Who has answered a window is awaited no more (R93)."""
    on_rows(leak, lambda seat: hidden().seats[seat].answered)


@shown_to("player", pairs=IN_SABOTEUR2)
def who_is_asked_for_a_theft(leak: pytest.MonkeyPatch) -> None:
    """A row says whether its player will be asked which seat to rob, or has ordered it already."""
    on_rows(leak, lambda seat: any(order.kind == "theft" for order in hidden().seats[seat].orders))


@shown_to("player", pairs=IN_THE_BASE_GAME)
def chest_in_an_attribute(leak: pytest.MonkeyPatch) -> None:
    """The map has an attribute with what the chests will do."""

    def altered(text: str, *_given: Any, **_named: Any) -> str:
        chests = "-".join(chest for _, chest in hidden().table.chests.values())
        return text.replace("<ul ", f'<ul data-chests="{chests}" ', 1)

    change(leak, markup, "mine", altered)


def _swapped_with(moment: Moment, viewer: int) -> bool:
    """The viewer got three cards or more from another player."""
    return any(
        isinstance(what, GotHand) and seat == viewer and len(what.cards) > 2 for seat, what in moment.step.whispers
    )


@played_to("player", lambda lot: pair_until(lot, ALL_OF_2, 4, _swapped_with))
def order_of_a_swapped_hand(leak: pytest.MonkeyPatch) -> None:
    """A hand lies on the page in the order in which its cards were drawn, by the player who held them before."""
    held: dict[int, list[str]] = {}

    def write(loaded: Any, state: engine.Game, **named: Any) -> None:
        before = {seat: list(cards) for seat, cards in held.items()}
        for own in state.seats:
            # Whose old hand the present one is like most: that is where the cards come from.
            source = max(before.values(), key=lambda cards: _common(cards, own.hand), default=[])
            left, rest = [], list(own.hand)
            for card in source:
                if card in rest:
                    rest.remove(card)
                    left.append(card)
            held[own.seat] = left + rest
        real(loaded, state, **named)

    real = moves.write_rows
    leak.setattr(moves, "write_rows", write)
    change(leak, moves, "deal_first_round", lambda _none, *_given, **_named: held.clear())
    change(
        leak, table_selectors, "view_of",
        lambda view, *_given: replace(view, own=replace(view.own, hand=tuple(held.get(view.own.seat, view.own.hand)))),
    )  # fmt: skip


def _common(cards: list[str], hand: tuple[str, ...]) -> int:
    return sum(min(cards.count(card), hand.count(card)) for card in set(cards))


@played_to("player", where(ALL_OF_2, altered(Kept), whispers))
def cards_to_choose_from(leak: pytest.MonkeyPatch) -> None:
    """The server's log names what a player drew and kept."""

    def logged(step: Step, *_given: Any, **_named: Any) -> Step:
        LOG.info("%s", step.whispers)
        return step

    change(leak, engine, "apply", logged)


@played_to("player", where(ALL_OF_2, whispered(NewRole), whispers))
def new_roles_in_the_log(leak: pytest.MonkeyPatch) -> None:
    """The server's log says what a player became with another hat."""

    def altered(step: Step, *_given: Any, **_named: Any) -> Step:
        LOG.info("%s", [what.role for _, what in step.whispers if isinstance(what, NewRole)])
        return step

    change(leak, engine, "apply", altered)


def _goals(_pair: Pair, step: Step) -> Any:
    return step.state.table.goals


@played_to("player", where(ALL_OF_BASE, altered(Swapped), _goals))
def whether_goals_were_swapped(leak: pytest.MonkeyPatch) -> None:
    """The server's log says where the gold lies after two goals were swapped, or not."""

    def wrote(_none: None, _loaded: Any, state: engine.Game, **_named: Any) -> None:
        LOG.info("gold %s", [at for at, goal in state.table.goals.items() if goal == "gold"])

    change(leak, moves, "write_rows", wrote)


@shown_to("staff", at("desk"), IN_SABOTEUR2)
def kinds_of_discards(leak: pytest.MonkeyPatch) -> None:
    """The admin's page of a table tells face-down discards apart: the command says which cards they were."""
    commands = Move.objects.order_by("seq").values_list("command", flat=True)
    written_on(
        leak,
        "admin:games_game_change",
        lambda: sum_of(str([command for command in commands.all() if "pass" in command])),
    )


@shown_to("spectator", pairs=IN_THE_BASE_GAME)
def goals_that_are_left(leak: pytest.MonkeyPatch) -> None:
    """Who watches learns which goals are not in the mine."""
    on_rows(leak, lambda _seat: hidden().table.goals_left)


@shown_to("player", pairs=IN_A_WINDOW)
def pulse_slower_for_each_veto(leak: pytest.MonkeyPatch) -> None:
    """The pulse takes ten thousandths of a second longer for each veto in a hand."""

    def wait(_request: Any, _response: Any) -> None:
        for own in hidden().seats:
            if "veto" in own.hand:
                time.sleep(0.01)

    on_page(leak, "games:pulse", wait)


@shown_to("spectator", pairs=IN_SABOTEUR2)
def cards_on_offer(leak: pytest.MonkeyPatch) -> None:
    """While a player chooses a card to keep, all see of what."""
    written_on(leak, "games:table", lambda: sum_of(str([own.offer for own in hidden().seats])))


# -- by clocks


@played_to("player", late_pair)
def second_term_by_the_hand(leak: pytest.MonkeyPatch) -> None:
    """A player who holds more tunnels has more time when the first miss is forgiven."""

    def longer(_none: None, seat: Seat, *_given: Any, **_named: Any) -> None:
        assert seat.due_at is not None
        seat.due_at += timedelta(minutes=sum(CARDS[card].is_tunnel for card in seat.hand.split()))

    change(leak, deadlines, "second_term", longer)


@played_to("player", where(WINDOW, altered(Announced), lambda _pair, step: vetoes_of(step)))
def window_by_the_hands(leak: pytest.MonkeyPatch) -> None:
    """A window is open longer when its seat, or one before it, holds a veto."""
    late: list[str] = []

    def longer(_none: None, seat: Seat, *_given: Any, **_named: Any) -> None:
        if seat.awaited_for == deadlines.WINDOW and seat.due_at is not None:
            late.extend(["veto"] * ("veto" in seat.hand.split()))
            seat.due_at += timedelta(minutes=len(late))

    change(leak, deadlines, "begin", longer)
    change(leak, moves, "deal_first_round", lambda _none, *_given, **_named: late.clear())
