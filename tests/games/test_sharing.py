"""What others see of a finished game: its picture, names by their owners' consent, its replay if most players agree."""

import base64
import re
import struct
from pathlib import Path
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
from games import art
from games.models import Game, Seat
from games.rows import store
from games.rows.sharing import picture_token
from games.rules.engine import Public
from games.rules.table import Ruleset
from games.selectors.sharing import named_at
from games.sheets import ROLES
from games.tableau.picture import as_png, headline_of, picture_of_game, picture_of_invitation, picture_of_site
from saboteur_site.languages.catalogues import texts_of
from tests.factories import UserFactory
from tests.games.pages import get
from tests.games.tables import browser_of, play_on, play_to_the_end, running_game, seats_of, seen_by_all
from tests.security.payloads import PAYLOADS
from tests.site.translations import LANGUAGES, catalogue

pytestmark = pytest.mark.django_db
LINES = """[...document.querySelectorAll("text")].map((text) => {
  const { x, width } = text.getBBox();
  return [text.textContent, x, x + width, parseFloat(text.getAttribute("font-size"))];
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
    assert "2 of 4 agree." in get(browser_of("Cy"), "/t/old/share").words
    assert say("Cy") == 303
    assert address(game)
    assert get(browser_of("Dee"), "/t/old/share").to(address(game))


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
    assert get(browser_of("Dee"), "/t/old/share").to(there)
    delete_account(User.objects.get(username="Bo"))
    assert not get(browser_of("Dee"), "/t/old/share").to(there)
    for more in ("", "1/0"):
        assert Client().get(f"{there}{more}").status_code == 404
    say("Dee")
    assert address(game) not in ("", there)


def test_anybody_with_the_address_goes_through_all_rounds_step_by_step(game: Game) -> None:
    for name in ("Ann", "Bo", "Cy"):
        say(name)
    led = Client().get(address(game))
    last = get(Client(), led["Location"])
    assert last.status == 200
    assert "/2/" in led["Location"]
    assert not any(link["data-go"] == "on" for link in last.links)
    assert last.to(f"{address(game)}1/")
    page = get(Client(), Client().get(f"{address(game)}1/")["Location"])
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


# -- the picture


def picture_of(game: Game, more: str = "") -> str:
    """The address of a game's picture, or of its PNG."""
    return reverse("games:picture", args=[picture_token(game.pk)]) + more


def be_named(name: str, said: str = "yes", code: str = "old") -> int:
    return browser_of(name).post(f"/t/{code}/share", {"named": said}).status_code


def words_of(game: Game) -> list[str]:
    """The texts of a game's picture as it is now."""
    named = named_at(game)
    return _texts(picture_of_game(store.public(game), named.names, named.title))


def test_picture_without_names_needs_no_consent(game: Game) -> None:
    page, answer = Client().get(picture_of(game)), Client().get(picture_of(game, "picture.png"))
    assert (page.status_code, page["X-Robots-Tag"]) == (200, "noindex")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer.content.startswith(b"\x89PNG")
    shown = page.content.decode() + " ".join(words_of(game))
    for secret in ("Ann", "Bo", "Cy", "Dee", game.name, "/t/old/", "a friend"):
        assert secret not in shown


def test_page_of_a_picture_leads_to_a_first_round_and_not_to_the_replay(game: Game) -> None:
    page = Client().get(picture_of(game)).content.decode()
    assert f'action="{reverse("games:try")}"' in page
    assert "Play a first round" in page
    assert "/replay/" not in page
    for name in ("Ann", "Bo", "Cy"):
        say(name)
    assert address(game) in Client().get(picture_of(game)).content.decode()
    say("Bo", "no")
    assert "/replay/" not in Client().get(picture_of(game)).content.decode()


def test_each_player_decides_about_their_own_name_and_can_change_it(game: Game) -> None:
    assert be_named("Bo") == 303
    assert "Bo" in words_of(game)
    assert words_of(game).count("a friend") == 3
    assert not {"Ann", "Cy", "Dee"} & set(words_of(game))
    assert be_named("Cy") == 303
    assert be_named("Bo", "no") == 303
    assert "Cy" in words_of(game)
    assert "Bo" not in words_of(game)
    assert be_named("Cy", "no") == 303
    assert "a friend" not in words_of(game)


def test_name_of_the_table_is_shown_only_with_the_name_of_its_host(game: Game) -> None:
    host = seats_of(game)[0].user.username
    assert game.host_id == seats_of(game)[0].user_id
    other = next(name for name in ("Ann", "Bo", "Cy", "Dee") if name != host)
    be_named(other)
    assert not any(game.name in text for text in words_of(game))
    be_named(host)
    assert any(game.name in text for text in words_of(game))


