"""Who looks at a table from where: those who sit there, and people beside it with all sorts of power."""

from typing import NamedTuple

from accounts.models import User
from games.models import Game
from tests.factories import UserFactory
from tests.games import staff
from tests.secrecy.pages.controlled_site import ControlledSite
from tests.secrecy.pages.look import Watcher
from tests.secrecy.pages.places import STRANGER
from tests.secrecy.pages.wardrobe import PLAIN, Outfit


class Bystanders(NamedTuple):
    """A stranger to the table, and two staff members without a seat."""

    stranger: User
    staff: User
    superuser: User


def bystanders() -> Bystanders:
    """People for beside a table; and Mia, who may sit down later."""
    UserFactory.create(username="Mia", email="mia@example.org")
    return Bystanders(
        UserFactory.create(username=STRANGER, email="zoe@example.org"),
        staff.viewer(UserFactory.create(username="Ivy", email="ivy@example.org")),
        UserFactory.create(username="Max", email="max@example.org", is_staff=True, is_superuser=True),
    )


def watcher(
    kind: str,
    site: ControlledSite,
    game: Game,
    seated: tuple[User, User],
    beside: Bystanders,
    *,
    thorough: int = 6,
    outfit: Outfit = PLAIN,
) -> Watcher:
    """A visitor of a kind at a table; ``seated``: the player who looks, and the neighbour who may once have sat there.

    See `look.Watcher` for the kinds.
    """
    player, neighbour = seated
    persons = {
        "anonymous": None,
        "scraper": None,
        "former": neighbour,
        "stranger": beside.stranger,
        "spectator": beside.stranger,
        "staff": beside.staff,
        "superuser": beside.superuser,
    }
    return Watcher(site, game, kind, persons.get(kind, player), thorough=thorough, outfit=outfit)
