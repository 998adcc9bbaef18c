"""Lessons: small positions on the real rules, each with one thing to do (ADR 48).

A lesson is a value. Its state follows from the moves that were made in it, and from nothing else.

`base`, `saboteur2` and `modules` define the right moves and why others are not taken, `records/` contains the
positions, `course` computes the state after some moves. `readings` are lessons to read, with a question (ADR 80).
`lesson` and `reading` are their types, `catalogue` is their order.
"""

from handbook.lessons.base import BASE
from handbook.lessons.catalogue import COURSE, LESSONS, PARTS, READINGS
from handbook.lessons.course import Attempt, Made, SlipError, after, play
from handbook.lessons.lesson import Lesson
from handbook.lessons.modules import MODULES
from handbook.lessons.reading import Reading
from handbook.lessons.saboteur2 import SABOTEUR2

__all__ = [
    "BASE",
    "COURSE",
    "LESSONS",
    "MODULES",
    "PARTS",
    "READINGS",
    "SABOTEUR2",
    "Attempt",
    "Lesson",
    "Made",
    "Reading",
    "SlipError",
    "after",
    "play",
]
