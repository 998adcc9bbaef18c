"""Joining by what a player was sent: a link, the message around it, or the code at its end."""

import pytest
from django.test import Client
from django.urls import reverse

from games.services import lobby
from tests.games.tables import browser_of, open_game, seat_of

pytestmark = pytest.mark.django_db
URL = "/join/"
TOKEN, CODE = "Abc_-6789012345678901234", "Abc456789012"


@pytest.mark.parametrize(
    ("pasted", "there"),
    [
        (f"https://play.example.org/join/{TOKEN}/", f"/join/{TOKEN}/"),
        (f"play.example.org/join/{TOKEN}", f"/join/{TOKEN}/"),
        (f"  /join/{TOKEN}/?from=mail#top ", f"/join/{TOKEN}/"),
        (f"Come and play: https://play.example.org/join/{TOKEN}/. Tonight!", f"/join/{TOKEN}/"),
        (TOKEN, f"/join/{TOKEN}/"),
        (f"https://play.example.org/t/{CODE}/", f"/t/{CODE}/"),
        (CODE, f"/t/{CODE}/"),
        (f"https://play.example.org/seat/{TOKEN}/", f"/seat/{TOKEN}/"),
        (f"https://evil.example/join/{TOKEN}/", f"/join/{TOKEN}/"),
    ],
)
def test_pasted_link_leads_to_its_page_on_this_site(pasted: str, there: str) -> None:
    answer = Client().post(URL, {"link": pasted})
    assert (answer.status_code, answer["Location"]) == (302, there)


@pytest.mark.parametrize(
    "pasted",
    ["", "   ", "x y", "https://evil.example/", "//evil.example", "../me/", "<b>", "\0", "é" * 12, "a" * 33, "a" * 2001,
     f"/join/{'a' * 33}/", f"/t/{'a' * 17}/", "javascript:alert(1)"],
)  # fmt: skip
def test_invalid_invitation_link_gets_a_sentence_and_no_redirect(pasted: str) -> None:
    answer = Client().post(URL, {"link": pasted})
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"link"}
    assert 'aria-invalid="true"' in answer.content.decode()


def test_pasted_link_leads_to_the_invitation() -> None:
    game = open_game(2, wanted=4)
    link = lobby.make_link(host=seat_of(game, "Ann").user, code=game.code)
    page = browser_of("Ann").post(URL, {"link": link.token}, follow=True)
    assert page.redirect_chain[-1][0] == reverse("games:table", args=[game.code])
    door = Client().post(URL, {"link": f"http://testserver/join/{link.token}/"}, follow=True)
    assert "Ann invites you to" in door.content.decode()


def test_code_of_a_hidden_table_answers_like_an_unknown_code() -> None:
    game = open_game(2, wanted=4)
    seated = browser_of("Ann")
    assert [Client().post(URL, {"link": code}).status_code for code in (game.code, "nobody")] == [302, 302]
    assert seated.post(URL, {"link": game.code}, follow=True).status_code == 200
    assert seated.post(URL, {"link": "nobody"}, follow=True).status_code == 404
