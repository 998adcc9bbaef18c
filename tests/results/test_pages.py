"""The pages of results: what a viewer shares with a player, and what is hidden from others."""

import csv
import io
import re
from typing import Any

import pytest
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.services import farewell, guests
from games import clock
from games.rows import store
from games.rules.table import Ruleset
from results.figures import honours
from results.figures.person import PersonPage, page_of, people_in, rows_of
from results.figures.rates import Rate
from results.models import Together
from results.selectors import seen
from results.services import recording
from results.services.hiding import hide
from tests.circles.scene import circle_of, with_season, with_table
from tests.factories import UserFactory
from tests.games.tables import browser_of, people, play_on, play_to_the_end, running_game
from tests.results.evenings import played

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

MOST_STATEMENTS = 8


def crew(games: int = 12) -> list[User]:
    """Four players who have played some games together."""
    found = people(4)
    played(found, games)
    return found


def page(viewer: User, subject: User) -> PersonPage:
    """The page of a player as another sees it."""
    shown = seen.seen(viewer, subject.pk)
    named = seen.people_named(viewer, people_in(shown))
    return page_of(shown, named, mine=viewer == subject, today=clock.now().date())


def ask(viewer: User, name: str, *keys: Any) -> Any:
    """The answer to a viewer."""
    return browser_of(viewer).get(reverse(f"results:{name}", args=keys))


def test_person_is_seen_from_shared_tables_alone() -> None:
    ann, bo, cy, dee = crew(6)
    eve = UserFactory.create(username="Eve")
    together = Together.objects.get(viewer=ann, subject=bo).games
    played([bo, cy, dee, eve], 5, seed=8)
    assert page(ann, bo).games == together
    assert page(bo, bo).games == Together.objects.get(viewer=bo, subject=bo).games > together
    assert ask(ann, "person", eve.pk).status_code == 404
    assert ask(ann, "pair", bo.pk, eve.pk).status_code == 404
    assert all(one.person != eve for one in page(ann, bo).partners)


def test_hidden_player_is_gone_for_others_and_named_nowhere() -> None:
    ann, bo, cy, dee = crew()
    hide(bo, hidden=True)
    for address in (("person", bo.pk), ("pair", ann.pk, bo.pk), ("pair", cy.pk, bo.pk), ("person-file", bo.pk, "csv")):
        assert ask(ann, *address).status_code == 404
    for viewer, subject in ((ann, ann), (ann, cy), (dee, cy)):
        shown = page(viewer, subject)
        named = [one.person for one in (shown.rival, shown.nemesis, shown.partner, *shown.partners) if one is not None]
        assert bo not in named
    assert "<b>Bo</b>" not in ask(ann, "mine").content.decode()
    mine = page(bo, bo)
    assert mine.games
    assert {one.person for one in mine.partners} == {ann, cy, dee}
    assert "Nobody but you" in ask(bo, "mine").content.decode()
    hide(bo, hidden=False)
    assert ask(ann, "person", bo.pk).status_code == 200


def test_switch_hides_and_shows_by_its_form() -> None:
    ann, bo, *_others = crew(2)
    browser = browser_of(bo)
    browser.post(reverse("results:hide"), {"hidden": "yes"})
    assert seen.hides(bo)
    browser.post(reverse("results:hide"), {"hidden": "yes"})
    assert seen.hides(bo)
    browser.post(reverse("results:hide"), {"hidden": "perhaps"})
    assert not seen.hides(bo)
    assert ask(ann, "person", bo.pk).status_code == 200


def test_guest_and_deleted_account_have_no_page() -> None:
    ann, bo, *_others = people(3)
    gil = guests.come(name="Gil")
    played([ann, bo, gil], 4)
    assert ask(ann, "person", gil.pk).status_code == 404
    assert gil not in [one.person for one in page(ann, bo).partners]
    User.objects.filter(pk=gil.pk).update(is_guest=False)
    assert ask(ann, "person", gil.pk).status_code == 200
    farewell.delete_account(bo)
    assert ask(ann, "person", bo.pk).status_code == 404
    assert "Former player" not in ask(ann, "mine").content.decode()


def test_guest_as_a_viewer_is_asked_to_sign_up() -> None:
    crew(1)
    gil = guests.come(name="Gil")
    browser = Client()
    browser.force_login(gil, backend="accounts.backends.NameBackend")
    assert browser.get(reverse("results:mine")).status_code == 403


def test_pair_page_counts_evenings_and_tools_from_both_sides() -> None:
    ann, bo, *_others = crew()
    one = seen.pair(ann, ann.pk, bo.pk)
    met, back = (sums["with"][str(key)] for sums, key in ((one[0].sums, bo.pk), (one[1].sums, ann.pk)))
    assert met["evenings"] == back["evenings"] > 0
    assert (met["beat"], met["lost"]) == (back["lost"], back["beat"])
    answer = ask(ann, "pair", bo.pk, ann.pk).content.decode()
    assert "You and Bo" in answer
    written = ask(ann, "pair-file", ann.pk, bo.pk, "json").json()
    broke = next(row for row in written if row["what"] == "broke")
    assert (broke["first"], broke["second"]) == (met.get("broke", 0), back.get("broke", 0))
    with pytest.raises(Http404):
        seen.pair(ann, bo.pk, bo.pk)


