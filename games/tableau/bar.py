"""The move bar: what is asked of the player, and the next steps: links back, one button forward."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules import engine
from games.rules.cards import CARDS, GOLD_CARDS
from games.rules.commands import Choose, Command, Lay, Pass, PlayCard, PutMiner, Trade, Veto
from games.rules.notation import letter
from games.rules.turn import Turn
from games.rules.view import PlayerView
from games.sheets import ACTIONS, DECISIONS, aim_of
from games.sheets.sheet import STRIKES, Aim, DecisionSheet, Named
from games.tableau.choice import DISCARD, MINER, PLAYS_CARDS, TRADE, Choice, Picked, most_discarded, tradable
from games.tableau.links import Links
from games.tableau.orders import VETO, is_order
from games.tableau.reasons import fits_nowhere, why_dark, why_nowhere
from games.wording import (
    answer_words,
    answered_words,
    ask_words,
    asked_words,
    before_words,
    button_words,
    card_name,
    command_words,
    default_words,
    discard_words,
    draw_words,
    refusal_words,
    toll_words,
)

MOST_BUTTONS = 3
"""How many answers fit side by side on a phone."""
MOST_LETTERS = 48
"""How long their buttons are together, in characters, so that each has two lines at most."""


class Way(NamedTuple):
    """A link in the bar; `key` is its keyboard shortcut."""

    words: str
    href: str
    key: str = ""


class AnswerRow(NamedTuple):
    """One answer to a decision, in words, with the value that is posted; `card` if it is a card, else a `picture`.

    `button` is the text of the button that gives it; `main`: it is the answer that most people give.
    """

    value: str
    words: str
    button: str
    picture: str = ""
    card: str = ""
    chosen: bool = False
    main: bool = False


class ShownCard(NamedTuple):
    """A card that a player sees while they decide, with its name."""

    card: str
    words: str


class Bar(NamedTuple):
    """The content of the bar.

    `shown` are the cards to see. `button` is the text of the submit button, `answers` are the radio rows. `most` is how
    many cards of the hand may be ticked to discard them, 0 when none may. `again` is the text of a button that also
    declines further questions in this round (R93).
    """

    lead: str
    prompt: str
    why: str = ""
    ways: tuple[Way, ...] = ()
    button: str = ""
    answers: tuple[AnswerRow, ...] = ()
    most: int = 0
    again: bool = False
    shown: tuple[ShownCard, ...] = ()

    @property
    def is_answered(self) -> bool:
        """Whether one of the answers is chosen, so that its own button confirms it."""
        return any(row.chosen for row in self.answers)

    @property
    def few(self) -> tuple[AnswerRow, ...]:
        """The answers if each may be a button of its own below the mine."""
        letters = sum(len(row.button) for row in self.answers)
        fits = len(self.answers) <= MOST_BUTTONS and letters <= MOST_LETTERS
        return self.answers if fits and not any(row.card for row in self.answers) else ()


def bar_of(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    """Return the bar of a player at a running table."""
    if not view.menu:
        return _waiting(view, picked, names)
    if view.my_decision not in PLAYS_CARDS:
        return _deciding(view, picked, names)
    if picked.command is not None:
        return _confirming(view, picked, links, names)
    if picked.mode:
        return {DISCARD: _discarding, TRADE: _trading, MINER: _hiring}[picked.mode](view, picked, links, names)
    return _choosing(view, picked, links, names) if picked.card else _beginning(view, picked, links, names)


def _waiting(view: PlayerView, picked: Picked, names: Sequence[str]) -> Bar:
    others = [ask for ask in view.asks if ask.seat != view.seat]
    waits = asked_words([ask.kind for ask in others], [names[ask.seat] for ask in others])
    if view.own is not None and view.own.answered:
        return Bar(lead=answered_words(), prompt=waits)
    why = _("It’s no longer your turn, so your choice was dropped.") if picked.lost else ""
    if view.own is not None and not view.own.hand and not why:
        why = _("You have no cards left, so your turns are skipped (R97).")
    return Bar(lead="", prompt=waits, why=why)


def _deciding(view: PlayerView, picked: Picked, names: Sequence[str]) -> Bar:
    kind, chosen = view.my_decision, picked.choice
    sheet = DECISIONS[kind]
    rows = []
    for command in view.menu:
        value = command.answer if isinstance(command, Choose) else STRIKES
        card = value if sheet.names is Named.CARD else ""
        is_chosen = len(view.menu) == 1 or value in (chosen.at, letter(chosen.who) if chosen.who is not None else None)
        words, button = answer_words(kind, value, names), button_words(kind, value, names)
        is_main = is_chosen or (kind == VETO and value != STRIKES)
        rows.append(AnswerRow(value, words, button, _picture(sheet, value), card, is_chosen, is_main))
    asked = next((command for command in view.menu if isinstance(command, Veto)), view.menu[0])
    why = _with_default(view, draw_words(view, asked, names))
    shown = tuple(ShownCard(card, card_name(card)) for card in _offer(view)) if sheet.shows_cards else ()
    return Bar("", ask_words(kind, None), why, answers=tuple(rows), again=kind == VETO, shown=shown)


def _offer(view: PlayerView) -> tuple[str, ...]:
    return view.own.offer if view.own is not None else ()


def _with_default(view: PlayerView, drawn: str) -> str:
    """Return what will be drawn, then the default when time runs out (R90)."""
    assert view.seat is not None
    found = engine.default_expected(view.public, view.seat)
    return " ".join(filter(None, [drawn, default_words(view.my_decision, found)]))


def _picture(sheet: DecisionSheet, answer: str) -> str:
    if answer in sheet.answers:
        return sheet.answers[answer].picture
    is_gold = sheet.names is Named.GOLD and answer.isdecimal() and int(answer) in GOLD_CARDS
    return f"gold-{answer}" if is_gold else ""


def _beginning(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    why = _("The card you chose is no longer in your hand.") if picked.lost else ""
    if view.my_decision != Turn.asks:
        prompt = ask_words(view.my_decision, None)
        if picked.choice.at:
            return Bar(lead="", prompt=why_dark(view, picked.choice.at), why=prompt)
        lays = next(way for way in view.menu if isinstance(way, Lay))
        return Bar(lead="", prompt=prompt, why=why or _with_default(view, draw_words(view, lays, names)))
    ways = []
    if _can(view, Pass):
        ways.append(Way(_("Discard"), links.discard(), "d"))
    if _can(view, PutMiner):
        ways.append(Way(_("Use a miner"), links.to(Choice(mode=MINER))))
    if tradable(view):
        ways.append(Way(_("Trade"), links.to(Choice(mode=TRADE))))
    prompt = _("Choose a card from your hand.")
    if picked.choice.at:
        return Bar(lead="", prompt=why_dark(view, picked.choice.at), why=prompt, ways=tuple(ways))
    return Bar(lead=_("Your turn."), prompt=prompt, why=why, ways=tuple(ways))


def _can(view: PlayerView, kind: type[Command]) -> bool:
    return any(isinstance(way, kind) for way in view.menu)


# -- a card is chosen


def _choosing(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    ways = [Way(_("Cancel"), links.table, "Escape")]
    if picked.choice.at:
        ways = [Way(_("Back"), links.card(picked.card), "Escape")]
    if _can(view, Pass):
        href = links.discard(picked.card)
        ways.append(Way(_("Discard it"), href, "d"))
    if not picked.targets and is_order(picked.card, VETO):
        ways.append(Way(_("Leave an order"), "#orders"))
    if picked.targets and picked.choice.who is not None:
        return _with_tools(picked, links, names)
    return card_bar(view, picked, names)._replace(ways=tuple(ways))


def card_bar(view: PlayerView, picked: Picked, names: Sequence[str]) -> Bar:
    """Return the texts of the bar while a card is chosen and no target of it."""
    lead = _("%(card)s.") % {"card": card_name(picked.card)}
    if not picked.targets:
        return _stuck(view, picked, lead, names)
    if picked.refused:
        return Bar(lead=lead, prompt=refusal_words(picked.refused, names, view.seat), why=_hint(picked))
    return Bar(lead=lead, prompt=_hint(picked))


def _with_tools(picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    """Return the bar of a card that repairs one of several broken tools of the chosen player."""
    who, card = picked.choice.who, picked.card
    assert who is not None
    tools = [target.tool for target in picked.targets if target.who == who]
    ways = [Way(_("Back"), links.card(card), "Escape")]
    ways += [Way(card_name(f"repair:{tool}"), links.card(card, who=who, tool=tool)) for tool in tools]
    prompt = _("%(name)s: which tool do you repair?") % {"name": names[who]}
    return Bar(lead=_("%(card)s.") % {"card": card_name(card)}, prompt=prompt, ways=tuple(ways))


def _stuck(view: PlayerView, picked: Picked, lead: str, names: Sequence[str]) -> Bar:
    """Return the bar of a card that cannot be played now: the reason, whether it would fit, then other options."""
    card, refused = picked.card, why_nowhere(view, picked.card) or picked.refused
    if is_order(card, VETO):
        left = _("You can leave a standing order for it.")
    elif refused and CARDS[card].is_tunnel and fits_nowhere(view, card):
        left = _("It doesn’t fit anywhere. Discard it, or choose another card.")
    else:
        left = _("Discard it, or choose another card.") if _can(view, Pass) else _("Choose another.")
    if refused:
        prompt = refusal_words(refused, names, view.seat)
    else:
        prompt = (
            _("This tunnel doesn’t fit anywhere right now.")
            if CARDS[card].is_tunnel
            else _("This card can’t do anything right now.")
        )
    return Bar(lead=lead, prompt=prompt, why=left)


def _hint(picked: Picked) -> str:
    count, aim = len(picked.targets), aim_of(picked.card)
    if aim is Aim.TWO_GOALS:
        return _("Choose the second goal.") if picked.choice.at else _("Choose the first of two goals.")
    first = next(iter(picked.targets))
    if first.at and aim is Aim.ROOM:
        return ngettext("%(count)s square is lit.", "%(count)s squares are lit. Choose one.", count) % {"count": count}
    if first.at:
        return _("Choose one of the lit cards in the mine.")
    return _("Choose a player.")


def _confirming(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    command, choice = picked.command, picked.choice
    if isinstance(command, Pass):
        words = discard_question(card_name(picked.card))
        back = Way(_("Back"), links.card(picked.card), "Escape")
        return Bar(lead=words, prompt="", why=draw_words(view, command, names), ways=(back,), button=_("Discard it"))
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
    drawn = draw_words(view, command, names)
    button = button_of(command.card) if isinstance(command, PlayCard) else _("Play it")
    return Bar(lead=command_words(command, names, view), prompt=toll, why=drawn, ways=tuple(ways), button=button)


def button_of(card: str) -> str:
    """Return the text of the button that plays a card."""
    return _("Look") if card in ACTIONS and ACTIONS[card].looks else _("Play it")


def discard_question(card: str) -> str:
    """Return the question whether a card is to be discarded, by its name."""
    return _("Discard this card, unseen by the others: %(card)s?") % {"card": card}


def _before_last_step(picked: Picked) -> Choice:
    """Return the choice before the last step of a complete one."""
    choice = picked.choice
    if choice.mode == MINER:
        return Choice(mode=MINER, at=choice.at)
    if choice.also:
        return Choice(card=choice.card, at=choice.at)
    if sum(target.who == choice.who and bool(target.tool) for target in picked.targets) > 1:
        return Choice(card=choice.card, who=choice.who)
    return Choice(card=choice.card) if len(picked.targets) > 1 or choice.at else Choice()


# -- discards


def _discarding(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    cancel = (Way(_("Cancel"), links.table, "Escape"),)
    most = most_discarded(view)
    if most == 1:
        prompt, drawn = _("Choose a card to discard. The others won’t see it."), draw_words(view, Pass(("",)), names)
        return Bar(lead=_("Discard."), prompt=prompt, why=drawn, ways=cancel)
    prompt = ngettext("Tick %(most)s card.", "Tick up to %(most)s cards.", most) % {"most": most}
    drawn = discard_words(view, most)
    return Bar(lead=_("Discard."), prompt=prompt, why=drawn, ways=cancel, button=_("Discard them"), most=most)


def _trading(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    cancel = Way(_("Cancel"), links.table, "Escape")
    if picked.choice.lifts:
        lead = _("Discard two cards to remove this: %(card)s.") % {"card": before_words(picked.choice.lifts)}
        prompt = _("Tick two cards. The others won’t see them.")
        drawn = draw_words(view, Trade(("", ""), picked.choice.lifts), names)
        return Bar(lead=lead, prompt=prompt, why=drawn, ways=(cancel,), button=_("Discard two"), most=2)
    lifts = [
        Way(before_words(card), links.to(Choice(mode=TRADE, lifts=card, ticked=picked.choice.ticked)))
        for card in tradable(view)
    ]
    return Bar(lead="", prompt=_("Choose the card in front of you that you want to remove."), ways=(cancel, *lifts))


def _hiring(view: PlayerView, picked: Picked, links: Links, names: Sequence[str]) -> Bar:
    lead, at = _("A miner."), picked.choice.at
    why = refusal_words(picked.refused, names, view.seat) if picked.refused else ""
    why = why or draw_words(view, PutMiner("", at), names)
    ways = (Way(_("Back"), links.to(Choice(mode=MINER)), "Escape") if at else Way(_("Cancel"), links.table, "Escape"),)
    prompt = _("Choose the card to discard for it.") if at else _("Choose an open end of the mine.")
    return Bar(lead=lead, prompt=prompt, why=why, ways=ways)
