"""Commands as a browser sends them."""

from typing import Any

from accounts.models import User
from games.rules.commands import Choose, Lay, Offer, Order, Pass, PlayCard, PutMiner, Trade, Veto
from games.rules.notation import letter
from games.rules.tunnels import TURNED
from games.sheets.sheet import STRIKES
from games.tableau.choice import DISCARD, MINER, TRADE
from games.tableau.links import card_token, move_key
from games.wording import square_name


def has_form(command: Any) -> bool:
    """Whether a page of the table has a form for it."""
    return not (isinstance(command, Order) and command.kind == "turn")


def form_of(command: Any, person: User, seq: int, code: str) -> dict[str, Any]:
    """What a browser sends for a command."""
    fields = {"seq": str(seq), "key": move_key(code, person.pk, seq), **_fields(command)}
    cards = [command.card] if hasattr(command, "card") else getattr(command, "cards", ())
    return fields | ({"card": [card_token(code, person.pk, card) for card in cards]} if cards else {})


def _fields(command: Any) -> dict[str, Any]:
    match command:
        case Lay():
            return {"at": square_name(command.at) + TURNED * command.turned, **_seat("pay", command.payer)}
        case PlayCard():
            names = [square_name(at) for at in command.at]
            squares = {"at": names[0] + TURNED * command.turned} if names else {}
            also = {"also": names[1]} if len(names) > 1 else {}
            on = _seat("who", command.seat) | _seat("pay", command.payer)
            return {"tool": command.tool, **squares, **also, **on}
        case Pass():
            return {"mode": DISCARD}
        case Trade():
            return {"mode": TRADE, "lift": command.lifts.rpartition(":")[2]}
        case PutMiner():
            return {"mode": MINER, "at": square_name(command.at)}
        case Choose():
            return {"answer": command.answer}
        case Veto():
            return {"answer": STRIKES}
        case Offer():
            return {"order": "offer", "who": "none"} | _seat("who", command.seat)
        case Order():
            return {"order": command.kind, "what": command.what or "any", "who": "none"} | _seat("who", command.seat)
    raise ValueError(command)


def _seat(name: str, seat: int | None) -> dict[str, str]:
    return {} if seat is None else {name: letter(seat)}
