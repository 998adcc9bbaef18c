"""Letters that go to devices, and why they were not delivered."""

import pytest

from accounts.channels import Letter, NotSentError, push
from accounts.channels.off import off_link
from accounts.models import Device, Event, User
from tests.accounts.push_service import Browser

LEAD = "It’s your turn at the table “Klondike”."
TABLE = "http://localhost:8000/t/abc/"


def browser_of(user: User, browser: Browser) -> Browser:
    """Register a device for a user."""
    Device.objects.create(user=user, name="Firefox, Android", **browser.subscription._asdict())
    return browser


def letter_to(user: User, event: Event = Event.TURN, subject: str = "Your turn: Klondike") -> Letter:
    return Letter(
        user,
        (event,),
        subject,
        "Long.\n",
        "<p>Long.</p>\n",
        "turn.1",
        "table.1",
        LEAD,
        TABLE,
        off=off_link(user, "push", event),
    )


def failure(user: User) -> NotSentError:
    """Why a letter was not delivered."""
    with pytest.raises(NotSentError) as found:
        push.send(letter_to(user))
    return found.value
