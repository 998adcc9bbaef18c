"""Tables as their player may see them: the same views, logs and messages as the pages of the site."""

from datetime import timedelta
from http import HTTPStatus
from typing import Annotated

from django.http import Http404, HttpResponse
from dmr import Body, Path, Query, modify, validate
from dmr.headers import HeaderSpec
from dmr.metadata import ResponseSpec
from msgspec import Meta, Struct

from api import selectors
from api.controller import FAILURES, WRITES, ApiController, NeedsToken, TablePath
from api.shapes.commands import Move, move_of, to_rules
from api.shapes.log import Log, Messages, entry_of, message_of
from api.shapes.seats import letter_of
from api.shapes.tables import (
    HeldCard,
    Legal,
    LegalMove,
    Refusal,
    Table,
    TableLine,
    Tables,
    claims_of,
    own_of,
    state_of,
    table_of,
)
from api.views.places import BEGUN, begun_at, place_at
from games import clock
from games.clocks import planned
from games.models import Game, Status, Talk
from games.rows import store
from games.rules import claims, engine
from games.rules.commands import Command, Lay, PlayCard
from games.rules.errors import Refused
from games.rules.notation import write
from games.rules.view import PlayerView
from games.selectors import table as table_selectors
from games.selectors import talk as talk_selectors
from games.selectors.table import Place
from games.tableau.poll import LATER, SELDOM, SOON
from games.tableau.reasons import why_nowhere
from games.wording import refusal_words

MOST_ENTRIES = 100
"""The most entries of the log in one answer, and the most messages."""
Number = Annotated[int, Meta(ge=0, le=999_999_999)]


class ListQuery(Struct, frozen=True):
    """A page of the list."""

    before: Annotated[int, Meta(ge=0, le=2**53, description="`next` of the page before; 0 for the first page.")] = 0


class AfterQuery(Struct, frozen=True):
    """What came after a number."""

    after: Annotated[int, Meta(ge=0, le=999_999_999, description="The last number that you know; 0 for none.")] = 0


class TablesController(ApiController):
    """The player's tables."""

    auth = (NeedsToken("read"),)

    @modify(summary="My tables", operation_id="tables", tags=["Tables"])
    def get(self, parsed_query: Query[ListQuery]) -> Tables:
        """The tables at which you have a seat, the latest first, 50 a page."""
        seats = selectors.seats_of(self.user, before=parsed_query.before)
        shown = seats[: selectors.PAGE]
        lines = [
            TableLine(
                seat.game.code,
                seat.game.name,
                seat.game.status,  # type: ignore[arg-type]
                letter_of(seat.number) or "",
                seat.game.seq,
                seat.game.words,
                seat.awaited_for,
                seat.answered,
                seat.due_at,
            )
            for seat in shown
        ]
        return Tables(tuple(lines), shown[-1].pk if len(seats) > len(shown) else None)


class TableController(ApiController):
    """One table."""

    auth = (NeedsToken("read"),)

    @modify(summary="One table", operation_id="table", tags=["Tables"])
    def get(self, parsed_path: Path[TablePath]) -> Table:
        """The table as you may see it: what its page shows you, and nothing else."""
        place = place_at(parsed_path.code, self.user)
        game, ruleset = place.game, store.ruleset(place.game)
        people = table_selectors.people_at(game)
        if game.status not in BEGUN:
            ready = game.seats.filter(agreed=game.options_version).order_by("number").values_list("number", flat=True)
            return table_of(game, ruleset, people, list(ready) if game.status == Status.OPEN else [])
        view = table_selectors.view_of(place)
        own = None
        if place.seat is not None and view.own is not None:
            own = own_of(view, place.seat, planned.of(place.seat, view.own.turn_order))
        return table_of(game, ruleset, people, [], state=state_of(view), own=own)


class LegalController(ApiController):
    """What a player may do now."""

    auth = (NeedsToken("read"),)

    @modify(summary="What may I do?", operation_id="legal", tags=["Play"])
    def get(self, parsed_path: Path[TablePath]) -> Legal:
        """All legal moves or answers, why cards of your hand cannot be played, and what you may claim."""
        place, view = _seated(parsed_path.code, self)
        hand = dict.fromkeys(view.own.hand) if view.own else {}
        talks = place.game.status == Status.RUNNING and place.game.talk != Talk.OFF
        may_claim = claims.offered(view.public, view.seat) if talks and view.seat is not None else ()
        return Legal(
            place.game.seq,
            view.my_decision,
            tuple(LegalMove(move_of(command), write(command)) for command in view.menu),
            tuple(_held(view, card) for card in hand),
            claims_of(may_claim),
        )


class CheckRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A move or an answer to check."""

    command: Move


class Checked(Struct, frozen=True):
    """Whether a command is legal now, and if not, why."""

    legal: bool
    refusal: Refusal | None


class CheckController(ApiController):
    """Whether a command is legal."""

    auth = (NeedsToken("read"),)

    @modify(
        summary="Would this be legal, and if not, why?",
        operation_id="check",
        tags=["Play"],
        status_code=HTTPStatus.OK,
        extra_responses=WRITES,
    )
    def post(self, parsed_path: Path[TablePath], parsed_body: Body[CheckRequest]) -> Checked:
        """Nothing is played. The answer follows from what you know alone."""
        _place, view = _seated(parsed_path.code, self)
        try:
            engine.check(view.public, view.own, to_rules(parsed_body.command))  # type: ignore[arg-type]
        except Refused as refused:
            return Checked(legal=False, refusal=_refusal(refused, view))
        return Checked(legal=True, refusal=None)


class EventsController(ApiController):
    """The log of a table."""

    auth = (NeedsToken("read"),)

    @validate(
        ResponseSpec(
            Log,
            status_code=HTTPStatus.OK,
            headers={"Retry-After": HeaderSpec(description="Seconds after which it is worth asking again.")},
        ),
        *FAILURES,
        summary="The log since a number",
        operation_id="events",
        tags=["Tables"],
    )
    def get(self, parsed_path: Path[TablePath], parsed_query: Query[AfterQuery]) -> HttpResponse:
        """What happened after a command, 100 entries at most. The answer comes at once. `Retry-After` says when to ask
        again; to be told, add a webhook under Notifications → Chats."""
        place = begun_at(parsed_path.code, self.user)
        game, after = place.game, parsed_query.after
        first = after + 1 if after else 0
        last = min(game.seq, first + MOST_ENTRIES - 1)
        entries = table_selectors.log_between(place, first, last)[::-1] if first <= last else []
        more = last < game.seq
        log = Log(game.seq, game.words, game.status, tuple(map(entry_of, entries)), more)  # type: ignore[arg-type]
        wait = "0" if more else str(_wait(game))
        return self.to_response(log, status_code=HTTPStatus.OK, headers={"Retry-After": wait})


class MessagesQuery(AfterQuery, frozen=True):
    """The newest messages after a number, or older ones before a number."""

    before: Annotated[int, Meta(ge=0, le=999_999_999, description="Only messages before this number; 0 for all.")] = 0


class MessagesController(ApiController):
    """The messages of a table."""

    auth = (NeedsToken("read"),)

    @modify(summary="Messages and claims", operation_id="messages", tags=["Talk"])
    def get(self, parsed_path: Path[TablePath], parsed_query: Query[MessagesQuery]) -> Messages:
        """The newest messages after a number, without those of players you have muted."""
        place = place_at(parsed_path.code, self.user)
        if place.seat is None and place.game.status not in BEGUN:
            raise Http404
        before = parsed_query.before or None
        words = talk_selectors.words_of(place.game, self.user, most=MOST_ENTRIES, before=before)
        newer = [message_of(word) for word in reversed(words) if word.number > parsed_query.after]
        return Messages(place.game.words, tuple(newer))


def _seated(code: str, controller: ApiController) -> tuple[Place, PlayerView]:
    """Return a table that has begun with the view of its player; a spectator may do nothing there."""
    place = begun_at(code, controller.user)
    if place.seat is None:
        raise Http404
    return place, table_selectors.view_of(place)


def _held(view: PlayerView, card: str) -> HeldCard:
    playable = any(_plays(command, card) for command in view.menu)
    refused = None if playable or not view.menu else why_nowhere(view, card)
    return HeldCard(card, playable, _refusal(refused, view) if refused else None)


def _plays(command: Command, card: str) -> bool:
    return isinstance(command, Lay | PlayCard) and command.card == card


def _refusal(refused: Refused, view: PlayerView) -> Refusal:
    names = [letter_of(seat) or "" for seat in range(view.public.seats)]
    return Refusal(refused.code, refused.rule, refusal_words(refused, names, view.seat))


def _wait(game: Game) -> int:
    """Return after how many seconds a question is worthwhile again: as often as an open page asks, by what all know."""
    quiet = clock.now() - (game.moved_at or game.created_at)
    if game.status == Status.OVER:
        return SELDOM
    return SOON if quiet < timedelta(minutes=2) else LATER if quiet < timedelta(minutes=10) else SELDOM
