"""What will be drawn when the turn ends, as part of a question (R90). The numbers come from the draw of the rules."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules import engine
from games.rules.cards import CARDS
from games.rules.commands import Choose, Command, Lay, Pass, PlayCard, PutMiner, Trade, Veto
from games.rules.draw import Expected
from games.rules.view import PlayerView

NOT_OF_A_TURN = ("gold", "theft")
"""Decisions after the end of play: no draw follows, so none is mentioned."""


def draw_words(view: PlayerView, command: Command, names: Sequence[str]) -> str:
    """Return what is drawn after a command of the reader, in one or two sentences; "" if no draw is to be mentioned.

    ``names`` are those of the seats. The command may be incomplete: its cards are not checked.
    """
    seat = view.seat
    if seat is None or view.my_decision in NOT_OF_A_TURN:
        return ""
    assert isinstance(command, Lay | PlayCard | Pass | Trade | PutMiner | Choose | Veto)
    found = engine.expected(view.public, seat, command)
    if isinstance(command, Veto):
        return _after_veto(found)
    if found is None:
        return _("You draw nothing.")
    if found.seat != seat:
        return _other_draws(found, names)
    said = [_in_place(name) for name in found.instead]
    if isinstance(command, PlayCard) and CARDS[command.card].effect == "treasury":
        return _("You keep one of the cards instead of drawing.")
    if found.cards > 1 and _lays_two(view, command):
        said.append(
            _("Then you draw %(count)s cards, or one less if the second tunnel fits nowhere.") % {"count": found.cards}
        )
    elif found.cards:
        said.append(
            ngettext("Then you draw %(count)s card.", "Then you draw %(count)s cards.", found.cards)
            % {"count": found.cards}
        )
    elif not said:
        said.append(_("Then you draw nothing."))
    return " ".join(said)


def _lays_two(view: PlayerView, command: Command) -> bool:
    """Return whether two tunnels of a guide are still to be laid (R66)."""
    if isinstance(command, PlayCard) and CARDS[command.card].effect == "guide":
        return True
    agenda = view.public.agenda
    return agenda[-1].asks == "lay" and any(task.may_cost_a_draw for task in agenda)


def _in_place(name: str) -> str:
    """Return what happens instead of a draw, by the name of its chest (R73)."""
    if name == "grab":
        return _("At the end of your turn, you take a card from another player’s hand instead of drawing.")
    return _("At the end of your turn, you look at three cards from the pile and keep one instead of drawing.")


def _other_draws(found: Expected, names: Sequence[str]) -> str:
    if not found.cards:
        return _("Then no cards are drawn.")
    words = ngettext(
        "Then %(name)s draws %(count)s card, and you draw none.",
        "Then %(name)s draws %(count)s cards, and you draw none.",
        found.cards,
    )
    return words % {"name": names[found.seat], "count": found.cards}


def _after_veto(found: Expected | None) -> str:
    if found is None or not found.cards:
        return _("If you veto it, you draw nothing.")
    words = ngettext(
        "If you veto it, you draw %(count)s card.", "If you veto it, you draw %(count)s cards.", found.cards
    )
    return words % {"count": found.cards}


def discard_words(view: PlayerView, most: int) -> str:
    """Return what is drawn for cards that are still to be chosen and discarded, at most so many (R32)."""
    seat = view.seat
    assert seat is not None
    found = [engine.expected(view.public, seat, Pass(("",) * count)) for count in range(1, most + 1)]
    drawn = [one.cards if one is not None else 0 for one in found]
    if drawn == list(range(1, most + 1)):
        return _("You draw as many cards as you discard.")
    if not drawn[-1]:
        return _("Then you draw nothing.")
    return ngettext(
        "You draw as many cards as you discard, but at most %(count)s card.",
        "You draw as many cards as you discard, but at most %(count)s cards.",
        drawn[-1],
    ) % {"count": drawn[-1]}
