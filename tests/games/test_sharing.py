"""A finished game is shown to others when more than half of its people agree, at an address that they can take back."""

from itertools import product
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from msgspec.structs import replace
from playwright.sync_api import Page

from accounts.models import User
from accounts.services.farewell import delete_account
from games.models import Game, Seat
from games.rows import store
from games.rules.engine import Public
from games.rules.table import Ruleset
from games.selectors.table import people_at
from games.sheets import ROLES
from games.tableau.picture import as_png, picture_of_game
from games.wording import role_name
from tests.factories import UserFactory
from tests.games.pages import get
from tests.games.tables import browser_of, play_on, play_to_the_end, running_game, seats_of, seen_by_all
from tests.security.payloads import PAYLOADS

pytestmark = pytest.mark.django_db
LINES = """[...document.querySelectorAll("text")].map((text) => {
  const [left, size] = ["x", "font-size"].map((name) => parseFloat(text.getAttribute(name)));
  const { x, width } = text.getBBox();
  return [text.textContent, left, x + width, size];
})"""
"""Each line of a picture: its words, where it begins and ends, and how large it is."""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def game() -> Game:
    """A finished game of Ann, Bo, Cy and Dee."""
    game = running_game(4, code="old", seed=5, ruleset=Ruleset(rounds=2))
    play_to_the_end(game)
    seen_by_all(game)
    return game


def say(name: str, said: str = "yes", code: str = "old") -> int:
    return browser_of(name).post(f"/t/{code}/share", {"shares": said}).status_code


def address(game: Game) -> str:
    """The secret address of a game; "" while it has none."""
    token = Game.objects.get(pk=game.pk).shared
    return reverse("games:shared", args=[token]) if token else ""


def test_more_than_half_have_to_agree(game: Game) -> None:
    assert [say(name) for name in ("Ann", "Bo")] == [303, 303]
    assert not address(game)
    assert "2 of 4 agree." in get(browser_of("Cy"), "/t/old/").words
    assert say("Cy") == 303
    assert address(game)
    assert get(browser_of("Dee"), "/t/old/").to(address(game))


def test_withdrawn_consent_ends_an_address_and_a_later_one_differs(game: Game) -> None:
    for name in ("Ann", "Bo", "Cy"):
        say(name)
    first = address(game)
    assert Client().get(first, follow=True).status_code == 200
    say("Bo", "no")
    assert not address(game)
    assert Client().get(first).status_code == 404
    say("Dee")
    assert address(game) not in ("", first)
    assert Client().get(first).status_code == 404


def test_bots_and_people_who_left_the_site_are_not_asked(game: Game) -> None:
    User.objects.filter(username="Dee").update(is_bot=True)
    User.objects.filter(username="Cy").update(is_active=False)
    say("Ann")
    assert not address(game)
    say("Bo")
    assert address(game)


def test_shared_address_ends_when_a_deletion_breaks_the_majority(game: Game) -> None:
    for name in ("Ann", "Bo", "Cy"):
        say(name)
    there = address(game)
    delete_account(User.objects.get(username="Ann"))
    assert Client().get(there, follow=True).status_code == 200
    assert get(browser_of("Dee"), "/t/old/").to(there)
    delete_account(User.objects.get(username="Bo"))
    assert not get(browser_of("Dee"), "/t/old/").to(there)
    for more in ("", "1/0", "still.svg"):
        assert Client().get(f"{there}{more}").status_code == 404
    say("Dee")
    assert address(game) not in ("", there)


def test_anybody_with_the_address_goes_through_all_rounds_step_by_step(game: Game) -> None:
    for name in ("Ann", "Bo", "Cy"):
        say(name)
    led = Client().get(address(game))
    page = get(Client(), led["Location"])
    assert page.status == 200
    assert page.markup.count('class="held-then"') == 4
    assert not page.to("/t/old/")
    ways = [link["href"] for link in page.links if link["data-go"]]
    assert all(get(Client(), way).status == 200 for way in ways)
    second = Client().get(f"{address(game)}2/")
    assert get(Client(), second["Location"]).status == 200
    assert Client().get(second["Location"])["X-Robots-Tag"] == "noindex"
    assert Client().get(f"{address(game)}3/").status_code == 404
    assert Client().get(f"{address(game)}1/99999").status_code == 404


