"""What a table shows in motion is the same in two worlds that differ only in what its reader may not know (R94)."""

from games.rules import engine
from games.rules.view import PlayerView
from games.selectors.table import LoggedMove
from games.tableau.history import ShownAct, ShownMove, moves_of, since_of
from tests.games.tables import NAMES
from tests.secrecy.test_twin_coach import BASE, pairs, remarks

Shown = tuple[list[ShownMove], list[tuple[ShownAct | None, bool]]]


def shown(_state: engine.Game, seen: PlayerView, log: list[LoggedMove]) -> Shown:
    """The moves in motion, and the steps since the round began: where they are shown, and whether they are marked."""
    since = since_of(log, NAMES, seen.seat, None, number=seen.public.round)
    return moves_of(log), [(line.act, line.to_me) for line in since.lines] if since else []


def drawn(state: engine.Game, _seen: PlayerView, log: list[LoggedMove]) -> object:
    """Moves that also tell which cards all players hold."""
    return moves_of(log), [own.hand for own in state.seats]


def test_r94_moves_and_steps_do_not_depend_on_hidden_facts(seed: int) -> None:
    moved, compared = 0, 0
    for pair in pairs(seed):
        one, two = list(remarks(pair, pair.one, shown)), list(remarks(pair, pair.two, shown))
        assert one == two
        moved, compared = moved + sum(bool(moves) for moves, _steps in one), compared + 1
    assert moved > compared


def test_moves_are_the_same_for_all_readers(seed: int) -> None:
    for pair in pairs(seed, BASE):
        readers = [
            [moves for moves, _steps in remarks(pair._replace(viewer=seat), pair.one, shown)] for seat in range(5)
        ]
        assert any(readers[0])
        assert all(moves == readers[0] for moves in readers)


def test_r94_moves_that_tell_of_hands_are_caught(seed: int) -> None:
    found = [list(remarks(pair, pair.one, drawn)) == list(remarks(pair, pair.two, drawn)) for pair in pairs(seed, BASE)]
    assert not all(found)
