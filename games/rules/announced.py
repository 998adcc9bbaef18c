"""The announcement of a card that may be vetoed before it takes effect: the whole command, nothing hidden (R93)."""

from msgspec.structs import replace

from games.rules.agenda import Public, Rules
from games.rules.board import GOAL
from games.rules.cards import CARDS
from games.rules.commands import Lay, PlayCard
from games.rules.events import Announced
from games.rules.tunnels import TURNED


def announcement(rules: Rules, public: Public, seat: int, command: Lay | PlayCard) -> Announced:
    """Return the whole command as one event, from public knowledge."""
    said = Announced(
        seat=seat,
        card=command.card,
        at=(command.at,) if isinstance(command, Lay) else command.at,
        turned=command.turned,
        payer=command.payer,
        reaches=reaches_goal(rules, public, command),
    )
    if isinstance(command, Lay):
        return said
    said = replace(said, target=command.seat, tool=command.tool)
    last = public.last_laid
    if rules.effects[CARDS[command.card].effect].lays is None or last is None:
        return said
    return replace(said, moved=public.mine[last.at].removesuffix(TURNED), was=last.at)


def reaches_goal(rules: Rules, public: Public, command: Lay | PlayCard) -> bool:
    """Return whether a card puts a tunnel into the mine that reaches a goal; chests do not count (R93)."""
    lays = rules.effects[CARDS[command.card].effect].lays
    if lays is None:
        return False
    board = lays(public, command)
    return any(board.sealed.get(at) == GOAL for at in board.pointed)
