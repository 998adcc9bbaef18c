"""Why a square or a player cannot be chosen: first the reasons about the player, then those about the target.

All of it follows from the public state and the player's own hand (R94).
"""

from django.utils.translation import gettext as _

from games.rules.board import board_of, square
from games.rules.cards import CARDS
from games.rules.commands import Lay, PlayCard
from games.rules.effects import check_may_lay
from games.rules.errors import Refused
from games.rules.view import PlayerView
from games.tableau.choice import Target, why_not
from games.wording import card_name, list_words, refusal_words, square_name

TELLING = {"may-not-lay", "door-of-other-team", "only-a-tunnel", "no-discards", "two-tunnels-needed", "no-tunnel-fits",
            "nothing-to-move", "not-while-trapped", "veto-only-answers", "already-before"}  # fmt: skip
"""Refusals that concern the card itself, whatever its target."""


def why_nowhere(view: PlayerView, card: str) -> Refused | None:
    """Return why a card cannot be played at all; None if that depends on its target."""
    refused = why_not(view, card, Target())
    return refused if refused is not None and refused.code in TELLING else None


def fits_nowhere(view: PlayerView, card: str) -> bool:
    """Return whether no player could lay a tunnel card on any square of this mine."""
    public = view.public
    board = board_of(public.mine, public.face_down)
    return not board.spots(card, joined_ladders=public.ruleset.joined_ladders)


def why_dark(view: PlayerView, at: str) -> str:
    """Return why a square cannot be chosen while no card is chosen: what could be played there, or why nothing can."""
    about = {"square": square_name(at)}
    plays = [way for way in view.menu if isinstance(way, Lay | PlayCard) and at in _squares(way)]
    if plays:
        names = dict.fromkeys(card_name(way.card) for way in plays)
        return _("At %(square)s, you can play: %(cards)s.") % {**about, "cards": list_words([*names])}
    board, hand = board_of(view.public.mine, view.public.face_down), view.own.hand if view.own else ()
    if not board.is_free(square(at)):
        return _("There’s already a card at %(square)s, and none of yours can be played on it (R1).") % about
    if stop := _stop(view):
        return refusal_words(stop, (), view.seat)
    if not any(CARDS[card].is_tunnel for card in hand):
        return _("You have no tunnel card, and you can’t lay anything else in the mine (R13).")
    return _("None of your tunnel cards fits at %(square)s (R14).") % about


def _stop(view: PlayerView) -> Refused | None:
    """Return the reason why the player may lay no tunnel at all."""
    try:
        check_may_lay(view.public, view.seat if view.seat is not None else -1)
    except Refused as stop:
        return stop
    return None


def _squares(way: Lay | PlayCard) -> tuple[str, ...]:
    return (way.at,) if isinstance(way, Lay) else way.at
