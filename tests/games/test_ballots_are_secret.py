"""Until a vote is decided nothing that anybody else can fetch, receive or count depends on a ballot (R94, R95).

Runs that differ only in what Cy votes are compared byte for byte, for a neighbour, the host, the one it is about, a
spectator, a stranger and an administrator. The checker is shown to find what tells.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clock, tasks
from games.mail import outbox
from games.models import Ballot, Game, Joining, Matter, Motion, Notice
from games.rows import pulse
from games.selectors import table as table_selectors
from games.services import motions
from tests.factories import UserFactory
from tests.fixed_set import chosen
from tests.games import staff
from tests.games.clocks import timed_game
from tests.games.comparing import faults, fetched
from tests.games.pages import HX
from tests.games.playing_live import standing_clock
from tests.games.tables import browser_of, do, pulse_token, seat_of
from tests.games.voting import ask

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bo", "Dee")


@pytest.fixture(autouse=True)
def time_stands_still() -> Iterator[None]:
    """Pages count seconds, and runs are compared."""
    with standing_clock():
        yield


@pytest.fixture
def game() -> Game:
    """A table of five that votes on a pause and on what becomes of the seat of Eve; everybody has an address."""
    table = timed_game(5)
    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(email=f"{user.username}@example.org".lower())
    Game.objects.filter(pk=table.pk).update(joining=Joining.ANYONE)
    do(table, "= sleep E")
    ask(table, "Ann", "pause", days=2)
    ask(table, "Bo", "absent", about=4)
    return table


def vote(game: Game, choice: str, matter: str) -> None:
    motion = Motion.objects.get(game=game, matter=matter)
    answer = browser_of("Cy").post(
        reverse("games:vote", args=[game.code]), {"motion": motion.pk, "choice": choice}, headers=HX
    )
    assert answer.status_code == 200
    assert motion.ballots.get(seat=seat_of(game, "Cy").number).choice == choice


def looks(game: Game) -> dict[str, Any]:
    """What the others fetch, by the way it comes. Eve sleeps: who looks wakes."""
    found: dict[str, Any] = {}
    for name in NAMES:
        found |= fetched(Client(), name, reverse("games:pulse", args=[game.code, pulse_token(game, name)]))
    for name in (*NAMES, "Zed"):
        client = browser_of(name)
        for page in ("table", "log"):
            found |= fetched(client, name, reverse(f"games:{page}", args=[game.code]))
        found |= fetched(client, name, reverse("games:table", args=[game.code]), **HX)
        found |= fetched(client, name, "/")
    boss = browser_of(User.objects.get(username="Boss"))
    rows = [reverse(f"admin:games_motion_{what}", args=[motion.pk])
            for motion in Motion.objects.all() for what in ("change", "history")]  # fmt: skip
    for address in (staff.page(game), *staff.lists(), *rows):
        found |= fetched(boss, "Boss", address)
    return found


def seen(game: Game) -> dict[str, Any]:
    """All that the others are told: what they fetch, what is sent to them, what is kept of the table."""
    found = looks(game)
    tasks.tick()
    outbox.send_due()
    found["mails"] = [(letter.to, letter.subject, letter.body) for letter in mail.outbox if "cy@" not in letter.to[0]]
    found["notices"] = list(Notice.objects.exclude(user__username="Cy").order_by("pk").values_list("kind", "outcome"))
    found["table"] = list(Game.objects.filter(pk=game.pk).values())
    found["motions"] = list(Motion.objects.values())
    return found


def keep_afresh(game: Game) -> None:
    """Keep in the cache what runs out there: Redis goes by the time of the world, and a run may be slow.

    To vote is to be here, which is told as one bit (ADR 44); so Cy is here in every run.
    """
    for name in (*NAMES, "Cy"):
        pulse.mark_present(game.pk, seat_of(game, name).user_id)
    pulse.read(game.pk)


def runs(game: Game, ballots: list[Callable[[], None]]) -> list[dict[str, Any]]:
    """What the others are told in runs that differ in what Cy does."""
    UserFactory.create(username="Zed")
    UserFactory.create(username="Boss", is_staff=True, is_superuser=True)
    looks(game)  # what is seen for the first time is written down, once
    seen_by_all = []
    for deed in ballots:
        keep_afresh(game)
        point = transaction.savepoint()
        mail.outbox.clear()
        deed()
        seen_by_all.append(seen(game))
        transaction.savepoint_rollback(point)
    return seen_by_all


def test_ballots_are_hidden_from_all_others(game: Game) -> None:
    """Of the runs in which Cy votes two are drawn."""

    def many() -> None:
        for choice in ("wait", "end", "link"):
            vote(game, choice, Matter.ABSENT)

    ballots = [
        lambda: vote(game, "yes", Matter.PAUSE),
        lambda: vote(game, "no", Matter.PAUSE),
        lambda: vote(game, "bot", Matter.ABSENT),
        many,
    ]
    seen_by_all = runs(game, [lambda: None, *chosen(ballots, 2)])
    assert len(seen_by_all[0]) > 30
    assert any("pause" in text for _to, _subject, text in seen_by_all[0]["mails"])
    assert faults(seen_by_all) == []


def test_the_checker_finds_a_page_that_counts_ballots(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    person_of = table_selectors.person_of

    def counting(table: Game, row: Any) -> table_selectors.Person:
        return person_of(table, row)._replace(name=f"{Ballot.objects.count()} ballots")

    monkeypatch.setattr(table_selectors, "person_of", counting)
    assert faults(runs(game, [lambda: None, lambda: vote(game, "no", Matter.PAUSE)]))


@pytest.mark.soak
def test_the_checker_finds_a_version_that_grows_with_a_ballot(game: Game) -> None:
    def telling() -> None:
        vote(game, "no", Matter.PAUSE)
        Game.objects.filter(pk=game.pk).update(version=Game.objects.get(pk=game.pk).version + 1)

    assert faults(runs(game, [lambda: None, telling]))


def test_one_s_own_ballot_is_on_one_s_own_page_alone(game: Game) -> None:
    client = browser_of("Cy")
    before = client.get(f"/t/{game.code}/").content.decode()
    vote(game, "no", Matter.PAUSE)
    after = client.get(f"/t/{game.code}/").content.decode()
    assert "✓" not in before
    assert "✓ No, play on" in after


def test_vote_mail_names_its_table_and_is_dropped_when_obsolete(game: Game) -> None:
    motion = Motion.objects.get(matter=Matter.PAUSE)
    Notice.objects.exclude(dedupe__startswith=f"vote:{motion.pk}:").delete()
    motions.vote(user=seat_of(game, "Bo").user, code=game.code, motion=motion.pk, choice="no")
    browser_of("Dee").get(f"/t/{game.code}/")
    outbox.send_due()
    seen_by_all = {letter.to[0]: letter for letter in mail.outbox if "pause" in letter.body}
    # Bo has voted. Dee has only looked, which is no ballot.
    assert set(seen_by_all) == {"cy@example.org", "dee@example.org", "eve@example.org"}
    letter = seen_by_all["cy@example.org"]
    assert letter.subject.endswith("A vote: Friday dwarves")
    assert "Ann proposes a 2-day pause." in letter.body
    assert f"/t/{game.code}/" in letter.body
    outcomes = dict(
        Notice.objects.filter(dedupe__startswith=f"vote:{motion.pk}:").values_list("user__username", "outcome")
    )
    assert outcomes["Bo"] == Notice.Outcome.OBSOLETE
    assert outcomes["Dee"] == Notice.Outcome.SENT


def test_decided_motion_sends_no_more_letters(game: Game) -> None:
    Notice.objects.exclude(kind="vote").delete()
    Motion.objects.update(outcome="none", decided_at=clock.now())
    outbox.send_due()
    assert mail.outbox == []
    assert set(Notice.objects.values_list("outcome", flat=True)) == {Notice.Outcome.OBSOLETE}
