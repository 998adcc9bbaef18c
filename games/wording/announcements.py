"""The texts of the announcements of a table that are no events of the rules."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules import announcements
from games.sheets.motions import MOTIONS, VoteChoice

Names = Sequence[str]


def _table_opened(event: announcements.TableOpened, names: Names, me: int | None) -> str:
    return _("%(name)s, an administrator, looked at this table’s hidden cards.") % {"name": event.by}


def _stepped_in(event: announcements.SteppedIn, names: Names, me: int | None) -> str:
    return _("%(name)s, an administrator, stepped in.") % {"name": event.by}


def _way_in_made(event: announcements.WayInMade, names: Names, me: int | None) -> str:
    about = {"admin": event.by, "name": names[event.seat]}
    if event.seat == me and not event.by:
        return _("The host of this site made a link that resets your password.") % about
    if event.seat == me:
        return _("%(admin)s, an administrator, made a link that resets your password.") % about
    if not event.by:
        return _("The host of this site made a link that resets %(name)s’s password.") % about
    return _("%(admin)s, an administrator, made a link that resets %(name)s’s password.") % about


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
            "We were down for %(count)s minute. Players on turn got that time back.",
            "We were down for %(count)s minutes. Players on turn got that time back.",
            event.minutes,
        )
        return words % {"count": event.minutes}
    words = ngettext(
        "We were down for about %(count)s hour. Players on turn got that time back.",
        "We were down for about %(count)s hours. Players on turn got that time back.",
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
        return _("You ran out of time and used a vacation day.")
    return _("%(name)s ran out of time and used a vacation day.") % {"name": names[event.seat]}


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
    words = _("From this round on, the pace is faster: %(bank)s h in the bank, and every decision adds %(turn)s h.")
    return words % {"bank": event.bank_hours, "turn": event.turn_hours}


def _pause_ended(event: announcements.PauseEnded, names: Names, me: int | None) -> str:
    return _("The pause is over. The clocks are running again.")


def _live_ended(event: announcements.LiveEnded, names: Names, me: int | None) -> str:
    return _("The table is back to its usual pace.")


def _seat_left(event: announcements.SeatLeft, names: Names, me: int | None) -> str:
    if not event.name:
        return _("A player has left the game for good.")
    return _("%(name)s has left the game for good.") % {"name": event.name}


def _seat_taken(event: announcements.SeatTaken, names: Names, me: int | None) -> str:
    if not event.name:
        return _("A new player has taken over a seat.")
    return _("%(name)s has taken over a seat.") % {"name": event.name}


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
