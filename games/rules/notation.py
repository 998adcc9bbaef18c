"""Commands as text and back (``docs/notation.md``): ``lay NE 2,0~``, ``repair:pickaxe+cart B cart``, ``pass NESW map``.

>>> parse("lay NE 2,0~")
Lay(card='NE', at='2,0', turned=True, payer=None)
>>> write(parse("repair:pickaxe+cart B cart"))
'repair:pickaxe+cart B cart'
>>> parse_line("= timeout B")
(None, Timeout(seat=1))
"""

from games.rules.board import square
from games.rules.cards import CARDS, TOOLS
from games.rules.commands import (
    LET_BE_THIS_ROUND,
    Bot,
    Choose,
    Command,
    End,
    Lay,
    Offer,
    Order,
    Pass,
    PlayCard,
    PutMiner,
    SeatCommand,
    Sleep,
    TableCommand,
    TakeOver,
    Timeout,
    Trade,
    Veto,
    Wake,
)
from games.rules.errors import Malformed
from games.rules.tunnels import TURNED

SEATS = "ABCDEFGHIJKL"
_TABLE_COMMANDS: dict[str, type[Timeout | Sleep | Wake | Bot | TakeOver]] = {
    "timeout": Timeout,
    "sleep": Sleep,
    "wake": Wake,
    "bot": Bot,
    "replace": TakeOver,
}
_VERBS = {kind: verb for verb, kind in _TABLE_COMMANDS.items()}


def letter(seat: int) -> str:
    """The letter of a seat."""
    return SEATS[seat]


def seat_of(word: str) -> int:
    """The seat of a letter; Malformed when it is none."""
    if len(word) != 1 or word not in SEATS:
        raise Malformed(f"unknown seat: {word!r}")
    return SEATS.index(word)


def card_named(word: str) -> str:
    """The name of a card of the catalogue; Malformed when there is none of that name."""
    if word not in CARDS:
        raise Malformed(f"unknown card: {word!r}")
    return word


def square_named(word: str) -> str:
    """A square as text; Malformed when it is not written ``x,y``."""
    try:
        square(word)
    except ValueError:
        raise Malformed(f"not a square: {word!r}") from None
    return word


def parse_line(line: str) -> tuple[int | None, Command]:
    """A move line, ``SEAT command`` or ``= command`` of the table; Malformed names the word that is wrong."""
    who, _, text = line.partition(" ")
    if who == "=":
        return None, _parse_table_command(text.split(" "))
    return seat_of(who), parse(text)


def parse(text: str) -> SeatCommand:
    """The command that a seat gives; Malformed names the word that is wrong."""
    if len(text) > 1000:
        raise Malformed("a command of more than 1000 letters")
    words = text.split(" ")
    word, rest = words[0], words[1:]
    match word, rest:
        case "lay", [card, at, *toll]:
            place, turned = _place(at)
            return Lay(card_named(card), place, turned, _payer(toll))
        case "pass", [_, *_]:
            return Pass(tuple(sorted(map(card_named, rest))))
        case "trade", [_, *_, lifts]:
            return Trade(tuple(sorted(map(card_named, rest[:-1]))), card_named(lifts))
        case "miner", [card, at]:
            return PutMiner(card_named(card), square_named(at))
        case "choose", [answer] if answer:
            return Choose(answer)
        case "veto", []:
            return Veto()
        case "order", [kind, *about]:
            return _parse_order(kind, about)
        case "offer", [who]:
            return Offer(None if who == "none" else seat_of(who))
        case _ if word in CARDS and not CARDS[word].is_tunnel:
            return _parse_card(word, rest)
    raise Malformed(f"unknown command: {text!r}")


def _place(word: str) -> tuple[str, bool]:
    turned = word.endswith(TURNED)
    return square_named(word.removesuffix(TURNED)), turned


def _payer(words: list[str]) -> int | None:
    match words:
        case []:
            return None
        case [word] if word.startswith("$"):
            return seat_of(word[1:])
    raise Malformed(f"unknown word: {words[0]!r}")


