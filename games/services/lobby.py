"""The only writers of tables whose game has not begun: set up, join, leave, invite. `beginning` starts the game.

Every function is one transaction on the locked row of the table. It is idempotent, and raises :class:`DeclinedError`
with a sentence when something cannot be done; then nothing has changed.

A revoked invitation keeps its user out of the table until they are invited again.
"""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Block, User
from accounts.selectors.friends import are_friends, friends_of, is_blocked
from accounts.services import farewell
from games import clock
from games.models import Game, Invitation, Joining, Seat, Status, TableOptions, TableSecret, table_code
from games.rows import chance, notices, store
from games.rules import fairness
from games.rules.errors import Refused
from games.rules.roles import DIGGERS
from games.rules.ruleset import check_players
from games.services import beginning, moves, open_tables, seating
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError

LINK_LIVES = timedelta(days=14)
LUCKY_WORD_LONGEST = 60


@transaction.atomic
def set_up(
    *,
    host: User,
    options: TableOptions,
    practice: bool = False,
    code: str = "",
    roles: Collection[str] = DIGGERS,
    starts_full: bool = False,
    starts_at: datetime | None = None,
) -> Game:
    """Create a table with its host on the first seat. The commitment to its secret is made before any player joins.

    The host enters their lucky word later (`add_word`). A word sent with this form would be known before the secret is
    drawn. ``code`` was reserved for this host, so a form that is sent twice creates one table. At a practice table the
    host gets one of ``roles`` (`chance.secret_of_practice`). A table that ``starts_full`` waits for no host, an
    announced one ``starts_at`` its hour at the latest. PermissionDenied for a bot account, and for a guest, except for
    practice.
    """
    if host.is_program or (host.is_guest and not practice):
        raise PermissionDenied
    farewell.stay(host)
    made = Game.objects.filter(code=code, host=host).first() if code else None
    if made is not None:
        return made
    try:
        check_players(options.ruleset, options.seats)
    except Refused as refused:
        raise DeclinedError(_("These rules don’t work with that many players.")) from refused
    if not practice:
        _must_have_room(host)
    _count(host, "tables", _("You’ve set up a lot of tables within an hour. Try again later."))
    game = Game(code=code or table_code(), host=host, practice=practice, of_guests=host.is_guest)
    game.starts_full, game.starts_at = starts_full, starts_at
    store.set_options(game, options)
    secret = chance.secret_of_practice(game, roles) if practice else secrets.token_bytes(fairness.SECRET_BYTES)
    game.commitment = fairness.commitment(secret)
    game.save(force_insert=True)
    TableSecret.objects.create(game=game, seed=secret.hex())
    Seat.objects.create(game=game, number=0, user=host)
    if not practice:
        _new_link(game, host)
    return game


@transaction.atomic
def join(*, user: User, code: str, token: str = "", lucky_word: str = "", options_version: int = 0) -> Game:
    """Take a seat at an open table. ``token`` is that of a link; Http404 for users who may not see the table.

    ``options_version`` is the one that the player saw (`Game.options_version`). If the options have changed since, the
    player gets the seat but is not ready, and the lucky word is ignored: it was entered for another commitment.
    """
    farewell.stay(user)
    rows = moves.locked_rows(code=code)
    game, seats = rows.game, rows.seats
    if rows.sits(user):
        return game
    if not may_join(user=user, game=game, token=token):
        raise Http404
    open_tables.must_be_open(game)
    if len(seats) >= game.seats_wanted:
        raise TooLateError(_("All seats are taken."))
    agreed = options_version if options_version <= game.options_version else 0
    seat = Seat(game=game, number=len(seats), user=user, agreed=agreed)
    if seat.agreed == game.options_version:
        put_word(seat, seats, lucky_word)
    seats.append(seat)
    game.ordered = False
    if any(other.user.household == user.household for other in seats if other is not seat):
        _ask_all_again(rows, by=user)
    if seating.is_wanted(rows):
        seating.put_in_order(rows, by=seat)
    open_tables.save_change(rows)
    beginning.start_by_itself(rows, by=user)
    return game


