"""What this site keeps of a person, and for how long, as lines of a page. The times are those of the sweepers."""

from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.services.renaming import RESERVED
from games.rows.retention import RETENTIONS
from personal.models import LASTS


class Line(NamedTuple):
    """What is kept, until when, and the models in which it is, as "app.Model"."""

    what: str | Promise
    until: Any
    models: tuple[str, ...]


DAYS = {one.name: one.lasts.days for one in RETENTIONS} | {"archives": LASTS.days}
"""For how many days rows are kept, by the name of the rule."""


def _after_end(rule: str) -> Any:
    return ngettext_lazy(
        "Until %(count)d day after the game has ended.", "Until %(count)d days after the game has ended.", "count"
    ) % {"count": DAYS[rule]}


def _after_done(rule: str) -> Any:
    return ngettext_lazy(
        "Until %(count)d day after it has run out or is settled.",
        "Until %(count)d days after it has run out or is settled.",
        "count",
    ) % {"count": DAYS[rule]}


_WITH_ACCOUNT = _("Until you remove it or delete your account.")
_FOR_GOOD = _("For good. Once you delete your account, under a name that doesn’t identify you.")

LINES = (
    Line(
        _("Your name, address and settings, how you sign in, and how we notify you"),
        _WITH_ACCOUNT,
        (
            *("accounts.User", "accounts.User_groups", "accounts.User_user_permissions", "account.EmailAddress"),
            *("mfa.Authenticator", "accounts.Device", "accounts.Target", "accounts.FeedKey", "accounts.FriendLink"),
            *("accounts.Muted", "accounts.VacationDay", "api.Token"),
        ),
    ),
    Line(
        _("The browsers you’re signed in with, without their network addresses"),
        _("Until you’re signed out there, or the session has run out."),
        ("usersessions.UserSession",),
    ),
    Line(
        _("Names you’ve given up, so that no one else takes them"),
        ngettext_lazy(
            "Until %(count)d day after you gave them up.", "Until %(count)d days after you gave them up.", "count"
        )
        % {"count": RESERVED.days + DAYS["reserved names"]},
        ("accounts.ReservedName",),
    ),
    Line(
        _("Mails about your account, and links that let a guest back in"),
        _after_done("sign-in links"),
        ("accounts.AccountMail", "accounts.SignInLink"),
    ),
    Line(
        _("Your friends, requests and blocks, and the players you don’t hear"),
        _WITH_ACCOUNT,
        ("accounts.Friendship", "accounts.Block", "accounts.Unheard"),
    ),
    Line(
        _("Your circles, your answers to their evenings, your seasons, and the chats you’ve added there"),
        _WITH_ACCOUNT,
        (
            *("circles.CircleMember", "circles.CircleLink", "circles.CircleChat", "circles.Answer"),
            "circles.SeasonPlayer",
        ),
    ),
    Line(
        _("Your tables with all moves, and what came of each game"),
        _FOR_GOOD,
        ("games.Game", "games.Seat", "games.Move", "results.GameResult", "results.SeatResult"),
    ),
    Line(
        _("What you’ve said at tables"),
        _("As long as the table. A message you remove goes at once."),
        ("games.Word",),
    ),
    Line(
        _("What you’ve reported, and what moderators decided about you"),
        _FOR_GOOD,
        ("games.Complaint", "games.Ruling"),
    ),
    Line(_("Your notes"), _after_end("notes"), ("games.Note",)),
    Line(
        _("Your suspicions; the ones you show to others stay with the game"),
        _after_end("suspicions"),
        ("games.Suspicion", "games.Disclosure"),
    ),
    Line(_("Chats that a table’s moves are posted to"), _after_end("chats of tables"), ("games.TableChat",)),
    Line(_("Your invitations"), _after_done("invitations"), ("games.Invitation",)),
    Line(_("Your notifications"), _after_done("notices"), ("games.Notice",)),
    Line(
        _("Your statistics with other players, and how soon you answer"),
        _("Until you delete your account. They’re counted again and again."),
        ("results.Together", "results.Hidden", "games.Pace"),
    ),
    Line(
        _("What staff do in the administration"),
        _("For good: it answers for their power."),
        ("admin.LogEntry", "games.Peek"),
    ),
    Line(
        _("The archive of your data, once you ask for one"),
        ngettext_lazy(
            "Until %(count)d day after you asked for it.", "Until %(count)d days after you asked for it.", "count"
        )
        % {"count": DAYS["archives"]},
        ("personal.Archive",),
    ),
)

GUESTS = ngettext_lazy(
    "Guests are forgotten %(count)d day after their last visit.",
    "Guests are forgotten %(count)d days after their last visit.",
    "count",
) % {"count": DAYS["guests"]}
"""What is said of people without an account."""
