"""What other players do in secret in the second world and not in the first: they look, plan, withdraw plans, write
into their books, vote.

None of it is an act of the rules, and none may leave a trace for anybody else (R95). What stands in no record is not
told apart when a game is over, either.
"""

from collections.abc import Mapping
from contextlib import suppress
from random import Random

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.clocks import planned
from games.clocks.planned import Planned
from games.models import Game, Matter, Motion, Seat
from games.rows import pulse, store
from games.rows.book import written_at
from games.rules.view import next_turn_of, view
from games.services import ballots, book, motions, plans
from games.services.book import Edit, Sent, mark_of
from games.sheets.motions import VoteChoice
from games.wording.suspicion import guesses_of
from tests.games.tables import loaded
from tests.secrecy.pages.controlled_site import ControlledSite


class Others:
    """The people at a table but for some seats, with their browsers, and the lot by which they do something."""

    def __init__(self, game: Game, browsers: Mapping[int, Client], rng: Random, apart_from: set[int]) -> None:
        self.game, self.browsers, self.rng, self.apart_from = game, browsers, rng, apart_from

    def do_something(self, site: ControlledSite) -> None:
        """Players look, plan, or do nothing."""
        with site.unnoticed():
            if self.rng.random() < 0.4:
                self._look()
            if self.rng.random() < 0.4:
                self._plan()
            if self.rng.random() < 0.6:
                self._write()

    def withdraw(self, site: ControlledSite) -> None:
        """Delete all plans but those that the world has given since."""
        with site.unnoticed():
            for seat in self._seats().exclude(plan=""):
                if loaded(self.game).state.seats[seat.number].turn_order:
                    Seat.objects.filter(pk=seat.pk).update(plan="", plan_minutes=0)
                else:
                    plans.cancel(code=self.game.code, user=seat.user)

    def vote(self, site: ControlledSite) -> None:
        """A player is against a pause, where that and one ballot more decide nothing yet."""
        everyone = Seat.objects.filter(game=self.game).select_related("user")
        electorate = ballots.electorate_at(everyone, None)
        if electorate.voters - 2 < ballots.more_than_half(electorate):
            return
        with site.unnoticed():
            motion = Motion.objects.get(game=self.game, decided_at=None, matter=Matter.PAUSE)
            against = [seat for seat in self._seats() if seat.number != motion.by]
            for seat in against[:1]:
                motions.vote(user=seat.user, code=self.game.code, motion=motion.pk, choice=VoteChoice.NO)

    # -- one by one

    def _seats(self) -> QuerySet[Seat]:
        """The seats of others who come to the table: it would wake a sleeping player, which all are told (R96)."""
        seats = Seat.objects.filter(game=self.game, resting="", user__is_bot=False).exclude(number__in=self.apart_from)
        return seats.select_related("user").order_by("number")

    def _look(self) -> None:
        seats = list(self._seats())
        for seat in self.rng.sample(seats, min(len(seats), self.rng.choice([1, 1, 2, 3]))):
            browser = self.browsers[seat.user_id]
            if self.rng.random() < 0.7:
                browser.get(reverse("games:table", args=[self.game.code]))
            else:
                sent = {"seq": "0", "key": "k", "answer": "none"}
                browser.post(reverse("games:move", args=[self.game.code]), sent)
            # All players see that all are here, so the player who looks here in secret has gone again.
            cache.delete_many(
                [pulse.presence_key(self.game.pk, seat.user_id), pulse.view_key(self.game.pk, seat.user_id)]
            )

    def _write(self) -> None:
        """A player writes into their own book, and may show their suspicions once the game is over."""
        for seat in self.rng.sample(seats := list(self._seats()), min(len(seats), 1)):
            writes(self.game, seat.user, self.rng)

    def _plan(self) -> None:
        """A player plans their next turn, for some time after it has begun: their move comes before that."""
        seats = list(self._seats().exclude(awaited_for=planned.TURN))
        seat = self.rng.choice(seats or [None])
        found = loaded(self.game)
        seen = seat and next_turn_of(view(found.state.public, found.state.seats[seat.number]))
        wishes = [one for one in seen.menu if isinstance(one, Planned)] if seen else []
        if seat is None or not wishes or found.state.seats[seat.number].turn_order:
            return
        with transaction.atomic(), suppress(plans.FullError):
            plans.add(code=self.game.code, user=seat.user, command=self.rng.choice(wishes))
            plans.put_off(code=self.game.code, user=seat.user, minutes=self.rng.choice(planned.DELAYS[1:]))


def writes(game: Game, user: User, rng: Random) -> None:
    """Write something about anybody into a book: a note, and a suspicion where roles are not up yet."""
    public, before = store.public(Game.objects.get(pk=game.pk)), written_at(game.pk, user.pk)
    own, about = Seat.objects.get(game=game, user=user).number, rng.randrange(public.seats)
    note = Edit(mark_of(before.notes.get(about, "")), "He digs. " * rng.randint(1, 20))
    guess = Edit(
        mark_of(book.guess_in(before, public.round, about)), rng.choice(guesses_of(public.ruleset, public.seats))
    )
    guesses = {about: guess} if about != own and book.may_suspect(public) else {}
    sent = Sent({about: note}, guesses, public.round, before.shown, rng.random() < 0.5)
    book.write(user=user, code=game.code, sent=sent)
