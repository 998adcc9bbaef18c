"""The texts of refusals: one sentence for each code of the rules, with the number of the rule."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.rules.cards import CARDS
from games.rules.errors import Refused
from games.wording.cards import card_name
from games.wording.rulesets import module_name
from games.wording.squares import square_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_REFUSALS: Mapping[str, "StrPromise"] = {
    "already-before:pickaxe": _("%(name)s’s pickaxe is already broken (%(rule)s)."),
    "already-before:lantern": _("%(name)s’s lantern is already broken (%(rule)s)."),
    "already-before:cart": _("%(name)s’s cart is already broken (%(rule)s)."),
    "already-before": _("%(name)s already has this card in front of them: %(card)s (%(rule)s)."),
    "cannot-be-combined": _("“%(module)s” doesn’t go together with “%(other)s” (%(rule)s)."),
    "cannot-be-removed": _("A rockfall can’t remove what’s at %(square)s (%(rule)s)."),
    "door-of-other-team": _("At this table you lay only doors of your own colour (%(rule)s)."),
    "game-over": _("The game is over (%(rule)s)."),
    "impossible-chance": _("That can’t have been drawn at random (%(rule)s)."),
    "ladder-beside-goal": _("A ladder may not touch a goal, as it would at %(square)s (%(rule)s)."),
    "ladder-not-joined": _("At %(square)s, this ladder wouldn’t be joined to another tunnel (%(rule)s)."),
    "ladder-beside-nothing": _("A ladder must touch a tunnel, and there’s none beside %(square)s (%(rule)s)."),
    "looks-the-same-turned": _("This card looks the same when it is turned: %(card)s (%(rule)s)."),
    "may-not-lay:pickaxe": _("With a broken pickaxe, you can’t lay tunnels (%(rule)s)."),
    "may-not-lay:lantern": _("With a broken lantern, you can’t lay tunnels (%(rule)s)."),
    "may-not-lay:cart": _("With a broken cart, you can’t lay tunnels (%(rule)s)."),
    "may-not-lay": _("You’re trapped, so you can’t lay tunnels (%(rule)s)."),
    "miner-there": _("There’s already a miner at %(square)s (%(rule)s)."),
    "name-the-tool": _("Say which tool to repair (%(rule)s)."),
    "needs-other-rules": _("You can’t add “%(module)s” to these rules (%(rule)s)."),
    "no-discards": _("Nothing has been discarded yet (%(rule)s)."),
    "no-miner-left": _("All miners have been used in this round (%(rule)s)."),
    "no-open-end": _("There’s no open end at %(square)s (%(rule)s)."),
    "no-player": _("That seat is empty (%(rule)s)."),
    "no-such-move": _("You can’t do that on your turn (%(rule)s)."),
    "no-tolls": _("No tolls are paid at this table (%(rule)s)."),
    "no-tunnel-fits": _("None of your tunnel cards fits anywhere (%(rule)s)."),
    "no-tunnel-there": _("There’s no tunnel at %(square)s (%(rule)s)."),
    "not-awaited": _("It isn’t your turn (%(rule)s)."),
    "not-in-hand": _("You don’t hold this card: %(card)s (%(rule)s)."),
    "not-in-order": _("The discarded cards are not named in order (%(rule)s)."),
    "not-joined": _("At %(square)s, this card wouldn’t be joined to the start (%(rule)s)."),
    "nothing-face-down": _("There’s nothing face down to look at on %(square)s (%(rule)s)."),
    "not-two-cards": _("A trade takes exactly two cards from your hand (%(rule)s)."),
    "not-two-goals": _("Choose two different goals that lie face down (%(rule)s)."),
    "not-while-trapped": _("While you’re trapped, you can’t play this card: %(card)s (%(rule)s)."),
    "not-yourself": _("You can’t do that to yourself (%(rule)s)."),
    "nothing-to-lift": _("%(name)s doesn’t have this card in front of them: %(card)s (%(rule)s)."),
    "nothing-to-move": _("The last tunnel card can’t be moved (%(rule)s)."),
    "nothing-to-repair:pickaxe": _("%(name)s’s pickaxe isn’t broken (%(rule)s)."),
    "nothing-to-repair:lantern": _("%(name)s’s lantern isn’t broken (%(rule)s)."),
    "nothing-to-repair:cart": _("%(name)s’s cart isn’t broken (%(rule)s)."),
    "occupied": _("There’s already a card at %(square)s (%(rule)s)."),
    "only-a-tunnel": _("Now you can only lay a tunnel card (%(rule)s)."),
    "same-place": _("The card lies at %(square)s already and has to move to another square (%(rule)s)."),
    "sides-do-not-match": _("At %(square)s, this card doesn’t match its neighbours (%(rule)s)."),
    "sides-do-not-match:tunnel": _("At %(square)s, this card has a tunnel where %(beside)s has rock (%(rule)s)."),
    "sides-do-not-match:rock": _("At %(square)s, this card has rock where %(beside)s has a tunnel (%(rule)s)."),
    "toll": _("You can’t pay the toll at %(square)s like this (%(rule)s)."),
    "two-tunnels-needed": _("The mine guide needs two tunnel cards in your hand (%(rule)s)."),
    "unknown-arrangement": _("The chests can’t be laid out like that: %(module)s (%(rule)s)."),
    "unknown-module": _("No such expansion can be chosen here: %(module)s (%(rule)s)."),
    "unknown-rules": _("No such rules can be chosen here: %(module)s (%(rule)s)."),
    "unknown-variant": _("No such variant can be chosen here: %(module)s (%(rule)s)."),
    "veto-only-answers": _("You can only veto a card that was just played (%(rule)s)."),
    "wrong-answer": _("That isn’t one of the answers (%(rule)s)."),
    "wrong-gold-draft": _("Gold cards can’t be taken like that: %(module)s (%(rule)s)."),
    "wrong-joined-ladders": _("Whether ladders must be joined is a choice of yes or no (%(rule)s)."),
    "wrong-next-starter": _("The next round can’t start like that: %(module)s (%(rule)s)."),
    "wrong-number-of-cards": _("The most that may be discarded at once: %(most)s (%(rule)s)."),
    "wrong-number-of-players": _("These rules are for %(fewest)s to %(most)s players (%(rule)s)."),
    "wrong-own-doors": _("Whether diggers lay only their own doors is a choice of yes or no (%(rule)s)."),
    "wrong-rounds": _("A game can’t have that many rounds: %(module)s (%(rule)s)."),
    "wrong-target": _("You can’t play this card like that: %(card)s (%(rule)s)."),
    "wrong-tool": _("This card doesn’t show that tool: %(card)s (%(rule)s)."),
    "wrong-veto-window": _("A veto window can’t be that long: %(module)s (%(rule)s)."),
}
"""The texts by code; and by code and tool or side, if the sentence names that."""

_MINE: Mapping[str, "StrPromise"] = {
    "already-before:pickaxe": _("Your pickaxe is already broken (%(rule)s)."),
    "already-before:lantern": _("Your lantern is already broken (%(rule)s)."),
    "already-before:cart": _("Your cart is already broken (%(rule)s)."),
    "already-before": _("You already have this card in front of you: %(card)s (%(rule)s)."),
    "nothing-to-lift": _("You don’t have this card in front of you: %(card)s (%(rule)s)."),
    "nothing-to-repair:pickaxe": _("Your pickaxe isn’t broken (%(rule)s)."),
    "nothing-to-repair:lantern": _("Your lantern isn’t broken (%(rule)s)."),
    "nothing-to-repair:cart": _("Your cart isn’t broken (%(rule)s)."),
}
"""The same for refusals about the reader."""

_ANY = _("The rules don’t allow that (%(rule)s).")


def refusal_words(refused: Refused, names: Sequence[str], me: int | None = None) -> str:
    """Return why a command was refused, for the player of the seat `me`; the sentence ends with the rule's number."""
    about, code = refused.about, refused.code
    card, at, seat = about.get("card"), about.get("at"), about.get("seat")
    tool, beside = _tool(refused) or about.get("has", ""), about.get("beside")
    messages = {**_REFUSALS, **_MINE} if seat is not None and seat == me else _REFUSALS
    message = messages.get(f"{code}:{tool}") or messages.get(code, _ANY)
    return message % {
        "rule": refused.rule,
        "card": card_name(str(card)) if card else "",
        "square": square_name(str(at)) if at else "",
        "beside": square_name(str(beside)) if beside else "",
        "name": names[seat] if isinstance(seat, int) and seat < len(names) else "",
        "module": module_name(str(about.get("name", ""))),
        "other": module_name(str(about.get("other", ""))),
        "fewest": about.get("fewest", ""),
        "most": about.get("most", ""),
    }


def _tool(refused: Refused) -> str:
    """Return the tool that a refusal is about, "" for none."""
    if "tool" in refused.about:
        return str(refused.about["tool"])
    card = CARDS.get(str(refused.about.get("card")))
    return card.tools[0] if card and card.effect == "break" else ""
