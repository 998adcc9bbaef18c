"""All lessons by name, in the order in which they are learnt."""

from handbook.lessons.base import BASE
from handbook.lessons.lesson import Lesson
from handbook.lessons.saboteur2 import SABOTEUR2

LESSONS: dict[str, Lesson] = {lesson.name: lesson for lesson in (*BASE, *SABOTEUR2)}
