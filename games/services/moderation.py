"""Reports of names, players and tables, and what moderators decide about all reports. Messages are reported in `talk`,
names of circles by way of `circles`.

A decision settles all open reports of the same thing. The player concerned and the reporters are notified, read it with
its reason, and the player may answer it once. A dismissal is such a decision too.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import Friendship, User
from accounts.services import renaming
from games import clock
from games.models import Complaint, Game, Measure, Reported, Ruling, Seat, Status
from games.rows import notices, pulse
from games.services import lobby, talk
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError

LONGEST = 500
MOST_DAYS = 365
FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of the suspension of a closed account."""
PERMISSION = "games.change_complaint"
FITTING = {
    Reported.MESSAGE: frozenset(Measure) - {Measure.RENAME},
    Reported.NAME: frozenset(Measure) - {Measure.REMOVE},
    Reported.PERSON: frozenset(Measure) - {Measure.REMOVE},
    Reported.TABLE: frozenset(Measure) - {Measure.REMOVE},
    Reported.CIRCLE: frozenset(Measure) - {Measure.REMOVE},
}
"""What can be done about which reports."""


class CircleNames(NamedTuple):
    """What the application of circles answers: the codes of the circles that a user belongs to, as a query; and what
    gives a circle another name, by its code, and raises DeclinedError if that cannot be done."""

    codes_of: Callable[[int], QuerySet[Any]]
    rename: Callable[[str, str], None]


_circles: list[CircleNames] = []


def ask_circles(circles: CircleNames) -> None:
    """Register what knows circles, once. Until then no name of one can be reported."""
    _circles[:] = [circles]


# -- reports


def person_to_report(user: User, key: int) -> User:
    """Return the player with that key, if the reader knows them: from a table, or as a friend or by a friend request.
    Http404 for others, for bots and for oneself. Three queries at most."""
    person = User.objects.filter(pk=key, is_bot=False, is_active=True).exclude(pk=user.pk).first()
    if person is not None:
        tables = Seat.objects.filter(user=user).order_by().values("game")
        pair = Q(low=min(user.pk, key), high=max(user.pk, key))
        if Seat.objects.filter(user=person, game__in=tables).exists() or Friendship.objects.filter(pair).exists():
            return person
    raise Http404


def table_to_report(user: User, code: str) -> Game:
    """Return the table with that code, if the reader sits there, or may take a seat; Http404 for others."""
    game = Game.objects.select_related("host").defer("public").filter(code=code, practice=False).first()
    if game is None or game.host is None or game.host_id == user.pk:
        raise Http404
    if Seat.objects.filter(game=game, user=user).exists():
        return game
    if game.status != Status.OPEN or not lobby.may_join(user=user, game=game):
        raise Http404
    return game


@transaction.atomic
def report_person(*, user: User, person: int, of_name: bool, reason: str) -> None:
    """Report a player, or their name. Doing so again while the first report is open changes nothing."""
    reported = person_to_report(user, person)
    kind = Reported.NAME if of_name else Reported.PERSON
    _report(user, reason, kind=kind, person=reported, table=None, words=reported.username)


@transaction.atomic
def report_table(*, user: User, code: str, of_name: bool, reason: str) -> None:
    """Report a table, or its name."""
    game = table_to_report(user, code)
    kind = Reported.NAME if of_name else Reported.TABLE
    _report(user, reason, kind=kind, person=game.host, table=game, words=game.name)


@transaction.atomic
def report_circle(*, user: User, circle: str, host: User, name: str, reason: str) -> None:
    """Report the name of a circle. The caller knows that the user may see it, and who its host is."""
    _report(user, reason, kind=Reported.CIRCLE, person=host, table=None, circle=circle, words=name)


def _report(user: User, reason: str, *, words: str, **about: object) -> None:
    if not reason or len(reason) > LONGEST:
        raise DeclinedError(_("Tell us in a few words what’s wrong."))
    if seconds := rates.wait("complaints", user.pk):
        raise TooManyError(_("You’ve reported a lot within an hour. Try again later."), seconds)
    # The row of the reporter is locked, so that a form that is sent twice makes one report.
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
    if not Complaint.objects.filter(by=user, word=None, settled_at=None, **about).exists():
        Complaint.objects.create(by=user, words=words, reason=reason, **about)


# -- decisions


def open_to(reader: int, complaints: QuerySet[Complaint]) -> QuerySet[Complaint]:
    """Return those about which a moderator may decide: of tables where they have no seat and circles to which they do
    not belong, not about themselves, and not reported by themselves."""
    at_word = Seat.objects.filter(game=OuterRef("word__game"), user=reader)
    at_table = Seat.objects.filter(game=OuterRef("table"), user=reader)
    for circles in _circles:
        complaints = complaints.exclude(circle__in=circles.codes_of(reader))
    return (
        complaints.exclude(word__user=reader)
        .exclude(person=reader)
        .exclude(by=reader)
        .exclude(Exists(at_word))
        .exclude(Exists(at_table))
    )


