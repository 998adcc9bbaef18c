"""Tables of all modules to look at: an evening with everything, and each kind of decision while it is open."""

from typing import Any

from django.urls import reverse

from games.forms.presets import PRESETS
from games.models import Game
from games.rules.table import Ruleset
from tests.e2e.scenes import CHAMPIONSHIP, EXPANSIONS, NEARLY, SABOTEUR2, THREE_GOALS, Scene, of_chest, two
from tests.e2e.sights import Sight, held, table
from tests.e2e.stages import ago
from tests.factories import UserFactory
from tests.games.tables import do, in_position, people, running_game, seen_by_all

#: Forty-six commands of an anniversary evening of six, after which Ann, a saboteur, is on turn.
EVENING_SEED = 33
EVENING = """
B lay NSW.E-crystal 0,1~ | C pass N NW.ES trapped | D guide | D lay NESW-crystal 1,0 | D lay NW.ES 1,-1
E lay ESW 2,0~ | F lay EW 3,0 | A lay ESW-crystal 1,1~ | A choose C | B lay EW-blue -1,0 | C lay NESW 4,0
D swap-hands E | E lay NW-green 5,0 | F lay NW 5,-1~ | F choose B | A lay ESW 5,1 | B map 8,4 | C rockfall 4,0
D lay ESW-crystal 3,1 | E theft | F pass E-crystal NE-blue break:cart | A lay NESW 7,1 | B lay NE 8,1~
C break:cart A | D lay NES 8,3 | E lay NES 7,0 | F repair:pickaxe+lantern+cart A cart | A lay NS 7,-1
B hands-off E | C lay N.W 7,-2~ | D lay NES 9,2~ | E map 8,-4 | F treasury | F choose theft
A pass ESW.N-crystal EW-green break:pickaxe | B pass EW.S S-crystal | C lay NW 9,1~ | D theft | E theft | F theft
A swap-hats C | B pass N.E.S NE.S reverse | C map 8,-4 | D lay NS.EW 4,0 | E trapped D | F pass NE.W break:lantern
"""


def evening(**fields: Any) -> Game:
    """The evening: its moves lie some hours apart, the last one twenty minutes ago."""
    preset = PRESETS["anniversary"]
    lines = [line.strip() for line in EVENING.replace("\n", "|").split("|") if line.strip()]
    with ago(hours=2 * len(lines) + 3):
        game = running_game(6, seed=EVENING_SEED, ruleset=preset.options.ruleset, **fields)
    for number, line in enumerate(lines):
        with ago(hours=2 * (len(lines) - number) - 2, minutes=20):
            do(game, line)
    return game


#: The teams of a round that is over, or over but for a theft: the way passes a green door.
TEAMS: dict[str, Any] = {
    "roles": {"A": "blue", "B": "green", "C": "boss", "D": "geologist", "E": "profiteer", "F": "saboteur"},
    "hands": {"A": ["NESW"]},
    "before": {"A": ["theft"], "B": ["trapped"], "F": ["theft", "break:cart"]},
    "goals": THREE_GOALS,
    "mine": {**NEARLY, "3,0": "EW-green", "3,1": "NESW-crystal", "2,1": "ESW-crystal", "4,-1": "S-crystal"},
    "nuggets": {"A": 2, "C": 1},
}


def stopped(code: str, scene: Scene, moves: int, players: int = 3) -> Game:
    """A scene's table after some of its moves."""
    game = in_position(players, ruleset=scene.ruleset, code=code, **scene.script)
    do(game, *[line for line, _words in scene.course[:moves]])
    return game


def thefts() -> None:
    """A round of teams that is over but for Ann's theft, and one that is over."""
    thief = in_position(6, ruleset=two(rounds=2), code="thief", **TEAMS)
    seen_by_all(thief)
    do(thief, "A lay NESW 7,0", "F choose C")
    do(in_position(6, ruleset=two(rounds=2), code="teams", **TEAMS), "A lay NESW 7,0", "F choose C", "A choose E")


def fair() -> None:
    """A table of each module and of each decision while it is open; their codes say which, and mostly Ann is asked."""
    evening(code="evening", name="Anniversary evening")
    thefts()
    window: dict[str, Any] = {
        "hands": {"A": ["map"], "B": ["rockfall"], "C": ["veto"]},
        "mine": {**NEARLY},
        "first": "B",
    }
    do(in_position(4, ruleset=two("veto", veto_window=12), code="window", **window), "B rockfall 3,0")
    stopped("trade", SABOTEUR2[1], 0)
    stopped("goals", CHAMPIONSHIP[0], 1)
    stopped("guided", CHAMPIONSHIP[0], 6)
    stopped("miner", EXPANSIONS[0], 3)
    stopped("toll", EXPANSIONS[0], 4)
    stopped("costume", EXPANSIONS[1], 1)
    stopped("order", EXPANSIONS[2], 1)
    for chest in ("choose-3", "spy", "far-goal"):
        stopped(chest, of_chest(chest), 1)
    twelve = [*people(10), *(UserFactory.create(username=name) for name in ("Kit", "Lou"))]
    before = {"B": ["break:cart", "trapped", "theft"], "E": ["theft"], "K": ["break:lantern", "break:pickaxe"]}
    in_position(twelve, ruleset=two(), code="twelve", before=before, mine=NEARLY)
    in_position(5, ruleset=Ruleset(variants=("tournament",)), code="tournament")


def of_modules() -> list[Sight]:
    """What people see at the tables of the fair, and where a table with all of its modules is set up."""
    return [
        *(
            table(code)
            for code in ("evening", "goals", "costume", "choose-3", "spy", "far-goal", "twelve", "tournament")
        ),
        table("window", who="Bo"),
        table("window", ".title", "#orders summary", who="Cy"),
        table("thief", ".plates .lit a"),
        table("order", ".mine .lit a"),
        table("guided", held("Straight tunnel"), ".mine .lit a", who="Bo"),
        table("trade", "#bar a[href*='mode=trade']"),
        table("trade", ".bar [data-key=d]", ".hand label"),
        table("miner", "#bar a[href*='mode=miner']", who="Cy"),
        table("toll", held("Crossing")),
        Sight("a round before its thefts", "/t/thief/round/1/"),
        Sight("a round after its thefts", "/t/teams/round/1/", "Bo"),
        Sight("an evening in words", "/t/evening/words/"),
        Sight("setting up an evening", f"{reverse('games:new')}?preset=anniversary"),
    ]
