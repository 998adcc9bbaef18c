"""The users of bots: a few users without a log-in, shared by all tables."""

from collections.abc import Collection
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import OuterRef, Subquery

from accounts.models import User
from games.models import Seat

NAMES = (
    "Bot Flint", "Bot Amber", "Bot Cobalt", "Bot Garnet", "Bot Jasper", "Bot Marble",
    "Bot Nickel", "Bot Onyx", "Bot Pyrite", "Bot Quartz", "Bot Slate", "Bot Topaz",
)  # fmt: skip


def bot_players(count: int) -> list[User]:
    """Return some bots, created on first use. If a player has a bot's name, the bot's name gets a number."""
    there = {bot.username: bot for bot in User.objects.filter(is_bot=True)}
    spellings = ((name, [there[spelt] for spelt in _spellings(name) if spelt in there]) for name in NAMES[:count])
    return [found[0] if found else _made(name) for name, found in spellings]


def free_bot(seated: Collection[int]) -> User:
    """Return a bot that is none of these users, given by ids."""
    return next(bot for bot in bot_players(min(len(seated) + 1, len(NAMES))) if bot.pk not in seated)


def awaited_bots(most: int, since: datetime) -> list[int]:
    """Return the keys of tables that have waited for a bot ``since`` a moment or longer: at most ``most`` for each bot,
    and as many where a bot stands in for a player.

    One query per bot reads a few of its seats in index order. For all bots at once, the database would read every seat,
    because it estimates that bots are awaited as often as people.
    """
    seats = Seat.objects.filter(awaited_since__lte=since).order_by("awaited_since")
    first = Subquery(seats.filter(user=OuterRef("pk")).values("pk")[:1])
    bots = User.objects.filter(is_bot=True).annotate(first=first).exclude(first=None).order_by("pk")
    waiting = [*(seats.filter(user=bot) for bot in bots.values_list("pk", flat=True)), seats.filter(resting="bot")]
    games = [pk for some in waiting for pk in some.values_list("game", flat=True)[:most]]
    return list(dict.fromkeys(games))


def _spellings(name: str) -> list[str]:
    return [name, *(f"{name} {number}" for number in range(2, 100))]


def _made(name: str) -> User:
    """Return a new bot with a free name, or the bot that another transaction has just created.

    Only an insert can tell reliably whether a name is free.
    """
    for spelt in _spellings(name):
        bot = User(username=spelt, is_bot=True)
        bot.set_unusable_password()
        try:
            with transaction.atomic():
                bot.save()
        except IntegrityError:
            other = User.objects.filter(username=spelt, is_bot=True).first()
            if other is not None:
                return other
        else:
            return bot
    raise IntegrityError(name)
