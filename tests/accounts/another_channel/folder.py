"""Telling by a file in a folder of one's own: all that a second channel takes."""

from pathlib import Path

from django.db.models import Q

from accounts.channels import Channel, Hint, Letter, NotSentError, Trouble
from accounts.models import User

ROOT = Path()
"""Where the folders of people are."""


def reaches(user: User) -> bool:
    """Whether a user has a folder."""
    return (ROOT / user.username).is_dir()


def reachable(path: str) -> Q:
    """People who have a folder."""
    return Q(**{f"{path}username__in": [folder.name for folder in ROOT.glob("*")]})


def send(letter: Letter) -> None:
    """Write a letter into the folder of its receiver; one that is shut takes none, and neither does a lost disk."""
    if not ROOT.exists():
        raise NotSentError(Trouble.AWAY, away=True, received=False)
    if (ROOT / letter.to.username / "shut").exists():
        raise NotSentError(Trouble.REFUSED, "shut", lasting=True)
    (ROOT / letter.to.username / letter.id).write_text(f"{letter.subject}\n{letter.text}", encoding="utf-8")


def missing(user: User) -> Hint | None:
    """What a user without a folder has to do."""
    return None if reaches(user) else Hint("You have no folder.", "/folders/", "Make one")


CHANNEL = Channel(
    name="folder",
    short="Folder",
    reaches=reaches,
    reachable=reachable,
    send=send,
    missing=missing,
    troubles=dict.fromkeys(Trouble, "it is shut"),
    failing=lambda reason: Hint(f"Nothing gets into your folder: {reason}.", "/folders/", "Open it"),
)
