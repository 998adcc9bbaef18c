"""The hand of a player as cards on the page, and which of them are new: they were drawn with the last move or later,
and have not been touched yet.

The new cards follow from whispers to the player. The touched ones are stored by the device, by the tokens of the cards.
So no other player learns of either, and the hand stays in the order of the catalogue.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.rules.cards import CARDS
from games.rules.events import Dealt, Drew, GotHand
from games.rules.view import PlayerView
from games.selectors.table import LoggedMove
from games.tableau.bar import Bar
from games.tableau.choice import DISCARD, MINER, PLAYS_CARDS, Choice, Picked
from games.tableau.links import Links
from games.wording import card_name

MOST_TOUCHED = 12
"""How many cards a device stores, the last ones touched: more than a hand holds."""

Touched = Mapping[str, int]
"""Tokens of cards, each with the public command after which it was last touched; the most recent one last."""


class Held(NamedTuple):
    """A card of the hand. `turned` as in the preview; `token` if it can be ticked, else an address.

    `about` is the address of its help, `fresh`: it is new and has not been touched.
    """

    card: str
    words: str
    turned: bool
    chosen: bool
    href: str
    token: str
    about: str
    ticked: bool = False
    fresh: bool = False


class NewCard(NamedTuple):
    """How many copies of a card are new, and the public command of the last of them."""

    copies: int
    seq: int


def hand_of(
    view: PlayerView, picked: Picked, bar: Bar, links: Links, new: Mapping[str, NewCard], touched: Touched
) -> tuple[Held, ...]:
    """Return the cards of the player's hand; none for a spectator."""
    if view.own is None:
        return ()
    fresh = {card: came.copies for card, came in new.items() if touched.get(links.token(card), -1) < came.seq}
    choice = picked.choice
    chosen, ticks = choice.card, list(choice.ticked)
    choosable = bool(view.menu) and view.my_decision in PLAYS_CARDS and not bar.most
    held = []
    for card in view.own.hand:
        held.append(
            Held(
                card,
                card_name(card),
                turned=card == chosen and bool(choice.turned) and not choice.mode and CARDS[card].is_tunnel,
                chosen=card == chosen,
                href=_choosing(choice, card, links) if choosable else "",
                token=links.token(card) if bar.most else "",
                about=links.about(card),
                ticked=card in ticks,
                fresh=fresh.get(card, 0) > 0,
            )
        )
        fresh[card] = fresh.get(card, 0) - 1
        chosen = "" if card == chosen else chosen
        if card in ticks:
            ticks.remove(card)
    return tuple(held)


def _choosing(choice: Choice, card: str, links: Links) -> str:
    """Return the address of choosing a card of the hand, "" if none can be chosen."""
    if choice.mode == DISCARD:
        return links.discard(card)
    if choice.mode == MINER:
        return links.to(Choice(card=card, mode=MINER, at=choice.at)) if choice.at else ""
    return "" if choice.mode else links.card(card)


def new_cards_of(log: Sequence[LoggedMove], since: int | None) -> Mapping[str, NewCard]:
    """Return the cards that were drawn with the player's last move (`since`) or later. `log` is newest first. A hand
    that was dealt is new as a whole, so none of its cards is marked."""
    copies: Counter[str] = Counter()
    last: dict[str, int] = {}
    for step in log:
        if since is not None and step.seq < since:
            break
        for whisper in reversed(step.whispers):
            if isinstance(whisper, Dealt):
                return _new_cards(copies, last)
            if isinstance(whisper, Drew | GotHand):
                copies.update(whisper.cards)
                last = {**dict.fromkeys(whisper.cards, step.seq), **last}
            if isinstance(whisper, GotHand):
                return _new_cards(copies, last)
    return _new_cards(copies, last)


def _new_cards(copies: Counter[str], last: Mapping[str, int]) -> Mapping[str, NewCard]:
    return {card: NewCard(count, last[card]) for card, count in copies.items()}


def touch(touched: Touched, tokens: Sequence[str], seq: int) -> Touched:
    """Return the touched cards that the device stores, after these cards were touched at a public command."""
    left = {token: at for token, at in touched.items() if token not in tokens}
    return dict([*left.items(), *((token, seq) for token in tokens)][-MOST_TOUCHED:])
