"""The base game (R10 to R26) as one value."""

from games.rules.agenda import Rules
from games.rules.cards import BASE_ACTIONS, BASE_TUNNELS
from games.rules.commands import Lay, Pass, PlayCard
from games.rules.effects import EFFECTS
from games.rules.payout import reasons_of_base, settle_base
from games.rules.roles import BASE_HANDS, BASE_ROLES, DIGGER, SABOTEUR
from games.rules.round import GOALS_ARE_REACHED, reach_gold, reach_stone
from games.rules.turn import LAY_TUNNEL, PASS, PLAY_ACTION


def _roles(players: int) -> list[str]:
    saboteurs, diggers = BASE_ROLES[players]
    return [SABOTEUR] * saboteurs + [DIGGER] * diggers


BASE = Rules(
    catalogue={**BASE_TUNNELS, **BASE_ACTIONS},
    seats=range(3, 11),
    roles=_roles,
    hand_size=BASE_HANDS.__getitem__,
    goals={"gold": reach_gold, "stone-a": reach_stone, "stone-b": reach_stone},
    goal_squares=("8,-2", "8,0", "8,2"),
    goals_out=3,
    effects=EFFECTS,
    moves={Lay: LAY_TUNNEL, PlayCard: PLAY_ACTION, Pass: PASS},
    arrivals=(GOALS_ARE_REACHED,),
    settle=settle_base,
    pay_reasons=reasons_of_base,
)
