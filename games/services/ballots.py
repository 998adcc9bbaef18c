"""How the ballots of a motion are counted: who has a vote, how many are needed, and what wins (R96). Arithmetic alone.

A seat that rests (asleep, or played by a bot for its person) has no vote while it rests. A seat that was left for good
belongs to a bot, which never has one. So that no one wins by waiting until the others sleep, ending a game and giving a
seat to another person take two ballots at least where four or more seats have people (`MANY`).
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.models import Seat
from games.sheets.motions import VoteChoice

MANY = 4
"""From so many seats of people on, one ballot alone neither ends a game nor gives a seat away."""


class Electorate(NamedTuple):
    """How many seats have a vote in a motion, how many seats of its table have people, resting or not, and how many of
    those would have a vote if they did not rest."""

    voters: int
    people: int
    resting: int = 0

    @property
    def at_least(self) -> int:
        """How many ballots it takes at least to end the game or to give a seat away."""
        return 2 if self.people >= MANY else 1


def electorate_of(seats: Iterable[tuple[int, bool, str]], about: int | None) -> Electorate:
    """Who decides a motion ``about`` a seat or about none; each seat is its number, whether a bot has it, how it rests.

    >>> electorate_of([(0, False, ""), (1, False, "asleep"), (2, True, ""), (3, False, "")], about=3)
    Electorate(voters=1, people=3, resting=1)
    """
    people = [(number, resting) for number, is_bot, resting in seats if not is_bot]
    asked = [resting for number, resting in people if number != about]
    return Electorate(asked.count(""), len(people), len(asked) - asked.count(""))


def electorate_at(seats: Iterable[Seat], about: int | None) -> Electorate:
    """The same, of the rows of a table."""
    return electorate_of(((seat.number, seat.user.is_bot, seat.resting) for seat in seats), about)


# -- how many are needed


def more_than_half(electorate: Electorate) -> int:
    """How many are more than half of those who have a vote. One who is alone decides.

    >>> [more_than_half(Electorate(voters, 10)) for voters in (1, 2, 3, 4, 5, 10)]
    [1, 2, 2, 3, 3, 6]
    """
    return electorate.voters // 2 + 1


def all_but_one(electorate: Electorate) -> int:
    """How many are nearly all of those who have a vote; where they are few, all.

    >>> [all_but_one(Electorate(voters, 10)) for voters in (1, 2, 3, 4, 5, 10)]
    [2, 2, 3, 3, 4, 9]
    >>> all_but_one(Electorate(1, 3))
    1
    """
    voters = electorate.voters
    return max(electorate.at_least, voters - 1 if voters >= MANY else voters)


def everybody(electorate: Electorate) -> int:
    """How many are all of those who have a vote."""
    return max(1, electorate.voters)


# -- what wins


def yes_of_most(ballots: Mapping[str, int], electorate: Electorate) -> VoteChoice:
    """A yes when more than half are for it, else nothing.

    >>> print(yes_of_most({"yes": 2}, Electorate(4, 4)), yes_of_most({"yes": 3}, Electorate(4, 4)))
    none yes
    """
    return _yes_of(more_than_half(electorate), ballots)


def yes_of_nearly_all(ballots: Mapping[str, int], electorate: Electorate) -> VoteChoice:
    """A yes when nearly all are for it, else nothing.

    >>> print(yes_of_nearly_all({"yes": 3}, Electorate(5, 5)), yes_of_nearly_all({"yes": 4}, Electorate(5, 5)))
    none yes
    """
    return _yes_of(all_but_one(electorate), ballots)


def yes_of_all(ballots: Mapping[str, int], electorate: Electorate) -> VoteChoice:
    """A yes when all are for it, else nothing.

    >>> print(yes_of_all({"yes": 2}, Electorate(3, 3)), yes_of_all({"yes": 3}, Electorate(3, 3)))
    none yes
    """
    return _yes_of(everybody(electorate), ballots)


def _yes_of(needed: int, ballots: Mapping[str, int]) -> VoteChoice:
    return VoteChoice.YES if ballots.get(VoteChoice.YES, 0) >= needed else VoteChoice.NONE


def what_most_choose(ballots: Mapping[str, int], electorate: Electorate) -> VoteChoice:
    """What most choose for a seat, of equals the gentlest; the end takes nearly all; nothing without a ballot.

    >>> three, alone = Electorate(3, 4), Electorate(1, 4)
    >>> print(what_most_choose({"link": 1, "bot": 1}, three), what_most_choose({}, three))
    bot none
    >>> print(what_most_choose({"end": 2, "link": 2}, Electorate(4, 5)), what_most_choose({"end": 3}, three))
    link end
    >>> print(what_most_choose({"link": 1}, alone), what_most_choose({"bot": 1}, alone))
    none bot
    """
    if ballots.get(VoteChoice.END, 0) >= all_but_one(electorate):
        return VoteChoice.END
    gentlest_first = [VoteChoice.WAIT, VoteChoice.BOT]
    if ballots.get(VoteChoice.LINK, 0) >= electorate.at_least:
        gentlest_first.append(VoteChoice.LINK)
    most = max(gentlest_first, key=lambda choice: ballots.get(choice, 0))  # of equals the first
    return most if ballots.get(most) else VoteChoice.NONE
