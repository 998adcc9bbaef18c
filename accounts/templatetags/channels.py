"""Template tags about the notification channels of the user."""

from typing import Any

from django import template

from accounts.channels import Hint
from accounts.channels.troubles import hints_for
from accounts.models import User

register = template.Library()


@register.filter
def troubles(user: Any) -> list[Hint]:
    """Hints about channels that do not reach the user; empty for anonymous visitors."""
    return hints_for(user) if isinstance(user, User) else []
