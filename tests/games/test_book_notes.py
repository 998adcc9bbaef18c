"""Notes and suspicions: they are stored for their writer alone, and no input is lost."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.services.farewell import delete_account
from games import clock
from games.models import Disclosure, Game, Invitation, Note, Suspicion
from games.rows import retention
from games.rules.table import Ruleset
from games.services import leaving
from games.wording.suspicion import STEPS, UNKNOWN, guess_words, guesses_of, is_right
from tests.e2e.scenes import NEARLY
from tests.factories import UserFactory
from tests.games.pages import HX, Page, get
from tests.games.tables import browser_of, do, in_position, running_game, seat_of, seen_by_all
from tests.security.payloads import PAYLOADS

pytestmark = pytest.mark.django_db


def address(game: Game) -> str:
    return reverse("games:book", args=[game.code])


def fields(client: Client, game: Game, **typed: Any) -> dict[str, Any]:
    """What a device sends that shows the book as it is now, after something was typed; `note_1` is the field note-1."""
    page = get(client, address(game))
    form = page.forms["thoughts"]
    shown = {one["name"]: one["value"] for one in form.fields if one["type"] == "hidden"}
    return shown | {name.replace("_", "-"): value for name, value in typed.items()}


def save(client: Client, game: Game, **typed: Any) -> Page:
    """The answer to saving what was typed on a page that is shown now."""
    return send(client, game, fields(client, game, **typed))


def send(client: Client, game: Game, form: dict[str, Any]) -> Page:
    return Page(client.post(address(game), {**form, "was_shown": form.get("was_shown", "")}))


def text_of(page: Page, seat: int) -> str:
    """What stands in the field of a note."""
    return page.markup.split(f'name="note-{seat}"')[1].split(">", 1)[1].split("</textarea>")[0]


def chosen(page: Page, seat: int) -> str:
    options = page.markup.split(f'name="guess-{seat}"')[1].split("</select>")[0]
    return options.split(" selected")[0].rsplit('value="', 1)[1].split('"')[0]


def test_notes_and_suspicions_are_stored_for_their_writer() -> None:
    game, ann = running_game(3), browser_of("Ann")
    assert save(ann, game, note_0="all are nice", note_1="a < b & c", guess_1="harms").status == 303
    page = get(ann, address(game) + "?saved=1")
    assert "Saved." in page.words
    assert text_of(page, 0) == "all are nice"
    assert text_of(page, 1) == "a &lt; b &amp; c"
    assert (chosen(page, 1), chosen(page, 2)) == ("harms", UNKNOWN)
    for other in ("Bo", "Cy"):
        page = get(browser_of(other), address(game))
        assert "all are nice" not in page.markup
        assert "a &lt; b" not in page.markup
        assert "harms" not in chosen(page, 0)


def test_sixty_hostile_texts_stay_text_in_notes_saved_or_not() -> None:
    game, ann, texts = running_game(3), browser_of("Ann"), "\n".join(PAYLOADS)
    assert len(PAYLOADS) >= 60
    plain = bones(get(ann, address(game)).markup)
    assert save(ann, game, note_0=texts, note_1=texts).status == 303
    page = get(ann, address(game))
    assert unescape(text_of(page, 0)) == texts == unescape(text_of(page, 1))
    assert bones(page.markup) == plain
    refused = save(ann, game, note_0=texts + "x" * 2000, guess_1="<script>")
    assert refused.status == 422
    assert unescape(text_of(refused, 0)) == texts + "x" * 2000
    assert set(bones(refused.markup)) <= set(plain)


def bones(markup: str) -> list[str]:
    """The elements of a page, in order."""
    return re.findall(r"<[a-zA-Z][^\s>]*", markup)


def test_a_note_that_is_emptied_is_deleted() -> None:
    game, ann = running_game(3), browser_of("Ann")
    save(ann, game, note_1="nice")
    assert Note.objects.count() == 1
    save(ann, game, note_1="  \r\n ")
    assert not Note.objects.exists()


def test_suspicions_bear_the_move_and_earlier_ones_stay() -> None:
    game = in_position(3, hands={"A": ["EW", "NS"], "B": ["EW"], "C": ["NS"]}, first="A")
    ann = browser_of("Ann")
    save(ann, game, guess_1="may-dig")
    save(ann, game, guess_1="digs")
    do(game, "A lay EW 1,0", "B pass EW")
    save(ann, game, guess_1="harms")
    rows = list(Suspicion.objects.order_by("pk").values_list("seat", "about", "round", "move", "guess"))
    assert rows == [(0, 1, 1, 0, "digs"), (0, 1, 1, 2, "harms")]
    assert "At the start: surely digs. Move 2: surely harms." in get(ann, address(game)).words


def test_saving_twice_or_saving_nothing_new_writes_nothing_more() -> None:
    game, ann = running_game(3), browser_of("Ann")
    form = fields(ann, game, note_1="x", guess_1="digs")
    assert [send(ann, game, form).status for _time in range(2)] == [303, 303]
    assert (Note.objects.count(), Suspicion.objects.count()) == (1, 1)
    send(ann, game, fields(ann, game))
    assert (Note.objects.count(), Suspicion.objects.count()) == (1, 1)


def test_two_devices_of_one_person_lose_nothing() -> None:
    game, ann = running_game(3), browser_of("Ann")
    save(ann, game, note_1="before", note_2="two")
    phone = fields(ann, game, note_1="by phone", guess_2="harms")
    desk = fields(ann, game, note_1="by desk", note_2="two", guess_2="digs")
    assert send(ann, game, phone).status == 303
    answer = send(ann, game, desk)
    assert answer.status == 409
    assert "This changed meanwhile, perhaps on another device" in answer.words
    assert text_of(answer, 1) == "by desk"
    assert "<pre>by phone</pre>" in answer.markup
    assert chosen(answer, 2) == "digs"
    assert "Saved in the meantime: surely harms" in answer.words
    assert "<pre>two</pre>" not in answer.markup
    assert text_of(get(ann, address(game)), 1) == "by phone"
    again = {one["name"]: one["value"] for one in answer.forms["thoughts"].fields if one["type"] == "hidden"}
    assert send(ann, game, {**again, "note-1": "by desk", "guess-2": "digs"}).status == 303
    assert text_of(get(ann, address(game)), 1) == "by desk"


def test_untouched_note_on_one_device_keeps_the_edit_of_the_other() -> None:
    game, ann = running_game(3), browser_of("Ann")
    desk = fields(ann, game, note_1="", note_2="by desk", guess_1=UNKNOWN)
    save(ann, game, note_1="by phone", guess_1="harms", shown="on")
    assert send(ann, game, desk).status == 303
    page = get(ann, address(game))
    assert (text_of(page, 1), text_of(page, 2), chosen(page, 1)) == ("by phone", "by desk", "harms")
    assert Disclosure.objects.exists()


def test_a_note_that_is_too_long_stays_in_the_form_and_the_reason_is_said() -> None:
    game, ann = running_game(3), browser_of("Ann")
    answer = save(ann, game, note_1="x" * 2001, note_2="kept", guess_1="digs")
    assert answer.status == 422
    assert "A note has at most 2000 characters (now 2001)." in answer.words
    assert text_of(answer, 1) == "x" * 2001
    assert (text_of(answer, 2), chosen(answer, 1)) == ("kept", "digs")
    assert not Note.objects.exists()
    assert save(ann, game, note_1="\r\n".join(["x" * 1000, "y" * 999])).status == 303


def test_unreadable_notes_are_refused_and_nothing_is_lost() -> None:
    game, ann = running_game(3), browser_of("Ann")
    for wrong in ({"guess_1": "blue"}, {"guess_1": ""}, {"round": "x"}, {"note_1": "a\0b"}):
        answer = save(ann, game, **{"note_2": "kept", "note_1": "x", **wrong})
        assert (wrong, answer.status) == (wrong, 422)
        assert text_of(answer, 2) == "kept"
    assert not Note.objects.exists()


def test_suspicion_scale_has_steps_for_two_sides_and_roles_for_more() -> None:
    assert guesses_of(Ruleset(), 5) == tuple(STEPS)
    assert guesses_of(Ruleset(modules=("greedy",)), 5) == tuple(STEPS)
    teams = guesses_of(Ruleset(rules="saboteur2"), 5)
    assert teams[0] == UNKNOWN
    assert set(teams[1:]) == {"blue", "green", "saboteur", "boss", "profiteer", "geologist"}
    assert (is_right("may-harm", "saboteur"), is_right("digs", "saboteur"), is_right("digs", "digger")) == (
        True,
        False,
        True,
    )
    assert (is_right(UNKNOWN, "digger"), is_right("blue", "blue"), is_right("blue", "green")) == (None, True, False)
    game = running_game(3, ruleset=Ruleset(rules="saboteur2"))
    save(browser_of("Ann"), game, guess_1="green")
    assert chosen(get(browser_of("Ann"), address(game)), 1) == "green"
    assert guess_words("green") in get(browser_of("Ann"), address(game)).words


def test_a_new_round_begins_without_suspicions_and_with_the_notes() -> None:
    game = in_position(3, **ABOUT_TO_END)
    seen_by_all(game)
    ann = browser_of("Ann")
    form = fields(ann, game, guess_1="harms")
    save(ann, game, note_1="nice", guess_1="digs")
    do(game, "A lay NESW 7,0")
    page = get(ann, address(game))
    assert (text_of(page, 1), chosen(page, 1)) == ("nice", UNKNOWN)
    late = send(ann, game, form)
    assert late.status == 409
    assert "The roles of that round are revealed, so you can’t change your" in late.words


def test_draft_notes_survive_the_end_of_the_round_until_saved() -> None:
    game, ann = in_position(3, **ABOUT_TO_END), browser_of("Ann")
    form = fields(ann, game, note_1="kept", guess_1="harms")
    do(game, "A lay NESW 7,0")
    for headers in ({}, HX):
        late = Page(ann.post(address(game), {**form, "was_shown": ""}, headers=headers))
        assert (late.status, text_of(late, 1)) == (409, "kept")
        assert "The roles of that round are revealed, so you can’t change your" in late.words
        assert "Who did what, how often" not in late.words
        assert "What I have seen" not in late.words
    notes = {name: value for name, value in form.items() if not name.startswith("guess")}
    assert send(ann, game, {**notes, "note-1": "x" * 2001}).status == 422
    assert get(ann, address(game)).status == 303
    seen_by_all(game)
    assert "What I have seen" in send(ann, game, {**notes, "note-1": "x" * 2001}).words


ABOUT_TO_END: dict[str, Any] = {
    "hands": {"A": ["NESW", "EW"]},
    "first": "A",
    "goals": {"8,0": "gold"},
    "mine": NEARLY,
}


def test_writing_changes_nothing_that_others_could_see() -> None:
    game, ann = running_game(3), browser_of("Ann")
    before = Game.objects.filter(pk=game.pk).values().get()
    assert save(ann, game, note_1="x", guess_1="harms", shown="on").status == 303
    assert Game.objects.filter(pk=game.pk).values().get() == before


def test_book_saved_too_often_is_refused_and_keeps_its_text(settings: Any) -> None:
    game, ann = running_game(3), browser_of("Ann")
    form = fields(ann, game, note_1="first")
    for _time in range(30):
        send(ann, game, form)
    answer = ann.post(address(game), {**form, "note-1": "last", "was_shown": ""})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert text_of(Page(answer), 1) == "last"
    assert text_of(get(ann, address(game)), 1) == "first"


def test_htmx_is_answered_with_the_sheet_also_when_something_is_wrong() -> None:
    game, ann = running_game(3), browser_of("Ann")
    form = fields(ann, game, note_1="x" * 3000)
    answer = ann.post(address(game), form, headers=HX)
    assert answer.status_code == 422
    assert b"<html" not in answer.content
    assert answer.headers["HX-Push-Url"] == "false"


# -- seats that change hands


def rows_of(name: str) -> int:
    models = (Note, Suspicion, Disclosure)
    return sum(model._default_manager.filter(user__username=name).count() for model in models)


def test_r96_new_player_finds_the_seats_sightings_and_no_notes() -> None:
    game = in_position(3, hands={"B": ["map", "EW"], "C": ["EW"], "A": ["NS"]}, first="B", goals={"8,2": "gold"})
    do(game, "B map 8,2")
    save(browser_of("Bo"), game, note_0="Bo writes", guess_0="harms", shown="on")
    assert rows_of("Bo") == 3
    dee = UserFactory.create(username="Dee")
    do(game, "= sleep B")
    until = clock.now() + timedelta(days=1)
    link = Invitation.objects.create(game=game, seat=1, by=seat_of(game, "Ann").user, expires_at=until)
    leaving.take_over(user=dee, token=link.token)
    assert rows_of("Bo") == 0
    page = get(browser_of("Dee"), address(game))
    assert "(seen at move 1)" in page.words
    assert "Bo writes" not in page.markup
    assert chosen(page, 0) == UNKNOWN
    assert get(browser_of("Bo"), address(game)).status == 404


def test_r96_rows_of_a_former_player_are_never_read() -> None:
    game = running_game(3)
    Note.objects.create(game=game, user=UserFactory.create(username="Gone"), about=0, text="left behind")
    assert "left behind" not in get(browser_of("Ann"), address(game)).markup


def test_r96_a_seat_that_is_left_for_good_leaves_no_notes() -> None:
    game = running_game(3)
    save(browser_of("Bo"), game, note_0="x", guess_0="harms")
    leaving.leave(user=seat_of(game, "Bo").user, code=game.code)
    assert rows_of("Bo") == 0


def test_r96_player_back_from_sleep_finds_their_notes() -> None:
    game = running_game(3)
    save(browser_of("Bo"), game, note_0="x", guess_0="harms")
    do(game, "= bot B")
    assert text_of(get(browser_of("Bo"), address(game)), 0) == "x"
    assert rows_of("Bo") == 2


def test_notes_and_unshared_suspicions_expire_a_year_after_the_game() -> None:
    game = running_game(3)
    for name, tick in (("Ann", {"shown": "on"}), ("Bo", {})):
        save(browser_of(name), game, note_0="x", note_1="x", guess_2="harms", **tick)
    Game.objects.update(over_at=clock.now() - timedelta(days=364))
    assert retention.tidy()["notes"] == 0
    Game.objects.update(over_at=clock.now() - timedelta(days=366))
    gone = retention.tidy()
    assert (gone["notes"], gone["suspicions"]) == (4, 1)
    assert Suspicion.objects.get().seat == 0


def test_an_account_that_is_deleted_takes_its_notes_along_from_every_table() -> None:
    over, running = running_game(3), running_game(3, seed=8)
    do(over, "= end")
    for game in (over, running):
        seen_by_all(game)
        save(browser_of("Bo"), game, note_0="x", shown="on")
    assert rows_of("Bo") == 4
    bo = seat_of(running, "Bo").user
    delete_account(bo)
    assert not Note.objects.filter(user=bo.pk).exists()
    assert not Disclosure.objects.filter(user=bo.pk).exists()


def test_neither_the_admin_nor_an_export_holds_any_of_it() -> None:
    game, ann = running_game(3), browser_of("Ann")
    save(ann, game, note_1="left-behind", guess_1="may-harm", shown="on")
    do(game, "= end")
    seen_by_all(game)
    assert not {Note, Suspicion, Disclosure} & set(admin.site._registry)
    inlines = [one.model for site in admin.site._registry.values() for one in site.inlines]
    assert not {Note, Suspicion, Disclosure} & set(inlines)
    export = ann.get(reverse("games:export", args=[game.code])).content
    assert b"left-behind" not in export
    assert b"may-harm" not in export
