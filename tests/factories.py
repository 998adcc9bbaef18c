"""Rows for tests, made with as little said as the test needs."""

from typing import Any
from urllib.parse import urlsplit

import factory
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from accounts.channels.formats import all_kinds
from accounts.models import Device, FeedKey, Friendship, Target, User
from games.models import TableChat
from saboteur_site.outgoing import webpush


class UserFactory(factory.django.DjangoModelFactory[User]):
    """A player; with a password only if one is given, because hashing takes time."""

    class Meta:
        model = User

    username = factory.Sequence(lambda number: f"Player {number}")

    @factory.lazy_attribute
    def password(self) -> str:
        """No usable password."""
        return make_password(None)

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **kwargs: Any) -> Any:
        password = kwargs["password"]
        if not password.startswith("!"):
            kwargs["password"] = make_password(password)
        return super()._create(model_class, *args, **kwargs)


class FriendshipFactory(factory.django.DjangoModelFactory[Friendship]):
    """`create(asked_by=ann, other=bo)` makes them friends; with `open=True` it is an ask without an answer."""

    class Meta:
        model = Friendship

    class Params:
        other = factory.SubFactory(UserFactory)
        open = False

    asked_by = factory.SubFactory(UserFactory)
    low = factory.LazyAttribute(lambda pair: min(pair.asked_by, pair.other, key=lambda person: person.pk))
    high = factory.LazyAttribute(lambda pair: max(pair.asked_by, pair.other, key=lambda person: person.pk))
    state = factory.LazyAttribute(lambda pair: Friendship.State.ASKED if pair.open else Friendship.State.ACCEPTED)
    asked_at = factory.LazyFunction(timezone.now)
    accepted_at = factory.LazyAttribute(lambda pair: None if pair.open else pair.asked_at)


class FeedKeyFactory(factory.django.DjangoModelFactory[FeedKey]):
    """The key to a user's feeds."""

    class Meta:
        model = FeedKey

    user = factory.SubFactory(UserFactory)


class TargetFactory(factory.django.DjangoModelFactory[Target]):
    """A chat: a program at `url`, unless said otherwise."""

    class Meta:
        model = Target

    class Params:
        url = "https://hooks.example.org/take"

    user = factory.SubFactory(UserFactory)
    kind = "webhook"
    fields = factory.LazyAttribute(lambda chat: {"url": chat.url, **all_kinds()[chat.kind].makes()})
    server = factory.LazyAttribute(lambda chat: urlsplit(chat.url).netloc)


class TableChatFactory(factory.django.DjangoModelFactory[TableChat]):
    """The chat of a table that is named with it: a program at `url`, unless said otherwise."""

    class Meta:
        model = TableChat

    class Params:
        url = "https://hooks.example.org/take"

    kind = "webhook"
    fields = factory.LazyAttribute(lambda chat: {"url": chat.url, **all_kinds()[chat.kind].makes()})
    server = factory.LazyAttribute(lambda chat: urlsplit(chat.url).netloc)
    seq = 0


class DeviceFactory(factory.django.DjangoModelFactory[Device]):
    """A registered device; messages to it lead nowhere."""

    class Meta:
        model = Device

    user = factory.SubFactory(UserFactory)
    endpoint = factory.Sequence(lambda number: f"https://fcm.googleapis.com/fcm/send/{number}")
    p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    auth = "BTBZMqHH6r4Tts7J_aSIgg"
    key = factory.LazyFunction(webpush.offered)
    name = "Firefox, Android"
