"""Chat messages of a table as a reader may see them: the newest messages, older ones, and the current claims.

For the page of a table, messages are read by the same query as the private events of the player (`received`), so they
need no query of their own. Messages of players that the reader has muted are left out.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
    Case,
    CharField,
    DateTimeField,
    Exists,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce

from accounts.models import Unheard, User
from games.models import Game, Move, Said, Seat, Whisper, Word
from games.rows import store
from games.rules import claims
from games.rules.claims import Claim
from games.rules.errors import Malformed
from games.rules.events import PrivateEvent
from saboteur_site.database.statements import Prepared

LENGTH = 30
"""The number of messages in the column beside the table."""

MOST_CLAIMS = 200
"""The number of messages in which the history of a claim is searched."""


_NONE = 9999
"""A number that no seat and no round has."""


class Spoken(NamedTuple):
    """A chat message: its number, the last public command before it, its author and seat, its kind and text.

    `name` is "" for a deleted user. `program`: a bot account wrote it; `mine`: the reader did. `stands`: a claim that
    no later claim has replaced, by a player who still has the seat. The text of removed messages is empty.
    """

    number: int
    seq: int
    seat: int
    kind: str
    text: str
    at: datetime
    person: int | None
    name: str
    bot: bool
    program: bool = False
    mine: bool = False
    stands: bool = False
    removed: bool = False

    @property
    def claim(self) -> Claim | None:
        """Return the claim, if the message is a readable one."""
        try:
            return claims.parse(self.text) if self.kind == Said.CLAIM else None
        except Malformed:
            return None


class Received(NamedTuple):
    """What a seat received: private events by public command; the newest messages, newest first, and whether there are
    older ones; the current claims, oldest first; for a page of older entries, the number from which on messages were
    selected."""

    whispers: Mapping[int, list[PrivateEvent]]
    words: list[Spoken]
    older: bool = False
    claims: Sequence[Spoken] = ()
    first: int = 1


def received(game: Game, seat: Seat | None, *, after: int, last: int, round: int) -> Received:  # noqa: A002 (as in the rules)
    """Return the private events of a seat after one public command and up to another, the newest messages, and the
    current claims of a round. One query. Without a seat, no private events."""
    number, user = (seat.number, seat.user_id) if seat else (_NONE, 0)
    whispers: dict[int, list[PrivateEvent]] = defaultdict(list)
    spoken: list[Spoken] = []
    for row in sorted(_RECEIVED(game.pk, number, after, last, round, user), key=_in_order):
        if row[0]:
            spoken.append(_spoken(row, user))
        else:
            whispers[row[1]] += store.whispers(row[4], game.pk, row[1])
    words = spoken[-LENGTH:]
    older = len(words) == LENGTH and game.words > LENGTH
    return Received(whispers, words[::-1], older, [one for one in spoken if one.stands])


def overheard(
    game: Game,
    moves: QuerySet[Move],
    round: int,  # noqa: A002 (as in the rules)
) -> tuple[list[tuple[Any, ...]], Received]:
    """Return the messages and claims for a viewer without a seat, and some `moves` of the table: number, seat, time,
    events and `named`, newest first. One query."""
    newest = game.words - LENGTH
    lines = moves.annotate(number=F("seq"), content=F("events"), name=F("named"), **_OF_NO_WORD).order_by()
    words = _columns(Word.objects.filter(Q(number__gt=newest) | Q(stands=True, round=round), game=game), round)
    found = sorted(lines.values_list(*_NAMES).union(words, all=True), key=_in_order)
    spoken = [_spoken(row, 0) for row in found if row[0]]
    log = [(seq, seat, at, text, name) for kind, seq, _, seat, text, at, _, name, *_ in found[::-1] if not kind]
    seen = [one for one in spoken if one.number > newest]
    return log, Received({}, seen[::-1], newest > 0, [one for one in spoken if one.stands])


def _in_order(row: Sequence[Any]) -> int:
    """Return the sort key: private events in order of creation, messages by number."""
    return int(row[2])


def received_before(
    game: Game, seat: Seat | None, reader: User, *, after: int, last: int, before: int, most: int
) -> Received:
    """Return the same for a page of older entries, with the messages of a range of numbers. One query."""
    number, first = (seat.number if seat else _NONE), before - most
    said = Word.objects.filter(game=game, number__gte=first, number__lt=before).exclude(_of_muted(reader.pk))
    rows = _with_whispers(_columns(said, _NONE), game.pk, number, after, last)
    whispers: dict[int, list[PrivateEvent]] = defaultdict(list)
    spoken = []
    for row in sorted(rows, key=_in_order):
        if row[0]:
            spoken.append(_spoken(row, reader.pk))
        else:
            whispers[row[1]] += store.whispers(row[4], game.pk, row[1])
    return Received(whispers, spoken[::-1], first > 1, first=max(first, 1))


def words_of(game: Game, reader: User, *, most: int, before: int | None = None, mine: bool = False) -> list[Spoken]:
    """Return some messages of a table, newest first: those before a number, or only the reader's own. One query."""
    rows = Word.objects.filter(game=game).exclude(_of_muted(reader.pk))
    if before is not None:
        rows = rows.filter(number__lt=before)
    if mine:
        rows = rows.filter(user=reader)
    return [_spoken(row, reader.pk) for row in _columns(rows).order_by("-number")[:most]]


