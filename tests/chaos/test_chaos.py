"""A site that is killed and stopped bit by bit keeps what it has promised; a minute here, ten under `./run soak`."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.chaos import desks, errors, evidence, faults, post, watch
from tests.chaos.evidence import TABLES as OF_TABLES
from tests.chaos.evidence import Evidence, Expiry, Figures, Made, NoticeOutcome, Waits
from tests.chaos.faults import Fault
from tests.chaos.newcomers import Came, Newcomers
from tests.chaos.players import Group, Sent, groups
from tests.chaos.scene import CHANNELS, HANGING, KINDS, Doors, ways_of
from tests.chaos.site import KEY, Site, built, games_that_do_not_follow_from_their_logs, people_and_tables
from tests.chaos.takers import GOOD, Taker
from tests.chaos.times import NOW
from tests.chaos.watch import Span, Watch
from tests.conftest import SOAK
from tests.migrated import Fill
from tests.releases import ASKED, previous_release, tree_of
from tests.services import Missing, do_without

AT_ONCE = len(KINDS) if SOAK else 4
"""Kinds of tables at which people play at the same time."""
TABLES = 1 + round(NOW.whole) // 60
"""Of each kind."""
TODAY, UPGRADE = "today's release", "upgrade from the previous release"


@pytest.fixture(params=[TODAY, UPGRADE])
def previous(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    """The files of the release from which the site is upgraded while people play: it runs alone, is migrated, and runs
    alone on the schema of today until it is replaced. Part of the soak, or where a release is asked for; where none is
    known, that part is skipped."""
    release = previous_release() if SOAK or ASKED else ""
    if request.param == UPGRADE:
        if not release:
            pytest.skip("no tag of a release before this one" if SOAK else "part of the soak")
        return tree_of(release, tmp_path)
    if release:
        pytest.skip("today's release runs after the upgrade")
    return None


@pytest.fixture
def site(fill: Fill, previous: Path | None) -> Iterator[tuple[Site, dict[str, Taker], Taker, Doors]]:
    """A site on services of its own, those who take what it sends by channel, one that hangs, and where they are."""
    try:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="saboteur-chaos-")))
            folder.chmod(0o755)  # who runs PostgreSQL has to come in, which no folder of pytest's lets them
            office, port = stack.enter_context(post.opened())
            program = stack.enter_context(desks.program())
            hanging = stack.enter_context(desks.hanging())
            service, browser = stack.enter_context(desks.push_service())
            takers: dict[str, Taker] = {"email": office, "chat": program, "push": service}
            made = stack.enter_context(built(folder, port, fill, previous))
            apart = hanging.url.replace("127.0.0.1", "localhost")  # what one host is sent is limited
            yield made, takers, hanging, Doors(program.url, apart, browser.subscription._asdict())
    except Missing as missing:
        do_without(missing)


@pytest.mark.last
@pytest.mark.xdist_group("chaos")
@pytest.mark.timeout(NOW.whole * 2 + 400)
def test_killed_process_loses_and_repeats_no_move(
    site: tuple[Site, dict[str, Taker], Taker, Doors], chance: Random, record_property: Callable[[str, object], None]
) -> None:
    here, takers, hanging, doors = site
    outcomes = people_and_tables(here, chance.sample(sorted(KINDS), AT_ONCE), TABLES, doors)
    players, newcomers = list(groups(here.address, outcomes["groups"], chance)), Newcomers(here.address)
    watcher = Watch(here.database)
    hindered, expiries, switches = faults.happen(here, [*takers.values()], outcomes["slept"], chance)
    watcher.end()

    hindered.append(faults.power_cut(here))
    wait_for_an_answer(players, hindered[-1])
    for taker in (*takers.values(), hanging):
        taker.become(GOOD)
    for group in players:
        group.wait()
    newcomers.wait()
    here.come_to_rest()
    seen, letters = evidence.gathered(
        here.database,
        KEY,
        ledger=[sent for group in players for sent in group.ledger],
        took=by_ways({way: taker.ids for way, taker in takers.items()}),
        dropped=by_ways({way: taker.dropped for way, taker in takers.items()}),
        expiries=expiries,
        came=newcomers.came,
    )
    answers = [answer for group in players for answer in group.answers]
    # How long the previous release makes people wait is no figure of this one.
    before = [Span(0.0, span.ended) for span in switches]
    waits = Waits(
        oldest_tick=watch.oldest_tick(watcher.seen, before),
        longest_bot=watch.longest_bot(watcher.seen, before),
        latest_notice=max(watch.lateness(*letter[:3], watcher.seen, before) for letter in letters),
        recovery=max(faults.recoveries(hindered, answers)),
        switch=sum(span.ended - span.began for span in switches),
    )
    found = evidence.figures(seen, waits, kills=here.nursery.killed.total())
    besides = {name: sum(getattr(group, name) for group in players) for name in ("twice", "old", "plans", "votes")}
    moods = {way: dict(taker.moods) for way, taker in takers.items()}
    record_property("figures", f"{found.line}; {dict(here.nursery.killed)}; {moods}; {besides}")
    unsent = [f"{way}: {line}" for way in CHANNELS for line in evidence.unsent(way, seen)]
    missed = [str(one) for one in set(seen.came) - set(seen.there)]
    wrong = evidence.faults(found)
    wrong += [*newcomers.faults, *(fault for group in players for fault in group.faults)]
    wrong += errors.unexplained(here.folder)
    assert wrong == [], "\n".join([*unsent, *missed, watch.moments(watcher.seen, letters, before), found.line])
    hung = evidence.notices_of(here.database, HANGING, KEY)
    assert {name: end for name, end in hung.items() if name not in set(hanging.ids)} == {}
    assert set(hanging.ids) == set(hung) != set()
    assert games_that_do_not_follow_from_their_logs(here) == {}
    assert found.moves > NOW.whole / 3
    assert found.ways["email"].came > NOW.whole / 6
    assert min(one.came for one in found.ways.values()) > NOW.whole / 15
    assert found.timeouts > 0
    assert found.newcomers > 0
    # Few plan in half a minute, and fewer vote.
    assert [name for name, many in besides.items() if not many and (SOAK or name in ("twice", "old"))] == []


def by_ways(names: dict[str, list[str]]) -> dict[str, list[str]]:
    """What was taken, by channel; the program takes what is for people and what is for tables."""
    of_tables = [name for name in names["chat"] if name.startswith(f"{OF_TABLES}.")]
    of_people = [name for name in names["chat"] if not name.startswith(f"{OF_TABLES}.")]
    return {**names, "chat": of_people, OF_TABLES: of_tables}


def wait_for_an_answer(players: list[Group], fault: Fault) -> None:
    """Wait until a request after a fault is served; a minute at most."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if any(asked >= fault.at for group in players for asked, _answered in group.answers[-50:]):
            return
        time.sleep(0.1)


