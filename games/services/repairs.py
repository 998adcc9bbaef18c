"""Interventions of administrators in a running game, and the check of its state against its log. An administrator
gives a command of the rules with a reason, which the players see. Rows are never edited directly.
"""

from collections.abc import Callable, Iterator

from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import ValidationError
from msgspec.structs import replace

from accounts.models import User
from games.models import Deal, Game, Move, PrivateAct, Seat
from games.rows import archived, chance, store
from games.rules import engine
from games.rules.announcements import Announcement, SteppedIn
from games.rules.commands import Bot, End, TableCommand, Timeout, Wake
from games.rules.errors import Malformed, Refused
from games.rules.events import PublicEvent
from games.rules.notation import letter, parse_line
from games.rules.setup import DealtRound
from games.rules.table import Ruleset
from games.services import motions, moves
from games.services.peeks import UnfitError, fit_reason, outsider_at
from games.wording import refusal_words, uncited

PERMISSION = "games.repair_game"


def end_table(*, game_id: int, by: User, reason: str) -> None:
    """End a game early; then all of it is public (R96). Raises as :func:`games.services.peeks.outsider_at`."""
    _step_in(game_id, by, reason, End(), _("Ended the table: %(reason)s"))


def time_out(*, game_id: int, seat: int, by: User, reason: str) -> None:
    """Time out an awaited seat (R92). UnfitError too when it is not awaited."""
    _step_in(game_id, by, reason, Timeout(seat), _("Let seat %(seat)s’s time run out: %(reason)s"))


def to_bot(*, game_id: int, seat: int, by: User, reason: str) -> None:
    """Let a bot play a seat (R96). UnfitError too when one plays it already."""
    _step_in(game_id, by, reason, Bot(seat), _("Let a bot play seat %(seat)s: %(reason)s"))


def wake(*, game_id: int, seat: int, by: User, reason: str) -> None:
    """Give a seat back to its player (R96). UnfitError too when they play it already."""
    _step_in(game_id, by, reason, Wake(seat), _("Gave seat %(seat)s back to its player: %(reason)s"))


OF_A_SEAT = {"time-out": time_out, "to-bot": to_bot, "wake": wake}
"""The repairs of one seat, by their names in commands and forms."""
_COMMANDS: dict[str, Callable[[int], TableCommand]] = {"time-out": Timeout, "to-bot": Bot, "wake": Wake}


@transaction.atomic
def look_ahead(*, game_id: int, what: str, seat: int | None, by: User, reason: str) -> str:
    """Raise the errors of the repair that depend on public data only; change nothing. Without a ``seat`` the repair is
    to end the game. Return the kind of the seat's open decision, "" for none.

    No command is tried, because its outcome may depend on a random draw that must remain secret until then.
    """
    loaded, number, _reason = _fit(game_id, by, reason, End() if seat is None else _COMMANDS[what](seat))
    return "" if number is None else loaded.seats[number].awaited_for


def _fit(game_id: int, by: User, reason: str, command: TableCommand) -> tuple[store.Loaded, int | None, str]:
    """Return the table, the seat and the checked reason of a repair that may be tried."""
    loaded = outsider_at(game_id, by, PERMISSION)
    written = fit_reason(reason)
    seat = None if isinstance(command, End) else command.seat
    if seat is not None:
        _check_seat(loaded, command, seat)
    return loaded, seat, written


@transaction.atomic
def _step_in(game_id: int, by: User, reason: str, command: TableCommand, message: str) -> None:
    loaded, seat, written = _fit(game_id, by, reason, command)
    try:
        motions.count_all(moves.carry_out(loaded, None, command, user=by, said=(SteppedIn(by=by.username),)))
    except Refused as refused:
        raise UnfitError(uncited(refusal_words(refused, _names(loaded)))) from refused
    detail = message % {"reason": written, "seat": "" if seat is None else letter(seat)}
    LogEntry.objects.log_actions(by.pk, [loaded.game], CHANGE, detail)


def _check_seat(loaded: store.Loaded, command: TableCommand, number: int) -> None:
    """Raise UnfitError for legal commands without an effect: a bot in place of a bot, waking a seat that is awake."""
    seat = loaded.seat_at(number)
    if seat is None:
        raise UnfitError(_("That seat is empty."))
    if isinstance(command, Timeout) and not seat.awaited_for:
        raise UnfitError(_("The game isn’t waiting for this seat."))
    if isinstance(command, Bot) and seat.bot_plays:
        raise UnfitError(_("A bot already plays this seat."))
    if isinstance(command, Wake) and not seat.resting:
        raise UnfitError(_("This seat is played by its own player."))


