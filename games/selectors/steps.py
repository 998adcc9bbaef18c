"""A round step by step: public events, private events of one player, and the public part of the deal."""

from collections.abc import Container, Mapping
from typing import NamedTuple

from django.db.models import Case, F, Q, TextField, Value, When

from games.models import Deal, Status, Whisper
from games.rows import store
from games.rules.events import Dealt, PrivateEvent, RoundBegan
from games.rules.setup import LaidOut
from games.selectors.table import LoggedMove, Place, log_between


class RoundView(NamedTuple):
    """A round as a viewer may see it: the public part of the deal, and its public commands, oldest first, from the deal
    on.

    `others` are the private events of all seats by the number of the command and the seat. They are public once the
    game is over (R24).
    """

    laid: LaidOut
    steps: tuple[LoggedMove, ...]
    others: Mapping[tuple[int, int], tuple[PrivateEvent, ...]]
    last: int = 0
    """The number of its last public command, even if that is unreadable."""


def round_view(place: Place, number: int) -> RoundView | None:
    """Return a round that was dealt; None when there is none of that number. Three queries, two for a spectator, one
    more once the game is over."""
    of_this = Case(When(round=number, then=F("state")), default=Value(""), output_field=TextField())
    found = Deal.objects.filter(Q(round=number) | Q(round=number + 1), game=place.game).order_by("round")
    rows = list(found.values_list("round", "seq", of_this))
    if not rows or rows[0][0] != number:
        return None
    first, last = rows[0][1], rows[1][1] if len(rows) > 1 else place.game.seq
    deals, ends = {first} if number > 1 else set(), {last} if len(rows) > 1 else set()
    steps = [_within(step, number) for step in reversed(log_between(place, first, last))]
    return RoundView(
        laid=store.laid_out(rows[0][2], place.game.pk, number),
        steps=tuple(step for step in steps if step.events or step.seq == first),
        others=_all_whispers(place, first, last, deals, ends) if place.game.status == Status.OVER else {},
        last=last,
    )


def _within(step: LoggedMove, number: int) -> LoggedMove:
    """Return the part of a public command that belongs to a round: the command that ends a round deals the next."""
    began = next((place for place, event in enumerate(step.events) if isinstance(event, RoundBegan)), None)
    if began is None:
        return step
    opening = step.events[began]
    is_new = isinstance(opening, RoundBegan) and opening.round == number
    events = step.events[began:] if is_new else step.events[:began]
    mine = "" if is_new and began else step.mine
    return step._replace(events=events, whispers=_of_deal(step.whispers, is_new=is_new), mine=mine)


def _of_deal(whispers: tuple[PrivateEvent, ...], *, is_new: bool) -> tuple[PrivateEvent, ...]:
    """Return the private events from the deal on, or those before it."""
    dealt = next((place for place, one in enumerate(whispers) if isinstance(one, Dealt)), len(whispers))
    return whispers[dealt:] if is_new else whispers[:dealt]


def _all_whispers(
    place: Place, first: int, last: int, deals: Container[int], ends: Container[int]
) -> dict[tuple[int, int], tuple[PrivateEvent, ...]]:
    """Return the private events of all seats in a round, by the number of the command and the seat. Events of the last
    round in the command that dealt this one are left out, and those of the next round in the command that ended it."""
    rows = Whisper.objects.filter(game=place.game, seq__gte=first, seq__lte=last).order_by("pk")
    whispers: dict[tuple[int, int], tuple[PrivateEvent, ...]] = {}
    for seq, seat, event in rows.values_list("seq", "seat", "event"):
        whispers[seq, seat] = whispers.get((seq, seat), ()) + store.whispers(event, place.game.pk, seq)
    cut = {
        key: _of_deal(whispers[key], is_new=key[0] in deals) for key in whispers if key[0] in deals or key[0] in ends
    }
    return {**whispers, **cut}
