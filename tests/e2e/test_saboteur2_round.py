"""A round of Saboteur 2: four people with a phone each play it up to its thefts, by taps.

In a soak they begin at the deal, else somewhere in its last fifth, at random.
"""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from games.models import Game
from games.rules.notation import parse_line
from games.rules.sights import RoleSight
from games.rules.table import Ruleset
from games.tableau.links import card_token
from games.wording import card_name
from tests.conftest import SOAK
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.players import Player, hand_of
from tests.games.tables import do, loaded, running_game, seats_of

pytestmark = MARKS

NAMES = ("Ann", "Bo", "Cy", "Dee")
#: The deal of this seed, and a round of it: Ann profits, Bo is the boss, Cy a green digger, Dee a geologist.
SEED = 475
COURSE = """
D lay ESW 1,0~ | A map 8,-2 | B lay EW-green 2,0 | C lay NESW-crystal 3,0 | D lay EW 4,0 | A lay NS 0,-1
B pass N N.E.S.W NW.ES | C map 8,-2 | D break:pickaxe B | A theft | B repair:pickaxe B | C hands-off A
D lay EW-blue 5,0 | A lay ESW.N-crystal -1,0~ | B map 8,2 | C lay E-crystal 6,0~ | D lay NSW.E-crystal 0,-2~
A lay E.S.W 0,-3 | B lay NE 3,1 | C lay NE 4,1~ | D lay NES 4,2~ | A lay ESW 1,-2 | B pass NW.ES map swap-hats
C lay NES 4,3 | D lay NS.EW 4,4 | A swap-hands D | B lay NESW 5,3 | C inspection A | D lay ESW-crystal 2,-2
A theft | B lay NW 6,3 | C lay NW 6,2~ | D break:cart C | A trapped C | B lay EW 7,2
"""
#: What the page of the round says of each of them, and how it was counted.
REVEALED = {
    "Ann": ("Profiteer", "Two nuggets less than a share", "2 nuggets", "theft"),
    "Bo": ("Boss", "Joined the gold to the start.", "One nugget less than a share", "3 nuggets"),
    "Cy": ("Green digger", "Trapped: no gold", "no gold", "broken cart"),
    "Dee": ("Geologist", "For 5 crystals", "5 nuggets"),
}
COUNTED = ("every way passes a green one", "Trapped at the end: Cy.", "Crystals in the mine: 5.", "worth: 4")


@pytest.mark.soak
def test_four_people_play_a_round_of_saboteur_2_up_to_its_thefts(
    arrive: Arrive, calm_pulse: None, chance: Random
) -> None:
    lines = [line.strip() for line in COURSE.replace("\n", "|").split("|") if line.strip()]
    begun = 0 if SOAK else chance.randrange(4 * len(lines) // 5, 9 * len(lines) // 10)
    game = running_game(4, seed=SEED, ruleset=Ruleset("saboteur2", rounds=2))
    do(game, *lines[:begun])
    players = [Player(name, arrive(name, **PHONE), touch=True) for name in NAMES]
    for player in players:
        player.page.goto(f"/t/{game.code}/")
    for line in lines[begun:]:
        play(line, game, players)
    ann = players[0]
    for player in players:
        asked = "Choose a player to steal a nugget from" if player is ann else "Ann is choosing a player to steal from."
        look_at_the_reveal(player, asked)
    for player in players[1:]:
        expect(player.prompt).to_contain_text("Ann is choosing a player to steal from.")
    ann.is_on_turn()
    expect(ann.prompt).to_contain_text("Choose a player to steal a nugget from.")
    play("A choose D", game, players)
    for player in players:
        expect(player.page.locator("#round")).to_have_text("Round 2 of 2")
        look_at_the_reveal(player, "stole a nugget from")
        expect(player.page.get_by_role("list", name="Your hand, 6 cards")).to_be_visible()
        sees_only_their_own(player, game)


def play(line: str, game: Game, players: list[Player]) -> None:
    """Play a line of the course, once the player's page shows that it is their turn."""
    seat, command = parse_line(line)
    assert seat is not None
    player = players[seat]
    known = player.page.locator("#play [name=seq]")
    expect(known).to_have_value(str(loaded(game).state.public.seq))
    sees_only_their_own(player, game)
    player.play(command, hand_of(game, player.name))


def sees_only_their_own(player: Player, game: Game) -> None:
    """Nothing in a player's page is another's: no card that only they hold, no token of a card, no role."""
    state = loaded(game).state
    sent = player.page.content()
    for seat, own in zip(seats_of(game), state.seats, strict=True):
        if seat.user.username == player.name:
            assert player.page.locator(".hand .label").all_inner_texts() == [card_name(card) for card in own.hand]
            looked_at = {one.sight.role for one in own.sightings if isinstance(one.sight, RoleSight)}
            assert set(re.findall(r"#role-(\w+)", sent)) - looked_at == {own.role}
        else:
            assert not [card for card in own.hand if card_token(game.code, seat.user_id, card) in sent]


def look_at_the_reveal(player: Player, since: str) -> None:
    """Open the page of the round, find everything there that it paid and why, and go back to the table."""
    page = player.page
    link = page.get_by_role("link", name="Look at round 1")
    expect(player.on.or_(link).first).to_be_visible()
    if link.count():
        player.press(link)
    arrived(page, "**/round/1/")
    for name, words in REVEALED.items():
        cards = page.locator(".people > li").filter(has=page.get_by_text(name, exact=True))
        for word in words:
            expect(cards).to_contain_text(word)
    expect(page.locator(".people > .won")).to_have_count(2)
    for fact in (*COUNTED, since):
        expect(page.locator("main")).to_contain_text(fact)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    player.press(page.locator(".next .primary"))
    arrived(page, "**/t/*/")


def test_foreign_content_on_a_page_is_found(arrive: Arrive) -> None:
    game = running_game(4, seed=SEED, ruleset=Ruleset("saboteur2"))
    ann = Player("Ann", arrive("Ann"))
    ann.page.goto(f"/t/{game.code}/")
    sees_only_their_own(ann, game)
    bo, own = seats_of(game)[1], loaded(game).state.seats[1]
    for planted in (card_token(game.code, bo.user_id, own.hand[0]), f"cards.svg#role-{own.role}"):
        ann.page.evaluate("(text) => { document.querySelector('#said').textContent = text; }", planted)
        with pytest.raises(AssertionError):
            sees_only_their_own(ann, game)
