"""The input of a forecast: the players of a table, and its public card counts. No hand, role or plan is read."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.clocks.quiet import ALWAYS_AWAKE
from accounts.models import User
from games import clock
from games.clocks import deadlines, forecast
from games.clocks.forecast import Answers, Cards, Forecast, Player
from games.clocks.words import forecast_of_first
from games.models import Game, Seat, Status
from games.rows import store
from games.rules import engine
from games.selectors import paces
from games.selectors.table import Place
from games.wording.facts import Facts

COLUMNS = (
    "number", "resting", "awaited_since", "user__username", "user__is_bot", "user__is_guest", "user__shows_pace",
    "user__time_zone", "user__quiet_from", "user__quiet_until", "user__free_days", "game_id",
    *(f"user__pace__{column}" for column in ("quick", "typical", "slow", "lately", "missed")),
)  # fmt: skip
"""The columns of a seat and its player: public ones, and the player's quiet hours."""


def seats_at(game: Game) -> QuerySet[Seat]:
    """Return the seats of a table in order, with their players and the paces of these."""
    return Seat.objects.filter(game=game).select_related("user__pace").only(*COLUMNS).order_by("number")


def before(pace: deadlines.Clock, facts: Facts, window: int, people: Sequence[User], now: datetime) -> Forecast | None:
    """Return when the first round would end if a game began now, with these players and others without a known pace.

    ``window`` is in hours.
    """
    unknown = Player(ALWAYS_AWAKE, forecast.usual(pace))
    players = [_player(user, pace) for user in people[: facts.players]]
    players += [unknown] * (facts.players - len(players))
    cards = Cards((facts.hand,) * facts.players, facts.pile)
    return forecast.of_round(players, cards, first=0, since=now, now=now, window=timedelta(hours=window))


def words_before(game: Game, facts: Facts | None, people: Sequence[User]) -> str:
    """Return the forecast of `before` as text, for an open table with these players; "" where there is none."""
    if facts is None or game.status != Status.OPEN:
        return ""
    found = before(deadlines.pace_of(game), facts, store.ruleset(game).veto_window, people, clock.now())
    return forecast_of_first(found) if found else ""


def words_for(hours: tuple[int, int], facts: Facts, window: int, host: User) -> str:
    """Return the same text for a table that is not set up yet, from the hours of bank and increment, and its host."""
    bank, turn = (timedelta(hours=one) for one in hours)
    found = before(deadlines.Clock(bank, turn), facts, window, [host], clock.now())
    return forecast_of_first(found) if found else ""


def now_at(place: Place, seats: Sequence[Seat], now: datetime) -> Forecast | None:
    """Return when the current round of a table will end; None where `forecast.of_round` returns None. If no turn is
    awaited, the turn of the next seat is assumed to begin now."""
    game, public = place.game, store.public(place.game)
    pace = deadlines.pace_of(game)
    on_turn = next((ask.seat for ask in engine.awaited(public) if ask.kind == "turn"), None)
    if on_turn is None:
        last = public.last_mover
        first, since = public.first if last is None else (last + public.direction) % public.seats, now
    else:
        first, since = on_turn, seats[on_turn].awaited_since or now
    return forecast.of_round(
        [player_at(seat, pace) for seat in seats],
        Cards(public.hands, public.pile),
        first=first,
        since=deadlines.running_from(game, since),
        now=deadlines.running_from(game, now),
        direction=public.direction,
        window=timedelta(hours=public.ruleset.veto_window),
    )


def player_at(seat: Seat, pace: deadlines.Clock) -> Player:
    """Return a seat of a running game for a forecast."""
    if seat.bot_plays:
        return forecast.BOT
    if seat.resting == "asleep" and pace.runs:
        return forecast.SLEEPER
    return _player(seat.user, pace)


def _player(user: User, pace: deadlines.Clock) -> Player:
    if user.is_bot:
        return forecast.BOT
    known = paces.shown(user)
    if known is None:
        return Player(user.quiet, forecast.usual(pace))
    answers = Answers(*(timedelta(seconds=one) for one in (known.quick, known.typical, known.slow)))
    return Player(user.quiet, forecast.within(answers, pace))
