"""The chat of a table: its host names one, takes it away, tries it out, lets it go on after a pause.

It is the host's own: it goes with their seat, because a player who has left a table reads no more of it.
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
    """Post to this chat what happens at a table from now on, and to no other.

    Http404 without a seat there, PermissionDenied for all but the host, TooLateError, TooOftenError.
    """
    rates.check("chats", host.pk)
    rows = _hosted(host, code)
    game, found = rows.game, all_kinds()[kind]
    kept = {**fields, **found.makes()}
    TableChat.objects.filter(game=game).delete()
    target = TableChat.objects.create(
        game=game, by=host, kind=kind, name=name, fields=kept, server=server_of(found, kept), seq=game.seq
    )
    open_tables.save_change(rows)
    return target


@transaction.atomic
def remove(*, host: User, code: str) -> None:
    """Post nothing of a table any more. Twice does no more than once. Raises as `put` does."""
    rows = _hosted(host, code)
    if TableChat.objects.filter(game=rows.game).delete()[0]:
        open_tables.save_change(rows)


def go_on(target: TableChat) -> None:
    """Post again to a chat that was paused, first what happened meanwhile."""
    TableChat.objects.filter(pk=target.pk).update(**chat.TAKEN, due_at=clock.now())


def renew_secret(target: TableChat) -> None:
    """Make another secret for a chat whose kind has one; the old one is worth nothing from now on."""
    of_people.renew_secret(target)


def try_out(target: TableChat) -> None:
    """Have a message sent that says that it works. TooOftenError."""
    of_people.try_out(target, by=target.by_id)


def forget_at(game: Game, user: User) -> None:
    """A player leaves a table: delete its chat if it is theirs."""
    TableChat.objects.filter(game=game, by=user).delete()


def forget(user: User) -> None:
    """A user deletes their account: delete the chats that they named."""
    TableChat.objects.filter(by=user).delete()


def must_go_on(game: Game) -> None:
    """TooLateError when nothing can happen at a table any more."""
    if game.status not in (Status.OPEN, Status.RUNNING):
        raise TooLateError(_("Nothing happens at this table any more."))


def _hosted(host: User, code: str) -> store.Loaded:
    rows = open_tables.hosted(code, host)
    must_go_on(rows.game)
    return rows
