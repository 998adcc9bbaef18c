"""The only writers of running games. Each command is one transaction: state, log, private events and notices."""

import dataclasses
import functools
from collections.abc import Container, Iterator, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Model, OuterRef, QuerySet
from django.http import Http404
from msgspec.structs import replace

from accounts.clocks.quiet import Quiet
from accounts.models import User
from games import clock, signals
from games.clocks import absence, deadlines, faster, live, planned, reminders
from games.models import Deal, Game, Move, PrivateAct, Seat, Status, Whisper
from games.rows import chance, notices, nudge, pulse, store
from games.rules import codec, engine
from games.rules.announcements import LiveEnded, PlanDropped
from games.rules.commands import (
    LET_BE_THIS_ROUND,
    Bot,
    Command,
    Offer,
    Order,
    SeatCommand,
    Sleep,
    TakeOver,
    Timeout,
    Wake,
)
from games.rules.errors import Refused
from games.rules.events import PrivateEvent, PublicEvent
from games.rules.notation import letter, write_line
from games.services import sent
from saboteur_site.database import statements
from saboteur_site.database.statements import Prepared

SEAT_COLUMNS = (
    "role", "hand", "memory", "answered", "awaited_for", "awaited_since", "resting",
    "due_at", "spent", "remind_at", "missed", "forgiven", "plan", "plan_minutes",
)  # fmt: skip
"""The columns of a seat that a command may change."""
PLACE_COLUMNS = (
    "number", "user", "joined_at", "seen_seq", "seen_round", "seen_deal", "heard", "share", "word_place", "agreed",
    "coach",
)  # fmt: skip
"""The columns of a seat that change when players join and leave."""


class MoveOutcome(StrEnum):
    """The outcome of a submitted command. Only `DONE` has changed anything."""

    DONE = "done"
    AGAIN = "again"
    """The same command was carried out before."""
    STALE = "stale"
    """The table has changed since the player's page was made."""
    REFUSED = "refused"
    """The rules do not allow it."""


class Submitted(NamedTuple):
    """The outcome of a command, and the refusal of the rules, if any."""

    result: MoveOutcome
    refused: Refused | None = None


def submit(*, code: str, user: User, seq: int, key: str, command: SeatCommand) -> Submitted:
    """Carry out a player's command for the state that they saw (``seq``); Http404 if they have no seat there.

    A standing order does not depend on that state, so it is accepted later too (R93). Only "not again this round"
    belongs to the round that they saw.
    """
    with transaction.atomic():
        loaded = locked(code=code, key=key, of=user)
        seat = loaded.seat_of(user)
        if before := loaded.sent_before[seat.number]:
            is_the_same = before.split("\n")[0] == write_line(seat.number, command)
            return Submitted(MoveOutcome.AGAIN if is_the_same else MoveOutcome.STALE)
        is_late_order = isinstance(command, Order) and seq < loaded.game.seq
        if is_late_order and command == LET_BE_THIS_ROUND and sent.round_was_dealt(loaded.game, since=seq):
            return Submitted(MoveOutcome.STALE)
        if loaded.game.status != Status.RUNNING or (seq != loaded.game.seq and not is_late_order):
            return Submitted(MoveOutcome.AGAIN if sent.was_said(loaded.game, seat, seq, command) else MoveOutcome.STALE)
        if is_late_order and sent.last_order(seat, since=seq) == write_line(seat.number, command):
            return Submitted(MoveOutcome.AGAIN)
        loaded = wake(loaded, seat, user)
        try:
            carry_out(loaded, seat.number, command, user=user, key=key)
        except Refused as refused:
            if sent.was_said(loaded.game, seat, seq, command):
                return Submitted(MoveOutcome.AGAIN)
            return Submitted(MoveOutcome.REFUSED, refused)
    return Submitted(MoveOutcome.DONE)


def wake(loaded: store.Loaded, seat: Seat, user: User) -> store.Loaded:
    """Wake a resting seat of a running game when its player is back, with a new clock if it is awaited (R96).

    The caller has to count open votes again (`motions.count_all`).
    """
    if not seat.resting:
        return loaded
    absence.close_motions(loaded.game, seat.number)
    return carry_out(loaded, None, Wake(seat.number), user=user)


