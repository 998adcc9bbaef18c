"""What happens among people and is of interest to other applications, which this one knows nothing of."""

from django.dispatch import Signal

friend_asked = Signal()
"""Somebody has asked somebody else to be a friend: `asker`, `other`. Sent within the transaction of the ask."""

mails_asked = Signal()
"""There are mails about accounts to be sent. Sent within the transaction that writes them."""

farewell = Signal()
"""Somebody deletes their account: `user`. Sent within the transaction, while the row is still as it was."""

clocks_asked = Signal()
"""Until when do clocks run that may have been set by the vacation days of `user`? Receivers answer with a moment, or
None where no such clock runs. With `hold` they let none begin until the transaction ends."""
