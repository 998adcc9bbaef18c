"""What happens among people and is of interest to other applications, which this one knows nothing of."""

from django.dispatch import Signal

friend_asked = Signal()
"""Somebody has asked somebody else to be a friend: `asker`, `other`. Sent within the transaction of the ask."""
