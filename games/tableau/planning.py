"""The plan of a player for their next turn, which is chosen with the same steps as a move (R95)."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.clocks import planned
from games.models import Seat
from games.rules.commands import Pass
from games.rules.view import PlayerView, next_turn_of
from games.selectors.table import Person
from games.tableau.bar import Bar
from games.tableau.choice import Picked
from games.wording import delay_words, planned_words


class Try(NamedTuple):
    """One thing that is tried; `last` when it is the discard that always works. `number` counts from 0."""

    words: str
    number: int
    last: bool


class Delay(NamedTuple):
    """How long a plan may wait, in minutes and in words."""

    minutes: int
    words: str


class Plan(NamedTuple):
    """The plan of a player: what is tried in which order, and when.

    `turn` is the player's next turn as if it were now; None once it has begun. `full`: there are as many tries as there
    may be. `due`: when it is played, once the turn has begun. `delays` may be chosen from.
    """

    tries: tuple[Try, ...]
    minutes: int
    turn: PlayerView | None
    full: bool
    due: datetime | None

    @property
    def open(self) -> bool:
        """Whether a try may be added, because the turn has not begun."""
        return self.turn is not None

    @property
    def shown(self) -> bool:
        """Whether there is anything to show or to do."""
        return self.open or bool(self.tries)

    @property
    def delays(self) -> tuple[Delay, ...]:
        """How long it may wait."""
        return tuple(Delay(minutes, delay_words(minutes)) for minutes in planned.DELAYS)


def plan_of(view: PlayerView, seat: Seat, people: Sequence[Person]) -> Plan | None:
    """What the player of a seat has planned; None for an onlooker."""
    own = view.own
    if own is None:
        return None
    commands, names = planned.of(seat, own.turn_order), [person.name for person in people]
    tries = tuple(
        Try(planned_words(command, names, own.seat), number, isinstance(command, Pass))
        for number, command in enumerate(commands)
    )
    return Plan(
        tries=tries,
        minutes=seat.plan_minutes,
        turn=next_turn_of(view),
        full=sum(not one.last for one in tries) >= planned.TRIES,
        due=planned.due_at(seat) if seat.plan else None,
    )


def planning_bar(bar: Bar, picked: Picked, plan: Plan) -> Bar:
    """The bar of a turn as that of a plan for it."""
    if picked.card or picked.mode:
        return bar._replace(button=_("Keep it for my turn")) if bar.button else bar
    if picked.choice.at:
        return bar._replace(lead=_("Plan your next turn."))
    prompt = _("Choose a card from your hand. Nothing is played before your turn, and nobody sees your plan.")
    if plan.full:
        prompt = _("Your plan is full. Choose a card to discard if none of it works.")
    elif plan.tries:
        prompt = _("Choose what to try next if this does not work, or a card to discard then.")
    return bar._replace(lead=_("Plan your next turn."), prompt=prompt)
