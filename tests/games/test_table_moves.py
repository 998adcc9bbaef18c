"""Moves as they are posted: once, in time, by the rules; whatever else is sent gets a sentence and changes nothing."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Move
from games.rules.table import Ruleset
from games.tableau.links import card_token, move_key
from tests.games.pages import HX, Form, Page, get
from tests.games.tables import browser_of, do, in_position, loaded, seat_of, seen_by_all

pytestmark = pytest.mark.django_db

HAND = ["EW", "NESW", "break:cart", "repair:pickaxe+cart", "map", "rockfall"]
STALE = "The table changed while you were choosing, so nothing was played."


@pytest.fixture
def game() -> Game:
    """Ann is on turn with a hand that can do everything; Bo's pickaxe is broken; M1 and M2 are built."""
    return in_position(
        3, code="moves", hands={"A": HAND}, before={"B": ["break:pickaxe"]}, mine={"1,0": "EW", "2,0": "EW"}
    )


@pytest.fixture
def as_ann(game: Game) -> Client:
    return browser_of("Ann")


def fields(game: Game, name: str = "Ann", **sent: Any) -> dict[str, Any]:
    """The fields of a form of a player who looks at the table now; `card` is a card's name."""
    person = seat_of(game, name).user_id
    game.refresh_from_db()
    card = {"card": card_token(game.code, person, sent.pop("card"))} if "card" in sent else {}
    return {"seq": str(game.seq), "key": move_key(game.code, person, game.seq), **card, **sent}


def post(client: Client, game: Game, form: dict[str, Any], **headers: str) -> Page:
    return Page(client.post(reverse("games:move", args=[game.code]), form, headers=headers or None))


def test_a_move_is_carried_out_and_leads_back_to_the_table(as_ann: Client, game: Game) -> None:
    response = as_ann.post(reverse("games:move", args=["moves"]), fields(game, card="NESW", at="M3"))
    assert (response.status_code, response["Location"]) == (303, "/t/moves/")
    assert loaded(game).state.public.mine["3,0"] == "NESW"


def test_the_same_move_sent_twice_is_carried_out_once_and_answered_alike(as_ann: Client, game: Game) -> None:
    form = fields(game, card="NESW", at="M3")
    answers = [as_ann.post(reverse("games:move", args=["moves"]), form) for _twice in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert Move.objects.filter(game=game, seat=0).count() == 1


def test_move_from_a_stale_page_plays_nothing_and_shows_the_table(as_ann: Client, game: Game) -> None:
    form = fields(game, card="NESW", at="M3")
    do(game, "A pass map")
    for headers in ({}, HX):
        page = post(as_ann, game, form, **headers)
        assert page.status == 409
        assert STALE in page.words
        assert "It’s Bo’s turn." in page.words
    assert Move.objects.filter(game=game, seat=0).count() == 1


def test_move_out_of_turn_is_refused(game: Game) -> None:
    page = post(browser_of("Bo"), game, fields(game, "Bo", card="NESW", at="M3"))
    assert page.status == 422
    assert "It isn’t your turn" in page.words


def test_illegal_move_is_explained_and_the_card_stays_chosen(as_ann: Client, game: Game) -> None:
    for headers in ({}, HX):
        page = post(as_ann, game, fields(game, card="NESW", at="M5"), **headers)
        assert page.status == 422
        assert "At M5, this card wouldn’t be joined to the start." in page.words
        assert 'aria-current="true"' in page.markup
        assert page.lit()
    assert not Move.objects.filter(game=game, seat=0).exists()


def test_card_that_was_not_dealt_is_refused(as_ann: Client, game: Game) -> None:
    page = post(as_ann, game, fields(game, card="NES", at="M3"))
    assert page.status == 422
    assert "You don’t hold this card: Three-way tunnel." in page.words


def test_the_cards_of_another_are_none_of_mine(as_ann: Client, game: Game) -> None:
    token = card_token(game.code, seat_of(game, "Bo").user_id, "NESW")
    page = post(as_ann, game, fields(game) | {"card": token, "at": "M3"})
    assert page.status == 422
    assert "That isn’t one of your cards" in page.words


ODD = ["", "\x00", "\ud800", "9" * 40, "NaN", "-1", "<script>", "💥" * 50, "M" * 5000, "../..", "M3\n", "٣"]


@pytest.mark.examples(6)
@pytest.mark.parametrize("odd", ODD, ids=ascii)
@pytest.mark.parametrize("name", ["seq", "key", "card", "at", "who", "tool", "answer", "mode"])
def test_whatever_is_malformed_gets_a_sentence_and_changes_nothing(
    as_ann: Client, game: Game, name: str, odd: str
) -> None:
    before = loaded(game).state
    whole = fields(game, card="NESW", at="M5")
    response = as_ann.post(
        reverse("games:move", args=["moves"]),
        data="&".join(f"{key}={quoted(value)}" for key, value in (whole | {name: odd}).items()),
        content_type="application/x-www-form-urlencoded",
    )
    assert response.status_code in (409, 422)
    assert 'class="line bad"' in response.content.decode()
    asked = as_ann.get(f"{reverse('games:table', args=['moves'])}?{name}={quoted(odd)}")
    assert asked.status_code in (200, 422)
    assert loaded(game).state == before


def quoted(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))


