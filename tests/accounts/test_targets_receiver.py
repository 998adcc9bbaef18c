"""The receiver in docs/webhooks.md takes what the site posts, once, and nothing else."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from accounts.channels import Letter, NotSentError, chat
from accounts.channels.formats import Message, all_kinds, webhook
from accounts.models import Event, Target, User
from accounts.services import trials
from games.mail import chats as table_chats
from saboteur_site.outgoing import outward
from tests.factories import TargetFactory
from tests.processes import becomes
from tests.services import free_port

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "webhooks.md").read_text()


@pytest.fixture
def receiver(ann: User, settings: Settings, tmp_path: Path) -> Iterator[tuple[Target, Any]]:
    """A chat of Ann's, which is the program of the page; and that program."""
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "receiver.py").write_text(program)
    port = free_port()
    settings.OUTWARD_HTTP_HOSTS = [f"127.0.0.1:{port}"]
    target = TargetFactory.create(user=ann, url=f"http://127.0.0.1:{port}/")
    environment = {"PATH": os.environ["PATH"], "SECRET": target.fields["secret"], "PORT": str(port)}
    command = [sys.executable, str(tmp_path / "receiver.py")]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert becomes(lambda: listens(port))
        yield target, process
        process.terminate()


def listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def test_it_takes_a_letter_once_and_refuses_what_others_write(receiver: tuple[Target, Any], ann: User) -> None:
    target, process = receiver
    letter = Letter(ann, (Event.TURN,), "Your turn: Öre", "", "", "turn.1", "", "It’s your turn.", "http://x/t/1/")
    both = letter._replace(id="several.1", ids=("turn.1", "turn.2"), subject="2 messages for you")
    chat.send(letter)
    chat.send(letter)
    chat.send(both)
    chat.send(letter._replace(id="turn.2", subject="Your turn: told with the other"))
    chat.send(letter._replace(id="turn.3", subject="Your turn: again"))
    assert process.stdout.readline() == "turn Your turn: Öre http://x/t/1/\n"
    assert process.stdout.readline() == "turn 2 messages for you http://x/t/1/\n"
    assert process.stdout.readline() == "turn Your turn: again http://x/t/1/\n"

    target.fields |= all_kinds()["webhook"].makes()
    target.save()
    with pytest.raises(NotSentError) as refused:
        chat.send(letter)
    assert (refused.value.lasting, refused.value.reply) == (True, "401")


def test_receiver_refuses_replayed_and_changed_messages(
    receiver: tuple[Target, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    target, _process = receiver
    message = Message("turn.1", ("turn",), "en", "s", "l", "http://x/")
    url, body, headers, _method = all_kinds()["webhook"].write(target.fields, message)
    old = str(int(time.time()) - 400)
    signed = webhook.signature(target.fields["secret"], "turn.1", int(old), body)
    for changed in (
        {"webhook-timestamp": old},
        {"webhook-timestamp": old, "webhook-signature": signed},
        {"webhook-timestamp": "x"},
        {"webhook-id": "turn.2"},
        {"webhook-signature": "v1,"},
    ):
        assert outward.post(url, body, headers | changed, patience=5).status == 401, changed
    assert outward.post(url, body + b" ", headers, patience=5).status == 401
    assert outward.post(url, body, headers, patience=5).status == 204


def test_webhook_page_documents_every_field_header_and_event() -> None:
    fields = {"url": "https://hooks.example.org/", **all_kinds()["webhook"].makes()}
    request = all_kinds()["webhook"].write(fields, Message("turn.1", ("turn",), "en", "s", "l", "http://x/"))
    named = set(re.findall(r"^\| `([\w-]+)` \|", PAGE, re.MULTILINE))
    posted = set(re.findall(rb'"(\w+)": ', request.body))
    assert named == {name.decode() for name in posted} | {name for name in request.headers if name != "Content-Type"}
    (types,) = re.findall(r"^\| `types` \|(.*)\|$", PAGE, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", types)) == {*Event.values, table_chats.EVENT, trials.KIND}
