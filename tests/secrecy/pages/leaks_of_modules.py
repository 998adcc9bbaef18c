"""Leaks that only a module, a clock or a mail could have, planted on purpose; each pair has what they tell of.

Each is a function that plants one, and says in its first line what then leaks.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from accounts.events import Event
from games import deadlines, letters, markup, selectors, services
from games.admin import page as admin_page
from games.models import Game, Move, Notice, Seat
from games.rules import engine
from games.rules.agenda import Step
from games.rules.cards import CARDS
from games.rules.events import Announced, GotHand, Kept, NewRole, Swapped
from games.rules.modules.veto import Window
from games.rules.table import Ruleset
from games.tableau import bar, table
from tests.rules.playout import WHOLE_BOX
from tests.secrecy.course import Moment
from tests.secrecy.pages.pairs import Happens, late_pair, own_turn, pair_until, pile_top, where
from tests.secrecy.pages.planting import change, hidden, seen_by
from tests.secrecy.worlds import Pair

ALL_OF_2, WINDOW, ALL_OF_BASE = WHOLE_BOX[:3]
LOG = logging.getLogger("games.moves")


def beyond(count: int) -> Happens:
    """So many moves were made."""
    return lambda moment, _viewer: moment.step.state.public.moves > count


def told(kind: type) -> Happens:
    """All were just told something of a kind, of somebody else."""
    return lambda moment, viewer: any(
        isinstance(one, kind) and getattr(one, "seat", None) != viewer for one in moment.step.events
    )


def whispered(kind: type) -> Happens:
    """Somebody else was just told something of a kind."""
    return lambda moment, viewer: any(isinstance(what, kind) and seat != viewer for seat, what in moment.step.whispers)


def whispers(pair: Pair, step: Step) -> Any:
    """What others were told with a step."""
    return [whisper for whisper in step.whispers if whisper[0] != pair.viewer]


def hands_of_others(pair: Pair, step: Step) -> list[tuple[str, ...]]:
    """What others hold."""
    return [own.hand for own in step.state.seats if own.seat != pair.viewer]


def on_rows(leak: pytest.MonkeyPatch, tell: Callable[[int], Any]) -> None:
    """Let the row of each player tell something more."""
    change(
        leak, table, "rows_of",
        lambda rows, *_given: tuple(row._replace(doing=f"{row.doing} {tell(row.person.number)}") for row in rows),
    )  # fmt: skip


# -- on the page


@seen_by(
    "player", where(WINDOW, beyond(6), lambda pair, step: ["veto" in hand for hand in hands_of_others(pair, step)])
)
def veto_holder_in_the_prompt(leak: pytest.MonkeyPatch) -> None:
    """The prompt ends otherwise for each who holds a veto."""

    def prompted(bar: bar.Bar, *_given: Any) -> bar.Bar:
        return bar._replace(prompt=f"{bar.prompt} {['veto' in own.hand for own in hidden().seats]}")

    change(leak, table, "bar_of", prompted)


def _answered(_pair: Pair, step: Step) -> Any:
    return [own.answered for own in step.state.seats]


def _in_a_window(moment: Moment, _viewer: int) -> bool:
    state = moment.step.state
    return isinstance(state.public.agenda[-1], Window) and any(own.answered for own in state.seats)


@seen_by("player", where(WINDOW, _in_a_window, _answered))
def who_has_answered_a_window(leak: pytest.MonkeyPatch) -> None:
    """Who has answered a window is awaited no more (R93)."""
    on_rows(leak, lambda seat: hidden().seats[seat].answered)


def _thieves(_pair: Pair, step: Step) -> Any:
    return [[order for order in own.orders if order.kind == "theft"] for own in step.state.seats]


@seen_by("player", where(ALL_OF_2, beyond(12), _thieves))
def who_is_asked_for_a_theft(leak: pytest.MonkeyPatch) -> None:
    """A row says whether its player will be asked whom to rob, or has ordered it already."""
    on_rows(leak, lambda seat: any(order.kind == "theft" for order in hidden().seats[seat].orders))


@seen_by("player", where(ALL_OF_BASE, beyond(4), lambda _pair, step: step.state.table.chests))
def chest_in_an_attribute(leak: pytest.MonkeyPatch) -> None:
    """The map has an attribute with what the chests will do."""

    def told(text: str, *_given: Any) -> str:
        chests = "-".join(chest for _, chest in hidden().table.chests.values())
        return text.replace("<ul ", f'<ul data-chests="{chests}" ', 1)

    change(leak, markup, "mine", told)


def _swapped_with(moment: Moment, viewer: int) -> bool:
    """The viewer got three cards or more from somebody else."""
    return any(
        isinstance(what, GotHand) and seat == viewer and len(what.cards) > 2 for seat, what in moment.step.whispers
    )


@seen_by("player", lambda lot: pair_until(lot, ALL_OF_2, 4, _swapped_with))
def order_of_a_swapped_hand(leak: pytest.MonkeyPatch) -> None:
    """A hand lies on the page in the order in which its cards were drawn, by whoever held them before."""
    held: dict[int, list[str]] = {}

    def write(loaded: Any, state: engine.Game, **named: Any) -> None:
        before = {seat: list(cards) for seat, cards in held.items()}
        for own in state.seats:
            # Whose old hand the present one is like most: that is where the cards come from.
            source = max(before.values(), key=lambda cards: _common(cards, own.hand), default=[])
            kept, rest = [], list(own.hand)
            for card in source:
                if card in rest:
                    rest.remove(card)
                    kept.append(card)
            held[own.seat] = kept + rest
        real(loaded, state, **named)

    real = services.write_rows
    leak.setattr(services, "write_rows", write)
    change(leak, services, "deal_first_round", lambda _none, *_given: held.clear())
    change(
        leak, selectors, "view_of",
        lambda view, *_given: replace(view, own=replace(view.own, hand=tuple(held.get(view.own.seat, view.own.hand)))),
    )  # fmt: skip


def _common(cards: list[str], hand: tuple[str, ...]) -> int:
    return sum(min(cards.count(card), hand.count(card)) for card in set(cards))


@seen_by("player", where(ALL_OF_2, told(Kept), whispers))
def cards_to_choose_from(leak: pytest.MonkeyPatch) -> None:
    """The server's log names what somebody drew and kept."""
    change(leak, services, "_whisper", lambda _none, _game, whispers: LOG.info("%s", whispers))


