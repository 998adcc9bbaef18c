"""Messages and claims."""

from http import HTTPStatus
from typing import Annotated

from django.utils.translation import gettext as _
from dmr import Body, Path, modify
from msgspec import Meta, Struct

from api.controller import WRITES, ApiController, NeedsToken, TablePath
from api.problems import ProblemError
from api.shapes.commands import Claim, claim_text
from api.views.tables import MessagesController
from games.forms.talk import plain
from games.models import Game
from games.rules import claims
from games.rules.errors import Malformed
from games.services import talk
from games.sheets.talk import QUICK


class MessageRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A message: a text, or the name of a quick message, which each player reads in their own language. `after`: the
    number of the last message that you know. The same message after the same number is stored once."""

    after: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    text: Annotated[str, Meta(max_length=talk.LONGEST)] = ""
    quick: Annotated[str, Meta(max_length=20, description=f"One of: {', '.join(QUICK)}.")] = ""


class ClaimRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A claim."""

    claim: Claim


class Said(Struct, frozen=True):
    """The number of the table's last message."""

    last: int


class TalkController(MessagesController):
    """The messages of a table, to read and to write."""

    auth = (NeedsToken("read"),)

    @modify(
        summary="Send a message",
        operation_id="send",
        tags=["Talk"],
        status_code=HTTPStatus.OK,
        auth=[NeedsToken("play")],
        extra_responses=WRITES,
    )
    def post(self, parsed_path: Path[TablePath], parsed_body: Body[MessageRequest]) -> Said:
        """All at the table read it, except players who have muted you."""
        code, sent = parsed_path.code, parsed_body
        if bool(sent.text) == bool(sent.quick):
            words = _("Send a text, or the name of a quick message.")
            raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "no-message", words)
        if sent.quick:
            return Said(talk.say_quick(user=self.user, code=code, word=sent.quick, after=sent.after))
        return Said(talk.say(user=self.user, code=code, text=plain(sent.text), after=sent.after))


class ClaimsController(ApiController):
    """Claims."""

    auth = (NeedsToken("play"),)

    @modify(
        summary="Claim something",
        operation_id="claim",
        tags=["Talk"],
        status_code=HTTPStatus.OK,
        extra_responses=WRITES,
    )
    def post(self, parsed_path: Path[TablePath], parsed_body: Body[ClaimRequest]) -> Said:
        """It takes the place of your claim about the same subject. A claim that stands already is not repeated."""
        code = parsed_path.code
        try:
            claim = claims.parse(claim_text(parsed_body.claim))
        except Malformed:
            raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "no-claim", _("You can’t claim that.")) from None
        talk.claim(user=self.user, code=code, claim=claim)
        return Said(Game.objects.values_list("words", flat=True).get(code=code))