def _lock(name: str, *, skip_locked: bool) -> Prepared[Game]:
    def build(value: str | int) -> QuerySet[Game]:
        # Lock both rows: PostgreSQL returns a joined row without a lock as it was before this request had to wait.
        games = Game.objects.select_for_update(of=("self", "secret"), skip_locked=skip_locked)
        return games.select_related("secret").exclude(secret=None).filter(**{name: value})

    return Prepared(build, {"code": "of a table", "pk": -1}[name])


def _seats_of(game: int, since: date) -> QuerySet[Seat]:
    seats = Seat.objects.filter(game=game).select_related("user").order_by("number")
    return seats.annotate(locked_at=clock.Moment(), days_off=deadlines.days_off(since))


def _seats_and_what_was_sent(game: int, since: date, key: str) -> QuerySet[Seat]:
    sent = Move.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), key=key)
    return _seats_of(game, since).annotate(sent_before=sent.values("command"))


_LOCKS = {(name, skip): _lock(name, skip_locked=skip) for name in ("code", "pk") for skip in (False, True)}
_SEATS = Prepared(_seats_of, -1, date.min)
_SEATS_AND_WHAT_WAS_SENT = Prepared(_seats_and_what_was_sent, -1, date.min, "a key")


def locked(
    *,
    code: str | None = None,
    pk: int | None = None,
    key: str = "",
    skip_locked: bool = False,
    of: User | None = None,
) -> store.Loaded:
    """Return all of the table with a code or a primary key. Its row is locked until the transaction ends. Raise Http404
    when there is no such table, or when the user ``of`` has no seat there, and CorruptTable when its state cannot be
    read. With ``skip_locked`` a locked table counts as missing. With a ``key``, `Loaded.sent_before` has the commands
    that players sent with it before. All rows are read after the lock, so they include changes of other requests.
    """
    rows = locked_rows(code=code, pk=pk, key=key, skip_locked=skip_locked, of=of)
    if rows.game.status in (Status.OPEN, Status.CANCELLED):
        return rows
    return dataclasses.replace(rows, state=store.load(rows.game, rows.seats).state)


def locked_rows(
    *,
    code: str | None = None,
    pk: int | None = None,
    key: str = "",
    skip_locked: bool = False,
    of: User | None = None,
) -> store.Loaded:
    """Return the locked table as `locked` does, but without the state, which is not read."""
    name, value = ("pk", pk) if code is None else ("code", code)
    game = next(iter(_LOCKS[name, skip_locked](value)), None)
    if game is None:
        raise Http404
    since = deadlines.days_that_count(clock.now())
    seats = _SEATS_AND_WHAT_WAS_SENT(game.pk, since, key) if key else _SEATS(game.pk, since)
    for seat in seats:
        seat.game = game
    asked = {seat.number: _what_was_asked(seat) for seat in seats}
    locked_at = next((found["locked_at"] for found in asked.values()), None)
    loaded = store.Loaded(
        game,
        seats,
        now=clock.turned(locked_at),
        sent_before={number: found.get("sent_before") for number, found in asked.items()},
        days_off={number: deadlines.days_in(found["days_off"], game) for number, found in asked.items()},
    )
    if of is not None and not loaded.sits(of):
        raise Http404
    for rows, names in _parts(loaded):
        loaded.changes.note(rows, names)
    return loaded


def _what_was_asked(seat: Seat) -> dict[str, Any]:
    """Remove and return the annotation of a row."""
    names = ("locked_at", "days_off", "sent_before")
    return {name: vars(seat).pop(name) for name in names if name in vars(seat)}


