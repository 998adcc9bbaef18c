"""The pages of the rule book ranked for a question, in the reader's language or in another one of the site.

The ranking is BM25, computed by SQLite's FTS5: an index in memory for each language, built in each process when it is
first asked. The words it holds are those of `words`, so that every language has its endings, synonyms and stop words.
"""

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from threading import Lock
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import get_language, gettext, override

from games.rules.ruleset import BASE_GAME, SABOTEUR2
from handbook.rule_texts import numbered_rules
from handbook.search.pages import (
    BOOKS,
    BY_PLAYERS,
    CARD,
    GUIDE,
    HELP_PAGE,
    LESSON,
    MODULE,
    PAGE,
    RULE,
    Page,
    pages,
    texts_of,
)
from handbook.search.words import (
    MEANING,
    SHORTEST_STEM,
    Language,
    Term,
    asked_terms,
    begun,
    fold,
    kin,
    language_of,
    one_typo_away,
    spans,
    terms,
)

MOST = 12
"""How many pages are shown."""
MOST_WORDS = 24
"""How many words of a question are looked up."""

_TITLE, _ASKED, _TEXT, _REMARK = 2.0, 3.0, 1.0, 0.3
"""The weight of a word in the title of a page, in what players ask, in its text, and in what it belongs to."""
_BODY = 0.6
"""The weight of the texts of a page, relative to its title and to what players ask."""
_BY_KIND = {HELP_PAGE: 1.15, LESSON: 0.7, GUIDE: 0.75, BOOKS: 0.8, PAGE: 0.8}
"""Factors: below 1 for pages that retell what others say in full, above for those that are written as answers."""
_ADDED = 0.85
"""The factor for pages about an expansion or a variant alone, if the question is about no table."""
_IN_FORCE, _NOT_IN_FORCE = 1.15, 0.5
"""The factors for pages about the rules of the table that the question is asked at, and about others."""
_NAMED = 1.15
"""The factor for a card or an expansion whose whole name is in the question, and for the tables by players."""
_LEAST = 0.12
"""Pages with less than this part of the score of the best one are left out."""
_ROOM, _BEFORE = 170, 50
"""How many characters of a text are shown, and how many of them before the first match."""
_NEAR = 3
"""How many known words an unknown one may stand for."""

PLAYERS = range(2, 13)
"""How many can play."""
_OF_PLAYERS = f"{MEANING}of-players"
"""The token of pages with a table by the number of players."""
_BY_NUMBER = frozenset({"player", "hand", "handsize", "saboteur", "digger", "greedy", "role", "tournament", "deal"})
"""The meanings that depend on the number of players, if a question names one."""
_BY_WINNERS = frozenset({"win", "pay"})
"""The meanings by which a number is one of winners."""
_TOKENIZE = "tokenize = \"unicode61 remove_diacritics 0 tokenchars '#-'\""
"""How FTS5 reads what is stored: tokens between spaces."""

_BARE = re.compile(r"(?:[0-9]|\W)+")


class Piece(NamedTuple):
    """A piece of a text; `found` if it matches the question."""

    text: str
    found: bool


class Found(NamedTuple):
    """A result: its page, its title, and the line of the match.

    `snippet` are the matching words of another language, and `told_in` its code; else both are empty.
    """

    page: Page
    title: tuple[Piece, ...]
    line: tuple[Piece, ...]
    snippet: tuple[Piece, ...] = ()
    told_in: str = ""


class Results(NamedTuple):
    """The pages found, best first, whether there are more, the meanings of the question's words, and the number of
    players that it is about; 0 if it names none."""

    pages: tuple[Found, ...]
    more: bool
    meanings: frozenset[str] = frozenset()
    players: int = 0


class _Index(NamedTuple):
    """The index of one language: two tables, whose rows have the places of pages in `pages()`. Each has its own BM25,
    so that the words of a title count no less where a long text follows.

    `names` are the tokens that name a page. `words` are the words of all pages and of the synonyms, sorted;
    `counts` says on how many pages a token is.
    """

    rows: sqlite3.Connection
    lock: Lock
    names: Mapping[int, frozenset[str]]
    words: Sequence[str]
    counts: Mapping[str, int]


class _Query(NamedTuple):
    """The terms of a question in one language. `known` is the share of all its words that the language has; its stop
    words are among them. `tokens` are those of all terms."""

    code: str
    terms: tuple[Term, ...]
    known: float
    tokens: frozenset[str] = frozenset()

    @property
    def meanings(self) -> frozenset[str]:
        """The names of all meanings in the question."""
        return frozenset(token.removeprefix(MEANING) for token in self.tokens if token.startswith(MEANING))

    @property
    def players(self) -> int:
        """The number of players that the question names, if it asks what depends on it; else 0."""
        if not self.meanings & _BY_NUMBER or self.meanings & _BY_WINNERS:
            return 0
        numbers = [int(token) for token in self.tokens if token.isdecimal() and len(token) <= 2]
        return next((number for number in numbers if number in PLAYERS), 0)


