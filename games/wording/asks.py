"""For what somebody is awaited (R90), to that player and about them; the answers, and what is taken without one."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.rules.notation import seat_of
from games.wording.cards import card_name
from games.wording.squares import square_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class _Ask(NamedTuple):
    mine: "StrPromise"
    theirs: "StrPromise"


_ASKS: Mapping[str, _Ask] = {
    "turn": _Ask(_("It is your turn."), _("It is %(name)s’s turn.")),
    "lay": _Ask(_("Lay the next tunnel card."), _("%(name)s is laying another tunnel card.")),
    "keep": _Ask(_("Choose a card to keep."), _("%(name)s is choosing a card to keep.")),
    "swap": _Ask(_("Swap the two goals, or leave them?"), _("%(name)s holds two goals.")),
    "order": _Ask(_("Choose what is turned up first."), _("%(name)s is choosing what is turned up first.")),
    "goal": _Ask(_("Choose the goal that moves."), _("%(name)s is choosing the goal that moves.")),
    "player": _Ask(_("Choose a player."), _("%(name)s is choosing a player.")),
    "gold": _Ask(_("Take one of the gold cards."), _("%(name)s is taking a gold card.")),
    "theft": _Ask(_("Choose from whom to steal a nugget."), _("%(name)s is choosing from whom to steal.")),
    "veto": _Ask(_("Veto it, or let it be?"), _("%(name)s may veto it or let it be.")),
}
_ANY = _Ask(_("The game waits for you."), _("The game waits for %(name)s."))

_DEFAULTS: Mapping[str, "StrPromise"] = {
    "turn": _("If your time runs out, a card drawn by lot is discarded (R92)."),
    "lay": _("If your time runs out, no more tunnel card is laid (R92)."),
    "theft": _("If your time runs out, you steal from nobody (R92)."),
    "veto": _("If your time runs out, you let it be (R92)."),
}
_BY_LOT = _("If your time runs out, the lot decides (R92).")

_WORDS: Mapping[tuple[str, str], "StrPromise"] = {
    ("swap", "swap"): _("Swap them"),
    ("swap", "keep"): _("Put them back as they lay"),
    ("veto", "strike"): _("Veto it"),
    ("veto", "none"): _("Let it be"),
    ("theft", "none"): _("Nobody"),
}


def ask_words(kind: str, name: str | None) -> str:
    """What a kind of decision asks of a player: of `name`, or of the reader when None."""
    ask = _ASKS.get(kind, _ANY)
    return str(ask.mine) if name is None else ask.theirs % {"name": name}


def asked_words(kinds: Sequence[str], names: Sequence[str]) -> str:
    """What is asked of others. Where all are asked alike whether they veto, nobody is named (R93)."""
    if len(kinds) > 1 and set(kinds) == {"veto"}:
        return _now("The others who hold cards are asked whether they veto it.")
    return " ".join(ask_words(kind, name) for kind, name in zip(kinds, names, strict=True))


def answered_words() -> str:
    """To somebody who has answered while others are still asked; nobody else is told so (R95)."""
    return _now("You have answered.")


def default_words(kind: str) -> str:
    """What is taken for somebody who does not answer (R92)."""
    return str(_DEFAULTS.get(kind, _BY_LOT))


def answer_words(kind: str, answer: str, names: Sequence[str]) -> str:
    """One answer to a decision, as a row to choose: a player, a square, a card, or what is done."""
    if (kind, answer) in _WORDS:
        return str(_WORDS[kind, answer])
    if kind in ("player", "theft"):
        return names[seat_of(answer)]
    if kind in ("order", "goal"):
        return square_name(answer)
    if kind == "gold" and answer.isdecimal():
        return ngettext("%(count)s nugget", "%(count)s nuggets", int(answer)) % {"count": answer}
    return card_name(answer) if kind == "keep" else answer
