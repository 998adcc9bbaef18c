"""The end of a game: what each round brought each player, and small honours, for every mix of modules."""

from random import Random
from typing import Any

import pytest
from django.urls import reverse
from msgspec.structs import replace

from accounts.models import User
from accounts.services import guests
from games.models import Game, Seat
from games.rules import engine
from games.rules.board import START_SQUARE
from games.rules.cards import START
from games.rules.events import (
    Laid,
    NuggetTaken,
    Played,
    PublicEvent,
    RoundBegan,
    RoundEnded,
    Stole,
    Swapped,
    TollPaid,
    TookGold,
    Vetoed,
)
from games.rules.ruleset import compiled
from games.rules.table import RoundResult, Ruleset
from games.selectors.course import CommandEvents, Course, GoldCard
from games.selectors.table import Person
from games.services import rematch
from games.tableau.final import gained_in, scores_of
from games.tableau.honours import honours_of, longest_tunnel
from tests.conftest import SOAK
from tests.games.pages import Page, get, go_on
from tests.games.tables import browser_of, do, in_position, people, seen_by_all
from tests.rules.playout import RULESETS, WHOLE_BOX, any_table, keen_act

MIXES = 300 if SOAK else 12
NAMES = ("Ann", "Bo", "Cy", "Dee")


def played(rng: Random, ruleset: Ruleset, players: int) -> tuple[engine.Public, Course]:
    """A whole game, and its course as it would stand in the log."""
    key = rng.randbytes(32)
    step = engine.begin_from(ruleset, engine.first_deal(ruleset, players, key=key), key=key)
    state, log, gold = step.state, [CommandEvents(0, step.events)], []
    while not engine.is_over(state.public):
        step = engine.apply(state, *keen_act(rng, state, 0.9))
        events, state = list(step.events), step.state
        seq = state.public.seq
        if seq == log[-1].seq:  # a secret act has no line in the log
            continue
        gold += [GoldCard(seq, seat, one.value) for seat, one in step.whispers if isinstance(one, TookGold)]
        if engine.awaits_deal(state.public):
            step = engine.begin_from(ruleset, engine.next_deal(state, key=key), key=key, last=state)
            events, state = [*events, *step.events], step.state
        log.append(CommandEvents(seq, tuple(events)))
    return state.public, Course(tuple(log), tuple(gold))


def check_the_gold(rng: Random, ruleset: Ruleset, players: int) -> None:
    public, course = played(rng, ruleset, players)
    assert public.revealed is not None
    first = compiled(ruleset).first_nuggets
    rounds = gained_in(public, course)
    assert list(rounds) == [result.round for result in public.results]
    sums = [first + sum(gained[seat] for gained in rounds.values()) for seat in range(players)]
    assert sums == list(public.revealed.gold), ruleset


@pytest.mark.parametrize("number", range(MIXES))
def test_round_results_add_up_to_the_final_gold(number: int, chance: Random) -> None:
    check_the_gold(chance, *any_table(chance))


@pytest.mark.examples(4)
@pytest.mark.parametrize("ruleset", [*RULESETS, *WHOLE_BOX])
def test_it_adds_up_with_every_module_in_force(ruleset: Ruleset, chance: Random) -> None:
    check_the_gold(chance, replace(ruleset, rounds=3), chance.choice(compiled(ruleset).seats))


def test_gold_cards_belong_to_the_round_in_which_they_were_taken() -> None:
    ended = RoundEnded(round=1, reason="gold", connector=0, winners=(0, 1), roles=("digger",) * 2)
    none = replace(ended, round=2, reason="hands-empty", winners=())
    log = (
        CommandEvents(0, (RoundBegan(round=1, first=0),)),
        CommandEvents(1, (NuggetTaken(seat=1, count=2), TollPaid(seat=0, owner=1, at="1,0"))),
        CommandEvents(2, (ended, RoundBegan(round=2, first=1))),
        CommandEvents(3, (Stole(seat=0, victim=1), Stole(seat=1, victim=None), none)),
    )
    results = (result(1), result(2))
    public = type("Public", (), {"results": results, "seats": 2})()
    course = Course(log, (GoldCard(2, 0, 3), GoldCard(2, 1, 1)))
    assert gained_in(public, course) == {1: [3 - 1, 1 + 2 + 1], 2: [1, -1]}


