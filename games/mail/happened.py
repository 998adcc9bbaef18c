"""What happened at a table, in sentences for letters."""

from django.utils.translation import gettext_lazy

from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.tableau.history import lines_of

SEE_FIRST = gettext_lazy("Round %(round)s is over. The link shows you first how it ended.")
"""All that a letter says of a round whose end its receiver is still to see."""


def sentences(place: Place, told: list[table_selectors.LoggedMove]) -> list[str]:
    """What all were told with some commands, oldest first."""
    names = [person.name for person in table_selectors.people_at(place.game)]
    lines = lines_of([step._replace(whispers=()) for step in told], names, place.number)
    return [line.words for line in reversed(lines) if line.kind == "event"]
