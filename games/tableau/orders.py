"""Standing orders of a player, secret (R93, R95), and offers to pay a toll, which are public (R70).

The panel follows from the rules in force and from the player's own orders alone, never from the hand. So no page
reveals who holds a veto.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.commands import Offer
from games.rules.modules.veto import Window
from games.rules.notation import letter
from games.rules.ruleset import compiled
from games.rules.thefts import Rob
from games.rules.view import PlayerView
from games.selectors.table import Person
from games.sheets import ACTIONS
from games.wording import order_words, ordered_words

VETO, THEFT = Window.asks, Rob.asks
"""The kinds of orders: each answers a decision of that kind in advance (R93)."""


class OrderChoice(NamedTuple):
    """An option of a list."""

    value: str
    words: str


class Orders(NamedTuple):
    """The orders in force, in words, and the possible ones: `whats` and `others` for a veto, `thefts`, toll offers.

    An empty list means that these rules have no such order. `lets_be`: a player can decline all vetoes in advance,
    since the table has a window for vetoes. `open` while a card is chosen that is played by order.
    """

    standing: tuple[str, ...]
    whats: tuple[OrderChoice, ...] = ()
    others: tuple[OrderChoice, ...] = ()
    lets_be: bool = False
    thefts: bool = False
    offers: bool = False
    offered: str = ""
    open: bool = False

    @property
    def any_order(self) -> bool:
        """Whether these rules have any secret order."""
        return bool(self.whats) or self.thefts


def is_order(card: str, kind: str) -> bool:
    """Return whether an action card is played by a standing order of a kind."""
    return card in ACTIONS and ACTIONS[card].order == kind


def orders_of(view: PlayerView, people: Sequence[Person], chosen: str = "") -> Orders | None:
    """Return the panel of a player who has `chosen` a card.

    None for a spectator, and if the rules have neither orders nor offers.
    """
    own, public = view.own, view.public
    if own is None:
        return None
    rules = compiled(public.ruleset)
    names = [person.name for person in people]
    orders = {card: ACTIONS[card].order for card in rules.catalogue if card in ACTIONS}
    has_veto, has_theft, tolls = VETO in orders.values(), THEFT in orders.values(), Offer in rules.anytime
    if not (has_veto or has_theft or tolls):
        return None
    actions = [card for card, order in orders.items() if order != VETO]
    offered = public.offers.get(own.seat)
    return Orders(
        standing=tuple(order_words(order, names) for order in own.orders),
        whats=tuple(OrderChoice(what, ordered_words(what)) for what in ("any", "lay", "goal", *actions))
        if has_veto
        else (),
        others=tuple(OrderChoice(letter(one.number), one.name) for one in people if one.number != own.seat),
        lets_be=has_veto and bool(public.ruleset.veto_window),
        thefts=has_theft,
        offers=tolls,
        offered=names[offered] if offered is not None else "",
        open=is_order(chosen, VETO),
    )
