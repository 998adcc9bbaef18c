"""Reports and decisions: what moderators may decide about and read, and what people read about themselves."""

from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Unheard, User
from games.models import Complaint, Measure, Ruling, Said, Word

BEFORE = 10
"""How many messages before a reported one a moderator reads."""
MOST = 50
"""How many earlier reports and decisions are listed."""
_THING = ("word", "person", "table")


def messages_before(complaint: Complaint) -> list[Word]:
    """Return the written and quick messages before a reported one, as the reporter can read them, oldest first; empty
    for other reports. One query."""
    word = complaint.word
    if word is None:
        return []
    unheard = Unheard.objects.filter(user=complaint.by_id, other=OuterRef("user"))
    rows = Word.objects.filter(game=word.game_id, number__lt=word.number, removed_at=None).exclude(kind=Said.CLAIM)
    return list(rows.exclude(Exists(unheard)).select_related("user").order_by("-number")[:BEFORE])[::-1]


def earlier_reports(complaint: Complaint) -> list[Complaint]:
    """Return other reports about the player and by the reporter, newest first; one query."""
    about, by = complaint.about, complaint.by
    both = Q(pk__in=())
    if about is not None:
        both |= Q(person=about) | Q(word__user=about)
    if by is not None:
        both |= Q(by=by)
    rows = Complaint.objects.filter(both).exclude(pk=complaint.pk).select_related("by", "person", "word__user")
    return list(rows.order_by("-at", "-pk")[:MOST])


def earlier_decisions(complaint: Complaint) -> list[Ruling]:
    """Return decisions about the player and about the reporter, newest first; one query."""
    people = [person.pk for person in (complaint.about, complaint.by) if person is not None]
    return list(Ruling.objects.filter(person__in=people).select_related("by", "person").order_by("-at", "-pk")[:MOST])


def decisions_about(user: User) -> list[Ruling]:
    """Return the decisions that a player reads about themselves, newest first; one query."""
    return list(Ruling.objects.filter(person=user).order_by("-at", "-pk")[:MOST])


class Report(NamedTuple):
    """A report as its author reads it: the text it is about, whether it is settled, and the reason if nothing was
    done."""

    words: str
    is_settled: bool
    dismissal: str


def reports_by(user: User) -> list[Report]:
    """Return the reports of a player, newest first; one query."""
    # A decision names one report, and settles all open ones of the same thing at its moment.
    keys = {f"{column}_key": Coalesce(f"complaint__{column}", 0) for column in _THING}
    word, *rest = [Q(**{f"{column}_key": Coalesce(OuterRef(column), 0)}) for column in _THING]
    thing = word & (Q(complaint__word__isnull=False) | Q(*rest, complaint__kind=OuterRef("kind")))
    thing &= Q(complaint__circle=OuterRef("circle"))
    same = Ruling.objects.alias(**keys).filter(thing, act=Measure.DISMISS, at=OuterRef("settled_at"))
    rows = Complaint.objects.filter(by=user).annotate(dismissal=Subquery(same.order_by("at").values("reason")[:1]))
    found = rows.order_by("-at", "-pk").values_list("words", "settled_at", "dismissal")[:MOST]
    return [Report(words, settled is not None, why or "") for words, settled, why in found]
