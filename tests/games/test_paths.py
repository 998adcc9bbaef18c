"""The paths of `docs/architecture.md` are true: each is walked, and control enters the named files in that order."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from pytest_django.fixtures import Settings

from games import clock, tasks
from games.models import Game, Matter, Motion
from tests.games import tables
from tests.games.clocks import due, on_turn, pass_by, timed_game
from tests.games.pages import get
from tests.games.post import give_addresses, post_office
from tests.games.test_table_moves import fields
from tests.games.tracing import Trace, trace
from tests.games.voting import ask, vote
from tests.site.test_docs import PATHS, ROOT, files_of_path

pytestmark = pytest.mark.django_db


def one_move(_settings: Settings) -> Trace:
    """A player lays a tunnel card."""
    game = tables.in_position(3, hands={"A": ["EW", "NS"]})
    browser, form = tables.browser_of("Ann"), fields(game, "Ann", card="EW", at="M1")
    return trace(lambda: browser.post(reverse("games:move", args=[game.code]), form))


def one_deadline(_settings: Settings) -> Trace:
    """The deadline moves by a vacation day and by a second term; then the rules discard."""
    game = timed_game(vacations=True)
    seat = on_turn(game)

    def run_out() -> None:
        for _vacation_grace_and_default in range(3):
            pass_by(due(seat) - clock.now() + timedelta(seconds=1))
            tasks.tick()
            Game.objects.filter(pk=game.pk).update(vacations=False)

    found = trace(run_out)
    seat.refresh_from_db()
    assert seat.awaited_for == ""
    return found


def one_vote(_settings: Settings) -> Trace:
    """Cy casts the ballot that decides for a pause."""
    game = timed_game(4)
    ask(game, "Ann", Matter.PAUSE, days=3)
    vote(game, "Bo", "yes")
    cy, form = tables.browser_of("Cy"), {"motion": Motion.objects.get(game=game).pk, "choice": "yes"}
    return trace(lambda: cy.post(reverse("games:vote", args=[game.code]), form))


def one_mail(settings: Settings) -> Trace:
    """Bo is notified of the turn that Ann's move began."""
    game = tables.in_position(3, hands={"A": ["EW"], "B": ["NS"]})
    give_addresses("Ann", "Bo", "Cy")
    tables.do(game, "A lay EW 1,0")
    with post_office(settings) as office:
        found = trace(tasks.send_notices)
    assert office.mails
    return found


def one_page(_settings: Settings) -> Trace:
    """The player on turn looks at the table with a card chosen."""
    game = tables.running_game(4, seed=5)
    browser = tables.browser_of(tables.awaited(game).user)
    chosen = get(browser, f"/t/{game.code}/").hand()[0]["href"]
    return trace(lambda: browser.get(chosen))


WALKED: dict[str, Callable[[Settings], Trace]] = {
    "One move": one_move,
    "One deadline": one_deadline,
    "One vote": one_vote,
    "One mail": one_mail,
    "One page": one_page,
}


def test_each_path_of_the_architecture_is_walked() -> None:
    assert list(WALKED) == list(PATHS)


@pytest.mark.parametrize("name", WALKED)
def test_path_enters_the_files_that_the_architecture_names_in_order(name: str, settings: Settings) -> None:
    found = WALKED[name](settings)
    files = {path: words for path, words in files_of_path(name).items() if has_functions(path)}
    entered = {path: first_entry(found, path, words) for path, words in files.items()}
    assert [path for path, number in entered.items() if number is None] == []
    assert sorted(entered, key=lambda path: entered[path] or 0) == list(files)


def has_functions(path: str) -> bool:
    """Whether a trace can see the file: a form that only declares its fields enters no function."""
    return "def " in (ROOT / path).read_text()


def first_entry(found: Trace, path: str, words: list[str]) -> int | None:
    """When control first enters a function of a file, or a method of a class, that is among these words."""
    for number, (entered, function) in enumerate(found.entered):
        if entered == path and not {*function.split(".")}.isdisjoint(words):
            return number
    return None
