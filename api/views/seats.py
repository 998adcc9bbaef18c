"""Taking a seat and being ready."""

import re
from http import HTTPStatus
from typing import Annotated

from django.utils.translation import gettext as _
from dmr import Body, Path, modify
from msgspec import Meta, Struct

from api import services
from api.controller import WRITES, ApiController, NeedsToken, TablePath
from api.problems import ProblemError
from games.selectors import lobby as lobby_selectors
from games.services import lobby, options
from saboteur_site.web.declined import TooLateError

_LINK = re.compile(r"(?:https?://[^\s/]{1,200})?/?(?:join/)?([A-Za-z0-9_-]{1,64})/?")
Version = Annotated[int, Meta(ge=0, le=32_767, description="`options_version` of the table as you saw it.")]
LuckyWord = Annotated[str, Meta(max_length=lobby.LUCKY_WORD_LONGEST, description="Mixed into the shuffle (R98).")]


class ReadyRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Readiness to play with the options that you saw."""

    options_version: Version
    lucky_word: LuckyWord = ""


class JoinRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: by the link of a table, or by the code of a table to which you were invited."""

    link: Annotated[
        str, Meta(max_length=300, description="The link of a table, or what stands in it after `join/`.")
    ] = ""
    table: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,16}$", description="The code of a table.")] = ""
    options_version: Version = 0
    lucky_word: LuckyWord = ""


class Ready(Struct, frozen=True):
    """You are ready."""

    options_version: int


class Joined(Struct, frozen=True):
    """The table at which you have a seat. If its options are not those that you named, say that you are ready."""

    code: str
    options_version: int


class ReadyController(ApiController):
    """Readiness."""

    auth = (NeedsToken("tables"),)

    @modify(
        summary="Say that I’m ready",
        operation_id="ready",
        tags=["Seats"],
        status_code=HTTPStatus.OK,
        extra_responses=WRITES,
    )
    def post(self, parsed_path: Path[TablePath], parsed_body: Body[ReadyRequest]) -> Ready:
        """The game does not begin before all players are ready with its current options."""
        options.agree(
            user=self.user,
            code=parsed_path.code,
            options_version=parsed_body.options_version,
            lucky_word=parsed_body.lucky_word,
        )
        return Ready(parsed_body.options_version)


class JoinController(ApiController):
    """Seats."""

    auth = (NeedsToken("tables"),)

    @modify(
        summary="Take a seat",
        operation_id="join",
        tags=["Seats"],
        status_code=HTTPStatus.OK,
        extra_responses=WRITES,
    )
    def post(self, parsed_body: Body[JoinRequest]) -> Joined:
        """By a link, or at a table to which you were invited. A seat that you have already stays yours."""
        sent, code, token = parsed_body, parsed_body.table, ""
        if bool(sent.link) == bool(sent.table):
            words = _("Send the link of a table, or the code of one.")
            raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "no-table", words)
        if sent.link:
            found = _LINK.fullmatch(sent.link)
            link = lobby_selectors.link(found[1] if found else "")
            table = lobby_selectors.table_of(link.game, self.user)
            closed = "" if table.mine else lobby.why_closed(link=link, user=self.user, seated=len(table.seats))
            if closed:
                raise TooLateError(closed)
            code, token = link.game.code, link.token
        game = services.sit_down(
            user=self.user,
            code=code,
            token=token,
            lucky_word=sent.lucky_word,
            options_version=sent.options_version,
        )
        return Joined(game.code, game.options_version)
