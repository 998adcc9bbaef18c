"""The pages that the search finds: what is on each of them, in the active language, and to which game it belongs."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from games.rules.ruleset import BASE_GAME, MODULES, SABOTEUR2, VARIANTS
from games.sheets import MODULES as SHEETS
from games.wording.cited import cited
from games.wording.facts import module_line
from games.wording.rulesets import module_name
from games.wording.settled import ALWAYS, settled_of
from handbook.books import DIFFERENCES
from handbook.cases import CASES
from handbook.entries import CARD_HELP, GUIDES, MODULE_HELP, entry_title, guide_title
from handbook.entry import CHAPTERS
from handbook.help_pages import HELP
from handbook.lessons.catalogue import COURSE, PARTS
from handbook.lessons.reading import Reading
from handbook.rule_texts import Block, NumberedRule, numbered_rules

CARD, MODULE, RULE, HELP_PAGE = "card", "module", "rule", "help"
GUIDE, LESSON, BOOKS, PAGE = "guide", "lesson", "books", "page"

BY_PLAYERS = ("rule:R10", "rule:R81")
"""The pages that say what depends on the number of players."""
_SABOTEUR2_RULES = range(30, 52)


class Page(NamedTuple):
    """A page: its kind, its slug or number, and the games, expansions and variants it is about; none: about all."""

    kind: str
    key: str
    parts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the page in search data and tests: `rule:R14`, `card:map`, `books`."""
        if self.kind == BOOKS:
            return BOOKS
        return f"{self.kind}:{'R' if self.kind == RULE else ''}{self.key}"


class Text(NamedTuple):
    """A text of a page; `aside` is one that says what the page belongs to, not what it is about."""

    text: str
    aside: bool = False


@cache
def pages() -> tuple[Page, ...]:
    """Return all pages, in the order of the book."""
    return (
        *(Page(RULE, str(number), _parts_of(number)) for number in numbered_rules()),
        *(Page(CARD, slug, entry.part_of) for slug, entry in CARD_HELP.items()),
        *(Page(MODULE, name, (name,)) for name in MODULE_HELP),
        *(Page(HELP_PAGE, slug) for slug in HELP),
        *(Page(PAGE, key) for key in _OVERVIEWS),
        *(Page(GUIDE, slug, (slug,) if slug in (BASE_GAME, SABOTEUR2) else ()) for slug in GUIDES),
        *(
            Page(LESSON, one.name, _parts_of_lesson(part, one.name))
            for part, lessons in PARTS.items()
            for one in lessons
        ),
        Page(BOOKS, BOOKS),
    )


def _parts_of(number: int) -> tuple[str, ...]:
    """Return the games, expansions or variants that a rule belongs to."""
    if number in _SABOTEUR2_RULES:
        return (SABOTEUR2,)
    added = {**MODULES, **VARIANTS}.items()
    return tuple(name for name, module in added if module.rule == f"R{number}")


def _parts_of_lesson(part: str, name: str) -> tuple[str, ...]:
    """Return the game or the expansion of a lesson."""
    if name in SHEETS:
        return (name,)
    return (SABOTEUR2 if part == SABOTEUR2 else BASE_GAME,)


def texts_of(page: Page) -> list[Text]:
    """Return the texts of a page in the active language: its title first. A text has the same place in every one."""
    return _TEXTS[page.kind](page.key)


def _of_card(slug: str) -> list[Text]:
    entry = CARD_HELP[slug]
    return [
        Text(entry_title(entry)),
        Text(str(entry.what)),
        Text(str(entry.target)),
        Text(str(CHAPTERS[entry.kind]), aside=True),
        *(Text(module_name(module), aside=True) for module in entry.part_of),
    ]


def _of_module(name: str) -> list[Text]:
    return [
        Text(module_name(name)),
        Text(module_line(name)),
        *(Text(str(words)) for words in MODULE_HELP[name].adds),
        *(Text(cited(words).words) for words in settled_of(name)),
    ]


