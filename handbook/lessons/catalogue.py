"""All lessons by name, in the order in which they are learnt: those that are played, and with them those to read."""

from collections.abc import Mapping

from handbook.lessons.base import BASE
from handbook.lessons.lesson import Lesson
from handbook.lessons.modules import MODULES
from handbook.lessons.reading import Reading
from handbook.lessons.readings import DAYS, GOLD, START, TALK
from handbook.lessons.saboteur2 import SABOTEUR2

LESSONS: dict[str, Lesson] = {lesson.name: lesson for lesson in (*BASE, *SABOTEUR2, *MODULES)}
"""The lessons that are played."""
READINGS: dict[str, Reading] = {reading.name: reading for reading in (START, GOLD, TALK, DAYS)}
PARTS: Mapping[str, tuple[Lesson | Reading, ...]] = {
    "base": (START, *BASE),
    "game": (GOLD, TALK, DAYS),
    "saboteur2": SABOTEUR2,
    "modules": MODULES,
}
"""The parts of the list."""
COURSE: dict[str, Lesson | Reading] = {lesson.name: lesson for part in PARTS.values() for lesson in part}
