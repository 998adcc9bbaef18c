"""Lessons: small positions on the real rules, each with one thing to do (ADR 48).

A lesson is a value. Its state follows from the moves that were made in it, and from nothing else.

`base` and `saboteur2` define the right moves and why others are not taken, `records/` contains the positions, `course`
computes the state after some moves. `lesson` is the type of a lesson, `catalogue` their order.
"""

from handbook.lessons.base import BASE
from handbook.lessons.catalogue import LESSONS
from handbook.lessons.course import Attempt, Made, SlipError, after, play
from handbook.lessons.lesson import Lesson
from handbook.lessons.saboteur2 import SABOTEUR2

__all__ = ["BASE", "LESSONS", "SABOTEUR2", "Attempt", "Lesson", "Made", "SlipError", "after", "play"]
