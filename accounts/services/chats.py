"""The chats of a user: added, tested, removed, resumed after a pause."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.channels import chat, troubles
from accounts.channels.formats import Fields, all_kinds, server_of
from accounts.models import Chat, Target, User
from accounts.services import trials
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError

MOST = 10
"""The most chats of one user."""


@transaction.atomic
def add(*, user: User, kind: str, name: str, fields: Fields) -> Target:
    """Add a chat; ``fields`` are the values that its kind stores. Values that the site generates are added.

    Raise DeclinedError if the user has too many chats, TooOftenError.
    """
    rates.check("chats", user.pk)
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if Target.objects.filter(user=user).count() >= MOST:
        raise DeclinedError(_("You have ten chats, which is the most. Remove one first."))
    found = all_kinds()[kind]
    stored = {**fields, **found.makes()}
    return Target.objects.create(user=user, kind=kind, name=name, fields=stored, server=server_of(found, stored))


def remove(target: Target) -> None:
    """Delete a chat. Idempotent."""
    Target.objects.filter(pk=target.pk).delete()
    troubles.forget(target.user_id, chat.NAME)


def go_on(target: Target) -> None:
    """Resume a paused chat and reset its failures."""
    Target.objects.filter(pk=target.pk).update(**chat.TAKEN)
    troubles.forget(target.user_id, chat.NAME)


def renew_secret(target: Chat) -> bool:
    """Replace the secret of a chat; the old one becomes invalid. Return whether its kind has one."""
    made = all_kinds()[target.kind].makes()
    if made:
        target.fields = {**target.fields, **made}
        target.save(update_fields=["fields"])
    return bool(made)


def try_out(target: Chat, *, by: int) -> None:
    """Queue a test message. It counts for the rate limit of the user with the id `by`. Raise TooOftenError."""
    rates.check("chat-tests", by)
    trials.ask(target)