def claims_of(game: Game, reader: User, round: int) -> list[Spoken]:  # noqa: A002 (as in the rules)
    """Return the newest claims of a round, newest first, and all current ones; one query."""
    rows = Word.objects.filter(game=game, kind=Said.CLAIM, round=round).filter(
        Q(stands=True) | Q(number__gt=game.words - MOST_CLAIMS)
    )
    return [_spoken(row, reader.pk) for row in _columns(rows).order_by("-number")]


def word_of(game: Game, reader: User, number: int) -> Spoken | None:
    """Return one message of a table; None where there is none. One query."""
    rows = _columns(Word.objects.filter(game=game, number=number))
    return next((_spoken(row, reader.pk) for row in rows), None)


def is_around(game: Game, person: User) -> bool:
    """Whether a user has a seat at a table or has written messages there; one query."""
    sits = Exists(Seat.objects.filter(game=OuterRef("pk"), user=person))
    return Game.objects.filter(
        sits | Exists(Word.objects.filter(game=OuterRef("pk"), user=person)), pk=game.pk
    ).exists()


def claims_made(game: Game, round: int) -> list[Spoken]:  # noqa: A002 (as in the rules)
    """Return the last claim of each player about each subject in a round, oldest first, without withdrawn ones. One
    query, none at a table without messages."""
    if not game.words:
        return []
    rows = _columns(Word.objects.filter(game=game, kind=Said.CLAIM, round=round)).order_by("-number")[:MOST_CLAIMS]
    last: dict[tuple[int, str], Spoken] = {}
    for one in (_spoken(row, -1) for row in rows):
        if (claim := one.claim) is not None:
            last.setdefault((one.seat, claim.subject), one)
    return [one for one in reversed(last.values()) if one.claim and one.claim.says != claims.BACK]


def said_at(game: Game, reader: User, seq: int, until: int) -> list[Spoken]:
    """Return the newest messages after a public command and before another, oldest first, as many as the column shows.
    One query, none at a table without messages."""
    if not game.words:
        return []
    rows = Word.objects.filter(game=game, seq__gte=seq, seq__lt=until).exclude(_of_muted(reader.pk))
    return [_spoken(row, reader.pk) for row in _columns(rows).order_by("-number")[:LENGTH]][::-1]


MOST_UNREAD = 99
"""The number of messages after the last one shown among which unread ones are counted."""


