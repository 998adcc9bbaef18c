"""Another table can be set up like one at which the user sat."""

import pytest
from django.urls import reverse

from games.models import Game, Joining
from games.rules.table import Ruleset
from tests.factories import UserFactory
from tests.games.pages import get
from tests.games.tables import browser_of, open_game, play_to_the_end, running_game, seen_by_all

pytestmark = pytest.mark.django_db
NEW = reverse("games:new")
RULES = Ruleset(modules=("guide", "new-goals"), rounds=1, gold_draft="hand")


def chosen(name: str, query: str) -> dict[str, list[str]]:
    """What a form for a table begins with, by the name of the field."""
    page = get(browser_of(name), NEW + query)
    assert page.status == 200
    on: dict[str, list[str]] = {}
    for field in (
        page.forms[NEW].fields if NEW in page.forms else [one for form in page.forms.values() for one in form.fields]
    ):
        if "checked" in field.attributes:
            on.setdefault(field["name"], []).append(field["value"])
    return on


def test_form_starts_with_the_options_of_a_former_table() -> None:
    running_game(3, code="old", ruleset=RULES, joining=Joining.LINK, bots_fill=True)
    open_game(1, code="later")
    like = chosen("Bo", "?like=old")
    assert sorted(like["modules"]) == ["guide", "new-goals"]
    assert like["joining"] == ["link"]
    assert chosen("Bo", "")["joining"] == ["friends"]


@pytest.mark.examples(2)
@pytest.mark.parametrize("query", ["?like=other", "?like=nowhere", "?like=%00", "?like=" + "A" * 400])
def test_a_table_of_others_is_no_template_and_nothing_that_is_none(query: str) -> None:
    others = [UserFactory.create(username=name) for name in ("Kim", "Lou", "Max")]
    running_game(others, code="other", ruleset=RULES)
    running_game(3, code="old")
    assert chosen("Bo", query) == chosen("Bo", "")


def test_the_end_of_a_game_leads_to_a_table_like_it() -> None:
    game = running_game(3, code="old", ruleset=Ruleset(rounds=1))
    play_to_the_end(game)
    seen_by_all(game)
    assert get(browser_of("Ann"), "/t/old/").to("/new/?like=old")
    assert Game.objects.count() == 1
