"""What stands in a letter: a notice in words for its receiver. It is written when it is sent, from what they see then.
Of what only the receiver may know, a letter holds what they saw in the mine and nothing else. Roles, hands, gold and
whispers are not for the screens that a mail passes. The subject names nothing but the table.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.channels import Letter
from accounts.channels.off import off_link
from accounts.models import Event, User
from accounts.selectors.friends import asks_for
from games import clock
from games.clocks import absence, planned
from games.clocks.deadlines import WINDOW
from games.models import Delivery, Ladder, Motion, Notice, Seat, Status
from games.rows import pulse
from games.rows.notices import deadline_name
from games.rules.announcements import MotionOpened
from games.selectors import lobby as lobby_selectors
from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.services import motions
from games.tableau import last_move_of, lines_of, unseen_round
from games.wording import event_words, map_in_words

Parts = dict[str, Any]
_TOLD_OR_TO_BE_TOLD = ("", Notice.Outcome.SENT)
_SAID_BY = {Event.ROUND: Event.TURN}
"""What needs no letter where there is one about another event of the same move: it says this too."""


class NoNewsError(Exception):
    """There is no letter to be written: the receiver knows already, or it is not true any more (`outcome`)."""

    def __init__(self, outcome: Notice.Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class LookingError(Exception):
    """The receiver has the table before their eyes or a plan that waits. Later there may be no need for a letter."""


def letter_of(notice: Notice, channel: str) -> Letter:
    """The letter to be sent now, in language and time zone of its receiver. NoNewsError, LookingError."""
    with _as_read_by(notice.user):
        event = Event(notice.kind)
        _must_not_be_said_already(notice, channel)
        parts = _PARTS[event](notice)
        parts |= {"off": off_link(notice.user, channel, event), "event": event.short, "site": settings.SITE_NAME}
        parts |= {"profile": settings.SITE_URL + reverse("accounts:notices"), "user": notice.user}
        return Letter(
            to=notice.user,
            event=event,
            subject=parts["subject"],
            text=render_to_string("games/mail/letter.txt", parts),
            html=render_to_string("games/mail/letter.html", parts),
            id=f"{notice.kind}.{_name('notice', notice.pk)}",
            thread=f"table.{_name('table', notice.game_id)}" if notice.game_id else "",
            lead=parts["lead"],
            link=parts["link"],
        )


@contextmanager
def _as_read_by(user: User) -> Iterator[None]:
    try:
        zone = ZoneInfo(user.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(zone):
        yield


def _name(of: str, number: int) -> str:
    """A name for a row that is the same each time and tells nothing about it."""
    return salted_hmac("games.letters", f"{of} {number}", algorithm="sha256").hexdigest()[:24]


# -- about a running or finished game


def _place_of(notice: Notice) -> Place:
    """The receiver's seat, as long as it is theirs."""
    seat = Seat.objects.filter(game=notice.game_id, user=notice.user_id).first()
    if seat is None or notice.game is None:
        raise NoNewsError(Notice.Outcome.OBSOLETE)
    return Place(notice.game, seat)


def _must_not_be_said_already(notice: Notice, channel: str) -> None:
    """Another letter by the same channel, about the same move, may say all that this one would."""
    other = _SAID_BY.get(Event(notice.kind))
    if other is None:
        return
    deliveries = Delivery.objects.filter(notice=OuterRef("pk"), channel=channel)
    not_by_this = Exists(deliveries.exclude(outcome__in=_TOLD_OR_TO_BE_TOLD))
    others = Notice.objects.filter(game=notice.game_id, user=notice.user_id, seq=notice.seq, kind=other)
    if others.filter(~not_by_this, outcome__in=_TOLD_OR_TO_BE_TOLD).exists():
        raise NoNewsError(Notice.Outcome.OBSOLETE)


def _must_be_news(notice: Notice, seat: Seat) -> None:
    # The first deal is move 0, which is also what nobody has looked at yet.
    if notice.seq and seat.seen_seq >= notice.seq:
        raise NoNewsError(Notice.Outcome.SEEN)
    if pulse.is_looking(seat.game_id, notice.user_id):
        raise LookingError


def _must_not_be_planned(seat: Seat) -> None:
    if seat.plan and seat.awaited_for == planned.TURN:
        raise LookingError


_DO, _ANSWER = gettext_lazy("Make your move"), gettext_lazy("Answer")
"""The words on the link of a mail."""


