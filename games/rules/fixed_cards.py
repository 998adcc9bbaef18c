"""Cards that lie fixed in the mine from the start and do something when first joined to it (R71)."""

from collections.abc import Callable

from msgspec.structs import replace

from games.rules.agenda import Arrival, Play, Rules
from games.rules.board import square
from games.rules.events import Joined


def with_fixed_card(rules: Rules, name: str, at: str, happen: Callable[[Play, int], None], *, for_all: bool) -> Rules:
    """The rules with a fixed card that changes roles when a player first joins it: of all, or of that player."""

    def find(play: Play) -> list[str]:
        return [at] if at not in play.public.joined and play.board.live.get(square(at)) else []

    def arrive(play: Play, seat: int, there: str) -> None:
        play.emit(Joined(seat=seat, at=there, name=name))
        happen(play, seat)

    return replace(
        rules,
        fixed={**rules.fixed, at: name},
        roles_change={**rules.roles_change, name: for_all},
        arrivals=(*rules.arrivals, Arrival(find=find, happen=arrive)),
    )
