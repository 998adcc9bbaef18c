"""Events by a rule of Saboteur 2, a championship card or a mini-expansion, in one plain sentence each."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules import events
from games.sheets.sheet import Aimed, Done
from games.wording.announced import announced_words
from games.wording.cards import before_words, card_name, chest_name, place_name
from games.wording.squares import square_name

Names = Sequence[str]


def _sentence(aimed: Aimed, seat: int, target: int, names: Names, me: int | None, **about: str | int) -> str:
    return aimed.sentence(seat, target, names, me, **about) or _DID.sentence(seat, names, me)


_DID = Done(gettext_lazy("You did something."), gettext_lazy("%(name)s did something."))

# -- Saboteur 2

_TRADED = Done(
    gettext_lazy("You discarded two cards to remove this: %(card)s."),
    gettext_lazy("%(name)s discarded two cards to remove this: %(card)s."),
)


def _traded(event: events.Traded, names: Names, me: int | None) -> str:
    return _TRADED.sentence(event.seat, names, me, card=before_words(event.lifted))


_STOLE = Aimed(
    mine_on_them=gettext_lazy("You stole a nugget from %(target)s."),
    theirs_on_me=gettext_lazy("%(name)s stole a nugget from you."),
    theirs_on_them=gettext_lazy("%(name)s stole a nugget from %(target)s."),
)
_STOLE_NOTHING = Done(gettext_lazy("You stole nothing."), gettext_lazy("%(name)s stole nothing."))


def _stole(event: events.Stole, names: Names, me: int | None) -> str:
    if event.victim is None:
        return _STOLE_NOTHING.sentence(event.seat, names, me)
    return _sentence(_STOLE, event.seat, event.victim, names, me)


# -- championship cards

_KEPT_CARD = Done(
    gettext_lazy("You kept one of the cards you were offered."),
    gettext_lazy("%(name)s kept one of the cards on offer."),
)


def _kept_card(event: events.Kept, names: Names, me: int | None) -> str:
    return _KEPT_CARD.sentence(event.seat, names, me)


_VETOED = Aimed(
    mine_on_them=gettext_lazy("You vetoed %(target)s’s card: %(card)s."),
    theirs_on_me=gettext_lazy("%(name)s vetoed your card: %(card)s."),
    theirs_on_them=gettext_lazy("%(name)s vetoed %(target)s’s card: %(card)s."),
)


def _vetoed(event: events.Vetoed, names: Names, me: int | None) -> str:
    return _sentence(_VETOED, event.by, event.seat, names, me, card=card_name(event.card))


_SWAPPED = Done(
    gettext_lazy("You put the goals at %(square)s and %(other)s back. The others don’t know whether you swapped them."),
    gettext_lazy("%(name)s put the goals at %(square)s and %(other)s back, swapped or not."),
)


def _swapped(event: events.Swapped, names: Names, me: int | None) -> str:
    first, second = map(square_name, event.at)
    return _SWAPPED.sentence(event.seat, names, me, square=first, other=second)


_DETOURED = Done(
    gettext_lazy("You moved the last tunnel card from %(square)s to %(other)s."),
    gettext_lazy("%(name)s moved the last tunnel card from %(square)s to %(other)s."),
)


def _detoured(event: events.Detoured, names: Names, me: int | None) -> str:
    return _DETOURED.sentence(event.seat, names, me, square=square_name(event.was), other=square_name(event.at))


# -- mini-expansions

_MINER_PUT = Done(
    gettext_lazy("You discarded a card and put a miner on %(square)s."),
    gettext_lazy("%(name)s discarded a card and put a miner on %(square)s."),
)


def _miner_put(event: events.MinerPut, names: Names, me: int | None) -> str:
    return _MINER_PUT.sentence(event.seat, names, me, square=square_name(event.at))


_TOLL_PAID = Aimed(
    mine_on_them=gettext_lazy("You paid %(target)s a nugget for %(square)s."),
    theirs_on_me=gettext_lazy("%(name)s paid you a nugget for %(square)s."),
    theirs_on_them=gettext_lazy("%(name)s paid %(target)s a nugget for %(square)s."),
)


def _toll_paid(event: events.TollPaid, names: Names, me: int | None) -> str:
    return _sentence(_TOLL_PAID, event.seat, event.owner, names, me, square=square_name(event.at))


def _gold_changed(event: events.GoldChanged, names: Names, me: int | None) -> str:
    about = {"name": names[event.seat], "count": event.value}
    if event.seat == me:
        text = ngettext(
            "You changed a gold card of %(count)s nugget at the bank.",
            "You changed a gold card of %(count)s nuggets at the bank.",
            event.value,
        )
    else:
        text = ngettext(
            "%(name)s changed a gold card of %(count)s nugget at the bank.",
            "%(name)s changed a gold card of %(count)s nuggets at the bank.",
            event.value,
        )
    return text % about


_OFFERED = Aimed(
    mine_on_them=gettext_lazy("You offer to pay a toll for %(target)s."),
    theirs_on_me=gettext_lazy("%(name)s offers to pay a toll for you."),
    theirs_on_them=gettext_lazy("%(name)s offers to pay a toll for %(target)s."),
)
_OFFERS_NO_MORE = Done(
    gettext_lazy("You no longer offer to pay a toll."),
    gettext_lazy("%(name)s no longer offers to pay a toll."),
)


def _offered(event: events.Offered, names: Names, me: int | None) -> str:
    if event.target is None:
        return _OFFERS_NO_MORE.sentence(event.seat, names, me)
    return _sentence(_OFFERED, event.seat, event.target, names, me)


_JOINED = Done(
    gettext_lazy("You joined %(square)s to the start: %(place)s."),
    gettext_lazy("%(name)s joined %(square)s to the start: %(place)s."),
)


def _joined(event: events.Joined, names: Names, me: int | None) -> str:
    return _JOINED.sentence(event.seat, names, me, square=square_name(event.at), place=place_name(event.name))


_CHEST = Done(
    gettext_lazy("You opened the chest at %(square)s: %(chest)s."),
    gettext_lazy("%(name)s opened the chest at %(square)s: %(chest)s."),
)


def _chest_turned(event: events.ChestTurned, names: Names, me: int | None) -> str:
    return _CHEST.sentence(event.seat, names, me, square=square_name(event.at), chest=chest_name(event.chest))


def _chest_fell(event: events.ChestFell, names: Names, me: int | None) -> str:
    return _("The chest at %(square)s is gone with the card above it.") % {"square": square_name(event.at)}


def _goal_moved(event: events.GoalMoved, names: Names, me: int | None) -> str:
    about = {"square": square_name(event.was), "other": square_name(event.at)}
    return _("The goal at %(square)s moved to %(other)s.") % about


def _nugget_taken(event: events.NuggetTaken, names: Names, me: int | None) -> str:
    count = abs(event.count)
    if event.seat == me and event.count < 0:
        text = ngettext("You paid %(count)s nugget.", "You paid %(count)s nuggets.", count)
    elif event.seat == me:
        text = ngettext("You took %(count)s nugget.", "You took %(count)s nuggets.", count)
    elif event.count < 0:
        text = ngettext("%(name)s paid %(count)s nugget.", "%(name)s paid %(count)s nuggets.", count)
    else:
        text = ngettext("%(name)s took %(count)s nugget.", "%(name)s took %(count)s nuggets.", count)
    return text % {"name": names[event.seat], "count": count}


_GRABBED = Aimed(
    mine_on_them=gettext_lazy("You took a card from %(target)s’s hand."),
    theirs_on_me=gettext_lazy("%(name)s took a card from your hand."),
    theirs_on_them=gettext_lazy("%(name)s took a card from %(target)s’s hand."),
)


def _card_grabbed(event: events.CardGrabbed, names: Names, me: int | None) -> str:
    return _sentence(_GRABBED, event.seat, event.target, names, me)


_ROLE_SEEN = Aimed(
    mine_on_them=gettext_lazy("You looked at the role of %(target)s."),
    theirs_on_me=gettext_lazy("%(name)s looked at your role."),
    theirs_on_them=gettext_lazy("%(name)s looked at the role of %(target)s."),
)


def _role_seen(event: events.RoleSeen, names: Names, me: int | None) -> str:
    return _sentence(_ROLE_SEEN, event.seat, event.target, names, me)


EVENTS_OF_EXPANSIONS: Mapping[type, Callable[[Any, Names, int | None], str]] = {
    events.Traded: _traded,
    events.Stole: _stole,
    events.Kept: _kept_card,
    events.Vetoed: _vetoed,
    events.Announced: announced_words,
    events.Swapped: _swapped,
    events.Detoured: _detoured,
    events.MinerPut: _miner_put,
    events.TollPaid: _toll_paid,
    events.GoldChanged: _gold_changed,
    events.Offered: _offered,
    events.Joined: _joined,
    events.ChestTurned: _chest_turned,
    events.ChestFell: _chest_fell,
    events.GoalMoved: _goal_moved,
    events.NuggetTaken: _nugget_taken,
    events.CardGrabbed: _card_grabbed,
    events.RoleSeen: _role_seen,
}