def search(question: str, in_force: Sequence[str] = ()) -> Results:
    """Return the results of a question: rules by their numbers first, then pages as they rank.

    `in_force` are the games, expansions and variants of the table that it is asked at, if it is asked at one.
    """
    folded = fold(question)
    numbers, rest = _numbers(folded)
    places = {(page.kind, page.key): place for place, page in enumerate(pages())}
    named = [places[RULE, str(number)] for number in dict.fromkeys(numbers) if number in numbered_rules()]
    query = _best_query(rest)
    ranked = [*named, *(place for place in _ranked(query, in_force) if place not in named)]
    return Results(
        tuple(_found(place, query) for place in ranked[:MOST]), len(ranked) > MOST, query.meanings, query.players
    )


def _numbers(folded: str) -> tuple[list[int], str]:
    """Return the rule numbers in a query, and the rest of it. A bare number counts only if there are no words."""
    if _BARE.fullmatch(folded):
        return [int(number) for number in re.findall(r"[0-9]+", folded)], ""
    return [int(number) for number in _named().findall(folded)], _named().sub(" ", folded)


@cache
def _named() -> re.Pattern[str]:
    """Return a pattern for a rule number after an R, or after the word for a rule in any language and inflection."""
    words = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            words.append(fold(gettext("Rule R%(number)s").partition(" ")[0])[:-1])
    of_a_rule = rf"(?:{'|'.join(map(re.escape, words))})\w{{0,3}}\W+"
    return re.compile(rf"\b(?:{of_a_rule}(?:[rр] ?)?|[rр] ?)([0-9]+)\b")


# -- the index


@cache
def index_of(code: str) -> _Index:
    """Return the index of a language."""
    language = language_of(code)
    words = set(language.vocabulary)
    names: dict[int, frozenset[str]] = {}
    counts: Counter[str] = Counter()
    rows = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    for table in ("head(title, asked", "body(text, aside"):
        rows.execute(f"CREATE VIRTUAL TABLE {table.replace('(', ' USING fts5(')}, {_TOKENIZE})")
    with override(code):
        for place, page in enumerate(pages()):
            first, *others = texts_of(page)
            columns = (
                first.text,
                language.asked.get(page.name, ""),
                "\n".join(text.text for text in others if not text.aside),
                "\n".join(text.text for text in others if text.aside),
            )
            snippet = [_tokens(column, language) for column in columns]
            snippet[1] += [_OF_PLAYERS] * (page.name in BY_PLAYERS)
            title, asked, text, aside = map(" ".join, snippet)
            rows.execute("INSERT INTO head (rowid, title, asked) VALUES (?, ?, ?)", (place, title, asked))
            rows.execute("INSERT INTO body (rowid, text, aside) VALUES (?, ?, ?)", (place, text, aside))
            if page.kind in (CARD, MODULE):
                names[place] = _title_tokens(columns[0], language)
            elif page.name in BY_PLAYERS:
                names[place] = frozenset({_OF_PLAYERS})
            counts.update({token for tokens in snippet for token in tokens})
            words.update(word for column in columns for word, _start, _end in spans(column))
    return _Index(rows, Lock(), names, tuple(sorted(words)), counts)


def _title_tokens(title: str, language: Language) -> frozenset[str]:
    """Return the stems of a name, with the meanings of its phrases."""
    named = asked_terms(title, language)
    return frozenset(
        token for term in named for token in term.tokens if len(term.words) > 1 or not token.startswith(MEANING)
    )


def _tokens(text: str, language: Language) -> list[str]:
    return [token for term in terms(text, language, stops=False) for token in term.tokens]


# -- the question


def _best_query(text: str) -> _Query:
    """Return the question in the language that knows most of its words; in the reader's, if no other knows more."""
    mine = get_language() or settings.LANGUAGE_CODE
    own = _query(text, mine)
    if own.known == 1:
        return _completed(own)
    others = [_query(text, code) for code, _name in settings.LANGUAGES if code != mine]
    best = max(others, key=lambda query: query.known, default=own)
    return _completed(best if best.known > own.known else own)


def _query(text: str, code: str) -> _Query:
    language, index = language_of(code), index_of(code)
    short = " ".join(text.split()[:MOST_WORDS])
    found = asked_terms(short, language)
    words = sum(1 for _span in spans(short))
    unknown = sum(len(term.words) for term in found if not _is_known(term, index))
    return _Query(code, tuple(found), 1 - unknown / max(1, words))


def _is_known(term: Term, index: _Index) -> bool:
    return any(token in index.counts for token in term.tokens)


def _completed(query: _Query) -> _Query:
    """Return a question with each unknown word replaced by known ones: begun by it, a typo away, or of one stem."""
    language, index = language_of(query.code), index_of(query.code)
    meant = tuple(term if _is_known(term, index) else _meant(term, language, index) for term in query.terms)
    return query._replace(terms=meant, tokens=frozenset(token for term in meant for token in term.tokens))


