"""Lessons: small positions on the real rules, each with one thing to do (ADR 48).

A lesson is a value. Where it stands follows from the moves that were made in it, and from nothing else.

`base` and `saboteur2` say what is right and why other moves are not, `records/` holds their positions, `course` says
where one stands after some moves. `lesson` is what one consists of, `catalogue` their order.
"""

from handbook.lessons.base import BASE
from handbook.lessons.catalogue import LESSONS
from handbook.lessons.course import Attempt, Made, SlipError, after, play
from handbook.lessons.lesson import Lesson
from handbook.lessons.saboteur2 import SABOTEUR2

__all__ = ["BASE", "LESSONS", "SABOTEUR2", "Attempt", "Lesson", "Made", "SlipError", "after", "play"]
