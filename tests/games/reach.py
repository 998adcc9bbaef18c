"""Everything that a player can send by following the links of a table's page, read back as commands.

`reachable` walks the page as `table_page` makes it, without requests: from each choice to all choices it links to, and
of each form every way in which it can be sent.
"""

from collections.abc import Iterator
from itertools import combinations

from django.http import QueryDict

from games.forms.moves import fields_of, read_choice, read_move, standing
from games.rules.commands import Command
from games.rules.view import PlayerView
from games.selectors.table import Person
from games.tableau.choice import TRADE
from games.tableau.links import Links
from games.tableau.table import TablePage, table_page

CODE, PERSON = "reach", 1
LINKS = Links(CODE, PERSON)
_MOST_PAGES = 2000


def query_of(fields: list[tuple[str, str]]) -> QueryDict:
    """Fields as they come with a request."""
    query = QueryDict(mutable=True)
    for name, value in fields:
        query.appendlist(name, value)
    return query


def page_of(view: PlayerView, address: str, *, at_once: bool = False) -> TablePage:
    """The page of an address."""
    people = [Person(number, f"P{number}", number) for number in range(view.public.seats)]
    choice = read_choice(QueryDict(address.partition("?")[2]), CODE, PERSON)
    return table_page(view, LINKS, people, (), choice=choice, at_once=at_once)


def addresses_on(page: TablePage) -> set[str]:
    """Where the page leads; squares that only say why they are not lit are left out, they hold no form."""
    spots = {spot.href for spot in page.mine.spots if not spot.link.lower().endswith("why?")}
    rows = {row.href for row in page.rows}
    return {*spots, *rows, *(way.href for way in page.bar.ways), *(held.href for held in page.hand)} - {""}


def sent_from(page: TablePage) -> Iterator[Command]:
    """Every command that the forms of a page can send."""
    if not page.mine_to_move:
        return
    fields = [*standing(LINKS, 0), *fields_of(page.picked, LINKS)]
    for answer in page.bar.answers:
        yield read_move(query_of([*fields, ("answer", answer.value)]), CODE, PERSON).command
    if page.bar.most:
        ticks = [held.token for held in page.hand]
        for count in [2] if page.picked.mode == TRADE else range(1, page.bar.most + 1):
            for chosen in set(combinations(ticks, count)):
                ticked = [*fields, *(("card", token) for token in chosen)]
                yield read_move(query_of(ticked), CODE, PERSON).command
    elif page.bar.button and not page.bar.answers:
        yield read_move(query_of(fields), CODE, PERSON).command
    for spot in page.mine.spots:
        if spot.value:
            yield read_move(query_of([*fields, ("at", spot.value)]), CODE, PERSON).command


def reachable(view: PlayerView) -> set[Command]:
    """All commands that can be sent from the pages that following links leads to."""
    found: set[Command] = set()
    known, todo = {LINKS.table}, [LINKS.table]
    while todo:
        assert len(known) < _MOST_PAGES
        page = page_of(view, todo.pop())
        found |= set(sent_from(page))
        new = addresses_on(page) - known
        known |= new
        todo += new
    return found
