"""Tables with few and with many players, with mines that are longer and wider than a phone, with news of all kinds."""

from typing import Any

from msgspec.structs import replace

from accounts.models import User
from games.models import Game
from games.rows import store
from games.rules import codec
from games.rules.table import Ruleset
from tests.e2e.scenes import base, two
from tests.e2e.sights import Sight, held, table
from tests.e2e.stages import assembly, bot, story
from tests.factories import UserFactory
from tests.games.tables import do, in_position, people

#: What lies before players, up to all that can lie before one.
TROUBLES = {
    "B": ["break:cart", "trapped", "theft"],
    "C": ["break:pickaxe"],
    "E": ["theft"],
    "K": ["break:lantern", "break:pickaxe"],
}
#: The card of the hand for each way to choose a player, and cards to lay and to look with.
HAND = ["break:lantern", "repair:pickaxe+cart", "NESW", "map", "E.S.W", "rockfall"]
#: A tunnel that runs far beyond the goals, and a gallery beside it.
FAR = {f"{x},0": "NESW" for x in range(-6, 7) if x} | {f"{x},3": "EW" for x in range(-9, 15)}
FAR |= {"-6,1": "NS", "-6,2": "NS", "5,1": "NS", "5,2": "NS", "6,1": "NS", "6,2": "NS"}
SHORT = {"1,0": "EW", "2,0": "NESW", "3,0": "NESW", "4,0": "EW"}
FIVE_GOALS = {"8,-4": "stone-a", "8,-2": "stone-b", "8,0": "stone-c", "8,2": "sack-2", "8,4": "gold"}


#: A card for each of twelve.
ONE_EACH = dict(zip("ABCDEFGHIJKL", ["map", "NE"] * 5 + ["map", "NW"], strict=True))


def gathering(players: int, *, code: str, ruleset: Ruleset | None = None, **script: Any) -> Game:
    """A table of so many, two of them bots, where Ann is on turn and the others have done something each."""
    seated = [*people(min(players, 10) - 1), bot("Bot Flint")]
    seated += [_person(name) for name in ("Kit", "Maximiliane Gräf")[: max(0, players - 10)]]
    before = {seat: cards for seat, cards in TROUBLES.items() if ord(seat) - 65 < players}
    if ruleset is None or ruleset.rules == "base":
        before = {seat: [card for card in cards if card.startswith("break")] for seat, cards in before.items()}
    given = {"before": before, "mine": SHORT, "hands": {"A": HAND}, **script}
    return in_position(seated, ruleset=ruleset or Ruleset(), code=code, **given)


def dig(game: Game, mine: dict[str, str]) -> None:
    """Put more cards into a mine than the boxes have of a kind."""
    public = store.public(game)
    game.public = codec.encode(replace(public, mine={**public.mine, **mine}))
    game.save()


def crowd() -> None:
    """All of them; their codes say which."""
    for players in (3, 5, 6, 10):
        gathering(players, code=f"at{players}")
    gathering(12, code="at12", ruleset=two())
    dig(gathering(10, code="wide"), FAR)
    dig(gathering(12, code="wide12", ruleset=two()), FAR)
    gathering(10, code="goals5", ruleset=base("new-goals"), goals=FIVE_GOALS)
    game = gathering(12, code="acts12", ruleset=two(), hands={seat: [card] for seat, card in ONE_EACH.items()})
    do(game, *(f"{seat} pass {card}" for seat, card in ONE_EACH.items()))
    assembly("votes")
    story(code="story")
    in_position(5, code="new")


def _person(name: str) -> User:
    return User.objects.filter(username=name).first() or UserFactory.create(username=name)


def sights() -> dict[str, Sight]:
    """What is looked at: each table as it is, and while a player is chosen."""
    codes = ("at3", "at5", "at6", "at10", "at12", "acts12", "wide", "wide12", "goals5", "votes", "story", "new")
    break_one, mend_one = held("Broken lantern"), held("Repair pickaxe or cart")
    found = {code: table(code) for code in codes}
    found |= {f"{code}-break": table(code, break_one) for code in ("at3", "at6", "at10", "at12")}
    found |= {f"{code}-mend": table(code, mend_one) for code in ("at6", "at12")}
    found |= {f"{code}-lay": table(code, held("Crossing")) for code in ("at12", "wide12", "goals5", "story")}
    found["open"] = table("at12", "#plate-1 .door")
    return found
