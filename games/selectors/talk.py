"""What was said at a table, as a reader there may see it: the newest words, those before them, the claims that stand.

With the page of a table words are read in the statement that reads what its player was told (`heard`), so that they
cost no statement more. Words of players that the reader has muted are left out.
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
"""How many words the column beside the table shows."""

MOST_CLAIMS = 200
"""Among how many words of a table the history of a claim is looked for."""


_NONE = 9999
"""No seat and no round."""


class Spoken(NamedTuple):
    """Something that was said: its number, after which public command, who said it from which seat, how and what.

    `name` is "" for a user whose row is gone. `mine`: the reader said it. `stands`: a claim that no other has taken
    the place of, by a player who still sits there. Of removed words nothing is left.
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
    mine: bool = False
    stands: bool = False
    removed: bool = False

    @property
    def claim(self) -> Claim | None:
        """The claim, if it is one that can be read."""
        try:
            return claims.parse(self.text) if self.kind == Said.CLAIM else None
        except Malformed:
            return None


class Heard(NamedTuple):
    """What reached a seat: by public command what it alone was told; the newest words, newest first, and whether there
    are older ones; the claims that stand, oldest first; for a page of the past the number from which on words were
    looked for."""

    whispers: Mapping[int, list[PrivateEvent]]
    words: list[Spoken]
    older: bool = False
    claims: Sequence[Spoken] = ()
    first: int = 1


def heard(game: Game, seat: Seat | None, *, after: int, last: int, round: int) -> Heard:  # noqa: A002 (as in the rules)
    """What a seat was told with the public commands after one and up to another, the newest words, and the claims of a
    round that stand. One statement. Without a seat, the words alone."""
    number, user = (seat.number, seat.user_id) if seat else (_NONE, 0)
    whispers: dict[int, list[PrivateEvent]] = defaultdict(list)
    spoken: list[Spoken] = []
    for row in sorted(_HEARD(game.pk, number, after, last, round, user), key=_in_order):
        if row[0]:
            spoken.append(_spoken(row, user))
        else:
            whispers[row[1]] += store.whispers(row[4], game.pk, row[1])
    words = spoken[-LENGTH:]
    older = len(words) == LENGTH and game.words > LENGTH
    return Heard(whispers, words[::-1], older, [one for one in spoken if one.stands])


def overheard(
    game: Game,
    moves: QuerySet[Move],
    round: int,  # noqa: A002 (as in the rules)
) -> tuple[list[tuple[Any, ...]], Heard]:
    """The same for a viewer without a seat, who was told nothing alone, with some `moves` of the table: their number,
    seat, time, events and `named`, newest first. One statement."""
    newest = game.words - LENGTH
    lines = moves.annotate(number=F("seq"), told=F("events"), name=F("named"), **_OF_NO_WORD).order_by()
    words = _columns(Word.objects.filter(Q(number__gt=newest) | Q(stands=True, round=round), game=game), round)
    found = sorted(lines.values_list(*_NAMES).union(words, all=True), key=_in_order)
    spoken = [_spoken(row, 0) for row in found if row[0]]
    told = [(seq, seat, at, text, name) for kind, seq, _, seat, text, at, _, name, *_ in found[::-1] if not kind]
    seen = [one for one in spoken if one.number > newest]
    return told, Heard({}, seen[::-1], newest > 0, [one for one in spoken if one.stands])


def _in_order(row: Sequence[Any]) -> int:
    """Whispers in the order in which they were told, words in that of their numbers."""
    return int(row[2])


def heard_before(
    game: Game, seat: Seat | None, reader: User, *, after: int, last: int, before: int, most: int
) -> Heard:
    """The same for a page of the past, with the words of so many numbers before one. One statement."""
    number, first = (seat.number if seat else _NONE), before - most
    said = Word.objects.filter(game=game, number__gte=first, number__lt=before).exclude(_unheard(reader.pk))
    rows = _with_whispers(_columns(said, _NONE), game.pk, number, after, last)
    whispers: dict[int, list[PrivateEvent]] = defaultdict(list)
    spoken = []
    for row in sorted(rows, key=_in_order):
        if row[0]:
            spoken.append(_spoken(row, reader.pk))
        else:
            whispers[row[1]] += store.whispers(row[4], game.pk, row[1])
    return Heard(whispers, spoken[::-1], first > 1, first=max(first, 1))


def words_of(game: Game, reader: User, *, most: int, before: int | None = None, mine: bool = False) -> list[Spoken]:
    """Some words of a table, newest first: those before a number, or only one's own. One statement."""
    rows = Word.objects.filter(game=game).exclude(_unheard(reader.pk))
    if before is not None:
        rows = rows.filter(number__lt=before)
    if mine:
        rows = rows.filter(user=reader)
    return [_spoken(row, reader.pk) for row in _columns(rows).order_by("-number")[:most]]


def claims_of(game: Game, reader: User, round: int) -> list[Spoken]:  # noqa: A002 (as in the rules)
    """The newest claims of a round, newest first, and all that stand; one statement."""
    rows = Word.objects.filter(game=game, kind=Said.CLAIM, round=round).filter(
        Q(stands=True) | Q(number__gt=game.words - MOST_CLAIMS)
    )
    return [_spoken(row, reader.pk) for row in _columns(rows).order_by("-number")]


