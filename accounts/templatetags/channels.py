"""What a page tells a person about the channels by which they are told things."""

from typing import Any

from django import template

from accounts.channels import Hint
from accounts.channels.troubles import hints_for
from accounts.models import User

register = template.Library()


@register.filter
def troubles(user: Any) -> list[Hint]:
    """What a user is told about channels that do not reach them; nothing if they are not signed in."""
    return hints_for(user) if isinstance(user, User) else []
