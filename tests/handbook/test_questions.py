"""Natural questions: how often the right page comes first, and among the first three.

`known.json` was written from the game alone, `more.json` by who wrote the index, so that no change makes it worse.

Each file in `questions/` has by language a list of questions, each with the names of all pages that answer it, best
first: `rule:R14`, `card:map`, `module:base`, `guide:base`, `lesson:lay`, `help:clock`, `page:rules`, `books`.
`python -m tools.questions FILE...` prints those that miss.
"""

import pytest
from django.conf import settings

from handbook.search.pages import pages
from tools.questions import answer, read_questions

FOLDER = settings.BASE_DIR / "tests" / "handbook" / "questions"
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))
FIRST, AMONG_THREE = 0.80, 0.92
LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize("name", FILES)
def test_every_answer_is_a_page_that_exists(name: str) -> None:
    names = {page.name for page in pages()}
    questions = read_questions(FOLDER / f"{name}.json")
    assert set(questions) == set(LANGUAGES)
    assert {page for each in questions.values() for one in each for page in one.pages} - names == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FILES)
def test_right_page_is_first_or_among_three(name: str, language: str) -> None:
    questions = read_questions(FOLDER / f"{name}.json")[language]
    ranks = [answer(question, language).rank for question in questions]
    first = sum(rank == 1 for rank in ranks) / len(ranks)
    among_three = sum(1 <= rank <= 3 for rank in ranks) / len(ranks)
    assert (first >= FIRST, among_three >= AMONG_THREE) == (True, True), (
        f"{first:.0%} first, {among_three:.0%} in three"
    )
