"""A window whose time is over: who answered, who was silent, who let everything be looks the same (R93, R95)."""

import json
from collections.abc import Iterator

import pytest

from games.models import Game, Move, Seat
from games.rules import codec, engine, record
from games.rules.commands import Lay
from games.rules.events import Announced, Laid, PublicEvent
from games.rules.notation import letter
from games.rules.table import Ruleset
from games.services import archive, repairs
from tests.games import tables
from tests.games.clocks import HOUR, pass_by, tick, turnable
from tests.secrecy.held import Round, told_apart
from tests.secrecy.pages.controlled_site import controlled_site
from tests.secrecy.pages.seen import Seen

pytestmark = pytest.mark.django_db

WINDOW = Ruleset(modules=("veto",), veto_window=12)
WORLDS = {
    "all were silent": (),
    "Bo answered": ("B choose none",),
    "Cy and Dee answered": ("C choose none", "D choose none"),
    "Bo lets everything be": ("B order pass", "C choose none"),
}
"""What Bo, Cy and Dee, asked by a card of Ann's, do before the time is over; never all of them answer."""


WHO = {"Ann": ("player", "spectator"), "Dee": ("player",)}


@pytest.fixture
def still() -> Iterator[None]:
    """Time passes only where the clock is turned."""
    with controlled_site(), turnable():
        yield


def window(*acts: str) -> Game:
    """Ann lays a card; then comes what others do. A seat that said so in advance said it before."""
    hands = {"A": ["EW", "NS"], "B": ["NESW"], "C": ["veto"], "D": ["map"]}
    game = tables.in_position(4, ruleset=WINDOW, hands=hands, code="window", pk=1_000_003)
    before = [line for line in acts if " order " in line]
    tables.do(game, *before, "A lay EW 1,0", *[line for line in acts if line not in before])
    return game


def run_out(game: Game) -> None:
    pass_by(12 * HOUR)
    tick()
    game.refresh_from_db()


def events_since_the_card(game: Game) -> list[PublicEvent]:
    rows = Move.objects.filter(game=game).order_by("seq").values_list("events", flat=True)
    events = [event for row in rows for event in codec.decode_events(row)]
    return events[events.index(next(event for event in events if isinstance(event, Announced))) :]


@pytest.mark.examples(1)
@pytest.mark.parametrize("viewer", WHO)
def test_r93_r95_timed_out_window_hides_who_answered(viewer: str) -> None:
    def play(world: Round, acts: tuple[str, ...]) -> Iterator[Seen]:
        if viewer == "Dee":  # who is asked knows what they said themselves
            acts = tuple(line for line in acts if not line.startswith("D "))
        game, who = window(*acts), {viewer: WHO[viewer]}
        yield from world.glances(game, who, "open")
        world.pass_by(12 * HOUR)
        yield from world.glances(game, who, "closed")

    assert told_apart(WORLDS, play) == []


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("acts", WORLDS.values(), ids=WORLDS)
def test_r93_timed_out_window_closes_at_once_and_names_no_seat(acts: tuple[str, ...]) -> None:
    game = window(*acts)
    seq = game.seq
    run_out(game)
    assert [type(event) for event in events_since_the_card(game)] == [Announced, Laid]
    assert game.seq == seq + 1
    assert Move.objects.get(game=game, seq=game.seq).seat is None
    assert tables.awaited(game).user.username == "Bo"


@pytest.mark.usefixtures("still")
def test_r93_r96_silence_in_a_window_is_no_miss_and_no_sleep() -> None:
    game = window()
    Seat.objects.filter(game=game).update(missed=2)
    run_out(game)
    assert {seat.resting for seat in tables.seats_of(game)} == {""}
    assert {seat.missed for seat in tables.seats_of(game)} == {2}


@pytest.mark.usefixtures("still")
def test_r93_r96_returning_player_gets_the_same_window_deadline() -> None:
    game = window()
    tables.do(game, "= sleep C")
    pass_by(5 * HOUR)
    tables.do(game, "= wake C")
    assert len({seat.due_at for seat in tables.seats_of(game) if seat.awaited_for}) == 1


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("answers", range(3))
def test_game_with_timed_out_windows_recounts_and_its_export_replays(answers: int) -> None:
    game = tables.running_game(4, ruleset=WINDOW)
    for _turn in range(3):
        mover, state = tables.awaited(game).number, tables.loaded(game).state
        menu = engine.legal(state.public, state.seats[mover])
        command = next(command for command in menu if isinstance(command, Lay))
        tables.carry_out(game, mover, command)
        others = [seat.number for seat in tables.seats_of(game) if seat.number != mover]
        for seat in others[:answers]:
            tables.do(game, f"{letter(seat)} choose none")
        run_out(game)
    assert repairs.faults(tables.loaded(game)) == []
    tables.do(game, "= end")
    assert record.check(json.dumps(archive.export(game))) is None
    again = archive.bring_in(json.dumps(archive.export(game)), name="Again")
    assert record.check(json.dumps(archive.export(again))) is None
