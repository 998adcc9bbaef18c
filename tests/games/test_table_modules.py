"""What the modules bring to the table, played by links and forms as a player without scripts does."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Move, PrivateAct
from games.rules.table import Ruleset
from games.tableau.links import card_token
from tests.factories import UserFactory
from tests.games.pages import Form, Page, get
from tests.games.tables import browser_of, do, in_position, loaded, seat_of

pytestmark = pytest.mark.django_db

TWO = Ruleset("saboteur2")


def table(players: int = 3, modules: tuple[str, ...] = (), *, rules: str = "base", **script: Any) -> Game:
    """A table in a position; the window for vetoes is an hour where `window` is given."""
    window = script.pop("window", 0)
    ruleset = Ruleset(rules, modules, veto_window=window, rounds=script.pop("rounds", 3))
    return in_position(players, ruleset=ruleset, code="mod", **script)


def chosen(game: Game, card: str, more: str = "", name: str = "Ann") -> Page:
    token = card_token(game.code, seat_of(game, name).user_id, card)
    return get(browser_of(name), f"/t/{game.code}/?card={token}{more}")


def without_countdown(markup: str) -> str:
    """A page without the seconds after which a time on it is no longer true."""
    return re.sub(r' data-untrue-in="[0-9]+"', "", markup)


def form_of(page: Page) -> Form:
    assert page.play is not None, page.words
    return page.play


def send(name: str, page: Page, form: str = "play", **sent: Any) -> Page:
    """Send a form of a page; the page it leads to."""
    client, wanted = browser_of(name), page.forms[form]
    response = client.post(wanted.action, wanted.values(**sent))
    assert response.status_code == 303, Page(response).words
    return get(client, response["Location"])


def last(game: Game) -> str:
    return Move.objects.filter(game=game).order_by("-seq")[0].command.split("\n")[0]


# -- the mine


def test_chests_fixed_cards_and_special_goals_are_drawn_and_named() -> None:
    modules = ("costume-department", "new-goals", "treasure-chests", "tunnel-party")
    game = table(modules=modules, mine={"8,0": "sack-2"})
    page = get(browser_of("Ann"), f"/t/{game.code}/")
    assert page.markup.count("#chest-back") == 4
    assert page.markup.count('#goal"') == 4
    assert "#f-costume-department" in page.markup
    assert "#f-tunnel-party" in page.markup
    assert "#g-sack-2" in page.markup
    assert "L4: Costume department" in page.words
    assert "Not joined to the start yet." in page.words
    assert "M8: goal, turned up: Sack with two nuggets" in page.words


def test_twelve_players_have_their_rows() -> None:
    game = in_position([UserFactory.create(username=f"P{n}") for n in range(12)], ruleset=TWO, code="twelve")
    page = get(browser_of("P3"), f"/t/{game.code}/")
    assert len([item for item in page.items if " cards" in item.text and "P" in item.text]) == 12


def test_places_for_ladders_lie_within_the_frame() -> None:
    game = table(rules="saboteur2", hands={"A": ["S-ladder", "NE"]}, mine={"1,0": "EW", "2,0": "E.W"})
    page = chosen(game, "S-ladder")
    assert page.lit()
    idle = get(browser_of("Bo"), "/t/mod/")
    assert page.markup.split('class="mine ')[1].split('"')[0] == idle.markup.split('class="mine ')[1].split('"')[0]
    assert not re.search(r"column-0\b", page.markup)
    assert "row-0 " not in page.markup


# -- moves of a turn


def test_two_goals_are_taken_one_after_the_other_and_then_swapped_or_not() -> None:
    game = table(modules=("swap-goals",), hands={"A": ["map", "swap-goals"]})
    do(
        game,
        "A map 8,2",
        f"B pass {loaded(game).state.seats[1].hand[0]}",
        f"C pass {loaded(game).state.seats[2].hand[0]}",
    )
    first = chosen(game, "swap-goals")
    assert "Choose the first of two goals." in first.words
    second = get(browser_of("Ann"), next(link for link in first.lit() if "at=O8" in link))
    assert "Choose the second goal." in second.words
    assert not any("also=O8" in link for link in second.lit())
    confirm = get(browser_of("Ann"), next(link for link in second.lit() if "also=K8" in link))
    assert "Take the goals at K8 and O8?" in confirm.words
    asked = send("Ann", confirm)
    assert last(game) == "A swap-goals 8,-2 8,2"
    assert "Swap the two goals, or leave them?" in asked.words
    assert "If your time runs out, we pick one at random." in asked.words
    assert "Bo holds two goals." not in get(browser_of("Cy"), "/t/mod/").words
    assert "Ann holds two goals." in get(browser_of("Cy"), "/t/mod/").words
    own = send("Ann", asked, answer="swap")
    assert "You swapped the two goals." in own.words
    assert "You swapped K8 and O8 at move 5." in own.words
    assert "K8: goal, you looked" in own.words
    assert "You swapped" not in get(browser_of("Bo"), "/t/mod/").words


def test_detour_lights_squares_and_shows_and_turns_its_card() -> None:
    game = table(modules=("detour",), hands={"A": ["NE", "N"], "B": ["detour", "E"]}, mine={"1,0": "NESW"})
    do(game, "A lay NE 1,-1~")
    page = chosen(game, "detour", name="Bo")
    assert "moving" in page.markup
    assert "This card will move." in page.words
    link = next(link for link in page.lit() if "at=M2" in link)
    preview = get(browser_of("Bo"), link)
    assert "Move the last tunnel card to M2?" in preview.words
    send("Bo", preview)
    assert last(game).startswith("B detour 2,0")
    dark = get(browser_of("Bo"), "/t/mod/")
    assert "Bo moved" not in dark.words
    assert "You moved the last tunnel card from L1 to M2." in dark.words


def test_a_detour_without_a_square_gets_a_sentence() -> None:
    game = table(modules=("detour",), hands={"A": ["NE", "N"], "B": ["detour", "E"]}, mine={"1,0": "NESW"})
    do(game, "A lay NE 1,-1~")
    before = loaded(game).state
    page = chosen(game, "detour", name="Bo")
    preview = get(browser_of("Bo"), next(link for link in page.lit() if "at=M2" in link))
    form = form_of(preview)
    answer = browser_of("Bo").post(form.action, form.values(at=""))
    assert answer.status_code == 422
    assert "You didn’t choose a square" in Page(answer).words
    assert loaded(game).state == before


def test_cards_on_players_say_why_they_cannot_be_played_on_some() -> None:
    game = table(rules="saboteur2", hands={"A": ["trapped", "swap-hats", "inspection"]}, before={"B": ["trapped"]})
    page = chosen(game, "trapped")
    assert "Bo already has this card in front of them: Trapped." in page.words
    assert "You can’t do that to yourself." in page.words
    assert "Take a new role yourself?" in chosen(game, "swap-hats", "&who=A").words
    own = send("Ann", chosen(game, "inspection", "&who=B"))
    role = loaded(game).state.seats[1].role
    assert "Only you see this: You saw the role of Bo" in own.words
    assert "Bo:" in own.words
    assert role in own.markup


def test_cards_that_can_do_nothing_name_their_reason() -> None:
    game = table(modules=("treasury", "veto", "guide"), hands={"A": ["treasury", "veto", "guide", "N"]})
    assert "Nothing has been discarded yet." in chosen(game, "treasury").words
    assert "You can only veto a card that was just played." in chosen(game, "veto").words
    assert "The mine guide needs two tunnel cards in your hand." in chosen(game, "guide").words


def test_up_to_three_cards_are_ticked_and_too_many_lose_no_tick() -> None:
    game = table(rules="saboteur2", hands={"A": ["NESW", "EW", "map", "rockfall", "N"]})
    page = get(browser_of("Ann"), get(browser_of("Ann"), "/t/mod/").to("mode=discard")[0])
    assert "Tick up to 3 cards." in page.words
    boxes = [field["value"] for field in form_of(page).fields if field["type"] == "checkbox"]
    assert len(boxes) == 5
    refused = Page(browser_of("Ann").post(form_of(page).action, form_of(page).values(card=boxes[:4])))
    assert refused.status == 422
    assert "The most that may be discarded at once: 3." in refused.words
    assert len([one for one in form_of(page).fields if one["type"] == "checkbox"]) == 5
    assert sum("checked" in one.attributes for one in form_of(refused).fields) == 4
    none = Page(browser_of("Ann").post(form_of(page).action, form_of(page).values()))
    assert "You didn’t choose a card. Tick the ones you want to discard." in none.words
    send("Ann", page, card=boxes[:2])
    assert last(game) == "A pass EW NESW"
    assert "Ann discarded 2 cards." in get(browser_of("Bo"), "/t/mod/").words


def test_a_card_before_me_is_removed_by_discarding_two() -> None:
    game = table(rules="saboteur2", hands={"A": ["NESW", "EW", "map"]}, before={"A": ["break:cart", "trapped"]})
    idle = get(browser_of("Ann"), "/t/mod/")
    page = get(browser_of("Ann"), get(browser_of("Ann"), idle.to("mode=trade")[0]).to("mode=trade", "lift=cart")[0])
    assert "Discard two cards to remove this: broken cart." in page.words
    boxes = [field["value"] for field in form_of(page).fields if field["type"] == "checkbox"]
    one = Page(browser_of("Ann").post(form_of(page).action, form_of(page).values(card=boxes[:1])))
    assert one.status == 422
    send("Ann", page, card=boxes[:2])
    assert last(game) == "A trade EW NESW break:cart"


def test_miner_is_placed_and_a_toll_asked_before_confirmation() -> None:
    hands = {"A": ["map", "N"], "B": ["EW", "E"], "C": ["map"]}
    game = table(modules=("tunnel-toll",), hands=hands, nuggets={"A": 1, "B": 1, "C": 1})
    ends = get(browser_of("Ann"), get(browser_of("Ann"), "/t/mod/").to("mode=miner")[0])
    assert "Choose an open end of the mine." in ends.words
    at = get(browser_of("Ann"), next(link for link in ends.lit() if "at=M1" in link))
    assert "Choose the card to discard for it." in at.words
    confirm = get(browser_of("Ann"), next(card["href"] for card in at.hand() if card.text == "Map"))
    assert "Discard a card (Map) and put a miner on M1?" in confirm.words
    send("Ann", confirm)
    assert last(game) == "A miner map 1,0"
    page = chosen(game, "EW", "&at=M1", name="Bo")
    assert "M1: A miner of Ann stands here." in get(browser_of("Cy"), "/t/mod/").words
    assert "#x-miner" in get(browser_of("Cy"), "/t/mod/").markup
    assert "Costs 1 nugget, paid to Ann." in page.words
    offering = get(browser_of("Cy"), "/t/mod/")
    assert "Everyone sees an offer to pay" in offering.words
    assert "You offer to pay for Bo." in send("Cy", offering, "order-offer", who="B").words
    assert "pays for Bo" in get(browser_of("Ann"), "/t/mod/").words
    page = chosen(game, "EW", "&at=M1", name="Bo")
    let = get(browser_of("Bo"), next(link for link in page.to("pay=C")))
    assert "Cy pays 1 nugget to Ann." in let.words
    send("Bo", let)
    assert last(game) == "B lay EW 1,0 $C"


def test_holders_of_gold_are_public_and_amounts_are_their_own() -> None:
    table(rules="saboteur2", nuggets={"A": 3, "B": 0, "C": 1})
    own, other = get(browser_of("Ann"), "/t/mod/"), get(browser_of("Bo"), "/t/mod/")
    assert "3 nuggets" in own.words
    assert "3 nuggets" not in other.words
    assert [item.text.count("has gold") > 0 for item in other.items if item["id"].startswith("plate-")] == [
        True,
        False,
        True,
    ]


def test_the_order_of_play_is_said_to_be_reversed() -> None:
    game = table(modules=("reverse",), hands={"A": ["reverse", "N"]})
    assert "Order of play reversed" not in get(browser_of("Ann"), "/t/mod/").words
    send("Ann", chosen(game, "reverse"))
    page = get(browser_of("Bo"), "/t/mod/")
    assert "Order of play reversed" in page.words
    assert "It’s Cy’s turn." in page.words


# -- decisions


def test_a_guide_lays_two_tunnels_and_refuses_anything_else() -> None:
    game = table(modules=("guide",), hands={"A": ["guide", "EW", "NESW", "map"]})
    asked = send("Ann", chosen(game, "guide"))
    assert "Lay the next tunnel card." in asked.words
    assert "Then you draw 2 cards, or one less if the second tunnel fits nowhere." in asked.words
    assert "If your time runs out, the mine guide ends here: you lay no more and draw nothing." in asked.words
    assert not asked.to("mode=discard")
    assert "Now you can only lay a tunnel card." in chosen(game, "map").words
    assert "Ann is laying another tunnel card." in get(browser_of("Bo"), "/t/mod/").words
    second = send("Ann", chosen(game, "EW", "&at=M1"))
    assert "Then you draw 2 cards." in second.words
    assert "If your time runs out, the mine guide ends here: you lay no more and draw 1 card." in second.words
    send("Ann", chosen(game, "NESW", "&at=M2"))
    assert "2,0" in loaded(game).state.public.mine
    assert "It’s Bo’s turn." in get(browser_of("Ann"), "/t/mod/").words


def test_treasury_offers_cards_privately_and_a_veto_can_stay() -> None:
    discards = ["veto", "map", "EW"]
    game = table(modules=("treasury", "veto"), hands={"A": ["treasury", "N"]}, discards=discards)
    asked = send("Ann", chosen(game, "treasury"))
    assert sorted(asked.answers) == sorted(discards)
    assert "#a-veto" in asked.markup
    waiting = get(browser_of("Bo"), "/t/mod/")
    assert "Ann is choosing a card to keep." in waiting.words
    assert "Veto it" not in waiting.words
    send("Ann", asked, answer="veto")
    assert "veto" in loaded(game).state.seats[0].hand


def test_goal_to_turn_up_first_is_chosen_on_lit_goals() -> None:
    mine = {f"{x},0": "NESW" for x in (1, 2, 3)} | {"4,0": "EW", "5,0": "EW", "6,0": "EW"}
    mine |= {"7,0": "ESW", "7,1": "NES", "7,2": "NS", "8,3": "NW", "7,3": "NES"}
    game = table(
        modules=("new-goals",),
        hands={"A": ["ESW", "N"]},
        goals={"8,-4": "stone-a", "8,-2": "stone-b", "8,0": "stone-c", "8,2": "sack-2", "8,4": "gold"},
        mine={at: card for at, card in mine.items() if at != "7,0"},
    )
    do(game, "A lay ESW 7,0")
    asked = get(browser_of("Ann"), "/t/mod/")
    assert "Choose what to turn up first." in asked.words
    assert "Ann is choosing what to turn up first." in get(browser_of("Bo"), "/t/mod/").words
    lit = get(browser_of("Ann"), next(link for link in asked.lit() if "at=O8" in link))
    assert re.search(r'name="answer" value="8,2"\s+data-focus', lit.markup)
    send("Ann", lit, answer="8,2")
    assert "Ann took 2 nuggets." in get(browser_of("Bo"), "/t/mod/").words


def test_veto_window_shows_the_card_and_asks_all_alike() -> None:
    hands = {"A": ["NESW", "N"], "B": ["veto", "map"], "C": ["map", "E"], "D": ["rockfall"]}
    game = table(4, ("veto",), window=1, hands=hands)
    send("Ann", chosen(game, "NESW", "&at=M1"))
    holder, other, mover = (get(browser_of(name), "/t/mod/") for name in ("Bo", "Cy", "Ann"))
    for page in (holder, other, mover):
        assert "wants to lay the crossing at M1" in page.words.replace("You want to", "wants to")
        assert "pending" in page.markup
        assert "the crossing at M1: leads to L1, M0, M2 and N1. It has no effect yet." in page.words
    assert "1,0" not in loaded(game).state.public.mine
    assert "Veto it, or let it pass?" in holder.words
    assert "Veto it, or let it pass?" in other.words
    assert other.answers == ["none"]
    assert "Every other player with cards is asked whether to veto it." in mover.words
    before = get(browser_of("Ann"), "/t/mod/").markup
    assert pill(holder) == pill(other)
    assert "Veto it?" in pill(holder)
    for page in (holder, other):
        assert "<title>(1) Veto it? · Friday dwarves" in page.markup
    assert "Your turn" not in pill(mover)
    answered = send("Cy", other, answer="none")
    assert "You have answered." in answered.words
    assert "Waiting for Bo, Dee" in pill(answered)
    assert answered.play is None
    assert "(1)" not in answered.markup.split("</title>")[0]
    after = get(browser_of("Ann"), "/t/mod/").markup
    assert without_countdown(without_key(after)) == without_countdown(without_key(before))
    again = browser_of("Cy").post(form_of(other).action, form_of(other).values(answer="none"))
    assert again.status_code == 303
    send("Bo", holder, answer="strike")
    assert "Bo vetoed your card: Crossing." in get(browser_of("Ann"), "/t/mod/").words
    assert "1,0" not in loaded(game).state.public.mine


def pill(page: Page) -> str:
    """What the clock says."""
    return page.markup.split('<p id="clock"')[1].split("</p>")[0]


def without_key(markup: str) -> str:
    return re.sub(r'value="\w{64}"|pulse/[\w:-]+', "", markup)


def test_a_player_is_chosen_from_rows_or_by_lit_names() -> None:
    game = table(
        modules=("treasure-chests",),
        hands={"A": ["NESW"]},
        chests={"2,-1": ["NESW", "spy"], "2,1": ["NE", "nugget"], "6,-1": ["NW", "no-maps"], "6,1": ["ESW", "no-draw"]},
        mine={"1,0": "EW"},
    )
    do(game, "A lay NESW 2,0")
    page = get(browser_of("Ann"), "/t/mod/")
    if "Choose what to turn up first." in page.words:
        lit = get(browser_of("Ann"), next(link for link in page.lit() if "at=L2" in link))
        assert re.search(r'name="answer" value="2,-1"\s+data-focus', lit.markup)
        page = send("Ann", lit, answer="2,-1")
    assert "Choose a player." in page.words
    named = get(browser_of("Ann"), next(link for link in page.lit() if "who=C" in link))
    assert re.search(r'name="answer" value="C"\s+data-focus', named.markup)
    seen = send("Ann", named, answer="C")
    assert "You saw the role of Cy" in seen.words
    assert "Ann looked at your role." in get(browser_of("Cy"), "/t/mod/").words


# -- standing orders


def test_standing_orders_are_shown_to_me_alone_and_leave_no_trace() -> None:
    game = table(rules="saboteur2", modules=("veto",), window=1, hands={"A": ["NESW", "EW"]})
    others = get(browser_of("Ann"), "/t/mod/").markup
    version = Game.objects.get(pk=game.pk).version
    page = get(browser_of("Bo"), "/t/mod/")
    assert "Standing orders" in page.words
    page = send("Bo", page, "order-veto", what="rockfall", who="any")
    assert "Veto the next of these that any player plays: Rockfall." in page.words
    page = send("Bo", page, "order-veto", what="lay", who="A")
    assert "Veto the next of these that Ann plays: Any tunnel card." in page.words
    assert "that any player plays" not in page.words
    page = send("Bo", page, "order-theft", who="C")
    assert "Steal from Cy." in page.words
    page = send("Bo", page, "order-pass")
    assert "Make no veto, and don’t ask me." in page.words
    assert PrivateAct.objects.filter(game=game, seat=1).count() == 4
    assert without_key(get(browser_of("Ann"), "/t/mod/").markup) == without_key(others)
    assert Game.objects.get(pk=game.pk).version == version
    page = send("Bo", page, "order-none")
    assert "Withdraw all" not in page.words
    assert loaded(game).state.seats[1].orders == ()


@pytest.mark.parametrize(("order", "what", "who"), [("kill", "any", ""), ("veto", "gold", "A"), ("theft", "any", "Z")])
def test_impossible_order_gets_a_sentence(order: str, what: str, who: str) -> None:
    table(rules="saboteur2", modules=("veto",))
    form = get(browser_of("Bo"), "/t/mod/").forms["order-veto"]
    response = browser_of("Bo").post(form.action, {**form.values(), "order": order, "what": what, "who": who})
    assert response.status_code == 422
    assert 'class="line bad"' in response.content.decode()


def test_orders_are_hidden_from_spectators_and_in_the_base_game() -> None:
    table()
    assert "Standing orders" not in get(browser_of("Ann"), "/t/mod/").words


def test_the_rules_in_force_stand_at_the_table() -> None:
    table(modules=("guide", "tunnel-toll"))
    page = get(browser_of("Ann"), get(browser_of("Ann"), "/t/mod/").to("/t/mod/rules/")[0])
    for slug in ("base", "guide", "tunnel-toll"):
        assert page.to(f"/rules/modules/{slug}/")
        assert get(Client(), page.to(f"/rules/modules/{slug}/")[0]).status == 200
    assert "Gold cards are dealt out automatically, the highest first." in page.words
    assert "the one in the lane with the earlier letter is turned up first." in page.words
