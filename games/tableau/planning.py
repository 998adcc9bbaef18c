"""A player's plan for the next turn, chosen with the same steps as a move (R95)."""

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
    """One command that is tried; `last` for the discard, which is always legal. `number` counts from 0."""

    words: str
    number: int
    last: bool


class Delay(NamedTuple):
    """The delay of a plan, in minutes and in words."""

    minutes: int
    words: str


class Plan(NamedTuple):
    """The plan of a player: which commands are tried in which order, and when.

    `turn` is the view of the player's next turn as if it were now; None once it has begun. `full`: no more tries can be
    added. `due`: when it is played, once the turn has begun. `delays` are the possible delays.
    """

    tries: tuple[Try, ...]
    minutes: int
    turn: PlayerView | None
    full: bool
    due: datetime | None

    @property
    def open(self) -> bool:
        """Whether a try can be added, because the turn has not begun."""
        return self.turn is not None

    @property
    def shown(self) -> bool:
        """Whether there is anything to show or to do."""
        return self.open or bool(self.tries)

    @property
    def delays(self) -> tuple[Delay, ...]:
        """The possible delays."""
        return tuple(Delay(minutes, delay_words(minutes)) for minutes in planned.DELAYS)


def plan_of(view: PlayerView, seat: Seat, people: Sequence[Person]) -> Plan | None:
    """Return the plan of a seat's player; None for a spectator."""
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
    """Return the bar of a turn as that of a plan for it."""
    if picked.card or picked.mode:
        return bar._replace(button=_("Keep it for my turn")) if bar.button else bar
    if picked.choice.at:
        return bar._replace(lead=_("Plan your next turn."))
    prompt = _("Choose a card from your hand. It won’t be played before your turn, and only you see your plan.")
    if plan.full:
        prompt = _("Your plan is full. Choose a card to discard if none of it works.")
    elif plan.tries:
        prompt = _("Choose what to try next if this doesn’t work, or a card to discard instead.")
    return bar._replace(lead=_("Plan your next turn."), prompt=prompt)
