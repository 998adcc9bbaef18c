"""Each step of a replay is drawn as the table was drawn then, for each seat and for a spectator (R94)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

import pytest

from games.rules import codec, engine
from games.rules.agenda import Step
from games.rules.board import square
from games.rules.commands import Command
from games.rules.events import RoundBegan
from games.rules.notation import write_line
from games.rules.steps import OwnPart, Picture, after, beginning
from games.rules.view import PlayerView, view
from games.selectors.table import LoggedMove, Person
from games.tableau.knowledge import as_known, knowledge_of
from games.tableau.links import Links
from games.tableau.mine import Spot, announced, frame_of, landed, squares_of
from games.tableau.table import Past, table_page
from tests.rules.playout import EAGERNESS, Course, any_table, keen_act

SHARES = 60
GAMES = 5
"""In all, so many shares of so many games are played."""
LOOKS = 0.12
"""How often a step is drawn; every step is compared as a value in `tests/rules/test_steps.py`."""
NOW = datetime(2031, 5, 17, 12, tzinfo=UTC)


class Table:
    """A round that goes on, as its seats were told of it, and the same folded from that."""

    def __init__(self, course: Course) -> None:
        self.course, self.seats = course, range(course.state.public.seats)
        self.names = [f"Player {seat}" for seat in self.seats]
        self.told: list[list[LoggedMove]] = []
        self.deal()

    def deal(self) -> None:
        """A round begins."""
        state, dealt = self.course.state, self.course.deals[-1]
        laid = codec.decode_laid_out(codec.encode(dealt))
        self.picture = beginning(self.course.ruleset, len(self.seats), laid, state.public.seq)
        self.own = [OwnPart(own.seat, own.role, own.hand) for own in state.seats]
        began = LoggedMove(state.public.seq, None, NOW, (RoundBegan(round=dealt.round, first=dealt.first),))
        self.told = [[began] for _seat in (*self.seats, None)]

    def take(self, step: Step, seat: int | None, command: Command) -> None:
        """A command was carried out."""
        before, public = self.picture, step.state.public
        self.picture = after(before, step.events, public.seq, public.results)
        for one in self.seats:
            whispers = tuple(event for recipient, event in step.whispers if recipient == one)
            self.own[one] = self.own[one].after(step.events, whispers, before.public, self.picture.public)
            mine = write_line(seat, command) if one == seat else ""
            self.told[one].append(LoggedMove(public.seq, seat, NOW, step.events, whispers, mine))
        self.told[-1].append(LoggedMove(public.seq, seat, NOW, step.events))

    def is_drawn_alike(self, state: engine.Game) -> None:
        """For each seat and for a spectator, the squares of both are the same, and so is the frame."""
        assert frame_of(self.picture.public) == frame_of(state.public)
        for seat in (*self.seats, None):
            told = self.told[-1 if seat is None else seat]
            live = view(state.public, None if seat is None else state.seats[seat])
            folded = PlayerView(self.picture.public, None if seat is None else self.own[seat].secret, ())
            assert _replayed(folded, told, self.names, self.picture) == _live(live, told, self.names)


def _live(seen: PlayerView, told: Sequence[LoggedMove], names: Sequence[str]) -> dict[tuple[int, int], Spot]:
    knowledge, fresh = knowledge_of(seen, told[::-1]), landed(told[-1:], -1)
    return squares_of(as_known(seen, knowledge), names, fresh, knowledge, announced(seen.public))


def _replayed(
    seen: PlayerView, told: Sequence[LoggedMove], names: Sequence[str], picture: Picture
) -> dict[tuple[int, int], Spot]:
    people, before = [Person(seat, name, seat) for seat, name in enumerate(names)], told[-2].seq if told[1:] else -1
    past = Past(picture.announced)
    page = table_page(seen, Links("steps", 0), people, told[::-1], seen=before, past=past)
    bare = [spot._replace(classes=tuple(one for one in spot.classes if one != "touched")) for spot in page.mine.spots]
    return {square(spot.at): spot for spot in bare if spot != Spot(spot.at)}


@pytest.mark.examples(2)
@pytest.mark.parametrize("share", range(SHARES))
def test_each_step_is_drawn_as_the_table_was(share: int) -> None:
    rng = Random(f"drawn steps {share}")
    for _game in range(GAMES):
        ruleset, players = any_table(rng)
        course = Course.dealt(ruleset, players, rng.randbytes(32))
        table, eagerness = Table(course), rng.choice(EAGERNESS)
        while not course.over:
            deals = len(course.deals)
            seat, command = keen_act(rng, course.state, eagerness)
            step = course.take(seat, command)
            if step.state.public.seq != table.picture.public.seq:
                table.take(step, seat, command)
            if rng.random() < LOOKS:
                table.is_drawn_alike(step.state)
            if len(course.deals) > deals:
                table.deal()
