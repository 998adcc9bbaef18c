"""The page on which one's next turn is planned: the same taps as for a move, without any script (R95)."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.clocks import planned
from games.models import Game, Joining, Seat
from games.rules.table import Ruleset
from tests.factories import UserFactory
from tests.games.costs import statements
from tests.games.pages import HX, Form, Page, get
from tests.games.tables import browser_of, do, in_position, loaded, seat_of

pytestmark = pytest.mark.django_db

HANDS = {"A": ["EW", "NS", "map"], "B": ["EW", "NS", "break:cart", "map"], "C": ["map", "NESW"]}


def table(**parts: Any) -> Game:
    """Ann is on turn, then Bo, then Cy."""
    return in_position(3, **{"first": "A", "hands": HANDS, **parts})


def plan_at(game: Game) -> str:
    return reverse("games:plan", args=[game.code])


def planned_by(game: Game, name: str) -> str:
    seat = seat_of(game, name)
    return planned.text_of(planned.of(seat, loaded(game).state.seats[seat.number].turn_order))


def choose(client: Client, page: Page, card: str) -> Page:
    """Follow the link of a card of the hand, the last of that name."""
    return get(client, [link["href"] for link in page.hand() if link.text == card][-1])


def send(client: Client, form: Form | None, **chosen: Any) -> Page:
    """Send a form, and follow where it leads."""
    assert form is not None
    answer = client.post(form.action, form.values(**chosen))
    assert answer.status_code == 303
    return get(client, answer.headers["Location"])


def of(page: Page, deed: str) -> Form:
    """The first form of the page that changes the plan so."""
    return next(form for form in page.forms.values() if form.values().get("deed") == deed)


def test_turn_is_planned_by_the_taps_of_a_move_and_shown_in_words() -> None:
    game, bo = table(), browser_of("Bo")
    at_first = get(bo, reverse("games:table", args=[game.code]))
    page = get(bo, next(iter(at_first.to("/plan/"))))
    assert "Plan your next turn." in page.words
    assert "Ann" in page.words
    assert "on turn" in page.words

    page = choose(bo, page, "Straight tunnel")
    lit = [link for link in page.squares() if not link.text.lower().endswith("why?")]
    assert all(plan_at(game) in link["href"] for link in lit)
    page = get(bo, next(link["href"] for link in lit if link["id"] == "at-1_0"))
    assert "Lay the straight tunnel at M1?" in page.words
    page = send(bo, page.play)
    assert "1. Lay the straight tunnel at M1" in page.words

    page = choose(bo, page, "Broken cart")
    page = get(bo, next(href for href in page.lit() if "who=A" in href))
    page = send(bo, page.play)
    page = get(bo, next(iter(page.to("mode=discard"))))
    page = choose(bo, page, "Map")
    page = send(bo, page.play)
    assert planned_by(game, "Bo") == "lay EW 1,0 | break:cart A | pass map"
    assert "2. Broken cart, on Ann" in page.words
    assert "3. Discard: Map" in page.words

    do(game, "A lay EW 1,0")
    state = loaded(game).state
    assert [before.card for before in state.public.before if before.seat == 0] == ["break:cart"]


def test_a_plan_is_changed_put_off_and_forgotten_from_the_table() -> None:
    game, bo = table(), browser_of("Bo")
    do(game, "B order turn lay EW 1,0 | lay NS 0,1 | pass map")
    page = get(bo, reverse("games:table", args=[game.code]))
    page = send(bo, of(page, "out"))
    assert planned_by(game, "Bo") == "lay NS 0,1 | pass map"
    page = send(bo, of(page, "wait"), minutes="60")
    assert seat_of(game, "Bo").plan == "lay NS 0,1 | pass map"
    assert '<option value="60" selected>' in page.markup
    do(game, "A map 8,0")
    page = get(bo, reverse("games:table", args=[game.code]))
    assert "It’s your turn. Your plan will be played at about" in page.words
    page = send(bo, of(page, "cancel"))
    assert planned_by(game, "Bo") == ""
    assert "Plan your next turn" not in page.words


def test_dropped_plan_is_shown_first() -> None:
    game, bo = table(), browser_of("Bo")
    do(game, "B order turn lay EW 1,0", "A lay EW 1,0")
    page = get(bo, reverse("games:table", args=[game.code]))
    assert "Your turn." in page.words
    first, *others = page.markup.split("Your plan was dropped")
    assert first.rpartition("<section")[2].startswith(' id="since"')
    assert len(others) == 2  # there and in the log
    do(game, "B pass map", "C pass map", "A pass map")
    assert "Your plan was dropped" in get(bo, reverse("games:log", args=[game.code])).words
    assert get(bo, reverse("games:table", args=[game.code])).markup.count("Your plan was dropped") == 1


def test_a_trade_and_several_discards_are_planned_like_any_move() -> None:
    hands = {"A": ["map"], "B": ["EW", "NS", "map", "NESW"], "C": ["map"]}
    game = table(ruleset=Ruleset(rules="saboteur2"), hands=hands, before={"B": ["break:cart"]})
    bo = browser_of("Bo")
    page = get(bo, f"{plan_at(game)}?mode=trade&lift=cart")
    tokens = [one["value"] for one in page.forms["play"].fields if one["type"] == "checkbox"]
    page = send(bo, page.play, card=tokens[:2])
    assert "Remove this: broken cart." in page.words
    page = get(bo, f"{plan_at(game)}?mode=discard")
    page = send(bo, page.play, card=tokens[1:])
    assert planned_by(game, "Bo").startswith("trade ")
    assert " | pass " in planned_by(game, "Bo")


def test_with_htmx_the_part_that_changes_is_sent() -> None:
    game, bo = table(), browser_of("Bo")
    page = get(bo, plan_at(game), **HX)
    assert page.markup.lstrip().startswith("<title>")
    assert "<html" not in page.markup
    assert "Plan your next turn." in page.words


def test_open_plan_page_keeps_its_choice_until_the_turn_begins() -> None:
    game, bo = table(first="C"), browser_of("Bo")
    page = choose(bo, get(bo, plan_at(game)), "Map")
    question = re.search(r'id="pulse"\s+hx-get="([^"]+)"', page.markup)
    assert question
    asked = question[1].replace("&amp;", "&")
    assert f'hx-get="{plan_at(game)}' not in bo.get(asked).content.decode()
    do(game, "C map 8,0")
    asked = re.sub(r"v=\d+", "v=0", asked)  # what is told after a commit is not told within a test
    answer = re.search(r'hx-get="([^"]+)"', bo.get(asked).content.decode())
    assert answer
    again = get(bo, answer[1].replace("&amp;", "&"), **HX)
    assert again.forms["play"].action == plan_at(game)
    assert any(card["aria-current"] for card in again.hand())
    do(game, "A map 8,0")
    assert bo.get(asked).status_code == 200
    assert bo.get(plan_at(game), headers=HX).headers["Location"] == reverse("games:table", args=[game.code])


# -- what is no plan


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({}, "The form isn’t complete"),
        ({"answer": "none"}, "You can’t plan that"),
        ({"order": "none"}, "You can’t plan that"),
        ({"mode": "discard"}, "You didn’t choose a card."),
        ({"deed": "out", "number": "9"}, "That isn’t in your plan."),
        ({"deed": "wait", "minutes": "7"}, "A plan can’t wait that long"),
    ],
)
def test_invalid_plan_is_refused_with_a_sentence(form: dict[str, str], words: str) -> None:
    game, bo = table(), browser_of("Bo")
    standing = {"seq": "0", "key": "k"} if form and "deed" not in form else {}
    answer = Page(bo.post(plan_at(game), {**standing, **form}))
    assert answer.status == 422
    assert words in answer.words
    assert planned_by(game, "Bo") == ""


def test_plan_that_could_not_be_played_now_is_refused_with_the_rule() -> None:
    game, bo = table(), browser_of("Bo")
    page = choose(bo, get(bo, plan_at(game)), "Straight tunnel")
    token = next(one["value"] for one in page.forms["play"].fields if one["name"] == "card")
    answer = Page(bo.post(plan_at(game), {"seq": "0", "key": "k", "card": token, "at": "M5"}))
    assert answer.status == 422
    assert "At M5, this card wouldn’t be joined to the start" in answer.words


def test_three_tries_are_all_and_the_page_says_so() -> None:
    game, bo = table(), browser_of("Bo")
    do(game, "B order turn lay EW 1,0 | lay EW -1,0 | lay NS 0,1")
    page = get(bo, plan_at(game))
    assert "Your plan is full." in page.words
    page = get(bo, choose(bo, page, "Map").lit()[0])
    assert page.play is not None
    answer = Page(bo.post(plan_at(game), page.play.values()))
    assert answer.status == 422
    assert "Remove something first." in answer.words


def test_player_on_turn_is_redirected_and_a_spectator_gets_a_404() -> None:
    game = table()
    Game.objects.filter(pk=game.pk).update(joining=Joining.ANYONE)
    assert browser_of("Ann").get(plan_at(game)).headers["Location"] == reverse("games:table", args=[game.code])
    stranger = browser_of(UserFactory.create(username="Zoe"))
    assert stranger.get(plan_at(game)).status_code == 404
    watching = get(stranger, reverse("games:table", args=[game.code]))
    assert not watching.to("/plan/")
    assert "Plan" not in watching.words


def test_in_a_window_who_is_asked_may_plan_too() -> None:
    hands = {"A": ["EW", "NS"], "B": ["EW", "NS"], "C": ["veto", "map"]}
    game = table(ruleset=Ruleset(modules=("veto",), veto_window=12), hands=hands)
    do(game, "A lay EW 1,0")
    page = get(browser_of("Bo"), plan_at(game))
    assert page.hand()
    assert get(browser_of("Bo"), reverse("games:table", args=[game.code])).to("/plan/")


# -- what it costs, and what others see of it


def test_the_page_costs_as_much_as_the_table() -> None:
    game, bo = table(), browser_of("Bo")
    bo.get(plan_at(game))  # the first look at news is remembered
    assert len(statements(bo, plan_at(game))) <= 6


def faces(game: Game, *names: str) -> list[Any]:
    """All that others fetch, and what they could see of the rows."""
    pages = [reverse(f"games:{page}", args=[game.code]) for page in ("table", "log", "words")]
    shown = [browser_of(name).get(page).content.decode() for name in names for page in pages]
    game.refresh_from_db()
    steady = [re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"|\?s=[^"&]+', "", text) for text in shown]
    return [steady, game.seq, game.version, game.moved_at, game.deadline]


@pytest.mark.examples(1)
@pytest.mark.parametrize("minutes", ["0", "60"])
def test_r95_plan_is_invisible_to_other_players(minutes: str) -> None:
    game, bo = table(), browser_of("Bo")
    get(bo, plan_at(game))  # that all are here is no secret
    faces(game, "Ann", "Cy")
    before = faces(game, "Ann", "Cy")
    do(game, "B order turn lay EW 1,0 | pass map")
    page = get(bo, plan_at(game))
    send(bo, of(page, "wait"), minutes=minutes)
    assert faces(game, "Ann", "Cy") == before
    if minutes != "0":
        do(game, "A map 8,0")
        faces(game, "Ann", "Cy")  # their role is told on the first look alone
        with_plan = faces(game, "Ann", "Cy")
        Seat.objects.filter(game=game).update(plan="", plan_minutes=0)
        assert faces(game, "Ann", "Cy") == with_plan


def test_plan_that_no_page_could_make_is_shown_all_the_same() -> None:
    game = table()
    do(game, "B order turn lay map 1,0 | trade EW NS map | pass NS")
    for address in (plan_at(game), reverse("games:table", args=[game.code])):
        page = get(browser_of("Bo"), address)
        assert page.status == 200
        assert "Map, at M1" in page.words
