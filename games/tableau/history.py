"""The log: what happened, newest first, with a summary since the reader's last turn on top."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rules.announcements import Announcement, PlanDropped, SteppedIn, TableOpened
from games.rules.cards import CARDS, STOPS_LAYING
from games.rules.events import (
    Announced,
    Dealt,
    GotHand,
    Laid,
    LostCard,
    MinerPut,
    NewRole,
    Passed,
    Played,
    PublicEvent,
    RoundBegan,
    RoundEnded,
    Saw,
    Swapped,
    TookGold,
    Traded,
    Vetoed,
)
from games.rules.tunnels import TURNED
from games.selectors.table import LoggedMove
from games.sheets import ACTIONS
from games.tableau.knowledge import LEFT, SWAPPED
from games.tableau.spoken import WordLine
from games.wording import event_words, whisper_words


class Line(NamedTuple):
    """A line of the log. `kind`: `event`, `whisper` (for the reader alone), `since`, `before` and `mark` (headings).
    `to_me`: it is about something that happened to the reader; `own`: about an act of the reader. `round` and `seq` are
    the replay step of the line, if it names one; `act` is what the table shows of it, None for a whisper and for what
    did not happen in the game: votes, outages, clocks."""

    kind: str
    words: str
    at: datetime | None = None
    to_me: bool = False
    round: int = 0
    seq: int = 0
    own: bool = False
    act: "ShownAct | None" = None


class ShownAct(NamedTuple):
    """Where a public event is seen at a table: its square, the seats of its player and its target, the card."""

    square: str
    seat: int | None
    target: int | None
    card: str


class Since(NamedTuple):
    """What happened since a player's last turn: its lines, oldest first, the public command up to which it reaches, and
    whether it covers all of the round so far, since they have not moved yet."""

    lines: tuple[Line, ...]
    seq: int
    whole_round: bool = False

    @property
    def steps(self) -> list[Line]:
        """What happened in the game."""
        return [line for line in self.lines if line.act or line.kind != "event"]

    @property
    def length(self) -> int:
        """How many steps there are to look at; without any, how many lines to read."""
        return len(self.steps) or len(self.lines)

    @property
    def apart(self) -> list[Line]:
        """What happened at the table: votes, outages, clocks."""
        return [line for line in self.lines if not line.act and line.kind == "event"]


class ShownMove(NamedTuple):
    """A move that a table shows in motion: its public command, the seat it came from, and the square of the card that
    was laid, or the seat and the tool that were hit."""

    seq: int
    seat: int
    square: str
    target: int | None = None
    tool: str = ""


MOST_MOVES = 3
"""So many of the last moves are shown in motion; all others stand at once."""


def moves_of(log: Sequence[LoggedMove]) -> list[ShownMove]:
    """Return the last tunnels laid and tools broken in the current round, oldest first, from a log (newest first). They
    are public, so the list is the same for all readers."""
    moves: list[ShownMove] = []
    for seq, event in ((step.seq, event) for step in log for event in reversed(step.events)):
        if isinstance(event, RoundBegan) or len(moves) == MOST_MOVES:
            break
        if isinstance(event, Laid):
            moves.append(ShownMove(seq, event.seat, event.at))
        elif isinstance(event, Played) and event.target is not None and event.card in STOPS_LAYING:
            tool = next(iter(CARDS[event.card].tools), event.card)
            moves.append(ShownMove(seq, event.seat, "", event.target, tool))
    return moves[::-1]


def lines_of(
    log: Sequence[LoggedMove], names: Sequence[str], me: int | None, *, since: int | None = None
) -> list[Line]:
    """Return the lines of a log (newest first), with headings between rounds; `since`: the reader's last move."""
    return [line for _step, lines in _by_step(log, names, me, since) for line in lines]


