"""How well the search answers natural questions: `python -m tools.questions FILE...` prints the misses of each file.

A file has by language a list of questions, each with the names of all pages that answer it, best first: see
`tests/handbook/test_questions.py`.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import django

SHOWN = 5
"""How many pages a miss shows."""


class Question(NamedTuple):
    """A question, and the names of the pages that answer it."""

    words: str
    pages: tuple[str, ...]


class Answer(NamedTuple):
    """The names of the pages found, and the place of the first right one, from 1; 0 if there is none."""

    pages: tuple[str, ...]
    rank: int


def read_questions(path: Path) -> Mapping[str, Sequence[Question]]:
    """Return the questions of a file by language."""
    read = json.loads(path.read_text(encoding="utf-8"))
    return {code: [Question(one["q"], tuple(one["pages"])) for one in each] for code, each in read.items()}


def answer(question: Question, language: str) -> Answer:
    """Return what a reader of a language finds with a question."""
    from django.utils.translation import override

    from handbook.search.index import search

    with override(language):
        names = tuple(found.page.name for found in search(question.words).pages)
    rank = next((place for place, name in enumerate(names, 1) if name in question.pages), 0)
    return Answer(names, rank)


def main(paths: Sequence[str]) -> int:
    """Print the questions whose first page is wrong, and how many are right. Return 2 if there is no file."""
    if not paths:
        print(__doc__)
        return 2
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")
    django.setup()
    for path in map(Path, paths):
        for language, questions in read_questions(path).items():
            answers = [answer(question, language) for question in questions]
            for question, got in zip(questions, answers, strict=True):
                if got.rank != 1:
                    right, wrong = " ".join(question.pages), " ".join(got.pages[:SHOWN])
                    print(f"{language}  {question.words}\n    right: {right}\n    found: {wrong}; right at {got.rank}")
            first = sum(got.rank == 1 for got in answers)
            among_three = sum(1 <= got.rank <= 3 for got in answers)
            print(f"{path.stem} {language}: {first} first, {among_three} among three, of {len(questions)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
