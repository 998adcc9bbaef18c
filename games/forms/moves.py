"""Input to a table, parsed into choices and commands. No other module parses it, and this one does not use the rules.

A choice (an address) and a move (a form) have the same fields: `card` (tokens), `at` (a square by name, in a form with
`~` when the card is turned), `also` (a second square), `flip`, `who` and `pay` (seats' letters), `tool`, `lift` (a
card before oneself), `mode`. A move also has `seq` and `key`, and `answer` for a decision or `order` and `what` for a
standing order.
"""

import re
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.rules.board import square
from games.rules.cards import CARDS, LIES_BEFORE, TOOLS
from games.rules.commands import (
    LET_BE_THIS_ROUND,
    Choose,
    Lay,
    Offer,
    Order,
    Pass,
    PlayCard,
    PutMiner,
    SeatCommand,
    Trade,
    Veto,
)
from games.rules.errors import Malformed
from games.rules.notation import letter, seat_of
from games.rules.tunnels import TURNED
from games.sheets import aim_of
from games.sheets.sheet import STRIKES, Aim
from games.tableau.choice import DISCARD, MINER, MODES, TRADE, Choice, Picked
from games.tableau.links import Links, card_of, move_key
from games.tableau.orders import THEFT, VETO
from games.wording import square_at, square_name

_SQUARE = re.compile(r"-?[A-Z]{1,2}-?[0-9]{1,3}")
_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ANSWER = re.compile(r"[A-Za-z0-9,.:+~-]{1,40}")
_SEQ = re.compile(r"[0-9]{1,9}")
_MOST_CARDS = 12
_LIFTED = {card.rpartition(":")[2]: card for card in LIES_BEFORE}
"""Cards that can lie before a player, by their names in addresses."""
_NO_SEAT = ("", "any", "none")
ORDERED = ("any", "lay", "goal", *CARDS)
"""The possible subjects of a standing order for a veto (R93)."""


class UnreadableError(ValueError):
    """The input is no choice and no move. The message is a sentence for the sender."""


class Submission(NamedTuple):
    """A move as it was sent: the command, the state it is based on, and its idempotency key."""

    seq: int
    key: str
    command: SeatCommand
    choice: Choice


def read_choice(query: QueryDict, code: str, person: int) -> Choice:
    """Return the choice in an address. UnreadableError for a forged one."""
    mode = query.get("mode", "")
    if mode not in MODES:
        raise UnreadableError(_("That address leads nowhere. Choose again."))
    tokens = [token for token in query.getlist("card") if token]
    if len(tokens) > _MOST_CARDS:
        raise UnreadableError(_("That’s more cards than a hand holds. Choose again."))
    cards = tuple(_card(token, code, person) for token in tokens)
    ticks = mode in (DISCARD, TRADE)
    at, turned = _square(query.get("at", ""))
    flip = {"": None, "1": True, "0": False}.get(query.get("flip", ""))
    return Choice(
        card="" if ticks else "".join(cards[-1:]),
        at=at,
        turned=turned or flip,
        who=_seat(query.get("who", "")),
        tool=_tool(query.get("tool", "")),
        mode=mode,
        also=_square(query.get("also", ""))[0],
        payer=_seat(query.get("pay", "")),
        lifts=_lifted(query.get("lift", "")),
        ticked=cards if ticks else (),
    )


def read_about(query: QueryDict, code: str, person: int) -> str:
    """Return the card of the hand whose help is requested, "" for none."""
    token = query.get("about", "")
    return (card_of(token, code, person) or "") if len(token) <= 40 else ""


def read_move(form: QueryDict, code: str, person: int) -> Submission:
    """Return the move in a form; UnreadableError when it contains none."""
    seq, key = form.get("seq", ""), form.get("key", "")
    if not _SEQ.fullmatch(seq) or not _KEY.fullmatch(key):
        raise UnreadableError(_("The form isn’t complete. Choose again."))
    if form.get("order"):
        return Submission(int(seq), key, _order(form), Choice())
    choice = read_choice(form, code, person)
    answer = form.get("answer", "")
    return Submission(int(seq), key, _answer(answer) if answer else _command(choice), choice)


def _answer(answer: str) -> SeatCommand:
    if not _ANSWER.fullmatch(answer):
        raise UnreadableError(_("That isn’t one of the answers. Choose again."))
    return Veto() if answer == STRIKES else Choose(answer)


