"""A mail in text and HTML: its content, and how it is rendered for its recipient.

Of what only the recipient may know, a mail contains what they saw in the mine and nothing else. It contains no roles,
hands, gold or whispers, because others may see it on its way. The subject names nothing but the table.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.channels import Item, Letter, registry
from accounts.channels.off import off_link
from accounts.models import Event, User
from accounts.readers import as_read_by
from games.mail import shown


class LetterEntry(NamedTuple):
    """One entry of a mail. `lead` is its sentence, `until` its deadline.

    `link` is its address, with the text `link_words`. `first` says what is shown before that. `happened` is a list of
    sentences under a `heading`. `mine` is the mine in words.
    """

    lead: str
    link: str
    link_words: str
    until: str = ""
    first: str = ""
    heading: str = ""
    happened: Sequence[str] = ()
    mine: Sequence[str] = ()


class LetterContent(NamedTuple):
    """The content of a notice: the subject of a mail, and its entries.

    `lead` is the sentence above several entries. `id` and `thread` are the names of a `Letter`.
    """

    subject: str
    entries: Sequence[LetterEntry]
    lead: str = ""
    events: tuple[Event, ...] = ()
    id: str = ""
    thread: str = ""


def letter_of(contents: Sequence[LetterContent], user: User, channel: str) -> Letter:
    """Return the mail with some contents for a channel, in language and time zone of its recipient."""
    with as_read_by(user):
        news = contents[0] if len(contents) == 1 else _together(contents)
        first, is_one = news.entries[0], len(news.entries) == 1 and not news.lead
        lead, off = news.lead or first.lead, off_link(user, channel, *news.events)
        words = {"user": user, "site": settings.SITE_NAME, "off": off, "is_one": is_one, "below": 2 if is_one else 3}
        words |= {"subject": news.subject, "lead": lead, "entries": news.entries}
        words |= {"profile": settings.SITE_URL + reverse("accounts:notices")}
        way = registry.registered().get(channel)
        done = shown.tables_done(user, channel) if way and way.stays_on_screen else []
        told_of = tuple(entry.link.removeprefix(settings.SITE_URL) for entry in news.entries)
        return Letter(
            to=user,
            events=news.events,
            subject=news.subject,
            text=render_to_string("games/mail/letter.txt", words),
            html=render_to_string("games/mail/letter.html", words),
            id=news.id,
            thread=news.thread,
            lead=lead,
            until=first.until if is_one else "",
            link=first.link if len(news.entries) == 1 else settings.SITE_URL + reverse("games:home"),
            off=off,
            ids=tuple(one.id for one in contents),
            done=tuple(path for path in done if not any(link.startswith(path) for link in told_of)),
            parts=() if is_one else tuple(Item(entry.lead, entry.link, entry.until) for entry in news.entries),
        )


def _together(contents: Sequence[LetterContent]) -> LetterContent:
    """Return several contents as one. Its subject does not name the entries."""
    entries = [entry for news in contents for entry in news.entries]
    words = ngettext("%(count)s message for you", "%(count)s messages for you", len(entries))
    said = words % {"count": len(entries)}
    names = " ".join(sorted(news.id for news in contents))
    events = tuple(dict.fromkeys(event for news in contents for event in news.events))
    return LetterContent(said, entries, said, events, f"several.{name_of('several', names)}")


def name_of(of: str, number: object) -> str:
    """Return a stable name for a row that reveals nothing about it."""
    return salted_hmac("games.letters", f"{of} {number}", algorithm="sha256").hexdigest()[:24]


# -- texts and addresses


def until_words(moment: datetime | None) -> str:
    """Return the deadline in the recipient's time zone; "" without a clock."""
    if moment is None:
        return ""
    about = {"moment": date_format(timezone.localtime(moment), "DUE_FORMAT"), "zone": timezone.get_current_timezone()}
    return _("You have until %(moment)s (%(zone)s).") % about


def table_link(code: str) -> str:
    """Return the address of a table."""
    return settings.SITE_URL + reverse("games:table", args=[code])


def asked_link(code: str, kind: str) -> str:
    """Return the address of what a table asks a player, by its kind in `games.selectors.waiting`."""
    return settings.SITE_URL + reverse("games:asked", args=[code, kind])
