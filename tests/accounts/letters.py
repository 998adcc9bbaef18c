"""Letters on their way to chats, for tests: sent, refused, put off."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.channels import Letter, NotSentError, chat
from accounts.channels.breakers import CircuitOpenError
from accounts.models import Event, Target, User
from tests.factories import TargetFactory
from tests.sinks import Sink


def letter(user: User, number: int = 1) -> Letter:
    return Letter(
        user, (Event.TURN,), "Your turn: x", "text", "html", f"turn.{number}", "", "It’s your turn.", "http://x/"
    )


def target(user: User, server: Sink, **more: Any) -> Target:
    return TargetFactory.create(user=user, url=server.url, **more)


def failure(user: User) -> NotSentError:
    """Why a letter was not sent."""
    with pytest.raises(NotSentError) as found:
        chat.send(letter(user))
    return found.value


def rest(user: User) -> CircuitOpenError:
    """That a letter waits."""
    with pytest.raises(CircuitOpenError) as found:
        chat.send(letter(user))
    return found.value


def wake() -> None:
    """Let the rests of all be over."""
    Target.objects.filter(open_until__isnull=False).update(open_until=timezone.now() - timedelta(seconds=1))
