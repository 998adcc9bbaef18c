"""Counting the ballots of a motion: which seats have a vote, how many are needed, and which choice wins (R96).

A seat that rests (asleep, or a bot stands in for its player) has no vote. A seat that a player has left for good
belongs to a bot, which never has one. A player must not win by waiting until the others sleep. So where four or more
seats have people (`MANY`), ending a game or giving a seat to another player takes at least two ballots.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.models import Seat
from games.sheets.motions import VoteChoice

MANY = 4
"""With at least this many seats of people, one ballot alone neither ends a game nor gives a seat away."""


class Electorate(NamedTuple):
    """The number of seats with a vote in a motion, the number of seats with people, resting or not, and the number of
    resting seats that would otherwise have a vote."""

    voters: int
    people: int
    resting: int = 0

    @property
    def at_least(self) -> int:
        """Return the least number of ballots that ends the game or gives a seat away."""
        return 2 if self.people >= MANY else 1


def electorate_of(seats: Iterable[tuple[int, bool, str]], about: int | None) -> Electorate:
    """Return the electorate of a motion ``about`` a seat or none; each seat is given by number, is-bot, and resting.

    >>> electorate_of([(0, False, ""), (1, False, "asleep"), (2, True, ""), (3, False, "")], about=3)
    Electorate(voters=1, people=3, resting=1)
    """
    people = [(number, resting) for number, is_bot, resting in seats if not is_bot]
    asked = [resting for number, resting in people if number != about]
    return Electorate(asked.count(""), len(people), len(asked) - asked.count(""))


def electorate_at(seats: Iterable[Seat], about: int | None) -> Electorate:
    """Return the electorate from the rows of a table."""
    return electorate_of(((seat.number, not seat.user.is_person, seat.resting) for seat in seats), about)


# -- how many are needed


def more_than_half(electorate: Electorate) -> int:
    """Return the least number that is more than half of the voters. A single voter decides alone.

    >>> [more_than_half(Electorate(voters, 10)) for voters in (1, 2, 3, 4, 5, 10)]
    [1, 2, 2, 3, 3, 6]
    """
    return electorate.voters // 2 + 1


def all_but_one(electorate: Electorate) -> int:
    """Return the number that counts as nearly all of the voters: all but one, or all if there are few.

    >>> [all_but_one(Electorate(voters, 10)) for voters in (1, 2, 3, 4, 5, 10)]
    [2, 2, 3, 3, 4, 9]
    >>> all_but_one(Electorate(1, 3))
    1
    """
    voters = electorate.voters
    return max(electorate.at_least, voters - 1 if voters >= MANY else voters)


def everybody(electorate: Electorate) -> int:
    """Return the number of all voters."""
    return max(1, electorate.voters)


# -- what wins


def yes_of_most(ballots: Mapping[str, int], electorate: Electorate) -> VoteChoice:
    """Return yes if more than half of the voters are for it, else none.

    >>> print(yes_of_most({"yes": 2}, Electorate(4, 4)), yes_of_most({"yes": 3}, Electorate(4, 4)))
    none yes
    """
    return _yes_of(more_than_half(electorate), ballots)


def yes_of_nearly_all(ballots: Mapping[str, int], electorate: Electorate) -> VoteChoice:
    """Return yes if nearly all voters are for it, else none.

    >>> print(yes_of_nearly_all({"yes": 3}, Electorate(5, 5)), yes_of_nearly_all({"yes": 4}, Electorate(5, 5)))
    none yes
    """
    return _yes_of(all_but_one(electorate), ballots)


def yes_of_all(ballots: Mapping[str, int], electorate: Electorate) -> VoteChoice:
    """Return yes if all voters are for it, else none.

    >>> print(yes_of_all({"yes": 2}, Electorate(3, 3)), yes_of_all({"yes": 3}, Electorate(3, 3)))
    none yes
    """
    return _yes_of(everybody(electorate), ballots)


def _yes_of(needed: int, ballots: Mapping[str, int]) -> VoteChoice:
    return VoteChoice.YES if ballots.get(VoteChoice.YES, 0) >= needed else VoteChoice.NONE


def what_most_choose(ballots: Mapping[str, int], electorate: Electorate) -> VoteChoice:
    """Return the most frequent choice, on a tie the gentlest; none without ballots. Ending the game needs nearly all.

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
    most = max(gentlest_first, key=lambda choice: ballots.get(choice, 0))  # the first one on a tie
    return most if ballots.get(most) else VoteChoice.NONE