@transaction.atomic
def add_word(*, user: User, code: str, lucky_word: str, options_version: int = 0) -> None:
    """Mix a player's lucky word into the random key of the table (R98). A word cannot be removed or replaced.

    TooLateError if ``options_version`` is outdated: the word was entered for another commitment.
    """
    rows = moves.locked_rows(code=code, of=user)
    open_tables.must_be_open(rows.game)
    open_tables.must_be_seen(rows.game, options_version)
    seat = rows.seat_of(user)
    if seat.word_place is None and put_word(seat, rows.seats, lucky_word):
        open_tables.save_change(rows)


def put_word(seat: Seat, seats: list[Seat], lucky_word: str) -> bool:
    """Set the lucky word of the seat, unsaved. Does nothing for a blank word, which is not replaced by a random one."""
    word = lucky_word.strip()
    if len(word) > LUCKY_WORD_LONGEST:
        raise DeclinedError(_("A lucky word has at most %(most)s characters.") % {"most": LUCKY_WORD_LONGEST})
    if word:
        chance.add_word(seat, seats, word)
    return bool(word)


def may_join(*, user: User, game: Game, token: str = "") -> bool:
    """Whether a user may see a table and take a free seat: three queries at most.

    The table's option for joining allows it, an invitation, or a valid link. Users who were removed or are blocked by
    the host may not. An invitation by a user they block does not count. Guests need a link, and the table has to
    welcome guests; for bot accounts it is the same.
    """
    muted = Exists(Block.objects.filter(blocker=user, blocked=OuterRef("by")))
    invitations = Invitation.objects.filter(Q(to=user) | Q(to=None, token=token), game=game).annotate(muted=muted)
    found = invitations.values_list("to", "revoked_at", "expires_at", "muted")
    if any(to and revoked for to, revoked, _expires, _muted in found):
        return False
    if game.host is None or is_blocked(blocker=game.host, other=user):
        return False
    good = any(not revoked and expires > clock.now() and not (to and muted) for to, revoked, expires, muted in found)
    if user.is_guest or user.is_program:
        return good and (game.guests_welcome if user.is_guest else game.programs_welcome)
    if good or (game.joining == Joining.ANYONE and settings.OPEN_TABLES and not game.host.is_secluded):
        return True
    return game.joining != Joining.LINK and are_friends(game.host, user)


@transaction.atomic
def leave(*, user: User, code: str) -> None:
    """Give up a seat of a table that has not begun; if its host leaves, the table is canceled."""
    rows = moves.locked_rows(code=code, of=user)
    if rows.game.status == Status.CANCELLED:
        return
    open_tables.must_be_open(rows.game)
    if rows.game.host_id == user.pk:
        cancel(rows, user)
        return
    _vacate(rows, rows.seat_of(user))


@transaction.atomic
def pass_on(*, host: User, code: str) -> None:
    """Pass a table that has not begun from its host to the player with the longest-held seat; to a guest only if there
    is no other player. Does nothing if the user is not its host."""
    rows = moves.locked_rows(code=code, of=host)
    game, others = rows.game, [seat for seat in rows.seats if seat.user_id != host.pk and seat.user.is_person]
    if game.host_id != host.pk or game.status != Status.OPEN or not others:
        return
    game.host = min(others, key=lambda seat: (seat.user.is_guest, seat.joined_at, seat.number)).user
    moves.save(rows)
    _revoke(game)


@transaction.atomic
def remove(*, host: User, code: str, user: User) -> None:
    """Remove a player from a table, as its host. The player cannot return until the host invites them again."""
    rows = open_tables.hosted(code, host)
    open_tables.must_be_open(rows.game)
    if user.pk == host.pk:
        raise DeclinedError(_("You can’t remove yourself, but you can cancel the table."))
    if not rows.sits(user):
        return
    now = clock.now()
    away = {"by": host, "expires_at": now, "revoked_at": now}
    Invitation.objects.update_or_create(game=rows.game, to=user, defaults=away)
    gone = rows.seat_of(user)
    _vacate(rows, gone)
    notices.removed(rows.game, gone, by=host)


@transaction.atomic
def start(*, host: User, code: str, without: Collection[str] = ()) -> Game:
    """Begin the game as `beginning.start` does. The seats of those players that ``without`` names are freed first, as
    by `remove`, if they are not ready; it takes the host."""
    if without:
        rows = open_tables.hosted(code, host)
        waits = [seat.user for seat in chance.not_ready(rows.game, rows.seats) if seat.user_id != host.pk]
        for user in waits:
            if user.username in without:
                remove(host=host, code=code, user=user)
    return beginning.start(host=host, code=code)