def word_of(game: Game, reader: User, number: int) -> Spoken | None:
    """One word of a table; None where there is none. One statement."""
    rows = _columns(Word.objects.filter(game=game, number=number))
    return next((_spoken(row, reader.pk) for row in rows), None)


def is_around(game: Game, person: User) -> bool:
    """Whether a user sits at a table or has said something there; one statement."""
    sits = Exists(Seat.objects.filter(game=OuterRef("pk"), user=person))
    return Game.objects.filter(
        sits | Exists(Word.objects.filter(game=OuterRef("pk"), user=person)), pk=game.pk
    ).exists()


def claims_made(game: Game, round: int) -> list[Spoken]:  # noqa: A002 (as in the rules)
    """What each claimed last of each thing in a round, oldest first, and without what was taken back. One statement,
    none where nothing was said."""
    if not game.words:
        return []
    rows = _columns(Word.objects.filter(game=game, kind=Said.CLAIM, round=round)).order_by("-number")[:MOST_CLAIMS]
    last: dict[tuple[int, str], Spoken] = {}
    for one in (_spoken(row, -1) for row in rows):
        if (claim := one.claim) is not None:
            last.setdefault((one.seat, claim.subject), one)
    return [one for one in reversed(last.values()) if one.claim and one.claim.says != claims.BACK]


def said_at(game: Game, reader: User, seq: int, until: int) -> list[Spoken]:
    """What was said after a public command and before another, oldest first: so many words as a column shows, the
    newest. One statement, none where nothing was said."""
    if not game.words:
        return []
    rows = Word.objects.filter(game=game, seq__gte=seq, seq__lt=until).exclude(_unheard(reader.pk))
    return [_spoken(row, reader.pk) for row in _columns(rows).order_by("-number")[:LENGTH]][::-1]


def unheard_words(reader: int) -> Case:
    """Whether others said something that the reader's page has not shown, in a query on seats; only of their own."""
    words = Word.objects.filter(game=OuterRef("game"), number__gt=OuterRef("heard"), removed_at=None)
    return Case(When(user=reader, then=Exists(words.exclude(user=reader).exclude(_unheard(reader)))), default=False)


def _spoken(row: Sequence[Any], reader: int) -> Spoken:
    kind, seq, number, seat, text, at, person, name, bot, stands, removed_at = row
    mine, removed = person is not None and person == reader, removed_at is not None
    return Spoken(number, seq, seat, kind, text, at, person, name, bool(bot), mine, bool(stands), removed)


_NAMES = ("kind", "seq", "number", "seat", "told", "at", "person", "name", "bot", "standing", "gone")


def _columns(rows: QuerySet[Word], round: int | None = None) -> QuerySet[Word, Any]:  # noqa: A002
    """The columns of words; claims of one round stand, or where none is given of any."""
    stands = Q(stands=True) if round is None else Q(stands=True, round=round)
    sits = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("seat"), user=OuterRef("user"))
    more = {
        "told": Cast("text", TextField()),
        "person": F("user"),
        "name": Coalesce("user__username", Value("")),
        "bot": Coalesce("user__is_bot", Value(False)),
        "standing": stands & Exists(sits),
        "gone": F("removed_at"),
    }
    return rows.annotate(**more).order_by().values_list(*_NAMES)


def _unheard(reader: int) -> Q:
    """Words of players that a user has muted. Claims are part of the game, so they stay."""
    return ~Q(kind=Said.CLAIM) & Q(user__in=Unheard.objects.filter(user=reader).values("other"))


_OF_NO_WORD = {
    "kind": Value("", CharField()),
    "person": F("game"),
    "bot": Value(False, BooleanField()),
    "standing": Value(False, BooleanField()),
    "gone": Value(None, DateTimeField()),
}
"""Columns that only words have, in lines that are read with them."""


def _heard(game: int, seat: int, after: int, last: int, round: int, user: int) -> QuerySet[Any, Any]:  # noqa: A002
    """What a seat was told, the newest words that its player reads, and the claims of a round that stand."""
    words = Word.objects.filter(game=game)
    read = words.exclude(_unheard(user)).order_by("-number").values("number")
    newest = Q(number__gte=Coalesce(Subquery(read[LENGTH - 1 : LENGTH]), 0))
    said = words.filter(newest | Q(stands=True, round=round)).exclude(_unheard(user))
    return _with_whispers(_columns(said, round), game, seat, after, last)


def _with_whispers(words: QuerySet[Word, Any], game: int, seat: int, after: int, last: int) -> QuerySet[Any, Any]:
    told = Whisper.objects.filter(game=game, seat=seat, seq__gt=after, seq__lte=last).annotate(
        number=F("pk"), told=F("event"), at=Value(None, DateTimeField()), name=Value("", CharField()), **_OF_NO_WORD
    )
    lines = told.order_by().values_list(*_NAMES)
    return lines.union(words, all=True)


_HEARD = Prepared(_heard, -1, 9999, 999_999_998, 999_999_999, 9998, -2)