def _turn(notice: Notice) -> Parts:
    """It is the receiver's turn; as long as it is this very turn."""
    place = _place_of(notice)
    seat = place.seat
    assert seat is not None
    later = Notice.objects.filter(game=notice.game_id, user=notice.user_id, kind=Event.TURN, seq__gt=notice.seq)
    if place.game.status != Status.RUNNING or not seat.awaited_for or seat.resting == "bot" or later.exists():
        raise NoNewsError(Notice.Outcome.OBSOLETE)
    _must_not_be_planned(seat)
    _must_be_news(notice, seat)
    about = {"table": place.game.name}
    subject, lead, link_words = _("Your turn: %(table)s"), _("It is your turn at the table “%(table)s”."), _DO
    if seat.awaited_for == WINDOW:  # all are asked alike, whatever they hold (R93)
        subject, link_words = _("Veto it? %(table)s"), _ANSWER
        lead = _("A card was played at the table “%(table)s”. You may veto it or let it be.")
    view = table_selectors.view_of(place)
    due = unseen_round(view.public, seat.seen_round)
    return _at_table(place) | {
        "subject": subject % about,
        "lead": lead % about,
        "until": _until(seat.due_at),
        "first": _SEE_FIRST % {"round": due} if due else "",
        "link_words": str(link_words),
        "heading": _("What happened since your last turn"),
        "happened": [] if due else _since_last_turn(place),
        "mine": [] if due else map_in_words(view).sentences,
    }


_SEE_FIRST = gettext_lazy("Round %(round)s is over. The link shows you first how it ended.")
"""All that a letter says of a round whose end its receiver is still to see."""


def _reminder(notice: Notice) -> Parts:
    """The same decision waits still, and its time runs out. No letter if its deadline moved, if it was made, or if the
    clock goes on without it by now."""
    place = _place_of(notice)
    seat = place.seat
    assert seat is not None
    if place.game.status != Status.RUNNING or seat.resting or seat.due_at is None:
        raise NoNewsError(Notice.Outcome.OBSOLETE)
    is_same = notice.dedupe.endswith(f":{deadline_name(seat.due_at)}")
    if not seat.awaited_for or seat.answered or not is_same:
        raise NoNewsError(Notice.Outcome.OBSOLETE)
    _must_not_be_planned(seat)
    if pulse.is_looking(seat.game_id, notice.user_id):
        raise LookingError
    now = clock.now()
    if seat.due_at <= now and (place.game.ladder != Ladder.FRIENDS or seat.awaited_for == WINDOW):
        raise NoNewsError(Notice.Outcome.OBSOLETE)
    about = {"table": place.game.name, "left": timeuntil(seat.due_at, now, depth=1)}
    lead = _("The table “%(table)s” is still waiting for you. Time left: %(left)s.")
    if seat.due_at <= now:
        lead = _("The table “%(table)s” is still waiting for you. Your time is up, but nothing happens automatically.")
    subject, link_words = _("Still your turn: %(table)s"), _DO
    if seat.awaited_for == WINDOW:
        subject, link_words = _("Still time for a veto: %(table)s"), _ANSWER
    return _at_table(place) | {
        "subject": subject % about,
        "lead": lead % about,
        "until": _until(seat.due_at) if seat.due_at > now else "",
        "link_words": str(link_words),
    }


def _vote(notice: Notice) -> Parts:
    """A table asks its people something, and the receiver has not said anything yet. The subject does not say what."""
    place = _place_of(notice)
    assert place.seat is not None
    motion = Motion.objects.filter(pk=notice.dedupe.split(":")[1], game=notice.game_id, decided_at=None).first()
    if motion is None or motion.closes_at <= clock.now() or motion.ballots.filter(seat=place.seat.number).exists():
        raise NoNewsError(Notice.Outcome.OBSOLETE)
    if motion.seat is not None:
        about = place.game.seats.select_related("user").get(number=motion.seat)
        has_come = absence.has_come(about.resting, about.awaited_since, motion.opened_at)
        if has_come or not motions.is_absent(about, place.game, clock.now()):
            raise NoNewsError(Notice.Outcome.OBSOLETE)
    _must_be_news(notice, place.seat)
    said = MotionOpened(matter=motion.matter, by=motion.by, seat=motion.seat, days=motion.days)
    names, table = [person.name for person in table_selectors.people_at(place.game)], {"table": place.game.name}
    return _at_table(place) | {
        "subject": _("A vote: %(table)s") % table,
        "lead": _("Please vote at the table “%(table)s”.") % table,
        "until": _until(motion.closes_at),
        "link_words": _("Look at the table"),
        "heading": _("What it is about"),
        "happened": [event_words(said, names, place.number)],
        "mine": [],
    }


