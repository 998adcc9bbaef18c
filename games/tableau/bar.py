"""The move bar: what is asked of the player, in words, and the ways on from here: links back, one button forward."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards import CARDS
from games.rules.commands import Choose, Lay, Pass, PlayCard
from games.rules.view import PlayerView
from games.tableau.choice import Picked, Target, why_not
from games.tableau.links import Links
from games.wording import ask_words, card_name, command_words, refusal_words


class Way(NamedTuple):
    """A link in the bar; `key` is the key that follows it."""

    words: str
    href: str
    key: str = ""


class Answer(NamedTuple):
    """One answer to a decision, in words, with the value that is posted."""

    value: str
    words: str
    picture: str = ""


class Bar(NamedTuple):
    """What the bar says and offers. `rule` is the number of the rule that `why` names.

    `button` sends the form; `answers` are radio rows in it; `most` is how many cards may be ticked in the hand to
    discard them, 0 when none are ticked.
    """

    lead: str
    prompt: str
    why: str = ""
    rule: int | None = None
    ways: tuple[Way, ...] = ()
    button: str = ""
    answers: tuple[Answer, ...] = ()
    most: int = 0


def bar_of(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    """The bar of somebody at a running table."""
    if not view.menu:
        return _waiting(view, picked, names)
    answers = [command for command in view.menu if isinstance(command, Choose)]
    if answers:
        return _deciding(view, answers, names)
    if picked.choice.discard:
        return _discarding(view, picked, links)
    if picked.command is not None:
        return _confirming(view, picked, links, names)
    return _choosing(view, picked, links, names) if picked.card else _beginning(view, picked, links)


def _waiting(view: PlayerView, picked: Picked, names: Sequence[str]) -> Bar:
    waits = [ask_words(ask.kind, names[ask.seat]) for ask in view.asks if ask.seat != view.seat]
    why = _("What you had chosen is put back: it is not your turn.") if picked.lost else ""
    if view.own is not None and not view.own.hand and not why:
        why = _("You hold no cards; your turns are passed over (R97).")
    return Bar(lead="", prompt=" ".join(waits), why=why)


def _deciding(view: PlayerView, answers: Sequence[Choose], names: Sequence[str]) -> Bar:
    kind = view.my_decision
    rows = tuple(
        Answer(answer.answer, command_words(answer, names, view), _picture(kind, answer.answer)) for answer in answers
    )
    return Bar(lead="", prompt=ask_words(kind, None), answers=rows, button=_("That one"))


def _picture(kind: str, answer: str) -> str:
    return f"gold-{answer}" if kind == "gold" and answer in ("1", "2", "3") else ""


def _beginning(view: PlayerView, picked: Picked, links: Links) -> Bar:
    why = _("The card you had chosen is not in your hand any more.") if picked.lost else ""
    if view.my_decision != "turn":
        return Bar(lead="", prompt=ask_words(view.my_decision, None), why=why)
    ways = (Way(_("Discard"), links.discard(), "d"),) if _passes(view) else ()
    return Bar(lead=_("Your turn."), prompt=_("Choose a card from your hand."), why=why, ways=ways)


def _choosing(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    lead = _("%(card)s.") % {"card": card_name(picked.card)}
    why = refusal_words(picked.refused, names, view.seat) if picked.refused else ""
    ways = [Way(_("Cancel"), links.table, "Escape")]
    if _passes(view):
        ways.append(Way(_("Discard"), links.card(picked.card, mode="discard"), "d"))
    rule = int(picked.refused.rule.removeprefix("R")) if picked.refused else None
    return Bar(lead=lead, prompt=_hint(view, picked, names), why=why, rule=rule, ways=tuple(ways))


def _hint(view: PlayerView, picked: Picked, names: Sequence[str]) -> str:
    count = len(picked.targets)
    if not count:
        return _nowhere(view, picked.card, names)
    first = next(iter(picked.targets))
    if first.at and CARDS[picked.card].is_tunnel:
        return ngettext("%(count)s place is lit.", "%(count)s places are lit. Choose one.", count) % {"count": count}
    if first.at:
        return _("Choose one of the lit cards in the mine.")
    return _("Choose a broken tool.") if first.tool else _("Choose a player.")


def _nowhere(view: PlayerView, card: str, names: Sequence[str]) -> str:
    if not CARDS[card].is_tunnel:
        return _("This card can do nothing now. Discard it or choose another.")
    refused = why_not(view, card, Target())
    if refused is not None and refused.code == "may-not-lay":
        return refusal_words(refused, names, view.seat)
    return _("This tunnel fits nowhere now. Discard it or choose another.")


def _confirming(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    command = picked.command
    assert isinstance(command, Lay | PlayCard)
    target = len(picked.targets) > 1 or isinstance(command, Lay) or command.at
    ways = [Way(_("Back"), links.card(picked.card) if target else links.table, "Escape")]
    if picked.turnable and isinstance(command, Lay):
        ways.append(Way(_("↻ Turn"), links.card(picked.card, at=command.at, turned=not command.turned), "r"))
    words = command_words(command, names, view)
    button = _("Look") if CARDS[command.card].effect == "map" else _("Play it")
    return Bar(lead=words, prompt="", ways=tuple(ways), button=button)


def _discarding(view: PlayerView, picked: Picked, links: Links) -> Bar:
    most = max(len(way.cards) for way in view.menu if isinstance(way, Pass))
    if picked.command is not None:
        words = _("Discard this card, unseen by the others: %(card)s?") % {"card": card_name(picked.card)}
        back = (Way(_("Back"), links.card(picked.card), "Escape"),)
        return Bar(lead=words, prompt="", ways=back, button=_("Discard it"))
    cancel = (Way(_("Cancel"), links.table, "Escape"),)
    if most == 1:
        return Bar(lead=_("Discard."), prompt=_("Choose the card to discard. The others do not see it."), ways=cancel)
    prompt = ngettext("Tick %(most)s card.", "Tick up to %(most)s cards.", most) % {"most": most}
    return Bar(lead=_("Discard."), prompt=prompt, ways=cancel, button=_("Discard them"), most=most)


def _passes(view: PlayerView) -> bool:
    return any(isinstance(way, Pass) for way in view.menu)
