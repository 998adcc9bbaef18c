"""What the table's page shows, and to which viewers."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clock
from games.models import Game, Joining, Seat
from games.tableau.links import card_token
from tests.factories import UserFactory
from tests.games.pages import HX, Page, get
from tests.games.tables import (
    browser_of,
    do,
    finished_game,
    in_position,
    loaded,
    open_game,
    people,
    pulse_token,
    running_game,
    seat_of,
    seen_by_all,
)

pytestmark = [pytest.mark.quick, pytest.mark.django_db]

PAGES = ["table", "words", "log"]


@pytest.fixture
def game() -> Game:
    return in_position(
        3,
        code="page",
        roles={"A": "digger", "B": "saboteur", "C": "digger"},
        hands={"A": ["N", "NESW", "break:cart", "repair:cart", "map", "rockfall"]},
        before={"B": ["break:pickaxe"]},
        mine={"1,0": "EW", "2,0": "EW"},
    )


@pytest.fixture
def dee(db: None) -> User:
    """A user without a table."""
    return UserFactory.create(username="Dee")


def chosen(game: Game, card: str, more: str = "", name: str = "Ann") -> Page:
    token = card_token(game.code, seat_of(game, name).user_id, card)
    return get(browser_of(name), f"/t/{game.code}/?card={token}{more}")


# -- who may look


@pytest.mark.parametrize("page", PAGES)
def test_anonymous_visitor_is_sent_to_log_in_for_any_code(game: Game, page: str) -> None:
    answers = []
    for code in ("page", "none"):
        address = reverse(f"games:{page}", args=[code])
        response = Client().get(address)
        assert response.status_code == 302
        answers.append(response["Location"].replace(code, "CODE"))
    assert answers[0] == answers[1]
    assert "next=" in answers[0]


@pytest.mark.examples(1)
@pytest.mark.parametrize("page", PAGES)
def test_a_stranger_gets_what_an_unknown_table_gives(game: Game, dee: User, page: str) -> None:
    client = browser_of(dee)
    answers = [client.get(reverse(f"games:{page}", args=[code])) for code in ("page", "none")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert without_token(answers[0]) == without_token(answers[1])
    moves = [client.post(reverse("games:move", args=[code]), {"seq": "0", "key": "k"}) for code in ("page", "none")]
    assert moves[0].status_code == moves[1].status_code == 404
    assert without_token(moves[0]) == without_token(moves[1])


def without_token(response: Any) -> str:
    """A page without the token of its form that logs out, which is masked differently each time."""
    return re.sub(r'value="\w{64}"', "", response.content.decode())


def test_a_stranger_learns_nothing_of_finished_tables_either(dee: User) -> None:
    seen_by_all(finished_game(3, code="done"))
    for address in ("/t/done/", "/t/done/round/1/", "/t/done/log/"):
        assert browser_of(dee).get(address).status_code == 404
        assert browser_of("Cy").get(address).status_code == 200


def test_a_table_for_anyone_may_be_watched_without_hands_and_moves(dee: User) -> None:
    game = running_game(3, code="watch", joining=Joining.ANYONE)
    page = get(browser_of(dee), "/t/watch/")
    assert page.status == 200
    assert "Ann’s turn" in page.words
    assert "My role" not in page.words
    assert 'class="hand"' not in page.markup
    assert "/t/watch/pulse/" not in page.markup  # that of a player, which says who is here
    response = browser_of(dee).post("/t/watch/move", {"seq": str(game.seq), "key": "k", "answer": "none"})
    assert response.status_code == 404


def test_a_table_that_has_not_begun_shows_its_lobby() -> None:
    open_game(3, code="open")
    response = browser_of("Ann").get("/t/open/")
    assert response.status_code == 200
    assert 'id="mine"' not in response.content.decode()
    assert browser_of("Ann").get("/t/open/log/").status_code == 404


def test_rounds_that_are_not_over_have_no_page(game: Game) -> None:
    for number in ("1", "2", "0", "9" * 30):
        assert browser_of("Ann").get(f"/t/page/round/{number}/").status_code == 404


# -- what is there


def test_title_names_the_turn_to_its_player(game: Game) -> None:
    page = get(browser_of("Ann"), "/t/page/")
    assert title(page) == "(1) Your turn · Friday dwarves"
    assert "Choose a card from your hand." in page.words
    other = get(browser_of("Bo"), "/t/page/")
    assert title(other) == "Friday dwarves"
    assert "Waiting for Ann" in other.words
    assert not other.hand()


def title(page: Page) -> str:
    return page.markup.split("<title>")[1].split("</title>")[0].strip()


def test_page_says_since_when_a_seat_is_awaited(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "offset", timedelta(hours=3, minutes=5))
    assert "for 3 h" in get(browser_of("Bo"), "/t/page/").words


def test_the_role_is_shown_to_its_player_with_what_it_wants(game: Game) -> None:
    own, other = get(browser_of("Bo"), "/t/page/"), get(browser_of("Ann"), "/t/page/")
    assert "Saboteur" in own.words
    assert "You win when the round ends and nobody has reached the gold." in own.words
    assert "You win when the round ends and nobody has reached the gold." not in other.words


def test_tools_before_players_and_cards_in_hands_are_shown(game: Game) -> None:
    page = get(browser_of("Cy"), "/t/page/")
    row = next(item for item in page.items if "Bo" in item.text and "cards" in item.text)
    assert "broken pickaxe" in row.text
    assert "6 cards" in row.text


def test_sighting_is_shown_and_noted_for_its_player_alone(game: Game) -> None:
    do(game, "A map 8,0")
    own, other = get(browser_of("Ann"), "/t/page/"), get(browser_of("Cy"), "/t/page/")
    goal = loaded(game).state.table.goals["8,0"]
    name = "Gold" if goal == "gold" else "Stone"
    assert "Only you see this: You saw what lies at M8" in own.words
    assert f"M8: goal, you looked: {name}." in own.words
    assert f"M8: {name} (seen at move 1)" in own.words
    assert 'class="note"' in own.markup
    assert 'class="note"' not in other.markup
    assert "Only you see this: You saw" not in other.words
    do(game, f"B pass {loaded(game).state.seats[1].hand[0]}", f"C pass {loaded(game).state.seats[2].hand[0]}")
    do(game, "A pass N")
    later = get(browser_of("Ann"), "/t/page/")
    assert "Only you see this: You saw" not in later.words.split("Log")[0]
    assert f"M8: goal, you looked: {name}." in later.words


def test_events_while_away_stand_at_the_end_of_the_log(game: Game) -> None:
    do(game, "A lay NESW 3,0")
    assert "Since your last turn" not in get(browser_of("Ann"), "/t/page/").words
    do(game, f"B pass {loaded(game).state.seats[1].hand[0]}")
    page = get(browser_of("Ann"), "/t/page/")
    words = page.words.partition("Messages\n")[2]
    assert words.index("You laid the crossing at M3.") < words.index("Since your last turn")
    assert words.index("Since your last turn") < words.index("Bo discarded 1 card.")


def test_a_card_is_new_on_the_first_look_alone(game: Game) -> None:
    get(browser_of("Bo"), "/t/page/")
    do(game, "A lay NESW 3,0")
    client = browser_of("Bo")
    assert get(client, "/t/page/").markup.count(" new") == 1
    assert " new" not in get(client, "/t/page/").markup
    assert Seat.objects.get(game=game, number=1).seen_seq == 1


def test_frame_does_not_move_while_a_player_chooses(game: Game) -> None:
    pages = [get(browser_of("Ann"), "/t/page/"), get(browser_of("Bo"), "/t/page/")]
    pages += [chosen(game, card) for card in ("NESW", "map", "rockfall", "break:cart")]
    pages.append(chosen(game, "NESW", "&at=M3"))
    assert len({page.markup.split('class="mine ')[1].split('"')[0] for page in pages}) == 1


# -- what the others hold


def told_to_ann(hands: dict[str, list[str]], roles: dict[str, str], goals: dict[str, str]) -> list[str]:
    """All that Ann can fetch of a table in which the others hold this, and which is then undone."""
    world: dict[str, Any] = {"hands": {"A": ["NESW", "map", "break:cart"], **hands}, "roles": roles, "goals": goals}
    pages: list[str] = []
    with transaction.atomic():
        game = in_position(3, code="world", mine={"1,0": "EW"}, before={"B": ["break:pickaxe"]}, **world)
        do(game, "A map 8,0", f"B pass {hands['B'][0]}", f"C pass {hands['C'][0]}")
        client, token = browser_of("Ann"), card_token("world", seat_of(game, "Ann").user_id, "NESW")
        for query in ("", f"?card={token}", f"?card={token}&at=M2", f"?card={token}&at=L1", "?mode=discard"):
            pages += [without_secrets(client.get(f"/t/world/{query}", headers=headers)) for headers in ({}, HX)]
        pages += [without_secrets(client.get(f"/t/world/{page}/")) for page in ("words", "log")]
        bad = {"seq": str(game.seq), "key": "key", "card": token, "at": "M7"}
        pages.append(without_secrets(client.post("/t/world/move", bad)))
        transaction.set_rollback(True)
    return pages


def without_secrets(response: Any) -> str:
    """An answer without its signed parts, with its headers but the session's."""
    headers = {name: value for name, value in response.items() if name != "Content-Length"}
    return re.sub(r"pulse/[\w:-]+", "pulse", without_token(response)) + str(headers)


