"""The beginning of a round for one player: their role, their goal under the rules in force, their cards.

It is made from what this player may see (R24, R94).
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.cards import CARDS
from games.rules.engine import Public
from games.rules.events import RoundBegan
from games.rules.view import PlayerView
from games.tableau.mine import is_round_over
from games.wording import card_name, event_words, role_goal, role_name
from games.wording.facts import facts

MOST_KINDS = 3
"""How many kinds of role cards are named."""


class DealtCard(NamedTuple):
    """A card of the hand: its name in the catalogue and in words, and whether it is a tunnel."""

    card: str
    words: str
    is_tunnel: bool


class OwnDeal(NamedTuple):
    """What a player learns as a round begins. `role_cards` are the role cards of the table; "" if they are of too many
    kinds for a line."""

    number: int
    rounds: int
    role: str
    role_words: str
    goal: str
    begins: str
    role_cards: str
    hand: tuple[DealtCard, ...]


def unseen_deal(public: Public, seen: int) -> int | None:
    """Return the round that is played, if its deal was not shown to a player; `seen` is the last one that was."""
    return public.round if public.round > seen and not is_round_over(public) else None


def deal_of(view: PlayerView, names: Sequence[str]) -> OwnDeal | None:
    """Return the deal of the round that is played, for the player of a view; None for spectators and between rounds."""
    public, own = view.public, view.own
    if own is None or is_round_over(public):
        return None
    known = facts(public.ruleset, public.seats)
    return OwnDeal(
        number=public.round,
        rounds=public.ruleset.rounds,
        role=own.role,
        role_words=role_name(own.role),
        goal=role_goal(own.role, public.ruleset),
        begins=event_words(RoundBegan(round=public.round, first=public.first), names, view.seat) or "",
        role_cards=known.role_words if len(known.roles) <= MOST_KINDS else "",
        hand=tuple(DealtCard(card, card_name(card), CARDS[card].is_tunnel) for card in own.hand),
    )
