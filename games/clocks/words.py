"""Clocks and lengths of time in words, as lobby, table and home show them."""

from datetime import datetime, timedelta

from django.utils.formats import date_format, time_format
from django.utils.timesince import timesince, timeuntil
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.clocks.quiet import Quiet, awake_between
from games import clock
from games.models import Game, Ladder


def until(due: datetime) -> str:
    """Until when a clock runs, by the wall clock of the reader, and what is left; or since when time is over."""
    now = clock.now()
    if due - now < timedelta(minutes=1):
        return in_short(due)
    return _("until %(hour)s your time, %(left)s left") % {"hour": hour(due), "left": timeuntil(due, now, depth=1)}


def left(due: datetime) -> str:
    """What is left until a deadline in its largest unit; "" when it is over."""
    now = clock.now()
    if due - now < timedelta(minutes=1):
        return ""
    return _("%(left)s left") % {"left": timeuntil(due, now, depth=1)}


def in_short(due: datetime) -> str:
    """Until when a clock runs or since when time is over, where there is little room."""
    now = clock.now()
    if abs(due - now) < timedelta(minutes=1):
        return str(_("time is over"))
    words = _("overdue since %(hour)s") if due < now else _("until %(hour)s")
    return words % {"hour": hour(due)}


def hour(moment: datetime) -> str:
    """A moment by the wall clock of the reader: `Thu 18:40`, with the day of the month when it is far."""
    return date_format(localtime(moment), "D H:i" if abs(moment - clock.now()) < timedelta(days=6) else "j N, H:i")


def asleep(due: datetime, quiet: Quiet) -> str:
    """When the reader's clock sleeps before a deadline of theirs; "" when it does not."""
    now = clock.now()
    if due <= now or awake_between(now, due, quiet) == due - now:
        return ""
    if quiet.begins is None or quiet.ends is None or awake_between(now, due, quiet._replace(begins=None)) < due - now:
        return str(_("your clock sleeps in your quiet hours and on your free days"))
    hours = {"begins": time_format(quiet.begins, "H:i"), "ends": time_format(quiet.ends, "H:i")}
    return _("your clock sleeps %(begins)s–%(ends)s") % hours


def pace_line(bank_hours: int, turn_hours: int) -> str:
    """The clock of a table in one sentence."""
    if not bank_hours:
        return str(_("No clock: nothing ever happens by itself."))
    bank, turn = span(bank_hours), span(turn_hours)
    if not turn_hours:
        return _("Everybody has a bank of %(bank)s; once it is empty, an hour for each decision.") % {"bank": bank}
    words = _("Everybody has a bank of %(bank)s; every decision adds %(turn)s, but never above %(bank)s.")
    return words % {"bank": bank, "turn": turn}


def ladder_line(ladder: str) -> str:
    """What comes when somebody's time is over, in one sentence."""
    if ladder == Ladder.FRIENDS:
        return str(_("When time is over, people are reminded, and nothing else happens by itself."))
    return str(_("When time is over, there is a second term once; then the game moves on without that decision."))


def clock_words(game: Game) -> list[str]:
    """All that is in force about the time at a table, one sentence each."""
    words = [pace_line(game.bank_hours, game.turn_hours)]
    if not game.bank_hours:
        return words
    words.append(ladder_line(game.ladder))
    if game.ladder == Ladder.CLOCK:
        counts = _("Vacation days count: whose time would run out uses one.")
        words.append(str(counts if game.vacations else _("Vacation days do not count.")))
    return words


def span(hours: int) -> str:
    """So many hours in words, as days where they are whole."""
    if hours % 24:
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    return ngettext("%(count)s day", "%(count)s days", hours // 24) % {"count": hours // 24}


def how_long(since: datetime) -> str:
    """How long ago something was, in its largest unit: `3 hours`."""
    now = clock.now()
    if (now - since).total_seconds() < 60:
        return str(_("less than a minute"))
    return timesince(since, now, depth=1)
