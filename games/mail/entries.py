"""The content of a notice for each event, rendered for its recipient at the time of sending, from what they can see
then.
"""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Event
from accounts.readers import as_read_by
from accounts.selectors.friends import asks_for
from games import clock
from games.clocks import absence, proposals
from games.clocks.deadlines import WINDOW
from games.clocks.proposals import Proposal
from games.clocks.spans import at_least, rounded
from games.mail import addressed, digest
from games.mail.happened import SEE_FIRST, sentences
from games.mail.letters import (
    LetterContent,
    LetterEntry,
    asked_link,
    name_of,
    table_link,
    until_words,
)
from games.mail.news import (
    NothingToSendError,
    must_be_unseen,
    must_not_be_live,
    must_not_be_planned,
    must_not_be_said_already,
    must_not_look,
    place_of,
)
from games.models import Ladder, Matter, Motion, Notice, Status
from games.rows.notices import AWAY, decision_name, is_about_this_decision, is_reminder_of_hour
from games.rules.view import PlayerView
from games.selectors import lobby as lobby_selectors
from games.selectors import table as table_selectors
from games.selectors.lobby import first_player
from games.selectors.table import Place
from games.selectors.waiting import READY, START, TURN, VOTE
from games.services import motions
from games.tableau.ceremony import unseen_round
from games.tableau.history import last_move_of
from games.tableau.mine import announced
from games.wording import event_words, map_in_words
from games.wording.announced import announced_words


def news_of(notice: Notice, channel: str) -> LetterContent:
    """Return the current content in language and time zone of the recipient. NothingToSendError, PlayerPresentError."""
    with as_read_by(notice.user):
        event = Event(notice.kind)
        must_not_be_said_already(notice, channel)
        content = _NEWS[event](notice)
        thread = f"table.{name_of('table', notice.game_id)}" if notice.game_id else ""
        id_ = f"{notice.kind}.{name_of('notice', notice.pk)}"
        return content._replace(events=(event,), id=id_, thread=content.thread or thread)


# -- about a running or finished game


_DO, _ANSWER = gettext_lazy("Make your move"), gettext_lazy("Answer")
"""The text of the link of a mail."""


def _turn(notice: Notice) -> LetterContent:
    """It is the recipient's turn. Sent only as long as it is this very turn."""
    place = place_of(notice)
    seat = place.seat
    assert seat is not None
    later = Notice.objects.filter(game=notice.game_id, user=notice.user_id, kind=Event.TURN, seq__gt=notice.seq)
    is_over = not seat.awaited_for or seat.answered
    if place.game.status != Status.RUNNING or is_over or seat.resting == "bot" or later.exists():
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    must_not_be_planned(seat)
    must_be_unseen(notice, seat)
    must_not_be_live(place.game)
    about = {"table": place.game.name}
    subject, lead, link_words = _("Your turn: %(table)s"), _("It’s your turn at the table “%(table)s”."), _DO
    view = table_selectors.view_of(place)
    if seat.awaited_for == WINDOW:  # all are asked alike, whatever they hold (R93)
        subject, link_words = _("Veto it? %(table)s"), _ANSWER
        about["announced"] = _announced(place, view)
        # Translators: "announced" is one or more whole sentences, like "Bo wants to lay the crossing at M1: …".
        lead = _("At the table “%(table)s”: %(announced)s You can veto it or let it pass.")
    due = unseen_round(view.public, seat.seen_round)
    entry = LetterEntry(lead % about, asked_link(place.game.code, TURN), str(link_words), until_words(seat.due_at))
    if due:
        return LetterContent(subject % about, [entry._replace(first=SEE_FIRST % {"round": due})])
    happened = [line for line in _since_last_turn(place) if line != about.get("announced")]
    mine = map_in_words(view).sentences
    heading = _("What happened since your last turn")
    return LetterContent(subject % about, [entry._replace(heading=heading, happened=happened, mine=mine)])


