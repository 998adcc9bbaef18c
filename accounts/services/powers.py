"""Power over the accounts of others: which of the staff have it, and that using it is seen.

A staff member who sets a password or an address can play in a user's name and see their hand. So none may change people
they share a table with. A player's tables are told of each new way into the player's account.
"""

from typing import Any

from accounts.models import User
from accounts.signals import tables_asked, way_in_made


def may_touch(by: User, person: User) -> bool:
    """Whether a staff member may change, deactivate or delete an account.

    Their own always. Never that of a person they share a table with. That of staff only if they are superusers.
    """
    if by.pk == person.pk:
        return True
    if (person.is_staff or person.is_superuser) and not by.is_superuser:
        return False
    return not share_a_table(by, person)


def share_a_table(one: User, other: User) -> bool:
    """Whether two sit at the same table, open or running."""
    mine, theirs = (_tables_of(person) for person in (one, other))
    return not mine.isdisjoint(theirs)


def _tables_of(person: User) -> set[int]:
    answers: list[Any] = tables_asked.send(sender=User, user=person)
    return {table for _receiver, tables in answers for table in tables}


def tell_tables(person: User, *, by: User | None) -> None:
    """Tell a player's tables that there is a new way into the player's account. Within a transaction.

    ``by`` made it; None means the operator at the server. Nothing is told of what players do themselves.
    """
    if by is None or by.pk != person.pk:
        way_in_made.send(sender=User, user=person, by=by)
