"""Tasks: the pending steps of a game, each a value on the stack ``PublicState.agenda``.

A task runs by itself or awaits seats; then it knows their legal answers and their default after a time-out (R90). The
tasks of the rules and modules are subclasses, each with a tag for the codec.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from msgspec import Struct

from games.rules.commands import Choose, Command, Order, Pass, SeatCommand
from games.rules.errors import Refused
from games.rules.state import SeatSecret

if TYPE_CHECKING:
    from games.rules.agenda import Play, Public, Rules
    from games.rules.draw import Draw, Expected


class Ask(NamedTuple):
    """One open decision: who is awaited, and for what kind of answer (R90)."""

    seat: int
    kind: str


class Task(Struct, frozen=True):
    """One pending step. A task that awaits no seat runs by itself, unless it ``halts`` the engine."""

    asks: ClassVar[str] = ""
    """The kind of decision for which it awaits a seat (R90), "" for none."""
    halts: ClassVar[bool] = False
    is_draw: ClassVar[bool] = False
    """Whether it is the draw at the end of a turn (``draw.Draw``)."""
    may_cost_a_draw: ClassVar[bool] = False
    """Whether its seat draws one card less if it cannot be done (R66)."""
    one_deadline: ClassVar[bool] = False
    """Whether its seat answers it by the deadline of the decision of its kind that it answered just before (R92)."""
    silent: ClassVar[bool] = False
    """Whether time-outs are secret, because they would reveal who has answered (R93, R95)."""

    def awaited(self) -> tuple[Ask, ...]:
        """Return the seats that must answer before the game continues."""
        return ()

    def run(self, play: "Play") -> None:
        """Run the task; it is off the agenda already."""

    def menu(self, rules: "Rules", public: "Public", own: SeatSecret) -> Iterator[Command]:
        """Yield all legal answers of an awaited seat except passes, from the knowledge of that seat only."""
        return iter(())

    def passes(self, rules: "Rules", public: "Public", own: SeatSecret) -> Iterator[Pass]:
        """Yield all legal passes of an awaited seat."""
        return iter(())

    def check(self, rules: "Rules", public: "Public", own: SeatSecret, command: SeatCommand) -> None:
        """Raise Refused if the answer of an awaited seat is illegal."""
        if command not in self.menu(rules, public, own):
            raise Refused("wrong-answer", "R90")

    def take(self, play: "Play", seat: int, command: Any) -> None:
        """Carry out a checked answer; the task is off the agenda already."""

    def accept_secretly(self, play: "Play", seat: int, command: Any) -> bool:
        """Store a checked answer that is secret (R95); return whether it was one. The task remains on the agenda."""
        return False

    def answer_in(self, own: SeatSecret, order: Order) -> SeatCommand | None:
        """The answer that a standing order gives to this decision at once, None for no answer (R93)."""
        return None

    def draw(self, rules: "Rules", public: "Public", seat: int, command: SeatCommand) -> "Draw | None":
        """The draw at the end of the turn if a seat gives this answer, as far as all can see now; None for no draw.

        Its effects in the mine, a veto, and decisions of others may change it (R63, R73).
        """
        return next((task for task in reversed(public.agenda) if task.is_draw), None)  # type: ignore[return-value]

    def form_of_default(self) -> SeatCommand:
        """Return the default answer after a time-out, without its random parts (R92)."""
        return Choose("none")

    def expected(self, rules: "Rules", public: "Public", seat: int, command: SeatCommand) -> "Expected | None":
        """Return the forecast of that draw, and its seat; None for no draw (R90)."""
        draw = self.draw(rules, public, seat, command)
        return draw.forecast(rules, public.pile) if draw is not None else None

    def reopened(self) -> "Task":
        """Return the task to continue with after a change of offers: fewer moves may be legal now (R70)."""
        return self

    def default(self, play: "Play", seat: int) -> SeatCommand:
        """Return the default answer after a time-out, chosen without secrets (R92)."""
        return Choose(play.lot(play.seats[seat].offer))


class Decision(Task, frozen=True):
    """A task that awaits one seat: ``asks`` is the kind of its decision."""

    asks: ClassVar[str]
    seat: int

    def awaited(self) -> tuple[Ask, ...]:
        return (Ask(self.seat, self.asks),)
