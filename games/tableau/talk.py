"""The chat of a table or of its lobby: what a player may say there."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.models import Game, Seat, Status, Talk
from games.rules import claims
from games.rules.board import GOAL
from games.rules.claims import AIM, ASKS, BACK, GOAL_LIES, OF_PLAYER, Claim
from games.rules.engine import Public
from games.rules.notation import SEATS, letter
from games.selectors.talk import LENGTH, Spoken
from games.sheets.talk import QUICK
from games.tableau.mine import Mine, Spot
from games.tableau.people import Row
from games.tableau.spoken import Mark, WordLine, sign_of, spoken_of
from games.wording import names_words, square_name
from games.wording.talk import claim_mark, claim_offer, reason_offer, reasons_label
from saboteur_site.templating.addresses import address

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Talking(NamedTuple):
    """The chat of a table. `open`: the reader may speak; `written`: in free text too; `quick` are the quick messages by
    name; `after` is the last message; `claims`: they can be made now. `lines` are set if there is no log; `older`:
    there are more."""

    open: bool
    written: bool
    quick: "Sequence[tuple[str, StrPromise]]"
    after: int
    claims: bool = False
    lines: Sequence[WordLine] = ()
    older: bool = False


def talking_of(game: Game, seat: Seat | None, *, older: bool = False) -> Talking:
    """Return the chat for a player, as the options of the table and their seat allow."""
    is_open = seat is not None and game.talk != Talk.OFF and game.status in (Status.OPEN, Status.RUNNING)
    quick = list(QUICK.items()) if is_open else []
    claimed = game.status == Status.RUNNING
    return Talking(is_open, game.talk == Talk.ON, quick, game.words, claims=claimed, older=older)


def lobby_talk_of(game: Game, seat: Seat, words: Sequence[Spoken]) -> Talking:
    """Return the same with the messages of a lobby, newest first; one more than are shown if there are older."""
    lines = spoken_of(words[:LENGTH], [], game.code, seated=True)
    return talking_of(game, seat, older=len(words) > LENGTH)._replace(lines=lines)


# -- claims beside their subjects


def with_claims(
    mine: Mine, rows: tuple[Row, ...], public: Public, said: Sequence[Spoken], code: str
) -> tuple[Mine, tuple[Row, ...]]:
    """Return goals and players with the claims in force about them. `code` is that of the table if the reader may
    speak. They get links to claims from there, except about what is being chosen: a goal, or one of the players."""
    marks = marks_of(public, said, [row.person.name for row in rows])
    if not marks and not code:
        return mine, rows
    place = claiming(code) if code else ""
    spots = tuple(_marked(spot, public, marks, place) for spot in mine.spots)
    is_asked = any(row.state for row in rows)
    return mine._replace(spots=spots), tuple(_spoken_of(row, marks, "" if is_asked else place) for row in rows)


def _marked(spot: Spot, public: Public, marks: Mapping[str, tuple[Mark, ...]], place: str) -> Spot:
    if public.face_down.get(spot.at) != GOAL:
        return spot
    spot = spot._replace(marks=marks.get(spot.at, ()))
    if place and (spot.by_arrow or not spot.href):
        return spot._replace(says=_about(place, square_name(spot.at)), href="", by_arrow=False)
    return spot


def _spoken_of(row: Row, marks: Mapping[str, tuple[Mark, ...]], place: str) -> Row:
    seat = letter(row.person.number)
    return row._replace(marks=marks.get(seat, ()), says=_about(place, seat) if place else "")


def claiming(code: str, about: str = "") -> str:
    """Return the address of claims about a subject: a square by its name, the letter of a seat; "" for all subjects."""
    place = address("games:claim", code)
    return _about(place, about) if about else place


def _about(place: str, thing: str) -> str:
    return f"{place}?{urlencode({'about': thing})}"


def marks_of(public: Public, said: Sequence[Spoken], names: Sequence[str]) -> Mapping[str, tuple[Mark, ...]]:
    """Return the claims in force, by the square of a goal and by the letter of a seat."""
    found: dict[str, dict[str, list[tuple[str, Claim]]]] = defaultdict(lambda: defaultdict(list))
    for one in said:
        claim = one.claim
        if claim is not None and claim_mark(claim) and claims.holds(public, one.seat, claim) and one.seat < len(names):
            thing = claim.what if claim.about in (GOAL_LIES, AIM, OF_PLAYER, ASKS) else letter(one.seat)
            found[thing][sign_of(claim)].append((names[one.seat], claim))
    return {thing: tuple(_mark(sign, ways) for sign, ways in signs.items()) for thing, signs in found.items()}


def _mark(sign: str, ways: Sequence[tuple[str, Claim]]) -> Mark:
    about = {"names": names_words([name for name, _claim in ways]), "mark": claim_mark(ways[0][1])}
    return Mark(sign, len(ways), _("Claimed by %(names)s: %(mark)s.") % about)


# -- possible claims


class Reason(NamedTuple):
    """A reason to choose: its value in a form, its text; `chosen` if it was given."""

    value: str
    words: str
    chosen: bool


class ClaimChoice(NamedTuple):
    """A claim to make: its value in a form, its text; `chosen` if it is in force. `reasons` are optional, in a field
    with the name `because` and the label `label`."""

    value: str
    words: str
    sign: str
    chosen: bool
    reasons: Sequence[Reason] = ()
    because: str = ""
    label: str = ""


class Thing(NamedTuple):
    """A subject of claims: its address and its name."""

    href: str
    words: str


class Claiming(NamedTuple):
    """Claims about one subject, or without one the list of subjects and claims about the player themselves: the
    possible claims, and those of this round, newest first. `name` is that of the player who is the subject."""

    title: str
    offers: Sequence[ClaimChoice]
    things: Sequence[Thing] = ()
    history: Sequence[WordLine] = ()
    name: str = ""


def claiming_of(
    public: Public, seat: int, about: str, names: Sequence[str], said: Sequence[Spoken], code: str
) -> Claiming:
    """Return the claims that a seat may make about a subject, a goal's square or a seat's letter, "" for all; `said`
    are the claims of the round, newest first."""
    me, is_seat = letter(seat), about in _letters(names)
    about = "" if about in SEATS and not is_seat else about
    mine = {one.claim.subject: one.claim for one in said if one.claim and one.seat == seat and one.stands}
    offers = [
        _offer(claim, mine.get(claim.subject), names)
        for claim in claims.offered(public, seat)
        if is_about(claim, about, me) and (claim.says != BACK or claim.subject in mine)
    ]
    claims_about = [one for one in said if one.claim and about and is_about(one.claim, about, letter(one.seat))]
    return Claiming(
        title=_title(about, me, names),
        offers=offers,
        things=[] if about else _things(public, names, code),
        history=spoken_of(claims_about, names, code, seated=False),
        name=names[SEATS.index(about)] if is_seat and about and about != me else "",
    )


def _offer(claim: Claim, stands: Claim | None, names: Sequence[str]) -> ClaimChoice:
    """Return a claim beside the one that the same seat makes about the same subject now."""
    is_made = stands is not None and stands.bare == claim
    offer = ClaimChoice(claims.write(claim), claim_offer(claim, names), sign_of(claim), is_made)
    if not (whys := claims.reasons_for(claim)):
        return offer
    given = stands.why if stands and is_made else ""
    return offer._replace(
        reasons=[Reason(why, reason_offer(claim.says, why), why == given) for why in whys],
        because=f"{claim.says}-because",
        label=reasons_label(claim, names),
    )


def is_about(claim: Claim, about: str, me: str) -> bool:
    """Return whether a claim is about a subject: claims about oneself belong to one's own seat, and to all."""
    if claim.about in (GOAL_LIES, AIM, OF_PLAYER, ASKS):
        return claim.what == about
    return about in ("", me)


def _letters(names: Sequence[str]) -> list[str]:
    return list(SEATS[: len(names)])


def _title(about: str, me: str, names: Sequence[str]) -> str:
    if not about:
        return _("Write a message")
    if about == me:
        return _("Say something about yourself")
    thing = names[SEATS.index(about)] if about in _letters(names) else square_name(about)
    return _("Say something about %(thing)s") % {"thing": thing}


def _things(public: Public, names: Sequence[str], code: str) -> list[Thing]:
    goals = [square_name(at) for at, kind in public.face_down.items() if kind == GOAL]
    found = [Thing(claiming(code, goal), _("The goal %(square)s") % {"square": goal}) for goal in sorted(goals)]
    return [*found, *(Thing(claiming(code, letter(seat)), name) for seat, name in enumerate(names))]
