"""A plan for one's next turn: what stands, and the table on which it is chosen with the same steps as a move (R95)."""

from collections.abc import Sequence
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.clocks import planned
from games.models import Seat
from games.rules.commands import Pass
from games.rules.view import PlayerView, next_turn_of
from games.selectors.table import LoggedMove, Person
from games.tableau.bar import Bar
from games.tableau.choice import NOTHING, Choice
from games.tableau.links import Links
from games.tableau.new_cards import Touched
from games.tableau.people import rows_of
from games.tableau.picking import pick
from games.tableau.spoken import WordLine
from games.tableau.table import Panel, Tableau, tableau_of
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

    `open`: a try may be added, because the turn has not begun. `full`: there are as many as there may be. `due`: when
    it is played, once the turn has begun. `delays` may be chosen from.
    """

    tries: tuple[Try, ...]
    minutes: int
    open: bool
    full: bool
    due: datetime | None

    @property
    def shown(self) -> bool:
        """Whether there is anything to show or to do."""
        return self.open or bool(self.tries)

    @property
    def delays(self) -> tuple[Delay, ...]:
        """How long it may wait."""
        return tuple(Delay(minutes, delay_words(minutes)) for minutes in planned.DELAYS)


def plan_of(view: PlayerView, seat: Seat, people: Sequence[Person]) -> Plan | None:
    """What the player of a seat has planned; None for somebody who only watches."""
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
        open=next_turn_of(view) is not None,
        full=sum(not one.last for one in tries) >= planned.TRIES,
        due=planned.due_at(seat) if seat.plan else None,
    )


def planning_of(
    view: PlayerView,
    choice: Choice,
    links: Links,
    plan: Plan,
    *,
    people: Sequence[Person],
    told: Sequence[LoggedMove],
    seen: int = 0,
    said: Panel | None = None,
    touched: Touched = MappingProxyType({}),
    words: Sequence[WordLine] = (),
) -> Tableau | None:
    """The table on which a plan is chosen: the mine, the hand and the players as if it were the player's turn now.

    The seats that are awaited stay as they are. The rest is as for `tableau_of`. None when there is no turn to plan.
    """
    then = next_turn_of(view)
    if then is None:
        return None
    chosen = tableau_of(
        then, choice, links, people=people, told=told, seen=seen, said=said, touched=touched, words=words
    )
    real = rows_of(view, people, pick(view, NOTHING), links, {})
    rows = [row._replace(awaited=now.awaited, doing=now.doing) for row, now in zip(chosen.rows, real, strict=True)]
    now = tableau_of(view, NOTHING, links, people=people, told=told, seen=seen)
    panels = tuple(panel for panel in chosen.panels if panel == said)
    return chosen._replace(
        view=now.view,
        bar=_bar(chosen, plan),
        rows=tuple(rows),
        panels=panels,
        waits_for=now.waits_for,
        since=now.since,
        until=now.until,
    )


def _bar(chosen: Tableau, plan: Plan) -> Bar:
    bar = chosen.bar
    if chosen.choosing:
        return bar._replace(button=_("Keep it for my turn")) if bar.button else bar
    if chosen.picked.choice.at:
        return bar._replace(lead=_("Plan your next turn."))
    prompt = _("Choose a card from your hand. Nothing is played before your turn, and nobody sees your plan.")
    if plan.full:
        prompt = _("Your plan is full. Choose a card to discard if none of it works.")
    elif plan.tries:
        prompt = _("Choose what to try next if this does not work, or a card to discard then.")
    return bar._replace(lead=_("Plan your next turn."), prompt=prompt)
