"""The database stands still: it takes everything and answers nothing, and no request waits for ever."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.faults.scene import KEPT, Site
from tests.processes import becomes
from tests.visitors import Answer

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("faults")]

FEW = 8.0
"""Seconds for an answer that needs no other service; the gate waits for four when all stands still."""
BOUND = 30.0
"""Seconds in which everybody is answered, on a machine that does other things as well."""


def says_nothing_was_played(answer: Answer) -> bool:
    """Whether the answer says that nothing was played."""
    return answer.status_code == 503 and KEPT in answer.content.decode()


def test_gate_lets_health_checks_answer_while_all_threads_wait(site: Site) -> None:
    form, before = site.discard(site.ann()), site.moves()
    watcher = site.visitor(patience=FEW)
    with site.database.frozen(), ThreadPoolExecutor(30) as pool:
        pages = [pool.submit(site.ann(patience=BOUND).get, "/") for _ in range(20)]
        move = pool.submit(site.ann(patience=BOUND).post, form.action, form.values())
        for _ in range(10):
            assert watcher.get("/healthz").content == b"ok\n"
            assert watcher.get("/static/favicon.svg").status_code == 200
        assert all(says_nothing_was_played(page.result()) for page in pages)
        assert says_nothing_was_played(move.result())
    ann = site.ann(patience=BOUND)
    assert becomes(lambda: ann.get("/").status_code == 200)  # what tries to connect has to see first that it goes on
    assert site.moves() == before
    assert ann.post(form.action, form.values()).status_code == 303
    assert site.moves() == before + 1


def test_locked_row_times_a_request_out_and_others_go_on(site: Site) -> None:
    ann = site.ann(patience=BOUND)
    form, before = site.discard(ann), site.moves()
    with psycopg.connect(site.database.address) as line:
        line.execute("SELECT 1 FROM games_game FOR UPDATE")
        assert says_nothing_was_played(ann.post(form.action, form.values()))
        assert ann.get(site.table).status_code == 200
    assert site.moves() == before
    assert ann.post(form.action, form.values()).status_code == 303
    assert site.moves() == before + 1
