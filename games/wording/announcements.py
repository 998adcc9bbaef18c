"""The texts of the announcements of a table that are no events of the rules."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules import announcements
from games.sheets.motions import MOTIONS, VoteChoice

Names = Sequence[str]


def _table_opened(event: announcements.TableOpened, names: Names, me: int | None) -> str:
    return _("%(name)s, an administrator, has looked at what is hidden at this table.") % {"name": event.by}


def _stepped_in(event: announcements.SteppedIn, names: Names, me: int | None) -> str:
    return _("%(name)s, an administrator, stepped in.") % {"name": event.by}


def _way_in_made(event: announcements.WayInMade, names: Names, me: int | None) -> str:
    about = {"admin": event.by, "name": names[event.seat]}
    if event.seat == me and not event.by:
        return _("Somebody at the server has made a new way into your account: a link for a new password.") % about
    if event.seat == me:
        return _("%(admin)s, an administrator, has made a new way into your account.") % about
    if not event.by:
        return _("Somebody at the server has made a link with which the password of %(name)s can be set anew.") % about
    return _("%(admin)s, an administrator, has made a new way into the account of %(name)s.") % about


def _second_term(event: announcements.SecondTerm, names: Names, me: int | None) -> str:
    if event.seat == me:
        words = ngettext(
            "Your time ran out. You get an extension once, of %(count)s hour.",
            "Your time ran out. You get an extension once, of %(count)s hours.",
            event.hours,
        )
    else:
        words = ngettext(
            "Time ran out for %(name)s. They get an extension once, of %(count)s hour.",
            "Time ran out for %(name)s. They get an extension once, of %(count)s hours.",
            event.hours,
        )
    return words % {"name": names[event.seat], "count": event.hours}


def _clocks_moved(event: announcements.ClocksMoved, names: Names, me: int | None) -> str:
    hours = round(event.minutes / 60)
    if event.minutes < 60:
        words = ngettext(
            "This site was down for %(count)s minute. Whoever had to move got that time back.",
            "This site was down for %(count)s minutes. Whoever had to move got that time back.",
            event.minutes,
        )
        return words % {"count": event.minutes}
    words = ngettext(
        "This site was down for about %(count)s hour. Whoever had to move got that time back.",
        "This site was down for about %(count)s hours. Whoever had to move got that time back.",
        hours,
    )
    return words % {"count": hours}


def _time_given(event: announcements.TimeGiven, names: Names, me: int | None) -> str:
    if event.seat == me:
        words = ngettext(
            "The host gave you %(count)s more hour.", "The host gave you %(count)s more hours.", event.hours
        )
    else:
        words = ngettext(
            "The host gave %(name)s %(count)s more hour.", "The host gave %(name)s %(count)s more hours.", event.hours
        )
    return words % {"name": names[event.seat], "count": event.hours}


def _on_vacation(event: announcements.OnVacation, names: Names, me: int | None) -> str:
    if event.seat == me:
        return _("Your time ran out, so one of your vacation days is used.")
    return _("Time ran out for %(name)s, so one of their vacation days is used.") % {"name": names[event.seat]}


def _motion_opened(event: announcements.MotionOpened, names: Names, me: int | None) -> str:
    sheet = MOTIONS[event.matter]
    about = _about_motion(event, names)
    if event.by is None:
        return sheet.opened_anonymously % about
    return sheet.opened % {"asker": names[event.by], **about}


def _motion_decided(event: announcements.MotionDecided, names: Names, me: int | None) -> str:
    decided = MOTIONS[event.matter].decided
    outcome = VoteChoice(event.outcome) if event.outcome in decided else VoteChoice.NONE
    return decided[outcome] % _about_motion(event, names)


def _about_motion(
    event: announcements.MotionOpened | announcements.MotionDecided, names: Names
) -> dict[str, str | int]:
    name = names[event.seat] if event.seat is not None else ""
    return {"name": name, "count": event.days, "bank": event.bank_hours, "turn": event.turn_hours}


def _pace_changed(event: announcements.PaceChanged, names: Names, me: int | None) -> str:
    # Translators: bank and turn are numbers of hours, so "h" stands for hours.
    words = _("From this round on the pace is faster: %(bank)s h in the bank, and every decision adds %(turn)s h.")
    return words % {"bank": event.bank_hours, "turn": event.turn_hours}


def _pause_ended(event: announcements.PauseEnded, names: Names, me: int | None) -> str:
    return _("The pause is over; the clocks run again.")


def _live_ended(event: announcements.LiveEnded, names: Names, me: int | None) -> str:
    return _("The table plays over days again.")


def _seat_left(event: announcements.SeatLeft, names: Names, me: int | None) -> str:
    if not event.name:
        return _("Somebody has left the game for good.")
    return _("%(name)s has left the game for good.") % {"name": event.name}


def _seat_taken(event: announcements.SeatTaken, names: Names, me: int | None) -> str:
    if not event.name:
        return _("Somebody has taken over a seat and plays on.")
    return _("%(name)s has taken over a seat and plays on.") % {"name": event.name}


ANNOUNCEMENTS: Mapping[type, Callable[[Any, Names, int | None], str]] = {
    announcements.TableOpened: _table_opened,
    announcements.SteppedIn: _stepped_in,
    announcements.WayInMade: _way_in_made,
    announcements.SecondTerm: _second_term,
    announcements.ClocksMoved: _clocks_moved,
    announcements.TimeGiven: _time_given,
    announcements.OnVacation: _on_vacation,
    announcements.MotionOpened: _motion_opened,
    announcements.MotionDecided: _motion_decided,
    announcements.PaceChanged: _pace_changed,
    announcements.PauseEnded: _pause_ended,
    announcements.LiveEnded: _live_ended,
    announcements.SeatLeft: _seat_left,
    announcements.SeatTaken: _seat_taken,
}
