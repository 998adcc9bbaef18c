"""The only writers of chat messages and claims. They are not commands and make no move stale (ADR 34).

Each function is one transaction on the locked row of the table, so that message numbers are unique, and raises
DeclinedError with a sentence when something cannot be done. Http404 without a seat there: the seat is read together
with the row, so a message sent just before its author left may still be stored.
"""

from datetime import timedelta
from typing import Any, NamedTuple, TypedDict

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Unheard, User
from accounts.selectors.friends import friends_of
from games import clock
from games.models import Complaint, Game, Said, Seat, Status, Talk, Word
from games.rows import notices, pulse, store
from games.rules import claims
from games.rules.claims import BACK, Claim
from games.services.addressing import addressed_in, asked_by, may_address_a_player
from games.sheets.talk import QUICK
from saboteur_site.database import statements
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError

REMOVABLE = timedelta(minutes=2)
"""How long the author of a message can remove it."""
LONGEST = 500


class _Table(NamedTuple):
    """A locked table, the seat of the author, and their current claim about the same subject, with its round."""

    game: Game
    seat: int
    standing: str | None = None
    round: int | None = None


def say(*, user: User, code: str, text: str, after: int = 0) -> int:
    """Store a text message. `after` is the last message that the author's page knew: a message sent twice from one page
    is stored once. Return the number of the table's last message. Five queries, with that for the user."""
    with transaction.atomic():
        table = _table(code, user)
        if table.game.talk != Talk.ON:
            raise DeclinedError(_("This table allows quick messages and claims only."))
        _must_not_be_muted(user)
        _must_know_the_others(user, table.game)
        if not text or len(text) > LONGEST:
            raise DeclinedError(_("Keep it to %(most)s characters.") % {"most": LONGEST})
        return _put(table, user, Said.TEXT, text, after)


def say_quick(*, user: User, code: str, word: str, after: int = 0) -> int:
    """Store one of the quick messages."""
    with transaction.atomic():
        table = _table(code, user)
        if word not in QUICK:
            raise DeclinedError(_("That isn’t one of the quick messages."))
        _must_not_be_muted(user)
        return _put(table, user, Said.QUICK, word, after)


def claim(*, user: User, code: str, claim: Claim) -> None:
    """Store a claim. It replaces the player's former claim about the same subject. A claim that is current already is
    not repeated, and a claim that is not current cannot be withdrawn."""
    with transaction.atomic():
        put_claim(_table(code, user, claim.subject), user, claim)


def put_claim(table: _Table, user: User, claim: Claim) -> bool:
    """Store a claim at a locked table; return whether anything was stored."""
    game = table.game
    if game.status != Status.RUNNING:
        raise TooLateError(_("You can only make claims while the game is running."))
    public = store.public(game)
    if claim.bare not in claims.offered(public, table.seat):
        raise TooLateError(_("You can’t claim that any more."))
    text = claims.write(claim)
    standing = table.standing if table.round == public.round else None
    if standing == text or (claim.says == BACK and standing is None):
        return False
    lowered = _standing(game.pk, claim.subject).filter(seat=table.seat).update(stands=False)
    if claim.says == BACK and not lowered:
        return False
    claimed = _Claimed(subject=claim.subject, stands=claim.says != BACK, round=public.round)
    _put(table, user, Said.CLAIM, text, game.words, claimed)
    return True


@transaction.atomic
def claim_of_bot(*, seat: Seat, claim: Claim, seq: int) -> bool:
    """Store a bot's claim, if no move was made since the bot chose it. Return whether anything was stored."""
    table = _locked(seat.game.code, seat.user, claim.subject)
    if table.game.seq != seq or table.game.talk == Talk.OFF or table.game.status != Status.RUNNING:
        return False
    return claim.bare in claims.offered(store.public(table.game), table.seat) and put_claim(table, seat.user, claim)


def public_claims(game: Game, round: int) -> list[tuple[int, Claim]]:  # noqa: A002 (as in the rules)
    """Return the current claims of a round for bots, by players who still have their seat, each with the seat, oldest
    first; one query."""
    sits = Seat.objects.filter(game=game, number=OuterRef("seat"), user=OuterRef("user"))
    rows = Word.objects.filter(Exists(sits), game=game, stands=True, round=round).order_by("number")
    return [(seat, claims.parse(text)) for seat, text in rows.values_list("seat", "text")]


@transaction.atomic
def remove(*, user: User, code: str, number: int) -> None:
    """Remove the text of one's own message within two minutes. Claims are withdrawn instead."""
    table = _locked(code, user)
    word = Word.objects.filter(game=table.game, number=number, user=user).exclude(kind=Said.CLAIM).first()
    if word is None:
        raise Http404
    if word.removed_at is not None:
        return
    if clock.now() - word.at > REMOVABLE:
        raise TooLateError(_("You can remove a message for two minutes. This one stays."))
    word.text, word.removed_at = "", clock.now()
    word.save(update_fields=["text", "removed_at"])
    _tell(table.game)


@transaction.atomic
def complain(*, user: User, code: str, number: int, reason: str) -> None:
    """Report a message to the moderators. Doing so twice changes nothing."""
    seated = Seat.objects.filter(game__code=code, user=user)
    words = Word.objects.filter(game__code=code, number=number).exclude(user=user).exclude(kind=Said.CLAIM)
    word = words.first() if seated.exists() else None
    if word is None:
        raise Http404
    if word.removed_at is not None:
        raise TooLateError(_("This message was removed."))
    if not reason or len(reason) > LONGEST:
        raise DeclinedError(_("Tell us in a few words what’s wrong with it."))
    if seconds := rates.wait("complaints", user.pk):
        raise TooManyError(_("You’ve reported a lot of messages within an hour. Try again later."), seconds)
    fields = {"words": word.text, "reason": reason, "person": word.user, "table": word.game}
    Complaint.objects.get_or_create(word=word, by=user, defaults=fields)