def test_a_move_without_any_field_or_with_too_many_gets_a_sentence(as_ann: Client, game: Game) -> None:
    assert post(as_ann, game, {}).status == 422
    many = fields(game) | {"mode": "discard", "card": [card_token("moves", seat_of(game, "Ann").user_id, "map")] * 50}
    assert post(as_ann, game, many).status == 422
    assert post(as_ann, game, fields(game)).status == 422
    assert post(as_ann, game, fields(game, mode="discard")).status == 422
    assert not Move.objects.filter(game=game, seat=0).exists()


def test_the_address_of_moves_leads_back_to_the_table(as_ann: Client, game: Game) -> None:
    response = as_ann.get(reverse("games:move", args=["moves"]))
    assert (response.status_code, response["Location"]) == (302, "/t/moves/")


def play(page: Page) -> Form:
    assert page.play
    return page.play


def test_every_kind_of_card_is_played_by_what_its_page_offers(as_ann: Client, game: Game) -> None:
    asked = {
        "break:cart": ("who=C", "Break Cy’s cart?", "A break:cart C"),
        "repair:pickaxe+cart": ("", "Repair Bo’s pickaxe?", "A repair:pickaxe+cart B pickaxe"),
        "map": ("at=K8", "Look at the goal at K8?", "A map 8,-2"),
        "rockfall": ("at=M1", "Remove the card at M1?", "A rockfall 1,0"),
        "EW": ("at=M3", "Lay the straight tunnel at M3?", "A lay EW 3,0"),
    }
    person = seat_of(game, "Ann").user_id
    for card, (target, question, line) in asked.items():
        table = in_position(
            3, code=f"m-{len(line)}-{card[:5]}"[:16].replace(":", "-"), hands={"A": HAND},
            before={"B": ["break:pickaxe"]}, mine={"1,0": "EW", "2,0": "EW"},
        )  # fmt: skip
        address = f"{reverse('games:table', args=[table.code])}?card={card_token(table.code, person, card)}"
        page = get(as_ann, address)
        if target:
            assert page.play is None
            page = get(as_ann, next(link for link in page.lit() if target in link))
        assert question in page.words
        form = play(page)
        assert as_ann.post(form.action, form.values()).status_code == 303
        assert Move.objects.get(game=table, seat=0).command == line


def test_a_card_is_discarded_unseen(as_ann: Client, game: Game) -> None:
    page = get(as_ann, "/t/moves/?mode=discard")
    assert "Choose a card to discard" in page.words
    page = get(as_ann, page.hand()[-1]["href"])
    assert "Discard this card, unseen by the others" in page.words
    assert as_ann.post(play(page).action, play(page).values()).status_code == 303
    assert Move.objects.get(game=game, seat=0).command.startswith("A pass ")
    other = get(browser_of("Bo"), "/t/moves/")
    assert "Ann discarded 1 card." in other.words


def test_the_card_can_be_turned_where_both_ways_fit(as_ann: Client) -> None:
    table = in_position(3, code="turn", hands={"A": ["ESW"]})
    chosen = get(as_ann, get(as_ann, "/t/turn/").hand()[0]["href"])
    preview = get(as_ann, next(link for link in chosen.lit() if "at=M1" in link))
    turned = get(as_ann, preview.to("flip=1")[0])
    assert "picture upside-down" in turned.markup
    assert not turned.to("/t/turn/?", "flip=1")
    assert as_ann.post(play(turned).action, play(turned).values()).status_code == 303
    assert loaded(table).state.public.mine["1,0"] == "ESW~"


def test_player_without_confirmation_lays_with_one_press(as_ann: Client, game: Game) -> None:
    user = seat_of(game, "Ann").user
    user.confirm_tunnels = False
    user.save()
    chosen = get(as_ann, f"/t/moves/?card={card_token('moves', user.pk, 'NESW')}")
    form = chosen.forms["play"]
    press = next(button for button in form.buttons if button["name"] == "at" and button["value"] == "M3")
    assert as_ann.post(form.action, form.values(at=press["value"])).status_code == 303
    assert loaded(game).state.public.mine["3,0"] == "NESW"


def test_gold_cards_are_taken_in_turn_and_others_see_who_chooses() -> None:
    game = in_position(
        5,
        code="draft",
        ruleset=Ruleset(gold_draft="hand", rounds=2),
        roles={"A": "digger", "B": "digger", "C": "digger", "D": "saboteur", "E": "saboteur"},
        goals={"8,0": "gold"},
        mine={"1,0": "EW", "2,0": "EW", "3,0": "NESW", "4,0": "NESW", "5,0": "NESW", "6,0": "NESW"},
        hands={"A": ["EW"]},
    )
    do(game, "A lay EW 7,0")
    seen_by_all(game)
    page = get(browser_of("Ann"), "/t/draft/")
    assert "Take one of the gold cards." in page.words
    assert page.answers
    waiting = get(browser_of("Bo"), "/t/draft/")
    assert "Ann is taking a gold card." in waiting.words
    assert not waiting.answers
    assert "Look at round 1" in waiting.words
    response = browser_of("Ann").post(play(page).action, play(page).values(answer=page.answers[0]))
    assert response.status_code == 303
    assert Move.objects.filter(game=game, command__startswith="A choose").exists()
    wrong = Page(browser_of("Cy").post(play(page).action, fields(game, "Cy", answer="7")))
    assert wrong.status == 422
