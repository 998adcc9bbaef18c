"""Events in one plain sentence each: the public ones for all, the whispers for their own seat."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules import announcements, events
from games.rules.sights import ChestSight, GoalSight, RoleSight
from games.rules.table import RoundResult
from games.sheets import ACTIONS, GOALS, ROLES, as_played
from games.sheets.sheet import Aimed, Done
from games.wording.announcements import ANNOUNCEMENTS
from games.wording.cards import card_laid, card_name, found_words, role_name
from games.wording.expansions import EVENTS_OF_EXPANSIONS
from games.wording.lists import list_words, names_words
from games.wording.squares import square_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Names = Sequence[str]


def event_words(event: Any, names: Names, me: int | None) -> str | None:
    """Return a sentence about a public event, for the player of the seat `me` (None: for a spectator).

    `names` are the players' names by seat, inserted unescaped: the page escapes the sentence. None when there is
    nothing to say; a neutral sentence for a type of event without a text.
    """
    tell = _EVENTS.get(type(event))
    return tell(event, names, me) if tell else _("Something happened at the table.")


def whisper_words(event: Any, names: Names = ()) -> str | None:
    """Return a sentence about a whisper, for its player."""
    tell = _WHISPERS.get(type(event))
    return tell(event, names) if tell else _("You learned something.")


def result_words(result: RoundResult | events.RoundEnded, names: Names, me: int | None = None) -> str:
    """Return how a round ended and who won it, in two sentences (R21 to R23)."""
    how = _HOW_IT_ENDED.get(result.reason, _ROUND_OVER)
    if result.reason == "gold" and result.connector is not None:
        how = _I_REACHED_GOLD if result.connector == me else _THEY_REACHED_GOLD
    connector = names[result.connector] if result.connector is not None else ""
    sentences = {"how": how % {"round": result.round, "name": connector}, "who": who_won_words(result)}
    # Translators: two whole sentences, first how a round ended, then who won it.
    return _("%(how)s %(who)s") % sentences


# -- public events


_BEGAN = Done(
    gettext_lazy("Round %(round)s begins. You have the first turn."),
    gettext_lazy("Round %(round)s begins. %(name)s has the first turn."),
)


def _round_began(event: events.RoundBegan, names: Names, me: int | None) -> str:
    return _BEGAN.sentence(event.first, names, me, round=event.round)


_LAID = Done(
    gettext_lazy("You laid %(tunnel)s at %(square)s."), gettext_lazy("%(name)s laid %(tunnel)s at %(square)s.")
)
_LAID_PAID = Done(
    gettext_lazy("You laid %(tunnel)s at %(square)s; %(payer)s paid the toll."),
    gettext_lazy("%(name)s laid %(tunnel)s at %(square)s; %(payer)s paid the toll."),
)
_LAID_I_PAID = gettext_lazy("%(name)s laid %(tunnel)s at %(square)s; you paid the toll.")


def _laid(event: events.Laid, names: Names, me: int | None) -> str:
    about = {"tunnel": card_laid(event.card), "square": square_name(event.at)}
    if event.payer is None or event.payer == event.seat:
        return _LAID.sentence(event.seat, names, me, **about)
    if event.payer == me:
        return _LAID_I_PAID % {"name": names[event.seat], **about}
    return _LAID_PAID.sentence(event.seat, names, me, payer=names[event.payer], **about)


_PLAYED = Done(
    gettext_lazy("You played a card: %(card)s."),
    gettext_lazy("%(name)s played a card: %(card)s."),
)
"""The sentence for an event that no game of the rules produces: a card played on a player without naming them."""


def _played(event: events.Played, names: Names, me: int | None) -> str:
    sheet = ACTIONS.get(event.card)
    done = as_played(sheet, event.lifted.partition(":")[2]).done if sheet is not None else None
    if isinstance(done, Aimed):
        text = done.sentence(event.seat, event.target, names, me) if event.target is not None else None
        if text is not None:
            return text
        done = None
    return (done or _PLAYED).sentence(
        event.seat,
        names,
        me,
        card=card_name(event.card),
        square=square_name(event.at[0]) if event.at else "",
        other=square_name(event.at[-1]) if event.at else "",
    )


def _passed(event: events.Passed, names: Names, me: int | None) -> str:
    about = {"name": names[event.seat], "count": event.count}
    if event.seat == me:
        return ngettext("You discarded %(count)s card.", "You discarded %(count)s cards.", event.count) % about
    return ngettext("%(name)s discarded %(count)s card.", "%(name)s discarded %(count)s cards.", event.count) % about


_PASSED_OVER = Done(
    gettext_lazy("You have no cards left, so your turn was skipped."),
    gettext_lazy("%(name)s has no cards left and was skipped."),
)


def _passed_over(event: events.PassedOver, names: Names, me: int | None) -> str:
    return _PASSED_OVER.sentence(event.seat, names, me)


def _goal_turned(event: events.GoalTurned, names: Names, me: int | None) -> str:
    return GOALS[event.goal].reached.sentence(
        event.seat, names, me, square=square_name(event.at), goal=card_name(event.goal)
    )


_TOOK_GOLD = Done(gettext_lazy("You took a gold card."), gettext_lazy("%(name)s took a gold card."))


def _gold_taken(event: events.GoldTaken, names: Names, me: int | None) -> str:
    return _TOOK_GOLD.sentence(event.seat, names, me)


_I_REACHED_GOLD = gettext_lazy("Round %(round)s is over: you reached the gold.")
_THEY_REACHED_GOLD = gettext_lazy("Round %(round)s is over: %(name)s reached the gold.")
_ROUND_OVER = gettext_lazy("Round %(round)s is over.")
_HOW_IT_ENDED: Mapping[str, "StrPromise"] = {
    "hands-empty": gettext_lazy("Round %(round)s is over: all cards are gone, and the gold lies untouched."),
    "nobody-can-move": gettext_lazy("Round %(round)s is over: there are no more moves, and the gold lies untouched."),
    "spider": gettext_lazy("Round %(round)s is over: the spider came."),
}


def who_won_words(result: RoundResult | events.RoundEnded) -> str:
    """Return who won a round, by roles, in a sentence."""
    roles = list(dict.fromkeys(result.roles[seat] for seat in result.winners))
    if not roles:
        return _("There’s no winner this round.")
    if len(roles) == 1:
        return str(ROLES[roles[0]].wins)
    return _("Winners of this round: %(roles)s.") % {"roles": names_words([str(ROLES[role].winners) for role in roles])}


def _game_ended(event: events.GameEnded, names: Names, me: int | None) -> str:
    gold = max(event.gold)
    others = [names[seat] for seat in event.winners if seat != me]
    about = {"gold": gold, "names": names_words(others)}
    if me in event.winners and not others:
        text = ngettext(
            "The game is over: you win with %(gold)s nugget.", "The game is over: you win with %(gold)s nuggets.", gold
        )
    elif me in event.winners:
        text = ngettext(
            "The game is over: you share the win with %(names)s, at %(gold)s nugget each.",
            "The game is over: you share the win with %(names)s, at %(gold)s nuggets each.",
            gold,
        )
    elif len(others) == 1:
        text = ngettext(
            "The game is over: %(names)s wins with %(gold)s nugget.",
            "The game is over: %(names)s wins with %(gold)s nuggets.",
            gold,
        )
    else:
        text = ngettext(
            "The game is over: %(names)s share the win, at %(gold)s nugget each.",
            "The game is over: %(names)s share the win, at %(gold)s nuggets each.",
            gold,
        )
    return text % about


_TIME_OUT_OF_TURN = Done(
    gettext_lazy("Your time ran out: one of your cards is discarded at random."),
    gettext_lazy("Time ran out for %(name)s: one of their cards is discarded at random."),
)
_TIME_OUT = Done(
    gettext_lazy("Your time ran out: the game answers for you."),
    gettext_lazy("Time ran out for %(name)s: the game answers for them."),
)


def _timed_out(event: events.TimedOut, names: Names, me: int | None) -> str:
    return (_TIME_OUT_OF_TURN if event.kind == "turn" else _TIME_OUT).sentence(event.seat, names, me)


_CHANGED: Mapping[str, Done] = {
    "asleep": Done(gettext_lazy("Your seat is asleep."), gettext_lazy("%(name)s’s seat is asleep.")),
    "wake": Done(gettext_lazy("You are back."), gettext_lazy("%(name)s is back.")),
    "bot": Done(gettext_lazy("A bot plays your seat."), gettext_lazy("A bot plays the seat of %(name)s.")),
    "replace": Done(gettext_lazy("You took over a seat."), gettext_lazy("%(name)s took over a seat.")),
}
_CHANGED_SOMEHOW = Done(gettext_lazy("Your seat has changed."), gettext_lazy("%(name)s’s seat has changed."))


def _seat_changed(event: events.SeatChanged, names: Names, me: int | None) -> str:
    return _CHANGED.get(event.how, _CHANGED_SOMEHOW).sentence(event.seat, names, me)


def _table_ended(event: events.TableEnded, names: Names, me: int | None) -> str:
    return _("The game was ended. Everything is revealed now.")


_EVENTS: Mapping[type, Callable[[Any, Names, int | None], str]] = {
    events.RoundBegan: _round_began,
    events.Laid: _laid,
    events.Played: _played,
    events.Passed: _passed,
    events.PassedOver: _passed_over,
    events.GoalTurned: _goal_turned,
    events.GoldTaken: _gold_taken,
    events.RoundEnded: result_words,
    events.GameEnded: _game_ended,
    events.TimedOut: _timed_out,
    events.SeatChanged: _seat_changed,
    events.TableEnded: _table_ended,
    **ANNOUNCEMENTS,
    **EVENTS_OF_EXPANSIONS,
}


# -- whispers


def _cards(cards: Sequence[str]) -> str:
    return list_words([card_name(card) for card in cards])


def _drew(event: events.Drew, names: Names) -> str:
    return _("You drew: %(cards)s.") % {"cards": _cards(event.cards)}


def _dealt(event: events.Dealt, names: Names) -> str:
    about = {"round": event.round, "role": role_name(event.role), "cards": _cards(event.hand)}
    return _("Your role in round %(round)s: %(role)s. Your cards: %(cards)s.") % about


def _discarded(event: events.Discarded, names: Names) -> str:
    return _("You discarded, unseen by the others: %(cards)s.") % {"cards": _cards(event.cards)}


def _saw(event: events.Saw, names: Names) -> str:
    found = found_words(event.sight)
    match event.sight:
        case GoalSight(at=at) | ChestSight(at=at):
            return _("You saw what lies at %(square)s: %(found)s.") % {"square": square_name(at), "found": found}
        case RoleSight(seat=seat):
            return _("You saw the role of %(name)s: %(found)s.") % {"name": names[seat], "found": found}
        case _:
            assert_never(event.sight)


def _new_role(event: events.NewRole, names: Names) -> str:
    return _("Your role from now on: %(role)s.") % {"role": role_name(event.role)}


def _got_hand(event: events.GotHand, names: Names) -> str:
    if not event.cards:
        return _("Your new hand is empty.")
    return _("Your new hand: %(cards)s.") % {"cards": _cards(event.cards)}


def _lost_card(event: events.LostCard, names: Names) -> str:
    return _("You lost a card from your hand: %(card)s.") % {"card": card_name(event.card)}


def _took_gold(event: events.TookGold, names: Names) -> str:
    return ngettext(
        "Your gold card shows %(count)s nugget.", "Your gold card shows %(count)s nuggets.", event.value
    ) % {"count": event.value}


def _plan_dropped(event: announcements.PlanDropped, names: Names) -> str:
    return _("Your plan was dropped, because none of it was possible any more.")


_WHISPERS: Mapping[type, Callable[[Any, Names], str]] = {
    events.Drew: _drew,
    events.Dealt: _dealt,
    events.Discarded: _discarded,
    events.Saw: _saw,
    events.NewRole: _new_role,
    events.GotHand: _got_hand,
    events.LostCard: _lost_card,
    events.TookGold: _took_gold,
    announcements.PlanDropped: _plan_dropped,
}