# -- the checker finds planted faults

CY, BO = "base C", "base B"
"""They are told by all channels, and by all but chats."""
NEW = Came("New 0", "New 1", "owl", joined=True, begun=True, back=True)
AGAIN = Made("elk", 3, "Dee", "", "= timeout A")


def outcomes(outcome: str = "sent", way: str = "") -> list[NoticeOutcome]:
    """What became of the notices of both; of the last one by one channel perhaps something else than by the others."""
    notices = ((CY, 0, "obsolete"), (BO, 1, "sent"), (CY, 2, "sent"))
    return [
        NoticeOutcome(one, "fox", who, "turn", seq, outcome if (one, seq) == (way, 2) else became, f"turn.{seq + 1}")
        for who, seq, became in notices
        for one in ways_of(who)
    ]


RIGHT = Evidence(
    ledger=[
        Sent("fox", CY, "k1", 0, 303, 1),
        Sent("fox", BO, "k2", 1, 303, 3),
        Sent("fox", CY, "k3", 1, 409, 1),
        Sent("fox", CY, "k4", 2, 303, 1),
    ],
    acts=[("fox", CY, 2)],
    made=[
        Made("fox", 0, "", "", ""),
        Made("fox", 1, CY, "k1", "A pass NS"),
        Made("fox", 2, BO, "k2", "B pass EW"),
        Made("elk", 1, "Dee", "", "", '[{"type":"second-term","seat":0}]'),
        Made("elk", 2, "Dee", "", "= timeout A"),
    ],
    outcomes=outcomes(),
    awaited=[("fox", CY)],
    took={
        "email": ["turn.2", "turn.3"],
        "chat": ["turn.3"],
        "push": ["turn.2", "turn.3"],
        "table": ["table.fox.0-1", "table.fox.1-4"],
    },
    ends={"fox": 4},
    expiries=[Expiry("elk", "Dee", sure=True), Expiry("elk", "Dee", sure=False)],
    came=[NEW],
    there=[NEW],
)


WELL = Waits(oldest_tick=1.0, longest_bot=1.0, latest_notice=1.0, recovery=1.0)


def took(way: str, *names: str) -> dict[str, Any]:
    """What came, with something else by one channel."""
    return {"took": {**RIGHT.took, way: names}}


def counted(seen: Evidence, waits: Waits = WELL) -> Figures:
    return evidence.figures(seen, waits, kills=1)


def test_the_checker_finds_nothing_where_all_is_well() -> None:
    found = counted(RIGHT)
    assert evidence.faults(found) == []
    assert (found.moves, found.timeouts) == (3, 2)
    assert [(way, one.came) for way, one in found.ways.items()] == [
        ("email", 2),
        ("chat", 1),
        ("push", 2),
        ("table", 2),
    ]