def test_nothing_that_only_others_know_changes_a_byte(db: None) -> None:
    people(3)
    ours = {"B": ["EW", "rockfall", "NS", "NE"], "C": ["NW", "map", "NE", "E"]}
    theirs = {"B": ["E", "map", "NE", "NW"], "C": ["NS", "EW", "rockfall", "NE"]}
    one = told_to_ann(
        ours, {"A": "digger", "B": "saboteur", "C": "digger"}, {"8,-2": "gold", "8,0": "stone-a", "8,2": "stone-b"}
    )
    other = told_to_ann(
        theirs, {"A": "digger", "B": "digger", "C": "saboteur"}, {"8,-2": "stone-b", "8,0": "stone-a", "8,2": "gold"}
    )
    assert one == other
    known = told_to_ann(
        ours, {"A": "digger", "B": "saboteur", "C": "digger"}, {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"}
    )
    assert one != known


# -- choosing


def test_no_address_tells_which_card_it_is_about(game: Game) -> None:
    pages = [get(browser_of("Ann"), "/t/page/"), chosen(game, "NESW"), chosen(game, "NESW", "&at=M3")]
    for page in pages:
        for link in page.links:
            assert "NESW" not in link["href"]
            assert not link["href"].endswith("card=1")
    assert len({link["href"] for link in pages[0].hand()}) == 6


def test_copies_of_a_card_have_one_address() -> None:
    game = in_position(3, code="twins", hands={"A": ["NESW", "NESW"]})
    hand = get(browser_of("Ann"), "/t/twins/").hand()
    assert hand[0]["href"] == hand[1]["href"]
    markup = chosen(game, "NESW").markup.split('class="hand"')[1].split("</ul>")[0]
    assert markup.count("aria-current") == 1


def test_squares_that_fit_are_lit_and_those_that_do_not_say_why(game: Game) -> None:
    page = chosen(game, "NESW")
    assert any("at=M3" in link for link in page.lit())
    dark = [link for link in page.squares() if link.text.endswith("Why?")]
    assert dark
    asked = get(browser_of("Ann"), next(link["href"] for link in dark if "at=L1" in link["href"]))
    assert asked.status == 200
    assert "At L1, this card wouldn’t be joined to the start." in asked.words
    assert asked.to("/rules/r/14/")
    assert asked.play is None


def said_on(page: Page) -> str:
    """The words of a page in one line."""
    return " ".join(page.words.split())


def test_a_tunnel_that_fits_nowhere_says_so() -> None:
    shut = {"1,0": "E.W", "-1,0": "E", "0,1": "N", "0,-1": "N.S"}
    game = in_position(3, code="nowhere", hands={"A": ["NESW"]}, mine=shut)
    page = chosen(game, "NESW")
    assert "This tunnel doesn’t fit anywhere right now. Discard it, or choose another card." in said_on(page)
    stopped = in_position(3, code="stopped", hands={"A": ["NESW"]}, mine=shut, before={"A": ["break:cart"]})
    both = "With a broken cart, you can’t lay tunnels. It doesn’t fit anywhere. Discard it, or choose another card."
    assert both in said_on(chosen(stopped, "NESW"))
    assert not page.lit()
    blocked = in_position(3, code="broken", hands={"A": ["NESW"]}, before={"A": ["break:cart"]})
    said = chosen(blocked, "NESW")
    assert "With a broken cart, you can’t lay tunnels." in said.words
    assert said.to("/rules/r/15/")
    assert "Rule R15" in said.words
    assert "fits nowhere" not in said.words
    assert not chosen(blocked, "NESW").lit()


def test_players_that_cannot_be_chosen_say_why(game: Game) -> None:
    page = chosen(game, "repair:cart")
    assert "This card can’t do anything right now." in page.words
    table = in_position(3, code="carts", hands={"A": ["break:cart"]}, before={"B": ["break:cart"]})
    page = chosen(table, "break:cart")
    assert "Bo’s cart is already broken." in page.words
    assert len(page.lit()) == 2


def test_a_rockfall_takes_tunnels_and_says_why_it_takes_nothing_else(game: Game) -> None:
    page = chosen(game, "rockfall")
    assert len(page.lit()) == 2
    assert "A rockfall can’t remove what’s at M0." in chosen(game, "rockfall", "&at=M0").words


def test_a_choice_that_was_overtaken_is_dropped_with_a_sentence(game: Game) -> None:
    do(game, "A pass NESW")
    page = chosen(game, "NESW", "&at=M3")
    assert page.status == 200
    assert "It’s no longer your turn, so your choice was dropped." in page.words


@pytest.mark.parametrize("query", ["?card=zzz", "?card=%00", "?at=Q", "?at=3,1", "?who=Z", "?tool=hammer", "?mode=all"])
def test_impossible_address_gets_a_sentence(game: Game, query: str) -> None:
    for headers in ({}, HX):
        page = get(browser_of("Ann"), f"/t/page/{query}", **headers)
        assert page.status == 422
        assert 'class="line bad"' in page.markup
        assert page.hand()


# -- the pulse


def test_an_unchanged_pulse_asks_again_ever_less_often(game: Game) -> None:
    game.refresh_from_db()
    address = reverse("games:pulse", args=["page", pulse_token(game, "Bo")])
    delays = []
    for asked in (0, 22, 23, 46, 47, 99):
        page = get(Client(), f"{address}?v={game.version}&n={asked}&card=abc&at=M3&other=1")
        assert "card=abc&amp;at=M3" in page.markup
        assert "other" not in page.markup
        delays.append(page.markup.split('hx-trigger="every ')[1].split("s")[0])
    assert delays == ["5", "5", "20", "20", "60", "60"]


def test_a_changed_pulse_fetches_the_table_and_holds_nothing_of_it(game: Game) -> None:
    address = reverse("games:pulse", args=["page", pulse_token(game, "Bo")])
    do(game, "A lay NESW 3,0")
    page = get(Client(), f"{address}?v=1&card=abc")
    assert 'hx-get="/t/page/?card=abc"' in page.markup
    assert 'hx-target="#table"' in page.markup
    assert "M3" not in page.words


def test_the_pulse_of_a_seat_that_was_left_is_dead(game: Game, dee: User) -> None:
    token = pulse_token(game, "Bo")
    Seat.objects.filter(game=game, number=1).update(user=dee)
    assert Client().get(reverse("games:pulse", args=["page", token])).status_code == 404
    assert Client().get(reverse("games:pulse", args=["page", "forged"])).status_code == 404


# -- what is written is shown as it was written


NASTY = '<img src=x onerror="alert(1)">&amp;'


def test_names_of_players_and_tables_are_inert_everywhere() -> None:
    people = [UserFactory.create(username=name) for name in ("<b>Ann</b>", "\"Bo'", "Cy&lt;")]
    game = in_position(people, code="inert", hands={"A": ["break:cart", "NESW"]})
    Game.objects.filter(pk=game.pk).update(name=NASTY[:40])
    client = browser_of(people[0])
    token = card_token("inert", people[0].pk, "break:cart")
    for address in ("/t/inert/", f"/t/inert/?card={token}", f"/t/inert/?card={token}&who=B", "/t/inert/log/"):
        for headers in ({}, HX):
            markup = get(client, address, **headers).markup
            assert "<b>Ann" not in markup
            assert "<img" not in markup
            assert "&lt;img src=x" in markup or "log" in address
    do(game, "A break:cart B")
    assert "<b>Ann" not in get(browser_of(people[1]), "/t/inert/").markup


def test_query_text_is_never_echoed(game: Game) -> None:
    for name in ("card", "at", "who", "tool", "mode", "flip", "v"):
        response = browser_of("Ann").get("/t/page/", {name: '"><script>alert(1)</script>'})
        assert b"<script>alert" not in response.content
    address = reverse("games:pulse", args=["page", pulse_token(game, "Bo")])
    beat = Client().get(address, {"card": '"><script>alert(1)</script>', "v": "0"})
    assert b"<script>" not in beat.content


def test_pages_are_not_cached_by_browsers(game: Game) -> None:
    for address in ("/t/page/", "/t/page/words/", "/t/page/log/"):
        response = browser_of("Ann").get(address)
        assert response["Cache-Control"] == "private, no-store"
        assert "ETag" not in response
        assert " style=" not in response.content.decode()
