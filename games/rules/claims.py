"""Claims: public statements of a player about the game, as values and as text. They may be false and are not binding.

The possible claims depend on public knowledge and on the seat only. Otherwise the list itself would reveal secrets.
A claim is no command: it does not change the game.

>>> parse("goal 8,-2 gold")
Claim(about='goal', what='8,-2', says='gold')
>>> write(Claim("player", "B", "trust"))
'player B trust'
>>> parse("player B suspect broke").why
'broke'
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from games.rules.board import GOAL, square
from games.rules.cards import CARDS, GOLD, LIES_BEFORE, TOOLS
from games.rules.engine import Public
from games.rules.errors import Malformed
from games.rules.notation import SEATS, letter
from games.rules.roles import ALL_ROLES
from games.rules.ruleset import compiled

STONE, SILENT = "stone", "silent"
TRUST, SUSPECT = "trust", "suspect"
BACK = "back"
"""Says that the claim before is taken back: none stands any more."""

GOAL_LIES, ASKS, OF_PLAYER, TOOL, HAND, AIM = "goal", "ask", "player", "tool", "hand", "aim"
"""What claims are about: a goal, a question to a player, a player, one's own tool, one's own hand, where to dig."""

_SAYS: Mapping[str, tuple[str, ...]] = {
    GOAL_LIES: (GOLD, STONE, SILENT, BACK),
    OF_PLAYER: (TRUST, SUSPECT, BACK),
    ASKS: (*ALL_ROLES, BACK),
    TOOL: ("mend", BACK),
    HAND: ("nothing", BACK),
    AIM: ("here", BACK),
}
BROKE, DEAD_END, FELLED, AWAY, LIED = "broke", "dead-end", "felled", "away", "lied"
DUG, MENDED, CLEARED, HONEST = "dug", "mended", "cleared", "honest"
REASONS: Mapping[str, tuple[str, ...]] = {
    SUSPECT: (BROKE, DEAD_END, FELLED, AWAY, LIED),
    TRUST: (DUG, MENDED, CLEARED, HONEST),
}
"""Why a player trusts or suspects another: public acts of that player. All of them can always be given, even if they
never happened. Their names are stored with tables, so none is ever removed."""
_MENDED: Mapping[str, tuple[str, ...]] = {card: CARDS[card].tools for card in LIES_BEFORE}
LONGEST = 40


class Claim(Struct, frozen=True):
    """``about`` is the kind; ``what`` a square, the letter of a seat or a tool, "" for one's hand; ``says`` what of it.

    ``back`` takes the claim of the same subject back. ``why`` is one of the `REASONS` for it, "" for none.
    """

    about: str
    what: str
    says: str
    why: str = ""

    @property
    def bare(self) -> "Claim":
        """The claim without its reason."""
        return replace(self, why="")

    @property
    def subject(self) -> str:
        """Of what a newer claim takes the place of this one: there is one place to dig for at a time."""
        return self.about if self.about == AIM else f"{self.about} {self.what}".rstrip()


def write(claim: Claim) -> str:
    """A claim as text."""
    return " ".join(part for part in (claim.about, claim.what, claim.says, claim.why) if part)


def parse(text: str) -> Claim:
    """A claim of a text; Malformed when it is none."""
    words = text.split(" ") if len(text) <= LONGEST else []
    why = words.pop() if len(words) == 4 else None
    if len(words) not in (2, 3):
        raise Malformed("no claim")
    claim = Claim(words[0], words[1] if len(words) == 3 else "", words[-1], why or "")
    if claim.says not in _SAYS.get(claim.about, ()) or not _is_thing(claim.about, claim.what):
        raise Malformed("no claim")
    if why is not None and why not in reasons_for(claim):
        raise Malformed("no reason")
    return claim


def reasons_for(claim: Claim) -> tuple[str, ...]:
    """The reasons that may be given for a claim."""
    return REASONS.get(claim.says, ()) if claim.about == OF_PLAYER else ()


def _is_thing(about: str, what: str) -> bool:
    if about in (OF_PLAYER, ASKS):
        return len(what) == 1 and what in SEATS
    if about in (TOOL, HAND):
        return what in TOOLS if about == TOOL else not what
    try:
        square(what)
    except ValueError:
        return False
    return True


def offered(public: Public, seat: int) -> tuple[Claim, ...]:
    """What a seat may claim now, in order; the same for any player and any knowledge. Each may be given
    one of its reasons."""
    goals = [at for at, kind in sorted(public.face_down.items(), key=lambda lies: square(lies[0])) if kind == GOAL]
    others = [letter(other) for other in range(public.seats) if other != seat]
    roles = tuple(dict.fromkeys(compiled(public.ruleset).roles(public.seats)))
    broken = dict.fromkeys(
        tool for lies in public.before if lies.seat == seat for tool in _MENDED.get(lies.card, ()) if tool in TOOLS
    )
    claims = [Claim(GOAL_LIES, at, says) for at in goals for says in _SAYS[GOAL_LIES]]
    claims += [Claim(AIM, at, says) for at in goals for says in _SAYS[AIM]]
    claims += [Claim(OF_PLAYER, other, says) for other in others for says in _SAYS[OF_PLAYER]]
    claims += [Claim(ASKS, other, says) for other in others for says in (*roles, BACK)]
    claims += [Claim(TOOL, tool, says) for tool in broken for says in _SAYS[TOOL]]
    return (*claims, *(Claim(HAND, "", says) for says in _SAYS[HAND]))


def holds(public: Public, seat: int, claim: Claim) -> bool:
    """Whether a claim of a seat is still about something that is there: its goal face down, its tool broken."""
    if claim.about in (GOAL_LIES, AIM):
        return public.face_down.get(claim.what) == GOAL
    if claim.about == TOOL:
        return any(lies.seat == seat and claim.what in _MENDED.get(lies.card, ()) for lies in public.before)
    if claim.about in (OF_PLAYER, ASKS):
        return SEATS.index(claim.what) < public.seats
    return True
