"""Signals of this application for others, which it does not know."""

from django.dispatch import Signal

friend_asked = Signal()
"""`asker` has sent `other` a friend request. Sent within its transaction."""

mails_asked = Signal()
"""There are mails about accounts to be sent. Sent within the transaction that stores them."""

tests_asked = Signal()
"""There is a test message to be sent. Sent within the transaction that stores it."""

farewell = Signal()
"""`user` deletes their account. Sent within the transaction, before the row changes."""

tables_asked = Signal()
"""The open or running tables of `user`: receivers return a set of ids of tables."""

tables_together_asked = Signal()
"""The open and running tables at which `user` sits with `others`: receivers return their names by the id of the other
user."""

way_in_made = Signal()
"""There is a new access to the account of `user`, made by another user: a link, a password or an address.

`by` made it; None means the operator at the server. Sent within the transaction."""

clocks_asked = Signal()
"""The end of the last running clock of `user` whose deadline may include vacation days.

Receivers return a time, or None if there is no such clock. With `hold` no such clock starts until the transaction
ends."""

pace_asked = Signal()
"""The typical pace of `user`: receivers return a sentence for this user, or ""."""

invitation_asked = Signal()
"""Whether the page at the address `name` with the parts `of` (as `resolve` finds them) is a valid invitation: receivers
return a boolean."""
