"""What a turn takes from the pile and leaves in hands, read a second time from R13, R32, R43, R62, R63, R66 and R73.

Only what everybody is told of a turn goes in: numbers of cards and public events.
"""

from dataclasses import dataclass, field

from games.rules import events as told
from games.rules.events import PublicEvent

IN_PLACE_OF_THE_DRAW = {"grab", "choose-3", "recycle"}


@dataclass
class Tally:
    """A turn of one seat while it is told: cards in the pile, among the discards and in every hand."""

    seat: int
    pile: int
    discards: int
    hands: list[int]
    due: int = 0
    who_draws: int = -1
    guided: bool = False
    chests: list[str] = field(default_factory=list)
    kept: int = 0
    to_keep: int = 0
    grabbed: int = 0
    # Cards played that are discarded once all they do is done (R73).
    at_work: int = 0
    vetoed_by: list[int] = field(default_factory=list)

    def hear(self, event: PublicEvent) -> None:
        """One event of the turn."""
        match event:
            case told.Passed():
                self._used(event.count, due=event.count)
            case told.Traded():
                self._used(2, due=1)
            case told.MinerPut():
                self._used(1, due=0)
            case told.Laid() | told.Detoured():
                self._used(1, due=1)
                self.at_work += isinstance(event, told.Detoured)
            case told.Played():
                self._played(event)
            case told.Vetoed():
                self._used(1, due=1)
                self.hands[event.by] -= 1
                self.discards += 2
                self.vetoed_by.append(event.by)
            case told.ChestTurned():
                self._opened(event.chest)
            case told.Kept():
                self.kept += 1
                self.hands[self.seat] += 1
            case told.CardGrabbed():
                self.grabbed += 1
                self.hands[self.seat] += 1
                self.hands[event.target] -= 1

    def _used(self, cards: int, *, due: int) -> None:
        """Cards leave the hand of who has the turn; both cards of a guide are drawn for, else the last thing counts."""
        self.hands[self.seat] -= cards
        self.due = self.due + due if self.guided else due

    def _played(self, event: told.Played) -> None:
        self._used(1, due=1)
        if event.card == "guide":
            self.guided, self.due = True, 0
        elif event.card == "treasury":
            self.due, self.to_keep = 0, 1
        elif event.card == "swap-hands" and event.target is not None:
            mine, theirs = self.hands[self.seat], self.hands[event.target]
            self.hands[self.seat], self.hands[event.target] = theirs, mine
            self.who_draws = event.target
        self.at_work += event.card == "guide"

    def _opened(self, chest: str) -> None:
        self.chests.append(chest)
        if chest == "landslide":
            self.discards += min(5, self.pile)
            self.pile -= min(5, self.pile)
        self.to_keep += chest == "recycle" and self.discards > 0

    def end(self) -> None:
        """The end of the turn: what happens in place of the draw, the draw, then that of who gave the veto."""
        self.discards, self.at_work = self.discards + self.at_work, 0
        may_draw = "no-draw" not in self.chests
        if "choose-3" in self.chests and may_draw:
            self.to_keep += self.pile > 0
            self.pile -= min(3, self.pile)
        count = 0 if IN_PLACE_OF_THE_DRAW & set(self.chests) else self.due
        if may_draw:
            self._draw(self.seat if self.who_draws < 0 else self.who_draws, count + self.chests.count("extra-draw"))
        for seat in self.vetoed_by:
            self._draw(seat, 1)

    def _draw(self, seat: int, count: int) -> None:
        drawn = min(count, self.pile)
        self.pile -= drawn
        self.hands[seat] += drawn

    @property
    def must_grab(self) -> bool:
        """Whether a grab was set off, and another player held a card to take before one was taken."""
        others = sum(self.hands) - self.hands[self.seat] + self.grabbed
        return "grab" in self.chests and others > 0
