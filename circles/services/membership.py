"""Circles, who belongs to them, and the link by which others join.

Each change locks the row of its circle. A person who joins is locked before it, as at a table (`games.services.lobby`).
"""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import Block, User
from accounts.selectors.friends import friends_of
from accounts.services import farewell as account
from circles.models import Answer, Circle, CircleLink, CircleMember, CircleTable, Role, join_token
from circles.selectors.circles import is_unwanted
from circles.services import chats
from circles.services.entering import entered, hosted, locked, present
from games import clock
from games.models import Game, Invitation, Status, TableOptions
from games.rows import store
from games.rows.corrupt import CorruptTable
from games.services import moves
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError

LINK_LIVES = timedelta(days=14)
"""How long a link lets others join."""
MOST_MEMBERS = 40
MOST_CIRCLES = 60
"""How many circles a person may be in."""


# -- made


@transaction.atomic
def make(*, host: User, name: str, friends: Collection[User] = ()) -> Circle:
    """Create a circle of a user, who is its host, and of some of their friends; others are left out.

    PermissionDenied for a guest; TooManyError after as many circles within an hour as `rates` allows; DeclinedError for
    a user who is in too many.
    """
    account.stay(host)
    wanted = {friend.pk for friend in friends}
    people = [friend for friend in friends_of(host) if friend.pk in wanted]
    return _make(host, TableOptions(name=name), people)


@transaction.atomic
def keep(*, user: User, code: str) -> Circle:
    """Create a circle of the people of a finished table, with its name and options; or return the circle to which that
    table belongs, if the user is in it. The table is the first one of a new circle.

    Http404 without a seat there; TooLateError if the game is not over; raises as `make`.
    """
    account.stay(user)
    rows = moves.locked_rows(code=code, of=user)
    if rows.game.status != Status.OVER or rows.game.practice:
        raise TooLateError(_("This game isn’t over yet."))
    before = CircleTable.objects.select_related("circle").filter(game=rows.game).first()
    if before is not None and before.circle.members.filter(user=user, left_at=None).exists():
        return before.circle
    people = [seat.user for seat in rows.seats if seat.user_id != user.pk and seat.user.is_person]
    circle = _make(user, _options_of(rows.game), without_blocks(user, people))
    if before is None:
        CircleTable.objects.create(circle=circle, game=rows.game)
    return circle


def _options_of(game: Game) -> TableOptions:
    try:
        return store.options(game)
    except CorruptTable:
        return TableOptions(name=game.name)


def _make(host: User, options: TableOptions, people: Collection[User]) -> Circle:
    if host.is_guest:
        raise PermissionDenied
    _must_have_room(host)
    if seconds := rates.wait("circles", host.pk):
        raise TooManyError(_("You’ve made a lot of circles within an hour. Try again later."), seconds)
    circle = Circle.objects.create(name=options.name, options=options.columns())
    CircleMember.objects.create(circle=circle, user=host, role=Role.HOST)
    there = [person for person in people if person.is_active][: MOST_MEMBERS - 1]
    CircleMember.objects.bulk_create(CircleMember(circle=circle, user=person) for person in there)
    return circle


def without_blocks(user: User, people: Iterable[User]) -> list[User]:
    """Return those people who neither block a user nor are blocked by them. One query."""
    known = {person.pk: person for person in people}
    blocks = Block.objects.filter(Q(blocker=user, blocked__in=known) | Q(blocker__in=known, blocked=user))
    apart = {person for pair in blocks.values_list("blocker", "blocked") for person in pair}
    return [person for key, person in known.items() if key not in apart]


# -- changed by its host


@transaction.atomic
def rename(*, host: User, code: str, name: str) -> None:
    """Give a circle another name, as its host."""
    give_name(hosted(code, host), name)


def give_name(circle: Circle, name: str) -> None:
    """Give a circle another name. The caller has locked its row."""
    circle.name = name
    circle.options = {**circle.options, "name": name}
    circle.save(update_fields=["name", "options"])


@transaction.atomic
def set_usual(*, host: User, code: str, options: TableOptions) -> None:
    """Set the usual options of a circle's tables, as its host. Their name stays that of the circle."""
    circle = hosted(code, host)
    circle.options = {**options.columns(), "name": circle.name}
    circle.save(update_fields=["options"])


@transaction.atomic
def remove(*, host: User, code: str, user: User) -> None:
    """Remove a member, as the host of a circle. The link ends, and no later one lets them in again. Idempotent."""
    circle = hosted(code, host)
    if user.pk == host.pk:
        raise DeclinedError(_("You can’t remove yourself, but you can leave the circle."))
    member = circle.members.filter(user=user, left_at=None).first()
    if member is None:
        return
    _go(circle, member, removed=True)
    CircleLink.objects.filter(circle=circle).delete()


