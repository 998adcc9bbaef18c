"""Letters of every kind, whenever they are written and in whatever language, give no secret away (R94, R95)."""

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

import pytest
from django.core import mail

from accounts.channels import Letter
from accounts.models import Event, User
from games.mail import letters
from games.models import Notice
from games.rules.table import Ruleset
from saboteur_site.outgoing import outward
from tests.conftest import SOAK
from tests.factories import TargetFactory
from tests.secrecy.pages import compare
from tests.secrecy.pages.compare import Plan, differences
from tests.secrecy.pages.endings import LETTERS as LETTERS_AT_THE_END
from tests.secrecy.pages.pairs import digging_deal, ended_for_others, pair_until, turn_begins
from tests.secrecy.pages.planting import change, goals, roles
from tests.secrecy.pages.scenes import everybody_writes, the_start_is_told, time_passes
from tests.secrecy.pages.stage import Stage
from tests.secrecy.pages.wardrobe import LANGUAGES, PLAIN, Outfit, any_outfit, put_on
from tests.secrecy.worlds import Pair

pytestmark = pytest.mark.django_db

GAMES = 10 if SOAK else 1
TRIES = 10
"""Pairs in which a leak is looked for, before it counts as missed."""


class Post(NamedTuple):
    """What the viewer is written: by which pairs and what happens then."""

    events: frozenset[str]
    pair: Callable[[Random], Pair]
    then: Callable[[Stage], None]


POST = {
    "on turn": Post(
        frozenset(
            {
                *(
                    Event.TURN,
                    Event.REMINDER,
                    Event.VOTE,
                    Event.ADDRESSED,
                    Event.OPTIONS,
                    Event.COMPLETE,
                    Event.CANCELLED,
                ),
                *(Event.REMOVED, Event.INVITATION, Event.CIRCLE, Event.FRIEND, Event.DECISION, Event.DIGEST),
            }
        ),
        lambda lot: pair_until(lot, Ruleset(), 3, turn_begins),
        everybody_writes,
    ),
    "a round is over": Post(
        frozenset({Event.ROUND, Event.STARTED}),
        lambda lot: pair_until(lot, Ruleset(), 4, ended_for_others, digging_deal),
        the_start_is_told,
    ),
}


def test_there_are_letters_of_every_kind() -> None:
    assert frozenset().union(*(post.events for post in POST.values()), LETTERS_AT_THE_END) == set(Event)


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What is posted to chats, which the viewer and a stranger have. It is compared as if it were mail to them."""
    found: list[bytes] = []

    def put_on_with_chat(person: User, outfit: Outfit) -> None:
        put_on(person, outfit)
        fields = {"server": "https://ntfy.sh", "topic": person.username, "token": ""}
        TargetFactory.create(user=person, kind="ntfy", fields=fields)

    def post(url: str, body: bytes, headers: Mapping[str, str], **_more: Any) -> outward.Reply:
        found.append(body)
        said = f"{url} {sorted(headers.items())} {body.decode()}"
        reader = User.objects.get(username=json.loads(body)["topic"])
        mail.outbox.append(mail.EmailMessage("posted", said, to=[reader.email]))
        return outward.Reply(200)

    monkeypatch.setattr(compare, "put_on", put_on_with_chat)
    monkeypatch.setattr(outward, "post", post)
    return found


@pytest.mark.examples(1)
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("occasion", POST)
def test_r94_no_letter_tells_a_secret(occasion: str, number: int, chance: Random, posted: list[bytes]) -> None:
    post = POST[occasion]

    def then(stage: Stage) -> None:
        post.then(stage)
        assert posted  # several at once are one message
        sent = Notice.objects.filter(user=stage.viewer, outcome=Notice.Outcome.SENT).values_list("kind", flat=True)
        assert post.events <= set(sent)

    outfit = {
        **any_outfit(chance),
        "language": LANGUAGES[number % len(LANGUAGES)] if SOAK else chance.choice(LANGUAGES),
    }
    plan = Plan(("player",), thorough=1, outfit=outfit, then=then)
    assert list(differences(post.pair(chance), plan, number)) == []


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("leaking", LANGUAGES)
def test_r94_a_leak_into_the_letters_of_one_language_is_caught_in_it(
    leaking: str, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    def altered(letter: Letter, *_given: Any, **_named: Any) -> Letter:
        return letter._replace(lead=f"{letter.lead} {roles()} {goals()}") if letter.to.language == leaking else letter

    change(monkeypatch, letters, "letter_of", altered)
    plan = Plan(thorough=0, outfit={**PLAIN, "language": leaking}, then=time_passes)
    assert any(list(differences(POST["on turn"].pair(chance), plan)) for _ in range(TRIES))