def _meant(term: Term, language: Language, index: _Index) -> Term:
    word = term.words[0]
    rests = [word.removeprefix(begin) for begin in language.beginnings if word.startswith(begin)]
    found = [asked_terms(rest, language)[0] for rest in rests if len(rest) > SHORTEST_STEM]
    if whole := next((one for one in found if _is_known(one, index)), None):
        return whole._replace(words=term.words)
    near = begun(word, index.words) or one_typo_away(word, index.words) or kin(word, index.words, language)
    tokens = [token for other in near[:_NEAR] for one in terms(other, language, stops=False) for token in one.tokens]
    return term._replace(tokens=tuple(dict.fromkeys(tokens)) or term.tokens)


# -- ranking


def _ranked(query: _Query, in_force: Sequence[str]) -> list[int]:
    """Return the places of the pages, best first."""
    index = index_of(query.code)
    tokens = query.tokens
    if query.players and SABOTEUR2 not in {*query.meanings, *in_force}:  # there a hand is six cards for all numbers
        tokens = (tokens | {_OF_PLAYERS}) - {str(query.players)}
    if not tokens:
        return []
    match = " OR ".join(f'"{token}"' for token in sorted(tokens))
    with index.lock:
        heads = index.rows.execute(
            "SELECT rowid, bm25(head, ?, ?) FROM head WHERE head MATCH ?", (_TITLE, _ASKED, match)
        ).fetchall()
        bodies = index.rows.execute(
            "SELECT rowid, bm25(body, ?, ?) FROM body WHERE body MATCH ?", (_TEXT, _REMARK, match)
        ).fetchall()
    scores: defaultdict[int, float] = defaultdict(float)
    for rows, weight in ((heads, 1.0), (bodies, _BODY)):
        for place, score in rows:  # FTS5 counts better matches as lower
            scores[place] -= score * weight
    for place in scores:
        named = place in index.names and index.names[place] <= tokens
        scores[place] *= _factor(pages()[place], in_force) * (_NAMED if named else 1)
    best = max(scores.values(), default=0)
    order = sorted(scores, key=lambda place: (-scores[place], place))
    return [place for place in order if scores[place] >= best * _LEAST]


def _factor(page: Page, in_force: Sequence[str]) -> float:
    of_kind = _BY_KIND.get(page.kind, 1.0)
    if not page.parts:
        return of_kind
    if in_force:
        return of_kind * (_IN_FORCE if {*page.parts} & {*in_force} else _NOT_IN_FORCE)
    return of_kind * (1.0 if BASE_GAME in page.parts else _ADDED)


# -- snippets


def _found(place: int, query: _Query) -> Found:
    """Return a page with the line that has the rarest words of the question."""
    page, mine = pages()[place], get_language() or settings.LANGUAGE_CODE
    with override(query.code):
        texts = [text.text for text in texts_of(page)]
    language, index = language_of(query.code), index_of(query.code)

    def worth(text: str) -> float:
        return sum(1 / index.counts[token] for token in {*_tokens(text, language)} & query.tokens)

    def is_of_players(text: str) -> bool:
        numbers = [word for word, _start, _end in spans(text) if word.isdecimal()]
        return page.name in BY_PLAYERS and query.players > 0 and numbers[:1] == [str(query.players)]

    line = max(range(1, len(texts)), key=lambda number: (is_of_players(texts[number]), worth(texts[number]), -number))
    if query.code == mine:
        return Found(page, _pieces(texts[0], query, language), _pieces(texts[line], query, language))
    own = [text.text for text in texts_of(page)]
    best = 0 if worth(texts[0]) >= worth(texts[line]) else line
    snippet = _pieces(texts[best], query, language) if worth(texts[best]) else ()
    return Found(page, _plain(own[0]), _plain(own[line]), snippet, query.code if snippet else "")


def _plain(text: str) -> tuple[Piece, ...]:
    return (Piece(text if len(text) <= _ROOM else text[: text.rfind(" ", 0, _ROOM)] + " …", found=False),)


def _pieces(text: str, query: _Query, language: Language) -> tuple[Piece, ...]:
    """Return a text, or the part around its first match, with the matches marked."""
    found = list(_matches(text, query, language))
    start = text.rfind(" ", 0, found[0][0] - _BEFORE) + 1 if found and found[0][0] > _BEFORE * 2 else 0
    end = len(text) if len(text) <= start + _ROOM else text.rfind(" ", start, start + _ROOM)
    pieces, at = [Piece("… ", found=False)] if start else [], start
    for begin, stop in found:
        if start <= begin and stop <= end:
            pieces += [Piece(text[at:begin], found=False), Piece(text[begin:stop], found=True)]
            at = stop
    pieces.append(Piece(text[at:end] + " …" * (end < len(text)), found=False))
    return tuple(piece for piece in pieces if piece.text)


def _matches(text: str, query: _Query, language: Language) -> Iterator[tuple[int, int]]:
    """Return where the words and phrases stand in a text that have a token of the question."""
    places = [(start, end) for _word, start, end in spans(text)]
    for term in terms(text, language):
        if query.tokens & {*term.tokens}:
            yield places[term.place][0], places[term.place + len(term.words) - 1][1]
