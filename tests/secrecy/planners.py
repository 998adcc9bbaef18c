"""A table at which a player plans a turn in one way or another, for worlds that differ in nothing else (R95)."""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta

from games.clocks.planned import Planned
from games.models import Game
from games.rules.notation import parse
from games.rules.table import Ruleset
from games.services import plans
from tests.games import tables
from tests.secrecy.held import Round
from tests.secrecy.pages.seen import Seen

MINUTE = timedelta(minutes=1)
RULES = Ruleset(rules="saboteur2", modules=("tunnel-toll",))
HANDS = {"A": ["map", "EW"], "B": ["EW", "NS", "map", "NESW"], "C": ["map", "EW"]}
BROKEN = {"B": ["break:cart"]}
KINDS = {
    "lay": "lay EW 1,0",
    "play": "map 8,2",
    "pass": "pass NS",
    "miner": "miner NS 1,0",
    "trade": "trade EW NS break:cart",
}
"""Something of every kind that can be planned (R95); Bo's cart is broken where they trade."""
Who = Mapping[str, tuple[str, ...]]
WHO: Who = {"Ann": ("player", "spectator"), "Cy": ("player",)}
STAFF: Who = {"Ann": ("staff_seated", "superuser_seated", "staff", "superuser")}
Plan = tuple[str, ...]


def shapes(kind: str, minutes: int) -> dict[str, Plan]:
    """The ways to come to have planned something of a kind, or something else, or nothing any more; line by line."""
    wait = f"wait {minutes}"
    return {
        "planned": (KINDS[kind], wait),
        "several": (KINDS[kind], "pass NESW", *(["lay NESW 1,0"] if kind != "trade" else ["pass NS"]), wait),
        "planned again": ("pass NESW", "wait 240", "out 0", KINDS[kind], wait),
        "put off": (KINDS[kind], "wait 10", "wait 240", wait),
        "This invitation was withdrawn": (KINDS[kind], wait, "cancel"),
    }


def table(kind: str) -> Game:
    """Ann is on turn, then Bo, who plans; everybody may watch."""
    before = BROKEN if kind == "trade" else {}
    game = tables.in_position(3, hands=HANDS, before=before, first="A", code="plans", pk=1_000_003, ruleset=RULES)
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    return game


def plan(game: Game, lines: Plan) -> None:
    """Let Bo do this, line by line: try something, wait so long, take a try out, forget it all."""
    bo, code = tables.seat_of(game, "Bo").user, game.code
    for line in lines:
        word, _, number = line.partition(" ")
        if word == "wait":
            plans.put_off(code=code, user=bo, minutes=int(number))
        elif word == "out":
            plans.take_out(code=code, user=bo, number=int(number))
        elif word == "cancel":
            plans.cancel(code=code, user=bo)
        else:
            command = parse(line)
            assert isinstance(command, Planned)
            plans.add(code=code, user=bo, command=command)


def waiting_for(kind: str, minutes: int, who: Who = WHO) -> Callable[[Round, Plan], Iterator[Seen]]:
    """A table at which Bo plans before the turn; the clock turns until a plan would nearly be played."""

    def play(world: Round, lines: Plan) -> Iterator[Seen]:
        game = table(kind)
        world.pass_by(MINUTE)
        plan(game, lines)
        world.pass_by(MINUTE)
        yield from world.glances(game, who, "planned")
        if not minutes:
            return
        tables.do(game, "A map 8,0")
        world.pass_by(MINUTE / 2)
        yield from world.glances(game, {"Ann": ("player",)}, "on turn")
        world.pass_by(minutes * MINUTE * 0.6)
        yield from world.looks(game, who, "later")

    return play