@transaction.atomic
def call_off(*, host: User, code: str) -> None:
    """Cancel a table that has not begun, as its host."""
    rows = open_tables.hosted(code, host)
    if rows.game.status == Status.CANCELLED:
        return
    open_tables.must_be_open(rows.game)
    cancel(rows, host)


@transaction.atomic
def welcome_guests(*, host: User, code: str, welcome: bool) -> None:
    """Set whether guests may take seats by a link, as the host. Guests who have a seat keep it."""
    rows = open_tables.hosted(code, host)
    open_tables.must_be_open(rows.game)
    if rows.game.guests_welcome != welcome:
        rows.game.guests_welcome = welcome
        open_tables.save_change(rows)


@transaction.atomic
def invite(*, by: User, code: str, user: User) -> None:
    """Invite a friend to a table. Idempotent."""
    rows = moves.locked_rows(code=code, of=by)
    game = rows.game
    open_tables.must_be_open(game)
    if rows.sits(user):
        return
    if not are_friends(by, user):
        raise DeclinedError(_("You can invite your friends here. Send everyone else a link."))
    before, now = Invitation.objects.filter(game=game, to=user).first(), clock.now()
    if before and before.revoked_at is None and before.expires_at > now:
        return
    if before and before.revoked_at and by.pk != game.host_id:
        raise DeclinedError(_("The host took this player’s seat away. Only the host can invite them again."))
    count_invitations(by, 1)
    fresh = {"by": by, "created_at": now, "expires_at": now + LINK_LIVES, "revoked_at": None}
    Invitation.objects.update_or_create(game=game, to=user, defaults=fresh)
    notices.invited(game=game, by=by, people=[user])


@transaction.atomic
def invite_all(*, by: User, code: str) -> int:
    """Invite all friends who neither have a seat at the table nor are invited; return how many.

    Removed players are left out; they can only be invited one by one. Each counts as one invitation of this hour; those
    beyond the limit are not invited. Six queries for any number of friends.
    """
    rows = moves.locked_rows(code=code, of=by)
    open_tables.must_be_open(rows.game)
    now = clock.now()
    known = Invitation.objects.filter(game=rows.game, to=OuterRef("pk"))
    standing = known.filter(Q(revoked_at__isnull=False) | Q(expires_at__gt=now))
    seated = [seat.user_id for seat in rows.seats]
    people: list[User] = []
    for friend in friends_of(by).exclude(pk__in=seated).exclude(Exists(standing)):
        try:
            count_invitations(by, 1)
        except TooManyError:
            if not people:
                raise
            break
        people.append(friend)
    fresh = [Invitation(game=rows.game, to=friend, by=by, expires_at=now + LINK_LIVES) for friend in people]
    columns = ("by", "created_at", "expires_at", "revoked_at")
    Invitation.objects.bulk_create(fresh, update_conflicts=True, unique_fields=("game", "to"), update_fields=columns)
    notices.invited(game=rows.game, by=by, people=people)
    return len(people)


def invite_people(*, by: User, game: Game, people: Collection[User]) -> None:
    """Invite some people to a new table, without a notification; the caller holds its lock or has just created it."""
    later = clock.now() + LINK_LIVES
    Invitation.objects.bulk_create(Invitation(game=game, by=by, to=person, expires_at=later) for person in people)


@transaction.atomic
def let_in(*, user: User, game: Game, by: User) -> None:
    """Let a user see an open table and take a seat there, as by an invitation of ``by`` that needs no notification.
    Not so for a user whose seat the host took away."""
    fresh = {"by": by, "created_at": clock.now(), "expires_at": clock.now() + LINK_LIVES}
    found, is_new = Invitation.objects.get_or_create(game=game, to=user, defaults=fresh)
    if not is_new and found.revoked_at is None and found.expires_at <= clock.now():
        Invitation.objects.filter(pk=found.pk).update(**fresh)


@transaction.atomic
def decline(*, user: User, code: str) -> None:
    """Decline an invitation."""
    Invitation.objects.filter(game__code=code, to=user, revoked_at=None).delete()


