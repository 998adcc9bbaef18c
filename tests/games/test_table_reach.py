"""Links and forms of the page lead to exactly the legal commands, for any mix of modules.

Random tables of all modules are played: what can be reached by following links is compared with the menu, and a
browser without any script then plays by what its pages offer.
"""

import random

import pytest
from django.test import Client

from games.models import Game, Status
from games.rules import engine
from games.rules.commands import Command
from games.rules.errors import Refused
from games.rules.ruleset import MODULES, VARIANTS, check_players
from games.rules.table import Ruleset
from games.rules.view import PlayerView, view
from games.tableau import bar
from tests.conftest import SOAK
from tests.games.pages import Page, get
from tests.games.reach import reachable
from tests.games.tables import NAMES, browser_of, loaded, people, running_game
from tests.rules.rounds import begin

SEEDS = range(40)
SEEDS_OF_PAGES = SEEDS if SOAK else SEEDS[::5]
MOVES = 30


def mixed(chance: random.Random) -> tuple[Ruleset, int]:
    """Random rules that go together, and a number of players for them."""
    while True:
        ruleset = Ruleset(
            rules=chance.choice(["base", "saboteur2"]),
            modules=tuple(sorted(name for name in MODULES if chance.random() < 0.5)),
            variants=tuple(sorted(name for name in VARIANTS if chance.random() < 0.2)),
            rounds=chance.choice([1, 2]),
            gold_draft=chance.choice(["auto", "hand"]),
            veto_window=chance.choice([0, 0, 1]),
        )
        players = chance.randint(2, len(NAMES))
        try:
            check_players(ruleset, players)
        except Refused:
            continue
        return ruleset, players


def random_command(chance: random.Random, menu: tuple[Command, ...]) -> Command:
    """One command of a menu; each kind is as likely as any other, discarding less."""
    kinds = sorted({type(command).__name__ for command in menu})
    if len(kinds) > 1 and chance.random() < 0.9:
        kinds = [kind for kind in kinds if kind != "Pass"]
    kind = chance.choice(kinds)
    return chance.choice([command for command in menu if type(command).__name__ == kind])


@pytest.mark.examples(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_links_and_forms_reach_exactly_the_menu(seed: int) -> None:
    chance = random.Random(f"reach {seed}")
    ruleset, players = mixed(chance)
    state = begin(ruleset, players, key=b"%d" % seed).state
    for move in range(MOVES):
        if engine.is_over(state.public) or engine.awaits_deal(state.public):
            break
        seat = chance.choice(engine.unanswered(state)).seat
        seen = view(state.public, state.seats[seat])
        if move % 3 == 0 or seen.my_decision not in ("turn", "veto"):
            assert reachable(seen) == set(seen.menu), (ruleset, move)
        state = engine.apply(state, seat, random_command(chance, seen.menu)).state


# -- the same in a browser without any script


@pytest.mark.django_db
@pytest.mark.examples(1)
@pytest.mark.parametrize("seed", SEEDS_OF_PAGES)
def test_tables_of_any_mix_are_played_by_what_the_pages_offer(seed: int) -> None:
    chance = random.Random(f"pages {seed}")
    ruleset, players = mixed(chance)
    game = running_game(people(players), seed=seed, ruleset=ruleset, code=f"mix-{seed}")
    clients = [browser_of(name) for name in NAMES[:players]]
    for _move in range(MOVES):
        game.refresh_from_db()
        if game.status == Status.OVER:
            break
        state = loaded(game).state
        seat = chance.choice(engine.unanswered(state)).seat
        command = random_command(chance, view(state.public, state.seats[seat]).menu)
        play(clients[seat], game, seat, command, chance)
    for client in clients[:2]:
        for page in ("", "words/", "log/"):
            assert get(client, f"/t/{game.code}/{page}").status == 200
        for result in loaded(game).state.public.results:
            assert get(client, f"/t/{game.code}/round/{result.round}/").status == 200


def play(client: Client, game: Game, seat: int, wish: Command, chance: random.Random) -> None:
    """Play a command of the kind of `wish`: follow lit targets until there is a button.

    Cards that can do nothing are put back; when none can do anything, one is discarded.
    """
    page = get(client, f"/t/{game.code}/")
    mode = MODES.get(type(wish).__name__, "")
    if mode:
        page = get(client, page.to(f"mode={mode}")[0])
    page = with_button(client, page, chance) or discarding(client, page, chance)
    assert page.play is not None, page.words
    ticks = [field["value"] for field in page.play.fields if field["type"] == "checkbox"]
    chosen = {"answer": chance.choice(page.answers)} if page.answers else {}
    cards = {"card": chance.sample(ticks, 2 if "lift" in page.play.values() else 1)} if ticks else {}
    response = client.post(page.play.action, page.play.values(**chosen, **cards))
    assert response.status_code == 303, Page(response).words


MODES = {"Pass": "discard", "Trade": "trade", "PutMiner": "miner"}


def with_button(client: Client, page: Page, chance: random.Random) -> Page | None:
    """Return the page with a button that lit targets, else cards of the hand, lead to; None without one."""
    assert page.status == 200
    if page.play is not None:
        return page
    for_miner = [card["href"] for card in page.hand() if "mode=miner" in card["href"]]
    if for_miner or page.lit():
        return with_button(client, get(client, chance.choice(for_miner or page.lit())), chance)
    cards = [card["href"] for card in page.hand() if card["aria-current"] != "true"]
    chance.shuffle(cards)
    for card in cards:
        chosen = get(client, card)
        if chosen.play is not None or chosen.lit():
            return with_button(client, chosen, chance)
    return None


def discarding(client: Client, page: Page, chance: random.Random) -> Page:
    """The page with the button that discards something."""
    found = with_button(client, get(client, page.to("mode=discard")[0]), chance)
    assert found is not None
    return found


def test_checker_finds_a_page_that_hides_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begin(Ruleset("saboteur2", ("tunnel-toll",)), 3, key=b"hidden").state
    seen: PlayerView = view(state.public, state.seats[state.public.first])
    assert reachable(seen) == set(seen.menu)
    monkeypatch.setattr(bar, "_can", lambda *_asked: False)
    assert reachable(seen) != set(seen.menu)
