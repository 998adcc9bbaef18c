"""What others do in secret, done again: standing orders and answers to windows (R93, R95).

Who answered a window, and when, is no business of others; nor who let everything be in advance, or was silent. Orders
that came to something are given at another time, those that came to nothing are others or none.
"""

from dataclasses import dataclass
from random import Random

from games.rules.commands import LET_BE_THIS_ROUND, Choose, Lay, Order, PlayCard, TakeOver, Timeout, Veto
from games.rules.events import Announced, Detoured, Laid, Played, RoundBegan, Vetoed
from games.rules.modules.veto import Window
from tests.rules.playout import Act
from tests.secrecy.course import Course, Moment
from tests.secrecy.tokens import Turn


@dataclass
class Opened:
    """A window: at which steps it opened and closed (None: not yet), who was asked and who closed it."""

    begun: int
    asked: tuple[int, ...]
    in_advance: frozenset[int]
    ended: int | None = None


class SecretActs:
    """Puts secret acts of others into the steps of a twin. ``share`` is how much stays as it was.

    Bots give no orders.
    """

    def __init__(
        self, rng: Random, course: Course, until: int, viewer: int, share: float, bot_seats: frozenset[int]
    ) -> None:
        self.rng, self.viewer, self.share = rng, viewer, share
        self.moments = course.moments[:until]
        self.others = [seat for seat in range(course.players) if seat != viewer and seat not in bot_seats]
        self.vetoes = "veto" in course.ruleset.modules
        self.has_windows = self.vetoes and bool(course.ruleset.veto_window)
        self.has_thefts = course.ruleset.rules == "saboteur2"
        self.last_none: dict[int, int] = {}

    def put_into(self, steps: list[list[Act]], turns: list[Turn]) -> None:
        """Add them all."""
        windows = self.windows()
        explicit = self.explicit(windows)
        self.keep_orders(steps, explicit)
        for window in windows:
            self.answer(steps, window, explicit)
        ordered = [turn for turn in turns if turn.ordered and turn.seat != self.viewer]
        for turn in ordered:
            self.order_turn(steps, turn, turns)
        struck = self.order_vetoes(steps)
        self.put_decoys(steps, {turn.seat for turn in ordered} | struck)

    # -- windows

    def windows(self) -> list[Opened]:
        """All windows, in order."""
        found: list[Opened] = []
        now: Opened | None = None
        for number, moment in enumerate(self.moments):
            if now is not None and closes(moment):
                now.ended, now = number, None
            state = moment.step.state
            top = state.public.agenda[-1]
            if now is None and isinstance(top, Window):
                answered = frozenset(own.seat for own in state.seats if own.answered)
                now = Opened(number, top.seats, answered)
                found.append(now)
        return found

    def explicit(self, windows: list[Opened]) -> set[int]:
        """Others whose advance answers are given one by one in the twin; not where a window never stood open."""
        opened = sum(isinstance(event, Announced) for moment in self.moments for event in moment.step.events)
        if opened > len(windows):
            return set()
        return {seat for seat in self.others if self.rng.random() >= max(0.5, self.share)}

    def answer(self, steps: list[list[Act]], window: Opened, explicit: set[int]) -> None:
        """Let others answer at any time while a window is open or be silent, and any of them be the last.

        Who gives the order "not again this round" meanwhile has answered by it (R93).
        """
        last, until = None, len(steps) - 1 if window.ended is None else window.ended
        by_order = {
            act.seat for acts in steps[window.begun + 1 : until + 1] for act in acts if act.command == LET_BE_THIS_ROUND
        }
        answered = (window.in_advance - explicit) | by_order
        asked = [seat for seat in window.asked if seat != self.viewer and seat not in answered]
        if window.ended is not None:
            act = self.moments[window.ended].act
            if isinstance(act.command, Veto):
                asked = [seat for seat in asked if seat != act.seat and self.rng.random() < 0.5]
            elif answering(act) != self.viewer:
                last = self.rng.choice(asked)
                steps[until] = [self.lets_be(last)._replace(chance=steps[until][0].chance)]
        else:
            open_for = self.rng.choice(asked) if asked and self.viewer_answered(window) else None
            asked = [seat for seat in asked if seat != open_for and self.rng.random() < 0.5]
        for number in range(window.begun + 1, until + (window.ended is None)):
            if self.is_secret_answer(number):
                steps[number] = []
        for seat in asked:
            if seat != last and until > window.begun:
                steps[self.rng.randint(window.begun + 1, until)].insert(0, self.lets_be(seat))

    def is_secret_answer(self, number: int) -> bool:
        """Whether a step is another player's answer without a public event."""
        act = self.moments[number].act
        return isinstance(act.command, Choose | Timeout) and answering(act) != self.viewer

    def lets_be(self, seat: int) -> Act:
        """A player lets the card be: says so, or says nothing until the time is over."""
        return Act(seat, Choose("none")) if self.rng.random() < 0.5 else Act(None, Timeout(seat))

    def viewer_answered(self, window: Opened) -> bool:
        """Whether the viewer has said all to a window that is still open."""
        return self.moments[-1].step.state.seats[self.viewer].answered or self.viewer not in window.asked

    # -- orders

    def keep_orders(self, steps: list[list[Act]], explicit: set[int]) -> None:
        """Give the orders again that may come to something later: to let everything be, which seat to rob."""
        for number, moment in enumerate(self.moments):
            act = moment.act
            if act.seat in (None, self.viewer) or not isinstance(act.command, Order):
                continue
            kind = act.command.kind
            if kind == "none" and (self.has_windows or self.has_thefts):
                self.last_none[act.seat] = number
            elif not (kind == "pass" and self.has_windows and act.seat not in explicit) and not (
                kind == "theft" and self.has_thefts
            ):
                continue
            steps[number] = [act]

    def order_turn(self, steps: list[list[Act]], turn: Turn, turns: list[Turn]) -> None:
        """A seat gives the order that plays its next turn, at any time since its last one."""
        own = [other for other in turns if other.seat == turn.seat]
        before = [other.step for other in own[: own.index(turn)]]
        before += [*self.withdrawals(turn.seat, turn.step), *self.droppings(turn.seat, turn.step)]
        before = [min(step, turn.step - 1) for step in before]
        where = self.rng.randint(max(before, default=-1) + 1, turn.step)
        steps[where].insert(0, Act(turn.seat, Order("turn", then=(turn.translated(),))))  # type: ignore[arg-type]

    def withdrawals(self, seat: int, until: int) -> list[int]:
        """The steps before which a seat withdrew its orders."""
        return [
            number
            for number, moment in enumerate(self.moments[:until])
            if moment.act.seat == seat and isinstance(moment.act.command, Order) and moment.act.command.kind == "none"
        ]

    def droppings(self, seat: int, until: int) -> list[int]:
        """The steps by which an order of a seat for its turn falls: a new round, another hand, another person."""
        return [
            number
            for number, moment in enumerate(self.moments[:until])
            if moment.act.command == TakeOver(seat)
            or any(
                isinstance(event, RoundBegan)
                or (isinstance(event, Played) and event.card == "swap-hands" and seat in (event.seat, event.target))
                for event in moment.step.events
            )
        ]

    def order_vetoes(self, steps: list[list[Act]]) -> set[int]:
        """An order that struck is given some time before; the seats that gave one."""
        struck, last = set(), -1
        for number, moment in enumerate(self.moments):
            for event in moment.step.events:
                if isinstance(event, Vetoed) and not isinstance(moment.act.command, Veto) and event.by != self.viewer:
                    first = max([last, *self.withdrawals(event.by, number)]) + 1
                    order = Order("veto", what=self.rng.choice(["any", event.card]), seat=event.seat)
                    steps[self.rng.randint(first, number)].insert(0, Act(event.by, order))
                    struck.add(event.by)
                if isinstance(event, Laid | Played | Vetoed | Announced):
                    last = number
        return struck

    def put_decoys(self, steps: list[list[Act]], without: set[int]) -> None:
        """Orders of others that come to nothing, here and there."""
        thieves = {
            one.seat for moment in self.moments for one in moment.step.state.public.before if one.card == "theft"
        }
        for acts in steps:
            seat = self.rng.choice(self.others)
            if seat in without or self.rng.random() >= 0.2:
                continue
            decoys = [Order("turn", then=(Lay("NESW", "0,0"), PlayCard("map", at=("0,0",))))]
            decoys += [] if seat in thieves else [Order("theft", seat=self.viewer)]
            decoys += [] if self.has_windows else [Order("pass")]
            decoys += [] if self.has_windows or self.has_thefts else [Order("none")]
            if not self.vetoes or self.rng.random() > 4 * self.share:
                decoys.append(Order("veto", what="any"))
            acts.insert(0, Act(seat, self.rng.choice(decoys)))


def answering(act: Act) -> int | None:
    """Whose decision an act answers, by their own command or because their time ran out."""
    return act.command.seat if isinstance(act.command, Timeout) else act.seat


def closes(moment: Moment) -> bool:
    """Whether a step closed the window that was open: all see what became of the card."""
    return any(isinstance(event, Laid | Played | Detoured | Vetoed) for event in moment.step.events)
