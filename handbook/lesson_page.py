"""The content of the lessons' pages: the list of all lessons, and one of them as a table."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, cached_property
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.safestring import SafeString

from games.rules.events import RoundEnded, Saw
from games.selectors.table import LoggedMove, Person
from games.tableau.choice import Choice
from games.tableau.links import Links
from games.tableau.markup import picture
from games.tableau.table import Panel, TablePage, table_page
from games.wording import event_words, whisper_words
from games.wording.cited import cited
from handbook.lessons import COURSE, PARTS, Attempt, Lesson, Reading
from handbook.lessons.course import READER
from handbook.lessons.reading import Scene
from saboteur_site.templating.addresses import address

_WHEN = datetime(2000, 1, 1, tzinfo=UTC)
"""The time of all moves of lessons, which no page shows."""
NO_PERSON = 0
"""An id that no user has. The cards of a lesson have the same tokens for all."""


class Progress(NamedTuple):
    """The names of the lessons that the learner has done, and of those that were skipped."""

    done: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()

    def with_done(self, name: str) -> "Progress":
        """Return the progress after a lesson is done."""
        return Progress(self.done | {name}, self.skipped - {name})

    def with_skipped(self, name: str) -> "Progress":
        """Return the progress after a lesson is skipped. One that was done stays done."""
        return self if name in self.done else Progress(self.done, self.skipped | {name})

    def next_after(self, name: str = "") -> Lesson | Reading | None:
        """Return the next lesson: the first other one left after this one, else before it. Skipped lessons come last.
        None if all others are done."""
        names = [*COURSE]
        place = names.index(name) if name else -1
        around = [one for one in names[place + 1 :] + names[: max(place, 0)] if one not in self.done]
        return next((COURSE[one] for one in sorted(around, key=self.skipped.__contains__)), None)


class Entry(NamedTuple):
    """A lesson in the list."""

    number: int
    lesson: Lesson | Reading
    done: bool
    skipped: bool


class Lessons(NamedTuple):
    """The list of lessons, by the names of its parts, and the next one."""

    parts: Mapping[str, Sequence[Entry]]
    next: Lesson | Reading | None
    begun: bool

    @property
    def all(self) -> int:
        """The number of lessons."""
        return len(COURSE)

    @property
    def done(self) -> int:
        """The number of lessons that are done."""
        return sum(entry.done for part in self.parts.values() for entry in part)


def lessons_of(progress: Progress) -> Lessons:
    """Return the list with the learner's progress."""
    numbers = {name: number for number, name in enumerate(COURSE)}
    parts = {
        part: [
            Entry(numbers[lesson.name], lesson, lesson.name in progress.done, lesson.name in progress.skipped)
            for lesson in lessons
        ]
        for part, lessons in PARTS.items()
    }
    return Lessons(parts, progress.next_after(), bool(progress.done | progress.skipped))


class LessonLinks(Links):
    """The addresses of a lesson's page: `code` is its name, and moves are posted to the page itself."""

    @cached_property
    def table(self) -> str:
        """The lesson with nothing chosen."""
        return address("handbook:lesson", self.code)

    @cached_property
    def move(self) -> str:
        """The lesson too."""
        return self.table

    @cached_property
    def help(self) -> str:
        """The help on a card of the lesson."""
        return address("handbook:lesson-card", self.code)


def links_of(name: str) -> Links:
    """Return the addresses of a lesson."""
    return LessonLinks(name, NO_PERSON)


class Shown(NamedTuple):
    """A lesson as its page shows it. `log` is what the others have just done, `seen` what the reader alone has seen.
    `next` is the next lesson, None if all are done; `rules` are the numbers of the rules that it is about."""

    course: Attempt
    number: int
    table: TablePage
    log: tuple[str, ...]
    seen: tuple[str, ...]
    next: Lesson | Reading | None
    rules: tuple[int, ...]

    @property
    def of(self) -> int:
        """The number of the last lesson."""
        return len(COURSE) - 1

    @property
    def first(self) -> bool:
        """Whether no move was made in it yet."""
        return not self.course.moves


