"""What happens among people and is of interest to other applications, which this one knows nothing of."""

from django.dispatch import Signal

friend_asked = Signal()
"""Somebody has asked somebody else to be a friend: `asker`, `other`. Sent within the transaction of the ask."""

farewell = Signal()
"""Somebody deletes their account: `user`, and the `name` that takes the place of theirs. Sent within the transaction,
while the row is still as it was.
"""