@transaction.atomic
def take_away(*, complaint: int) -> None:
    """Remove the text of a reported message; its row remains. All complaints about it are settled. Does nothing for a
    report of something else."""
    word = Complaint.objects.select_related("word").get(pk=complaint).word
    if word is None:
        return
    game = Game.objects.select_for_update(of=("self",)).get(pk=word.game_id)
    if word.removed_at is None:
        word.text, word.removed_at = "", clock.now()
        word.save(update_fields=["text", "removed_at"])
        _tell(game)
    Complaint.objects.filter(word=word, settled_at=None).update(settled_at=clock.now())


def _table(code: str, user: User, subject: str = "") -> _Table:
    """Return a table at which a player may write now, locked."""
    table = _locked(code, user, subject)
    if table.game.status not in (Status.OPEN, Status.RUNNING):
        raise TooLateError(_("This table is over. Its messages stay."))
    if table.game.talk == Talk.OFF:
        raise DeclinedError(_("This table allows no messages."))
    if not user.is_bot and (seconds := rates.wait("words", user.pk)):
        raise TooManyError(_("That was a lot at once. Wait a moment."), seconds)
    return table


def _must_not_be_muted(user: User) -> None:
    """Raise DeclinedError for a player that a moderator has muted."""
    if user.is_muted and user.muted_until:
        until = date_format(timezone.localtime(user.muted_until), "DATETIME_FORMAT")
        raise DeclinedError(_("A moderator has muted you until %(time)s. You can still make claims.") % {"time": until})


def _must_know_the_others(user: User, game: Game) -> None:
    """Raise DeclinedError for a new account among players who are not its friends, where the site asks new accounts to
    wait. Two queries then, else none."""
    hours = settings.NEWCOMER_HOURS
    if not hours or clock.now() - user.date_joined >= timedelta(hours=hours):
        return
    others = Seat.objects.filter(game=game, user__is_bot=False).exclude(user=user)
    if others.exclude(user__in=friends_of(user).order_by().values("pk")).exists():
        raise DeclinedError(
            _("Your account is new, so for now you can only write to friends. Quick messages and claims work already.")
        )


def _locked(code: str, user: User, subject: str = "") -> _Table:
    seats = Seat.objects.filter(game=OuterRef("pk"), user=user)
    # A bot does not wait for the lock; it makes no claim then.
    rows: QuerySet[Any] = Game.objects.select_for_update(of=("self",), skip_locked=user.is_bot).filter(code=code)
    rows = rows.annotate(speaks_from=Subquery(seats.values("number")[:1]))
    if subject:
        said = _standing(OuterRef("pk"), subject).filter(user=user).order_by("-number")
        rows = rows.annotate(said_before=Subquery(said.values("text")[:1]), said_in=Subquery(said.values("round")[:1]))
        last = Word.objects.filter(game=OuterRef("pk")).order_by("-number").values("number")
        rows = rows.annotate(last_word=Coalesce(Subquery(last[:1]), 0))
    game = rows.first()
    if game is None or game.speaks_from is None:
        raise Http404
    if not subject:
        return _Table(game, game.speaks_from)
    standing, number = game.said_before, game.said_in
    if game.last_word < game.words:
        # The claim read with the row is outdated if another message was stored while this one waited for the lock.
        stands = _standing(game, subject).filter(user=user).order_by("-number")
        standing, number = stands.values_list("text", "round").first() or (None, None)
    return _Table(game, game.speaks_from, standing, number)


def _standing(game: int | Game | OuterRef, subject: str) -> QuerySet[Word]:
    """Return the current claims about a subject."""
    return Word.objects.filter(game=game, subject=subject, stands=True).order_by()


class _Claimed(TypedDict):
    """The additional columns of a claim."""

    subject: str
    stands: bool
    round: int


_NO_CLAIM: _Claimed = {"subject": "", "stands": False, "round": 0}


def _put(table: _Table, user: User, kind: Said, text: str, after: int, claimed: _Claimed = _NO_CLAIM) -> int:
    """Insert a message. Return the number of the table's last message. A message that was sent twice is neither counted
    nor notified: otherwise one player could repeat it until it displaces all others."""
    game, number = table.game, table.game.words + 1
    word = Word(game=game, number=number, seat=table.seat, user=user, seq=game.seq, kind=kind, text=text, **claimed)
    word.after = after
    if statements.insert([word], or_leave=True):
        game.words = number
        _tell(game)
        _notify(table, user, kind, text)
    return game.words


def _notify(table: _Table, user: User, kind: Said, text: str) -> None:
    """Notify the players that a message is addressed to, except those who have muted its author. One query for a text
    that may address a player and for a question to one, and one more if it does."""
    asked = asked_by(claims.parse(text)) if kind == Said.CLAIM else None
    if user.is_bot or (asked is None and not (kind == Said.TEXT and may_address_a_player(text))):
        return
    unheard = Unheard.objects.filter(user=OuterRef("user"), other=user)
    seats = Seat.objects.filter(~Exists(unheard), game=table.game, user__is_bot=False).exclude(user=user)
    there = list(seats.select_related("user"))
    named = {asked} if asked is not None else addressed_in(text, {seat.number: seat.user.username for seat in there})
    if recipients := [seat for seat in there if seat.number in named]:
        notices.addressed(table.game, recipients, by=user)


def _tell(game: Game) -> None:
    """Let open pages load the message. Nothing else of the table changes."""
    game.version += 1
    Game.objects.filter(pk=game.pk).update(words=game.words, version=game.version)
    pulse.invalidate(game.pk)
