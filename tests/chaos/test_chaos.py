"""A site that is killed bit by bit keeps what it has promised; sixty seconds here, ten minutes under `./run soak`."""

import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.chaos import evidence
from tests.chaos.evidence import Evidence, Expiry, Figures, Made, Told
from tests.chaos.players import Players, Sent
from tests.chaos.post import Office, opened
from tests.chaos.scene import PLAYERS, SLEEPERS
from tests.chaos.site import KEY, Site, built, games_that_do_not_follow_from_their_logs, people_and_tables
from tests.conftest import SOAK
from tests.services import Missing, do_without

SECONDS = 600 if SOAK else 60
AT_ONCE = 4
"""Tables at which people play at the same time."""
TABLES = AT_ONCE + SECONDS // 30
BETWEEN_KILLS = (1.0, 6.0)
"""Seconds."""


@pytest.fixture
def site() -> Iterator[tuple[Site, Office]]:
    """A site on services of its own, and its mail server."""
    try:
        with tempfile.TemporaryDirectory(prefix="saboteur-chaos-") as name, opened() as (office, port):
            folder = Path(name)
            folder.chmod(0o755)  # who runs PostgreSQL has to come in, which no folder of pytest's lets them
            with built(folder, port) as made:
                yield made, office
    except Missing as missing:
        do_without(missing)


@pytest.mark.last
@pytest.mark.xdist_group("chaos")
@pytest.mark.timeout(SECONDS * 2 + 400)
def test_whoever_is_killed_no_move_is_lost_or_made_twice_and_nobody_waits_unknowingly(
    site: tuple[Site, Office], chance: Random, record_property: Callable[[str, object], None]
) -> None:
    here, office = site
    tables = people_and_tables(here, TABLES)
    players = Players(here.address, PLAYERS)
    rest = iter(tables["played"])
    for _ in range(AT_ONCE):
        players.play(rest, Random(chance.random()))
    expiries = killed_at_random(here, office, tables["slept"], chance)

    began = power_cut(here)
    recovery = first_good_answer(players, began) - began
    office.mood = "answers"
    players.wait()
    here.come_to_rest()
    seen = evidence.gathered(here.database, KEY, players.ledger, office.ids, expiries)
    found = evidence.figures(seen, kills=here.nursery.killed.total(), recovery=recovery)
    record_property("figures", f"{found.line}; killed: {dict(here.nursery.killed)}")
    assert evidence.faults(found) == [], evidence.unsent(seen, set(office.ids))
    assert players.faults == []
    assert games_that_do_not_follow_from_their_logs(here) == {}
    assert found.moves > SECONDS / 3
    assert found.mails > SECONDS / 6
    assert found.timeouts > 0


def killed_at_random(site: Site, office: Office, slept: list[str], lot: Random) -> list[Expiry]:
    """Kill at random moments until the time is over, and let the time of sleepers run out; of whom."""
    over, expiries = time.monotonic() + SECONDS, list[Expiry]()
    while time.monotonic() < over:
        threading.Event().wait(lot.uniform(*BETWEEN_KILLS))
        site.nursery.kill_one(lot)
        office.change(lot)
        expiries += site.let_run_out(lot.choice(slept), SLEEPERS)
    return expiries


def power_cut(site: Site) -> float:
    """Kill all in the same moment; when that was."""
    for child in site.nursery.children.values():
        child.kill(Random(1))
        site.nursery.killed["all"] += 1
    return time.monotonic()


def first_good_answer(players: Players, after: float) -> float:
    """When somebody was served again, as seen from the players, a minute later if nobody was."""
    deadline = after + 60
    while time.monotonic() < deadline:
        if later := [moment for moment in players.good_answers[-50:] if moment > after + 0.5]:
            return min(later)
        time.sleep(0.1)
    return deadline


# -- the checker finds planted faults

ANN, BO = "Ann", "Bo"
AGAIN = Made("elk", 3, "Dee", "", "= timeout A")
RIGHT = Evidence(
    ledger=[Sent("fox", ANN, "k1", 0, 303, 1), Sent("fox", BO, "k2", 1, 303, 3), Sent("fox", ANN, "k3", 1, 409, 1)],
    made=[
        Made("fox", 0, "", "", ""),
        Made("fox", 1, ANN, "k1", "A pass NS"),
        Made("fox", 2, BO, "k2", "B pass EW"),
        Made("elk", 1, "Dee", "", "", '[{"type":"second-term","seat":0}]'),
        Made("elk", 2, "Dee", "", "= timeout A"),
    ],
    told=[
        Told("fox", ANN, "turn", 0, "obsolete", "turn.1"),
        Told("fox", BO, "turn", 1, "sent", "turn.2"),
        Told("fox", ANN, "turn", 2, "sent", "turn.3"),
    ],
    awaited=[("fox", ANN)],
    mails=["turn.2", "turn.3"],
    expiries=[Expiry("elk", "Dee", sure=True), Expiry("elk", "Dee", sure=False)],
)


def counted(seen: Evidence, recovery: float = 1.0) -> Figures:
    return evidence.figures(seen, kills=1, recovery=recovery)


def test_the_checker_finds_nothing_where_all_is_well() -> None:
    found = counted(RIGHT)
    assert evidence.faults(found) == []
    assert (found.moves, found.mails, found.timeouts) == (2, 2, 2)


PLANTED: dict[str, tuple[str, dict[str, Any]]] = {
    "a move that was acknowledged is not in the log": ("lost", {"made": [*RIGHT.made[:2], *RIGHT.made[3:]]}),
    "a key is in the log twice": ("doubled", {"made": [*RIGHT.made, Made("fox", 3, BO, "k2", "B pass EW")]}),
    "two moves have one number": ("doubled", {"made": [*RIGHT.made, Made("fox", 2, ANN, "k9", "A pass NE")]}),
    "time ran out once too often": (
        "timeouts_doubled",
        {"made": [*RIGHT.made, AGAIN]},
    ),
    "time ran out for somebody else": (
        "timeouts_doubled",
        {"made": [*RIGHT.made, AGAIN._replace(who="Eve")]},
    ),
    "time did not run out": ("timeouts_missed", {"expiries": [*RIGHT.expiries, Expiry("elk", "Eve", sure=True)]}),
    "a mail was said to be sent": ("unsent", {"mails": ["turn.3"]}),
    "a notice was never written": ("unsent", {"told": RIGHT.told[:2]}),
    "a notice is still waiting": ("unsent", {"told": [*RIGHT.told[:2], Told("fox", ANN, "turn", 2, "", "turn.3")]}),
    "a notice was called obsolete and is not": (
        "unsent",
        {"told": [*RIGHT.told[:2], Told("fox", ANN, "turn", 2, "obsolete", "turn.3")]},
    ),
    "mails come again and again": ("duplicates", {"mails": [*RIGHT.mails, "turn.2", "turn.2", "turn.3"]}),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_the_checker_finds_a_planted_fault(fault: str) -> None:
    name, changed = PLANTED[fault]
    assert evidence.faults(counted(RIGHT._replace(**changed))) == [name]


def test_the_checker_finds_a_site_that_stays_away() -> None:
    assert evidence.faults(counted(RIGHT, recovery=15.1)) == ["recovery"]


def test_of_two_hundred_mails_one_may_come_twice_and_of_a_thousand_no_six() -> None:
    for mails, twice, wrong in ((200, 1, []), (1000, 5, []), (1000, 6, ["duplicates"])):
        ids = [*RIGHT.mails, *(f"m{number}" for number in range(mails))]
        assert evidence.faults(counted(RIGHT._replace(mails=[*ids, *ids[-twice:]]))) == wrong
