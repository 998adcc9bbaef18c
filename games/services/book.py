"""The only writer of notes and suspicions. They are private to their author: no lock of the table, no version, no log.

A player may write from two devices. Each sends a mark of the text that it was shown (`Edit.was`). If another device
has written since, nothing is overwritten; both texts are shown (`ClashError`).
"""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import farewell as account
from games import signals
from games.models import Disclosure, Game, Note, Seat, Status, Suspicion
from games.rows import store
from games.rows.book import Written, written_at
from games.rules.engine import Public
from games.wording.suspicion import UNKNOWN, guesses_of
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError

LONGEST = 2000
"""Characters of a note."""


def mark_of(text: str) -> str:
    """Return a mark of a text for a form, so that a device can report which text it was shown."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


class Edit(NamedTuple):
    """A new text, and the mark of the text that the device was shown in its place."""

    was: str
    to: str


class Sent(NamedTuple):
    """The data of a device: notes and suspicions by seat, the round of the suspicions, whether they are shown once the
    game is over."""

    notes: Mapping[int, Edit]
    guesses: Mapping[int, Edit]
    round: int
    # The former value that the device was shown, and the new one.
    was_shown: bool
    shown: bool


class ClashError(TooLateError):
    """Another device has written about these seats in the meantime; nothing was saved. The seats are in ``notes`` and
    ``guesses``."""

    def __init__(self, notes: frozenset[int], guesses: frozenset[int]) -> None:
        words = _("This changed meanwhile, perhaps on another device. Nothing is saved yet.")
        super().__init__(words)
        self.notes, self.guesses = notes, guesses


@transaction.atomic
def write(*, user: User, code: str, sent: Sent) -> None:
    """Store the changes of a player from one device. Http404 without a seat at a game that has begun.

    DeclinedError says why nothing was saved. Idempotent.
    """
    account.stay(user)
    seat = _seat(user, code)
    if seconds := rates.wait("notes", user.pk):
        words = _("You’re saving your book very often. Nothing was saved this time. Try again in a moment.")
        raise TooManyError(words, seconds)
    game, public = seat.game, store.public(seat.game)
    before = written_at(game.pk, user.pk)
    notes = _changes(sent.notes, {about: before.notes.get(about, "") for about in sent.notes})
    stood = {about: guess_in(before, public.round, about) for about in sent.guesses}
    guesses = _changes(sent.guesses, stood)
    _must_fit(public, seat.number, sent, notes, guesses)
    clashes = [frozenset(about for about, (_to, clash) in part.items() if clash) for part in (notes, guesses)]
    if any(clashes):
        raise ClashError(*clashes)
    for about, (text, _clash) in notes.items():
        _keep_note(game, user, about, text)
    for about, (guess, _clash) in guesses.items():
        stamp = {"seat": seat.number, "round": public.round, "move": public.moves, "guess": guess}
        Suspicion.objects.update_or_create(game=game, user=user, about=about, seq=public.seq, defaults=stamp)
    if sent.shown != sent.was_shown:
        _show(game, user, shown=sent.shown)


@transaction.atomic
def show(*, user: User, code: str, shown: bool) -> None:
    """Set whether a player's suspicions are shown to the others once the game is over. Http404 without a seat."""
    account.stay(user)
    _show(_seat(user, code).game, user, shown=shown)


def forget_at(game: Game, user: User) -> None:
    """Delete the notebook of a player at a table, because they have no seat there any more. Three queries."""
    for model in (Note, Suspicion, Disclosure):
        model._default_manager.filter(game=game, user=user).delete()


def forget(user: User) -> None:
    """Delete all notebooks of a user. Three queries."""
    for model in (Note, Suspicion, Disclosure):
        model._default_manager.filter(user=user).delete()


def may_suspect(public: Public) -> bool:
    """Whether the roles of the round are still hidden."""
    return len(public.results) < public.round


def guess_in(written: Written, number: int, about: int) -> str:
    """Return the last suspicion about a player in a round."""
    now = written.now(number)
    return now[about].guess if about in now else UNKNOWN


def _seat(user: User, code: str) -> Seat:
    begun = (Status.RUNNING, Status.OVER)
    seat = Seat.objects.select_related("game").filter(game__code=code, user=user, game__status__in=begun).first()
    if seat is None:
        raise Http404
    return seat


def _changes(sent: Mapping[int, Edit], stood: Mapping[int, str]) -> dict[int, tuple[str, bool]]:
    """Return the changes of the device that are not stored yet, and whether another device has written meanwhile."""
    return {
        about: (edit.to, mark_of(stood[about]) != edit.was)
        for about, edit in sent.items()
        if edit.to != stood[about] and mark_of(edit.to) != edit.was
    }


def _must_fit(
    public: Public,
    me: int,
    sent: Sent,
    notes: Mapping[int, object],
    guesses: Mapping[int, tuple[str, bool]],
) -> None:
    seats = range(public.seats)
    if any(about not in seats for about in (*notes, *guesses)) or me in guesses:
        raise DeclinedError(_("There’s no such player at this table."))
    if guesses and (sent.round != public.round or not may_suspect(public)):
        raise TooLateError(_("The roles of that round are revealed, so you can’t change your suspicions any more."))
    if any(guess not in guesses_of(public.ruleset, public.seats) for guess, _clash in guesses.values()):
        raise DeclinedError(_("You can’t suspect a player of that at this table."))


def _keep_note(game: Game, user: User, about: int, text: str) -> None:
    if text:
        Note.objects.update_or_create(game=game, user=user, about=about, defaults={"text": text})
    else:
        Note.objects.filter(game=game, user=user, about=about).delete()


def _show(game: Game, user: User, *, shown: bool) -> None:
    if shown:
        Disclosure.objects.get_or_create(game=game, user=user)
    else:
        Disclosure.objects.filter(game=game, user=user).delete()
    if game.status == Status.OVER:
        signals.book_shown.send(sender=Game, game=game)
