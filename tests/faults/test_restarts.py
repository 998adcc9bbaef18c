"""The database is restarted, away for a while, or lost in the middle of a commit, while people play."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.scene import KEPT, UNSURE, Site
from tests.games.pages import Page

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("faults")]


def test_restart_leaves_no_dead_connection(site: Site) -> None:
    ann = site.ann()
    with ThreadPoolExecutor(6) as pool:
        assert [answer.status_code for answer in pool.map(lambda path: site.ann().get(path), ["/"] * 6)] == [200] * 6
    site.database.stop()
    site.database.start()
    assert [ann.get("/").status_code for _ in range(10)] == [200] * 10


def test_during_an_outage_pages_say_so_and_moves_wait(site: Site) -> None:
    ann, by_htmx = site.ann(), site.ann()
    by_htmx.headers["HX-Request"] = "true"
    form, before = site.discard(ann), site.moves()
    site.database.stop()
    with ThreadPoolExecutor(6) as pool:
        pages = [pool.submit(site.ann().get, path) for path in ("/", site.table, f"{site.table}words/")]
        posts = [pool.submit(who.post, form.action, form.values()) for who in (site.ann(), by_htmx)]
        watched = pool.submit(site.ann().get, "/readyz")
    answers = [answer.result() for answer in (*pages, *posts)]
    assert [(answer.status_code, KEPT in answer.content.decode()) for answer in answers] == [(503, True)] * 5
    assert answers[-1].content.decode().count("<") == 2  # no page, where none can be shown
    assert watched.result().status_code == 503
    assert ann.get("/healthz").status_code == 200
    site.database.start()
    assert site.moves() == before
    assert ann.post(form.action, form.values()).status_code == 303
    assert site.moves() == before + 1


@pytest.mark.parametrize(("breaks", "was_made"), [("before", 0), ("after", 1)])
def test_lost_commit_answer_is_reported_and_the_retry_is_safe(site: Site, breaks: str, was_made: int) -> None:
    ann = site.ann()
    form = site.discard(ann)
    before = site.moves()
    site.wire.breaks = breaks
    answer = ann.post(form.action, form.values())
    site.wire.breaks = ""
    assert (answer.status_code, UNSURE in answer.content.decode()) == (503, True)
    assert site.moves() == before + was_made
    again = Page(answer).forms["again"]
    assert again.action == form.action
    assert again.values() == form.values()
    assert ann.post(again.action, again.values()).status_code == 303
    assert site.moves() == before + 1
    assert ann.post(again.action, again.values()).status_code == 303
    assert site.moves() == before + 1


def test_a_read_that_loses_its_connection_is_tried_once_more(site: Site) -> None:
    ann = site.ann()
    site.wire.breaks = "games_seat"
    assert ann.get("/").status_code == 200
    assert site.wire.breaks == ""
