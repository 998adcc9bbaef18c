"""A letter of each kind to a player of the village, and one of several at once."""

from datetime import timedelta

from django.core.cache import cache

from accounts.channels import Letter
from accounts.models import Event, User
from accounts.selectors.friends import asks_for
from games import clock
from games.mail import entries, letters
from games.mail.letters import LetterContent
from games.mail.news import NothingToSendError, PlayerPresentError
from games.models import Game, Joining, Notice, Seat
from games.rows import notices, pulse
from games.services import beginning, lobby, talk
from tests.games.tables import open_game


def each_letter_to(user: User) -> dict[str, Letter]:
    """The letters by what they are about; those of which the village itself gives no cause are made here."""
    _let_everything_happen(user)
    news = {event: _news_of(user, event) for event in Event}
    several = [content for event, content in news.items() if event != Event.DIGEST]
    written = {str(event): letters.letter_of([content], user, "email") for event, content in news.items()}
    return written | {"several": letters.letter_of(several, user, "email")}


def _news_of(user: User, event: Event) -> LetterContent:
    """The newest thing of a kind that there is to tell."""
    for notice in Notice.objects.filter(user=user, kind=event).order_by("-pk"):
        try:
            return entries.news_of(notice, "email")
        except (NothingToSendError, PlayerPresentError):
            continue
    raise AssertionError(f"nothing to tell of {event}")


def _let_everything_happen(user: User) -> None:
    """Time runs out for a turn, options change, a friend request comes, and it is the hour of the summary.
    Players who voted are away."""
    turn = Seat.objects.select_related("game").get(game__code="many", user=user)
    turn.due_at = clock.now() + timedelta(hours=5)
    turn.save(update_fields=["due_at"])
    notices.remind(turn, "hour")
    ordered = Game.objects.get(code="ordered")
    notices.options_changed(ordered, [ordered.seats.get(user=user)], by=ordered.seats.exclude(user=user)[0].user)
    notices.friend_asked(asker=asks_for(user)[0].asked_by, other=user)
    notices.decided(1, {user.pk: user})
    votes = Game.objects.get(code="votes").pk
    cache.delete_many([pulse.presence_key(votes, user.pk), pulse.view_key(votes, user.pk)])
    talk.say(user=turn.game.seats.exclude(user=user)[0].user, code="many", text=f"{user.username}, repair my cart!")
    _let_lobbies_change(user)
    notices.digest_due(user, "of the village")


def _let_lobbies_change(user: User) -> None:
    """A table of theirs is complete, others are called off or begin, and they lose a seat."""
    other = Game.objects.get(code="ordered").seats.exclude(user=user)[0].user
    complete = open_game([user], wanted=2, code="all-here", joining=Joining.ANYONE)
    lobby.join(user=other, code=complete.code)
    off, lost, started = (
        open_game([other, user], wanted=3, code=code) for code in ("called-off", "seat-lost", "begun")
    )
    lobby.call_off(host=other, code=off.code)
    lobby.remove(host=other, code=lost.code, user=user)
    third = User.objects.filter(is_bot=False).exclude(pk__in=(user.pk, other.pk))[0]
    started.seats.create(number=2, user=third)
    beginning.start(host=other, code=started.code)
    Notice.objects.filter(game=started, kind=Event.TURN).delete()