PLANTED: dict[str, tuple[str, dict[str, Any]]] = {
    "a move that was acknowledged is not in the log": ("lost", {"made": [*RIGHT.made[:2], *RIGHT.made[3:]]}),
    "an answer in secret that was acknowledged is not kept": ("lost", {"acts": []}),
    "a key is in the log twice": ("doubled", {"made": [*RIGHT.made, Made("fox", 3, BO, "k2", "B pass EW")]}),
    "two moves have one number": ("doubled", {"made": [*RIGHT.made, Made("fox", 2, CY, "k9", "A pass NE")]}),
    "time ran out once too often": (
        "timeouts_doubled",
        {"made": [*RIGHT.made, AGAIN]},
    ),
    "time ran out for another seat": (
        "timeouts_doubled",
        {"made": [*RIGHT.made, AGAIN._replace(who="Eve")]},
    ),
    "time did not run out": ("timeouts_missed", {"expiries": [*RIGHT.expiries, Expiry("elk", "Eve", sure=True)]}),
    "a table's chat is behind": ("table unsent", took("table", "table.fox.0-1")),
    "a table's chat was told nothing": ("table unsent", took("table")),
    "a table's chat has a gap": ("table unsent", took("table", "table.fox.0-1", "table.fox.2-4")),
    "a table's chat is told the same again and again": (
        "table twice",
        took("table", "table.fox.0-1", "table.fox.0-2", "table.fox.0-3", "table.fox.0-4"),
    ),
    "a newcomer is not there": ("newcomers_missed", {"there": []}),
    "a newcomer's table has not begun": ("newcomers_missed", {"there": [NEW._replace(begun=False)]}),
    "a newcomer has no seat": ("newcomers_missed", {"there": [NEW._replace(guest="", joined=False)]}),
    "a newcomer is not back": ("newcomers_missed", {"came": [NEW._replace(back=False)]}),
}


OF_A_CHANNEL: dict[str, tuple[str, Callable[[str], dict[str, Any]]]] = {
    "was said to be sent": ("unsent", lambda way: took(way, "turn.1", "turn.2")),
    "was never written": (
        "unsent",
        lambda way: {"outcomes": [one for one in outcomes() if (one.way, one.seq) != (way, 2)]},
    ),
    "is still waiting": ("unsent", lambda way: {"outcomes": outcomes("", way)}),
    "was given up": ("unsent", lambda way: {"outcomes": outcomes("dead", way), "awaited": ()}),
    "found no channel": ("unsent", lambda way: {"outcomes": outcomes("no-channel", way), "awaited": ()}),
    "was called obsolete and is not": ("unsent", lambda way: {"outcomes": outcomes("obsolete", way)}),
    "comes again and again": ("twice", lambda way: took(way, *RIGHT.took[way], *["turn.3"] * 3)),
    "comes again after it was taken once before": (
        "twice",
        lambda way: took(way, *RIGHT.took[way], *["turn.3"] * 4) | {"dropped": {way: ["turn.3"]}},
    ),
}


@pytest.mark.parametrize("way", CHANNELS)
@pytest.mark.parametrize("fault", OF_A_CHANNEL)
def test_the_checker_finds_a_planted_fault_of_one_channel(fault: str, way: str) -> None:
    name, changed = OF_A_CHANNEL[fault]
    assert evidence.faults(counted(RIGHT._replace(**changed(way)))) == [f"{way} {name}"]


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


@pytest.mark.parametrize("way", CHANNELS)
def test_repeat_after_a_cut_connection_is_no_duplicate(way: str) -> None:
    again = ["turn.3"] * 5
    found = counted(RIGHT._replace(**took(way, *RIGHT.took[way], *again), dropped={way: again}))
    assert (found.ways[way].twice, found.ways[way].cut, evidence.faults(found)) == (0, 5, [])


def test_table_chat_may_repeat_a_post_after_a_cut_connection() -> None:
    names = ["table.fox.0-1", "table.fox.1-2", "table.fox.1-3", "table.fox.1-4"]
    found = counted(RIGHT._replace(**took("table", *names), dropped={"table": names[1:3]}))
    assert (found.ways["table"].twice, found.ways["table"].cut, evidence.faults(found)) == (0, 2, [])


@pytest.mark.parametrize("way", CHANNELS)
def test_repeat_allowance_grows_with_the_number_of_messages(way: str) -> None:
    for many, twice, wrong in ((200, 1, []), (1000, 5, []), (1000, 6, [f"{way} twice"])):
        names = [*RIGHT.took[way], *(f"m{number}" for number in range(many))]
        assert evidence.faults(counted(RIGHT._replace(**took(way, *names, *names[-twice:])))) == wrong
