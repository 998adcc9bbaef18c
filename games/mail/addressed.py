"""Messages and claims of other players that address the recipient, since the recipient last viewed the table."""

from django.utils.translation import gettext as _

from games.mail.letters import LetterContent, LetterEntry, name_of, table_link
from games.mail.news import NothingToSendError, must_not_look, place_of
from games.models import Notice, Status
from games.selectors import table as table_selectors
from games.selectors import talk as talk_selectors
from games.selectors.talk import Spoken
from games.services.addressing import addressed_in, asked_by
from games.wording.talk import claim_words, former_player

MOST_LINES = 3
"""The latest messages that a mail quotes."""


def news_of(notice: Notice) -> LetterContent:
    """Return the messages, the newest ones quoted. They have a thread of their own, so that none replaces a
    notification about a turn. Raise NothingToSendError if they were seen or removed, or if the recipient has muted
    their author, and PlayerPresentError."""
    place = place_of(notice)
    seat = place.seat
    assert seat is not None
    if place.game.status not in (Status.OPEN, Status.RUNNING):
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    if place.game.words <= seat.heard:
        raise NothingToSendError(Notice.Outcome.SEEN)
    names = [person.name for person in table_selectors.people_at(place.game)]
    words = talk_selectors.words_of(place.game, notice.user, most=talk_selectors.LENGTH)
    unread = [word for word in words if word.number > seat.heard and is_to(word, seat.number, names)]
    if not unread:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    must_not_look(seat.game_id, notice.user)
    about = {"table": place.game.name, "name": unread[0].name or former_player()}
    # Translators: a message of another player, quoted: the player's name and the words.
    quoted = [
        _("%(name)s: “%(words)s”") % {"name": word.name or former_player(), "words": _words(word, names)}
        for word in unread[:MOST_LINES]
    ]
    entry = LetterEntry(quoted[0], table_link(place.game.code), _("Read and answer"))
    if len(unread) > 1:
        entry = entry._replace(heading=_("The message"), happened=quoted[::-1])
    # Translators: the subject of a mail or notification about a message of another player.
    subject = _("%(name)s writes to you: %(table)s") % about
    return LetterContent(subject, [entry], thread=f"talk.{name_of('talk', notice.game_id)}")


def is_to(word: Spoken, seat: int, names: list[str]) -> bool:
    """Return whether a message of another player addresses the player of a seat."""
    if word.mine or word.bot or word.removed:
        return False
    if word.claim is not None:
        return asked_by(word.claim) == seat
    return seat in addressed_in(word.text, dict(enumerate(names)))


def _words(word: Spoken, names: list[str]) -> str:
    return claim_words(word.claim, names) if word.claim else word.text
