"""Talk as pages: the column of moves and words, forms that work without any script, what can be done about a word."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse

from accounts.models import Unheard, User
from games.models import Complaint, Game, Status, Talk, Word
from games.rules.claims import parse
from games.rules.notation import letter
from games.services import rematch, talk
from games.tableau.spoken import parts_of
from tests.factories import UserFactory
from tests.games.costs import statements
from tests.games.pages import HX, get
from tests.games.tables import browser_of, do, in_position, open_game, play_on, pulse_token, running_game, seat_of

pytestmark = pytest.mark.django_db


def at(game: Game, name: str = "table", *more: Any) -> str:
    return reverse(f"games:{name}", args=[game.code, *more])


def say(game: Game, name: str, text: str) -> int:
    after = Game.objects.get(pk=game.pk).words
    return talk.say(user=seat_of(game, name).user, code=game.code, text=text, after=after)


def column(page: str) -> str:
    """The lines of the column."""
    return page[page.index('id="words"') :].partition("<ol>")[2].partition("</ol>")[0]


def test_words_stand_between_the_moves_where_they_were_said_oldest_first() -> None:
    game = in_position(3, hands={"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]})
    say(game, "Bo", "Before.")
    do(game, "A lay EW 1,0")
    say(game, "Cy", "After.")
    lines = column(get(browser_of("Ann"), at(game)).markup)
    assert lines.index("Before.") < lines.index("You laid") < lines.index("After.")
    assert 'data-read="l">You laid' in lines


def test_message_form_works_plain_and_by_htmx_with_its_state_alone() -> None:
    game = running_game(3)
    ann = browser_of("Ann")
    answer = ann.post(at(game, "say"), {"text": " I \n dig. ", "after": "0"})
    assert (answer.status_code, answer["Location"]) == (303, at(game))
    part = get_part(ann.post(at(game, "say"), {"text": "So do you.", "after": "1"}, headers=HX))
    assert 'name="after" value="2"' in part
    assert "Sent." in part
    assert "<li" not in part
    assert list(Word.objects.values_list("text", flat=True)) == ["I dig.", "So do you."]
    ann.post(at(game, "say"), {"quick": "lie", "after": "2"})
    assert "That’s a lie!" in column(get(browser_of("Bo"), at(game)).markup)


def get_part(answer: Any) -> str:
    return str(answer.content.decode())


@pytest.mark.parametrize(
    ("form", "status"),
    [({}, 422), ({"text": "  "}, 422), ({"text": "x" * 501}, 422), ({"text": "\u202e\u200b"}, 422),
     ({"quick": "x"}, 422), ({"quick": "a b"}, 422), ({"text": "x", "after": "-1"}, 422)],
)  # fmt: skip
def test_refused_message_stays_in_the_field_with_a_sentence(form: dict[str, str], status: int) -> None:
    game = running_game(3)
    ann = browser_of("Ann")
    page, part = ann.post(at(game, "say"), form), ann.post(at(game, "say"), form, headers=HX)
    assert (page.status_code, part.status_code) == (status, status)
    assert form.get("text", "")[:500] in page.content.decode()
    assert 'class="said bad"' in part.content.decode()
    assert not Word.objects.exists()


@pytest.mark.parametrize(
    "text", ["\u200d", "\ufe0f", "\u3164", "\u2800", "\u115f", "\U000e0100", "\u3164 \uffa0\u0301"]
)
def test_invisible_square_is_neither_claimed_nor_a_reason(text: str) -> None:
    game = running_game(3)
    answer = browser_of("Ann").post(at(game, "say"), {"text": text})
    assert answer.status_code == 422
    assert "Write something first." in answer.content.decode()
    number = say(game, "Ann", "rude")
    assert browser_of("Bo").post(at(game, "said", number), {"deed": "report", "reason": text}).status_code == 422
    assert not Complaint.objects.exists()


@pytest.mark.parametrize("text", ["?", "7", "ж", "⛏\ufe0f", "👩\u200d🔧", "ㅋㅋ", "نه\u200cخیر"])
def test_claims_can_be_made_about_visible_squares(text: str) -> None:
    game = running_game(3)
    assert browser_of("Ann").post(at(game, "say"), {"text": text}).status_code == 303
    assert Word.objects.get().text == text


@pytest.mark.parametrize("headers", [{}, HX])
def test_chat_limit_says_when_the_next_is_allowed(headers: dict[str, str]) -> None:
    game = running_game(3)
    for number in range(20):
        say(game, "Ann", f"{number}")
    answer = browser_of("Ann").post(at(game, "say"), {"text": "more"}, headers=headers)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_a_word_for_a_table_that_is_over_comes_back_with_its_text() -> None:
    game = running_game(3)
    Game.objects.filter(pk=game.pk).update(talk=Talk.OFF)
    answer = browser_of("Ann").post(at(game, "say"), {"text": "I dig."})
    assert answer.status_code == 422
    assert "I dig.</textarea>" in answer.content.decode()


@pytest.mark.parametrize(
    ("choice", "typed", "quick"), [("on", True, True), ("quick", False, True), ("off", False, False)]
)
def test_the_option_of_the_table_says_what_can_be_said(choice: str, typed: bool, quick: bool) -> None:
    game = running_game(3, talk=choice)
    page, claims = (get(browser_of("Ann"), at(game, name)).markup for name in ("table", "claim"))
    assert ('name="text"' in page) == typed
    assert ("Quick messages" in page) == quick
    assert ('name="quick"' in claims) == quick


def test_spectator_reads_the_chat_without_a_form() -> None:
    game = running_game(3, joining="anyone")
    say(game, "Ann", "Welcome.")
    UserFactory.create(username="Eve")
    page = get(browser_of("Eve"), at(game)).markup
    assert "Welcome." in page
    assert 'name="text"' not in page
    assert "/said/" not in page
    assert browser_of("Eve").get(at(game, "said", 1)).status_code == 404


def test_the_lobby_has_its_talk_for_those_who_sit_there() -> None:
    game = open_game(2, wanted=4, joining="anyone")
    say(game, "Ann", "Who else?")
    assert "Who else?" in get(browser_of("Bo"), at(game)).markup
    UserFactory.create(username="Eve")
    assert "Who else?" not in get(browser_of("Eve"), at(game)).markup
    Game.objects.filter(pk=game.pk).update(talk=Talk.OFF)
    assert "Who else?" not in get(browser_of("Bo"), at(game)).markup


def test_message_is_news_for_open_pages() -> None:
    game = running_game(3)
    address = f"{at(game, 'pulse', pulse_token(game, 'Bo'))}?v={game.version}&n=3"
    assert "load" not in browser_of("Bo").get(address).content.decode()
    say(game, "Ann", "Psst.")
    cache.clear()
    assert "load" in browser_of("Bo").get(address).content.decode()


# -- what can be done about a word


def test_ones_own_word_can_be_removed_from_its_page_and_a_line_stays() -> None:
    game = running_game(3)
    number = say(game, "Ann", "rude")
    ann = browser_of("Ann")
    page = get(ann, at(game, "said", number))
    assert "Remove it" in page.words
    assert "What’s wrong with it?" not in page.words
    assert ann.post(at(game, "said", number), {"deed": "remove"}).status_code == 303
    lines = column(get(browser_of("Bo"), at(game)).markup)
    assert "rude" not in lines
    assert "removed" in lines
    assert ann.get(at(game, "said", number)).status_code == 404


def test_message_of_another_player_can_be_reported_or_muted() -> None:
    game = running_game(3)
    number = say(game, "Ann", "rude")
    bo = browser_of("Bo")
    page = get(bo, at(game, "said", number))
    assert "Remove it" not in page.words
    assert bo.post(at(game, "said", number), {"deed": "report", "reason": ""}).status_code == 422
    answer = bo.post(at(game, "said", number), {"deed": "report", "reason": "It is rude."}, headers=HX)
    assert "Thank you." in answer.content.decode()
    assert Complaint.objects.get().reason == "It is rude."
    assert bo.post(at(game, "said", number), {"deed": "remove"}).status_code == 404
    assert bo.post(at(game, "unheard"), {"name": "Ann"}).status_code == 303
    page = get(bo, at(game))
    assert "You won’t see messages from Ann any more." in page.words
    assert "rude" not in page.markup
    assert "rude" in get(browser_of("Cy"), at(game)).markup
    bo.post(at(game, "unheard"), {"name": "Ann", "hear": "on"})
    assert "rude" in get(bo, at(game)).markup
    assert not Unheard.objects.exists()


def test_writers_and_players_can_be_reported_from_their_sheets() -> None:
    game = running_game(3)
    number, ann = say(game, "Ann", "rude"), seat_of(game, "Ann")
    report = reverse("games:report-player", args=[ann.user_id])
    claims = f"{at(game, 'claim')}?about={letter(ann.number)}"
    for name, seen in (("Bo", True), ("Ann", False)):
        assert (report in get(browser_of(name), at(game, "said", number)).markup) is seen
        assert (report in get(browser_of(name), claims).markup) is seen
    answer = browser_of("Bo").post(at(game, "said", number), {"deed": "report", "reason": "It is rude."})
    assert report in answer.content.decode()


def test_bot_of_the_site_cannot_be_reported_from_its_sheet() -> None:
    game = running_game(3)
    User.objects.filter(username="Ann").update(is_bot=True)
    page = get(browser_of("Bo"), f"{at(game, 'claim')}?about={letter(seat_of(game, 'Ann').number)}").markup
    assert "/report/player/" not in page


@pytest.mark.parametrize("number", [0, 2, 99, 2**31, 10**30])
def test_a_word_that_is_none_is_not_found(number: int) -> None:
    game = running_game(3)
    say(game, "Ann", "one")
    assert browser_of("Bo").get(f"/t/{game.code}/said/{number}/").status_code == 404


def test_muting_oneself_or_no_player_is_refused() -> None:
    game = running_game(3)
    ann = browser_of("Ann")
    assert ann.post(at(game, "unheard"), {"name": "Ann"}).status_code == 303
    assert ann.post(at(game, "unheard"), {"name": "Nobody"}).status_code == 404
    assert not Unheard.objects.exists()


def test_only_players_and_writers_of_the_table_can_be_muted() -> None:
    game, eve = running_game(3), UserFactory.create(username="Eve")
    ann, there = browser_of("Ann"), at(game, "unheard")
    unknown, elsewhere = (ann.post(there, {"name": name}) for name in ("Nobody", "Eve"))
    assert (unknown.status_code, elsewhere.status_code) == (404, 404)
    assert not Unheard.objects.exists()
    many_words(game, 1, seq=0)
    Word.objects.update(user=eve)
    assert [ann.post(there, {"name": name}).status_code for name in ("Eve", "Bo")] == [303, 303]
    assert Unheard.objects.count() == 2


# -- text stays text


def test_links_of_this_site_can_be_followed_and_no_others(settings: Any) -> None:
    settings.SITE_URL = "https://dwarves.example"
    parts = parts_of("See https://dwarves.example/t/abc/?card=x, (https://dwarves.example/rules/).")
    assert [part.href for part in parts if part.href] == ["/t/abc/?card=x", "/rules/"]
    for text in (
        "https://elsewhere.example/",
        "https://dwarves.example.evil.example/",
        "https://dwarves.example//evil.example/",
        "https://dwarves.example@evil.example/",
        "xhttps://dwarves.example/",
        "javascript:alert(1)",
        "//dwarves.example/",
    ):
        assert [part.href for part in parts_of(text)] == [""], text


def test_message_cannot_imitate_a_log_line() -> None:
    game = running_game(3)
    say(game, "Ann", "</blockquote></li><li><time>now</time> Bo laid a crossing.")
    lines = column(get(browser_of("Bo"), at(game)).markup)
    assert "</blockquote></li><li><time>now" not in lines
    assert lines.count('<li class="word') == 1


# -- what it costs


def test_words_cost_the_page_no_statement() -> None:
    game = running_game(3)
    play_on(game, 5)
    client = browser_of("Ann")
    client.get(at(game))
    before = len(statements(client, at(game)))
    for name in ("Ann", "Bo"):
        say(game, name, "Hm.")
        talk.claim(user=seat_of(game, name).user, code=game.code, claim=parse("hand nothing"))
    client.get(at(game))
    assert len(statements(client, at(game))) == before == 6


def test_message_and_claim_cost_six_statements_each() -> None:
    game = running_game(3)
    cost = statements(browser_of("Ann"), at(game, "say"), {"text": "I dig.", "after": "0"})
    assert len(cost) <= 6, "\n".join(text[:150] for text in cost)


# -- the option


def test_talk_option_is_set_with_the_table_and_editable_while_open() -> None:
    host = UserFactory.create(username="Ann")
    ann = browser_of(host)
    form = {"name": "Quiet mine", "seats": "3", "rounds": "1", "joining": "friends", "rules": "base", "pace": "days"}
    ann.post(reverse("games:new"), {**form, "talk": "quick"})
    game = Game.objects.get()
    assert game.talk == "quick"
    page = get(ann, at(game))
    assert "Quick messages and claims only" in page.words
    assert '<option value="quick" selected>' in get(ann, at(game, "options")).markup
    ann.post(at(game, "options"), {**form, "talk": "off", "terms": "0"})
    game.refresh_from_db()
    assert (game.talk, game.options_version) == ("off", 1)
    ann.post(reverse("games:new"), {**form, "talk": "shout"})
    assert Game.objects.count() == 1
    ann.post(reverse("games:new"), form)
    assert Game.objects.latest("pk").talk == "off", "as at the last table"
    ann.post(reverse("games:new") + "?preset=classic", form)
    assert Game.objects.latest("pk").talk == "on"


def test_rematch_keeps_the_talk_option_and_no_messages() -> None:
    game = running_game(3, talk="quick")
    talk.say_quick(user=seat_of(game, "Ann").user, code=game.code, word="hello")
    Game.objects.filter(pk=game.pk).update(status=Status.OVER)
    following = rematch.again(user=seat_of(game, "Ann").user, code=game.code)
    assert (following.talk, following.words, Word.objects.filter(game=following).count()) == ("quick", 0, 0)


# -- the number of new messages


def test_new_messages_are_counted_until_shown_and_never_a_turn() -> None:
    game = running_game(3)
    bo, home = browser_of("Bo"), reverse("games:home")
    bo.get(at(game))
    number = bo.get(home).context["waits_for_me"]
    assert "new message" not in get(bo, home).words
    say(game, "Bo", "My own.")
    assert "new message" not in get(bo, home).words
    cost = len(statements(bo, home))
    say(game, "Ann", "Hear me.")
    page = bo.get(home)
    assert "1 new message" in page.content.decode()
    assert page.context["waits_for_me"] == number
    assert len(statements(bo, home)) == cost
    bo.get(at(game))
    assert "new message" not in get(bo, home).words
    say(game, "Ann", "And again.")
    Unheard.objects.create(user=seat_of(game, "Bo").user, other=seat_of(game, "Ann").user)
    assert "new message" not in get(bo, home).words


def test_new_messages_in_a_lobby_are_counted_too() -> None:
    game = open_game(2, wanted=4)
    say(game, "Ann", "Hear me.")
    bo, home = browser_of("Bo"), reverse("games:home")
    assert "1 new message" in get(bo, home).words
    bo.get(at(game))
    assert "new message" not in get(bo, home).words


def test_a_poll_without_user_input_leaves_the_number_as_it_is() -> None:
    game = running_game(3)
    bo, home = browser_of("Bo"), reverse("games:home")
    say(game, "Ann", "Hear me.")
    bo.get(at(game), headers={**HX, "HX-Trigger": "pulse"})
    assert "1 new message" in get(bo, home).words


# -- the past


def test_older_words_and_moves_stand_on_pages_each_once_and_in_order() -> None:
    game = in_position(3, hands={"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]})
    seat = seat_of(game, "Bo")
    many_words(game, 130, seq=0)
    do(game, "A lay EW 1,0")
    many_words(game, 120, seq=game.seq)
    ann, found, address = browser_of(seat.user), [], at(game, "log")
    for _ in range(4):
        page = get(ann, address)
        found += re.findall(r'<blockquote dir="auto">word (\d+)<', page.markup)
        older = page.to("before=") or page.to("said=")
        if not older:
            break
        address = f"{at(game, 'log')}{older[0]}"
    assert found == [str(number) for number in range(250, 0, -1)]


def many_words(game: Game, count: int, seq: int) -> None:
    user, first = seat_of(game, "Bo").user, Game.objects.get(pk=game.pk).words + 1
    common = {"game": game, "seat": 1, "user": user, "seq": seq, "round": 0, "kind": "text"}
    numbers = range(first, first + count)
    Word.objects.bulk_create(Word(**common, number=number, text=f"word {number}", after=number) for number in numbers)
    Game.objects.filter(pk=game.pk).update(words=first + count - 1)
    game.refresh_from_db()


def test_the_past_is_shown_as_moves_as_words_or_as_what_is_ones_own() -> None:
    game = in_position(3, hands={"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]})
    say(game, "Bo", "of Bo")
    say(game, "Ann", "of Ann")
    do(game, "A lay EW 1,0")
    ann = browser_of("Ann")
    shown = {show: get(ann, f"{at(game, 'log')}?show={show}").markup for show in ("all", "moves", "words", "mine", "x")}
    laid, mine, other = "You laid", "of Ann", "of Bo"
    found = {show: [part in page for part in (laid, mine, other)] for show, page in shown.items()}
    assert found == {
        "all": [True, True, True],
        "moves": [True, False, False],
        "words": [False, True, True],
        "mine": [True, True, False],
        "x": [True, True, True],
    }


@pytest.mark.parametrize("show", ["all", "moves", "words", "mine"])
def test_a_page_of_the_past_costs_six_statements(show: str) -> None:
    game = running_game(3)
    play_on(game, 5)
    many_words(game, 40, seq=2)
    assert len(statements(browser_of("Ann"), f"{at(game, 'log')}?show={show}")) <= 6
