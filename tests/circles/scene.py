"""Circles for tests."""

from collections.abc import Sequence

from accounts.models import User
from circles.models import Circle, CircleMember, CircleTable, Role, Season
from circles.services import seasons
from games import clock
from games.models import Game, TableOptions
from tests.games.tables import people


def circle_of(
    members: int | Sequence[User] = 3, name: str = "Friday dwarves", *, code: str = "", **options: object
) -> Circle:
    """A circle of these people (or the first ones of `tests.games.tables.NAMES`); the first one is its host."""
    users = people(members) if isinstance(members, int) else list(members)
    usual = TableOptions(name=name, **options)  # type: ignore[arg-type]
    circle = Circle.objects.create(name=name, options=usual.columns(), **({"code": code} if code else {}))
    for user in users:
        CircleMember.objects.create(circle=circle, user=user, role=Role.HOST if user == users[0] else Role.MEMBER)
    return circle


def with_table(circle: Circle, game: Game) -> CircleTable:
    """Let a table belong to a circle."""
    return CircleTable.objects.create(circle=circle, game=game)


def with_season(circle: Circle, token: str = "") -> Season:
    """A season of the whole year, shared by a link with this token."""
    today = clock.now().date()
    days = {"begins": today.replace(month=1, day=1), "ends": today.replace(month=12, day=31)}
    season = Season.objects.create(circle=circle, name="This year", shared=token, **days)
    seasons.sum_up(season.pk)
    return season
