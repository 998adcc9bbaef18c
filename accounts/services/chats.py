"""The chats of a person: added, tried out, removed, let go on after a pause."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.channels import chat, troubles
from accounts.channels.formats import Fields, all_kinds, server_of
from accounts.models import Chat, Target, User
from accounts.services import trials
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError

MOST = 10
"""Chats that one person may have."""


@transaction.atomic
def add(*, user: User, kind: str, name: str, fields: Fields) -> Target:
    """Write to a chat from now on; ``fields`` are what its kind keeps of them. What the site makes itself is added.

    DeclinedError if the person has enough chats, TooOftenError.
    """
    rates.check("chats", user.pk)
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if Target.objects.filter(user=user).count() >= MOST:
        raise DeclinedError(_("You have ten chats, and there can be no more. Remove one first."))
    found = all_kinds()[kind]
    kept = {**fields, **found.makes()}
    return Target.objects.create(user=user, kind=kind, name=name, fields=kept, server=server_of(found, kept))


def remove(target: Target) -> None:
    """Write to a chat no more. Twice does no more than once."""
    Target.objects.filter(pk=target.pk).delete()
    troubles.forget(target.user_id, chat.NAME)


def go_on(target: Target) -> None:
    """Write again to a chat that was paused, as if nothing had happened."""
    Target.objects.filter(pk=target.pk).update(**chat.TAKEN)
    troubles.forget(target.user_id, chat.NAME)


def renew_secret(target: Chat) -> bool:
    """Make another secret for a chat; the old one is worth nothing from now on. Whether its kind has one."""
    made = all_kinds()[target.kind].makes()
    if made:
        target.fields = {**target.fields, **made}
        target.save(update_fields=["fields"])
    return bool(made)


def try_out(target: Chat, *, by: int) -> None:
    """Have a message sent that says that it works. It counts as one of the tests of the person of the id `by`.
    TooOftenError."""
    rates.check("chat-tests", by)
    trials.ask(target)
