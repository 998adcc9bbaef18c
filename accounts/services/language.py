"""The language in which the site speaks to a user."""

from accounts.models import User


def choose(*, user: User, language: str) -> None:
    """Keep the language of a person; their letters and notifications speak it too."""
    user.language = language
    user.save(update_fields=["language"])
