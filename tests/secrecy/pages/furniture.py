"""What stands around a table besides its game, so that every address of the site leads to something there.

Friends and people who are blocked, a table that waits for players, vacation days, mails in a mailbox, an open vote, a
link to a seat, a table that was opened once, words and claims. It is the same in both worlds.
"""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group

from accounts.models import User, VacationDay
from circles.models import Circle, CircleLink
from games import clock
from games.models import Game, Invitation, Joining, Matter, Pace, Peek, Watchers, Word
from games.rules.claims import parse
from games.services import motions
from tests.circles.scene import circle_of, with_season, with_table
from tests.factories import DeviceFactory, FriendshipFactory, TableChatFactory, UserFactory
from tests.games.staff import complaint_at
from tests.games.tables import open_game
from tests.results.evenings import played
from tests.secrecy.pages.controlled_site import BEGIN, DEVICE, on_commit_too
from tests.secrecy.pages.places import BOARD, CIRCLE, LINK, SEAT_LINK, WATCH
from tests.secrecy.pages.stage import Stage

DAY = timedelta(days=1)


def bind(viewer: User, seated: list[User], stranger: User) -> None:
    """Let the viewer be a friend of all at the table, and block a player; and others ask to be friends."""
    for person in seated:
        if person.pk != viewer.pk and not person.is_bot:
            FriendshipFactory.create(asked_by=viewer, other=person)
    FriendshipFactory.create(asked_by=stranger, other=viewer, open=True)
    stranger.blocks_made.create(blocked=UserFactory.create(username="Lex"))
    EmailAddress.objects.create(user=stranger, email=stranger.email, primary=True, verified=True)
    Group.objects.create(name="Miners")


def give_device(person: User) -> None:
    """Register a device for a player."""
    DeviceFactory.create(user=person, endpoint=f"{DEVICE}{person.email}")


def give_pace(person: User, number: int) -> None:
    """Let it be known how soon a player answers; they show it, unless they choose otherwise."""
    quick = 600 * (number + 1)
    Pace.objects.create(
        user=person,
        turns=40,
        quick=quick,
        typical=4 * quick,
        slow=20 * quick,
        lately=30,
        missed=number,
        counted_at=BEGIN,
    )
    User.objects.filter(pk=person.pk).update(shows_pace=True)
    person.shows_pace = True


def give_chat(stage: Stage) -> None:
    """Let what happens at the table be posted to a chat."""
    fields = {"server": "https://matrix.example.org", "room": "!mine:example.org", "token": "key"}
    TableChatFactory.create(game=stage.game, by=stage.viewer, kind="matrix", fields=fields)


def leave_a_link(stage: Stage) -> None:
    """Links to the table: one to sit down, made before its game began; one to watch it, and that of its board."""
    links = {"watch_link": WATCH, "board_link": BOARD}
    Game.objects.filter(pk=stage.game.pk).update(watchers=Watchers.LINK, **links)
    Invitation.objects.create(game=stage.game, token=LINK, by=stage.people[0], expires_at=clock.now() + 400 * DAY)


SAID = ((0, "goal 8,0 gold"), (1, "goal 8,0 stone"), (0, "player B trust"), (1, "player A suspect"), (1, "Who was it?"))
"""Words and claims of the first round, each with its seat."""


def discuss(stage: Stage) -> None:
    """Let the first two players have said something after the first deal, whatever they know."""
    before = Game.objects.values_list("words", flat=True).get(pk=stage.game.pk)
    for number, (seat, text) in enumerate(SAID, before + 1):
        claim = None if text.endswith("?") else parse(text)
        more = {"kind": "claim", "stands": True, "subject": claim.subject} if claim else {"kind": "text"}
        Word.objects.create(
            game=stage.game, number=number, seat=seat, user=stage.people[seat], seq=0, round=1, text=text, after=number,
            **more,
        )  # fmt: skip
    Game.objects.filter(pk=stage.game.pk).update(words=before + len(SAID))


def gather(stage: Stage) -> None:
    """A circle to which the table belongs, of all people with an account, whether they sit there or not."""
    host = User.objects.get(username="Mia")
    others = User.objects.filter(is_bot=False, is_guest=False, is_active=True).exclude(pk=host.pk).order_by("pk")
    circle = circle_of([host, *others], code=CIRCLE)
    with_table(circle, stage.game)
    CircleLink.objects.create(circle=circle, token=LINK, by=host, expires_at=clock.now() + 400 * DAY)


def remember(stage: Stage) -> None:
    """Finished games of all people with an account, and a season of their circle."""
    people = User.objects.filter(is_bot=False, is_guest=False, is_active=True).order_by("pk")
    games = played(list(people), 3)
    circle = Circle.objects.get(code=CIRCLE)
    for game in games:
        with_table(circle, game)
    with_season(circle, LINK)


def furnish(stage: Stage) -> None:
    """Put all that around the table; the neighbour asks for a pause."""
    host = User.objects.get(username="Mia")
    later = clock.now() + 10 * DAY
    elsewhere = open_game([host], seed=8, wanted=4, code="elsewhere", joining=Joining.ANYONE, name="Another mine")
    Invitation.objects.create(game=elsewhere, by=host, to=stage.viewer, expires_at=later)
    VacationDay.objects.create(user=stage.viewer, day=later.date())
    number = stage.people.index(stage.neighbour)
    Invitation.objects.create(game=stage.game, by=stage.viewer, token=SEAT_LINK, seat=number, expires_at=later)
    superuser = User.objects.get(username="Max")
    TableChatFactory.create(game=stage.game, by=stage.people[0], seq=stage.game.seq)
    Peek.objects.create(game=stage.game, by=superuser, reason="A card is missing", seq=stage.game.seq)
    complaint_at(stage.game)
    discuss(stage)
    gather(stage)
    remember(stage)
    with on_commit_too():
        motions.ask(user=stage.asker, code=stage.game.code, matter=Matter.PAUSE, days=2)
    if stage.others:
        stage.others.vote(stage.site)