def _reminder(notice: Notice) -> LetterContent:
    """The same decision is still awaited, and its time runs out. No mail if its deadline moved, if it was made, or if
    the clock has played on. A view of the table neither delays nor settles this notice: it is not an answer."""
    place = place_of(notice)
    seat = place.seat
    assert seat is not None
    is_same = notice.dedupe.endswith(f":{decision_name(seat)}")
    if place.game.status != Status.RUNNING or seat.resting or seat.answered or not is_same:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    must_not_be_planned(seat)
    now = clock.now()
    is_over = seat.due_at is not None and seat.due_at <= now
    if is_over and (place.game.ladder != Ladder.FRIENDS or seat.awaited_for == WINDOW):
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    about = {"table": place.game.name}
    if is_over:
        lead = _(
            "The table “%(table)s” is still waiting for you. Your time is up, but nothing will happen automatically."
        )
    elif seat.due_at is not None:
        about["left"] = at_least(seat.due_at - now)
        lead = _("The table “%(table)s” is still waiting for you. Time left: %(left)s.")
    else:
        about["waited"] = rounded(now - (seat.awaited_since or now))
        # Translators: a weekly reminder at a table without a clock; %(waited)s is a length of time like "7 days".
        lead = _("The table “%(table)s” is still waiting for you, so far for this long: %(waited)s.")
    subject, link_words = _("Still your turn: %(table)s"), _DO
    if seat.awaited_for == WINDOW:
        subject, link_words = _("Still time for a veto: %(table)s"), _ANSWER
        about["announced"] = _announced(place, table_selectors.view_of(place))
        lead = _("The table “%(table)s” is still waiting for you: %(announced)s Time left: %(left)s.")
    until = "" if is_over else until_words(seat.due_at)
    return LetterContent(
        subject % about, [LetterEntry(lead % about, asked_link(place.game.code, TURN), str(link_words), until)]
    )


def _announced(place: Place, view: PlayerView) -> str:
    """Return the sentences about the whole command that the recipient may veto."""
    waits = announced(view.public)
    names = [person.name for person in table_selectors.people_at(place.game)]
    return announced_words(waits, names, place.number) if waits else ""


def _vote(notice: Notice) -> LetterContent:
    """A motion is open, and the recipient has not voted yet. The subject does not name the motion. A view of the table
    neither delays nor settles this notice: it is not a ballot."""
    place = place_of(notice)
    assert place.seat is not None
    if notice.dedupe.split(":")[1] == AWAY:
        return _seat_to_vote_on(notice, place)
    motion = Motion.objects.filter(pk=notice.dedupe.split(":")[1], game=notice.game_id, decided_at=None).first()
    if motion is None or motion.closes_at <= clock.now() or motion.ballots.filter(seat=place.seat.number).exists():
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    if motion.seat is not None:
        about = place.game.seats.select_related("user").get(number=motion.seat)
        has_returned = absence.has_returned(about.resting, about.awaited_since, motion.opened_at)
        if has_returned or not motions.is_absent(about, place.game, clock.now()):
            raise NothingToSendError(Notice.Outcome.OBSOLETE)
    said = proposals.opened(motion.matter, motion.by, Proposal(motion.days, motion.seat, motion.pace))
    names, table = [person.name for person in table_selectors.people_at(place.game)], {"table": place.game.name}
    entry = LetterEntry(
        lead=_("Please vote at the table “%(table)s”.") % table,
        link=asked_link(place.game.code, VOTE),
        link_words=_("Look at the table"),
        until=until_words(motion.closes_at),
        heading=_("Details"),
        happened=[event_words(said, names, place.number) or ""],
    )
    return LetterContent(_("A vote: %(table)s") % table, [entry])


def _seat_to_vote_on(notice: Notice, place: Place) -> LetterContent:
    """A player has long been away, and the recipient can open a motion about the seat; none was opened since the
    decision began."""
    game, number = place.game, notice.dedupe.split(":")[3]
    about = game.seats.select_related("user").filter(number=number).first()
    if game.status != Status.RUNNING or about is None or about.awaited_since is None:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    if place.seat is None or place.seat.resting:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    asked = Motion.objects.filter(game=game, matter=Matter.ABSENT, seat=about.number)
    is_asked = asked.filter(opened_at__gte=about.awaited_since).exists()
    if is_asked or not is_about_this_decision(notice.dedupe, about) or not motions.is_absent(about, game, clock.now()):
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    words = {"table": game.name, "name": about.user.username}
    lead = _("%(name)s hasn’t moved at the table “%(table)s” for a while. You can vote on what happens to the seat.")
    entry = LetterEntry(lead % words, asked_link(game.code, AWAY), _("Look at the table"))
    return LetterContent(_("You can vote on a seat: %(table)s") % words, [entry])


