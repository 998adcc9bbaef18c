"""How the ballots of a motion are counted: how many are needed, and what wins (R96). Arithmetic alone."""

from collections.abc import Mapping

from games.sheets.motions import VoteChoice


def more_than_half(voters: int) -> int:
    """How many are more than half of some people.

    >>> [more_than_half(voters) for voters in (1, 2, 3, 4, 5, 10)]
    [1, 2, 2, 3, 3, 6]
    """
    return voters // 2 + 1


def all_but_one(voters: int) -> int:
    """How many are nearly all of some people; where they are few, all.

    >>> [all_but_one(voters) for voters in (1, 2, 3, 4, 5, 10)]
    [1, 2, 3, 3, 4, 9]
    """
    return voters - 1 if voters >= 4 else voters


def everybody(voters: int) -> int:
    """How many are all of some people."""
    return voters


def yes_of_most(ballots: Mapping[str, int], voters: int) -> VoteChoice:
    """A yes when more than half are for it, else nothing.

    >>> print(yes_of_most({"yes": 2}, 4), yes_of_most({"yes": 3}, 4))
    none yes
    """
    return VoteChoice.YES if ballots.get(VoteChoice.YES, 0) >= more_than_half(voters) else VoteChoice.NONE


def yes_of_nearly_all(ballots: Mapping[str, int], voters: int) -> VoteChoice:
    """A yes when nearly all are for it, else nothing.

    >>> print(yes_of_nearly_all({"yes": 3}, 5), yes_of_nearly_all({"yes": 4}, 5))
    none yes
    """
    return VoteChoice.YES if ballots.get(VoteChoice.YES, 0) >= all_but_one(voters) else VoteChoice.NONE


def yes_of_all(ballots: Mapping[str, int], voters: int) -> VoteChoice:
    """A yes when all are for it, else nothing.

    >>> print(yes_of_all({"yes": 2}, 3), yes_of_all({"yes": 3}, 3))
    none yes
    """
    return VoteChoice.YES if ballots.get(VoteChoice.YES, 0) >= voters else VoteChoice.NONE


def what_most_choose(ballots: Mapping[str, int], voters: int) -> VoteChoice:
    """What most choose for a seat, of equals the gentlest; the end takes nearly all; nothing when nobody votes.

    >>> print(what_most_choose({"link": 1, "bot": 1}, 4), what_most_choose({}, 4))
    bot none
    >>> print(what_most_choose({"end": 2, "link": 1}, 4), what_most_choose({"end": 3}, 4))
    link end
    """
    if ballots.get(VoteChoice.END, 0) >= all_but_one(voters):
        return VoteChoice.END
    gentlest_first = (VoteChoice.WAIT, VoteChoice.BOT, VoteChoice.LINK)
    most = max(gentlest_first, key=lambda choice: ballots.get(choice, 0))  # of equals the first
    return most if ballots.get(most) else VoteChoice.NONE
