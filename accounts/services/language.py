"""The language of a user."""

from accounts.models import User


def choose(*, user: User, language: str) -> None:
    """Store the language of a user, which applies to mails and notifications too."""
    user.language = language
    user.save(update_fields=["language"])
