"""What an archive holds beside tables: one part for each file, with the fields that bind its rows to a person.

Every field that refers to a person is in `PARTS`, `OF_TABLES` or `LEFT_OUT`; a test says so. A new one is added to one
of these, and its model to `keeping.LINES`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import (
    AccountMail,
    Block,
    Device,
    FeedKey,
    FriendLink,
    Friendship,
    Muted,
    ReservedName,
    Target,
    Unheard,
    User,
    VacationDay,
)
from api.models import Token
from circles.models import Answer, CircleChat, CircleLink, CircleMember, SeasonPlayer
from games.models import (
    Complaint,
    Disclosure,
    Game,
    Invitation,
    Note,
    Notice,
    Pace,
    Ruling,
    Seat,
    Suspicion,
    TableChat,
    Word,
)
from results.models import GameResult, Hidden, SeatResult, Together


class Part(NamedTuple):
    """A file of the archive. `what` is said of it in the README; `read` returns what JSON can hold, and `fields` are
    the references to a person by which it finds its rows, as "app.Model.field"."""

    name: str
    what: str | Promise
    read: Callable[[User], Any]
    fields: tuple[str, ...]


_SETTINGS = (
    *("username", "email", "date_joined", "last_login", "is_guest", "language", "time_zone", "theme", "layout"),
    *("single_keys", "confirm_tunnels", "quiet_from", "quiet_until", "free_days", "reminders", "digest"),
    *("digest_hour", "patient", "vacations", "shows_pace"),
)


def account(user: User) -> Any:
    """Return name and settings, and all by which the person signs in or is reached; secrets are left out."""
    return {
        **_rows(User.objects.filter(pk=user.pk), *_SETTINGS)[0],
        "groups": list(user.groups.order_by("pk").values_list("name", flat=True)),
        "permissions": list(user.user_permissions.order_by("pk").values_list("codename", flat=True)),
        "bot_accounts": list(user.bot_accounts.order_by("pk").values_list("username", flat=True)),
        "addresses": _rows(EmailAddress.objects.filter(user=user), "email", "verified"),
        "sign_in_methods": _rows(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
        "sessions": _rows(UserSession.objects.filter(user=user), "user_agent", "created_at"),
        "devices": _rows(Device.objects.filter(user=user), "name", "made_at", "last_at"),
        "chats": _rows(Target.objects.filter(user=user), "kind", "name", "server", "made_at"),
        "feeds": _rows(FeedKey.objects.filter(user=user), "made_at"),
        "friend_links": _rows(FriendLink.objects.filter(user=user), "expires_at"),
        "tokens": _rows(Token.objects.filter(user=user), "name", "scopes", "made_at", "expires_at", "used_at"),
        "muted": _rows(Muted.objects.filter(user=user), "channel", "event", "wanted"),
        "former_names": _rows(ReservedName.objects.filter(user=user), "name", "until"),
        "vacation_days": _rows(VacationDay.objects.filter(user=user), "day"),
        "mails_on_their_way": _rows(AccountMail.objects.filter(user=user), "kind", "address", "made_at"),
    }


def friends(user: User) -> Any:
    """Return friendships and requests, and the people that the person has blocked or muted."""
    return {
        "friendships": _rows(
            Friendship.objects.filter(Q(low=user) | Q(high=user)),
            *("low__username", "high__username", "asked_by__username", "state", "asked_at", "accepted_at"),
        ),
        "blocked": _rows(Block.objects.filter(blocker=user), "blocked__username", "made_at"),
        "unheard": _rows(Unheard.objects.filter(user=user), "other__username"),
    }


def circles(user: User) -> Any:
    """Return circles, answers to their tables, and what the person has set up there."""
    return {
        "circles": _rows(CircleMember.objects.filter(user=user), "circle__name", "role", "joined_at", "left_at"),
        "answers": _rows(Answer.objects.filter(user=user), "table__game__code", "reply", "answered_at"),
        "seasons": _rows(
            SeasonPlayer.objects.filter(user=user),
            *("season__circle__name", "season__name", "season__begins", "season__ends", "sums", "named"),
        ),
        "links": _rows(CircleLink.objects.filter(by=user), "circle__name", "expires_at"),
        "chats": _rows(CircleChat.objects.filter(by=user), "circle__name", "kind", "name", "server"),
    }


def tables(user: User) -> Any:
    """Return the seats of the person, invitations, and chats to which their tables are posted."""
    return {
        "seats": _rows(
            Seat.objects.filter(user=user),
            *("game__code", "game__name", "game__status", "number", "joined_at", "shares", "named", "coach"),
        ),
        "hosts": list(Game.objects.filter(host=user).order_by("pk").values_list("code", flat=True)),
        "invitations_sent": _rows(
            Invitation.objects.filter(by=user), "game__code", "to__username", "created_at", "expires_at", "revoked_at"
        ),
        "invitations_received": _rows(
            Invitation.objects.filter(to=user, revoked_at=None), "game__code", "by__username", "created_at"
        ),
        "chats": _rows(TableChat.objects.filter(by=user), "game__code", "kind", "name", "server", "made_at"),
    }


def messages(user: User) -> Any:
    """Return what the person said at tables and has not removed, what they reported, and what moderators
    decided about them."""
    return {
        "messages": _rows(
            Word.objects.filter(user=user, removed_at=None), "game__code", "number", "at", "round", "kind", "text"
        ),
        "reports": _rows(Complaint.objects.filter(by=user), "kind", "words", "reason", "at"),
        "decisions": _rows(
            Ruling.objects.filter(person=user),
            *("act", "words", "reason", "at", "until", "answer", "answered_at"),
        ),
    }


def notes(user: User) -> Any:
    """Return the person's notes and suspicions, and the games in which they show them to others."""
    return {
        "notes": _rows(Note.objects.filter(user=user), "game__code", "about", "text"),
        "suspicions": _rows(Suspicion.objects.filter(user=user), "game__code", "round", "move", "about", "guess"),
        "shown": _rows(Disclosure.objects.filter(user=user), "game__code"),
    }


