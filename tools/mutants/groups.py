"""What is changed and what is asked: the only place that knows where the parts of the repository are."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Group(NamedTuple):
    """Modules that are asked together, and how many percent of their mutants the tests have to find."""

    goal: float
    modules: list[str]


#: A module belongs to the first group that names it.
GROUPS = {
    "rules": Group(97, ["games/rules/**/*.py"]),
    "clock": Group(
        94,
        [
            "games/clock.py",
            "games/clocks/deadlines.py",
            "games/clocks/live.py",
            "games/services/timeouts.py",
            "games/clocks/reminders.py",
            "games/clocks/planned.py",
            "games/clocks/absence.py",
            "accounts/clocks/quiet.py",
            "accounts/services/vacations.py",
        ],
    ),
    "outbox": Group(
        94,
        [
            "games/rows/notices.py",
            "games/mail/outbox.py",
            "games/mail/letters.py",
            "games/mail/entries.py",
            "games/mail/news.py",
            "games/mail/digest.py",
            "games/rows/nudge.py",
            "accounts/channels/**/*.py",
        ],
    ),
    "secrecy": Group(
        94,
        [
            "games/selectors/*.py",
            "games/rows/pulse.py",
            "games/tableau/links.py",
            "games/admin/closed.py",
            "games/admin/rows.py",
            "games/tableau/history.py",
            "games/tableau/knowledge.py",
            "games/tableau/orders.py",
            "games/tableau/people.py",
            "games/tableau/planning.py",
            "games/tableau/reveal.py",
            "games/tableau/motions.py",
        ],
    ),
    "services": Group(
        94,
        [
            "games/services/moves.py",
            "games/rows/store.py",
            "games/services/bot_turns.py",
            "games/forms/moves.py",
            "games/services/lobby.py",
            "games/services/beginning.py",
            "games/services/options.py",
            "games/services/guests.py",
            "games/services/rematch.py",
            "games/services/ceremony.py",
            "games/services/ballots.py",
            "games/services/motions.py",
            "games/services/live.py",
            "games/services/pauses.py",
            "games/services/seat_links.py",
            "games/services/unread.py",
            "games/services/leaving.py",
            "games/services/plans.py",
            "games/services/gifts.py",
            "games/services/repairs.py",
            "games/services/peeks.py",
            "games/services/archive.py",
            "games/rows/bot_people.py",
            "accounts/services/friends.py",
            "accounts/services/farewell.py",
        ],
    ),
}

#: Files with tests. Left out are those about browsers, whole processes and this tool, which reach nothing in the
#: process of a mutant, and the long rows of games by which the bots are judged.
TESTS = ["tests/**/test_*.py"]
WITHOUT = ["tests/tools/*", "tests/chaos/*", "tests/e2e/*", "tests/test_repository.py"]
WITHOUT += ["tests/site/test_run.py", "tests/site/test_services.py", "tests/site/test_operating.py"]
WITHOUT += [f"tests/games/test_{name}.py" for name in ("bot_games", "bot_games_of_modules", "bots_lose_nothing")]
WITHOUT_MARKS = "not browser and not last"

#: Where code stands that tests run; what they reached is kept for these files alone.
CODE = [
    *("accounts", "api", "circles", "games", "handbook", "personal", "results", "saboteur_site"),
    *("tests", "tools"),
]


def files(patterns: Iterable[str], without: Iterable[str] = (), root: Path = ROOT) -> Iterator[str]:
    """The files that patterns name, below a root and in order, each once."""
    left_out = {path for pattern in without for path in root.glob(pattern)}
    found = {path for pattern in patterns for path in root.glob(pattern)}
    yield from sorted(path.relative_to(root).as_posix() for path in found - left_out)


def modules_of(groups: dict[str, Group], root: Path = ROOT) -> dict[str, list[str]]:
    """The modules of each group."""
    taken: set[str] = set()
    found = {}
    for name, group in groups.items():
        found[name] = [path for path in files(group.modules, root=root) if path not in taken]
        taken.update(found[name])
    return found