def result(number: int, **more: Any) -> RoundResult:
    usual: dict[str, Any] = {
        "reason": "hands-empty",
        "connector": None,
        "winners": (),
        "roles": ("digger",) * 4,
        "goals": {},
    }
    return RoundResult(round=number, **{**usual, **more})


# -- honours


def test_the_longest_tunnel_is_the_farthest_way_from_the_start() -> None:
    assert longest_tunnel({START_SQUARE: START}) == 0
    line = {START_SQUARE: START, "1,0": "EW", "2,0": "EW", "3,0": "NESW"}
    assert longest_tunnel(line) == 3
    assert longest_tunnel({**line, "3,1": "NS", "0,1": "NS"}) == 4
    cut = {at: card for at, card in line.items() if at != "2,0"}
    assert longest_tunnel(cut) == 1
    assert longest_tunnel({**line, "1,0": "E.W"}) == 1
    assert longest_tunnel({**cut, "3,0": "S-ladder", "3,1": "NS", "3,2": "NS"}) == 3
    loop = {START_SQUARE: START, "1,0": "NESW", "1,1": "NW", "0,1": "NE"}
    assert longest_tunnel(loop) == 2


def test_honours_go_to_the_best_and_not_to_a_crowd() -> None:
    events: list[PublicEvent] = [
        *(Laid(seat=seat, card="EW", at="1,0") for seat in (0, 0, 1)),
        *(Played(seat=seat, card="break:cart", target=0) for seat in (1, 2)),
        Played(seat=1, card="trapped", target=2),
        *(Played(seat=seat, card="map", at=("8,0",)) for seat in range(4)),
        Played(seat=3, card="repair:cart", target=0, lifted="break:cart"),
        Played(seat=3, card="free", target=2, lifted="trapped"),
        Played(seat=0, card="hands-off", target=1, lifted="theft"),
        *(Played(seat=seat, card="rockfall", at=("1,0",), lifted="EW") for seat in (1, 1, 2)),
        *(Swapped(seat=0, at=("8,0", "8,2")) for _again in range(2)),
        Stole(seat=2, victim=None),
        Vetoed(seat=0, by=3, card="map", at=("8,0",)),
    ]
    results = [result(1, reason="gold", connector=2), result(2, mine={START_SQUARE: START, "1,0": "EW"})]
    found = honours_of(results, NAMES, Course((CommandEvents(1, tuple(events)),), ()))
    assert [(one.words, one.names, one.round, one.most) for one in found] == [
        ("Longest tunnel, in cards", "", 2, 1),
        ("Gold reached", "Cy", 0, 1),
        ("Most tunnel cards laid", "Ann", 0, 2),
        ("Most tools broken and players trapped", "Bo", 0, 2),
        ("Most tools repaired and players freed", "Dee", 0, 2),
        ("Most rockfalls", "Bo", 0, 2),
        ("Most vetoes", "Dee", 0, 1),
    ]
    assert honours_of([], NAMES, Course((), ())) == ()


# -- the page


def test_players_of_equal_gold_share_a_place(chance: Random) -> None:
    public, course = played(chance, Ruleset(rounds=2), 5)
    assert public.revealed is not None
    public = replace(public, revealed=replace(public.revealed, gold=(2, 5, 2, 5, 0), winners=(1, 3)))
    scores = scores_of(public, [Person(number, name, number) for number, name in enumerate("ABCDE")], 2, course)
    assert [(one.person.name, one.place, one.won) for one in scores] == [
        ("B", 1, True),
        ("D", 1, True),
        ("A", 3, False),
        ("C", 3, False),
        ("E", 5, False),
    ]


