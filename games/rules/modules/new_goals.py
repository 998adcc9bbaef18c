"""New goals (R72): gold and four of seven others, with sacks, a dragon and a spider."""

from msgspec.structs import replace

from games.rules.agenda import Play, Rules
from games.rules.payout import take_nuggets
from games.rules.round import end_round, reach_stone


def _small_sack(play: Play, seat: int) -> None:
    take_nuggets(play, seat, 1)


def _large_sack(play: Play, seat: int) -> None:
    take_nuggets(play, seat, 2)


def _dragon(play: Play, seat: int) -> None:
    if play.seats[seat].nuggets:
        take_nuggets(play, seat, -1)


def _spider(play: Play, seat: int) -> None:
    end_round(play, "spider", None)


def extend(rules: Rules) -> Rules:
    """Five goals face down, the order of several chosen by the player who laid (R20)."""
    return replace(
        rules,
        goals={
            "gold": rules.goals["gold"],
            "sack-1": _small_sack,
            "sack-2": _large_sack,
            "dragon": _dragon,
            "spider": _spider,
            "stone-a": reach_stone,
            "stone-b": reach_stone,
            "stone-c": reach_stone,
        },
        goal_squares=("8,-4", "8,-2", "8,0", "8,2", "8,4"),
        goals_out=5,
        order_asked=True,
    )
