"""The pages of the lessons: open to everybody, without rows, resumed where the player stopped."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.rules.commands import Choose, Command, Lay, Pass, PlayCard, PutMiner, Veto
from games.rules.notation import letter, parse, write
from games.rules.tunnels import TURNED
from games.sheets.sheet import STRIKES
from games.tableau.links import move_key
from games.wording import square_name
from games.wording.cited import cited
from handbook.lesson_page import Progress, links_of
from handbook.lessons import COURSE, LESSONS, READINGS, Attempt, after
from tests.games import tables
from tests.games.pages import HX, Form, Page, get

pytestmark = pytest.mark.django_db
EACH = pytest.mark.parametrize("name", LESSONS)
LEARN = "/learn/"


def at(name: str) -> str:
    """The address of a lesson."""
    return f"{LEARN}{name}/"


def form_of(course: Attempt, command: Command) -> dict[str, Any]:
    """The fields in which a browser sends a command."""
    name, seq = course.lesson.name, course.state.public.seq
    fields: dict[str, Any] = {"seq": seq, "key": move_key(name, 0, seq)}
    token = links_of(name).token
    match command:
        case Lay():
            place = square_name(command.at) + TURNED * command.turned
            return fields | {"card": token(command.card), "at": place}
        case Pass():
            return fields | {"mode": "discard", "card": [token(card) for card in command.cards]}
        case PlayCard():
            where = {"at": square_name(command.at[0])} if command.at else {}
            where |= {"also": square_name(command.at[1])} if len(command.at) > 1 else {}
            where |= {"at": where["at"] + TURNED} if command.turned else {}
            target = {"who": letter(command.seat)} if command.seat is not None else {}
            return fields | {"card": token(command.card), **where, **target}
        case PutMiner():
            return fields | {"mode": "miner", "card": token(command.card), "at": square_name(command.at)}
        case Veto():
            return fields | {"answer": STRIKES}
        case Choose():
            return fields | {"answer": command.answer}
    raise AssertionError(command)


def send(client: Client, name: str, text: str, *moves: str) -> Any:
    """What is answered to a command, after these moves."""
    return client.post(at(name), form_of(after(name, moves), parse(text)))


def posted(client: Client, form: Form, **chosen: str) -> Page:
    """The page to which a form leads."""
    answer = client.post(form.action, form.values(**chosen))
    assert answer.status_code == 303
    return get(client, answer["Location"])


def right_way(name: str) -> list[str]:
    """Moves by which a lesson is done, each the first that is right."""
    if name == "round":
        return ["lay E.W 5,0", "break:pickaxe B", "break:lantern C", "map 8,0"]
    moves: list[str] = []
    while not (course := after(name, tuple(moves))).over:
        legal = [write(way) for way in course.view.menu]
        moves.append(next(text for text in legal if course.lesson.takes(len(moves), text)))
    return moves


def done_by(client: Client, name: str) -> None:
    """Do a lesson to its end."""
    for number, text in enumerate(moves := right_way(name)):
        assert send(client, name, text, *moves[:number]).status_code == 303


def read_by(client: Client, name: str) -> None:
    """Answer the question of a lesson to read."""
    assert client.post(at(name), {"answer": READINGS[name].right}).status_code == 303


# -- who may learn


@pytest.mark.examples(3)
@EACH
def test_a_stranger_reads_and_plays_without_a_question_to_the_database(
    name: str, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert get(client, LEARN).status == 200
        page = get(client, at(name))
        assert str(LESSONS[name].task) in page.words.replace("\n", " ")
        done_by(client, name)
        over = get(client, at(name))
    assert "Next: " in over.words
    assert "learnt" in client.cookies
    assert "sessionid" not in client.cookies


def test_lesson_costs_a_signed_in_user_only_the_session(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client = tables.browser_of(tables.people(1)[0])
    client.get(reverse("handbook:rules"))
    with django_assert_num_queries(2):
        client.get(reverse("handbook:rules"))
    with django_assert_num_queries(2):
        client.get(at("map"))
    with django_assert_num_queries(2):
        client.get(LEARN)


@pytest.mark.examples(4)
@EACH
def test_a_lesson_is_done_by_what_its_pages_offer(name: str, client: Client) -> None:
    """A player without scripts follows links: a card, what it is played on, the button."""
    page = get(client, at(name))
    for number, text in enumerate(moves := right_way(name)):
        course, command = after(name, tuple(moves[:number])), parse(text)
        if isinstance(command, Choose | Veto):
            answer, form = STRIKES if isinstance(command, Veto) else command.answer, page.forms["play"]
            assert answer in page.answers
            page = posted(client, form, answer=answer)
            continue
        if isinstance(command, PutMiner):
            page = get(client, page.to("mode=miner")[0])
            page = get(client, next(link for link in page.lit() if f"at={square_name(command.at)}" in link))
        page = get(client, *page.to("mode=discard", "?")[:1]) if isinstance(command, Pass) else page
        card = command.cards[0] if isinstance(command, Pass) else command.card  # type: ignore[union-attr]
        page = get(client, page.hand()[course.view.own.hand.index(card)]["href"])  # type: ignore[union-attr]
        if isinstance(command, Lay):
            page = get(client, next(link for link in page.lit() if f"at={square_name(command.at)}" in link))
            if command.turned and not any(one["value"].endswith(TURNED) for one in page.forms["play"].fields):
                page = get(client, next(link["href"] for link in page.links if link["data-key"] == "r"))
        elif isinstance(command, PlayCard) and not page.play:
            targets = [square_name(at) for at in command.at] or [f"who={letter(command.seat or 0)}"]
            for target in targets:
                page = get(client, next(link for link in page.lit() if target in link))
        assert page.play, text
        page = posted(client, page.play)
    assert "Next: " in page.words
    assert get(client, LEARN).words.count("done") >= 1


# -- wrong answers


@pytest.mark.examples(4)
@EACH
def test_each_off_topic_lesson_move_gets_a_sentence_and_no_effect(name: str, client: Client) -> None:
    moves = right_way(name)
    for number in range(len(moves)):
        course = after(name, tuple(moves[:number]))
        for command in course.view.menu:
            if course.lesson.takes(number, write(command)):
                continue
            answer = client.post(at(name), form_of(course, command))
            assert answer.status_code == 422, write(command)
            refused = re.search(r'<section id="details".*?</section>', answer.content.decode(), re.DOTALL)
            assert refused, write(command)
            assert 'class="line bad"' in answer.content.decode()
            assert 'class="rule" href="/rules/r/' in refused[0]
            assert not {"moves", "learnt"} & set(answer.cookies)
        assert send(client, name, moves[number], *moves[:number]).status_code == 303


def test_illegal_move_in_a_lesson_is_explained_as_at_a_table(client: Client) -> None:
    answer = send(client, "repair", "lay NESW 4,0")
    assert answer.status_code == 422
    assert "With a broken lantern, you can’t lay" in answer.content.decode()
    assert 'href="/rules/r/15/"' in answer.content.decode()
    assert not {"moves", "learnt"} & set(answer.cookies)


def test_the_sentence_stands_by_what_was_chosen(client: Client) -> None:
    page = Page(send(client, "turn", "lay ESW 6,0"))
    assert "it branches off to the wrong side" in page.words
    assert page.play
    assert any(link["data-key"] == "r" for link in page.links)


def test_a_lost_round_is_not_done_and_can_be_begun_again(client: Client) -> None:
    moves: list[str] = []
    while not (course := after("round", tuple(moves))).over:
        moves.append(next(text for way in course.view.menu if (text := write(way)).startswith("pass")))
        assert send(client, "round", moves[-1], *moves[:-1]).status_code == 303
    page = get(client, at("round"))
    assert "The diggers have reached the gold." in page.words
    assert "learnt" not in client.cookies
    client.post(at("round"), {"deed": "again"})
    assert len(get(client, at("round")).hand()) == 4


def test_end_of_a_round_is_shown_after_any_last_move(client: Client) -> None:
    by_others, by_reader = right_way("round"), last_move_ends_it()
    assert after("round", tuple(by_others)).log[-1].mine == ""
    assert after("round", tuple(by_reader)).log[-1].mine != ""
    for number, text in enumerate(by_reader):
        send(client, "round", text, *by_reader[:number])
    page = get(client, at("round"))
    assert "Round 1 is over: there are no more moves" in page.words
    done_by(other := Client(), "round")
    assert "Round 1 is over: all cards are gone" in get(other, at("round")).words


def last_move_ends_it(*moves: str) -> list[str]:
    """Moves after the last of which no player can do more than pass in the short round."""
    course = after("round", moves)
    if course.over:
        return [*moves] if course.log[-1].mine else []
    ways = (last_move_ends_it(*moves, write(way)) for way in course.view.menu)
    return next((found for found in ways if found), [])


# -- going on


def test_round_resumes_where_the_player_stopped(client: Client) -> None:
    send(client, "round", "lay E.W 5,0")
    page = get(client, at("round"))
    assert len(page.hand()) == 3
    assert "Bo laid" in page.words
    assert client.cookies["moves"]["path"] == at("round")


def test_the_list_leads_to_the_first_lesson_that_is_left(client: Client) -> None:
    assert "Begin" in get(client, LEARN).words
    read_by(client, "start")
    done_by(client, "lay")
    page = get(client, LEARN)
    assert "Continue: Turn a card" in page.words
    assert "Done: 2 of 27." in page.words


def test_a_skipped_lesson_is_marked_and_comes_last(client: Client) -> None:
    assert client.post(at("lay"), {"deed": "skip"})["Location"] == at("turn")
    assert "skipped" in get(client, LEARN).words
    for name in COURSE:
        if name in READINGS:
            read_by(client, name)
        elif name != "lay":
            done_by(client, name)
    assert "Next: Lay a tunnel" in get(client, at("chests")).words
    assert client.post(at("lay"), {"deed": "skip"})["Location"] == LEARN
    done_by(client, "lay")
    page = get(client, LEARN)
    assert "You’ve done them all" in page.words
    assert "skipped" not in page.words
    assert "All lessons are done" in get(client, at("lay")).words


def test_a_lesson_that_was_done_stays_so_when_it_is_skipped_or_begun_again(client: Client) -> None:
    done_by(client, "lay")
    client.post(at("lay"), {"deed": "again"})
    client.post(at("lay"), {"deed": "skip"})
    assert "Done: 1 of 27." in get(client, LEARN).words


def test_progress_stays_when_a_stranger_becomes_a_guest_and_signs_up(client: Client) -> None:
    read_by(client, "start")
    done_by(client, "lay")
    assert client.post("/try/").status_code == 302
    assert User.objects.get(is_guest=True)
    assert "Continue: Turn a card" in get(client, LEARN).words
    done_by(client, "turn")
    client.post(reverse("account_signup"), {"username": "Rita", "password1": "many blue pebbles", "time_zone": "UTC"})
    assert User.objects.get(username="Rita")
    assert "Continue: Reach a goal" in get(client, LEARN).words


def test_the_order_of_what_is_left() -> None:
    names = list(COURSE)
    assert Progress().next_after() is READINGS["start"]
    assert Progress(frozenset(["start", "lay"]), frozenset(["turn"])).next_after() is LESSONS["connect"]
    assert Progress(frozenset(names[:-1])).next_after("lay") is LESSONS["chests"]
    assert Progress(frozenset(names[:-1])).next_after("chests") is None
    assert Progress(frozenset(names[2:]), frozenset(["start", "lay"])).next_after() is READINGS["start"]


# -- lessons to read


@pytest.mark.parametrize("name", READINGS)
def test_lesson_to_read_is_done_by_the_buttons_of_its_page(
    name: str, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    reading = READINGS[name]
    with django_assert_num_queries(0):
        form = get(client, at(name)).forms[at(name)]
        values = [button["value"] for button in form.buttons if button["name"] == "answer"]
        assert values == [answer.value for answer in reading.answers]
        for wrong in (answer for answer in reading.answers if answer.value != reading.right):
            answer = client.post(at(name), {"answer": wrong.value})
            assert answer.status_code == 422
            assert cited(str(wrong.why)).words.split(".")[0] in answer.content.decode().replace("&#x27;", "'")
            assert "learnt" not in answer.cookies
        page = posted(client, form, answer=reading.right)
    assert "Next: " in page.words
    assert "Right" in page.words
    assert get(client, LEARN).words.count("done") == 1


@pytest.mark.parametrize("form", [{}, {"answer": ""}, {"answer": "nonsense"}, {"answer": "\0"}, {"deed": "again"}])
def test_answer_to_a_question_that_is_none_gets_a_sentence(client: Client, form: dict[str, str]) -> None:
    answer = client.post(at("start"), form)
    assert answer.status_code == 422
    assert "That isn’t one of the answers." in answer.content.decode()
    assert "learnt" not in answer.cookies


def test_lesson_to_read_is_skipped_to_the_next(client: Client) -> None:
    assert client.post(at("start"), {"deed": "skip"})["Location"] == at("lay")
    assert "skipped" in get(client, LEARN).words


# -- what was seen, and the rules


def test_lesson_says_in_words_what_was_seen(client: Client) -> None:
    assert "M8" in get(client, at("turn")).words or "K8" in get(client, at("turn")).words
    done_by(client, "map")
    page = get(client, at("map"))
    assert "M8" in page.words


def test_rule_page_leads_to_its_lesson_and_the_lesson_back(client: Client) -> None:
    assert get(client, "/rules/r/18/").to(at("map"))
    assert get(client, at("map")).to("/rules/r/18/")
    assert get(client, "/rules/cards/map/").to(at("map"))
    assert get(client, "/rules/modules/tunnel-toll/").to(at("toll"))


# -- hostile input


@pytest.mark.parametrize(
    "cookie", ["nonsense", quote("lay NS 0,1"), quote("pass map|pass map"), "%", "|", quote("= end"), "a" * 5000, "%00"]
)
def test_forged_moves_restart_the_lesson(client: Client, cookie: str) -> None:
    client.cookies["moves"] = cookie
    client.cookies["learnt"] = cookie
    assert len(get(client, at("lay")).hand()) == 3
    assert "Begin" in get(client, LEARN).words


def test_a_page_that_is_behind_plays_nothing(client: Client) -> None:
    send(client, "round", "lay E.W 5,0")
    answer = send(client, "round", "map 8,0")
    assert answer.status_code == 409
    assert "so nothing was played." in answer.content.decode()
    assert not {"moves", "learnt"} & set(answer.cookies)


def test_a_move_sent_twice_is_made_once(client: Client) -> None:
    for _time in range(2):
        answer = send(client, "map", "map 8,0")
        assert (answer.status_code, answer["Location"]) == (303, at("map"))
    assert "Only you know what’s there" in get(client, at("map")).words


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({}, "The form isn’t complete"),
        ({"seq": 0, "key": "k"}, "You didn’t choose a card."),
        ({"seq": 0, "key": "k", "card": "forged"}, "That isn’t one of your cards"),
        ({"seq": 0, "key": "k", "order": "none"}, "You can’t do that on your"),
        ({"deed": "x"}, "The form isn’t complete"),
    ],
)
def test_invalid_move_in_a_lesson_gets_a_sentence(client: Client, form: dict[str, Any], said: str) -> None:
    answer = client.post(at("lay"), form)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_a_lesson_that_is_none_is_not_there(client: Client) -> None:
    for address in (at("no-such"), f"{at('no-such')}card/?about=x", f"{at('lay')}card/?about=x", f"{at('lay')}card/"):
        assert client.get(address).status_code == 404
    assert client.post(at("no-such")).status_code == 404
    assert client.get(f"{at('lay')}?card=forged").status_code == 422


# -- what stands on the pages


def test_htmx_gets_the_part_that_changes(client: Client) -> None:
    part = client.get(at("lay"), headers=HX).content.decode()
    assert "<html" not in part
    assert 'id="table"' in part
    assert re.search(r'id="role" data-is="[0-9a-f]+" hx-swap-oob=true', part)


def test_help_on_a_card_leads_back_to_the_choice(client: Client) -> None:
    page = get(client, at("lay"))
    chosen = get(client, page.hand()[0]["href"])
    about = next(link["href"] for link in chosen.links if link["id"] == "about-card")
    page = get(client, about)
    assert "Straight tunnel" in page.words
    back = next(link["href"] for link in page.links if "Back to the table" in link.text)
    assert back == chosen.links[0]["href"] or back.startswith(f"{at('lay')}?card=")
    sheet = client.get(about, headers=HX)
    assert sheet["HX-Push-Url"] == "false"
    assert "<html" not in sheet.content.decode()


@pytest.mark.examples(3)
@EACH
def test_no_page_of_a_lesson_leads_to_a_table(name: str, client: Client) -> None:
    for moves in ((), tuple(right_way(name))):
        if moves:
            done_by(client, name)
        page = get(client, at(name))
        assert not [link["href"] for link in page.links if link["href"].startswith("/t/")]
        assert not page.to("/t/")


def test_newcomers_find_the_lessons(client: Client) -> None:
    for address in ("/", reverse("handbook:rules")):
        assert LEARN in get(client, address).to(LEARN)
    assert LEARN in get(tables.browser_of(tables.people(1)[0]), "/").to(LEARN)
