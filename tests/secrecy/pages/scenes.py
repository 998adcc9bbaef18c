"""What happens at a table after the last step of a pair: people write, hesitate, leave; time goes by."""

from datetime import timedelta

from accounts.models import Digest, Muted, User
from accounts.services import friends
from circles.services import tables
from games import clock
from games.models import NOT_LOOKED, Invitation, Joining, Matter, Seat
from games.rows import notices
from games.rules.table import Ruleset
from games.services import leaving, lobby, motions, options, talk
from tests.circles.scene import circle_of
from tests.games.tables import open_game, options_of
from tests.secrecy.pages.controlled_site import on_commit_too
from tests.secrecy.pages.stage import CODE, STEP, Stage

HOUR = timedelta(hours=1)


def time_passes(stage: Stage) -> None:
    """Who was looking at the table is no longer taken to do so."""
    stage.site.time.shift(4 * STEP)
    stage.tick()


def wait(stage: Stage, hours: int) -> None:
    """Let hours go by, with a tick in every sixth."""
    for _ in range(hours // 6):
        stage.site.time.shift(6 * HOUR)
        stage.tick()


def everybody_writes(stage: Stage) -> None:
    """The viewer, who is on turn and wants mails about all, is asked for a friend, a pause, a game and a repair, is
    concerned by a decision of a moderator, has a daily summary written to them, and lets almost all of the time go
    by."""
    Muted.objects.get_or_create(user=stage.viewer, channel="email", event="addressed", defaults={"wanted": True})
    User.objects.filter(pk=stage.viewer.pk).update(digest=Digest.BESIDE, digest_at=clock.now())
    mia = User.objects.get(username="Mia")
    elsewhere = open_game([stage.asker], seed=8, wanted=4, code="elsewhere", joining=Joining.FRIENDS)
    with on_commit_too():
        friends.ask(asker=mia, other=stage.viewer)
        lobby.invite(by=stage.asker, code=elsewhere.code, user=stage.viewer)
        notices.decided(1, {stage.viewer.pk: stage.viewer})
        _options_change(stage)
        talk.say(user=stage.asker, code=stage.game.code, text=f"{stage.viewer.username}, repair my cart")
        _lobbies_change(stage)
        motions.ask(user=stage.asker, code=stage.game.code, matter=Matter.PAUSE, days=1)
    time_passes(stage)
    own = Seat.objects.filter(game=stage.game, user=stage.viewer, awaited_for="turn")
    while call := own.values_list("remind_at", flat=True).get():
        stage.site.time.move_to(call)
        stage.tick()


def _options_change(stage: Stage) -> None:
    """The options of another table change, where the viewer sits."""
    other = open_game([stage.asker, stage.viewer], seed=9, wanted=4, code="changed", joining=Joining.FRIENDS)
    options.change(host=stage.asker, code=other.code, **options_of(other, ruleset=Ruleset(rounds=1)))


def _lobbies_change(stage: Stage) -> None:
    """A table of the viewer is complete, one at which they sit is called off, at a third they lose their seat, and a
    fourth is set up for a circle of theirs."""
    mine = open_game([stage.viewer], seed=10, wanted=2, code="complete", joining=Joining.ANYONE)
    lobby.join(user=stage.asker, code=mine.code)
    off, lost = (
        open_game([stage.asker, stage.viewer], seed=seed, wanted=4, code=code)
        for seed, code in ((11, "off"), (12, "lost"))
    )
    lobby.call_off(host=stage.asker, code=off.code)
    lobby.remove(host=stage.asker, code=lost.code, user=stage.viewer)
    circle = circle_of([stage.asker, stage.viewer], code="two-of-us")
    tables.set_up(by=stage.asker, code=circle.code, people=[stage.viewer], reserved="for-us")


def the_start_is_told(stage: Stage) -> None:
    """The viewer, who has not looked at the table yet, has a notice that the game has started, and time passes."""
    Seat.objects.filter(game=stage.game, user=stage.viewer).update(seen_seq=NOT_LOOKED)
    notices.started(stage.game, list(stage.game.seats.select_related("user")), by=stage.asker)
    time_passes(stage)


def leaves(stage: Stage) -> None:
    """The neighbour leaves for good."""
    with on_commit_too():
        leaving.leave(user=stage.neighbour, code=CODE)
    stage.tick()


def hands_on(stage: Stage) -> None:
    """A new player takes the neighbour's seat by a link, as the others have decided."""
    seat = (stage.pair.viewer + 1) % stage.pair.players
    later = stage.game.created_at + timedelta(days=400)
    Invitation.objects.create(game=stage.game, token="a-seat", seat=seat, by=stage.viewer, expires_at=later)
    with on_commit_too():
        leaving.take_over(user=User.objects.get(username="Mia"), token="a-seat")
    stage.tick()
