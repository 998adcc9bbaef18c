"""The legal targets of each card of a hand, as a page carries them, so that a script lights them without a request.

They follow from the legal moves of the player's own view and from nothing else (R94). `static/js/choose.js` reads them
and draws what the server draws for the address of the choice; what is left out here is asked of the server.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.rules.board import written
from games.rules.cards import CARDS
from games.rules.commands import Command, Lay, Pass, PlayCard
from games.rules.notation import letter
from games.rules.view import PlayerView
from games.sheets import aim_of
from games.sheets.sheet import Aim
from games.tableau.bar import Bar, bar_of, button_of, card_bar, discard_question
from games.tableau.choice import DISCARD, PLAYS_CARDS, Choice, Picked, Target, most_discarded, pick
from games.tableau.lighting import Spots, asking_squares, classes_of, lit_words
from games.tableau.links import Links
from games.tableau.orders import VETO, is_order
from games.tableau.people import reason_of
from games.wording import command_words, draw_words, square_name, toll_words, uncited

SLOT = "\n"
"""Stands in a text for the name of the target, or of the card that is discarded: no other text has it."""
HELD, TURNED, EITHER = range(3)
"""How a tunnel fits on a square."""

Targets = Mapping[str, Any]


class _Texts:
    """Texts by number, each stored once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def add(self, text: str, slot: str = "") -> int:
        """Return the number of a text, in which `slot` is a placeholder."""
        return self.numbers.setdefault(text.replace(slot, SLOT) if slot else text, len(self.numbers))


def targets_of(
    view: PlayerView, spots: Spots, links: Links, names: Sequence[str], *, at_once: bool = False
) -> Targets | None:
    """Return the targets of the cards of the hand by token; None while the player plays no card.

    `texts` are named by number, with `SLOT` for the target. A card has `bar` (lead, prompt, why), `lit` (the classes of
    its squares), `button`, and `to`: by the end of its address, the numbers of the text on a lit target, of the
    question, of the draw after it, and how it fits; the question is None where the server has more to ask. `dim` says
    why players are no target, `dark` which squares have a reason. `pass` has the same for a card that is discarded; it
    is empty where several may be, and missing where none may. `once`: tunnels are laid at once. `words` are those of
    every choice.
    """
    if view.own is None or not view.menu or view.my_decision not in PLAYS_CARDS:
        return None
    texts, cards = _Texts(), {}
    for card in dict.fromkeys(view.own.hand):
        if is_carried(card):
            cards[links.token(card)] = _of_card(view, spots, card, names, texts)
    found: dict[str, Any] = {"cards": cards, "once": at_once, "words": _words()}
    most = most_discarded(view)
    if most:
        found["pass"] = {}
    if most == 1:
        bar = bar_of(view, Picked(choice=Choice(mode=DISCARD)), links, names)
        question = texts.add(discard_question(SLOT))
        drawn = texts.add(draw_words(view, Pass(("",)), names))
        found["pass"] = {"bar": _numbers(texts, bar), "ask": question, "drawn": drawn}
        found["pass"]["button"] = texts.add(_("Discard it"))
    return {**found, "texts": list(texts.numbers)}


def is_carried(card: str) -> bool:
    """Return whether the page carries the targets of a card: not if it is left as an order, or moves another card."""
    return not is_order(card, VETO) and (aim_of(card) is not Aim.ROOM or CARDS[card].is_tunnel)


def as_json(targets: Targets) -> str:
    """Return targets as the page carries them."""
    return json.dumps(targets, ensure_ascii=False, separators=(",", ":"))


def _numbers(texts: _Texts, bar: Bar) -> list[int]:
    return [texts.add(text) for text in (bar.lead, bar.prompt, bar.why)]


def _words() -> dict[str, str]:
    """Return the texts of every choice."""
    return {
        "cancel": _("Cancel"),
        "back": _("Back"),
        "discard": _("Discard it"),
        "turn": _("↻ Turn"),
        "help": _("What does this card do?"),
        "chosen": _("Your choice."),
        "lies": _("Your choice: %(square)s.") % {"square": SLOT},
        "turns": _("Your choice: %(square)s. Turn the card.") % {"square": SLOT},
        "dark": _("%(square)s isn’t lit. Why?") % {"square": SLOT},
    }


def _of_card(view: PlayerView, spots: Spots, card: str, names: Sequence[str], texts: _Texts) -> dict[str, Any]:
    picked = pick(view, Choice(card=card))._replace(command=None)
    found: dict[str, Any] = {"bar": _numbers(texts, card_bar(view, picked, names))}
    aim = aim_of(card)
    if aim.at_players:
        aimed, slots = {target.who for target in picked.targets}, [SLOT] * len(names)
        others = [seat for seat in range(len(names)) if seat not in aimed]
        found["dim"] = {letter(seat): texts.add(reason_of(view, card, seat, slots)) for seat in others}
    if not picked.targets:
        return found
    found |= {"button": texts.add(button_of(card)), "to": dict(_to(view, picked, aim, names, texts))}
    if aim.at_players:
        return found
    found["lit"] = " ".join(classes_of(aim))
    if aim is not Aim.ROOM:
        found["dark"] = [square_name(written(at)) for at in asking_squares(view, spots, picked, card)]
    return found


def _to(
    view: PlayerView, picked: Picked, aim: Aim, names: Sequence[str], texts: _Texts
) -> Iterator[tuple[str, list[int | None]]]:
    """Yield each target with its numbers. Targets that differ by the name in their texts alone share these."""
    known: dict[tuple[Any, ...], list[int | None]] = {}
    tools = Counter(target.who for target in picked.targets if target.tool)
    for seat, many in tools.items():
        if seat is not None and many > 1:
            yield _address(Target(who=seat)), [None, None, None, HELD]
    for target, ways in picked.targets.items():
        if tools[target.who] > 1:
            continue
        way, fits = ways[0], _fits(ways)
        if target.at and (aim is Aim.TWO_GOALS or target.at in view.public.miners):
            toll = uncited(toll_words(view, target.at, getattr(way, "payer", None), names))
            words = lit_words(way, target.at, view, names, aim, both=fits == EITHER)
            yield _address(target), [texts.add(f"{words} {toll}".rstrip()), None, None, fits]
            continue
        like = fits, target.tool, target.who == view.seat, view.public.face_down.get(target.at)
        if like not in known:
            known[like] = _texts_of(view, target, way, aim, texts, fits)
        yield _address(target), known[like]


def _texts_of(view: PlayerView, target: Target, way: Command, aim: Aim, texts: _Texts, fits: int) -> list[int | None]:
    slots = [SLOT] * view.public.seats
    name = square_name(target.at) if target.at else ""
    link: int | None = None
    if target.at:
        link = texts.add(lit_words(way, target.at, view, slots, aim, both=fits == EITHER), name)
    return [link, texts.add(command_words(way, slots, view), name), texts.add(draw_words(view, way, slots)), fits]


def _fits(ways: Sequence[Command]) -> int:
    turned = {way.turned for way in ways if isinstance(way, Lay | PlayCard)}
    return EITHER if len(turned) > 1 else TURNED if True in turned else HELD


def _address(target: Target) -> str:
    """Return the end of the address of a choice."""
    if target.at:
        return f"at={square_name(target.at)}"
    who = f"who={letter(target.who)}" if target.who is not None else ""
    return f"{who}&tool={target.tool}" if target.tool else who
