"""How the ballots of a motion are counted: how many are needed, and what wins (R96). Arithmetic alone."""

from collections.abc import Mapping

YES, NO, NONE = "yes", "no", "none"
WAIT, BOT, LINK, END = "wait", "bot", "link", "end"


def more_than_half(voters: int) -> int:
    """How many of so many people are most of them.

    >>> [more_than_half(voters) for voters in (1, 2, 3, 4, 5, 10)]
    [1, 2, 2, 3, 3, 6]
    """
    return voters // 2 + 1


def all_but_one(voters: int) -> int:
    """How many of so many people are nearly all of them; where they are few, all.

    >>> [all_but_one(voters) for voters in (1, 2, 3, 4, 5, 10)]
    [1, 2, 3, 3, 4, 9]
    """
    return voters - 1 if voters >= 4 else voters


def everybody(voters: int) -> int:
    """How many of so many people are all of them."""
    return voters


def yes_of_most(ballots: Mapping[str, int], voters: int) -> str:
    """``yes`` when more than half are for it, else ``none``.

    >>> yes_of_most({"yes": 2}, 4), yes_of_most({"yes": 3}, 4)
    ('none', 'yes')
    """
    return YES if ballots.get(YES, 0) >= more_than_half(voters) else NONE


def yes_of_nearly_all(ballots: Mapping[str, int], voters: int) -> str:
    """``yes`` when nearly all are for it, else ``none``.

    >>> yes_of_nearly_all({"yes": 3}, 5), yes_of_nearly_all({"yes": 4}, 5)
    ('none', 'yes')
    """
    return YES if ballots.get(YES, 0) >= all_but_one(voters) else NONE


def yes_of_all(ballots: Mapping[str, int], voters: int) -> str:
    """``yes`` when all are for it, else ``none``.

    >>> yes_of_all({"yes": 2}, 3), yes_of_all({"yes": 3}, 3)
    ('none', 'yes')
    """
    return YES if ballots.get(YES, 0) >= voters else NONE


def what_most_choose(ballots: Mapping[str, int], voters: int) -> str:
    """What most choose for a seat, of equals the gentlest; the end takes nearly all; ``none`` when nobody votes.

    >>> what_most_choose({"link": 1, "bot": 1}, 4), what_most_choose({}, 4)
    ('bot', 'none')
    >>> what_most_choose({"end": 2, "link": 1}, 4), what_most_choose({"end": 3}, 4)
    ('link', 'end')
    """
    if ballots.get(END, 0) >= all_but_one(voters):
        return END
    most = max((WAIT, BOT, LINK), key=lambda choice: ballots.get(choice, 0))  # of equals the first, which is gentlest
    return most if ballots.get(most) else NONE