def lines_with_words(
    log: Sequence[LoggedMove],
    names: Sequence[str],
    me: int | None,
    words: Sequence[WordLine],
    *,
    since: int | None = None,
    to_the_end: bool = False,
) -> list[Line | WordLine]:
    """Return the same with chat messages between the lines, newest first, each at its time. Messages before the first
    of these moves are included if no move lies in between, or with `to_the_end`."""
    lines: list[Line | WordLine] = []
    left = list(reversed(words))
    for step, of_step in _by_step(log, names, me, since):
        while left and (left[-1].seq, left[-1].at) >= (step.seq, step.at):
            lines.append(left.pop())
        lines += of_step
    if to_the_end or not log or log[-1].seq == 0:
        lines += reversed(left)
    return lines


def once(log: Sequence[LoggedMove]) -> list[LoggedMove]:
    """Return a log (newest first) in which a command that was announced and then carried out appears once: as its
    effect. A command that was vetoed, or is still pending, stays as it is."""
    remaining, carried_out = [], set[int]()
    for step in log:
        events = list(_untold(step.events, carried_out))
        remaining.append(step if len(events) == len(step.events) else step._replace(events=tuple(events[::-1])))
    return remaining


def without_pending(log: Sequence[LoggedMove]) -> list[LoggedMove]:
    """Return a log (newest first) without the newest announcement, for a page that shows it separately."""
    remaining = list(log)
    for place, step in enumerate(remaining):
        if any(isinstance(event, Announced) for event in step.events):
            events = tuple(event for event in step.events if not isinstance(event, Announced))
            remaining[place] = step._replace(events=events)
            break
    return remaining


def _untold(events: Sequence[PublicEvent], carried_out: set[int]) -> Iterator[PublicEvent]:
    """Return the events of a step, newest first, without announcements by seats that carried them out later."""
    for event in reversed(events):
        if isinstance(event, Vetoed):
            carried_out.discard(event.seat)
        elif isinstance(event, _CARRIED_OUT):
            carried_out.add(getattr(event, "seat", -1))
        elif isinstance(event, Announced) and event.seat in carried_out:
            continue
        yield event


def announces(steps: Sequence[LoggedMove]) -> bool:
    """Return whether steps announce a command: a page of the log that begins after them contains its outcome."""
    return any(isinstance(event, Announced) for step in steps for event in step.events)


_CARRIED_OUT = (Laid, Played, *({sheet.logged_by for sheet in ACTIONS.values()} - {Played, Vetoed}))
"""The events about a card of the hand that takes effect."""


def _by_step(
    log: Sequence[LoggedMove], names: Sequence[str], me: int | None, since: int | None
) -> Iterator[tuple[LoggedMove, list[Line]]]:
    """Return each move with its lines and the headings above them."""
    language, all_names = get_language(), tuple(names)
    news = since is not None and bool(log) and log[0].seq > since
    heads = [Line("since", _("Since your last turn"))] if news else []
    for step in once(log):
        if news and since is not None and step.seq <= since:
            heads.append(Line("before", _("Before that")))
            news = False
        yield step, [*heads, *_of_step(step, language, all_names, me)]
        heads = []


def oldest_first(lines: Sequence[Line | WordLine]) -> list[Line | WordLine]:
    """Return lines of a log (newest first) oldest first. The heading of what is new stands above it again."""
    heading = next((line for line in lines if line.kind == "since"), None)
    older = any(line.kind == "before" for line in lines)
    turned: list[Line | WordLine] = [] if heading is None or older else [heading]
    for line in reversed(lines):
        if line.kind == "before" and heading is not None:
            turned.append(heading)
        elif line.kind not in ("since", "before"):
            turned.append(line)
    return turned


def since_of(
    log: Sequence[LoggedMove], names: Sequence[str], me: int | None, since: int | None, *, number: int = 0
) -> Since | None:
    """Return what happened since the reader's last move, or since the round began if they have not moved yet. None
    without any lines, and for a spectator. `number` is that of the current round."""
    start = _began(log) if since is None else since
    if me is None or start is None:
        return None
    steps = [step for step in log if step.seq > start]
    lines = list(_at_steps(once(steps), names, me, number))
    return Since(tuple(lines[::-1]), steps[0].seq, since is None) if lines else None