def carry_out(
    loaded: store.Loaded,
    seat: int | None,
    command: Command,
    *,
    user: User | None,
    key: str = "",
    said: tuple[PublicEvent, ...] = (),
) -> store.Loaded:
    """Carry out a command of a seat or of the table on a locked game, with its consequences. Return the game after it.

    1. Apply the rules. Raise Refused when they do not allow the command; then nothing has changed.
    2. If the command ends a round, the next one is dealt.
    3. A secret command ends here: it is stored without a line of the log (R95).
    4. A live table falls back to days if its minute was over or a player is away.
    5. The misses of the moving seat are reset, and plans that can no longer be carried out are dropped.
    6. The state and all clocks are written into the rows; changed rows are saved.
    7. A line of the log is written, with the ``said`` events before the new ones; also private events and notices.
    8. After the commit, tasks for awaited bots and for the outbox are queued.
    """
    step = engine.apply(loaded.state, seat, command)
    text, among = chance.written(write_line(seat, command), step), chance.among_written(step)
    events, whispers, state = [*said, *step.events], list(step.whispers), step.state
    if engine.awaits_deal(state.public):
        key_of_game = state.table.chance.key  # type: ignore[union-attr]  # a real game has no script
        dealt = engine.next_deal(state, key=key_of_game)
        _keep_deal(loaded.game, dealt.round, state.public.seq, codec.encode(dealt))
        step = engine.begin_from(state.public.ruleset, dealt, key=key_of_game, last=state)
        events, whispers, state = [*events, *step.events], [*whispers, *step.whispers], step.state
    if state.public.seq == loaded.state.public.seq:
        _save_private_act(loaded, state, command.seat if isinstance(command, Timeout) else seat, text)
        return functools.reduce(announce, said, dataclasses.replace(loaded, state=state))
    events = [*live.end_if_over(loaded, mover=user.pk if user else None), *events, *faster.at_next_round(loaded, state)]
    if seat is not None and not loaded.seats[seat].bot_plays:
        loaded.seats[seat].missed = 0
    fallen = planned.drop_fallen(loaded.seats, loaded.state, state, command)
    whispers += [(own, PlanDropped()) for own in planned.seats_to_notify(loaded.state, state, fallen, events)]
    with statements.together():
        write_rows(loaded, state, reopened=_reopened(command, loaded.state, state))
        _log(loaded.game, seat, text, tuple(events), user=user, key=key, among=among)
        _whisper(loaded.game, whispers)
        notified = notices.write(loaded.game, loaded.seats, tuple(events))
    if loaded.game.status == Status.OVER:
        signals.game_over.send(sender=Game, game=loaded.game)
    _tell_worker(loaded, notified=notified)
    return dataclasses.replace(loaded, state=state)


def _reopened(command: Command, before: engine.Game, state: engine.Game) -> Container[int]:
    """Return the seats whose decision was opened by a command. Decisions that were open before continue (R90, R93,
    R96), and so do those that inherit the deadline of the decision before them (R92).
    """
    if isinstance(command, Wake | TakeOver):
        return (command.seat,)
    going_on = engine.goes_on(before.public, state.public)
    return () if isinstance(command, Sleep | Bot | Offer) or going_on else range(state.public.seats)


def _tell_worker(loaded: store.Loaded, *, notified: bool) -> None:
    """Queue the tasks for awaited bots and for the outbox."""
    if any(seat.awaited_for and seat.bot_plays for seat in loaded.seats):
        nudge.bots(loaded.game.pk)
    if notified:
        nudge.notices()


def announce(loaded: store.Loaded, event: PublicEvent) -> store.Loaded:
    """Write a line into the log of a locked, running game without a command of the rules, and save the rows.

    It counts as a public command, so that every open page shows it. It opens no decision, but if the table falls back
    to days, awaited players are notified again.
    """
    public = replace(loaded.state.public, seq=loaded.state.public.seq + 1)
    store.put_game(loaded.game, public)
    save(loaded)
    _log(loaded.game, None, "", (event,))
    notified = isinstance(event, LiveEnded) and notices.write(loaded.game, loaded.seats, (event,))
    _tell_worker(loaded, notified=notified)  # the stored choices of bots are for the former state
    return dataclasses.replace(loaded, state=replace(loaded.state, public=public))


def deal_first_round(rows: store.Loaded) -> None:
    """Begin the game of a locked table: the deal follows from the committed secret and the lucky words (R98)."""
    game, seats = rows.game, rows.seats
    ruleset, key = store.ruleset(game), chance.key_of(game, seats)
    dealt = engine.first_deal(ruleset, len(seats), key=key)
    step = engine.begin_from(ruleset, dealt, key=key)
    _keep_deal(game, 1, 0, codec.encode(dealt))
    game.status, game.started_at = Status.RUNNING, clock.now()
    game.bots = "".join(letter(seat.number) for seat in seats if seat.user.is_bot)
    loaded = dataclasses.replace(rows, state=step.state)
    write_rows(loaded, step.state)
    _log(game, None, "", step.events)
    _whisper(game, step.whispers)
    _tell_worker(loaded, notified=notices.write(game, seats))


# -- rows