def _names(loaded: store.Loaded) -> list[str]:
    return [seat.user.username for seat in loaded.seats]


# -- replaying the log


@transaction.atomic
def recount(*, game_id: int, by: User) -> list[str]:
    """Return the differences between the stored state and the replay of deals and log; empty if there are none.

    The sentences name parts, never their contents. The table is not changed. Raises as the repairs do. UnfitError too
    for a game from a record, which has no seed to replay.
    """
    loaded = outsider_at(game_id, by, PERMISSION)
    found = faults(loaded)
    LogEntry.objects.log_actions(by.pk, [loaded.game], CHANGE, _("Checked; differences: %(n)s") % {"n": len(found)})
    return found


def faults(loaded: store.Loaded) -> list[str]:
    """Return the differences for a game that is already loaded."""
    if not loaded.game.secret.seed:
        raise UnfitError(_("This game wasn’t dealt here."))
    try:
        found = list(_differences(loaded, _replayed(loaded.game, loaded.seats)))
    except _Broken as broken:
        found = [str(broken)]
    earlier = store.earlier_rules(loaded.game)
    if found and earlier:
        found.append(
            _("It started under rules that have been corrected since: version %(earlier)s.") % {"earlier": earlier}
        )
    return found


class _Broken(Exception):
    """The log cannot be replayed; the message says how far it could be."""


def _replayed(game: Game, seats: list[Seat]) -> engine.Game:
    """Return the state after all deals and moves of a game, under the current rules."""
    key = chance.key_of(game, seats)
    archived.at_hand(game)
    rows = Deal.objects.filter(game=game).order_by("round")
    deals = {deal.seq: store.deal(deal.state, game.pk, deal.round) for deal in rows}
    ruleset, state = store.ruleset(game), None
    secret = _acts(game)
    for move in Move.objects.filter(game=game).order_by("seq"):
        try:
            state, events = _moved(ruleset, state, move, deals.get(move.seq), key)
            for command in secret.get(move.seq, ()):
                state = engine.apply(state, *parse_line(command)).state
            stored = store.events(move.events, game.pk, move.seq)
        except (Refused, Malformed, ValidationError) as error:
            raise _Broken(_("Move %(number)s can’t be played.") % {"number": move.seq}) from error
        if state.public.seq != move.seq or events != tuple(event for event in stored if not _is_said(event)):
            raise _Broken(_("Move %(number)s doesn’t match what happened.") % {"number": move.seq})
    if state is None:
        raise _Broken(_("There’s no log."))
    return state


def _acts(game: Game) -> dict[int, list[str]]:
    """Return the secret commands after each move: orders, answers in windows."""
    acts: dict[int, list[str]] = {}
    for seq, command in PrivateAct.objects.filter(game=game).order_by("pk").values_list("seq", "command"):
        acts.setdefault(seq, []).append(command.split("\n")[0])
    return acts


def _is_said(event: PublicEvent) -> bool:
    return isinstance(event, Announcement)


def _moved(
    ruleset: Ruleset, state: engine.Game | None, move: Move, dealt: DealtRound | None, key: bytes
) -> tuple[engine.Game, tuple[PublicEvent, ...]]:
    """Return the state after a row of the log, and its public events."""
    events: tuple[PublicEvent, ...] = ()
    if state is not None and not move.command:
        return replace(state, public=replace(state.public, seq=state.public.seq + 1)), ()
    if state is not None:
        step = engine.apply(state, *parse_line(move.command.split("\n")[0]))
        state, events = step.state, step.events
    if state is None or engine.awaits_deal(state.public):
        if dealt is None:
            raise Malformed("a deal is missing")
        step = engine.begin_from(ruleset, dealt, key=key, last=state)
        state, events = step.state, (*events, *step.events)
    return state, events


def _differences(loaded: store.Loaded, counted: engine.Game) -> Iterator[str]:
    state = loaded.state
    if state.public != counted.public:
        names = [name for name in state.public.__struct_fields__ if _part(state, name) != _part(counted, name)]
        yield _("The public part differs: %(parts)s.") % {"parts": ", ".join(names)}
    for seat, own in zip(state.seats, counted.seats, strict=True):
        if seat != own:
            yield _("What seat %(seat)s knows differs.") % {"seat": letter(seat.seat)}
    if state.table != counted.table:
        yield _("The hidden part differs.")


def _part(state: engine.Game, name: str) -> object:
    return getattr(state.public, name)
