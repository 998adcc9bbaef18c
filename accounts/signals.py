"""What happens among people and may interest other applications. This one does not know them."""

from django.dispatch import Signal

friend_asked = Signal()
"""`asker` has asked `other` to be a friend. Sent within the transaction of the ask."""

mails_asked = Signal()
"""There are mails about accounts to be sent. Sent within the transaction that writes them."""

tests_asked = Signal()
"""There is a test message to be sent. Sent within the transaction that asks for it."""

farewell = Signal()
"""`user` deletes their account. Sent within the transaction, while the row is still as it was."""

tables_asked = Signal()
"""At which open or running tables does `user` sit? Receivers answer with a set of keys of tables."""

way_in_made = Signal()
"""There is a new way into the account of `user`, made by another: a link, a password or an address.

`by` made it; None means the operator at the server. Sent within the transaction."""

clocks_asked = Signal()
"""Some clocks that run may have been set by vacation days of `user`. When does the last of them end?

Receivers answer with a moment, or None if there is no such clock. With `hold` they let none begin until the transaction
ends."""

pace_asked = Signal()
"""What is typical of the turns of `user`? Receivers answer with a sentence for this person, or ""."""