def test_the_picture_needs_no_other_file_and_says_who_was_what(game: Game) -> None:
    for name in ("Ann", "Bo", "Cy"):
        say(name)
    answer = Client().get(f"{address(game)}still.svg")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    drawn = _read(answer.content.decode())
    ids = {one.attrib["id"] for one in drawn.iter(f"{SVG}symbol")}
    uses = [one.attrib["href"] for one in drawn.iter(f"{SVG}use")]
    assert set(uses) == {f"#{name}" for name in ids}
    assert "var(" not in answer.content.decode()
    words = [one.text for one in drawn.iter(f"{SVG}text")]
    assert [name for name in ("Ann", "Bo", "Cy", "Dee") if name in words] == ["Ann", "Bo", "Cy", "Dee"]
    assert game.name in words


def test_card_picture_is_a_bitmap_with_letters_of_all_languages(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(shared="a-token")
    Seat.objects.filter(game=game).update(shares=True)
    answer = Client().get("/replay/a-token/still.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer.content.startswith(b"\x89PNG")
    public, seated = store.public(game), people_at(game)
    titles = ("Щ", "Ж", "ї", "ņ", "ģ", "ñ", "ъ", "☃")  # the last is none of them: a box stands for it
    drawn = {title: as_png(picture_of_game(public, seated, title)) for title in titles}
    assert len(set(drawn.values())) == len(titles)


@pytest.mark.browser
def test_the_picture_says_its_language_and_all_of_its_words_have_room(page: Page, game: Game) -> None:
    person, title = people_at(game)[0], "Щ" * 40
    for seats, (language, _name) in product((4, 10), settings.LANGUAGES):
        public = _crowded(store.public(game), seats)
        seated = [person._replace(number=number, name="WЩЖ"[number % 3] * 24) for number in range(seats)]
        with override(language):
            drawn = picture_of_game(public, seated, title)
            roles = [role_name(role) for role in public.results[-1].roles]
        assert _read(drawn).attrib["lang"] == language
        page.set_content(drawn)
        lines = page.evaluate(LINES)
        assert sorted(words.rpartition(" · ")[0] for words, *_ in lines if " · " in words) == sorted(roles)
        for words, left, right, size in lines:
            assert right <= (1170 if left == 30 else 30 + 285 * (1 + (left - 30) // 285)), words
            assert size >= 7, words


def _crowded(public: Public, seats: int) -> Public:
    """A finished game at which as many sat and were all there is, each with a two-figure number of nuggets."""
    everything = [*ROLES] * 2
    assert public.revealed
    results = (replace(public.results[-1], roles=tuple(everything[:seats])),)
    shown = replace(public.revealed, gold=(12,) * seats, winners=(0, 1))
    return replace(public, results=results, revealed=shown)


def test_hostile_names_stay_text_in_the_picture(game: Game) -> None:
    public = store.public(game)
    seated = people_at(game)
    plain = _tags(picture_of_game(public, seated, "Plain"))
    for text in (*PAYLOADS, "var(--r1)", "var(--nothing)"):
        named = [seated[0]._replace(name=text), *seated[1:]]
        drawn = picture_of_game(public, named, text)
        assert _tags(drawn) == plain
        words = [one.text or "" for one in _read(drawn).iter(f"{SVG}text")]
        shown = "".join(sign if sign.isprintable() else " " for sign in text)
        assert words[0] == shown
        assert any(word[:19] == shown[:19] for word in words[2:])


def _read(drawn: str) -> ElementTree.Element:
    """A picture as elements."""
    return ElementTree.fromstring(drawn)  # noqa: S314  # our own picture is read


def _tags(drawn: str) -> list[str]:
    """The elements of a picture, in order."""
    return [one.tag for one in _read(drawn).iter()]


def test_a_running_game_is_not_shared_whatever_stands_in_its_row() -> None:
    game = running_game(3, code="runs")
    play_on(game, 3)
    assert [say(name, code="runs") for name in ("Ann", "Bo", "Cy")] == [409] * 3
    assert not any(seat.shares for seat in seats_of(game))
    Game.objects.filter(pk=game.pk).update(shared="a-token")
    Seat.objects.filter(game=game).update(shares=True)
    assert Client().get("/replay/a-token/").status_code == 404
    assert Client().get("/replay/a-token/1/0").status_code == 404
    assert Client().get("/replay/a-token/still.svg").status_code == 404


def test_only_who_sat_there_is_asked(game: Game) -> None:
    UserFactory.create(username="Zoe")
    assert say("Zoe") == 404
    assert say("Ann", "maybe") == 303
    assert not Seat.objects.filter(shares=True).exists()
