"""All pages of the site by chapters, each with the stage on which they can be looked at."""

from collections.abc import Callable
from typing import NamedTuple

from tests.e2e.around import of_lessons, of_letters, of_refusals, of_the_book, of_the_staff
from tests.e2e.fair import fair, of_modules
from tests.e2e.sights import Sight, of_people, of_strangers, of_tables
from tests.e2e.stages import village


class Chapter(NamedTuple):
    """Pages that are looked at one after the other; `for_everybody`: axe and fingers have a say here, not elsewhere."""

    stage: Callable[[], None]
    sights: Callable[[], list[Sight]]
    for_everybody: bool = True


CHAPTERS = {
    "Strangers": Chapter(village, of_strangers),
    "People": Chapter(village, of_people),
    "Tables": Chapter(village, of_tables),
    "Modules": Chapter(fair, of_modules),
    "Lessons": Chapter(village, of_lessons),
    "The rule book": Chapter(village, of_the_book, for_everybody=False),
    "Refused requests": Chapter(village, of_refusals),
    "Mailbox and letters": Chapter(village, of_letters, for_everybody=False),
    "The staff": Chapter(village, of_the_staff, for_everybody=False),
}
