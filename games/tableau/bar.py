"""The move bar: what is asked of the player, in words, and the ways on from here: links back, one button forward."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards import CARDS, GOLD_CARDS
from games.rules.commands import Choose, Command, Lay, Pass, PlayCard, PutMiner
from games.rules.errors import Refused
from games.rules.notation import letter
from games.rules.turn import Turn
from games.rules.view import PlayerView
from games.sheets import ACTIONS, DECISIONS, aim_of
from games.sheets.sheet import STRIKES, Aim, DecisionSheet, Named
from games.tableau.choice import DISCARD, MINER, TRADE, Choice, Picked, Target
from games.tableau.links import Links
from games.tableau.picking import PLAYS_CARDS, most_discarded, tradable, why_not
from games.wording import (
    answer_words,
    answered_words,
    ask_words,
    asked_words,
    before_words,
    card_name,
    command_words,
    default_words,
    refusal_words,
    toll_words,
)


class Way(NamedTuple):
    """A link in the bar; `key` is the key that follows it."""

    words: str
    href: str
    key: str = ""


class AnswerRow(NamedTuple):
    """One answer to a decision, in words, with the value that is posted; `card` where it is one, else a `picture`."""

    value: str
    words: str
    picture: str = ""
    card: str = ""
    chosen: bool = False


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
    answers: tuple[AnswerRow, ...] = ()
    most: int = 0


def bar_of(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    """The bar of somebody at a running table."""
    if not view.menu:
        return _waiting(view, picked, names)
    if view.my_decision not in PLAYS_CARDS:
        return _deciding(view, picked, names)
    if picked.command is not None:
        return _confirming(view, picked, links, names)
    if picked.mode:
        return {DISCARD: _discarding, TRADE: _trading, MINER: _hiring}[picked.mode](view, picked, links, names)
    return _choosing(view, picked, links, names) if picked.card else _beginning(view, picked, links)


def _waiting(view: PlayerView, picked: Picked, names: Sequence[str]) -> Bar:
    others = [ask for ask in view.asks if ask.seat != view.seat]
    waits = asked_words([ask.kind for ask in others], [names[ask.seat] for ask in others])
    if view.own is not None and view.own.answered:
        return Bar(lead=answered_words(), prompt=waits)
    why = _("What you had chosen is put back: it is not your turn.") if picked.lost else ""
    if view.own is not None and not view.own.hand and not why:
        why = _("You hold no cards; your turns are passed over (R97).")
    return Bar(lead="", prompt=waits, why=why)


def _deciding(view: PlayerView, picked: Picked, names: Sequence[str]) -> Bar:
    kind, chosen = view.my_decision, picked.choice
    sheet = DECISIONS[kind]
    rows = []
    for command in view.menu:
        value = command.answer if isinstance(command, Choose) else STRIKES
        card = value if sheet.names is Named.CARD else ""
        is_chosen = len(view.menu) == 1 or value in (chosen.at, letter(chosen.who) if chosen.who is not None else None)
        rows.append(AnswerRow(value, answer_words(kind, value, names), _picture(sheet, value), card, is_chosen))
    return Bar(
        lead="", prompt=ask_words(kind, None), why=default_words(kind), answers=tuple(rows), button=_("That one")
    )


def _picture(sheet: DecisionSheet, answer: str) -> str:
    if answer in sheet.answers:
        return sheet.answers[answer].picture
    is_gold = sheet.names is Named.GOLD and answer.isdecimal() and int(answer) in GOLD_CARDS
    return f"gold-{answer}" if is_gold else ""


def _beginning(view: PlayerView, picked: Picked, links: Links) -> Bar:
    why = _("The card you had chosen is not in your hand any more.") if picked.lost else ""
    if view.my_decision != Turn.asks:
        return Bar(lead="", prompt=ask_words(view.my_decision, None), why=why or default_words(view.my_decision))
    ways = []
    if _can(view, Pass):
        ways.append(Way(_("Discard"), links.discard(), "d"))
    if _can(view, PutMiner):
        ways.append(Way(_("Use a miner"), links.to(Choice(mode=MINER))))
    if tradable(view):
        ways.append(Way(_("Trade"), links.to(Choice(mode=TRADE))))
    return Bar(lead=_("Your turn."), prompt=_("Choose a card from your hand."), why=why, ways=tuple(ways))


def _can(view: PlayerView, kind: type[Command]) -> bool:
    return any(isinstance(way, kind) for way in view.menu)


# -- a card is chosen


def _choosing(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    lead = _("%(card)s.") % {"card": card_name(picked.card)}
    refused = picked.refused if picked.targets else _why_nowhere(view, picked.card)
    ways = [Way(_("Cancel"), links.table, "Escape")]
    if picked.choice.at:
        ways = [Way(_("Back"), links.card(picked.card), "Escape")]
    if _can(view, Pass):
        href = links.discard(picked.card)
        ways.append(Way(_("Discard"), href, "d"))
    return Bar(
        lead=lead,
        prompt=_hint(picked),
        why=refusal_words(refused, names, view.seat) if refused else "",
        rule=_number(refused),
        ways=tuple(ways),
    )


def _number(refused: Refused | None) -> int | None:
    return int(refused.rule.removeprefix("R")) if refused else None


def _hint(picked: Picked) -> str:
    count, aim = len(picked.targets), aim_of(picked.card)
    if not count and CARDS[picked.card].is_tunnel:
        return _("This tunnel fits nowhere now. Discard it or choose another.")
    if not count:
        return _("This card can do nothing now. Discard it or choose another.")
    if aim is Aim.TWO_GOALS:
        return _("Choose the second goal.") if picked.choice.at else _("Choose the first of two goals.")
    first = next(iter(picked.targets))
    if first.at and aim is Aim.ROOM:
        return ngettext("%(count)s place is lit.", "%(count)s places are lit. Choose one.", count) % {"count": count}
    if first.at:
        return _("Choose one of the lit cards in the mine.")
    return _("Choose a broken tool.") if first.tool else _("Choose a player.")


_TELLING = {"may-not-lay", "only-a-tunnel", "no-discards", "two-tunnels-needed", "no-tunnel-fits", "nothing-to-move",
            "not-while-trapped", "veto-only-answers", "already-before"}  # fmt: skip
"""Refusals that speak of the card itself, wherever or on whomever it is tried."""


def _why_nowhere(view: PlayerView, card: str) -> Refused | None:
    refused = why_not(view, card, Target())
    return refused if refused is not None and refused.code in _TELLING else None


def _confirming(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    command, choice = picked.command, picked.choice
    if isinstance(command, Pass):
        words = _("Discard this card, unseen by the others: %(card)s?") % {"card": card_name(picked.card)}
        back = Way(_("Back"), links.card(picked.card), "Escape")
        return Bar(lead=words, prompt="", ways=(back,), button=_("Discard it"))
    assert isinstance(command, Lay | PlayCard | PutMiner)
    back = Way(_("Back"), links.to(_before_last_step(picked)), "Escape")
    toll = "" if isinstance(command, PutMiner) else toll_words(view, choice.at, command.payer, names)
    ways = [back]
    if picked.turnable and isinstance(command, Lay | PlayCard):
        ways.append(Way(_("↻ Turn"), links.to(choice._replace(turned=not command.turned)), "r"))
    for payer in picked.payers if toll else ():
        if isinstance(command, Lay | PlayCard) and payer != command.payer:
            pay = _("Pay it yourself") if payer is None else _("Let %(name)s pay") % {"name": names[payer]}
            ways.append(Way(pay, links.to(choice._replace(payer=payer))))
    looks = isinstance(command, PlayCard) and ACTIONS[command.card].looks
    button = _("Look") if looks else _("Play it")
    return Bar(lead=command_words(command, names, view), prompt=toll, ways=tuple(ways), button=button)


def _before_last_step(picked: Picked) -> Choice:
    """What was chosen before the last step of a complete choice."""
    choice = picked.choice
    if choice.mode == MINER:
        return Choice(mode=MINER, at=choice.at)
    if choice.also:
        return Choice(card=choice.card, at=choice.at)
    return Choice(card=choice.card) if len(picked.targets) > 1 or choice.at else Choice()


# -- cards are thrown away


def _discarding(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    cancel = (Way(_("Cancel"), links.table, "Escape"),)
    most = most_discarded(view)
    if most == 1:
        return Bar(lead=_("Discard."), prompt=_("Choose the card to discard. The others do not see it."), ways=cancel)
    prompt = ngettext("Tick %(most)s card.", "Tick up to %(most)s cards.", most) % {"most": most}
    return Bar(lead=_("Discard."), prompt=prompt, ways=cancel, button=_("Discard them"), most=most)


def _trading(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    cancel = Way(_("Cancel"), links.table, "Escape")
    if picked.choice.lifts:
        lead = _("Discard two cards to be rid of this: %(card)s.") % {"card": before_words(picked.choice.lifts)}
        prompt = _("Tick two cards. The others do not see them.")
        return Bar(lead=lead, prompt=prompt, ways=(cancel,), button=_("Discard two"), most=2)
    lifts = [
        Way(before_words(card), links.to(Choice(mode=TRADE, lifts=card, ticked=picked.choice.ticked)))
        for card in tradable(view)
    ]
    return Bar(lead="", prompt=_("Choose the card before you that you want to be rid of."), ways=(cancel, *lifts))


def _hiring(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    lead, at = _("A miner."), picked.choice.at
    why = refusal_words(picked.refused, names, view.seat) if picked.refused else ""
    ways = (Way(_("Back"), links.to(Choice(mode=MINER)), "Escape") if at else Way(_("Cancel"), links.table, "Escape"),)
    prompt = _("Choose the card to discard for it.") if at else _("Choose an open end of the mine.")
    return Bar(lead=lead, prompt=prompt, why=why, rule=_number(picked.refused), ways=ways)
