"""Moves, answers, standing orders and plans: the services of the forms, with their locks and keys."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Literal

from django.db import transaction
from django.utils.translation import gettext as _
from dmr import Body, Headers, Path, modify
from msgspec import Meta, Struct

from api.controller import WRITES, ApiController, KeyHeaders, NeedsToken, TablePath
from api.problems import ProblemError
from api.shapes.commands import Answer, Move, Order, TurnCommand, to_rules
from api.views.places import place_at
from games.clocks import planned
from games.models import Game
from games.rules.errors import Refused
from games.selectors import table as table_selectors
from games.services import moves, plans
from games.services.moves import MoveOutcome
from games.wording import refusal_words

Seq = Annotated[int, Meta(ge=0, le=999_999_999, description="`seq` of the table that this is based on.")]


class MoveRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A move in one's turn."""

    seq: Seq
    command: TurnCommand


class AnswerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a decision."""

    seq: Seq
    command: Answer


class OrderRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A standing order, or an open offer."""

    seq: Seq
    command: Order


class PlanRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is tried in one's next turn, in order: three commands at most, and a discard as the last. `minutes`: about
    how long after the turn began."""

    commands: Annotated[tuple[TurnCommand, ...], Meta(min_length=1, max_length=planned.TRIES + 1)]
    minutes: Literal[0, 10, 60, 240] = 0


class Done(Struct, frozen=True):
    """It was done: now, or `again`, that is with an earlier try. `seq` is the table's number after it; a secret act
    leaves it as it was."""

    seq: int
    result: Literal["done", "again"]


class MovesController(ApiController):
    """Moves."""

    auth = (NeedsToken("play"),)

    @modify(
        summary="Make a move",
        operation_id="move",
        tags=["Play"],
        status_code=HTTPStatus.OK,
        extra_responses=WRITES,
    )
    def post(
        self, parsed_path: Path[TablePath], parsed_headers: Headers[KeyHeaders], parsed_body: Body[MoveRequest]
    ) -> Done:
        """Play a card, discard, trade, or put a miner, in your turn."""
        return _submit(self, parsed_path.code, parsed_headers.key, parsed_body.seq, parsed_body.command)


class AnswersController(ApiController):
    """Answers."""

    auth = (NeedsToken("play"),)

    @modify(
        summary="Answer a decision",
        operation_id="answer",
        tags=["Play"],
        status_code=HTTPStatus.OK,
        extra_responses=WRITES,
    )
    def post(
        self, parsed_path: Path[TablePath], parsed_headers: Headers[KeyHeaders], parsed_body: Body[AnswerRequest]
    ) -> Done:
        """Choose one of the answers, or veto. What is answered in a window stays secret."""
        return _submit(self, parsed_path.code, parsed_headers.key, parsed_body.seq, parsed_body.command)


class OrdersController(ApiController):
    """Standing orders."""

    auth = (NeedsToken("play"),)

    @modify(
        summary="Give a standing order",
        operation_id="order",
        tags=["Play"],
        status_code=HTTPStatus.OK,
        extra_responses=WRITES,
    )
    def post(
        self, parsed_path: Path[TablePath], parsed_headers: Headers[KeyHeaders], parsed_body: Body[OrderRequest]
    ) -> Done:
        """Orders are secret and may be given at any time; an offer is public."""
        return _submit(self, parsed_path.code, parsed_headers.key, parsed_body.seq, parsed_body.command)


class PlanController(ApiController):
    """The plan for the next turn."""

    auth = (NeedsToken("play"),)

    @modify(summary="Plan my next turn", operation_id="plan", tags=["Play"], extra_responses=WRITES)
    def put(self, parsed_path: Path[TablePath], parsed_body: Body[PlanRequest]) -> Done:
        """Replaces the plan. When your turn begins, the first of its commands that is legal is played."""
        code = parsed_path.code
        commands = [to_rules(command) for command in parsed_body.commands]
        try:
            with transaction.atomic():
                plans.cancel(code=code, user=self.user)
                for command in commands:
                    assert isinstance(command, planned.Planned)
                    plans.add(code=code, user=self.user, command=command)
                if parsed_body.minutes:
                    plans.put_off(code=code, user=self.user, minutes=parsed_body.minutes)
        except Refused as refused:
            raise refusal_of(refused, _names(code, self), None) from None
        except plans.NoTurnToPlanError:
            words = _("There’s no turn to plan now.")
            raise ProblemError(HTTPStatus.CONFLICT, "no-turn-to-plan", words) from None
        except plans.FullError:
            words = _("Your plan is full. Remove something first.")
            raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "plan-full", words) from None
        return _done(code)

    @modify(
        summary="Drop my plan",
        operation_id="drop-plan",
        tags=["Play"],
        status_code=HTTPStatus.OK,
        extra_responses=WRITES,
    )
    def delete(self, parsed_path: Path[TablePath]) -> Done:
        """Without a plan nothing changes."""
        try:
            plans.cancel(code=parsed_path.code, user=self.user)
        except plans.NoTurnToPlanError:
            words = _("There’s no turn to plan now.")
            raise ProblemError(HTTPStatus.CONFLICT, "no-turn-to-plan", words) from None
        return _done(parsed_path.code)


def _submit(controller: ApiController, code: str, key: str, seq: int, command: Move | Order) -> Done:
    """Carry out a command as the form of the table does."""
    user = controller.user
    outcome = moves.submit(code=code, user=user, seq=seq, key=key, command=to_rules(command))
    if outcome.refused is not None:
        place = place_at(code, user)
        raise refusal_of(outcome.refused, _names(code, controller), place.number)
    if outcome.result == MoveOutcome.STALE:
        words = _("The table has changed since. Nothing was played: fetch it, and choose again.")
        raise ProblemError(HTTPStatus.CONFLICT, "stale", words)
    return _done(code, again=outcome.result == MoveOutcome.AGAIN)


def refusal_of(refused: Refused, names: Sequence[str], me: int | None) -> ProblemError:
    """Return a refusal of the rules as a problem."""
    words = refusal_words(refused, names, me)
    return ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, refused.code, words, rule=refused.rule)


def _names(code: str, controller: ApiController) -> list[str]:
    return [person.name for person in table_selectors.people_at(place_at(code, controller.user).game)]


def _done(code: str, *, again: bool = False) -> Done:
    seq = Game.objects.values_list("seq", flat=True).get(code=code)
    return Done(seq, "again" if again else "done")