def _round(notice: Notice) -> LetterContent:
    """A round is over, but not the game. How it ended is shown on the page, never in a mail."""
    place = place_of(notice)
    assert place.seat is not None
    if place.game.status != Status.RUNNING:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    must_be_unseen(notice, place.seat)
    about = {"table": place.game.name}
    lead = _("A round is over at the table “%(table)s”.") % about
    entry = LetterEntry(lead, table_link(place.game.code), _("See how it ended"))
    return LetterContent(_("A round is over: %(table)s") % about, [entry])


def _over(notice: Notice) -> LetterContent:
    """The game is over. Who won is shown on the page, never in a mail."""
    place = place_of(notice)
    assert place.seat is not None
    must_be_unseen(notice, place.seat)
    about = {"table": place.game.name}
    lead = _("The game is over at the table “%(table)s”.") % about
    entry = LetterEntry(lead, table_link(place.game.code), _("See how it ended"))
    return LetterContent(_("The game is over: %(table)s") % about, [entry])


def _since_last_turn(place: Place) -> list[str]:
    """Return the public events since the recipient's last move, oldest first."""
    log = table_selectors.log_of(place)
    since = last_move_of(log, place.number)
    return sentences(place, [step for step in log if since is None or step.seq > since])


# -- about a table before its game, and about other users


def _options(notice: Notice) -> LetterContent:
    """The options of the recipient's table have changed, and the recipient has not confirmed them since."""
    place = place_of(notice)
    assert place.seat is not None
    if place.game.status != Status.OPEN or place.seat.agreed == place.game.options_version:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    must_not_look(place.seat.game_id, notice.user)
    about = {"table": place.game.name}
    lead = _("The options of the table “%(table)s” have changed. Take a look, and say you’re ready.")
    link = asked_link(place.game.code, READY)
    return LetterContent(
        _("Are you ready? %(table)s") % about, [LetterEntry(lead % about, link, _("Look at the options"))]
    )


def _complete(notice: Notice) -> LetterContent:
    """All seats are taken and all other players are ready. The recipient is the host, who has not started the game."""
    game = place_of(notice).game
    if game.status != Status.OPEN or game.host_id != notice.user_id or game.start_open_at is None:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    must_not_look(game.pk, notice.user)
    about = {"table": game.name}
    lead = _("All seats at the table “%(table)s” are taken, and everyone is ready.") % about
    entry = LetterEntry(lead, asked_link(game.code, START), _("Start the game"))
    return LetterContent(_("Everyone is here. Start “%(table)s”.") % about, [entry])


def _started(notice: Notice) -> LetterContent:
    """The game of a table has started. It names the first player, which is public."""
    place = place_of(notice)
    assert place.seat is not None
    if place.game.status != Status.RUNNING:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    must_be_unseen(notice, place.seat)
    first = first_player(place.game)
    about = {"table": place.game.name, "name": first.username}
    lead = _("The game at the table “%(table)s” has started.") % about
    entry = LetterEntry(lead, table_link(place.game.code), _("Look at your cards"))
    if first == notice.user:
        return LetterContent(_("The game has started. You’re first."), [entry])
    return LetterContent(_("The game has started. %(name)s is first.") % about, [entry])


def _cancelled(notice: Notice) -> LetterContent:
    """A table at which the recipient sat was cancelled."""
    game, by = place_of(notice).game, notice.by
    if game.status != Status.CANCELLED or (by is None and game.starts_at is None):
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    if by is None:
        lead = _("Too few people were in for “%(table)s”, so it’s called off. You don’t need to do anything.")
        link = settings.SITE_URL + reverse("games:home")
        entry = LetterEntry(lead % {"table": game.name}, link, _("Go to your tables"))
        return LetterContent(_("“%(table)s” is called off") % {"table": game.name}, [entry])
    about = {"table": game.name, "name": by.username}
    lead = _("%(name)s cancelled the table “%(table)s”. You don’t need to do anything.") % about
    entry = LetterEntry(lead, settings.SITE_URL + reverse("games:home"), _("Go to your tables"))
    return LetterContent(_("%(name)s cancelled “%(table)s”.") % about, [entry])


def _removed(notice: Notice) -> LetterContent:
    """The host removed the recipient from the table. Not sent to a player who has a seat at that table again."""
    game, by = notice.game, notice.by
    if game is None or by is None or game.seats.filter(user=notice.user).exists():
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    about = {"table": game.name, "name": by.username}
    lead = _("%(name)s took back your seat at the table “%(table)s”, so you aren’t playing there.") % about
    entry = LetterEntry(lead, settings.SITE_URL + reverse("games:home"), _("Go to your tables"))
    return LetterContent(_("You no longer have a seat at “%(table)s”.") % about, [entry])


