"""Texts about clocks and durations for the lobby, the table and the first page."""

from datetime import datetime, timedelta

from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.clocks.quiet import Quiet, awake_between
from games import clock
from games.clocks import spans
from games.clocks.forecast import Forecast
from games.clocks.parts import when
from games.clocks.presets import pace_of
from games.models import Game, Ladder, Pace

_A_MOMENT = timedelta(minutes=1)
"""How long a passed deadline is shown as "time's up"."""


def until(due: datetime) -> str:
    """Return the deadline in the reader's time zone and the time left; or when it passed."""
    now = clock.now()
    if due <= now:
        return in_short(due)
    return _("until %(hour)s your time, %(left)s") % {"hour": hour(due), "left": spans.left(due - now)}


def left(due: datetime) -> str:
    """Return the time left until a deadline in its largest unit; "" once it has passed."""
    now = clock.now()
    return "" if due <= now else spans.left(due - now)


def left_in_short(due: datetime) -> str:
    """Return the time left until a deadline for narrow spaces, `42 min`; or that it has passed."""
    now = clock.now()
    return str(_("Time’s up")) if due <= now else spans.in_short(due - now)


def in_short(due: datetime) -> str:
    """Return the deadline, or when it passed, for narrow spaces."""
    now = clock.now()
    if now - _A_MOMENT < due <= now:
        return str(_("time’s up"))
    words = _("overdue since %(hour)s") if due < now else _("until %(hour)s")
    return words % {"hour": hour(due)}


def changes_at(due: datetime, now: datetime, *, counted: bool = True) -> datetime | None:
    """Return when the text about a deadline becomes outdated: time left (with ``counted``), "time's up", when it
    passed.

    None once it no longer changes.
    """
    if due > now:
        return min(due, now + spans.left_changes(due - now)) if counted else due
    return due + _A_MOMENT if now - due < _A_MOMENT else None


def hour(moment: datetime) -> str:
    """Return a moment in the reader's time zone: `Thu 18:40`, `3 May, 18:40` for a far day."""
    return date_format(
        localtime(moment), "D H:i" if abs(moment - clock.now()) < timedelta(days=6) else "FAR_HOUR_FORMAT"
    )


def asleep(due: datetime, quiet: Quiet) -> str:
    """Return when the reader's clock sleeps before their deadline; "" when it does not."""
    now = clock.now()
    if due <= now or awake_between(now, due, quiet) == due - now:
        return ""
    if quiet.begins is None or quiet.ends is None or awake_between(now, due, quiet._replace(begins=None)) < due - now:
        return str(_("your clock sleeps in your quiet hours and on your free days"))
    hours = {"begins": time_format(quiet.begins, "H:i"), "ends": time_format(quiet.ends, "H:i")}
    return _("your clock sleeps %(begins)s–%(ends)s") % hours


def pace_line(bank_hours: int, turn_hours: int) -> str:
    """Return the clock of a table as one sentence."""
    if not bank_hours:
        return str(_("No clock: nothing happens automatically."))
    bank, turn = spans.hours(bank_hours), spans.hours(turn_hours)
    if not turn_hours:
        return _("Everyone has %(bank)s in the bank. Once it’s used up, there’s an hour for each decision.") % {
            "bank": bank
        }
    words = _("Everyone has %(bank)s in the bank. Every decision adds %(turn)s, up to %(bank)s.")
    return words % {"bank": bank, "turn": turn}


def pace_name(bank_hours: int, turn_hours: int, ladder: str) -> str:
    """Return the clock of a table in one or two words, for lists: `Days`; custom hours as numbers."""
    pace = pace_of(bank_hours, turn_hours, ladder)
    if pace is not None:
        return str(pace.label)
    return _("%(bank)s + %(turn)s a turn") % {"bank": _hours(bank_hours), "turn": _hours(turn_hours)}


def pace_in_short(bank_hours: int, turn_hours: int, ladder: str, *, own: bool = False) -> str:
    """Return the clock of a table in one line: `Days · 3 days in the bank, 12 h a turn`. ``own``: custom hours."""
    pace = None if own else pace_of(bank_hours, turn_hours, ladder)
    if pace and not bank_hours:
        return str(pace.label)
    about = {
        "bank": _hours(bank_hours),
        "turn": _hours(turn_hours),
        "pace": pace.label if pace else _("My own numbers"),
    }
    return _("%(pace)s · %(bank)s in the bank, %(turn)s a turn") % about


