"""What templates say of how soon people answer."""

from django import template

from accounts.models import User
from games.selectors import paces

register = template.Library()


@register.filter
def pace_words(person: User) -> list[str]:
    """How soon a person mostly answers and how often they miss a turn, in a line each; nothing unless they agree."""
    return paces.shown_words(person)
