"""Public events of a table in sentences, for mails."""

from django.utils.translation import gettext_lazy

from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.tableau.history import lines_of

SEE_FIRST = gettext_lazy("Round %(round)s is over. The link shows you how it ended.")
"""The only text about a round whose end the recipient has not been shown yet."""


def sentences(place: Place, log: list[table_selectors.LoggedMove]) -> list[str]:
    """Return the public events of some commands in sentences, oldest first."""
    names = [person.name for person in table_selectors.people_at(place.game)]
    lines = lines_of([step._replace(whispers=()) for step in log], names, place.number)
    return [line.words for line in reversed(lines) if line.kind == "event"]