@transaction.atomic
def make_link(*, host: User, code: str) -> Invitation:
    """Create a link; the one before becomes invalid."""
    game = open_tables.hosted(code, host).game
    open_tables.must_be_open(game)
    _count(host, "links", _("You’ve made a lot of links within an hour. Try again later."))
    _revoke(game)
    return _new_link(game, host)


@transaction.atomic
def revoke_link(*, host: User, code: str) -> None:
    """Revoke the link of a table."""
    _revoke(open_tables.hosted(code, host).game)


def why_closed(*, link: Invitation, user: User | None, seated: int) -> str:
    """Return one sentence why no user, or this one, can take a seat by a link; "" when they can. Three queries.

    An unwanted user reads the same sentence as for a revoked link.
    """
    game = link.game
    if link.revoked_at or game.host is None:
        return _("This invitation was withdrawn. Ask for a new one.")
    if link.expires_at <= clock.now():
        return _("This invitation has expired. Ask for a new one.")
    if game.status == Status.CANCELLED:
        return _("The table you were invited to was cancelled.")
    if game.status != Status.OPEN:
        return _("The game you were invited to has started without you.")
    if user is not None and user.is_guest and not game.guests_welcome:
        return _("Guests can’t sit down at this table. Sign up, and you can.")
    if user is not None and user.is_program and not game.programs_welcome:
        return _("Programs can’t sit down at this table.")
    if user is not None and not may_join(user=user, game=game, token=link.token):
        return _("This invitation was withdrawn. Ask for a new one.")
    if seated >= game.seats_wanted:
        return _("All seats are taken. Ask %(name)s for the next game.") % {"name": game.host.username}
    return ""


def _new_link(game: Game, host: User) -> Invitation:
    return Invitation.objects.create(game=game, by=host, expires_at=clock.now() + LINK_LIVES)


def count_invitations(by: User, many: int) -> None:
    """Count invitations against the limits of this hour and of this day; raise TooManyError beyond them."""
    most = settings.INVITATIONS_A_DAY
    for _one in range(many):
        _count(by, "invitations", _("You’ve invited a lot of people within an hour. Try again later."))
        if most and (seconds := rates.wait("invitations-of-day", by.pk, most)):
            raise TooManyError(_("You’ve sent all your invitations for today. Try again tomorrow."), seconds)


def _count(user: User, kind: str, sentence: str) -> None:
    if seconds := rates.wait(kind, user.pk):
        raise TooManyError(sentence, seconds)


def _must_have_room(host: User) -> None:
    """Raise DeclinedError if the host has as many open tables as the site allows a person."""
    most = settings.TABLES_A_PERSON
    if most and Game.objects.filter(host=host, status=Status.OPEN, practice=False).count() >= most:
        raise DeclinedError(
            ngettext(
                "You already have a table waiting for players. Start it or cancel it first.",
                "You already have %(count)s tables waiting for players. Start or cancel one first.",
                most,
            )
            % {"count": most}
        )


def _revoke(game: Game) -> None:
    Invitation.objects.filter(game=game, to=None, revoked_at=None).update(revoked_at=clock.now())


def _ask_all_again(rows: store.Loaded, *, by: User) -> None:
    """Ask all players to be ready again, unsaved: a person and their bot account now sit at one table, and could play
    together. As after a change of options, the game does not begin before everyone agrees."""
    asked_before = chance.not_ready(rows.game, rows.seats)
    chance.redraw(rows.game, rows.seats)
    recipients = [seat for seat in rows.seats if seat.user_id != by.pk and seat not in asked_before]
    notices.options_changed(rows.game, recipients, by=by)


def _vacate(rows: store.Loaded, gone: Seat) -> None:
    """Empty a seat; later seats move up, so that seats are numbered without gaps."""
    gone.delete()
    rows.seats[:] = [seat for seat in rows.seats if seat is not gone]
    for number, seat in enumerate(rows.seats):
        seat.number = number
    rows.game.ordered = False
    open_tables.save_change(rows)


def cancel(rows: store.Loaded, by: User | None) -> None:
    """Cancel a locked table, and notify its players but the one who cancels it; None for an announced game that found
    too few players."""
    rows.game.status, rows.game.over_at = Status.CANCELLED, clock.now()
    open_tables.save_change(rows)
    notices.cancelled(rows.game, rows.seats, by=by)