def _until(moment: datetime | None) -> str:
    """Until when there is time, by the receiver's own clock; "" without a clock."""
    if moment is None:
        return ""
    about = {"moment": date_format(timezone.localtime(moment), "D j M, H:i"), "zone": timezone.get_current_timezone()}
    return _("You have until %(moment)s (%(zone)s).") % about


def _round(notice: Notice) -> Parts:
    """A round is over, and the whole game is not. How it ended is for the page to show, never for a letter."""
    place = _place_of(notice)
    assert place.seat is not None
    if place.game.status != Status.RUNNING:
        raise NoNewsError(Notice.Outcome.OBSOLETE)
    _must_be_news(notice, place.seat)
    about = {"table": place.game.name}
    return _at_table(place) | {
        "subject": _("A round is over: %(table)s") % about,
        "lead": _("A round is over at the table “%(table)s”.") % about,
        "link_words": _("See how it ended"),
        "happened": [],
        "mine": [],
    }


def _over(notice: Notice) -> Parts:
    """The game is over. Who won is for the page to show, never for a letter."""
    place = _place_of(notice)
    assert place.seat is not None
    _must_be_news(notice, place.seat)
    about = {"table": place.game.name}
    return _at_table(place) | {
        "subject": _("The game is over: %(table)s") % about,
        "lead": _("The game is over at the table “%(table)s”.") % about,
        "link_words": _("See how it ended"),
        "happened": [],
        "mine": [],
    }


def _at_table(place: Place) -> Parts:
    return {"link": settings.SITE_URL + reverse("games:table", args=[place.game.code])}


def _since_last_turn(place: Place) -> list[str]:
    """What all were told since the receiver's last move, oldest first."""
    told = table_selectors.log_of(place)
    since = last_move_of(told, place.number)
    return _sentences(place, [step for step in told if since is None or step.seq > since])


def _sentences(place: Place, told: list[table_selectors.LoggedMove]) -> list[str]:
    names = [person.name for person in table_selectors.people_at(place.game)]
    lines = lines_of([step._replace(whispers=()) for step in told], names, place.number)
    return [line.words for line in reversed(lines) if line.kind == "event"]


# -- about a table before its game, and about other people


def _options(notice: Notice) -> Parts:
    """The options of the receiver's table have changed, and the receiver has not said "ready" since."""
    place = _place_of(notice)
    assert place.seat is not None
    if place.game.status != Status.OPEN or place.seat.agreed == place.game.terms:
        raise NoNewsError(Notice.Outcome.OBSOLETE)
    if pulse.is_looking(place.seat.game_id, notice.user_id):
        raise LookingError
    about = {"table": place.game.name}
    lead = _("The options of the table “%(table)s” have changed. Look at them and say that you are ready.")
    return _at_table(place) | {
        "subject": _("Are you ready? %(table)s") % about,
        "lead": lead % about,
        "link_words": _("Look at the options"),
    }


def _invitation(notice: Notice) -> Parts:
    """Somebody invites the receiver, who has not answered yet and may still sit down."""
    game, by = notice.game, notice.by
    found = [row for row in lobby_selectors.invitations_to(notice.user) if game and row.code == game.code]
    if not found or game is None or by is None:
        raise NoNewsError(Notice.Outcome.OBSOLETE)
    about = {"name": found[0].by, "table": game.name}
    return {
        "subject": _("%(name)s invites you: %(table)s") % about,
        "lead": _("%(name)s invites you to the table “%(table)s”.") % about,
        "link": settings.SITE_URL + reverse("games:table", args=[game.code]),
        "link_words": _("Look at the table"),
    }


def _friend(notice: Notice) -> Parts:
    """Somebody asks the receiver to be a friend, and waits for an answer."""
    if notice.by is None or not asks_for(notice.user).filter(asked_by=notice.by).exists():
        raise NoNewsError(Notice.Outcome.OBSOLETE)
    about = {"name": notice.by.username}
    return {
        "subject": _("%(name)s would like to be your friend") % about,
        "lead": _("%(name)s would like to be your friend. Friends can invite each other to their tables.") % about,
        "link": settings.SITE_URL + reverse("accounts:friends"),
        "link_words": _("Answer"),
    }


_PARTS = {
    Event.TURN: _turn,
    Event.REMINDER: _reminder,
    Event.VOTE: _vote,
    Event.ROUND: _round,
    Event.OVER: _over,
    Event.OPTIONS: _options,
    Event.INVITATION: _invitation,
    Event.FRIEND: _friend,
}