@transaction.atomic
def add(*, by: User, code: str, friends: Collection[User]) -> int:
    """Add friends of a member to a circle; return how many came. Only the host can bring back people that
    the host removed."""
    circle = entered(code, by)
    wanted = {friend.pk for friend in friends}
    is_host = circle.members.filter(user=by, role=Role.HOST).exists()
    out = set() if is_host else set(circle.members.filter(removed=True).values_list("user", flat=True))
    people = [one for one in friends_of(by) if one.pk in wanted - out]
    here = set(present(circle).values_list("user", flat=True))
    new = [person for person in people if person.pk not in here]
    if len(here) + len(new) > MOST_MEMBERS:
        raise DeclinedError(_("A circle has at most %(most)s members.") % {"most": MOST_MEMBERS})
    for person in new:
        _come(circle, person)
    return len(new)


# -- the link


@transaction.atomic
def make_link(*, by: User, code: str) -> CircleLink:
    """Create the link by which others join; the one before becomes invalid. Any member may, the host alone in place of
    another's link.

    TooManyError after as many links in an hour as for tables.
    """
    circle = entered(code, by)
    is_host = circle.members.filter(user=by, role=Role.HOST).exists()
    now = clock.now()
    if not is_host and CircleLink.objects.filter(circle=circle, expires_at__gt=now).exclude(by=by).exists():
        raise PermissionDenied
    if seconds := rates.wait("links", by.pk):
        raise TooManyError(_("You’ve made a lot of links in the last hour. Try again later."), seconds)
    fresh = {"token": join_token(), "by": by, "expires_at": now + LINK_LIVES}
    return CircleLink.objects.update_or_create(circle=circle, defaults=fresh)[0]


@transaction.atomic
def revoke_link(*, by: User, code: str) -> None:
    """Make the link of a circle invalid: as its host, or as the member who made it. Idempotent."""
    circle = entered(code, by)
    link = CircleLink.objects.filter(circle=circle).first()
    if link is None:
        return
    if link.by_id != by.pk and not circle.members.filter(user=by, role=Role.HOST).exists():
        raise PermissionDenied
    link.delete()


@transaction.atomic
def join(*, user: User, token: str) -> Circle:
    """Make a user a member by a link, and return the circle. Idempotent.

    Http404 without a valid link, also for people that its host removed or blocks; DeclinedError for guests, for people
    in too many circles, and if the circle is full.
    """
    account.stay(user)
    found = CircleLink.objects.filter(token=token, expires_at__gt=clock.now()).values_list("circle__code", flat=True)
    circle = locked(next(iter(found), ""))
    if not CircleLink.objects.filter(circle=circle, token=token).exists():  # switched off while we waited for the lock
        raise Http404
    if user.is_guest:
        raise DeclinedError(_("You need an account to join a circle."))
    if is_unwanted(circle, user):
        raise Http404
    if present(circle).filter(user=user).exists():
        return circle
    if present(circle).count() >= MOST_MEMBERS:
        raise DeclinedError(_("This circle is full."))
    _must_have_room(user)
    _come(circle, user)
    return circle


# -- leaving


@transaction.atomic
def leave(*, user: User, code: str) -> None:
    """Leave a circle. If its host leaves, the longest member becomes host. A circle without a member who has an account
    is deleted, as no person could see it again. Idempotent."""
    circle = locked(code)
    member = circle.members.filter(user=user).first()
    if member is None:
        raise Http404
    if member.left_at is None:
        _go(circle, member)


def farewell(*, user: User, **_signal: Any) -> None:
    """Let a user who deletes their account leave all circles. Their rows stay, without a name."""
    mine = CircleMember.objects.filter(user=user, left_at=None).order_by("circle")
    for code in list(mine.values_list("circle__code", flat=True)):
        leave(user=user, code=code)
    CircleLink.objects.filter(by=user).delete()


def _go(circle: Circle, member: CircleMember, *, removed: bool = False) -> None:
    was_host = member.role == Role.HOST
    member.role, member.left_at, member.removed = Role.MEMBER, clock.now(), removed
    member.save(update_fields=["role", "left_at", "removed"])
    CircleLink.objects.filter(circle=circle, by=member.user_id).delete()
    open_tables = circle.tables.filter(game__status=Status.OPEN)
    Invitation.objects.filter(game__in=open_tables.values("game"), to=member.user_id, revoked_at=None).delete()
    Answer.objects.filter(table__in=open_tables, user=member.user_id).delete()
    if not was_host:
        return
    chats.forget(circle)
    heir = present(circle).filter(user__is_guest=False).order_by("joined_at", "pk").first()
    if heir is None:
        circle.delete()
        return
    heir.role = Role.HOST
    heir.save(update_fields=["role"])


def _come(circle: Circle, user: User) -> None:
    fresh = {"role": Role.MEMBER, "joined_at": clock.now(), "left_at": None, "removed": False}
    CircleMember.objects.update_or_create(circle=circle, user=user, defaults=fresh)


def _must_have_room(user: User) -> None:
    if CircleMember.objects.filter(user=user, left_at=None).count() >= (settings.CIRCLES_A_PERSON or MOST_CIRCLES):
        raise DeclinedError(_("You’re in a lot of circles. Leave one first."))