def shown_of(course: Attempt, progress: Progress, choice: Choice, said: str = "") -> Shown:
    """Return a lesson with the current choice. `said` is why the last input changed nothing."""
    name = course.lesson.name
    people = [Person(number, player, number) for number, player in enumerate(course.names)]
    log = [LoggedMove(one.seq, one.seat, _WHEN, one.events, one.whispers, one.mine) for one in reversed(course.log)]
    mine = [one.seq for one in log if one.seat == READER]
    table = table_page(
        course.view,
        links_of(name),
        people,
        log,
        choice=choice,
        seen=mine[0] - 1 if course.moves else course.state.public.seq,
        said=Panel("bad", said) if said else None,
    )
    return Shown(
        course,
        [*COURSE].index(name),
        _without_pages(table),
        _moves_of_others(course),
        _seen(course),
        progress.next_after(name),
        rules_of(name),
    )


class ShownReading(NamedTuple):
    """A lesson to read as its page shows it. `said` is what is said about the answer that was given; `done`: it was
    right, now or before."""

    reading: Reading
    number: int
    next: Lesson | Reading | None
    rules: tuple[int, ...]
    chosen: str = ""
    said: str = ""
    done: bool = False

    @property
    def of(self) -> int:
        """The number of the last lesson."""
        return len(COURSE) - 1

    @property
    def scenes(self) -> list[tuple[Scene, list[SafeString]]]:
        """The scenes, each with its pictures. Tunnels lie on rock."""
        return [(scene, [_picture(name) for name in scene.pictures]) for scene in self.reading.scenes]


def _picture(name: str) -> SafeString:
    return picture("r0", name) if name.startswith("t-") else picture(name)


def reading_of(reading: Reading, progress: Progress, chosen: str = "") -> ShownReading:
    """Return a lesson to read, with an answer that was given; one that was done shows the right answer."""
    done = reading.name in progress.done
    answer = reading.answer(chosen or (reading.right if done else ""))
    return ShownReading(
        reading,
        [*COURSE].index(reading.name),
        progress.next_after(reading.name),
        rules_of(reading.name),
        answer.value if answer else "",
        str(answer.why) if answer else "",
        done and not chosen,
    )


@cache
def rules_of(name: str) -> tuple[int, ...]:
    """Return the numbers of the rules that a lesson is about, in their order."""
    lesson = COURSE[name]
    texts = [lesson.after] if isinstance(lesson, Lesson) else [scene.words for scene in lesson.scenes]
    with translation.override(settings.LANGUAGE_CODE):
        return tuple(sorted({number for words in texts for number in cited(str(words)).rules}))


def lessons_about(rules: Iterable[int]) -> list[Lesson | Reading]:
    """Return the lessons that are about one of some rules, the closest first; at most three."""
    asked = set(rules)
    close = {name: len(asked & {*rules_of(name)}) / len(rules_of(name)) for name in COURSE}
    found = sorted((name for name in COURSE if close[name] > 0), key=lambda name: -close[name])
    return [COURSE[name] for name in found[:3]]


def _without_pages(table: TablePage) -> TablePage:
    """Return the table without links to pages that a lesson does not have, and without clocks."""
    bar = table.bar._replace(why="") if table.bar.answers else table.bar
    return table._replace(bar=bar, recent=None, panels=tuple(panel for panel in table.panels if not panel.href))


def _moves_of_others(course: Attempt) -> tuple[str, ...]:
    """Return what the others did since the reader's last move, oldest first. If that move ended the round, it leads."""
    last = max((place for place, one in enumerate(course.log) if one.mine), default=len(course.log))
    own = [event for one in course.log[last : last + 1] for event in one.events if isinstance(event, RoundEnded)]
    events = [event for one in course.log[last + 1 :] for event in one.events]
    return tuple(words for event in own + events if (words := event_words(event, course.names, READER)))


def _seen(course: Attempt) -> tuple[str, ...]:
    """Return what the reader has seen in the lesson, in words, oldest first."""
    whispers = [whisper for one in course.log for whisper in one.whispers if isinstance(whisper, Saw)]
    return tuple(words for whisper in whispers if (words := whisper_words(whisper, course.names)))
