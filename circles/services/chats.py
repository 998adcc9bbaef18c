"""The chat of a circle: its host connects it and removes it; new tables get it."""

from django.db import transaction

from accounts.channels.formats import Fields, all_kinds, server_of
from accounts.models import User
from circles.models import Circle, CircleChat
from circles.services.entering import hosted
from games.models import Game, Status, TableChat
from saboteur_site.web import rates


@transaction.atomic
def put(*, host: User, code: str, kind: str, name: str, fields: Fields) -> CircleChat:
    """Post the public events of a circle's new tables to this chat, and to no other. Tables that are there keep theirs.

    Http404 for people who are not in the circle, PermissionDenied for all but its host, TooOftenError.
    """
    rates.check("chats", host.pk)
    circle, found = hosted(code, host), all_kinds()[kind]
    stored = {**fields, **found.makes()}
    new = {"by": host, "kind": kind, "name": name, "fields": stored, "server": server_of(found, stored)}
    return CircleChat.objects.update_or_create(circle=circle, defaults=new)[0]


@transaction.atomic
def remove(*, host: User, code: str) -> None:
    """Stop posting the tables of a circle to its chat, those that run too. Idempotent. Raises as `put`."""
    forget(hosted(code, host))


def forget(circle: Circle) -> None:
    """Delete the chat of a circle, and those of its tables that came from it."""
    chat = CircleChat.objects.filter(circle=circle).first()
    if chat is None:
        return
    going = circle.tables.filter(game__status__in=(Status.OPEN, Status.RUNNING)).values("game")
    copies = TableChat.objects.filter(game__in=going, by=chat.by_id, kind=chat.kind, server=chat.server)
    copies.filter(fields=chat.fields).delete()
    chat.delete()


def give(circle: Circle, game: Game) -> None:
    """Give a new table the chat of its circle."""
    chat = CircleChat.objects.filter(circle=circle).first()
    if chat is not None:
        same = {name: getattr(chat, name) for name in ("by", "kind", "name", "fields", "server")}
        TableChat.objects.create(game=game, seq=game.seq, **same)
