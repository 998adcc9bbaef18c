"""How worlds are compared at every address of the site, and by which visitors: what the registry says, by chapters.

Words in braces in queries and forms are places, filled by `Watcher.places`. What a form does is undone.
"""

from typing import NamedTuple

from tests.addresses import registry

SEATED = ("player", "staff_seated", "superuser_seated")
STAFFED = ("staff", "superuser", "staff_seated", "superuser_seated")
EVERYBODY = ("player", "former", "spectator", "stranger", "anonymous", *STAFFED)
"""Those who look: see `look.Watcher`. Who is seated on the staff looks as a player first, and then with power."""
GROUPS = {
    "everybody": EVERYBODY,
    "staffed": STAFFED,
    "superusers": ("superuser", "superuser_seated"),
    "not-superuser": ("staff", "staff_seated", "superuser_seated"),
}

CHAPTERS = {
    "table": ("everybody",),
    "talk": ("everybody",),
    "deeds": ("everybody",),
    "site": ("player", "anonymous"),
    "people": ("player", "stranger", "anonymous"),
    "account": ("player", "anonymous"),
    "admin": ("staffed", "player"),
    "desk": ("staffed", "player"),
}
"""Who comes to the addresses of a chapter."""

SEES_ALL = ("admin:games_game_open", "superuser")
"""Who opens a running table sees all that is hidden, and it is written down: there are no two worlds to them (R94)."""


class Address(NamedTuple):
    """An address: its chapter and name, the queries and forms that are tried, and by which visitors."""

    chapter: str
    name: str
    queries: tuple[str, ...]
    forms: tuple[str, ...]
    by: tuple[str, ...]


def addresses() -> list[Address]:
    """What the registry says of comparing, chapter by chapter."""
    return [
        Address(chapter, entry.name, lines.queries, lines.forms, _people(lines.by or usual))
        for chapter, usual in CHAPTERS.items()
        for entry in registry().values()
        for lines in entry.compared
        if chapter in lines.chapters
    ]


def _people(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for word in words for one in GROUPS.get(word, (word,))))


ADDRESSES = addresses()
