"""Games that end in the same way, while a player does something that stands in no record; for `held.told_apart`."""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from random import Random

from accounts.models import Event, User
from games.models import Disclosure, Game, Matter, Motion, Notice, Status
from games.rules.table import Ruleset
from games.services import motions
from games.sheets.motions import VoteChoice
from tests.games import tables
from tests.secrecy.held import Round
from tests.secrecy.pages.doings import writes
from tests.secrecy.pages.seen import Seen
from tests.secrecy.pages.wardrobe import any_outfit, put_on

MINUTE = timedelta(minutes=1)
LETTERS = frozenset({Event.OVER})
WHO = {"Ann": ("player", "spectator", "anonymous"), "Dee": ("player",)}
STAFF = {"Dee": ("superuser_seated", "superuser")}
HANDS = {"A": ["EW", "NS"], "B": ["ESW", "NS"], "C": ["map", "NS"], "D": ["map", "NW"]}
BEFORE_THE_GOLD = dict(zip([f"{x},0" for x in range(1, 7)], ["NESW", "EW"] * 2 + ["NESW", "NESW"], strict=True))
Deed = Callable[[Game, User], None]


def nothing(_game: Game, _user: User) -> None:
    """Stay away."""


def looks(game: Game, user: User) -> None:
    """Look at the table, and at the end of the game."""
    tables.browser_of(user).get(f"/t/{game.code}/")


def votes(choice: str) -> Deed:
    """Cast a ballot that decides nothing."""

    def vote(game: Game, user: User) -> None:
        motion = Motion.objects.filter(game=game, decided_at=None, game__status=Status.RUNNING).first()
        if motion is not None:
            motions.vote(user=user, code=game.code, motion=motion.pk, choice=choice)

    return vote


def chooses(_game: Game, user: User) -> None:
    """Have other wishes about pages and mails."""
    put_on(user, {**any_outfit(Random(0)), "muted": (Event.VOTE, Event.OVER)})


def writes_down(game: Game, user: User) -> None:
    """Write into one's own book, and show none of it."""
    writes(game, user, Random(0))
    Disclosure.objects.filter(user=user).delete()


DEEDS = {"nothing": nothing, "looks": looks, "votes": votes(VoteChoice.YES), "is against it": votes(VoteChoice.NO),
         "chooses": chooses, "writes": writes_down}  # fmt: skip


def ending(ends: str, who: Mapping[str, tuple[str, ...]]) -> Callable[[Round, Deed], Iterator[Seen]]:
    """A game that ends, while Bo does something."""

    def play(world: Round, deed: Deed) -> Iterator[Seen]:
        game = tables.in_position(
            4, hands=HANDS, mine=BEFORE_THE_GOLD, goals={"8,0": "gold"}, first="D", code="ends", pk=1_000_003,
            ruleset=Ruleset(rounds=1),
        )  # fmt: skip
        Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
        ann, bo, *others = [seat.user for seat in tables.seats_of(game)]
        motions.ask(user=ann, code=game.code, matter=Matter.PAUSE, days=1)
        if ends == "by a vote":
            motions.ask(user=ann, code=game.code, matter=Matter.END)
        deed(game, bo)
        tables.do(game, "D pass NW")
        world.pass_by(5 * MINUTE)
        if ends == "by a vote":
            motion = Motion.objects.get(game=game, matter=Matter.END)
            for other in others:
                motions.vote(user=other, code=game.code, motion=motion.pk, choice=VoteChoice.YES)
        else:
            tables.do(game, "A lay EW 7,0")
        deed(game, bo)
        world.pass_by(5 * MINUTE)
        assert Notice.objects.get(game=game, user=ann, kind=Event.OVER).outcome == Notice.Outcome.SENT
        yield from world.looks(game, who, "over")

    return play
