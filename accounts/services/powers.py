"""Access of staff to accounts of others: who may change them, and how players are notified of it.

A staff member who sets a password or an address can play in a user's name and see their hand. So they cannot change
people they share a table with, and a player's tables are notified of each new access to the player's account.
"""

from typing import Any

from accounts.models import User
from accounts.signals import tables_asked, way_in_made


def may_touch(by: User, person: User) -> bool:
    """Return whether a staff member may change, deactivate or delete an account.

    Always their own; never that of a person they share a table with; that of staff only if they are superusers.
    """
    if by.pk == person.pk:
        return True
    if (person.is_staff or person.is_superuser) and not by.is_superuser:
        return False
    return not share_a_table(by, person)


def share_a_table(one: User, other: User) -> bool:
    """Return whether two users sit at the same open or running table."""
    mine, theirs = (_tables_of(person) for person in (one, other))
    return not mine.isdisjoint(theirs)


def _tables_of(person: User) -> set[int]:
    answers: list[Any] = tables_asked.send(sender=User, user=person)
    return {table for _receiver, tables in answers for table in tables}


def tell_tables(person: User, *, by: User | None) -> None:
    """Notify a player's tables of a new access to the player's account. To be called within a transaction.

    ``by`` made it; None means the operator at the server. Changes by the player are not notified.
    """
    if by is None or by.pk != person.pk:
        way_in_made.send(sender=User, user=person, by=by)
