"""Private information shown to one player (R18, R41, R73): a sum type with one class for each kind.

Each use of a sight handles every kind: ``match`` with ``assert_never``, so that the type checker names each place where
a new kind is missing.
"""

from typing import assert_never

from msgspec import Struct


class GoalSight(Struct, frozen=True, tag="goal"):
    """The goal that lies face down on a square (R18)."""

    at: str
    goal: str


class ChestSight(Struct, frozen=True, tag="chest"):
    """The tunnel card that lies face down on a square, and the chest below it (R73)."""

    at: str
    card: str
    chest: str


class RoleSight(Struct, frozen=True, tag="role"):
    """The role of a seat (R41, R73)."""

    seat: int
    role: str


Sight = GoalSight | ChestSight | RoleSight
Subject = str | int
"""The subject of a sight: a square, or a seat."""


def subject_of(sight: Sight) -> Subject:
    """Return the subject of a sight."""
    match sight:
        case GoalSight(at=at) | ChestSight(at=at):
            return at
        case RoleSight(seat=seat):
            return seat
        case _:
            assert_never(sight)