@pytest.mark.django_db
def test_the_scores_show_rounds_by_players_and_lead_on() -> None:
    way = {f"{x},0": "EW" if x % 2 else "NESW" for x in range(1, 7)}
    roles = {"A": "digger", "B": "saboteur", "C": "digger"}
    rules = Ruleset(rounds=2, modules=("tunnel-toll",))
    game = in_position(
        3, ruleset=rules, code="end", goals={"8,0": "gold"}, mine=way, hands={"A": ["NESW"]}, roles=roles,
        gold_cards=[3, 1, 2], nuggets={"A": 1, "B": 1, "C": 1},
    )  # fmt: skip
    do(game, "A lay NESW 7,0", "= end")
    page = go_on(browser_of("Bo"), "end")
    rows = page.markup.split("<tbody>")[1].split("</tbody>")[0].split("</tr>")
    cells = [
        [cell.rpartition(">")[2].split("<")[0].split()[-1] for cell in row.split("</td>")[:-1]] for row in rows[:-1]
    ]
    assert cells == [["1", "3", "0", "4"], ["1", "1", "0", "2"], ["1", "0", "0", "1"]]
    assert {"/t/end/log/", "/t/end/fairness/", "/t/end/export.json", "/t/end/round/1/"} <= set(page.to("/t/end/"))
    assert page.forms["/t/end/again"].buttons[0].text == "Play again with the same people"
    assert "Longest tunnel" in page.words
    for name in ("Ann", "Bo", "Cy"):
        assert "gold card" not in get(browser_of(name), "/t/end/round/1/").words


# -- guests and practice


def ended_with_a_guest(**fields: Any) -> tuple[Game, User]:
    """A finished game of Rita, who is a guest, and two others."""
    rita = guests.come(name="Rita")
    game = in_position([rita, *people(2)], code="end", ruleset=Ruleset(rounds=1))
    seen_by_all(game)
    do(game, "= end")
    Game.objects.filter(pk=game.pk).update(**fields)
    return game, rita


@pytest.mark.django_db
def test_guest_keeps_their_name_with_a_password_in_one_form() -> None:
    _game, rita = ended_with_a_guest()
    browser = browser_of(rita)
    form = get(browser, "/t/end/").forms[reverse("account_signup")]
    answer = browser.post(form.action, form.values(password1="many blue pebbles"))
    assert (answer.status_code, answer["Location"]) == (302, "/t/end/")
    rita.refresh_from_db()
    assert (rita.username, rita.is_guest) == ("Rita", False)
    assert rita.check_password("many blue pebbles")
    page = get(browser, "/t/end/")
    assert "Keep this name" not in page.words
    assert "/t/end/again" in page.forms


@pytest.mark.django_db
def test_password_that_is_too_weak_leads_to_the_sign_up_with_the_name() -> None:
    _game, rita = ended_with_a_guest()
    browser = browser_of(rita)
    form = get(browser, "/t/end/").forms[reverse("account_signup")]
    page = Page(browser.post(form.action, form.values(password1="12")))
    rita.refresh_from_db()
    assert rita.is_guest
    (signup,) = (one for one in page.forms.values() if one.action == reverse("account_signup"))
    assert {one["name"]: one["value"] for one in signup.fields}["username"] == "Rita"


@pytest.mark.django_db
def test_guest_plays_again_once_another_player_has_set_up_the_table() -> None:
    game, rita = ended_with_a_guest(guests_welcome=True)
    page = get(browser_of(rita), "/t/end/")
    assert "/t/end/again" not in page.forms
    assert "When one of the others starts the next game, you’ll get an invitation." in page.words
    rematch.again(user=User.objects.get(username="Ann"), code=game.code)
    assert "/t/end/again" in get(browser_of(rita), "/t/end/").forms


@pytest.mark.django_db
def test_practice_ends_with_another_round_with_bots() -> None:
    game, rita = ended_with_a_guest(practice=True)
    Seat.objects.filter(game=game, user=rita).update(role="digger")
    page = get(browser_of(rita), "/t/end/")
    assert "/t/end/again" not in page.forms
    buttons = page.forms[reverse("games:try")].buttons
    assert [(one.text.strip(), one["value"]) for one in buttons] == [
        ("Now try as a saboteur", "saboteur"),
        ("Play again", "any"),
    ]