@seen_by("player", where(ALL_OF_2, whispered(NewRole), whispers))
def new_roles_in_the_log(leak: pytest.MonkeyPatch) -> None:
    """The server's log says what somebody became with another hat."""

    def heard(_none: None, _game: Game, whispers: Any) -> None:
        LOG.info("%s", [what.role for _, what in whispers if isinstance(what, NewRole)])

    change(leak, services, "_whisper", heard)


def _goals(_pair: Pair, step: Step) -> Any:
    return step.state.table.goals


@seen_by("player", where(ALL_OF_BASE, told(Swapped), _goals))
def whether_goals_were_swapped(leak: pytest.MonkeyPatch) -> None:
    """The server's log says where the gold lies after two goals were swapped, or not."""

    def wrote(_none: None, _loaded: Any, state: engine.Game, **_named: Any) -> None:
        LOG.info("gold %s", [at for at, goal in state.table.goals.items() if goal == "gold"])

    change(leak, services, "write_rows", wrote)


def _faces(_pair: Pair, step: Step) -> Any:
    state = step.state
    pairs = zip(state.table.discards, state.public.discards, strict=True)
    return [CARDS[card].is_tunnel for card, shown in pairs if not shown]


@seen_by("staff", where(ALL_OF_2, beyond(10), _faces))
def kinds_of_discards(leak: pytest.MonkeyPatch) -> None:
    """The admin's page of a table tells face-down discards apart: the command says which cards they were."""
    commands = Move.objects.order_by("seq")
    change(
        leak, admin_page, "_waiting",
        lambda rows, *_given: [
            row._replace(words=f"{row.words} {[move.command for move in commands if 'pass' in move.command]}")
            for row in rows
        ],
    )  # fmt: skip


@seen_by("spectator", where(ALL_OF_BASE, beyond(4), lambda _pair, step: step.state.table.goals_left))
def goals_that_are_left(leak: pytest.MonkeyPatch) -> None:
    """Who watches learns which goals are not in the mine."""
    on_rows(leak, lambda _seat: hidden().table.goals_left)


# -- by clocks and mails


@seen_by("player", late_pair)
def second_term_by_the_hand(leak: pytest.MonkeyPatch) -> None:
    """Whoever holds more tunnels has more time when the first miss is forgiven."""

    def longer(_none: None, seat: Seat, *_given: Any, **_named: Any) -> None:
        assert seat.due_at is not None
        seat.due_at += timedelta(minutes=sum(CARDS[card].is_tunnel for card in seat.hand.split()))

    change(leak, deadlines, "second_term", longer)


@seen_by(
    "player", where(WINDOW, told(Announced), lambda pair, step: ["veto" in h for h in hands_of_others(pair, step)])
)
def window_by_the_hands(leak: pytest.MonkeyPatch) -> None:
    """A window is open longer when its seat, or one before it, holds a veto."""
    late: list[str] = []

    def longer(_none: None, seat: Seat, *_given: Any, **_named: Any) -> None:
        if seat.awaited_for == deadlines.WINDOW and seat.due_at is not None:
            late.extend(["veto"] * ("veto" in seat.hand.split()))
            seat.due_at += timedelta(minutes=len(late))

    change(leak, deadlines, "begin", longer)
    change(leak, services, "deal_first_round", lambda _none, *_given: late.clear())


def in_letters(leak: pytest.MonkeyPatch, tell: Callable[[], str]) -> None:
    """Let the subject of the letter about a turn tell something more."""
    real = letters._PARTS[Event.TURN]

    def parts(notice: Notice) -> Any:
        told = real(notice)
        return told | {"subject": f"{told['subject']} {tell()}"}

    leak.setitem(letters._PARTS, Event.TURN, parts)


@seen_by("player")
def role_in_the_subject_of_a_letter(leak: pytest.MonkeyPatch) -> None:
    """The subject of the letter about a turn says what the others are."""
    in_letters(leak, lambda: " ".join(own.role for own in hidden().seats))


@seen_by("player", where(Ruleset(), own_turn, pile_top, 3))
def card_in_the_subject_of_a_letter(leak: pytest.MonkeyPatch) -> None:
    """The subject of the letter about a turn names the top card of the pile."""
    in_letters(leak, lambda: hidden().table.pile[0])
