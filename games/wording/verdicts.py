"""What the end of a round and of a game mean for their reader, in a few words, and how they ended."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards import GOLD
from games.rules.table import RoundResult
from games.wording.events import who_won_words
from games.wording.lists import names_words


def verdict_words(result: RoundResult, me: int | None, *, nuggets: int, cards: int) -> str:
    """Return what a finished round brought its reader. `nuggets` is their pay; `cards` are gold cards whose value is
    secret, 0 where it is not (R24)."""
    if me is None:
        return _("The gold is found") if result.reason == GOLD else _("Nobody reached the gold")
    if me in result.winners and cards:
        return ngettext("You won · %(count)s gold card", "You won · %(count)s gold cards", cards) % {"count": cards}
    if me in result.winners and nuggets > 0:
        return ngettext("You won · %(count)s nugget", "You won · %(count)s nuggets", nuggets) % {"count": nuggets}
    if me in result.winners:
        return _("You won")
    if nuggets > 0:
        return ngettext("You found %(count)s nugget", "You found %(count)s nuggets", nuggets) % {"count": nuggets}
    return _("You lost") if result.winners else _("Nobody gets gold")


def ending_words(result: RoundResult, names: Sequence[str], me: int | None) -> tuple[str, ...]:
    """Return how a round ended and who won it, a sentence each (R21 to R23). Winners of several roles are left to the
    list of players."""
    how = how_it_ended_words(result, names, me)
    roles = {result.roles[seat] for seat in result.winners}
    return (how,) if len(roles) > 1 else (how, who_won_words(result))


def worth_words(nuggets: int) -> str:
    """Return what gold cards are worth, for their owner alone (R24)."""
    # Translators: what the gold is worth that the reader has just won.
    words = ngettext(
        "Only you can see what it’s worth: %(count)s nugget.",
        "Only you can see what it’s worth: %(count)s nuggets.",
        nuggets,
    )
    return words % {"count": nuggets}


def how_it_ended_words(result: RoundResult, names: Sequence[str], me: int | None) -> str:
    """Return how a round ended, in a sentence (R19, R21, R72)."""
    match result.reason:
        case "gold" if result.connector is None:
            return _("The gold was reached.")
        case "gold" if result.connector == me:
            return _("You reached the gold.")
        case "gold":
            return _("%(name)s reached the gold.") % {"name": names[result.connector or 0]}
        case "spider":
            return _("The spider came, and the round was over.")
        case "nobody-can-move":
            return _("Nobody can play any more, and nobody reached the gold.")
        case "hands-empty":
            return _("The last card is played, and nobody reached the gold.")
        case _:
            return _("The game was ended before the gold was reached.")


def winner_words(names: Sequence[str], *, mine: bool) -> str:
    """Return who won a game, in a few words. `names` are its winners, `mine` says whether the reader is one."""
    if mine:
        return _("You win!") if len(names) == 1 else _("You share the win")
    return ngettext("%(names)s wins", "%(names)s share the win", len(names)) % {"names": names_words(names)}


def gold_words(gold: int) -> str:
    """Return what a game was won with."""
    return ngettext("With %(count)s nugget.", "With %(count)s nuggets.", gold) % {"count": gold}


def own_place_words(place: int, gold: int) -> str:
    """Return the reader's place at the end of a game, and their gold."""
    words = ngettext(
        "You: place %(place)s, with %(count)s nugget.", "You: place %(place)s, with %(count)s nuggets.", gold
    )
    return words % {"place": place, "count": gold}
