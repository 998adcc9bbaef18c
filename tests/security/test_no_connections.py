"""No view opens a connection to another server: a server that hangs would hold a thread of the site (ADR 61).

The guard is on in every test (`tests/conftest.py: no_connections`); here every address is asked while it watches.
"""

import socket
from contextlib import suppress

import pytest
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse
from pytest_django.fixtures import Settings

from accounts.models import Device, Target
from games.models import Game, TableChat
from saboteur_site.outgoing import outward
from tests.factories import DeviceFactory, TableChatFactory, TargetFactory
from tests.fixed_set import chosen
from tests.outbound import guarded
from tests.security.access import access_rules
from tests.security.rows import undone
from tests.security.scene import Scene
from tests.security.test_junk import kind_for

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("who may")]


def test_no_address_opens_a_connection_for_any_visitor(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    with guarded() as caught:
        for rule in chosen(access_rules(), len(access_rules()) // 3):
            kind = kind_for(rule.name)
            for method in ("GET", "POST"):
                form = scene.form(rule.name, rule.code, kind) if method == "POST" else None
                with undone():
                    scene.ask(kind, method, scene.address(rule.name, rule.code, kind), form)
                opened += [f"{method} {rule.name} {rule.code}: {where}" for where in caught]
                caught.clear()
    assert opened == []


def test_a_test_message_is_queued_and_opens_no_connection(scene: Scene) -> None:
    game = Game.objects.get(code="runs")
    host = scene.people["host"]
    chat, device = TargetFactory.create(user=host), DeviceFactory.create(user=host)
    TableChat.objects.filter(game=game).delete()
    TableChatFactory.create(game=game, by=host)
    with guarded() as caught:
        scene.ask("host", "POST", reverse("accounts:chat-deed"), {"deed": "test", "chat": chat.pk})
        scene.ask("host", "POST", reverse("accounts:device-test"), {"device": device.pk})
        scene.ask("host", "POST", reverse("games:chat", args=["runs"]), {"deed": "test"})
    assert caught == []
    asked = [model.objects.exclude(test_due_at=None).count() for model in (Target, Device, TableChat)]
    assert asked == [1, 1, 1]


def posts(_request: HttpRequest) -> HttpResponse:
    """A view as it must not be."""
    with suppress(outward.AwayError):
        outward.post("https://hooks.example.org/", b"", {}, patience=0.2)
    return HttpResponse()


def mails(_request: HttpRequest) -> HttpResponse:
    """Another one."""
    with suppress(OSError):
        EmailMessage("Hm", "Hm", to=["ann@mail.example"]).send()
    return HttpResponse()


def connects(_request: HttpRequest) -> HttpResponse:
    """And another one."""
    with socket.socket() as line:
        line.settimeout(0.1)
        line.connect_ex(("127.0.0.1", 9))
    return HttpResponse()


urlpatterns = [path("posts/", posts), path("mails/", mails), path("connects/", connects)]


@pytest.mark.parametrize("view", ["posts", "mails", "connects"])
@pytest.mark.usefixtures("connections_allowed")
def test_a_planted_connection_is_caught(view: str, settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "saboteur_site.outgoing.smtp.EmailBackend", "mail.example"
    with guarded() as caught, suppress(AssertionError):
        Client().get(f"/{view}/")
    assert caught
