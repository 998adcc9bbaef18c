"""All lessons by name, in the order in which they are learnt."""

from games.lessons.base import BASE
from games.lessons.lesson import Lesson
from games.lessons.saboteur2 import SABOTEUR2

LESSONS: dict[str, Lesson] = {lesson.name: lesson for lesson in (*BASE, *SABOTEUR2)}