def unread_words(reader: int) -> Case:
    """Return, in a query on seats, how many messages by others the reader's page has not shown, `MOST_UNREAD` at most;
    0 for seats of others."""
    words = _unread(reader).filter(number__lte=OuterRef("heard") + MOST_UNREAD)
    count = words.order_by().annotate(count=Func(F("pk"), function="COUNT", output_field=IntegerField()))
    return Case(When(user=reader, then=Subquery(count.values("count"))), default=0)


def has_unread_words(reader: int) -> Case:
    """Return the condition, in a query on seats, that there are such messages; false for seats of others."""
    return Case(When(user=reader, then=Exists(_unread(reader))), default=False)


def _unread(reader: int) -> QuerySet[Word]:
    words = Word.objects.filter(game=OuterRef("game"), number__gt=OuterRef("heard"), removed_at=None)
    return words.exclude(user=reader).exclude(_of_muted(reader))


def _spoken(row: Sequence[Any], reader: int) -> Spoken:
    kind, seq, number, seat, text, at, person, name, bot, program, stands, removed_at = row
    mine, removed = person is not None and person == reader, removed_at is not None
    return Spoken(
        number, seq, seat, kind, text, at, person, name, bool(bot), bool(program), mine, bool(stands), removed
    )


_NAMES = ("kind", "seq", "number", "seat", "content", "at", "person", "name", "bot", "program", "standing", "gone")


def _columns(rows: QuerySet[Word], round: int | None = None) -> QuerySet[Word, Any]:  # noqa: A002
    """Select the columns of messages. Claims are current within one round, or within any if none is given."""
    stands = Q(stands=True) if round is None else Q(stands=True, round=round)
    sits = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("seat"), user=OuterRef("user"))
    more = {
        "content": Cast("text", TextField()),
        "person": F("user"),
        "name": Coalesce("user__username", Value("")),
        "bot": Coalesce("user__is_bot", Value(False)),
        "program": Q(user__owner__isnull=False),
        "standing": stands & Exists(sits),
        "gone": F("removed_at"),
    }
    return rows.annotate(**more).order_by().values_list(*_NAMES)


def _of_muted(reader: int) -> Q:
    """Return the filter for messages of players that a user has muted. Claims are part of the game, so not included."""
    return ~Q(kind=Said.CLAIM) & Q(user__in=Unheard.objects.filter(user=reader).values("other"))


_OF_NO_WORD = {
    "kind": Value("", CharField()),
    "person": F("game"),
    "bot": Value(False, BooleanField()),
    "program": Value(False, BooleanField()),
    "standing": Value(False, BooleanField()),
    "gone": Value(None, DateTimeField()),
}
"""Empty values for the columns that only messages have, in rows that are read together with them."""


def _select_received(game: int, seat: int, after: int, last: int, round: int, user: int) -> QuerySet[Any, Any]:  # noqa: A002
    """Select the private events of a seat, the newest messages for its player, and the current claims of a round."""
    words = Word.objects.filter(game=game)
    read = words.exclude(_of_muted(user)).order_by("-number").values("number")
    newest = Q(number__gte=Coalesce(Subquery(read[LENGTH - 1 : LENGTH]), 0))
    said = words.filter(newest | Q(stands=True, round=round)).exclude(_of_muted(user))
    return _with_whispers(_columns(said, round), game, seat, after, last)


def _with_whispers(words: QuerySet[Word, Any], game: int, seat: int, after: int, last: int) -> QuerySet[Any, Any]:
    whispers = Whisper.objects.filter(game=game, seat=seat, seq__gt=after, seq__lte=last).annotate(
        number=F("pk"), content=F("event"), at=Value(None, DateTimeField()), name=Value("", CharField()), **_OF_NO_WORD
    )
    lines = whispers.order_by().values_list(*_NAMES)
    return lines.union(words, all=True)


_RECEIVED = Prepared(_select_received, -1, 9999, 999_999_998, 999_999_999, 9998, -2)