def test_files_have_the_figures_of_the_page() -> None:
    ann, bo, *_others = crew()
    expected = [tuple(map(str, row)) for row in rows_of(page(ann, bo))]
    lines = list(csv.reader(io.StringIO(ask(ann, "person-file", bo.pk, "csv").content.decode())))
    assert [tuple(row) for row in lines[1:]] == expected
    found = ask(ann, "person-file", bo.pk, "json").json()
    assert [tuple(map(str, row.values())) for row in found] == expected
    assert ("role", "digger") in {row[:2] for row in expected}
    markup = ask(ann, "person", bo.pk).content.decode()
    for row in expected:
        if row[0] == "role":
            assert f"{row[2]} of {row[3]}" in markup


def test_page_costs_few_statements_whatever_was_played() -> None:
    ann, bo, *_others = crew(60)
    for name, keys in (("mine", ()), ("person", (bo.pk,)), ("pair", (ann.pk, bo.pk))):
        browser = browser_of(ann)
        browser.get(reverse("results:mine"))
        with CaptureQueriesContext(connection) as made:
            assert browser.get(reverse(f"results:{name}", args=keys)).status_code == 200
        assert len(made) <= MOST_STATEMENTS, name


@pytest.mark.parametrize(
    ("won", "of", "words", "percent"),
    [
        (0, 0, "not yet", ""),
        (3, 5, "3 of 5", ""),
        (9, 9, "9 of 9", ""),
        (5, 10, "5 of 10", "50% (24–76%)"),
        (22, 48, "22 of 48", "46% (33–60%)"),
    ],
)
def test_percentage_begins_at_ten(won: int, of: int, words: str, percent: str) -> None:
    assert (Rate(won, of).words, Rate(won, of).percent) == (words, percent)
    assert len(Rate(won, of).marks) == (of if of < 10 else 0)


MET = {
    "1": {"games": 9, "beat": 4, "lost": 4, "both": 1},
    "2": {"games": 5, "beat": 0, "lost": 7, "both": 6},
    "3": {"games": 2, "beat": 9, "lost": 9, "both": 9},
}


def test_honours_need_three_games_and_a_lead() -> None:
    assert honours.rival(MET) == (1, 9)
    assert honours.nemesis(MET) == (2, 7)
    assert honours.partner(MET) == (2, 6)
    tied = MET | {"4": {"games": 9, "beat": 5, "lost": 7, "both": 6}}
    assert honours.nemesis(tied) is None
    assert honours.partner(tied) is None
    assert honours.rival({"2": MET["2"], "3": MET["3"]}) is None
    assert honours.nemesis({"3": MET["3"]}) is None


def test_streak_needs_three_games_and_says_when_it_may_be_longer() -> None:
    assert honours.streak([[1, 1, "010"], [2, 2, "011"], [3, 3, "1"]]) == (3, False)
    assert honours.streak([[1, 1, "111"], [2, 2, "111"]]) is None
    assert honours.streak([[1, 1, "1"], [2, 2, "1"], [3, 3, "1"]]) == (3, True)
    assert honours.streak([[1, 1, "1"], [2, 2, "1"], [3, 3, "10"]]) is None


def test_r94_no_page_depends_on_a_game_that_runs() -> None:
    ann, bo, cy, dee = crew()
    circle = circle_of([ann, bo, cy, dee])
    season = with_season(circle, "a-season-of-the-circle")
    addresses = [
        reverse("results:mine"),
        reverse("results:person", args=[bo.pk]),
        reverse("results:person-file", args=[bo.pk, "json"]),
        reverse("results:pair", args=[ann.pk, bo.pk]),
        reverse("circles:season", args=[circle.code, season.pk]),
        reverse("circles:season-shared", args=["a-season-of-the-circle"]),
    ]
    browser = browser_of(ann)

    def shown() -> list[str]:
        recording.work_off()
        pages = [browser.get(address).content.decode() for address in addresses]
        # Above and below stands how much waits for the reader; tokens of forms are random.
        mains = [page.partition("<main")[2].partition("</main>")[0] or page for page in pages]
        return [re.sub(r'value="[^"]{60,}"', "", page) for page in mains]

    before = shown()
    for seed in (7, 8):
        game = running_game([ann, bo, cy], seed, ruleset=Ruleset(rounds=2))
        with_table(circle, game)
        while store.public(game).round < 2:
            play_on(game, 25)
        assert shown() == before
    play_to_the_end(game)
    assert shown() != before