def write_rows(loaded: store.Loaded, state: engine.Game, *, reopened: Container[int] = ()) -> None:
    """Write a state into the rows of a locked game, with the clocks of all open decisions, and save them.

    The decision of a seat begins now if the seat is in ``reopened``, or was not awaited for the same decision before.
    """
    game, moment = loaded.game, loaded.now
    store.put_game(game, state.public)
    store.put_table(game.secret, state)
    game.moved_at, game.stuck_at = moment, None
    if engine.is_over(state.public):
        game.status, game.over_at = Status.OVER, moment
    asked = {ask.seat: ask.kind for ask in engine.awaited(state.public)}
    is_same = state.public.agenda == loaded.state.public.agenda
    if game.live_since and game.status == Status.OVER:
        live.forget(game)
    elif game.live_since and reopened:
        live.go_on(loaded, dealt=state.public.round != loaded.state.public.round)
    hours, runs_from = state.public.ruleset.veto_window, deadlines.running_from(game, moment)
    window = deadlines.window_end(loaded.seats, is_same, hours=hours, now=runs_from)
    begun = []
    for seat in loaded.seats:
        kind, rested, quiet = asked.get(seat.number, ""), seat.resting, loaded.quiet_of(seat)
        _put_seat(seat, state)
        if _await(seat, kind, game, quiet, moment, reopened=seat.number in reopened) or seat.resting != rested:
            deadlines.begin(seat, game, quiet, window=window, now=moment)
            begun.append(seat)
    reminders.deadlines_moved(loaded, begun, moment)
    save(loaded)


def save(loaded: store.Loaded) -> None:
    """Save all changed rows of a loaded table; insert new seats. Commands and announcements call it last; other code
    that changes rows has to call it.
    """
    for seat in loaded.seats:
        if seat._state.adding:
            seat.save(force_insert=True)
            loaded.changes.note([seat], SEAT_COLUMNS)
            loaded.changes.note([seat], PLACE_COLUMNS)
    is_news = bool(loaded.changes.of([loaded.game]))
    for rows, names in _parts(loaded):
        # Seats are always saved with an event: an additional statement would reveal that an order was dropped (R95).
        loaded.changes.write(rows, names, or_else=rows[:1] if is_news and names == SEAT_COLUMNS else ())
    if is_news:
        pulse.publish(loaded.game, loaded.seats)


def _parts(loaded: store.Loaded) -> "Iterator[tuple[Sequence[Model], tuple[str, ...]]]":
    """Yield the rows of a table, with the columns that are written together."""
    yield [loaded.game], ()
    yield [loaded.game.secret], ("state",)
    yield loaded.seats, SEAT_COLUMNS
    yield loaded.seats, PLACE_COLUMNS


def _save_private_act(loaded: store.Loaded, state: engine.Game, number: int | None, command: str) -> None:
    """Store a secret command. It changes nothing that other players can see, neither version nor time (R95)."""
    for seat in loaded.seats:
        store.put_seat(seat, state.seats[seat.number])
    save(loaded)
    if number is not None:
        statements.insert([PrivateAct(game=loaded.game, seat=number, seq=loaded.game.seq, command=command)])


def _put_seat(seat: Seat, state: engine.Game) -> None:
    """Write the private state of a seat into its row, unsaved, and how the seat rests."""
    store.put_seat(seat, state.seats[seat.number])
    seat.resting = state.public.resting.get(seat.number, "")


def _await(seat: Seat, kind: str, game: Game, quiet: Quiet, moment: datetime, *, reopened: bool) -> bool:
    """Write the decision that a seat is awaited for ("" for none), and since when. Return whether anything changed."""
    if kind == seat.awaited_for and not (kind and reopened):
        return False
    deadlines.end(seat, game, quiet, now=moment)
    seat.awaited_for, seat.awaited_since = kind, moment if kind else None
    return True


def _log(
    game: Game,
    seat: int | None,
    command: str,
    events: tuple[PublicEvent, ...],
    *,
    user: User | None = None,
    key: str = "",
    among: str = "",
) -> None:
    encoded = codec.encode(events)
    line = Move(game=game, seq=game.seq, seat=seat, user=user, key=key, command=command, among=among, events=encoded)
    statements.insert([line])


def _whisper(game: Game, whispers: Sequence[tuple[int, PrivateEvent]]) -> None:
    statements.insert(
        [Whisper(game=game, seat=seat, seq=game.seq, event=codec.encode(event)) for seat, event in whispers]
    )


def _keep_deal(game: Game, number: int, seq: int, text: str) -> None:
    Deal.objects.create(game=game, round=number, seq=seq, state=text, rules_version=store.RULES_VERSION)