def _hours(hours: int) -> str:
    """Return a number of hours for narrow spaces: in days if they are whole, else `12 h`."""
    if hours and hours % 24 == 0:
        return spans.hours(hours)
    return ngettext("%(count)s h", "%(count)s h", hours) % {"count": hours}


def ladder_line(ladder: str) -> str:
    """Return the consequence of a time-out as one sentence."""
    if ladder == Ladder.FRIENDS:
        return str(_("If time runs out, the player is reminded. Nothing else happens automatically."))
    return str(_("If your time runs out, you get one extension. After that, the game discards a random card for you."))


def clock_words(game: Game) -> list[str]:
    """Return all time rules of a table, one sentence each."""
    words = [pace_line(game.bank_hours, game.turn_hours)]
    if game.by_sun:
        words.append(str(_("Seats follow the sun, so that turns go round fastest.")))
    if not game.bank_hours:
        return words
    words.append(ladder_line(game.ladder))
    if game.ladder == Ladder.CLOCK:
        counts = _("Vacation days count: if your time runs out, one of yours is used.")
        words.append(str(counts if game.vacations else _("Vacation days don’t count.")))
    return words


def pace_of_turns(pace: Pace) -> str:
    """Return how fast a player usually answers, for other readers: the middle half of their turns."""
    about = _quick_and_slow(pace)
    if about["quick"] == about["slow"]:
        return _("mostly answers within %(slow)s awake") % about
    return _("mostly answers within %(quick)s to %(slow)s awake") % about


def misses_of_turns(pace: Pace) -> str:
    """Return how many turns in a hundred a player misses, for other readers; "" for none."""
    many = round(100 * pace.missed / pace.lately) if pace.lately else 0
    if not many:
        return ""
    words = ngettext("misses %(count)s turn in a hundred", "misses %(count)s turns in a hundred", many)
    return words % {"count": many}


def pace_of_turns_in_full(pace: Pace | None) -> str:
    """Return the pace of a player in full sentences, for the player."""
    if pace is None:
        return str(_("Nothing is shown yet. It takes ten turns in finished games."))
    about = {
        **_quick_and_slow(pace),
        "turns": pace.turns,
        "typical": _within(pace.typical),
        "missed": pace.missed,
        "lately": pace.lately,
    }
    words = ngettext(
        "Of your last %(turns)s turns you answered a quarter within %(quick)s, half within %(typical)s and three"
        " quarters within %(slow)s awake. You missed %(missed)s of the last %(lately)s turn.",
        "Of your last %(turns)s turns you answered a quarter within %(quick)s, half within %(typical)s and three"
        " quarters within %(slow)s awake. You missed %(missed)s of the last %(lately)s turns.",
        pace.lately,
    )
    return words % about


def _quick_and_slow(pace: Pace) -> dict[str, str]:
    return {"quick": _within(pace.quick), "slow": _within(pace.slow)}


def _within(seconds: int) -> str:
    return spans.within(timedelta(seconds=seconds))


def forecast_of_first(forecast: Forecast) -> str:
    """Return when the first round would end if the game began now, in the reader's time zone."""
    about = _about_when(forecast)
    if len(set(about.values())) == 1:
        return _("If you began now, the first round would end around %(likely)s.") % about
    return (
        _("If you began now, the first round would end around %(early)s to %(late)s, most likely around %(likely)s.")
        % about
    )


def forecast_of_this(forecast: Forecast) -> str:
    """Return when the current round will end, in the reader's time zone."""
    about = _about_when(forecast)
    if len(set(about.values())) == 1:
        return _("This round ends around %(likely)s.") % about
    return _("This round ends around %(early)s to %(late)s, most likely around %(likely)s.") % about


def _about_when(forecast: Forecast) -> dict[str, str]:
    return {"early": when(forecast.early), "likely": when(forecast.likely), "late": when(forecast.late)}


def since(moment: datetime) -> str:
    """Return how long something has lasted, in its largest unit: `for 3 hours`."""
    return spans.since(clock.now() - moment)


def ago(moment: datetime) -> str:
    """Return how long ago something was, in its largest unit: `3 hours ago`."""
    return spans.ago(clock.now() - moment)