def _parse_card(card: str, words: list[str]) -> PlayCard:
    seat, tool, at, turned, payer = None, "", [], False, None
    for word in words:
        if word in TOOLS and not tool:
            tool = word
        elif word.startswith("$") and payer is None:
            payer = seat_of(word[1:])
        elif "," in word and not turned:
            place, turned = _place(word)
            at.append(place)
        elif seat is None:
            seat = seat_of(word)
        else:
            raise Malformed(f"unknown word: {word!r}")
    return PlayCard(card, seat, tool, tuple(sorted(at, key=_from_the_north)), turned, payer)


def _from_the_north(at: str) -> tuple[int, int]:
    """Several squares stand from north to south, as goals are turned up (R20)."""
    x, y = square(at)
    return y, x


def _parse_order(kind: str, about: list[str]) -> Order:
    match kind, about:
        case (("pass" | "none"), []):
            return Order(kind)
        case "pass", ["round"]:
            return LET_BE_THIS_ROUND
        case "veto", [what, who]:
            named = what if what in ("any", "lay", "goal") else card_named(what)
            return Order(kind, what=named, seat=None if who == "any" else seat_of(who))
        case "theft", [who]:
            return Order(kind, seat=None if who == "none" else seat_of(who))
        case "turn", [_, *_]:
            commands = [parse(text) for text in " ".join(about).split(" | ")]
            turns = tuple(one for one in commands if isinstance(one, Lay | PlayCard | Pass | Trade | PutMiner))
            if len(turns) == len(commands):
                return Order(kind, then=turns)
    raise Malformed(f"unknown order: {' '.join([kind, *about])!r}")


def _parse_table_command(words: list[str]) -> TableCommand:
    match words:
        case ["end"]:
            return End()
        case [word, who] if word in _TABLE_COMMANDS:
            return _TABLE_COMMANDS[word](seat_of(who))
    raise Malformed(f"unknown command of no player: {' '.join(words)!r}")


def write_line(seat: int | None, command: Command) -> str:
    """A move line."""
    return f"{'=' if seat is None else letter(seat)} {write(command)}"


def write(command: Command) -> str:
    """A command as text."""
    match command:
        case Lay():
            return _words("lay", command.card, command.at + TURNED * command.turned, _toll(command.payer))
        case PlayCard():
            places = [*command.at[:-1], *(at + TURNED * command.turned for at in command.at[-1:])]
            return _words(command.card, _seat(command.seat), command.tool, *places, _toll(command.payer))
        case Pass():
            return _words("pass", *command.cards)
        case Trade():
            return _words("trade", *command.cards, command.lifts)
        case PutMiner():
            return _words("miner", command.card, command.at)
        case Choose():
            return _words("choose", command.answer)
        case Veto():
            return "veto"
        case Order():
            return _write_order(command)
        case Offer():
            return _words("offer", _seat(command.seat, "none"))
        case End():
            return "end"
    return _words(_VERBS[type(command)], letter(command.seat))


def write_chance(kind: str, items: tuple[str, ...]) -> str:
    """A chance line: what a shuffle or a lot gave."""
    if kind == "roles":
        items = tuple(f"{letter(seat)}={role}" for seat, role in enumerate(items))
    return _words("*", kind, *items)


def _write_order(order: Order) -> str:
    match order.kind:
        case "veto":
            return _words("order veto", order.what, _seat(order.seat, "any"))
        case "theft":
            return _words("order theft", _seat(order.seat, "none"))
        case "turn":
            return _words("order turn", " | ".join(map(write, order.then)))
    return _words("order", order.kind, order.what)


def _seat(seat: int | None, none: str = "") -> str:
    return none if seat is None else letter(seat)


def _toll(payer: int | None) -> str:
    return "" if payer is None else f"${letter(payer)}"


def _words(*words: str) -> str:
    return " ".join(word for word in words if word)
