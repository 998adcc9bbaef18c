"""Who may do what where: for every address of the site and both methods, how each kind of person is answered."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.addresses import registry
from tests.security.scene import APART, CODES, EVERYBODY, OUT, SEATED

GROUPS = {
    "out": OUT,
    "seated": SEATED,
    "apart": APART,
    "guests": tuple(kind for kind in SEATED if kind != "host"),
    "unasked": tuple(kind for kind in APART if kind != "invited"),
    "staffed": ("staff", "staff_seated", "superuser", "superuser_seated"),
    "aides": ("staff", "staff_seated"),
    "sitters": ("staff_seated", "superuser_seated"),
    "heads": ("superuser", "superuser_seated"),
}


class AccessRule(NamedTuple):
    """An address about a table: by method, how each kind is answered there, and with how many statements at most."""

    name: str
    code: str
    answers: dict[str, dict[str, str]]
    queries: Mapping[str, int]


def access_rules() -> list[AccessRule]:
    """One rule for each address and table, in the order of the registry. The others are asked while a table runs."""
    return [
        AccessRule(entry.name, code, {"GET": _answers(lines.got), "POST": _answers(lines.posted)}, entry.queries)
        for entry in registry().values()
        for lines in entry.answers
        for code in lines.codes or (CODES[1],)
    ]


def _answers(text: str) -> dict[str, str]:
    usual, *others = text.split()
    answers = dict.fromkeys(EVERYBODY, usual)
    for other in others:
        who, _, answer = other.partition("=")
        answers |= dict.fromkeys(GROUPS.get(who, (who,)), answer)
    return answers
