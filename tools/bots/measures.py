"""What is counted of a round. Each measure gives numbers by name, which are added up over the rounds of a row."""

from collections import Counter
from collections.abc import Callable
from math import ceil

from games.bots.beliefs import WANT_GOLD
from games.bots.situation import Situation
from games.bots.teams import OTHER_TEAM
from games.rules.board import GOAL
from games.rules.cards import CARDS, GOLD
from games.rules.commands import Lay, Pass, PlayCard
from games.rules.roles import BOSS, GEOLOGIST, PROFITEER, SABOTEUR
from games.rules.view import PlayerView
from tools.bots.course import Course, Turn
from tools.bots.marks import marks

Counts = Counter[str]
Measure = Callable[[Course], Counts]

LITTLE = 0.25
"""Cards: whatever brings the mine less than this nearer brings nothing."""
MUCH = 0.75
"""Cards: whatever brings it more than this nearer leads on."""


def outcome(course: Course) -> Counts:
    """Whether the gold was reached, and who won: for each side in which rounds it played and in which it won."""
    result = course.result
    won = {result.roles[seat] for seat in result.winners}
    counts = Counter({"rounds": 1, "not reached": int(result.reason != GOLD)})
    for role in {*result.roles}:
        counts[f"{role} played"] += 1
        counts[f"{role} won"] += role in won
    for seat, role in enumerate(result.roles):
        counts[f"{role} seats"] += 1
        counts[f"{role} seats won"] += seat in result.winners
    return counts


def suspicion(course: Course) -> Counts:
    """The suspects of loyal bots after a number of turns each: how many of those are saboteurs, and how many
    of the saboteurs are among them."""
    counts = Counts()
    for many in (2, 4):
        turn = course.after_turns_each(many)
        if turn is None:
            continue
        seats = turn.before.seats
        harmful = {own.seat for own in seats if own.role == SABOTEUR}
        for own in seats:
            if own.role in WANT_GOLD and harmful:
                seen = course.seen_before(turn)
                accused = Situation(PlayerView(public=turn.before.public, own=own, asks=()), seen).suspects
                counts[f"accused {many}"] += len(accused)
                counts[f"rightly {many}"] += len(accused & harmful)
                counts[f"hidden {many}"] += len(harmful)
    return counts


def habits(course: Course) -> Counts:
    """What gives roles away: who digs forward, and who is the first to break."""
    counts = Counts()
    broken = False
    for mark in marks(course):
        role = "saboteur" if course.result.roles[mark.seat] == SABOTEUR else "digger"
        counts[f"{role} turns"] += 1
        counts[f"{role} forward"] += mark.what[0] == "lay" and (mark.what[1] == "reached" or float(mark.what[1]) >= 1)
        if mark.what[0] == "break" and not broken:
            broken = True
            counts["first breaks"] += 1
            counts["first breaks of saboteurs"] += role == "saboteur"
    return counts


def waste(course: Course) -> Counts:
    """Moves that bring their player nothing, judged by what the player could know."""
    counts = Counts()
    for turn in course.turns:
        if turn.is_turn and turn.role != GEOLOGIST and turn.role != PROFITEER:
            counts["turns"] += 1
            counts.update(_wastes(turn, course))
    return counts


def _wastes(turn: Turn, course: Course) -> list[str]:
    command, digs = turn.command, turn.role in WANT_GOLD
    situation = Situation(turn.view, course.seen_before(turn))
    match command:
        case PlayCard():
            return [_wasted_card(turn, command, situation)]
        case Lay() if digs and not situation.is_locked_out:
            plain = not situation.goals_reached(command) and not situation.chests_reached(command)
            gain = situation.advance(command)
            return ["idle lay"] if plain and abs(gain) < LITTLE else ["harmful lay"] if plain and gain < 0 else []
        case Pass() if digs and not situation.is_locked_out:
            lays = (one for one in turn.view.menu if isinstance(one, Lay))
            return ["missed lay"] if any(situation.advance(one) >= MUCH for one in lays) else []
    return []


def _wasted_card(turn: Turn, command: PlayCard, situation: Situation) -> str:
    """The name of what an action card was wasted on, "" where it was not."""
    effect, target = CARDS[command.card].effect, turn.seat if command.seat is None else command.seat
    match effect:
        case "break" if situation.troubles(target):
            return "broke what cannot lay"
        case "repair" if situation.troubles(target) > 1:
            return "mended for nothing"
        case "map" if turn.view.public.face_down.get(command.at[0]) == GOAL:
            known = situation.gold_is_known or command.at[0] in situation.knowledge.lies
            return "map of what is known" if known else ""
        case "rockfall" if turn.role in WANT_GOLD and situation.advance_without(command.at[0]) < LITTLE:
            return "rockfall for nothing"
    return ""


WASTES = (
    "broke what cannot lay", "mended for nothing", "map of what is known", "rockfall for nothing", "idle lay",
    "harmful lay", "missed lay",
)  # fmt: skip
"""The names of wasted moves. The last four are those of players who want the gold."""


def own_colour(course: Course) -> Counts:
    """How often diggers of a colour break or trap one of their own (R36, R45)."""
    counts = Counts()
    for turn in course.turns:
        if turn.is_turn and turn.role in OTHER_TEAM:
            counts["colour turns"] += 1
            command = turn.command
            if isinstance(command, PlayCard) and CARDS[command.card].effect in ("break", "trapped"):
                target = turn.before.seats[command.seat or 0].role
                counts["colour hits"] += 1
                counts["own hits"] += target == turn.role
                counts["boss hits"] += target == BOSS
                counts["saboteur hits"] += target == SABOTEUR
    return counts


def times(course: Course) -> Counts:
    """How long choices took, as counts by tenths of a millisecond."""
    return Counts(f"took {ceil(turn.took * 10)}" for turn in course.turns)
