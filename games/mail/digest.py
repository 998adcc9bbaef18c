"""The daily digest: what waits for a user, the most urgent first, and what happened at their tables."""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Event, User
from games.mail.happened import SEE_FIRST, sentences
from games.mail.letters import LetterContent, LetterEntry, asked_link, table_link, until_words
from games.mail.news import NothingToSendError
from games.models import Notice, Seat, Status, Wanted
from games.rows import store
from games.rows.corrupt import CorruptTable
from games.selectors import table as table_selectors
from games.selectors import waiting
from games.selectors.lobby import people_at
from games.selectors.table import Place
from games.selectors.waiting import Waits
from games.tableau.ceremony import unseen_round

DAY = timedelta(days=1)
MOST_TABLES, MOST_LINES = 20, 6
"""How many tables a digest describes, and how many of the latest sentences of each."""


def news_of(notice: Notice) -> LetterContent:
    """Return the digest since the last one. Raise NothingToSendError if nothing waits and nothing happened."""
    user, since = notice.user, _last(notice)
    waits = _waits(user)
    turns = [wait.table.code for wait, _due in waits if wait.table and wait.kind == waiting.TURN]
    happened = dict(_happened(user, since, notice.created_at, turns))
    entries = [_entry_of(wait, due, happened) for wait, due in waits]
    entries += happened.values()
    if not entries:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    lead = _("Nothing is waiting for you. Here’s what happened.")
    if waits:
        words = ngettext("%(count)s thing is waiting for you.", "%(count)s things are waiting for you.", len(waits))
        lead = words % {"count": len(waits)}
    return LetterContent(_("Your daily summary"), entries, lead)


def _last(notice: Notice) -> datetime:
    """Return when the previous digest was made; a day ago if that is longer ago, or if there was none."""
    before = Notice.objects.filter(user=notice.user_id, kind=Event.DIGEST, pk__lt=notice.pk).order_by("-pk").first()
    day_ago = notice.created_at - DAY
    return max(before.created_at, day_ago) if before else day_ago


def _waits(user: User) -> list[tuple[Waits, datetime | None]]:
    """Return what waits for a user, with its deadline, without tables that they muted. Three queries."""
    chosen = dict(Seat.objects.filter(user=user).exclude(wants="").values_list("game", "wants"))
    rows = [row for row in waiting.rows_for(user) if _is_wanted(chosen.get(row["game_id"], ""), row["kind"])]
    people = people_at((row["game_id"] for row in rows if row["game_id"]), user)
    return [(waiting.waits_of(row, people[row["game_id"]]), row["due_at"]) for row in rows]


def _is_wanted(wants: str, kind: str) -> bool:
    return not wants or (wants == Wanted.TURN and kind == waiting.TURN)


def _entry_of(wait: Waits, due: datetime | None, happened: dict[str, LetterEntry]) -> LetterEntry:
    """Return the entry for something that waits, with what happened at its table, which it takes out of `happened`."""
    if wait.table is None:
        lead = _("%(name)s would like to be your friend. Friends can invite each other to their tables.")
        return LetterEntry(lead % {"name": wait.by}, settings.SITE_URL + reverse("accounts:friends"), _("Answer"))
    lead, link_words = _asked(wait)
    about = {"table": wait.table.name, "name": wait.by}
    there = happened.pop(wait.table.code, None)
    news: dict[str, Any] = {"first": there.first, "heading": there.heading, "happened": there.happened} if there else {}
    is_invited = wait.kind == waiting.INVITATION
    link = table_link(wait.table.code) if is_invited else asked_link(wait.table.code, wait.kind)
    return LetterEntry(lead % about, link, link_words, "" if is_invited else until_words(due), **news)


def _asked(wait: Waits) -> tuple[str, str]:
    """Return a sentence about what waits, and the text of its link."""
    if wait.kind == waiting.VOTE:
        return _("Please vote at the table “%(table)s”."), _("Look at the table")
    if wait.kind == waiting.READY:
        lead = _("The options of the table “%(table)s” have changed. Take a look, and say you’re ready.")
        return lead, _("Look at the options")
    if wait.kind == waiting.START:
        return _("Everyone is at the table “%(table)s”. You can start the game."), _("Start the game")
    if wait.kind == waiting.INVITATION:
        return _("%(name)s invites you to the table “%(table)s”."), _("Look at the table")
    if wait.table and wait.table.vetoes:
        return _("A card was played at the table “%(table)s”. You can veto it or let it pass."), _("Answer")
    return _("It’s your turn at the table “%(table)s”."), _("Make your move")


# -- what happened


def _happened(
    user: User, since: datetime, until: datetime, turns: Collection[str]
) -> Iterator[tuple[str, LetterEntry]]:
    """Return the unseen events at a player's tables between two moments, by table code, the latest first. `turns` are
    tables where it is the player's turn: a table that notifies of turns only is included if it is among them. Some
    queries for each table, but at most for `MOST_TABLES`."""
    begun = Q(game__status__in=(Status.RUNNING, Status.OVER), game__moved_at__gt=since)
    wanted = Q(wants="") | Q(wants=Wanted.TURN, game__code__in=turns)
    seats = Seat.objects.filter(begun, wanted, user=user, seen_seq__lt=F("game__seq"))
    for seat in seats.select_related("game").order_by("-game__moved_at", "pk")[:MOST_TABLES]:
        place = Place(seat.game, seat)
        try:
            entry = _news_at(place, since, until)
        except CorruptTable:
            continue
        if entry.first or entry.happened or place.game.status == Status.OVER:
            yield place.game.code, entry


def _news_at(place: Place, since: datetime, until: datetime) -> LetterEntry:
    """Return the public events at a table between two moments; of the end of a round only that it can be viewed."""
    assert place.seat is not None
    about = {"table": place.game.name}
    link = table_link(place.game.code)
    if place.game.status == Status.OVER:
        return LetterEntry(_("The game is over at the table “%(table)s”.") % about, link, _("See how it ended"))
    entry = LetterEntry(_("The game goes on at the table “%(table)s”.") % about, link, _("Look at the table"))
    due = unseen_round(store.public(place.game), place.seat.seen_round)
    if due:
        return entry._replace(first=SEE_FIRST % {"round": due})
    log = table_selectors.log_of(place)
    steps = [step for step in log if since < step.at <= until and step.seq > place.seat.seen_seq]
    return entry._replace(heading=_("What happened"), happened=sentences(place, steps)[-MOST_LINES:])