def _at_steps(steps: Sequence[LoggedMove], names: Sequence[str], me: int | None, number: int) -> Iterator[Line]:
    """Return the lines of steps, newest first, each with its replay step."""
    for step in steps:
        for line in step_lines(step, names, me):
            if line.kind == "mark":
                number -= 1  # what comes below it is of the round before
            else:
                yield line._replace(round=number, seq=step.seq)


def _began(log: Sequence[LoggedMove]) -> int | None:
    """Return the number of the command that began the last round; None when it is not in the log."""
    return next((step.seq for step in log if any(isinstance(event, RoundBegan) for event in step.events)), None)


def step_lines(step: LoggedMove, names: Sequence[str], me: int | None) -> Sequence[Line]:
    """Return the lines of one public command, newest first."""
    return _of_step(step, get_language(), tuple(names), me)


def _of_step(step: LoggedMove, language: str | None, names: tuple[str, ...], me: int | None) -> Sequence[Line]:
    # The sentences of whispers are not cached.
    secret = step.whispers or step.mine
    if not secret:
        return _open_lines(language, step.events, step.at, names, me)
    lines = _lines(step, names, me)
    return [line._replace(own=line.at is not None) for line in lines] if step.mine else lines


@lru_cache(maxsize=20_000)
def _open_lines(
    _language: str | None, events: tuple[PublicEvent, ...], at: datetime, names: tuple[str, ...], me: int | None
) -> Sequence[Line]:
    """Return the lines of the public events, for one reader."""
    return _lines(LoggedMove(0, None, at, events), names, me)


def _lines(step: LoggedMove, names: Sequence[str], me: int | None) -> list[Line]:
    """Return the lines, newest first: a new round, then under its own heading how the round before ended."""
    began = next((place for place, event in enumerate(step.events) if isinstance(event, RoundBegan)), len(step.events))
    dealt = [whisper for whisper in step.whispers if isinstance(whisper, Dealt)]
    others = [whisper for whisper in step.whispers if not isinstance(whisper, Dealt)]
    lines = _whispered(dealt, names, step.at) + _spoken(step.events[began:], names, me, step.at)
    if 0 < began < len(step.events):
        opening = step.events[began]
        number = opening.round - 1 if isinstance(opening, RoundBegan) else 0
        lines.append(Line("mark", _("Round %(round)s") % {"round": number}))
    lines += _whispered(others, names, step.at) + _swapped(step)
    return lines + _spoken(step.events[:began], names, me, step.at)


def _swapped(step: LoggedMove) -> list[Line]:
    """Return what the player did with two goals: no whisper contains it, only their own command does (R61)."""
    if not any(isinstance(event, Swapped) for event in step.events):
        return []
    if SWAPPED in step.mine:
        return [Line("whisper", _("You swapped the two goals."), step.at)]
    return [Line("whisper", _("You left the two goals as they were."), step.at)] if LEFT in step.mine else []


@lru_cache(maxsize=20_000)
def _words(_language: str | None, event: PublicEvent, names: tuple[str, ...], me: int | None) -> str | None:
    """Return the sentence of a public event for one reader, as in the log and in its player's row."""
    return event_words(event, names, me)


def _spoken(events: Sequence[PublicEvent], names: Sequence[str], me: int | None, at: datetime) -> list[Line]:
    language, all_names = get_language(), tuple(names)
    words = [(_words(language, event, all_names, me), event) for event in reversed(events)]
    return [Line("event", text, at, _happened_to(me, event), act=_act_of(event)) for text, event in words if text]


def _act_of(event: PublicEvent) -> ShownAct | None:
    if isinstance(event, Announcement):
        return None
    square, shows = getattr(event, "at", ""), _SHOWS.get(type(event))
    seat = event.by if isinstance(event, Vetoed) else getattr(event, "seat", None)
    square = square if isinstance(square, str) else square[-1] if square else ""
    return ShownAct(square, seat, getattr(event, "target", None), shows(event) if shows else "")


