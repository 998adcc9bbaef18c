"""Refusals of the rules as data: a code, the rule's number and its subjects. The site turns them into sentences.

And errors for unreadable input.
"""

from msgspec import ValidationError


class Refused(Exception):
    """A command that the rules do not allow; nothing was changed.

    ``code`` names the reason, ``rule`` the number in ``docs/rules.md``, ``about`` the cards, squares, tools and seats
    that the sentence needs. Never holds anything that the one who sent the command may not know.
    """

    def __init__(self, code: str, rule: str, **about: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.about = about

    def __str__(self) -> str:
        details = " ".join(f"{key}={value}" for key, value in self.about.items())
        return f"{self.code} ({self.rule}) {details}".rstrip()


class Malformed(ValueError):
    """Text that is no valid command or record: names the word, and where it is."""


class NewerState(ValidationError):
    """A state that a later version of the site wrote, in a ``schema`` of which this version knows nothing.

    It is not read at all: what is left of it here would be written back without what is not known.
    """

    def __init__(self, schema: int) -> None:
        super().__init__(f"a later version of this site wrote this game, in schema {schema}; update the site to go on")
        self.schema = schema
