"""With a second channel, which is one file and no more, everybody is told by each way that reaches them."""

import sys
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Q
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts import backends, channels
from accounts.channels import Trouble, registry, sendings
from accounts.models import ChannelBreaker, Event, User
from accounts.services import farewell
from accounts.services.notices import is_to_be_asked, mute
from games import clock
from games.mail import outbox
from games.models import Delivery, Game, Notice, Seat
from games.rows import notices, nudge
from games.rules.table import Ruleset
from games.selectors import motions
from games.watch import doctor
from saboteur_site.database.statements import Prepared
from tests.accounts.unwanted import unwanted
from tests.games import tables
from tests.games.crowd import PATIENCE
from tests.games.post import became, delivery, give_addresses, no_post_office, notice, post_office, receivers
from tests.games.sending import send
from tests.games.tables import browser_of, do, in_position, running_game, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_alone")]

PLACE = Path(__file__).parents[1] / "accounts" / "another_channel"
HANDS = {"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]}
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A second file lies in the folder of channels; where its letters go. Bo has a folder."""
    monkeypatch.setattr(channels, "__path__", [*channels.__path__, str(PLACE)])
    registry._modules.cache_clear()
    module: Any = next(one for one in registry._modules() if one.__name__.endswith(".folder"))
    module.ROOT = tmp_path / "folders"
    (module.ROOT / "Bo").mkdir(parents=True)
    # Queries whose text is kept ask for reachable users, and those of this channel change from test to test.
    for place, name in ((backends, "_PLAYER"), (motions, "_OPEN")):
        original = getattr(place, name)
        monkeypatch.setattr(place, name, Prepared(original.build, *original.samples))
    yield module.ROOT
    registry._modules.cache_clear()
    del sys.modules[module.__name__]
    delattr(channels, "folder")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Turns the clock on."""
    return lambda span: monkeypatch.setattr(clock, "offset", clock.offset + span)


@pytest.fixture
def game() -> Game:
    """Ann has laid a tunnel, it is Bo's turn, all have addresses; what was to be told before is forgotten."""
    game = in_position(3, hands=HANDS)
    give_addresses()
    Notice.objects.all().delete()
    do(game, "A lay EW 1,0")
    return game


def letters_in(folder: Path) -> list[str]:
    """The subjects of the letters in a folder."""
    return [path.read_text(encoding="utf-8").splitlines()[0] for path in sorted(folder.glob("*.*"))]


def outcomes(name: str = "Bo") -> dict[str, str]:
    """What became of the last notice of a turn by each channel."""
    return dict(notice("turn", name).deliveries.values_list("channel", "outcome"))


def notified_at(game: Game, name: str = "Bo") -> datetime | None:
    """Since when a player counts as notified of their turn."""
    return notices.notified_at(seat_of(game, name), clock.now())


def bo() -> User:
    return User.objects.get(username="Bo")


# -- one file


def test_a_second_channel_is_one_file_in_the_folder_of_channels() -> None:
    assert list(registry.registered()) == ["email", "folder"]
    assert [path.name for path in PLACE.glob("*.*")] == ["folder.py"]


def test_both_channels_notify_in_the_same_words(game: Game, folders: Path) -> None:
    assert outbox.send_due() == 2
    assert outbox.send_due() == 0
    assert letters_in(folders / "Bo") == ["Your turn: Friday dwarves"]
    assert receivers() == ["bo"]
    assert outcomes() == {"email": "sent", "folder": "sent"}
    assert became() == "sent"


def test_notifications_page_has_each_event_and_channel(game: Game) -> None:
    page = browser_of("Bo").get(reverse("accounts:notices")).content.decode()
    assert page.count("Folder") == len(Event)
    assert "You have no folder" not in page
    assert page.count('name="folder"') == page.count('name="email"') == len(Event)
    page = browser_of("Ann").get(reverse("accounts:notices")).content.decode()
    assert 'You have no folder. <a href="/folders/">Make one</a>' in page


def test_reachable_user_is_not_asked_and_each_channel_explains(game: Game) -> None:
    User.objects.update(email="")
    asked = {name: is_to_be_asked(User.objects.get(username=name)) for name in ("Ann", "Bo")}
    assert asked == {"Ann": True, "Bo": False}
    page = browser_of("Ann").get(reverse("accounts:told")).content.decode()
    assert (
        page.index("E-mail: add an address for reminders and password resets. No other")
        < page.index("Make one</b>")
        < page.index("You have no folder.")
    )
    page = browser_of("Ann").get(reverse("games:table", args=[game.code])).content.decode()
    assert page.count("Gets no turn notifications") == 1
    assert page.index("Cy") < page.index("Gets no turn notifications")
    assert "There are more choices once you’re in" in Client().get(reverse("account_signup")).content.decode()


def test_event_unwanted_by_one_channel_does_not_affect_the_other(game: Game, folders: Path) -> None:
    browser_of("Bo").post(reverse("accounts:notices"), {"email": ["round"], "folder": ["turn"]})
    outbox.send_due()
    assert (letters_in(folders / "Bo"), receivers()) == (["Your turn: Friday dwarves"], [])
    assert outcomes() == {"email": "unwanted", "folder": "sent"}
    assert unwanted(bo(), "folder") == set(Event.values) - {"turn"}


def test_the_link_that_switches_off_is_about_its_own_channel(game: Game, folders: Path) -> None:
    outbox.send_due()
    text = next((folders / "Bo").glob("turn.*")).read_text(encoding="utf-8")
    (link,) = {word for word in text.split() if "/me/off/" in word}
    Client().post(link.removeprefix("http://localhost:8000"))
    assert registry.unwanted_by(bo()) == {("folder", "turn"), ("email", "addressed")}


def test_trouble_of_one_is_no_trouble_of_the_other(game: Game, folders: Path) -> None:
    (folders / "Bo" / "shut").touch()
    outbox.send_due()
    assert outcomes() == {"email": "sent", "folder": "dead"}
    assert (became(), delivery(channel="folder").reply) == ("sent", "shut")
    assert bo().troubles == {"folder": "refused"}
    page = browser_of("Bo").get("/").content.decode()
    assert 'Nothing gets into your folder: it is shut. <a href="/folders/">Open it</a>' in page
    assert "Our mail" not in page


def test_player_with_only_a_folder_is_notified_and_wakes_the_queue(
    monkeypatch: pytest.MonkeyPatch, folders: Path, django_capture_on_commit_callbacks: Any
) -> None:
    words: list[Any] = []
    monkeypatch.setattr(nudge, "tell_worker", lambda *word: words.append(word))
    game = in_position(3, hands=HANDS)
    with django_capture_on_commit_callbacks(execute=True):
        assert send(game, "Ann", "lay EW 1,0").result == "done"
    outbox.send_due()
    assert words == [("games.tasks.send_notices",)]
    assert outcomes() == {"folder": "sent"}
    assert became() == "sent"


# -- each for itself


def test_a_channel_that_is_away_holds_up_its_own_deliveries_alone(
    game: Game, folders: Path, settings: Settings, later: Callable[[timedelta], None]
) -> None:
    no_post_office(settings)
    outbox.send_due()
    assert outcomes() == {"email": "", "folder": "sent"}
    assert list(ChannelBreaker.objects.values_list("channel")) == [("email",)]
    assert next(doctor.notices()).text.endswith("1 notices wait")
    do(game, "B pass NESW", "C pass NESW", "A pass NS")
    outbox.send_due()
    assert len(letters_in(folders / "Bo")) == 2
    later(HOUR)
    with post_office(settings) as office:
        outbox.send_due()
        assert office.to == ["bo@mail.example"]
    assert set(Delivery.objects.filter(notice__user=bo()).values_list("channel", "outcome")) == {
        ("email", "obsolete"),
        ("email", "sent"),
        ("folder", "sent"),
    }


def test_letters_that_wait_are_counted_by_channel_and_moment(game: Game) -> None:
    now = clock.now()
    assert (notices.waiting(), notices.waiting(channel="email"), notices.waiting(before=now - HOUR)) == (1, 1, 0)
    outbox._hand_out()
    Delivery.objects.filter(channel="folder").update(due_at=now - 2 * HOUR)
    assert (notices.waiting(), notices.waiting(channel="email"), notices.waiting(before=now - HOUR)) == (2, 1, 1)
    outbox.send_due()
    assert notices.waiting() == 0


def test_the_other_one_rests_as_well_when_it_is_away(game: Game, folders: Path) -> None:
    folders.rename(folders.parent / "elsewhere")
    User.objects.filter(username="Bo").update(email="")
    channel = registry.registered()["folder"]._replace(
        reaches=lambda _user: True, reachable=lambda path: Q(**{f"{path}username": "Bo"})
    )
    sys.modules["accounts.channels.folder"].CHANNEL = channel  # type: ignore[attr-defined]  # it is found as a file
    outbox.send_due()
    assert list(ChannelBreaker.objects.values_list("channel")) == [("folder",)]
    assert (delivery(channel="folder").tries, delivery(channel="folder").trouble) == (0, Trouble.AWAY)
    assert became() == ""


def test_round_letter_uses_a_channel_that_sends_no_turn_letter(folders: Path) -> None:
    game = running_game(3, ruleset=Ruleset(rounds=2))
    give_addresses()
    for name in ("Ann", "Cy"):
        (folders / name).mkdir()
    while not Notice.objects.filter(kind="round").exists():
        Notice.objects.all().delete()
        tables.play_on(game, 1)
    person = tables.awaited(game).user
    mute(user=person, channel="folder", events=[Event.TURN])
    outbox.send_due()
    subjects = letters_in(folders / person.username)
    assert subjects == ["A round is over: Friday dwarves"]
    rounds = notice("round", person.username).deliveries
    assert dict(rounds.values_list("channel", "outcome")) == {"email": "obsolete", "folder": "sent"}


# -- told by the first


def test_player_counts_as_notified_by_the_first_delivery(
    game: Game, settings: Settings, later: Callable[[timedelta], None]
) -> None:
    assert notified_at(game) is None
    no_post_office(settings)
    outbox.send_due()
    first = notified_at(game)
    assert first == delivery(channel="folder").done_at != None  # noqa: E711 (it was delivered)
    later(HOUR)
    with post_office(settings):
        outbox.send_due()
    assert outcomes() == {"email": "sent", "folder": "sent"}
    assert notified_at(game) == first


def test_player_without_a_delivery_is_not_notified_yet(game: Game, folders: Path, settings: Settings) -> None:
    (folders / "Bo" / "shut").touch()
    no_post_office(settings)
    outbox.send_due()
    assert outcomes() == {"email": "", "folder": "dead"}
    assert (became(), notified_at(game)) == ("", None)


ENDS = [
    ({"email": "dead", "folder": "unwanted"}, "dead"),
    ({"email": "no-channel", "folder": "unwanted"}, "unwanted"),
    ({"email": "no-channel", "folder": "no-channel"}, "no-channel"),
    ({"email": "seen", "folder": ""}, "seen"),
    ({"email": "", "folder": "obsolete"}, ""),
    ({"email": "dead", "folder": "obsolete"}, "obsolete"),
    ({"email": "obsolete", "folder": "no-channel"}, "obsolete"),
    ({"email": "", "folder": "dead"}, ""),
    ({"email": "", "folder": "unwanted"}, ""),
    ({"email": "dead", "folder": "sent"}, "sent"),
]


@pytest.mark.parametrize(("ends", "became_of_it"), ENDS)
@pytest.mark.parametrize("first", ["email", "folder"])
def test_outcome_of_a_notice_is_independent_of_delivery_order(
    game: Game, ends: dict[str, str], became_of_it: str, first: str
) -> None:
    outbox._hand_out()
    for one in sorted(notice().deliveries.all(), key=lambda one: one.channel != first):
        if ends[one.channel]:
            outbox._done(one, Notice.Outcome(ends[one.channel]))
    assert became() == became_of_it
    assert (notice().done_at is None) == (became_of_it == "")


@pytest.mark.parametrize(
    ("muted", "without", "waits"),
    [
        ([], [], True),
        (["email"], [], True),
        (["email", "folder"], [], False),
        (["email"], ["folder"], False),
        (["folder"], ["address"], False),
        ([], ["address"], True),
        ([], ["folder", "address"], False),
    ],
)
def test_clock_waits_for_players_who_can_be_and_want_to_be_notified(
    game: Game, folders: Path, muted: list[str], without: list[str], waits: bool
) -> None:
    for channel in muted:
        mute(user=bo(), channel=channel, events=[Event.TURN])
    if "folder" in without:
        (folders / "Bo").rmdir()
    if "address" in without:
        User.objects.filter(username="Bo").update(email="")
    assert (notified_at(game) is None) == waits
    if not waits:
        assert notified_at(game) == Seat.objects.get(game=game, number=1).awaited_since


def test_event_seen_at_the_table_is_delivered_by_no_channel(game: Game, folders: Path, settings: Settings) -> None:
    no_post_office(settings)
    (folders / "Bo").rmdir()
    outbox.send_due()
    browser_of("Bo").get(reverse("games:table", args=[game.code]))
    assert notified_at(game) is not None
    (folders / "Bo").mkdir()
    Delivery.objects.update(done_at=None, outcome="", due_at=clock.now())
    outbox.send_due()
    assert letters_in(folders / "Bo") == []
    assert outcomes() == {"email": "seen"}


# -- many at once


def at_the_same_time(first: Callable[[], object], second: Callable[[], object]) -> None:
    """Do one thing in a transaction that is still open when the other one begins, on a connection of its own."""
    begun = threading.Event()

    def other() -> None:
        try:
            begun.set()
            second()
        finally:
            connection.close()

    thread = threading.Thread(target=other)
    with transaction.atomic():
        first()
        thread.start()
        assert begun.wait(PATIENCE)
        thread.join(0.5)
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_second_of_two_concurrent_deliveries_settles_the_notice(game: Game) -> None:
    outbox._hand_out()
    one, other = notice().deliveries.all()
    dead = Notice.Outcome.DEAD
    second = partial(sendings.run, outbox._written_down(partial(outbox._done, other, dead)))
    at_the_same_time(lambda: outbox._done(one, dead), second)
    assert (outcomes(), became()) == ({"email": "dead", "folder": "dead"}, "dead")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deed", ["hand out", "settle"])
def test_account_deletion_removes_notices_and_deliveries(game: Game, deed: str) -> None:
    if deed == "settle":
        outbox._hand_out()
    deeds: dict[str, Callable[[], object]] = {
        "hand out": outbox._hand_out,
        "settle": lambda: outbox._done(delivery(channel="folder"), Notice.Outcome.SENT),
    }
    person = bo()
    at_the_same_time(deeds[deed], lambda: farewell.delete_account(person))
    assert not Notice.objects.filter(user=person).exists()
    assert not Delivery.objects.filter(notice__user=person).exists()
    assert not User.objects.get(pk=person.pk).is_active


# -- channels that go


def test_a_delivery_by_a_channel_that_is_there_no_more_is_settled(game: Game) -> None:
    outbox._hand_out()
    Delivery.objects.filter(channel="folder").update(channel="pigeon")
    outbox.send_due()
    assert outcomes() == {"email": "sent", "pigeon": "no-channel"}
