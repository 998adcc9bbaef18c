"""People with and without a door to the admin, and the addresses of games there."""

from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clock
from games.models import Complaint, Game, Invitation, Motion, Move, Notice, Peek, Seat, TableChat, TableSecret, Word
from games.services import peeks
from tests.factories import TableChatFactory, UserFactory
from tests.games.tables import browser_of, do, in_position, seats_of

MODELS = ("game", "seat", "move", "notice", "motion", "invitation", "peek", "tablechat", "complaint")
REASON = "Bo says that a card is missing"
HANDS = {"A": ["NS", "EW", "map"], "B": ["break:cart", "NE", "rockfall"], "C": ["NW", "ESW", "repair:cart"]}
ROLES = {"A": "saboteur", "B": "digger", "C": "digger"}
GOALS = {"8,-2": "gold", "8,0": "stone-a", "8,2": "stone-b"}


def permitted(user: User, *codenames: str) -> User:
    """A staff member with permissions."""
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="games", codename__in=codenames))
    return User.objects.get(pk=user.pk)


def viewer(user: User, *more: str) -> User:
    """A staff member who may view all rows of games, and more."""
    return permitted(user, *(f"view_{model}" for model in MODELS), *more)


def page(game: Game) -> str:
    return reverse("admin:games_game_change", args=[game.pk])


def deed(name: str, game: Game) -> str:
    return reverse(f"admin:games_game_{name}", args=[game.pk])


def lists() -> list[str]:
    return [reverse(f"admin:games_{model}_changelist") for model in MODELS]


def pages_of_rows(game: Game) -> list[str]:
    """Every page that looks at a row of a game, its history too."""
    host = User.objects.filter(username="Looker").first() or UserFactory.create(username="Looker", is_superuser=True)
    peeks.open_table(game_id=game.pk, by=host, reason=REASON)
    Invitation.objects.create(game=game, by=host, to=host, expires_at=clock.now())
    if not game.motions.exists():
        game.motions.create(matter="end", by=0, closes_at=clock.now()).ballots.create(seat=0, choice="yes")
    TableChat.objects.filter(game=game).first() or TableChatFactory.create(game=game, by=host)
    models = (Seat, Move, Notice, Motion, Invitation, Peek, TableChat)
    rows = [game, *(model.objects.filter(game=game).first() for model in models), complaint_at(game)]
    return [
        reverse(f"admin:games_{model}_{what}", args=[row.pk])
        for model, row in zip(MODELS, rows, strict=True)
        for what in ("change", "history")
        if row is not None
    ]


def complaint_at(game: Game) -> Complaint:
    """A reported chat message."""
    people = User.objects.filter(seats__game=game).order_by("seats__number")
    words = {"seat": 0, "seq": game.seq, "round": 0, "kind": "text", "text": "Rude words.", "after": 0}
    word, _ = Word.objects.get_or_create(game=game, number=1, defaults={"user": people[0], **words})
    Game.objects.filter(pk=game.pk, words=0).update(words=1)
    return Complaint.objects.get_or_create(word=word, by=people[1], words=word.text, reason="They are rude.")[0]


def everybody(game: Game) -> dict[str, Client]:
    """One browser for each kind of person there is; Ann, Bo and Cy sit at the table."""
    ann, bo, cy = User.objects.filter(seats__game=game).order_by("username")
    bo.is_staff = bo.is_superuser = True
    bo.save()
    return {
        "anonymous": Client(),
        "player": browser_of(UserFactory.create()),
        "player seated": browser_of(ann),
        "staff without permissions": browser_of(permitted(UserFactory.create())),
        "staff": browser_of(viewer(UserFactory.create())),
        "staff seated": browser_of(viewer(cy, "open_closed_game", "repair_game")),
        "staff who may open": browser_of(viewer(UserFactory.create(), "open_closed_game")),
        "staff who may open but not look": browser_of(permitted(UserFactory.create(), "open_closed_game")),
        "staff who may repair": browser_of(viewer(UserFactory.create(), "repair_game")),
        "superuser seated": browser_of(bo),
        "superuser": browser_of(UserFactory.create(is_staff=True, is_superuser=True)),
        "superuser without the staff's door": browser_of(UserFactory.create(is_superuser=True)),
    }


def table(discarded: str = "NS", **script: Any) -> Game:
    """A running game in which Ann has discarded a card face down, and a staff person has looked at it since."""
    position = {"first": "A", "roles": ROLES, "hands": HANDS, "goals": GOALS} | script
    game = in_position(3, code="the-code-of-one", **position)
    do(game, f"A pass {discarded}")
    return game


def secrets_of(game: Game) -> list[str]:
    """Texts that tell a secret of a game, wherever they stand."""
    secret = TableSecret.objects.get(game=game)
    seats = seats_of(game)
    hands = [text for seat in seats for text in (seat.hand, str(tuple(seat.hand.split())), seat.share)]
    return [secret.seed, secret.state, *hands, *(seat.memory for seat in seats)]