def test_winner_is_in_the_headline_only_by_their_own_consent(game: Game) -> None:
    public = store.public(game)
    assert public.revealed
    winners = [name for seat, name in enumerate(("Ann", "Bo", "Cy", "Dee")) if seat in public.revealed.winners]
    others = [name for name in ("Ann", "Bo", "Cy", "Dee") if name not in winners]
    for name in others:
        be_named(name)
    assert "gold" in headline_of(public, named_at(game).names)
    for name in winners:
        be_named(name)
    assert all(name in headline_of(public, named_at(game).names) for name in winners)


def test_player_who_left_the_site_is_not_named_any_more(game: Game) -> None:
    be_named("Ann")
    be_named("Bo")
    delete_account(User.objects.get(username="Ann"))
    assert "Bo" in words_of(game)
    assert "Ann" not in words_of(game)
    assert words_of(game).count("a friend") == 3


def test_bots_are_named_as_soon_as_one_player_is(game: Game) -> None:
    User.objects.filter(username="Dee").update(is_bot=True)
    assert "Dee" not in words_of(game)
    be_named("Ann")
    assert {"Ann", "Dee"} <= set(words_of(game))


def test_forged_address_and_running_game_have_no_picture(game: Game) -> None:
    runs = running_game(3, code="runs")
    for there in (picture_of(runs), "/picture/nothing/", f"/picture/{picture_token(game.pk)}x/"):
        assert Client().get(there).status_code == 404
        assert Client().get(f"{there}picture.png").status_code == 404


def test_share_page_is_for_players_of_a_finished_game_alone(game: Game) -> None:
    UserFactory.create(username="Zoe")
    running_game(3, code="runs")
    assert browser_of("Zoe").get("/t/old/share").status_code == 404
    assert browser_of("Zoe").post("/t/old/share", {"named": "yes"}).status_code == 404
    assert browser_of("Ann").get("/t/runs/share").status_code == 302
    assert browser_of("Ann").post("/t/runs/share", {"named": "yes"}).status_code == 409
    page = get(browser_of("Ann"), "/t/old/share")
    assert (page.status, "No one is named on it yet." in page.words) == (200, True)
    assert picture_of(game) in page.markup
    for nothing in ({}, {"named": "maybe"}, {"named": "yes", "shares": "yes"}):
        assert browser_of("Ann").post("/t/old/share", nothing).status_code == 422
    assert not Seat.objects.filter(named=True).exists()


def test_only_public_pages_have_previews_with_the_picture(game: Game) -> None:
    be_named("Ann")
    for name in ("Ann", "Bo", "Cy"):
        say(name)
    for public in (picture_of(game), Client().get(address(game))["Location"]):
        head = Client().get(public).content.decode()
        assert f'property="og:image" content="{settings.SITE_URL}{picture_of(game, "picture.png")}"' in head
        assert 'name="twitter:card" content="summary_large_image"' in head
        assert 'property="og:title" content="' in head
    for secret in ("/t/old/", "/t/old/share", "/t/old/log/", "/t/old/round/1/"):
        assert "og:" not in browser_of("Ann").get(secret, follow=True).content.decode()


def test_picture_needs_no_other_file(game: Game) -> None:
    drawings = [picture_of_site(), picture_of_invitation("Ann", "Friday dwarves", 3, 6, signs_up=False)]
    public = store.public(game)
    drawings += [picture_of_game(public, names, "") for names in ([""] * 4, ["Ann", "", "", ""])]
    for written in drawings:
        drawn = _read(written)
        ids = {one.attrib["id"] for one in drawn.iter(f"{SVG}symbol")}
        uses = [one.attrib["href"] for one in drawn.iter(f"{SVG}use")]
        assert set(uses) == {f"#{name}" for name in ids}
        assert "var(" not in written


def test_picture_is_a_bitmap_with_letters_of_all_languages(game: Game) -> None:
    public = store.public(game)
    signs = ("Щ", "Ж", "ї", "ņ", "ģ", "ñ", "ъ", "ł", "ż", "☃")  # the last is none of them: a box stands for it
    drawn = {sign: as_png(picture_of_game(public, [sign, "", "", ""], "")) for sign in signs}
    assert len(set(drawn.values())) == len(signs)


def test_way_to_the_gold_is_lit_only_where_it_was_reached(game: Game) -> None:
    public = store.public(game)
    names = ["", "", "", ""]
    last = public.results[-1]
    laid = {"0,0": "start", "7,0": "EW", **{f"{x},0": "EW" for x in range(1, 7)}, "8,0": "gold"}
    mine = {**laid, "8,-2": "stone-a", "8,2": "stone-b"}
    goals = {"8,0": "gold", "8,-2": "stone-a", "8,2": "stone-b"}
    found = replace(last, reason="gold", connector=0, mine=mine, goals=goals)
    lost = replace(found, reason="cards")
    drawn = [picture_of_game(replace(public, mine=mine, results=(one,)), names, "") for one in (found, lost)]
    assert ['stroke-width="24"' in picture for picture in drawn] == [True, False]


