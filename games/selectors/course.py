"""The course of a past round or game: its public events, and its gold cards by value."""

from typing import NamedTuple

from django.db.models import QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Deal, Move, Status, Whisper
from games.rows import store
from games.rules.events import PublicEvent, RoundBegan, TookGold
from games.selectors.table import NAMED, Place, events_of

_LONGEST = 1000
"""No round has more public commands than that, unless players make offers all the time (R70)."""


class CommandEvents(NamedTuple):
    """The public events of one command, in order."""

    seq: int
    events: tuple[PublicEvent, ...]


class GoldCard(NamedTuple):
    """A gold card that was taken: the number of the command, the seat, the nuggets on the card (R22)."""

    seq: int
    seat: int
    value: int


class Course(NamedTuple):
    """Public events, oldest first, and the gold cards that the reader may know: their own, and all once the game is
    over (R24)."""

    log: tuple[CommandEvents, ...]
    gold: tuple[GoldCard, ...]


def of_round(place: Place, number: int) -> Course:
    """Return a round from its deal to the deal of the next, without the events of these two commands that belong to
    other rounds. Two queries."""
    begins, ends = (
        Deal.objects.filter(game=place.game, round=one).order_by().values("seq")[:1] for one in (number, number + 1)
    )
    moves = Move.objects.filter(
        game=place.game, seq__gte=Coalesce(Subquery(begins), 0), seq__lte=Coalesce(Subquery(ends), place.game.seq)
    )
    log = _log_of(place, moves)
    within = [CommandEvents(step.seq, _of(step.events, number)) for step in log]
    # Gold that was taken with the command that dealt this round belongs to the round before.
    dealt = log[0].seq if log and number > 1 else -1
    gold = [card for card in _gold(place, log) if card.seq > dealt]
    return Course(tuple(within), tuple(gold))


def of_game(place: Place) -> Course:
    """Return a whole game. Two queries."""
    log = _log_of(place, Move.objects.filter(game=place.game), most=None)
    return Course(log, _gold(place, log))


def _of(events: tuple[PublicEvent, ...], number: int) -> tuple[PublicEvent, ...]:
    """Return the events of one command that belong to a round."""
    for place, event in enumerate(events):
        if isinstance(event, RoundBegan):
            return events[place:] if event.round == number else events[:place]
    return events


def _log_of(place: Place, moves: QuerySet[Move], most: int | None = _LONGEST) -> tuple[CommandEvents, ...]:
    rows = list(moves.order_by("-seq").values_list("seq", "events", NAMED)[:most])
    game = place.game.pk
    return tuple(
        CommandEvents(seq, events_of(events, name, game=game, seq=seq)) for seq, events, name in reversed(rows)
    )


def _gold(place: Place, log: tuple[CommandEvents, ...]) -> tuple[GoldCard, ...]:
    if not log:
        return ()
    first, last = log[0].seq, log[-1].seq
    rows = Whisper.objects.filter(game=place.game, seq__gte=first, seq__lte=last, event__contains=_TOOK_GOLD)
    if place.game.status != Status.OVER:
        if place.seat is None:
            return ()
        rows = rows.filter(seat=place.seat.number)
    found = rows.order_by("pk").values_list("seq", "seat", "event")
    return tuple(
        GoldCard(seq, seat, whisper.value)
        for seq, seat, event in found
        for whisper in store.whispers(event, place.game.pk, seq)
        if isinstance(whisper, TookGold)
    )


_TOOK_GOLD = f'"{TookGold.__struct_config__.tag}"'
