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
OFTEN = ("known", "unread")
"""The files of every run, with questions in every language; the soak asks all. The index was made without a look at
`unread` and `hundred`."""
FIRST, AMONG_THREE = 0.80, 0.92
"""Over all languages of a file."""
LEAST_FIRST, LEAST_AMONG_THREE = 0.70, 0.86
"""In each language, of which a file has only fifteen questions or a few more."""
LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize("name", FILES)
def test_every_answer_is_a_page_that_exists(name: str) -> None:
    names = {page.name for page in pages()}
    questions = read_questions(FOLDER / f"{name}.json")
    assert set(questions) == set(LANGUAGES) if name in OFTEN else set(questions) <= set(LANGUAGES)
    assert {page for each in questions.values() for one in each for page in one.pages} - names == set()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak if name not in OFTEN else ()) for name in FILES]
)
def test_right_page_is_first_or_among_three(name: str) -> None:
    questions = read_questions(FOLDER / f"{name}.json")
    ranks = {code: [answer(question, code).rank for question in each] for code, each in questions.items()}
    found = {code: (share(each, 1), share(each, 3)) for code, each in ranks.items()}
    every = [rank for each in ranks.values() for rank in each]

    assert (share(every, 1) >= FIRST, share(every, 3) >= AMONG_THREE) == (True, True), found
    assert [code for code, (first, three) in found.items() if first < LEAST_FIRST or three < LEAST_AMONG_THREE] == []


def share(ranks: list[int], most: int) -> float:
    """Return which part of the ranks is from 1 to `most`."""
    return sum(1 <= rank <= most for rank in ranks) / len(ranks)
