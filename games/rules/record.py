"""Records of games and scenarios (``docs/notation.md``): read one, play it, compare it with its expectations.

``check`` returns the first difference, ``legal`` the legal moves of the awaited seats after the last move.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games.rules import engine, verify
from games.rules.agenda import Step
from games.rules.errors import Malformed, Refused
from games.rules.expectation import difference
from games.rules.layout import RECORD_KEYS, ROUND_KEYS, known_keys, lay_out, read_table, read_text
from games.rules.notation import card_named, letter, parse_line, seat_of, write
from games.rules.roles import ALL_ROLES
from games.rules.setup import DealtRound
from games.rules.state import Scripted, Sighting, Stream
from games.rules.table import Ruleset

KEY = b"saboteur-record/1"
"""The key for random draws that a scenario does not fix."""

ChanceLine = tuple[str, tuple[str, ...]]


class RecordedMove(Struct, frozen=True):
    """One line of a record: its number, its text, whether it must be refused, the chance that follows it."""

    number: int
    text: str
    refused: bool
    chance: tuple[ChanceLine, ...]


def check(text: str) -> str | None:
    """Return the first difference of a record from the rules, as a sentence; None if there is none."""
    try:
        _play(text, expecting=True)
    except Malformed as error:
        return str(error)
    return None


def legal(text: str) -> dict[str, list[str]]:
    """Seat letter to its legal commands after the last move, sorted, of all awaited seats (passes are not listed).

    Malformed when the record cannot be played.
    """
    state = _play(text, expecting=False)
    asks = engine.unanswered(state)
    return {
        letter(ask.seat): sorted(write(command) for command in engine.legal(state.public, state.seats[ask.seat]))
        for ask in asks
    }


def _play(text: str, *, expecting: bool) -> engine.Game:
    record = read(text)
    ruleset, state = read_table(record), None
    for number, script in enumerate(record["rounds"], 1):
        place, answers = f"round {number}", list[int]()
        state = deal_round(ruleset, len(record["seats"]), script, number, state, place)
        for move in moves_of(script.get("moves", []), len(record["seats"]), place):
            before, state = state, carry_out(state, move, place)
            if is_answer_in_secret(move, before, state):
                answers.append(before.public.moves)
        if expecting:
            found = difference(script.get("expect", {}), numbered_by_lines(state, answers), place)
            if found:
                raise Malformed(found)
    if state is None:
        raise Malformed("rounds: a record needs at least one round")
    return state


def read(text: str) -> dict[str, Any]:
    """The JSON of a record with its outer shape checked; Malformed names what is wrong and where."""
    try:
        record: dict[str, Any] = verify.read(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from None
    known_keys(record, RECORD_KEYS, "the record")
    if record.get("format") != "saboteur-record/1":
        raise Malformed(f"format: {record.get('format')!r} is not 'saboteur-record/1'")
    seats, rounds = record.get("seats"), record.get("rounds")
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise Malformed("seats: a list of names is needed")
    if not isinstance(rounds, list) or not rounds:
        raise Malformed("rounds: a list of at least one round is needed")
    for number, script in enumerate(rounds, 1):
        known_keys(script, ROUND_KEYS, f"round {number}")
    return record


def deal_round(
    ruleset: Ruleset, players: int, script: dict[str, Any], number: int, last: engine.Game | None, place: str
) -> engine.Game:
    """The state after the deal of a round; Malformed when the round before is not over or the cards are not right."""
    return deal_round_fully(ruleset, players, script, number, last, place)[1]


def deal_round_fully(
    ruleset: Ruleset, players: int, script: dict[str, Any], number: int, last: engine.Game | None, place: str
) -> tuple[DealtRound, engine.Game]:
    """The same with the deal itself."""
    if last is not None and not engine.awaits_deal(last.public):
        raise Malformed(f"{place}: round {number - 1} is not over, or it was the last")
    try:
        dealt = lay_out(ruleset, players, script, number, last, place)
        return dealt, engine.begin_from(ruleset, dealt, key=KEY, last=last).state
    except Refused as refused:
        raise Malformed(f"{place}: {refused}") from None


def moves_of(lines: Any, players: int, place: str) -> list[RecordedMove]:
    """The moves of a round with the chance lines that follow them; Malformed names the line that is wrong."""
    moves: list[RecordedMove] = []
    if not isinstance(lines, list):
        raise Malformed(f"{place}: moves: a list of lines is needed")
    for line in lines:
        text = read_text(line, f"{place}: moves")
        where = f"{place}, move {len(moves) + (not text.startswith('* '))} ({text})"
        if text.startswith("* "):
            if not moves:
                raise Malformed(f"{where}: chance follows the move that caused it")
            chance = _chance(text[2:].split(" "), players, where)
            moves[-1] = replace(moves[-1], chance=(*moves[-1].chance, chance))
            continue
        refused = text.startswith("! ")
        move = RecordedMove(number=len(moves) + 1, text=text.removeprefix("! "), refused=refused, chance=())
        _parsed(move, players, where)
        moves.append(move)
    return moves


def _parsed(move: RecordedMove, players: int, where: str) -> tuple[int | None, Any]:
    try:
        seat, command = parse_line(move.text)
    except Malformed as error:
        raise Malformed(f"{where}: {error}") from None
    if seat is not None and seat >= players:
        raise Malformed(f"{where}: unknown seat: {letter(seat)!r}")
    return seat, command


def _chance(words: list[str], players: int, where: str) -> ChanceLine:
    kind, items = words[0], words[1:]
    try:
        match kind:
            case "roles":
                pairs = [item.partition("=") for item in items]
                by_seat = {seat_of(who): role for who, _, role in pairs}
                for role in by_seat.values():
                    if role not in ALL_ROLES:
                        raise Malformed(f"unknown role: {role!r}")
                if sorted(by_seat) != list(range(players)):
                    raise Malformed("every seat has one role")
                return kind, tuple(by_seat[seat] for seat in range(players))
            case "discards":
                return kind, tuple(map(card_named, items))
            case "lot":
                return kind, tuple(items)
    except Malformed as error:
        raise Malformed(f"{where}: {error}") from None
    raise Malformed(f"{where}: unknown chance: {kind!r}")


def carry_out(state: engine.Game, move: RecordedMove, place: str) -> engine.Game:
    """Return the state after a move; raise Malformed if it is refused against expectation, or legal against it."""
    return carry_out_fully(state, move, place).state


def is_answer_in_secret(move: RecordedMove, before: engine.Game, after: engine.Game) -> bool:
    """Whether a line was carried out that is no move of the game: silence or an answer in a window (R93, R95)."""
    words = move.text.split(" ")
    if move.refused or after.public.seq != before.public.seq:
        return False
    if words[1] != "order":
        return True
    seat = seat_of(words[0])
    return after.seats[seat].answered and not before.seats[seat].answered


def numbered_by_lines(state: engine.Game, answers: list[int]) -> engine.Game:
    """The state with sightings dated as a record writes them: by lines, with the answers that no player may count.

    ``answers`` has, for each of them, how many moves of the round came before.
    """

    def dated(sighting: Sighting) -> Sighting:
        return replace(sighting, move=sighting.move + sum(before < sighting.move for before in answers))

    seats = tuple(replace(own, sightings=tuple(map(dated, own.sightings))) for own in state.seats)
    return replace(state, seats=seats)


def carry_out_fully(state: engine.Game, move: RecordedMove, place: str) -> Step:
    """The same with the events, whispers and lots of the move."""
    where = f"{place}, move {move.number} ({move.text})"
    seat, command = _parsed(move, state.public.seats, where)
    try:
        step = engine.apply(_scripted(state, move.chance), seat, command)
    except Refused as refused:
        if move.refused:
            return Step(state, (), ())
        raise Malformed(f"{where}: refused: {refused}") from None
    if move.refused:
        raise Malformed(f"{where}: was to be refused and is legal")
    chance = step.state.table.chance
    if isinstance(chance, Scripted) and chance.lines:
        raise Malformed(f"{where}: no chance of that kind: {chance.lines[0][0]}")
    return step


def _scripted(state: engine.Game, lines: tuple[ChanceLine, ...]) -> engine.Game:
    chance = state.table.chance
    stream = chance if isinstance(chance, Stream) else chance.stream
    return replace(state, table=replace(state.table, chance=Scripted(lines=lines, stream=stream) if lines else stream))
