"""The chat of a table: its host connects it, removes it, tests it, and resumes it after a pause.

It belongs to the host and is deleted when they leave, because former players must not read about a table.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.channels import chat
from accounts.channels.formats import Fields, all_kinds, server_of
from accounts.models import User
from accounts.services import chats as of_people
from games import clock
from games.models import Game, Status, TableChat
from games.rows import store
from games.services import open_tables
from saboteur_site.web import rates
from saboteur_site.web.declined import TooLateError


@transaction.atomic
def put(*, host: User, code: str, kind: str, name: str, fields: Fields) -> TableChat:
    """Post the public events of a table from now on to this chat, and to no other.

    Http404 without a seat there, PermissionDenied for all but the host, TooLateError, TooOftenError.
    """
    rates.check("chats", host.pk)
    rows = _hosted(host, code)
    game, found = rows.game, all_kinds()[kind]
    stored = {**fields, **found.makes()}
    TableChat.objects.filter(game=game).delete()
    target = TableChat.objects.create(
        game=game, by=host, kind=kind, name=name, fields=stored, server=server_of(found, stored), seq=game.seq
    )
    open_tables.save_change(rows)
    return target


@transaction.atomic
def remove(*, host: User, code: str) -> None:
    """Stop posting the events of a table. Idempotent. Raises as `put` does."""
    rows = _hosted(host, code)
    if TableChat.objects.filter(game=rows.game).delete()[0]:
        open_tables.save_change(rows)


def go_on(target: TableChat) -> None:
    """Resume a paused chat, beginning with the events since the pause."""
    TableChat.objects.filter(pk=target.pk).update(**chat.TAKEN, due_at=clock.now())


def renew_secret(target: TableChat) -> None:
    """Replace the secret of a chat whose kind has one; the old one becomes invalid."""
    of_people.renew_secret(target)


def try_out(target: TableChat) -> None:
    """Queue a test message to a chat. Raise TooOftenError when there were too many."""
    of_people.try_out(target, by=target.by_id)


def forget_at(game: Game, user: User) -> None:
    """Delete the chat of a table if it belongs to a player who leaves."""
    TableChat.objects.filter(game=game, by=user).delete()


def forget(user: User) -> None:
    """Delete the chats of a user who deletes their account."""
    TableChat.objects.filter(by=user).delete()


def must_go_on(game: Game) -> None:
    """Raise TooLateError when a table can have no further events."""
    if game.status not in (Status.OPEN, Status.RUNNING):
        raise TooLateError(_("This table is over."))


def _hosted(host: User, code: str) -> store.Loaded:
    rows = open_tables.hosted(code, host)
    must_go_on(rows.game)
    return rows
