"""The entry point of the rules: takes a state and a command, returns a new state and events.

The tasks of all modules are collected here, so that one codec knows them all.
"""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from games.rules.agenda import Play, Step
from games.rules.commands import (
    Bot,
    Command,
    End,
    Offer,
    Order,
    SeatCommand,
    Sleep,
    TableCommand,
    TakeOver,
    Timeout,
    Wake,
)
from games.rules.draw import Expected
from games.rules.errors import Refused
from games.rules.events import SeatChanged, TableEnded, TimedOut
from games.rules.round import NextRound, end_game, next_first
from games.rules.ruleset import check_players, compiled
from games.rules.setup import DealtRound, all_gold_cards, deal, start
from games.rules.state import PublicState, SeatSecret, State
from games.rules.table import Ruleset
from games.rules.task import Ask, Task

if TYPE_CHECKING:
    AnyTask = Task
else:

    def _concrete(kind: type[Task]) -> Iterator[type[Task]]:
        """All task types of a kind that can stand on an agenda: those with a tag for the codec."""
        for task in kind.__subclasses__():
            if task.__struct_config__.tag is not None:
                yield task
            yield from _concrete(task)

    AnyTask = reduce(or_, _concrete(Task))
    """Every task of the rules and of their modules, which ``ruleset`` has imported."""
Public = PublicState[AnyTask]
Game = State[AnyTask]


def first_deal(ruleset: Ruleset, players: int, *, key: bytes) -> DealtRound:
    """The deal of the first round from the key of the seed; Refused if the rules are not for so many players."""
    gold = all_gold_cards() if check_players(ruleset, players).gold_cards else ()
    return deal(ruleset, players, key=key, number=1, first=None, gold=gold)


def next_deal(state: Game, *, key: bytes) -> DealtRound:
    """The deal of the next round of a game that awaits it (R25)."""
    public, gold = state.public, state.table.gold_cards
    first = next_first(public)
    return deal(public.ruleset, public.seats, key=key, number=public.round + 1, first=first, gold=gold)


def begin_from(ruleset: Ruleset, dealt: DealtRound, *, key: bytes, last: Game | None = None) -> Step:
    """Begin a round from a given deal, as records do."""
    return _settled(start(ruleset, dealt, key=key, last=last))


def awaits_deal(public: Public) -> bool:
    """Whether a round is over and the next is to be dealt."""
    return bool(public.agenda) and isinstance(public.agenda[-1], NextRound)


def is_over(public: Public) -> bool:
    """Whether the game is over (R26)."""
    return public.revealed is not None


def awaited(public: PublicState[Task]) -> tuple[Ask, ...]:
    """The open decisions: who must answer, and with what kind of answer (R90)."""
    return public.agenda[-1].awaited() if public.agenda else ()


def unanswered(state: Game) -> tuple[Ask, ...]:
    """The open decisions without those that were answered in secret already (R93)."""
    return tuple(ask for ask in awaited(state.public) if not state.seats[ask.seat].answered)


def legal(public: Public, own: SeatSecret) -> tuple[Command, ...]:
    """The legal moves of a seat without passes; empty if it is not awaited. Standing orders are not listed."""
    task = _task_of(public, own.seat)
    return tuple(task.menu(compiled(public.ruleset), public, own)) if task else ()


def passes(public: Public, own: SeatSecret) -> tuple[Command, ...]:
    """The legal passes of a seat."""
    task = _task_of(public, own.seat)
    return tuple(task.passes(compiled(public.ruleset), public, own)) if task else ()


def goes_on(before: Public, after: Public) -> bool:
    """Whether the decision that is open has the deadline of the one that was open before: the second card of a guide
    that of the first (R92)."""
    was, now = (public.agenda[-1] if public.agenda else None for public in (before, after))
    return now is not None and now.one_deadline and now == was


def expected(public: Public, seat: int, command: SeatCommand) -> Expected | None:
    """The draw at the end of the running turn, and its seat, if a seat gives this answer now; None for no draw (R90).

    From what all see alone, and computed by the draw itself. What is still hidden may change it: a chest that is
    reached, a veto, a guide's card that fits nowhere (R63, R66, R73).
    """
    task = _task_of(public, seat)
    return task.expected(compiled(public.ruleset), public, seat, command) if task else None


def default_expected(public: Public, seat: int) -> Expected | None:
    """The same for the default of a seat whose time runs out (R92)."""
    task = _task_of(public, seat)
    if task is None:
        return None
    return task.expected(compiled(public.ruleset), public, seat, task.form_of_default())


