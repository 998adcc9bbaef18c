"""Sixty texts that try to be more than text: they stay text wherever words and claims are shown."""

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Complaint, Game, Word
from games.services import talk
from tests.factories import UserFactory
from tests.games.pages import Page, get
from tests.games.tables import browser_of, open_game, running_game, seat_of
from tests.security.payloads import PAYLOADS

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A table at which all of them were said."""
    found = running_game(3)
    ann = seat_of(found, "Ann").user
    words = [
        Word(game=found, number=number, seat=0, user=ann, seq=0, round=0, kind="text", text=text[:500], after=number)
        for number, text in enumerate(PAYLOADS, 1)
    ]
    Word.objects.bulk_create(words)
    Game.objects.filter(pk=found.pk).update(words=len(words))
    found.refresh_from_db()
    return found


def is_inert(page: Page, clean: Page) -> bool:
    """Whether a page has the same kinds of elements and attributes as one without such texts, and no more scripts."""
    return kinds(page) <= kinds(clean) | {("a", "id"), ("blockquote", "dir")}


def kinds(page: Page) -> set[tuple[str, str]]:
    """The kinds of links, list items and fields on a page, with their attributes."""
    found = {(one.tag, name) for one in (*page.links, *page.items) for name in one.attributes}
    found |= {(field.tag, name) for form in page.forms.values() for field in form.fields for name in field.attributes}
    return found | {("script", str(page.markup.count("<script")))}


def test_there_are_sixty_of_them(game: Game) -> None:
    assert len(PAYLOADS) >= 60
    assert Word.objects.count() == len(PAYLOADS)


@pytest.mark.parametrize("name", ["table", "log"])
def test_words_stay_words_at_the_table_and_in_its_past(game: Game, name: str) -> None:
    bo, address = browser_of("Bo"), reverse(f"games:{name}", args=[game.code])
    page = get(bo, address)
    Word.objects.update(text="plain")
    assert is_inert(page, get(bo, address))
    assert "<svg onload" not in page.markup
    assert "<img" not in page.markup


def test_each_of_them_stays_a_word_on_its_own_page(game: Game) -> None:
    bo = browser_of("Bo")
    Word.objects.filter(number=1).update(text="plain")
    clean = get(bo, reverse("games:said", args=[game.code, 1]))
    for number in range(2, len(PAYLOADS) + 1):
        page = get(bo, reverse("games:said", args=[game.code, number]))
        assert is_inert(page, clean), PAYLOADS[number - 1]


def test_each_quick_message_works_in_a_lobby_or_comes_back_as_text() -> None:
    game = open_game(3, wanted=4)
    ann = seat_of(game, "Ann").user
    for text in PAYLOADS:
        Game.objects.filter(pk=game.pk).update(talk="on")
        Word.objects.all().delete()
        talk_again(game, ann, text)
    page = get(browser_of("Bo"), reverse("games:table", args=[game.code]))
    assert "<svg onload" not in page.markup
    Game.objects.filter(pk=game.pk).update(talk="quick")
    for text in PAYLOADS[:12]:
        answer = browser_of("Ann").post(reverse("games:say", args=[game.code]), {"text": text})
        assert answer.content.decode().count("<script") == answer.content.decode().count("<script src=")


def talk_again(game: Game, user: User, text: str) -> None:
    """Say something without waiting."""
    number = Game.objects.get(pk=game.pk).words + 1
    Word.objects.create(
        game=game, number=number, seat=0, user=user, seq=0, round=0, kind="text", text=text[:500], after=number
    )
    Game.objects.filter(pk=game.pk).update(words=number)


def test_reported_words_and_reasons_stay_words_for_the_people_of_the_site(game: Game) -> None:
    bo = seat_of(game, "Bo").user
    for word in Word.objects.all():
        Complaint.objects.create(word=word, by=bo, words=word.text, reason=word.text)
    root = browser_of(UserFactory.create(username="Root", is_staff=True, is_superuser=True))
    lists, desk = get(root, reverse("admin:games_complaint_changelist")), get(root, reverse("admin:index"))
    one = get(root, reverse("admin:games_complaint_change", args=[Complaint.objects.all()[0].pk]))
    for page in (lists, desk, one):
        assert page.status == 200
        assert "<svg onload" not in page.markup
        assert "<script>x()" not in page.markup


def test_claim_stores_no_player_written_text(game: Game) -> None:
    ann = browser_of("Ann")
    for text in PAYLOADS:
        assert ann.post(reverse("games:claim", args=[game.code]), {"claim": text}).status_code == 422
        about = ann.get(reverse("games:claim", args=[game.code]), {"about": text})
        assert about.status_code == 200
        assert "<svg onload" not in about.content.decode()
    assert not Word.objects.filter(kind="claim").exists()
    assert talk.LONGEST == 500
