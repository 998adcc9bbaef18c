"""What people send to a table, read into choices and commands. Nothing else reads it, and nothing here asks the rules.

A choice (an address) and a move (a form) have the same fields: `card` (a token), `at` (a square by name, in a form with
`~` when the card is turned), `flip`, `who` (a seat's letter), `tool`, `mode`; a move has `answer`, `seq` and `key` too.
"""

import re
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.rules.cards import CARDS, TOOLS
from games.rules.commands import Choose, Lay, Pass, PlayCard, SeatCommand, Veto
from games.rules.errors import Malformed
from games.rules.notation import letter, seat_of
from games.rules.tunnels import TURNED
from games.tableau import Choice, Links, Picked
from games.tokens import card_of, move_key
from games.wording import square_at, square_name

_SQUARE = re.compile(r"-?[A-Z]{1,2}-?[0-9]{1,3}")
_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ANSWER = re.compile(r"[A-Za-z0-9,.:+~-]{1,40}")
_SEQ = re.compile(r"[0-9]{1,9}")
_MOST_CARDS = 12
VETO = "veto"


class UnreadableError(ValueError):
    """What was sent is no choice and no move; the message is a sentence for who sent it."""


class Submission(NamedTuple):
    """A move as it was sent: the command, the table it was meant for, and the key that makes it happen once."""

    seq: int
    key: str
    command: SeatCommand
    choice: Choice


def read_choice(query: QueryDict, code: str, person: int) -> Choice:
    """The choice in an address; UnreadableError when there is none that anybody could have made."""
    mode = query.get("mode", "")
    if mode not in ("", "discard"):
        raise UnreadableError(_("This address leads nowhere. Choose again."))
    at, turned = _square(query.get("at", ""))
    flip = {"": None, "1": True, "0": False}.get(query.get("flip", ""))
    return Choice(
        card=_card(query.get("card", ""), code, person) if query.get("card") else "",
        at=at,
        turned=turned or flip,
        who=_seat(query.get("who", "")),
        tool=_tool(query.get("tool", "")),
        discard=mode == "discard",
    )


def read_move(form: QueryDict, code: str, person: int) -> Submission:
    """The move in a form; UnreadableError when it holds none."""
    seq, key = form.get("seq", ""), form.get("key", "")
    if not _SEQ.fullmatch(seq) or not _KEY.fullmatch(key):
        raise UnreadableError(_("This form is not complete. Choose again."))
    choice = read_choice(form, code, person)
    return Submission(int(seq), key, _command(form, choice, code, person), choice)


def _command(form: QueryDict, choice: Choice, code: str, person: int) -> SeatCommand:
    answer = form.get("answer", "")
    if answer:
        if not _ANSWER.fullmatch(answer):
            raise UnreadableError(_("That is not one of the answers. Choose again."))
        return Veto() if answer == VETO else Choose(answer)
    if choice.discard:
        tokens = form.getlist("card")
        if len(tokens) > _MOST_CARDS:
            raise UnreadableError(_("Those are more cards than anybody holds. Choose again."))
        return Pass(tuple(sorted(_card(token, code, person) for token in tokens)))
    if not choice.card:
        raise UnreadableError(_("No card was chosen. Choose a card from your hand."))
    if CARDS[choice.card].is_tunnel:
        if not choice.at:
            raise UnreadableError(_("No square was chosen. Choose one that is lit."))
        return Lay(choice.card, choice.at, bool(choice.turned))
    return _play(choice)


def _play(choice: Choice) -> PlayCard:
    card = CARDS[choice.card]
    several = card.effect == "repair" and len(card.tools) > 1
    tool = choice.tool if several or choice.tool not in card.tools else ""
    return PlayCard(choice.card, choice.who, tool, (choice.at,) if choice.at else ())


def _card(token: str, code: str, person: int) -> str:
    card = card_of(token, code, person) if len(token) <= 40 else None
    if card is None:
        raise UnreadableError(_("This is none of your cards. Choose a card from your hand."))
    return card


def _square(name: str) -> tuple[str, bool]:
    if not name:
        return "", False
    plain, turned = name.removesuffix(TURNED), name.endswith(TURNED)
    try:
        if _SQUARE.fullmatch(plain):
            return square_at(plain), turned
    except ValueError:
        pass
    raise UnreadableError(_("There is no such square. Choose one that is lit."))


def _seat(who: str) -> int | None:
    try:
        return seat_of(who) if who else None
    except Malformed:
        raise UnreadableError(_("Nobody sits there. Choose a player.")) from None


def _tool(tool: str) -> str:
    if tool and tool not in TOOLS:
        raise UnreadableError(_("There is no such tool. Choose a broken tool."))
    return tool


# -- and back


def fields_of(picked: Picked, links: Links) -> list[tuple[str, str]]:
    """The fields of a form that sends what was picked, as `read_move` reads them; of a card alone, where no more is."""
    match picked.command:
        case Lay() as way:
            return [("card", links.token(way.card)), ("at", square_name(way.at) + TURNED * way.turned)]
        case PlayCard() as way:
            fields = [("card", links.token(way.card)), *(("at", square_name(at)) for at in way.at)]
            if way.seat is not None:
                fields.append(("who", letter(way.seat)))
            return [*fields, ("tool", way.tool)] if way.tool else fields
    mode = [("mode", "discard")] if picked.choice.discard else []
    return [*mode, ("card", links.token(picked.card))] if picked.card else mode


def standing(links: Links, seq: int) -> list[tuple[str, str]]:
    """The fields that say which table a move is meant for, and that it is to happen once."""
    return [("seq", str(seq)), ("key", move_key(links.code, links.person, seq))]
