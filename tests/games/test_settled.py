"""Each decision of this site has a line of its own, and the printed rulebooks stand side by side."""

import html
import re
from collections import Counter

from django.test import Client
from django.urls import reverse

from games.rules.ruleset import GAMES, MODULES, VARIANTS
from games.rules.table import Ruleset
from games.wording.cited import cited
from games.wording.settled import ALWAYS, reached_words, settled_of
from handbook.books import DIFFERENCES
from handbook.rule_texts import PAGE


def page_at(address: str) -> str:
    return Client().get(address).content.decode()


def words_at(address: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page_at(address))).split())


def decisions() -> Counter[int]:
    """How many decisions the reference text marks with D in each rule, the catalogue of cards counted to R4."""
    text = PAGE.read_text(encoding="utf-8")
    catalogue = "".join(re.findall(r"^### Catalogue .*?(?=^##)", text, flags=re.MULTILINE | re.DOTALL))
    entries = re.split(r"^- \*\*R([0-9]+)\*\* ", text, flags=re.MULTILINE)[1:]
    marks = {
        int(number): _marks(body.split("\n#")[0]) for number, body in zip(entries[::2], entries[1::2], strict=True)
    }
    return Counter({**marks, 4: marks[4] + _marks(catalogue)})


def _marks(text: str) -> int:
    return len(re.findall(r"\[D\]|\[D:|: D\]|/D\]", text))


def settled_here() -> list[str]:
    parts = (ALWAYS, *GAMES, *MODULES, *VARIANTS)
    orders = [reached_words(Ruleset()), reached_words(Ruleset(modules=("new-goals",)))]
    return [*(words for part in parts for words in settled_of(part)), *orders]


def test_each_decision_of_the_rules_has_a_line_of_its_own() -> None:
    lines = Counter(number for words in set(settled_here()) for number in cited(words).rules)
    missing = {f"R{number}": many - lines[number] for number, many in decisions().items() if many > lines[number]}
    assert missing == {}
    assert sum(decisions().values()) > 45


def test_nothing_is_called_settled_here_that_a_rulebook_says() -> None:
    decided = {number for number, many in decisions().items() if many} | set(range(90, 99))
    assert [words for words in settled_here() if not decided & set(cited(words).rules)] == []


def test_r36_no_book_is_said_to_reverse_the_doors() -> None:
    line = next(words for words in settled_of("saboteur2") if "R36" in words)
    assert "The Latvian book lets diggers lay only doors of their own colour" in line
    assert not any("otherwise" in words for words in settled_here())


def test_r25_the_books_differ_in_saboteur_2_alone() -> None:
    base = " ".join([*settled_of(ALWAYS), *settled_of("base")])
    assert "differ" not in base
    assert "Two books of Saboteur 2 differ" in " ".join(settled_of("saboteur2"))


def test_books_side_by_side_show_differences_and_our_choice() -> None:
    words = words_at(reverse("handbook:books"))
    for one in DIFFERENCES:
        assert all(f"{saying.book} {saying.words}" in words for saying in one.sayings)
        assert f"Played here {one.here}" in words
    options = {one.option for one in DIFFERENCES if one.option}
    assert options == {"next_starter", "own_doors", "joined_ladders"}
    assert words.count("Table option") == len(options)
    assert {one.rule for one in DIFFERENCES} <= {number for number, many in decisions().items() if many}
    assert reverse("handbook:books") in page_at(reverse("handbook:module", args=["saboteur2"]))
