"""Short answers above the results of a search, from the rules."""

import pytest
from django.utils.translation import override

from games.rules.modules.tournament import ROLES as TOURNAMENT
from games.rules.payout import SABOTEURS_PAY
from games.rules.roles import BASE_HANDS, BASE_ROLES
from handbook.search.index import search
from handbook.search.short_answers import ShortAnswer, short_answer
from tests.handbook.searching import asked


def short(query: str, language: str = "en", in_force: tuple[str, ...] = ()) -> ShortAnswer | None:
    with override(language):
        return short_answer(search(query, in_force), in_force)


@pytest.mark.parametrize("players", BASE_ROLES)
def test_short_answer_says_roles_and_hand_of_a_number_of_players(players: int) -> None:
    answer = short(f"how many saboteurs with {players} players")
    assert answer
    saboteurs, diggers = BASE_ROLES[players]
    facts = dict(answer.facts)
    assert (facts["Saboteur"], facts["Digger"]) == (str(saboteurs), str(diggers))
    assert facts["Cards in hand"] == str(BASE_HANDS[players])
    assert facts.get("Roles set aside", "0") == str(saboteurs + diggers - players)


def test_short_answer_follows_the_game_that_is_named_or_played() -> None:
    tournament = short("how many greedy dwarfs in a tournament with 7 players")
    assert tournament
    assert dict(tournament.facts)["Greedy dwarf"] == str(TOURNAMENT[7][2])
    saboteur2 = short("cards in hand with 8 players", in_force=("saboteur2",))
    assert saboteur2
    assert dict(saboteur2.facts)["Cards in hand"] == "6"


def test_short_answer_of_pay_comes_from_the_rules() -> None:
    answer = short("how much gold do the saboteurs get")
    assert answer
    assert [value.split()[0] for _label, value in answer.facts] == [str(each) for each in SABOTEURS_PAY.values()]


@pytest.mark.parametrize(
    "query", ["how many saboteurs with 2 players", "how many saboteurs with 40 players", "map", ""]
)
def test_question_without_data_has_no_short_answer(query: str) -> None:
    assert short(query) is None


def test_short_answer_stands_above_the_results(db: None) -> None:
    page = asked("how many cards do we get with 5 players").content.decode()
    assert page.index("Base game with 5 players") < page.index('class="list results"')


def test_line_of_a_table_is_that_of_the_number_of_players() -> None:
    page = next(one for one in search("how many saboteurs with 6 players").pages if one.page.name == "rule:R10")
    assert "".join(piece.text for piece in page.line) == "players 6, saboteurs 2, diggers 5, hand 5"
