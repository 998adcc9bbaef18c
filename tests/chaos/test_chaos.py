"""A site that is killed and stopped bit by bit keeps what it has promised; a minute here, ten under `./run soak`."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.chaos import evidence, faults, watch
from tests.chaos.evidence import Evidence, Expiry, Figures, Made, Told, Waits
from tests.chaos.faults import Fault
from tests.chaos.newcomers import Came, Newcomers
from tests.chaos.players import Group, Sent, groups
from tests.chaos.post import GOOD, Office, opened
from tests.chaos.scene import KINDS
from tests.chaos.site import KEY, Site, built, games_that_do_not_follow_from_their_logs, people_and_tables
from tests.chaos.times import NOW
from tests.chaos.watch import Watch
from tests.conftest import SOAK
from tests.services import Missing, do_without

AT_ONCE = len(KINDS) if SOAK else 4
"""Kinds of tables at which people play at the same time."""
TABLES = 1 + round(NOW.whole) // 60
"""Of each kind."""


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
@pytest.mark.timeout(NOW.whole * 2 + 400)
def test_whoever_is_killed_no_move_is_lost_or_made_twice_and_nobody_waits_unknowingly(
    site: tuple[Site, Office], chance: Random, record_property: Callable[[str, object], None]
) -> None:
    here, office = site
    told = people_and_tables(here, chance.sample(sorted(KINDS), AT_ONCE), TABLES)
    players, newcomers = list(groups(here.address, told["groups"], chance)), Newcomers(here.address)
    watcher = Watch(here.database)
    hindered, expiries = faults.happen(here, office, told["slept"], chance)
    watcher.end()

    hindered.append(faults.power_cut(here))
    wait_for_an_answer(players, hindered[-1])
    office.mood = GOOD
    for group in players:
        group.wait()
    newcomers.wait()
    here.come_to_rest()
    seen, post = evidence.gathered(
        here.database,
        KEY,
        ledger=[sent for group in players for sent in group.ledger],
        mails=office.ids,
        dropped=office.dropped,
        expiries=expiries,
        came=newcomers.came,
    )
    answers = [answer for group in players for answer in group.answers]
    waits = Waits(
        oldest_tick=watch.oldest_tick(watcher.seen),
        longest_bot=watch.longest_bot(watcher.seen),
        latest_notice=max(watch.lateness(*letter, watcher.seen) for letter in post),
        recovery=max(faults.recoveries(hindered, answers)),
    )
    found = evidence.figures(seen, waits, kills=here.nursery.killed.total())
    besides = {name: sum(getattr(group, name) for group in players) for name in ("twice", "old", "plans", "votes")}
    told_besides = f"{dict(here.nursery.killed)}; mail: {dict(office.moods)}; {besides}"
    record_property("figures", f"{found.line}; {told_besides}")
    assert evidence.faults(found) == [], evidence.unsent(seen, set(office.ids))
    assert [*newcomers.faults, *(fault for group in players for fault in group.faults)] == []
    assert games_that_do_not_follow_from_their_logs(here) == {}
    assert found.moves > NOW.whole / 3
    assert found.mails > NOW.whole / 6
    assert found.timeouts > 0
    assert found.newcomers > 0
    # Few plan in half a minute, and fewer vote.
    assert [name for name, many in besides.items() if not many and (SOAK or name in ("twice", "old"))] == []


def wait_for_an_answer(players: list[Group], fault: Fault) -> None:
    """Wait until somebody is served again who asked after a fault; a minute at most."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if any(asked >= fault.at for group in players for asked, _answered in group.answers[-50:]):
            return
        time.sleep(0.1)


# -- the checker finds planted faults

ANN, BO = "Ann", "Bo"
NEW = Came("New 0", "New 1", "owl", joined=True, begun=True, back=True)
AGAIN = Made("elk", 3, "Dee", "", "= timeout A")
RIGHT = Evidence(
    ledger=[
        Sent("fox", ANN, "k1", 0, 303, 1),
        Sent("fox", BO, "k2", 1, 303, 3),
        Sent("fox", ANN, "k3", 1, 409, 1),
        Sent("fox", ANN, "k4", 2, 303, 1),
    ],
    acts=[("fox", ANN, 2)],
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
    came=[NEW],
    there=[NEW],
)


WELL = Waits(oldest_tick=1.0, longest_bot=1.0, latest_notice=1.0, recovery=1.0)


def counted(seen: Evidence, waits: Waits = WELL) -> Figures:
    return evidence.figures(seen, waits, kills=1)


def test_the_checker_finds_nothing_where_all_is_well() -> None:
    found = counted(RIGHT)
    assert evidence.faults(found) == []
    assert (found.moves, found.mails, found.timeouts) == (3, 2, 2)


PLANTED: dict[str, tuple[str, dict[str, Any]]] = {
    "a move that was acknowledged is not in the log": ("lost", {"made": [*RIGHT.made[:2], *RIGHT.made[3:]]}),
    "an answer in secret that was acknowledged is not kept": ("lost", {"acts": []}),
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
    "mails come again that the server took once before": (
        "duplicates",
        {"mails": [*RIGHT.mails, *["turn.2"] * 4], "dropped": {"turn.2": 1}},
    ),
    "a newcomer is not there": ("newcomers_missed", {"there": []}),
    "a newcomer's table has not begun": ("newcomers_missed", {"there": [NEW._replace(begun=False)]}),
    "a newcomer has no seat": ("newcomers_missed", {"there": [NEW._replace(guest="", joined=False)]}),
    "a newcomer is not back": ("newcomers_missed", {"came": [NEW._replace(back=False)]}),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_the_checker_finds_a_planted_fault(fault: str) -> None:
    name, changed = PLANTED[fault]
    assert evidence.faults(counted(RIGHT._replace(**changed))) == [name]


@pytest.mark.parametrize("name", Waits._fields)
def test_the_checker_finds_what_takes_too_long(name: str) -> None:
    limit = getattr(NOW, name)
    assert evidence.faults(counted(RIGHT, WELL._replace(**{name: limit}))) == []
    assert evidence.faults(counted(RIGHT, WELL._replace(**{name: limit + 0.1}))) == [name]
    assert evidence.faults(counted(RIGHT, WELL._replace(**{name: float("inf")}))) == [name]


def test_a_mail_that_comes_again_because_the_server_hung_up_is_no_duplicate() -> None:
    mails = [*RIGHT.mails, *["turn.2"] * 5]
    found = counted(RIGHT._replace(mails=mails, dropped={"turn.2": 5}))
    assert (found.duplicates, found.hung_up, evidence.faults(found)) == (0, 5, [])


def test_of_two_hundred_mails_one_may_come_twice_and_of_a_thousand_no_six() -> None:
    for mails, twice, wrong in ((200, 1, []), (1000, 5, []), (1000, 6, ["duplicates"])):
        ids = [*RIGHT.mails, *(f"m{number}" for number in range(mails))]
        assert evidence.faults(counted(RIGHT._replace(mails=[*ids, *ids[-twice:]]))) == wrong
