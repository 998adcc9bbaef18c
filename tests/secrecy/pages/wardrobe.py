"""What people choose for themselves, each of it in all the ways there are; worlds are looked at in every one."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from itertools import product
from random import Random
from typing import Any

from django.conf import settings

from accounts.channels import registry
from accounts.models import Event, Layout, Muted, Reminder, Theme, User

Outfit = Mapping[str, Any]
"""A set of a user's choices: values by the names of `CHOICES`."""

LANGUAGES = [code for code, _name in settings.LANGUAGES]
"""The languages of the site."""

CHOICES: Mapping[str, Sequence[Any]] = {
    "language": ["", *LANGUAGES],
    "theme": Theme.values,
    "layout": Layout.values,
    "single_keys": [True, False],
    "confirm_tunnels": [True, False],
    "vacations": [True, False],
    "shows_pace": [False, True],
    "time_zone": ["UTC", "Pacific/Chatham", "America/St_Johns"],
    "quiet": [(None, None), (time(12), time(13)), (time(22), time(7))],
    "free_days": ["", "0", "56"],
    "reminders": ["", *Reminder.values, ",".join(Reminder.values)],
    "digest": ["", "beside", "alone"],
    "digest_hour": [18, 7],
    "patient": [False, True],
    "muted": [(), (Event.VOTE,), (Event.FRIEND, Event.INVITATION)],
    "declined_at": [None, datetime(2030, 1, 1, tzinfo=UTC)],
    "asks_for": ["", "uk", "es;q=0.9, lv;q=0.4"],
}
"""All that can be chosen: what a profile keeps, whether messages were declined, and the languages that a browser asks
for."""
HARMLESS = (
    "language", "theme", "layout", "single_keys", "confirm_tunnels", "time_zone", "declined_at", "asks_for",
    "shows_pace", "digest_hour",
)  # fmt: skip
"""What moves no clock and stops no letter, so that a game goes on as it would for anybody."""
SEEN = ("theme", "layout", "single_keys", "confirm_tunnels")
"""What changes how a page of a table is drawn."""


def outfits(rng: Random) -> list[Outfit]:
    """As few outfits as have every value of every choice in one of them, put together at random."""
    most = max(map(len, CHOICES.values()))
    columns = {name: (rng.sample(list(values), len(values)) * most)[:most] for name, values in CHOICES.items()}
    return [{name: column[place] for name, column in columns.items()} for place in range(most)]


def every_look(rng: Random) -> Iterator[Outfit]:
    """Every mix of what changes how a table is drawn, in every language; the rest at random."""
    for language, *values in product(CHOICES["language"], *(CHOICES[name] for name in SEEN)):
        yield {**rng.choice(outfits(rng)), "language": language, **dict(zip(SEEN, values, strict=True))}


def put_on(person: User, outfit: Outfit) -> None:
    """Store these choices for a user."""
    columns = {name: value for name, value in outfit.items() if name not in ("quiet", "muted", "asks_for")}
    columns["quiet_from"], columns["quiet_until"] = outfit["quiet"]
    User.objects.filter(pk=person.pk).update(**columns)
    Muted.objects.filter(user=person).delete()
    muted = product(registry.registered(), outfit["muted"])
    Muted.objects.bulk_create(Muted(user=person, channel=channel, event=event) for channel, event in muted)


PLAIN: Outfit = {name: values[0] for name, values in CHOICES.items()} | {"reminders": "most,hour"}
"""The choices of a user who never chose."""


def any_outfit(rng: Random) -> Outfit:
    """Random choices of a user who plays on."""
    return {**PLAIN, **{name: rng.choice(CHOICES[name]) for name in HARMLESS}}