def _command(choice: Choice) -> SeatCommand:
    if choice.mode == DISCARD:
        if not choice.ticked:
            raise UnreadableError(_("You didn’t choose a card. Tick the ones you want to discard."))
        return Pass(tuple(sorted(choice.ticked)))
    if choice.mode == TRADE:
        if not choice.ticked or not choice.lifts:
            raise UnreadableError(_("Choose what to remove, and tick two cards to discard for it."))
        return Trade(tuple(sorted(choice.ticked)), choice.lifts)
    if not choice.card:
        raise UnreadableError(_("You didn’t choose a card. Choose one from your hand."))
    is_laid = aim_of(choice.card) is Aim.ROOM
    if not choice.at and (is_laid or choice.mode == MINER):
        raise UnreadableError(_("You didn’t choose a square. Choose one that’s lit."))
    if choice.mode == MINER:
        return PutMiner(choice.card, choice.at)
    if CARDS[choice.card].is_tunnel:
        return Lay(choice.card, choice.at, bool(choice.turned), choice.payer)
    if is_laid:
        return PlayCard(choice.card, at=(choice.at,), turned=bool(choice.turned), payer=choice.payer)
    return _play(choice)


def _play(choice: Choice) -> PlayCard:
    card = CARDS[choice.card]
    several = aim_of(choice.card) is Aim.TOOL and len(card.tools) > 1
    tool = choice.tool if several or choice.tool not in card.tools else ""
    squares = tuple(sorted((at for at in (choice.at, choice.also) if at), key=_from_the_north))
    return PlayCard(choice.card, choice.who, tool, squares)


def _from_the_north(at: str) -> tuple[int, int]:
    x, y = square(at)
    return y, x


def _card(token: str, code: str, person: int) -> str:
    card = card_of(token, code, person) if len(token) <= 40 else None
    if card is None:
        raise UnreadableError(_("That isn’t one of your cards. Choose one from your hand."))
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
    raise UnreadableError(_("There’s no such square. Choose one that’s lit."))


def _seat(who: str) -> int | None:
    try:
        return seat_of(who) if who else None
    except Malformed:
        raise UnreadableError(_("That seat is empty. Choose a player.")) from None


def _tool(tool: str) -> str:
    if tool and tool not in TOOLS:
        raise UnreadableError(_("There’s no such tool. Choose a broken one."))
    return tool


def _lifted(word: str) -> str:
    if word and word not in _LIFTED:
        raise UnreadableError(_("That card isn’t in front of you. Choose one that is."))
    return _LIFTED[word] if word else ""


# -- standing orders and offers


def _order(form: QueryDict) -> SeatCommand:
    kind, who, what = form.get("order", ""), form.get("who", ""), form.get("what", "any")
    seat = None if who in _NO_SEAT else _seat(who)
    if kind == VETO and what in ORDERED:
        return Order(kind, what, seat)
    if kind == THEFT:
        return Order(kind, seat=seat)
    if kind in ("pass", "none"):
        return Order(kind)
    if kind == "pass-round":
        return LET_BE_THIS_ROUND
    if kind == "offer":
        return Offer(seat)
    raise UnreadableError(_("There’s no such order. Choose again."))


# -- from choices to fields


def fields_of(picked: Picked, links: Links) -> list[tuple[str, str]]:
    """Return the fields of a form that sends what was picked, as `read_move` reads them. If only a card is picked, only
    its fields."""
    choice, command = picked.choice, picked.command
    turned = TURNED if choice.turned and isinstance(command, Lay | PlayCard) else ""
    payer = command.payer if isinstance(command, Lay | PlayCard) else None
    several = isinstance(command, PlayCard) and command.tool
    fields = [
        ("mode", choice.mode),
        ("lift", choice.lifts.rpartition(":")[2]),
        ("card", links.token(choice.card) if choice.card else ""),
    ]
    if command is not None:
        fields += [
            ("at", square_name(choice.at) + turned if choice.at else ""),
            ("also", square_name(choice.also) if choice.also else ""),
            ("who", letter(choice.who) if choice.who is not None else ""),
            ("tool", choice.tool if several else ""),
            ("pay", letter(payer) if payer is not None else ""),
        ]
    return [field for field in fields if field[1]]


def standing(links: Links, seq: int) -> list[tuple[str, str]]:
    """Return the fields with the state a move is based on, and its idempotency key."""
    return [("seq", str(seq)), ("key", move_key(links.code, links.person, seq))]
