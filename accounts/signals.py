"""What happens among people and is of interest to other applications, which this one knows nothing of."""

from django.dispatch import Signal

friend_asked = Signal()
"""Somebody has asked somebody else to be a friend: `asker`, `other`. Sent within the transaction of the ask."""

mails_asked = Signal()
"""There are mails about accounts to be sent. Sent within the transaction that writes them."""

farewell = Signal()
"""Somebody deletes their account: `user`. Sent within the transaction, while the row is still as it was."""

tables_asked = Signal()
"""At which tables, open or running, does `user` sit? Receivers answer with a set of keys."""

way_in_made = Signal()
"""Whoever is not `user` can get into their account from now on, by a link, a password or an address: `by` has made it,
None for somebody at the server. Sent within the transaction."""

clocks_asked = Signal()
"""Until when do clocks run that may have been set by the vacation days of `user`? Receivers answer with a moment, or
None where no such clock runs. With `hold` they let none begin until the transaction ends."""