def _invitation(notice: Notice) -> LetterContent:
    """A player invites the recipient, who has not answered yet and may still take a seat."""
    game, by = notice.game, notice.by
    found = [row for row in lobby_selectors.invitations_to(notice.user) if game and row.code == game.code]
    if not found or game is None or by is None:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    about = {"name": found[0].by, "table": game.name}
    lead = _("%(name)s invites you to the table “%(table)s”.") % about
    entry = LetterEntry(lead, table_link(game.code), _("Look at the table"))
    return LetterContent(_("%(name)s invites you: %(table)s") % about, [entry])


def _circle(notice: Notice) -> LetterContent:
    """A table was set up for a circle of the recipient, or the hour of an announced game is near; they have a seat, or
    may still take one."""
    game, by = notice.game, notice.by
    if game is None or by is None or game.status != Status.OPEN:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    is_in = game.seats.filter(user=notice.user).exists()
    if is_in:
        place_of(notice)
    elif all(row.code != game.code for row in lobby_selectors.invitations_to(notice.user)):
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    is_reminder = is_reminder_of_hour(notice)
    if (is_in and not is_reminder) or (game.starts_at is not None and game.starts_at <= clock.now()):
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    about = {"name": by.username, "table": game.name}
    link = table_link(game.code)
    if not (is_in or notice.user.is_guest):
        link = settings.SITE_URL + reverse("circles:of", args=[game.code])
    if game.starts_at is None:
        lead = _("%(name)s set up the table “%(table)s” for your circle. Those who come first get the seats.") % about
        subject = _("%(name)s set up a table for your circle: %(table)s") % about
        return LetterContent(subject, [LetterEntry(lead, link, _("Look at the table"))])
    about |= {
        "moment": date_format(timezone.localtime(game.starts_at), "DUE_FORMAT"),
        "zone": str(timezone.get_current_timezone()),
    }
    if not is_reminder:
        lead = _(
            "%(name)s would like to play with your circle: “%(table)s” starts on %(moment)s (%(zone)s), or as soon as "
            "all seats are taken."
        )
        subject = _("Are you in? %(table)s, %(moment)s") % about
        return LetterContent(subject, [LetterEntry(lead % about, link, _("Answer"))])
    lead = _("“%(table)s” starts on %(moment)s (%(zone)s), or as soon as all seats are taken. Are you in?")
    if is_in:
        lead = _("“%(table)s” starts on %(moment)s (%(zone)s), or as soon as all seats are taken. You’re in.")
    link_words = _("Look at the table") if is_in else _("Answer")
    return LetterContent(_("Soon: %(table)s") % about, [LetterEntry(lead % about, link, link_words)])


def _friend(notice: Notice) -> LetterContent:
    """A player has sent the recipient a friend request, which has no answer yet."""
    if notice.by is None or not asks_for(notice.user).filter(asked_by=notice.by).exists():
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    about = {"name": notice.by.username}
    lead = _("%(name)s would like to be your friend. Friends can invite each other to their tables.") % about
    link = settings.SITE_URL + reverse("accounts:friends")
    return LetterContent(_("%(name)s would like to be your friend") % about, [LetterEntry(lead, link, _("Answer"))])


def _decision(notice: Notice) -> LetterContent:
    """A moderator has decided about the recipient, or about a report of theirs. The page says what and why."""
    link = settings.SITE_URL + reverse("games:decisions")
    lead = _("A moderator of this site has made a decision that concerns you. You can read it with its reason.")
    return LetterContent(_("A moderator has decided"), [LetterEntry(lead, link, _("Read it"))])


_NEWS: Mapping[Event, Callable[[Notice], LetterContent]] = {
    Event.TURN: _turn,
    Event.REMINDER: _reminder,
    Event.VOTE: _vote,
    Event.ROUND: _round,
    Event.OVER: _over,
    Event.ADDRESSED: addressed.news_of,
    Event.OPTIONS: _options,
    Event.COMPLETE: _complete,
    Event.STARTED: _started,
    Event.CANCELLED: _cancelled,
    Event.REMOVED: _removed,
    Event.INVITATION: _invitation,
    Event.CIRCLE: _circle,
    Event.FRIEND: _friend,
    Event.DECISION: _decision,
    Event.DIGEST: digest.news_of,
}
