"""The words of a text or of a question: without endings, with synonyms, and with what to do about an unknown one.

All that depends on the language is data, in `locale/LANGUAGE/search.toml`:

- `stop`: words that say nothing about the subject of a question
- `endings`: what words are inflected with; `beginnings`: what they may be put together with (*ne*, *jā*)
- `[numbers]`: the words for a number
- `[same]`: by meaning, the words and phrases for it; a meaning has the same name in every language
- `[asked]`: by page, what players ask when they look for it

>>> fold("Túnel"), fold("м’яч"), fold("Ķirsis")
('tunel', 'мяч', 'kirsis')
>>> [term.tokens for term in terms("Are the piles empty?", language_of("en"))]
[('pil', '#pile'), ('empt', '#empty')]
"""

import re
import tomllib
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from django.conf import settings

MEANING = "#"
"""How the token of a meaning begins; no word does."""

_WORD = re.compile(r"[^\W_]+(?:['’ʼ\u00ad][^\W_]+)*")
_MARKS = str.maketrans("", "", "'’ʼ\u00ad")
SHORTEST_STEM = 3
"""How many letters are left of a word at least."""
_SHORT_ENDING = 2
"""Longer endings are cut off only if more than the shortest stem is left: what is so short is rarely a stem."""
_SHORTEST_TYPO = 4
"""Words with fewer letters are not corrected: they have too many neighbours."""
_SHORTEST_KIN = 4
_LONGER = 4
"""How many letters a word may have more than its beginning, or than its kin."""


class Language(NamedTuple):
    """The contents of a file. Words are folded; `meanings` are by phrases of stems, of which the `longest` is so many
    words long; `vocabulary` are all words of those phrases."""

    stop: frozenset[str]
    endings: frozenset[str]
    beginnings: tuple[str, ...]
    numbers: Mapping[str, str]
    meanings: Mapping[tuple[str, ...], tuple[str, ...]]
    longest: int
    vocabulary: frozenset[str]
    asked: Mapping[str, str]


class Term(NamedTuple):
    """A word or a phrase of a text: the place of its first word, its folded words, and the tokens that it is found by:
    stems, then meanings."""

    place: int
    words: tuple[str, ...]
    tokens: tuple[str, ...]


@cache
def language_of(code: str) -> Language:
    """Return the search data of a language. Without a file, its words have no endings and no synonyms."""
    path = settings.BASE_DIR / "locale" / code / "search.toml"
    return read(tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {})


def read(data: Mapping[str, Any]) -> Language:
    """Return the contents of a file as a value."""
    endings = frozenset(map(fold, data.get("endings", "").split()))
    numbers = {fold(word): digits for digits, said in data.get("numbers", {}).items() for word in said.split()}
    meanings: dict[tuple[str, ...], tuple[str, ...]] = {}
    vocabulary = set(numbers)
    for name, phrases in data.get("same", {}).items():
        for phrase in phrases.split(","):
            words = [word for word, _start, _end in spans(phrase)]
            stems = tuple(stem(numbers.get(word, word), endings) for word in words)
            vocabulary.update(words)
            meanings[stems] = tuple(dict.fromkeys((*meanings.get(stems, ()), MEANING + name)))
    return Language(
        stop=frozenset(map(fold, data.get("stop", "").split())),
        endings=endings,
        beginnings=tuple(sorted(map(fold, data.get("beginnings", "").split()), key=len, reverse=True)),
        numbers=numbers,
        meanings=meanings,
        longest=max(map(len, meanings), default=1),
        vocabulary=frozenset(vocabulary),
        asked=data.get("asked", {}),
    )


@lru_cache(maxsize=4_096)
def fold(text: str) -> str:
    """Return a text without accents, apostrophes, soft hyphens and capitals."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return bare.casefold().translate(_MARKS)


def spans(text: str) -> Iterator[tuple[str, int, int]]:
    """Return the folded words of a text, each with where it begins and ends."""
    return ((fold(match[0]), match.start(), match.end()) for match in _WORD.finditer(text))


@lru_cache(maxsize=4_096)
def stem(word: str, endings: frozenset[str]) -> str:
    """Return a word without its longest ending, and without the second of two equal letters at its end."""
    for start in range(SHORTEST_STEM, len(word)):
        if word[start:] in endings and (start > SHORTEST_STEM or len(word) - start <= _SHORT_ENDING):
            word = word[:start]
            break
    return word[:-1] if len(word) > SHORTEST_STEM and word[-1] == word[-2] else word


def terms(text: str, language: Language, *, stops: bool = True) -> list[Term]:
    """Return the terms of a text: its longest phrases that mean something, and its words, without stop words."""
    words = [language.numbers.get(word, word) for word, _start, _end in spans(text)]
    return list(_terms(words, language, stops))


def asked_terms(text: str, language: Language) -> list[Term]:
    """Return the terms of a question. A phrase that means something is found by its meaning alone, and a question of
    stop words by these."""
    found = terms(text, language) or terms(text, language, stops=False)
    return [
        term._replace(tokens=tuple(token for token in term.tokens if token.startswith(MEANING)))
        if len(term.words) > 1
        else term
        for term in found
    ]


def _terms(words: Sequence[str], language: Language, stops: bool) -> Iterator[Term]:
    stems = [stem(word, language.endings) for word in words]
    place = 0
    while place < len(words):
        length = _phrase(stems, place, language)
        here = slice(place, place + max(1, length))
        words_left = [stems[one] for one in range(here.start, here.stop) if not (stops and words[one] in language.stop)]
        meant = language.meanings[tuple(stems[here])] if length > 1 or (length and words_left) else ()
        if words_left or meant:
            yield Term(place, tuple(words[here]), (*words_left, *meant))
        place = here.stop


def _phrase(stems: Sequence[str], place: int, language: Language) -> int:
    """Return how many words the longest phrase at a place has; 0 if none begins there."""
    for length in range(min(language.longest, len(stems) - place), 0, -1):
        if tuple(stems[place : place + length]) in language.meanings:
            return length
    return 0


def begun(word: str, known: Sequence[str]) -> list[str]:
    """Return the words that begin with one and are not much longer. The known words are sorted."""
    if len(word) < 2:
        return []
    others = takewhile(lambda other: other.startswith(word), known[bisect_left(known, word) :])
    return [other for other in others if len(other) <= len(word) + _LONGER]


def one_typo_away(word: str, known: Iterable[str]) -> list[str]:
    """Return the words that differ by one letter too many, too few or wrong, or by two in the wrong order."""
    if len(word) < _SHORTEST_TYPO:
        return []
    return [other for other in known if abs(len(other) - len(word)) <= 1 and _one_typo(word, other)]


def _one_typo(one: str, other: str) -> bool:
    if len(one) > len(other):
        one, other = other, one
    place = next((at for at in range(len(one)) if one[at] != other[at]), len(one))
    if len(one) < len(other):
        return one[place:] == other[place + 1 :]
    swapped = one[place : place + 2] == other[place : place + 2][::-1] and one[place + 2 :] == other[place + 2 :]
    return swapped or one[place + 1 :] == other[place + 1 :]


def kin(word: str, known: Iterable[str], language: Language) -> list[str]:
    """Return the words whose stems begin like that of one, but for its last letters."""
    own = stem(word, language.endings)
    start = own[: max(_SHORTEST_KIN, len(own) - 2)]
    if len(start) < _SHORTEST_KIN:
        return []
    return [other for other in known if other.startswith(start) and abs(len(other) - len(word)) <= _LONGER]
