"""Guests for tests: one who has tried a round, whose session it is, a link to a table."""

from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clock
from games.models import Game, Invitation

TRY = reverse("games:try")


def tries(**headers: Any) -> Client:
    """A stranger who has tried a round."""
    client = Client(**headers)
    assert client.post(TRY).status_code == 302
    return client


def who(client: Client) -> User:
    """Whose session it is."""
    return User.objects.get(pk=client.session["_auth_user_id"])


def link_to(game: Game, **fields: Any) -> Invitation:
    """A link to an open table, from its host."""
    assert game.host is not None
    return Invitation.objects.create(game=game, by=game.host, expires_at=clock.now() + timedelta(days=1), **fields)
