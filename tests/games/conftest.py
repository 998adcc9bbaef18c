"""What tests of games share."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from accounts.channels import chat
from tests.sinks import Sink, sink


@pytest.fixture
def chat_server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sink]:
    """A webhook receiver that the host of a table has named, with short time-outs."""
    monkeypatch.setattr(chat, "PATIENCE", 0.5)
    with sink() as found:
        settings.OUTWARD_HTTP_HOSTS = ["127.0.0.1"]
        yield found
