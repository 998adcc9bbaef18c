"""The chat of a circle: given to new tables, taken back with them, its host's alone."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse

from circles.models import CircleChat
from circles.services import chats, membership, tables
from games.models import TableChat
from tests.circles.scene import circle_of
from tests.games.tables import browser_of, people

pytestmark = pytest.mark.django_db

NTFY = {"server": "https://ntfy.sh", "topic": "mine", "token": ""}


def test_new_tables_get_the_chat_and_lose_it_with_the_circle() -> None:
    circle, (ann, bo) = circle_of(2), people(2)
    before = tables.set_up(by=bo, code=circle.code, people=[ann])
    chats.put(host=ann, code=circle.code, kind="ntfy", name="Our mine", fields=NTFY)
    game = tables.set_up(by=bo, code=circle.code, people=[ann])
    assert not TableChat.objects.filter(game=before).exists()
    chat = TableChat.objects.get(game=game)
    assert (chat.by, chat.kind, chat.fields, chat.server) == (ann, "ntfy", NTFY, "ntfy.sh:443")
    chats.remove(host=ann, code=circle.code)
    assert not TableChat.objects.exists()


def test_host_who_goes_takes_the_chat_along() -> None:
    circle, (ann, bo) = circle_of(2), people(2)
    chats.put(host=ann, code=circle.code, kind="ntfy", name="", fields=NTFY)
    tables.set_up(by=bo, code=circle.code, people=[ann])
    membership.leave(user=ann, code=circle.code)
    assert not CircleChat.objects.exists()
    assert not TableChat.objects.exists()


def test_chat_is_the_hosts_alone() -> None:
    circle, (_ann, bo, cy) = circle_of(2), people(3)
    for user, error in ((bo, PermissionDenied), (cy, Http404)):
        with pytest.raises(error):
            chats.put(host=user, code=circle.code, kind="ntfy", name="", fields=NTFY)
        with pytest.raises(error):
            chats.remove(host=user, code=circle.code)


def test_secret_of_a_chat_is_shown_once_and_its_address_never() -> None:
    circle, ann = circle_of(2), people(1)[0]
    browser, page = browser_of(ann), reverse("circles:chat", args=[circle.code])
    browser.post(page, {"kind": "webhook", "url": "https://hooks.example.org/take"})
    secret = CircleChat.objects.get().fields["secret"]
    shown, again = (browser.get(page).content.decode() for _time in range(2))
    assert secret in shown
    assert secret not in again
    assert "hooks.example.org/take" not in shown + again
