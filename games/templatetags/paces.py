"""The pace of users, for templates."""

from django import template

from accounts.models import User
from games.selectors import paces

register = template.Library()


@register.filter
def pace_words(person: User) -> list[str]:
    """Return how soon a user usually answers and how often they miss a turn, as lines; nothing unless they agree."""
    return paces.shown_words(person)