@transaction.atomic
def decide(*, by: User, complaint: int, act: Measure, reason: str, days: int = 0, name: str = "") -> Ruling:
    """Decide about a report and all open ones of the same thing.

    PermissionDenied without the permission; Http404 for moderators who sit at the table, belong to the circle or are
    concerned themselves;
    DeclinedError with a sentence if the act does not fit.
    """
    if not by.has_perm(PERMISSION):
        raise PermissionDenied
    row = open_to(by.pk, Complaint.objects.all()).filter(pk=complaint).first()
    if row is None:
        raise Http404
    found = Complaint.objects.select_for_update().get(pk=complaint)
    if found.settled_at is not None:
        raise TooLateError(_("This report is settled already."))
    _must_fit(found, by, act, reason, days)
    now = clock.now()
    until = now + timedelta(days=days) if act in (Measure.MUTE, Measure.SUSPEND) else None
    same, person = list(same_thing(found).filter(settled_at=None).select_related("by")), found.about
    _carry_out(found, act, until, name)
    Complaint.objects.filter(pk__in=[one.pk for one in same]).update(settled_at=now)
    decision = Ruling.objects.create(
        complaint=found, person=person, by=by, act=act, words=found.words, reason=reason, until=until, at=now
    )
    recipients = {one.by.pk: one.by for one in same if one.by is not None}
    if person is not None:
        recipients[person.pk] = person
    notices.decided(decision.pk, recipients)
    return decision


def circles_of(reader: int) -> set[str]:
    """Return the codes of the circles that a moderator belongs to; one query."""
    return {code for circles in _circles for code in circles.codes_of(reader)}


def same_thing(complaint: Complaint) -> QuerySet[Complaint]:
    """Return all reports of the same message, name, player, table or circle."""
    return Complaint.objects.filter(**complaint.thing)


def fitting(complaint: Complaint) -> list[Measure]:
    """Return what can be done about a report, in the order of the choices."""
    if complaint.about is None:
        return [act for act in (Measure.DISMISS, Measure.REMOVE) if act in FITTING[Reported(complaint.kind)]]
    return [act for act in Measure if act in FITTING[Reported(complaint.kind)]]


def _must_fit(complaint: Complaint, by: User, act: Measure, reason: str, days: int) -> None:
    if not reason or len(reason) > LONGEST:
        raise DeclinedError(_("Write a reason, in at most %(most)s characters.") % {"most": LONGEST})
    if act not in fitting(complaint):
        raise DeclinedError(_("That can’t be done about this report."))
    if act in (Measure.MUTE, Measure.SUSPEND) and not 1 <= days <= MOST_DAYS:
        raise DeclinedError(_("Choose from 1 to %(most)s days.") % {"most": MOST_DAYS})
    person = complaint.about
    if person is not None and person.is_staff and not by.is_superuser and act != Measure.DISMISS:
        raise DeclinedError(_("Only an administrator can decide about staff."))


def _carry_out(complaint: Complaint, act: Measure, until: datetime | None, name: str) -> None:
    person = complaint.about
    if act is Measure.REMOVE:
        talk.take_away(complaint=complaint.pk)
    if person is None:
        return
    row = User.objects.filter(pk=person.pk)
    if act is Measure.RENAME:
        _rename(complaint, person, name)
    elif act is Measure.MUTE:
        row.update(muted_until=until)
    elif act is Measure.SECLUDE:
        row.update(is_secluded=True)
    elif act in (Measure.SUSPEND, Measure.CLOSE):
        # The bot accounts of a person go with them.
        User.objects.filter(Q(pk=person.pk) | Q(owner=person.pk)).update(suspended_until=until or FOREVER)


def _rename(complaint: Complaint, person: User, name: str) -> None:
    if not name or len(name) > (Game._meta.get_field("name").max_length or 0):
        raise DeclinedError(_("Write the new name."))
    if complaint.circle:
        for circles in _circles:
            circles.rename(complaint.circle, name)
        return
    try:
        if complaint.table_id is None:
            renaming.set_name(person, name, by_staff=True)
            return
        game = Game.objects.select_for_update(of=("self",)).get(pk=complaint.table_id)
        game.name, game.version = name, game.version + 1
    except ValidationError as wrong:
        raise DeclinedError(" ".join(wrong.messages)) from None
    game.save(update_fields=["name", "version"])
    pulse.invalidate(game.pk)


@transaction.atomic
def answer(*, user: User, decision: int, text: str) -> None:
    """Store the player's answer to a decision about them, once. Http404 for decisions about others."""
    if not text or len(text) > LONGEST:
        raise DeclinedError(_("Write an answer, in at most %(most)s characters.") % {"most": LONGEST})
    mine = Ruling.objects.filter(pk=decision, person=user)
    if not mine.exists():
        raise Http404
    if not mine.filter(answered_at=None).update(answer=text, answered_at=clock.now()):
        raise TooLateError(_("You have answered this decision already."))
