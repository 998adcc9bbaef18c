"""Two thousand hostile requests to a site that really runs, and not one answer that is a fault of ours.

Twenty thousand under `./run soak`.
"""

import json
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.conftest import SOAK
from tests.migrated import Fill
from tests.processes import ROOT, at, fetched, running, surroundings
from tests.security.hostile import Attacker, drawn
from tests.services import Missing, do_without, free_port, private_postgresql, private_redis

REQUESTS = 20_000 if SOAK else 2_000
ATTACKERS = 4
PATIENCE = 120.0 + REQUESTS / 20
"""Seconds after which all should long be answered."""
BY_THEMSELVES = ("/sw.js", "/manifest.webmanifest", "/away/")
"""What browsers fetch without anybody's tap. Files have other names where the site really runs."""
KEY = "a key that the attackers do not know 7Xw"


class Site(NamedTuple):
    """Where the site is, and what there is to attack."""

    host: str
    port: int
    target: dict[str, Any]


@pytest.fixture
def site(fill: Fill, static_root: Path) -> Iterator[Site]:
    """A site on services of its own, with everybody."""
    with tempfile.TemporaryDirectory(prefix="saboteur-hostile-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)  # who runs PostgreSQL has to come in
        try:
            database = stack.enter_context(private_postgresql(folder))
            queue = stack.enter_context(private_redis(folder))
        except Missing as missing:
            do_without(missing)
        fill(database)
        port = free_port()
        variables = {
            "SECRET_KEY": KEY,
            "DATABASE_URL": database,
            "REDIS_URL": queue,
            "SITE_URL": f"http://127.0.0.1:{port}",
            "STATIC_ROOT": str(static_root),
            "TRUSTED_PROXY_COUNT": "1",
            "DJANGO_SETTINGS_MODULE": "saboteur_site.settings",
        }
        command, environment = [sys.executable, "-m", "tests.security.target"], surroundings(folder, **variables)
        finished = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True, text=True)
        stack.enter_context(running(at(f"127.0.0.1:{port}"), folder, **variables))
        fetched(f"http://127.0.0.1:{port}/healthz")
        yield Site("127.0.0.1", port, json.loads(finished.stdout))


@pytest.mark.last
@pytest.mark.xdist_group("hostile")
@pytest.mark.timeout(PATIENCE + 120)
def test_whatever_is_sent_is_answered_without_a_fault_of_ours(
    site: Site, chance: Random, record_property: Callable[[str, object], None]
) -> None:
    answers, faults = Counter[int](), list[str]()
    for path in BY_THEMSELVES:
        assert fetched(f"http://{site.host}:{site.port}{path}")

    def attack(rng: Random) -> None:
        attacker = Attacker(site.host, site.port)
        for one in islice(drawn(site.target, rng), REQUESTS // ATTACKERS):
            status = attacker.send(one)
            answers[status] += 1
            if status >= 500:
                faults.append(f"{status}: {one}")
        attacker.leave()

    threads = [threading.Thread(target=attack, args=[Random(chance.random())], daemon=True) for _ in range(ATTACKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    record_property("figures", f"hostile requests: {dict(sorted(answers.items()))}")
    assert "\n".join(faults) == ""
    assert answers.total() == REQUESTS
    assert {200, 302, 400, 403, 404, 405, 422} <= set(answers)
    assert answers[429] < REQUESTS / 4  # else it would be the limit alone that is tried
    assert answers[0] < REQUESTS / 50
    assert b"Log in" in fetched(f"http://{site.host}:{site.port}/accounts/login/")