def _of_rule(key: str) -> list[Text]:
    """Return a rule, the decisions on it, and the texts of its pictures."""
    rule = numbered_rules()[int(key)]
    settled = [cited(words) for part in (ALWAYS, *SHEETS) for words in settled_of(part)]
    return [
        Text(rule_title(rule)),
        *(Text(_without_title(line, rule)) for block in rule.blocks for line in lines_of(block)),
        *(Text(one.words) for one in settled if rule.number in one.rules),
        *(Text(str(case.words)) for case in CASES.get(rule.number, ())),
    ]


def rule_title(rule: NumberedRule) -> str:
    """Return the title of a rule; that of its section or chapter if it has none."""
    return rule.title or rule.section or rule.chapter


def lines_of(block: Block) -> Iterator[str]:
    """Return the lines of a part of a rule. A table is read column by column: each cell with the head of its row."""
    rows = [["".join(span.text for span in cell) for cell in row] for row in block.rows]
    if block.kind == "table":
        for column in range(1, len(rows[0])):
            yield ", ".join(f"{row[0]} {row[column]}" for row in rows)
    else:
        yield from ("".join(row) for row in rows)


def _without_title(text: str, rule: NumberedRule) -> str:
    """Return the text of a rule without its marks and its title, which is shown above it."""
    return re.sub(rf"^(\[[^]]*\] )?({re.escape(rule.title)}[.,:]?)? ?(\[[^]]*\] )?", "", text)


def _of_help(slug: str) -> list[Text]:
    page = HELP[slug]
    return [Text(str(page.title)), Text(str(page.lead)), *(Text(str(words)) for words in page.paragraphs)]


def _of_guide(slug: str) -> list[Text]:
    return [Text(guide_title(slug)), Text(_("The rules of a game on one sheet of paper, to print."))]


def _of_lesson(name: str) -> list[Text]:
    lesson = COURSE[name]
    if isinstance(lesson, Reading):
        scenes = [words for scene in lesson.scenes for words in (scene.title, scene.words)]
        texts = [lesson.task, *scenes, lesson.question, *(answer.why for answer in lesson.answers)]
    else:
        texts = [lesson.before, lesson.task, lesson.after]
    said = (cited(str(words)).words for words in texts)
    return [Text(str(lesson.title)), *map(Text, said), Text(_("Lessons"), aside=True)]


def _of_books(_key: str) -> list[Text]:
    texts = [
        Text(words)
        for one in DIFFERENCES
        for words in (str(one.title), *(str(saying.words) for saying in one.sayings), str(one.here))
    ]
    lead = _("Printed rulebooks don’t agree on everything. Here’s where they differ, and what we play.")
    return [Text(_("The books side by side")), Text(lead), *texts]


def _of_overview(key: str) -> list[Text]:
    return [Text(words) for words in _OVERVIEWS[key]()]


def _how_to_play() -> list[str]:
    texts = [words for part in _BASE_PARTS for words in _lines(f"handbook/_base_{part}.html")]
    return [_("How to play"), _("The base game in two minutes. Everything else can wait until you meet it."), *texts]


def _all_cards() -> list[str]:
    return [_("All cards"), _("What each of them does, and how many there are.")]


def _all_games() -> list[str]:
    return [_("Games and expansions"), _("Two teams, doors, chests, dragons, and what goes with what.")]


_BASE_PARTS = ("aim", "turn", "fits", "actions", "end", "gold")
_OVERVIEWS: Mapping[str, Callable[[], list[str]]] = {
    "rules": _how_to_play,
    "cards": _all_cards,
    "modules": _all_games,
}
"""The pages that give an overview: their titles, and what is on them."""


def _lines(template: str) -> list[str]:
    """Return the texts of a part of a page, a line for each of its elements."""
    shown = render_to_string(template, {"fits": ((), (), ())})
    return [line for part in re.split(r"</(?:p|li|b|small)>", shown) if (line := " ".join(strip_tags(part).split()))]


_TEXTS: Mapping[str, Callable[[str], list[Text]]] = {
    CARD: _of_card,
    MODULE: _of_module,
    RULE: _of_rule,
    HELP_PAGE: _of_help,
    GUIDE: _of_guide,
    LESSON: _of_lesson,
    BOOKS: _of_books,
    PAGE: _of_overview,
}