_TARGETS = ("seat", "target", "victim", "owner", "payer")


def _happened_to(me: int | None, event: PublicEvent) -> bool:
    """Return whether an event happened to a player, whichever seat's command caused it. The acts of staff at the table
    concern all players."""
    if isinstance(event, TableOpened | SteppedIn):
        return True
    return me is not None and any(getattr(event, field, None) == me for field in _TARGETS)


def _whispered(whispers: Sequence[Any], names: Sequence[str], at: datetime) -> list[Line]:
    words = [(whisper_words(whisper, names), isinstance(whisper, _ON_ME)) for whisper in whispers]
    return [Line("whisper", text, at, to_me) for text, to_me in words if text]


_ON_ME = (NewRole, GotHand, LostCard, PlanDropped)
"""Whispers about what others did to a player's role, hand and plan; all others answer an act of the player."""


class LastAct(NamedTuple):
    """A player's last public act: in words, and the card as it lies; "" for unseen cards."""

    words: str
    laid: str


def _always(card: str) -> Callable[[object], str]:
    return lambda _event: card


_SHOWS: Mapping[type, Callable[[Any], str]] = {
    Laid: lambda event: event.card + TURNED * event.turned,
    Announced: lambda event: event.card + TURNED * (event.turned and not event.moved),
    **{sheet.logged_by: _always(name) for name, sheet in ACTIONS.items() if sheet.logged_by is not Played},
    Played: lambda event: event.card,
    Passed: lambda _event: "",
    Traded: lambda _event: "",
    MinerPut: lambda _event: "",
}
"""The acts with cards of the hand, and the card that all see."""


def last_acts_of(log: Sequence[LoggedMove], names: Sequence[str], me: int | None) -> dict[int, LastAct]:
    """Return the last act of each player of this round, by seat, from a log (newest first)."""
    acts: dict[int, LastAct] = {}
    language, all_names = get_language(), tuple(names)
    for event in (event for step in log for event in reversed(step.events)):
        if isinstance(event, RoundBegan):
            break
        shows = _SHOWS.get(type(event))
        seat = event.by if isinstance(event, Vetoed) else getattr(event, "seat", None)
        if shows is not None and seat is not None and seat not in acts:
            acts[seat] = LastAct(_words(language, event, all_names, me) or "", shows(event))
    return acts


class News(NamedTuple):
    """What happened since the reader's last move that gets a panel of its own."""

    round_over: RoundEnded | None = None
    saw: tuple[Saw, ...] = ()
    gold: tuple[TookGold, ...] = ()
    role: NewRole | None = None


def news_of(log: Sequence[LoggedMove], since: int | None, seen: int = 0) -> News:
    """Return the news in a log (newest first) since the reader's last move; new roles only from after the public
    command `seen`, up to which the reader has viewed the table.

    A player who ended a round by a theft or by taking gold gets news of that round too.
    """
    recent = [step for step in log if since is None or step.seq >= since]
    events = [event for step in recent for event in reversed(step.events)]
    whispers = [whisper for step in recent for whisper in reversed(step.whispers)]
    roles = [(step.seq, one) for step in recent for one in reversed(step.whispers) if isinstance(one, Dealt | NewRole)]
    last_role = next((role for seq, role in roles if seq > seen or not seen), None)
    if any(isinstance(event, RoundBegan) for event in events):
        events = [event for step in log for event in reversed(step.events)]
    return News(
        round_over=next((event for event in events if isinstance(event, RoundEnded)), None),
        saw=tuple(whisper for whisper in whispers if isinstance(whisper, Saw)),
        gold=tuple(whisper for whisper in whispers if isinstance(whisper, TookGold)),
        role=last_role if isinstance(last_role, NewRole) else None,
    )


def last_move_of(log: Sequence[LoggedMove], seat: int | None) -> int | None:
    """Return the number of a seat's last move in a log (newest first); None when there is none."""
    return next((step.seq for step in log if seat is not None and step.seat == seat), None)
