"""What was announced at a table beside the rules, in one plain sentence each."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules import announcements

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
            "Your time ran out for the first time in this game: you have %(count)s hour more.",
            "Your time ran out for the first time in this game: you have %(count)s hours more.",
            event.hours,
        )
    else:
        words = ngettext(
            "Time ran out for %(name)s for the first time in this game: %(count)s hour more.",
            "Time ran out for %(name)s for the first time in this game: %(count)s hours more.",
            event.hours,
        )
    return words % {"name": names[event.seat], "count": event.hours}


def _clocks_moved(event: announcements.ClocksMoved, names: Names, me: int | None) -> str:
    hours = round(event.minutes / 60)
    if event.minutes < 60:
        words = ngettext(
            "This site was away for %(count)s minute. Whoever was awaited has that time back.",
            "This site was away for %(count)s minutes. Whoever was awaited has that time back.",
            event.minutes,
        )
        return words % {"count": event.minutes}
    words = ngettext(
        "This site was away for about %(count)s hour. Whoever was awaited has that time back.",
        "This site was away for about %(count)s hours. Whoever was awaited has that time back.",
        hours,
    )
    return words % {"count": hours}


def _time_given(event: announcements.TimeGiven, names: Names, me: int | None) -> str:
    if event.seat == me:
        words = ngettext(
            "The host gave you %(count)s hour more.", "The host gave you %(count)s hours more.", event.hours
        )
    else:
        words = ngettext(
            "The host gave %(name)s %(count)s hour more.", "The host gave %(name)s %(count)s hours more.", event.hours
        )
    return words % {"name": names[event.seat], "count": event.hours}


def _on_vacation(event: announcements.OnVacation, names: Names, me: int | None) -> str:
    if event.seat == me:
        return _("Your time would have run out: a vacation day of yours was used.")
    return _("Time would have run out for %(name)s, who has a vacation day.") % {"name": names[event.seat]}


def _motion_opened(event: announcements.MotionOpened, names: Names, me: int | None) -> str:
    if event.seat is not None:
        return _("The others vote on what becomes of the seat of %(name)s.") % {"name": names[event.seat]}
    if event.by is None:
        return _asked_by_nobody_here(event)
    about = {"asker": names[event.by], "count": event.days}
    if event.matter == "pause":
        words = ngettext(
            "%(asker)s asks all for a pause of %(count)s day.",
            "%(asker)s asks all for a pause of %(count)s days.",
            event.days,
        )
        return words % about
    return _("%(asker)s asks all to end the game here.") % about


def _asked_by_nobody_here(event: announcements.MotionOpened) -> str:
    """Who asked has left the table since."""
    if event.matter != "pause":
        return _("All are asked to end the game here.")
    words = ngettext(
        "All are asked for a pause of %(count)s day.",
        "All are asked for a pause of %(count)s days.",
        event.days,
    )
    return words % {"count": event.days}


def _motion_decided(event: announcements.MotionDecided, names: Names, me: int | None) -> str:
    if event.seat is not None:
        return str(_ABSENT.get(event.outcome, _ABSENT["none"])) % {"name": names[event.seat]}
    if event.matter == "pause":
        if event.outcome != "yes":
            return _("There is no pause: not enough were for it.")
        words = ngettext(
            "The table pauses for %(count)s day; no clock runs.",
            "The table pauses for %(count)s days; no clock runs.",
            event.days,
        )
        return words % {"count": event.days}
    return _("The game is ended by its players.") if event.outcome == "yes" else _("The game goes on.")


_ABSENT = {
    "wait": gettext_lazy("The table waits for %(name)s."),
    "bot": gettext_lazy("A bot plays for %(name)s until they are back."),
    "link": gettext_lazy("The seat of %(name)s is free for somebody new."),
    "end": gettext_lazy("The game is ended by its players."),
    "none": gettext_lazy("Nothing was decided about the seat of %(name)s."),
}


def _pause_ended(event: announcements.PauseEnded, names: Names, me: int | None) -> str:
    return _("The pause is over; the clocks run again.")


def _seat_left(event: announcements.SeatLeft, names: Names, me: int | None) -> str:
    if not event.name:
        return _("Somebody has left the game for good.")
    return _("%(name)s has left the game for good.") % {"name": event.name}


def _seat_taken(event: announcements.SeatTaken, names: Names, me: int | None) -> str:
    if not event.name:
        return _("Somebody has taken a seat over and plays on.")
    return _("%(name)s has taken a seat over and plays on.") % {"name": event.name}


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
    announcements.PauseEnded: _pause_ended,
    announcements.SeatLeft: _seat_left,
    announcements.SeatTaken: _seat_taken,
}
