"""`manage.py demo`: people and tables to look around with, made once, while the site has no users."""

import secrets
from itertools import combinations
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import friends
from games import bots
from games.models import Game, Joining, Seat, TableOptions
from games.rules.table import Ruleset
from games.rules.view import view
from games.services import beginning, lobby, moves

NAME, PASSWORD = "Ann", "lantern-and-pickaxe"
KEEPER = "warden"
MOVES_OF_A_TABLE_IN_MID_GAME = 24
LONGEST_GAME = 400


class Command(BaseCommand):
    """Ann and her friends: a table that waits for her, one in mid-game, one that is over, two that are still open."""

    help = "Makes demo people and tables if there are no people yet, and says how to log in."

    def handle(self, **options: Any) -> None:
        """Make what is not there, and say how to log in; nothing on a site of real people."""
        if not User.objects.filter(is_bot=False).exists():
            password = secrets.token_urlsafe(12)
            with transaction.atomic():
                make(password)
            self.stdout.write(_("Made people and tables to look around with."))
            self.stdout.write(
                _("For the admin pages log in as %(name)s with the password %(password)s (shown this once).")
                % {"name": KEEPER, "password": password}
            )
        ann = User.objects.filter(username=NAME).first()
        if ann is not None and ann.check_password(PASSWORD):
            words = _("To play log in as %(name)s with the password %(password)s.")
            self.stdout.write(words % {"name": NAME, "password": PASSWORD})


def make(password: str) -> None:
    """All people and tables; ``password`` is that of the keeper, who alone sees the admin pages."""
    User.objects.create_superuser(KEEPER, password=password)
    ann = User.objects.create_user(NAME, password=PASSWORD)
    bo, cy, dee = (User.objects.create_user(name) for name in ("Bo", "Cy", "Dee"))
    for one, other in combinations((ann, bo, cy, dee), 2):
        friends.ask(asker=one, other=other)
        friends.accept(user=other, asker=one)
    play(set_up(ann, _("Old lode"), rounds=2), LONGEST_GAME)
    play(set_up(bo, _("Friday dwarves"), ann, cy), MOVES_OF_A_TABLE_IN_MID_GAME, until=bo)
    play(set_up(ann, _("Lunch break mine")), 0, until=ann)
    set_up(cy, _("Open pit"), joining=Joining.ANYONE, start=False)
    invited = set_up(bo, _("Sunday shift"), dee, start=False)
    lobby.invite(by=bo, code=invited.code, user=ann)


def set_up(
    host: User, name: str, *others: User, joining: str = Joining.FRIENDS, rounds: int = 3, start: bool = True
) -> Game:
    """A table of five seats, with bots on the free ones."""
    options = TableOptions(name=name, ruleset=Ruleset(rounds=rounds), joining=joining, guests_welcome=False)
    game = lobby.set_up(host=host, options=options)
    for other in others:
        lobby.join(user=other, code=game.code)
    return beginning.start(host=host, code=game.code) if start else game


def play(game: Game, many: int, until: User | None = None) -> None:
    """Let everybody move as bots do, so many times and then until a person is awaited or the game is over."""
    for made in range(LONGEST_GAME):
        waiting = Seat.objects.filter(game=game, awaited_since__isnull=False).select_related("user").first()
        if waiting is None or (made >= many and (until is None or waiting.user_id == until.pk)):
            return
        _move(game)


def _move(game: Game) -> None:
    loaded = moves.locked(pk=game.pk)
    seat = next(seat for seat in loaded.seats if seat.awaited_since)
    seen = view(loaded.state.public, loaded.state.seats[seat.number])
    moves.carry_out(loaded, seat.number, bots.choose(seen, secrets.randbelow), user=seat.user)
