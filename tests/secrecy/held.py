"""Worlds that a test writes down by what a player does in secret, played in the database one after the other."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from typing import TypeVar

from accounts.models import User
from games import clock
from games.models import Game, Heartbeat
from tests.games import tables
from tests.games.clocks import sweep
from tests.secrecy.pages.controlled_site import ControlledSite, controlled_site, on_commit_too
from tests.secrecy.pages.look import Watcher
from tests.secrecy.pages.seen import Seen, apart
from tests.secrecy.pages.who import Bystanders, bystanders, watcher

WorldT = TypeVar("WorldT")
Play = Callable[["Round", WorldT], Iterable[Seen]]


class Round:
    """One world while it is played: its site, those who look, and the clock that a test turns."""

    def __init__(self, site: ControlledSite, beside: Bystanders) -> None:
        self.site, self.beside = site, beside

    def pass_by(self, span: timedelta) -> None:
        """Let time pass while the site runs, and let every queue do what is due then."""
        self.site.time.shift(span)
        Heartbeat.objects.update(at=clock.now())
        with on_commit_too():
            sweep()

    def glances(self, game: Game, who: Mapping[str, tuple[str, ...]], when: str) -> Iterator[Seen]:
        """What reaches people at a table without their doing; ``who``: kinds of watchers by the player who looks."""
        return self._seen(game, who, when, Watcher.glances)

    def looks(self, game: Game, who: Mapping[str, tuple[str, ...]], when: str) -> Iterator[Seen]:
        """What people at a table see who look for what there is."""
        return self._seen(game, who, when, lambda one: one.looks(0))

    def _seen(
        self,
        game: Game,
        who: Mapping[str, tuple[str, ...]],
        when: str,
        look: Callable[[Watcher], Iterator[Seen]],
    ) -> Iterator[Seen]:
        game.refresh_from_db()
        for name, kinds in who.items():
            player = User.objects.get(username=name)
            for kind in kinds:
                one = watcher(kind, self.site, game, (player, player), self.beside, thorough=1)
                with one.in_their_place():
                    for seen in look(one):
                        yield Seen(f"{when}: {name}, {seen.way}", seen.what)
        row = (game.seq, game.version, game.moved_at, game.deadline)
        yield Seen(f"{when}: row", repr(row).encode())
        yield from self.site.heard(when)


def told_apart(worlds: Mapping[str, WorldT], play: "Play[WorldT]", *, players: int = 4) -> list[str]:
    """All by which a world could be told from the first; nothing is left of any."""
    for person in tables.people(players):
        User.objects.filter(pk=person.pk).update(email=f"{person.username}@example.org".lower())
    beside, found = bystanders(), {}
    for name, world in worlds.items():
        with controlled_site() as site:
            found[name] = list(play(Round(site, beside), world))
    first, *others = found
    return [f"{first} and {other}: {way}" for other in others for way in apart(found[first], found[other])]