def check(public: Public, own: SeatSecret, command: SeatCommand) -> None:
    """Raise Refused with the rule's number if a command of a seat is illegal; depends only on what that seat knows."""
    if isinstance(command, Order | Offer):
        _check_standing(public, own, command)
        return
    task = _task_of(public, own.seat)
    if task is None:
        raise Refused("game-over" if is_over(public) else "not-awaited", "R90")
    task.check(compiled(public.ruleset), public, own, command)


def apply(state: Game, seat: int | None, command: Command) -> Step:
    """Carry out a command of a seat or of the table; raises Refused for an illegal one."""
    play = Play(compiled(state.public.ruleset), state)
    if isinstance(command, TableCommand):
        if seat is not None or is_over(state.public):
            raise Refused("game-over" if seat is None else "not-awaited", "R90")
        _apply_table_command(play, command)
    elif seat is None or not 0 <= seat < state.public.seats:
        raise Refused("no-player", "R90")
    else:
        check(state.public, state.seats[seat], command)
        if isinstance(command, Order | Offer):
            _stand(play, seat, command)
            _answer_in(play, seat, command)
        elif not play.agenda[-1].accept_secretly(play, seat, command):
            play.count_command()
            play.agenda.pop().take(play, seat, command)
    return _run(play)


def _answer_in(play: Play, seat: int, command: Order | Offer) -> None:
    """Answer the open decision by a standing order (R93)."""
    answer = play.agenda[-1].answer_in(play.seats[seat], command) if isinstance(command, Order) else None
    if answer is not None and not play.agenda[-1].accept_secretly(play, seat, answer):
        play.count_command()
        play.agenda.pop().take(play, seat, answer)


def _run(play: Play) -> Step:
    """Run tasks until seats are awaited, a deal is awaited, or no task is left."""
    agenda = play.agenda
    while agenda and not agenda[-1].halts and not agenda[-1].awaited():
        agenda.pop().run(play)
    return play.step()


def _settled(step: Step) -> Step:
    play = Play(compiled(step.state.public.ruleset), step.state)
    play.events, play.whispers = list(step.events), list(step.whispers)
    return _run(play)


def _task_of(public: Any, seat: int) -> Task | None:
    task: Task | None = public.agenda[-1] if public.agenda else None
    if task is None or all(ask.seat != seat for ask in task.awaited()):
        return None
    return task


def _check_standing(public: Public, own: SeatSecret, command: Order | Offer) -> None:
    if is_over(public):
        raise Refused("game-over", "R90")
    tries = command.then if isinstance(command, Order) else ()
    named = {getattr(one, who, None) for one in (command, *tries) for who in ("seat", "payer")}
    if not named <= {None, *range(public.seats)}:
        raise Refused("no-player", "R93")
    rules = compiled(public.ruleset)
    if isinstance(command, Offer):
        if Offer not in rules.anytime:
            raise Refused("no-tolls", "R70")
        rules.anytime[Offer].check(rules, public, own, command)


def _stand(play: Play, seat: int, command: Order | Offer) -> None:
    """Store a standing order; it replaces the one of its kind, ``none`` withdraws all (R93, R95)."""
    if isinstance(command, Offer):
        play.count_command(is_move=False)
        play.rules.anytime[Offer].take(play, seat, command)
        play.push(play.agenda.pop().reopened())
    else:
        orders = () if command.kind == "none" else (command,)
        others = tuple(order for order in play.seats[seat].orders if command.kind not in ("none", order.kind))
        play.change_seat(seat, orders=others + orders)


_BECOMES = {Sleep: "asleep", Wake: "wake", Bot: "bot", TakeOver: "replace"}
"""The public status of a seat after a command. It is stored in logs, so its values never change."""


def _apply_table_command(play: Play, command: TableCommand) -> None:
    if isinstance(command, Timeout):
        _time_out(play, command.seat)
        return
    play.count_command()
    if isinstance(command, End):
        play.emit(TableEnded())
        end_game(play)
        return
    if not 0 <= command.seat < play.public.seats:
        raise Refused("no-player", "R96")
    if isinstance(command, TakeOver):
        play.change_seat(command.seat, orders=play.seats[command.seat].lasting_orders)
    play.emit(SeatChanged(seat=command.seat, how=_BECOMES[type(command)]))


def _time_out(play: Play, seat: int) -> None:
    """Take the default of the decision that a seat is awaited for (R92); in silence where answers are secret (R93)."""
    if not 0 <= seat < play.public.seats:
        raise Refused("no-player", "R96")
    ask = next((ask for ask in awaited(play.public) if ask.seat == seat), None)
    if ask is None:
        raise Refused("not-awaited", "R90", seat=seat)
    task = play.agenda[-1]
    if not task.silent:
        play.emit(TimedOut(seat=seat, kind=ask.kind))
    answer = task.default(play, seat)
    if not task.accept_secretly(play, seat, answer):
        play.count_command()
        play.agenda.pop().take(play, seat, answer)