@pytest.mark.browser
def test_words_of_pictures_have_room_in_every_language(page: Page, game: Game) -> None:
    faces = "".join(f"@font-face {{ font-family: Roboto; font-weight: {weight}; src: url({_font(name)}) }}"
                    for weight, name in ((400, "Regular"), (700, "Bold")))  # fmt: skip
    for language, _name in settings.LANGUAGES:
        with override(language):
            drawings = [picture_of_site(), picture_of_invitation("Щ" * 24, "Ж" * 40, 12, 12, signs_up=False)]
            for seats in (2, 4, 7, 12):
                names = ["WЩЖ"[number % 3] * 24 for number in range(seats)]
                drawings += [picture_of_game(_crowded(store.public(game), seats), shown, title)
                             for shown, title in ((names, "Щ" * 40), ([""] * seats, ""))]  # fmt: skip
        for drawn in drawings:
            assert _read(drawn).attrib["lang"] == language
            page.set_content(f"<style>{faces}</style>{drawn}")
            page.evaluate("document.fonts.ready")
            for words, left, right, size in page.evaluate(LINES):
                assert left >= 0, words
                assert right <= (592 if size > 23 or left < 60 else 1200), (words, right)
                assert size >= 9, words


def test_fonts_of_pictures_have_every_letter_of_every_language() -> None:
    said = {
        sign for language in LANGUAGES for one in catalogue(language) for text in texts_of(one.string) for sign in text
    }
    assert {"ß", "ł", "œ", "ž", "ї"} <= said
    for name in ("Regular", "Bold"):
        letters = _letters((Path(art.__file__).parent / "fonts" / f"Roboto-{name}.ttf").read_bytes())
        assert {sign for sign in said if sign.isalnum()} - letters == set()


def _letters(font: bytes) -> set[str]:
    """The characters that a TrueType font has, from its character map of format 4."""
    tables = {font[at : at + 4]: int.from_bytes(font[at + 8 : at + 12]) for at in range(12, 12 + 16 * font[5], 16)}
    start = tables[b"cmap"]
    found = set[str]()
    for entry in range(start + 4, start + 4 + 8 * font[start + 3], 8):
        at = start + int.from_bytes(font[entry + 4 : entry + 8])
        if int.from_bytes(font[at : at + 2]) == 4:
            count = int.from_bytes(font[at + 6 : at + 8]) // 2
            ends, starts = (struct.unpack_from(f">{count}H", font, at + 14 + skip) for skip in (0, 2 + 2 * count))
            found.update(chr(code) for first, last in zip(starts, ends, strict=True) for code in range(first, last + 1))
    return found


def _font(name: str) -> str:
    """A font of the pictures as an address."""
    read = (Path(art.__file__).parent / "fonts" / f"Roboto-{name}.ttf").read_bytes()
    return f"data:font/ttf;base64,{base64.b64encode(read).decode()}"


def _crowded(public: Public, seats: int) -> Public:
    """A finished game at which as many sat and were all there is, each with a two-figure number of nuggets."""
    everything = [*ROLES] * 2
    assert public.revealed
    results = (replace(public.results[-1], roles=tuple(everything[:seats])),)
    shown = replace(public.revealed, gold=(12,) * seats, winners=(0, 1))
    return replace(public, results=results, revealed=shown)


def test_hostile_names_stay_text_in_the_picture(game: Game) -> None:
    public = store.public(game)
    plain = _tags(picture_of_game(public, ["Ann", "Bo", "Cy", "Dee"], "Plain"))
    for text in (*PAYLOADS, "var(--r1)", "var(--nothing)"):
        drawn = picture_of_game(public, [text, text, text, text], text)
        assert set(_tags(drawn)) == set(plain)
        shown = "".join(sign if sign.isprintable() else " " for sign in text)
        assert any(word[:9].strip() and word[:9] == shown[:9] for word in _texts(drawn)) or not shown.strip()
        assert "var(" not in re.sub(r"<text[^>]*>[^<]*</text>|<title>[^<]*</title>", "", drawn)


def _texts(drawn: str) -> list[str]:
    return [one.text or "" for one in _read(drawn).iter(f"{SVG}text")]


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


def test_only_who_sat_there_is_asked(game: Game) -> None:
    UserFactory.create(username="Zoe")
    assert say("Zoe") == 404
    assert say("Ann", "maybe") == 422
    assert not Seat.objects.filter(shares=True).exists()