def notifications(user: User) -> Any:
    """Return the notifications that the person was given. One that waits is left out: it may still be dropped."""
    return _rows(Notice.objects.filter(user=user, done_at__isnull=False), "game__code", "kind", "created_at", "done_at")


def statistics(user: User) -> Any:
    """Return results of finished games, sums with each other player, and how soon the person answers."""
    return {
        "games": _rows(GameResult.objects.filter(person=user), "counted__game__code", "seat", "won", "gold"),
        "rounds": _rows(
            SeatResult.objects.filter(person=user),
            *("counted__game__code", "round", "seat", "day", "role", "team", "won", "gold", "counts"),
        ),
        "together": _rows(Together.objects.filter(viewer=user), "subject__username", "games", "sums"),
        "hidden": Hidden.objects.filter(user=user).exists(),
        "pace": _rows(Pace.objects.filter(user=user), "turns", "quick", "typical", "slow", "missed", "counted_at"),
    }


def _rows(found: "QuerySet[Any]", *columns: str) -> list[dict[str, Any]]:
    """Return rows by their keys, with the names of referred columns shortened: `game__code` is `game`."""
    rows = found.order_by("pk").values_list(*columns)
    names = [column.removesuffix("__username").removesuffix("__code").removesuffix("__name") for column in columns]
    return [dict(zip(names, row, strict=True)) for row in rows]


PARTS = (
    Part(
        "account",
        _("Your name, your settings, and how you sign in and are notified."),
        account,
        (
            *("accounts.User_groups.user", "accounts.User_user_permissions.user", "accounts.User.owner"),
            *("account.EmailAddress.user", "mfa.Authenticator.user", "usersessions.UserSession.user"),
            *("accounts.Device.user", "accounts.Target.user", "accounts.FeedKey.user", "accounts.FriendLink.user"),
            *("accounts.Muted.user", "accounts.VacationDay.user", "accounts.AccountMail.user", "api.Token.user"),
            "accounts.ReservedName.user",
        ),
    ),
    Part(
        "friends",
        _("Your friends, and the players you block or don’t hear."),
        friends,
        (
            *("accounts.Friendship.low", "accounts.Friendship.high", "accounts.Friendship.asked_by"),
            *("accounts.Block.blocker", "accounts.Unheard.user"),
        ),
    ),
    Part(
        "circles",
        _("Your circles, and your answers to their evenings."),
        circles,
        (
            *("circles.CircleMember.user", "circles.Answer.user", "circles.SeasonPlayer.user"),
            *("circles.CircleLink.by", "circles.CircleChat.by"),
        ),
    ),
    Part(
        "tables",
        _("Your seats and invitations."),
        tables,
        ("games.Seat.user", "games.Game.host", "games.Invitation.by", "games.Invitation.to", "games.TableChat.by"),
    ),
    Part(
        "messages",
        _("What you’ve said at tables."),
        messages,
        ("games.Word.user", "games.Complaint.by", "games.Ruling.person"),
    ),
    Part(
        "notes",
        _("Your notes and suspicions."),
        notes,
        ("games.Note.user", "games.Suspicion.user", "games.Disclosure.user"),
    ),
    Part("notifications", _("The notifications you’ve had."), notifications, ("games.Notice.user",)),
    Part(
        "statistics",
        _("Your results and statistics."),
        statistics,
        (
            *("results.GameResult.person", "results.SeatResult.person", "results.Together.viewer"),
            *("results.Hidden.user", "games.Pace.user"),
        ),
    ),
)

OF_TABLES = ("games.Move.user",)
"""Fields whose rows are in the files of tables."""

LEFT_OUT = {
    "accounts.Block.blocked": "who blocks a person is theirs to know, and no page tells it",
    "accounts.SignInLink.user": "a hash of a link that works once, for half an hour",
    "accounts.Unheard.other": "who does not hear a person is theirs to know",
    "admin.LogEntry.user": "what staff do answers for their power, and names others",
    "games.Complaint.person": "who reported a person, and why, is told to moderators alone",
    "games.Ruling.by": "what moderators do answers for their power; the person concerned has the decision",
    "games.Notice.by": "the notification is that of another person",
    "games.Peek.by": "what staff do answers for their power; the table is told of it",
    "personal.Archive.user": "the archive itself",
    "results.Together.subject": "what another person sees; the same games are in the person's own sums",
}
"""Why rows are not in an archive."""
