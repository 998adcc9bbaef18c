"""Talk at a table in browsers: on a phone by taps, by two who write at once, without a script."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from games.models import Game, Word
from games.rules.claims import parse
from games.services import talk
from tests.e2e import MARKS
from tests.e2e.conftest import PHONE, Arrive, Complaints
from tests.e2e.test_for_everybody import AXE, SMALL
from tests.games.tables import do, in_position, seat_of

pytestmark = MARKS


def a_table(code: str) -> Game:
    return in_position(
        3, code=code, hands={"A": ["EW", "NS"], "B": ["NS", "EW"], "C": ["NS"]}, before={"A": ["break:cart"]}
    )


def says(page: Page, text: str) -> None:
    page.get_by_label("Write to the table").fill(text)
    page.locator(".say form .button").first.click()


def faults(page: Page) -> list[str]:
    """What axe finds, and what is too small for a finger."""
    page.evaluate(AXE_SCRIPT)
    return [*page.evaluate(AXE), *page.evaluate(SMALL)]


def test_a_round_of_talk_and_claims_by_taps_on_a_phone(arrive: Arrive) -> None:
    a_table("taps")
    ann, bo = arrive("Ann", **PHONE), arrive("Bo")
    ann.goto("/t/taps/")
    bo.goto("/t/taps/")
    ann.locator("#say-8_0").tap()
    expect(ann.locator("#sheet")).to_contain_text("Say something about M8")
    assert faults(ann) == []
    ann.get_by_role("button", name="It’s the gold").tap()
    expect(ann.locator("#sheet")).not_to_be_visible()
    expect(ann.locator("#say-8_0 .claims")).to_have_text("◆")
    ann.locator("#seat-1").tap()
    ann.locator("#say-1").tap()
    ann.get_by_label("Why I suspect Bo").select_option("They laid a dead end")
    assert faults(ann) == []
    ann.get_by_role("button", name="I suspect Bo").tap()
    expect(ann.locator("#plate-1 .tools .claims")).to_have_text("!")
    expect(bo.locator("#words")).to_contain_text("I suspect Bo: they laid a dead end.")
    expect(bo.locator("#words")).to_contain_text("M8 is the gold.")
    bo.locator("#say-8_0").click()
    expect(bo.locator("#sheet .word")).to_contain_text("M8 is the gold.")
    bo.get_by_role("button", name="It’s a stone").click()
    expect(ann.locator("#say-8_0 .claims")).to_have_text("◆■")
    says(bo, "Ann lies!")
    expect(ann.locator("#words .word").last).to_contain_text("Ann lies!")
    ann.locator("#seat-0").tap()
    ann.locator("#say-0").tap()
    ann.get_by_role("button", name="Please repair my cart").tap()
    ann.locator("#to-talk").tap()
    ann.get_by_text("Quick messages and claims").tap()
    ann.locator("#sheet summary").tap()
    ann.get_by_role("button", name="Trust me.").tap()
    expect(bo.locator("#words .word").last).to_contain_text("Trust me.")
    assert faults(ann) == []
    assert faults(bo) == []


@pytest.mark.soak
def test_draft_message_survives_news_and_clears_when_sent(arrive: Arrive, complaints: Complaints) -> None:
    complaints.forgive("^422 .*/say$")
    game = a_table("typed")
    ann = arrive("Ann")
    ann.goto("/t/typed/")
    field = ann.get_by_label("Write to the table")
    field.fill("I am stil")
    field.press("End")
    do(game, "A pass NS")
    expect(ann.locator("#words")).to_contain_text("You discarded")
    expect(field).to_have_value("I am stil")
    expect(field).to_be_focused()
    field.press_sequentially("l typing")
    field.press("Enter")
    expect(ann.locator("#words .word").last).to_contain_text("I am still typing")
    expect(field).to_have_value("")
    Game.objects.filter(pk=game.pk).update(talk="quick")
    says(ann, "Too late?")
    expect(ann.locator(".said.bad")).to_contain_text("This table allows quick messages and claims only")
    expect(field).to_have_value("Too late?")


@pytest.mark.soak
def test_two_who_write_at_once_lose_nothing(arrive: Arrive) -> None:
    game = a_table("twice")
    pages = {name: arrive(name) for name in ("Ann", "Bo")}
    for page in pages.values():
        page.goto("/t/twice/")
    for number in range(3):
        for name, page in pages.items():
            # By Enter: what was said before is just being shown, and a button that moves away hears no click.
            page.get_by_label("Write to the table").fill(f"{name} {number}")
            page.get_by_label("Write to the table").press("Enter")
        for page in pages.values():
            expect(page.get_by_label("Write to the table")).to_have_value("")
    said = {f"{name} {number}" for name in pages for number in range(3)}
    for page in pages.values():
        for words in said:
            expect(page.locator("#words")).to_contain_text(words)
    assert set(Word.objects.filter(game=game).values_list("text", flat=True)) == said


@pytest.mark.soak
def test_all_of_it_without_a_script(arrive: Arrive) -> None:
    game = a_table("plain")
    bo = seat_of(game, "Bo").user
    talk.say(user=bo, code="plain", text="Hello.", after=0)
    talk.claim(user=bo, code="plain", claim=parse("goal 8,0 stone"))
    ann = arrive("Ann", java_script_enabled=False, **PHONE)
    ann.goto("/t/plain/")
    says(ann, "I read you.")
    expect(ann.locator("#words .word").last).to_contain_text("I read you.")
    ann.locator("#say-8_0").tap()
    expect(ann.locator("#main")).to_contain_text("M8 is a stone.")
    ann.get_by_role("button", name="It’s the gold").tap()
    expect(ann.locator("#say-8_0 .claims")).to_have_text("■◆")
    ann.locator("#seat-1").tap()
    ann.locator("#say-1").tap()
    why = ann.get_by_label("Why I trust Bo")
    why.focus()
    why.press("ArrowDown")
    ann.get_by_role("button", name="I trust Bo").press("Enter")
    expect(ann.locator("#words")).to_contain_text("I trust Bo: they dug on towards the goals.")
    ann.locator("#words .word .more").first.tap()
    ann.get_by_role("button", name="Hide messages from Bo").tap()
    expect(ann.locator("#words")).not_to_contain_text("Hello.")
    ann.locator("#words").get_by_text("Messages", exact=True).tap()
    expect(ann.locator(".log .word").first).to_be_visible()
    expect(ann.locator(".log li:not(.word)")).to_have_count(0)
