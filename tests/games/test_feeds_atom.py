"""The Atom feed of what happened at a player's tables, read back as feed readers do and held against RFC 4287."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import FeedKey, User
from games import clock
from games.models import Game, Seat, Status
from games.rules.table import Ruleset
from games.selectors.feeds import AFTER_THE_END, MOST
from games.services import leaving
from tests.factories import FeedKeyFactory, UserFactory
from tests.games.clocks import turnable
from tests.games.costs import statements
from tests.games.tables import (
    do,
    finished_game,
    in_position,
    open_game,
    people,
    play_on,
    play_to_the_end,
    running_game,
    seat_of,
)
from tests.security.payloads import PAYLOADS

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


def key_of(user: User) -> FeedKey:
    return FeedKey.objects.filter(user=user).first() or FeedKeyFactory.create(user=user)


def address_of(user: User) -> str:
    return reverse("games:atom", args=[key_of(user).key])


def written_for(user: User) -> bytes:
    """The feed as it comes to a program that knows the address and nothing else; it is what RFC 4287 asks for."""
    response = Client().get(address_of(user))
    assert response.status_code == 200
    assert faults_of(read(response.content)) == []
    return response.content


def read(content: bytes | str) -> ElementTree.Element:
    """What the site wrote, as a tree."""
    return ElementTree.fromstring(content)  # noqa: S314 (it is our own)


def faults_of(root: ElementTree.Element) -> list[str]:
    """Where a feed is not what RFC 4287 asks for: elements that are missing, doubled or unknown, and wrong values."""
    faults = [] if root.tag == f"{ATOM}feed" else [f"the root is {root.tag}"]
    faults += _faults_in(
        root, once={"id", "title", "updated"}, at_most_once={"subtitle"}, any_number={"author", "link", "entry"}
    )
    ids = [entry.findtext(f"{ATOM}id") for entry in root.iter(f"{ATOM}entry")]
    faults += [] if len(set(ids)) == len(ids) else ["two entries have one id"]
    faults += [] if root.find(f"{ATOM}author/{ATOM}name") is not None else ["it has no author"]
    for entry in root.iter(f"{ATOM}entry"):
        faults += _faults_in(
            entry, once={"id", "title", "updated", "summary"}, at_most_once={"published"}, any_number={"link"}
        )
    for element in root.iter():
        text = element.text or ""
        if element.tag in (f"{ATOM}updated", f"{ATOM}published") and datetime.fromisoformat(text).utcoffset() is None:
            faults.append(f"{text} has no zone")
        if element.tag == f"{ATOM}id" and not text.startswith("urn:uuid:"):
            faults.append(f"{text} is no IRI")
        if element.tag == f"{ATOM}link" and not element.get("href", "").startswith("http"):
            faults.append(f"a link leads to {element.get('href')}")
    return faults


def _faults_in(
    element: ElementTree.Element, *, once: set[str], at_most_once: set[str], any_number: set[str]
) -> list[str]:
    tags = [child.tag.removeprefix(ATOM) for child in element]
    faults = [f"{tag} stands {tags.count(tag)} times" for tag in sorted(once) if tags.count(tag) != 1]
    faults += [f"{tag} is doubled" for tag in sorted(at_most_once) if tags.count(tag) > 1]
    return faults + [f"{tag} is unknown" for tag in sorted(set(tags) - once - at_most_once - any_number)]


def feed_of(user: User) -> Any:
    """What a feed reader makes of it."""
    parsed = feedparser.parse(written_for(user))
    assert not parsed.bozo
    return parsed


def titles(user: User) -> list[str]:
    return [entry.title for entry in feed_of(user).entries]


FAULTS: dict[str, Callable[[ElementTree.Element], object]] = {
    "no id": lambda root: root.remove(element_in(root, "id")),
    "no id of an entry": lambda root: element_in(root, "entry").remove(element_in(root, "entry/id")),
    "an id that is no IRI": lambda root: setattr(element_in(root, "entry/id"), "text", "17"),
    "one id twice": lambda root: root.append(element_in(root, "entry")),
    "two titles": lambda root: root.append(element_in(root, "title")),
    "a moment without a zone": lambda root: setattr(element_in(root, "updated"), "text", "2031-05-02T18:30:00"),
    "an entry without a moment": lambda root: element_in(root, "entry").remove(element_in(root, "entry/updated")),
    "no author": lambda root: root.remove(element_in(root, "author")),
    "a link to nowhere": lambda root: element_in(root, "entry/link").set("href", "/t/x/"),
    "an element that Atom does not know": lambda root: root.append(ElementTree.Element(f"{ATOM}item")),
    "another root": lambda root: setattr(root, "tag", "rss"),
}


def element_in(root: ElementTree.Element, path: str) -> ElementTree.Element:
    """The first element of a path."""
    found = root.find("/".join(ATOM + tag for tag in path.split("/")))
    assert found is not None
    return found


@pytest.mark.examples(4)
@pytest.mark.parametrize("fault", FAULTS)
def test_the_check_of_the_standard_finds_every_planted_fault(fault: str) -> None:
    ann = people(1)[0]
    running_game([ann, *people(3)[1:]])
    root = read(written_for(ann))
    FAULTS[fault](root)
    assert faults_of(root)


def test_feed_lists_public_events_newest_first_as_a_spectator_reads() -> None:
    game = in_position(3, hands={"A": ["NESW"], "B": ["NS"], "C": ["EW"]}, first="A")
    do(game, "A lay NESW 1,0", "B pass NS")
    ann = seat_of(game, "Ann").user
    assert titles(ann)[:2] == ["Friday dwarves: Bo discarded 1 card.", "Friday dwarves: Ann laid the crossing at M1."]
    assert titles(ann) == titles(seat_of(game, "Bo").user)


def test_entries_keep_their_ids_and_lead_to_their_table() -> None:
    game = running_game(3)
    ann = seat_of(game, "Ann").user
    before = {entry.id for entry in feed_of(ann).entries}
    play_on(game, 3)
    entries = feed_of(ann).entries
    after = [entry.id for entry in entries]
    assert before < set(after)
    assert len(after) == len(before) + 3
    assert {entry.link.partition("//")[2].partition("/")[2] for entry in entries} == {f"t/{game.code}/"}
    assert set(after) == {entry.id for entry in feed_of(seat_of(game, "Bo").user).entries}


def test_feed_id_survives_new_addresses_and_differs_by_user() -> None:
    ann, bo = people(2)
    first = feed_of(ann).feed.id
    FeedKey.objects.filter(user=ann).update(key="another-key")
    assert feed_of(ann).feed.id == first
    assert feed_of(bo).feed.id != first


def test_feed_was_updated_at_its_newest_entry() -> None:
    game = running_game(3)
    ann = seat_of(game, "Ann").user
    play_on(game, 2)
    last = game.moves.order_by("-seq").values_list("at", flat=True)[0]
    parsed = feed_of(ann)
    assert datetime.fromisoformat(parsed.feed.updated) == last.replace(microsecond=0)
    moments = [datetime.fromisoformat(entry.updated) for entry in parsed.entries]
    assert moments == sorted(moments, reverse=True)


def test_feed_without_new_entries_stays_as_it_is() -> None:
    ann = people(1)[0]
    before = written_for(ann)
    assert datetime.fromisoformat(feed_of(ann).feed.updated) == key_of(ann).made_at.replace(microsecond=0)
    with turnable():
        clock.offset += timedelta(days=3)
        assert written_for(ann) == before


def test_feed_is_in_its_players_language_whatever_the_client_accepts() -> None:
    game = running_game(3)
    ann = seat_of(game, "Ann").user
    before = Client().get(address_of(ann), headers={"Accept-Language": "lv"})
    assert before["Content-Language"] == "en"
    User.objects.filter(pk=ann.pk).update(language="es")
    after = Client().get(address_of(ann), headers={"Accept-Language": "lv"})
    assert after["Content-Language"] == "es"
    assert b'xml:lang="es"' in after.content


def test_feed_names_the_address_at_which_it_is_fetched() -> None:
    ann = people(1)[0]
    running_game([ann, *people(3)[1:]])
    links = feed_of(ann).feed.links
    assert [link.href for link in links if link.rel == "self"] == [settings.SITE_URL + address_of(ann)]


def test_end_of_a_round_is_an_entry_without_its_result() -> None:
    game = running_game(4, seed=5, ruleset=Ruleset(rounds=2))
    play_to_the_end(game)
    game.refresh_from_db()
    text = " ".join(entry.title + entry.summary for entry in feed_of(seat_of(game, "Ann").user).entries)
    assert "Round 2 is over." in text
    assert "The game is over." in text
    for spoiler in ("reached the gold", "untouched", "win", "took a gold card", "nugget"):
        assert spoiler not in text


@pytest.mark.soak
def test_new_round_comes_after_the_end_of_the_one_before() -> None:
    game = running_game(3, ruleset=Ruleset(rounds=2))
    while "Round 1 is over." not in " ".join(titles(seat_of(game, "Ann").user)):
        play_on(game, 1)
    newest = feed_of(seat_of(game, "Ann").user).entries[0]
    assert newest.title == "Friday dwarves: Round 1 is over."
    first, *more = newest.summary.replace("</p>", "").split("<p>")[1:]
    assert first == "Round 1 is over."
    assert len(more) == 1
    assert more[0].startswith("Round 2 begins.")


def test_feed_has_only_own_running_and_recent_tables() -> None:
    ann, bo, cy, dee = people(4)
    over = finished_game([ann, bo, cy], name="Over")
    mine, others = running_game([ann, bo, cy], name="Mine"), running_game([bo, cy, dee], name="Theirs")
    open_game([ann, bo, cy], name="Open")
    assert {title.partition(":")[0] for title in titles(ann)} == {mine.name, over.name}
    Game.objects.filter(pk=over.pk).update(over_at=clock.now() - AFTER_THE_END)
    assert {title.partition(":")[0] for title in titles(ann)} == {mine.name}
    assert {title.partition(":")[0] for title in titles(dee)} == {others.name}
    Game.objects.filter(pk=mine.pk).update(status=Status.CANCELLED)
    assert titles(ann) == []


def test_former_player_finds_no_feed_of_the_table() -> None:
    game = running_game(4)
    bo = seat_of(game, "Bo").user
    assert titles(bo)
    leaving.leave(user=bo, code=game.code)
    assert titles(bo) == []


def test_feed_has_the_newest_entries_only() -> None:
    game = running_game(5, ruleset=Ruleset(rounds=3))
    play_on(game, MOST + 15)
    entries = feed_of(seat_of(game, "Ann").user).entries
    assert MOST - 10 <= len(entries) <= MOST
    newest = game.moves.order_by("-seq").values_list("at", flat=True)[0]
    assert datetime.fromisoformat(entries[0].updated) == newest.replace(microsecond=0)


def test_table_chat_is_left_out_of_the_feed() -> None:
    game = running_game(3)
    ann = seat_of(game, "Ann").user
    before = written_for(ann)
    browser = Client()
    browser.force_login(ann, backend="accounts.backends.NameBackend")
    assert browser.post(f"/t/{game.code}/say", {"text": "Bo hides a map."}).status_code == 303
    assert written_for(ann) == before


@pytest.mark.examples(3)
@pytest.mark.parametrize("name", [*PAYLOADS[::9], "\x07bell", "]]>", "a & b"])
def test_names_are_nothing_but_text(name: str) -> None:
    game = running_game(3, name=name)
    User.objects.filter(pk=seat_of(game, "Bo").user_id).update(username=name[:24])
    play_on(game, 3)
    plain = "".join(sign if sign.isprintable() else " " for sign in name)
    root = read(written_for(seat_of(game, "Ann").user))
    found = [entry.findtext(f"{ATOM}title") or "" for entry in root.iter(f"{ATOM}entry")]
    assert all(title.startswith(f"{plain}: ") for title in found)
    for summary in root.iter(f"{ATOM}summary"):
        inside = read(f"<div>{summary.text}</div>")
        assert {element.tag for element in inside.iter()} == {"div", "p"}


@pytest.mark.soak
def test_thirty_tables_cost_no_more_statements_than_three() -> None:
    ann = people(1)[0]
    costs = []
    for count in (3, 27):
        for number in range(count):
            running_game([ann, *UserFactory.create_batch(2)], code=f"t{count}-{number}")
        costs.append(len(statements(Client(), address_of(ann))))
    assert Seat.objects.filter(user=ann).count() == 30
    assert costs[0] == costs[1] <= 3
