"""Summaries of the choices in a table's form: one line for each fold, and one for the whole form."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clocks.presets import PACES
from games.clocks.words import pace_in_short
from games.forms.lobby import SetupForm
from games.models import BotLevel, Joining, Ladder
from games.rules.table import Ruleset
from games.wording import edition_words, list_words, module_name


class Folds(NamedTuple):
    """The lines: players, pace, modules, the summary in two lines; ``refused`` if the choices cannot be combined."""

    people: str
    clock: str
    expansions: str
    summary: str
    more: str
    refused: bool


_BOTS: Mapping[str, object] = {
    BotLevel.EASY: gettext_lazy("%(who)s · easy bots take empty seats"),
    BotLevel.NORMAL: gettext_lazy("%(who)s · bots take empty seats"),
    BotLevel.STRONG: gettext_lazy("%(who)s · strong bots take empty seats"),
}


def folds_of(form: SetupForm) -> Folds:
    """Return the lines of a form as it is filled in."""
    summary, more = _summary(form)
    refusal = form.refusal or _("Something above is missing or isn’t possible.")
    return Folds(_people(form), _clock(form), _expansions(form), summary or refusal, more, refused=not summary)


def _people(form: SetupForm) -> str:
    who = dict(Joining.choices).get(str(form["joining"].value()), "")
    if not form["bots_fill"].value():
        return str(who)
    line = _BOTS.get(str(form["bot_level"].value()), _BOTS[BotLevel.NORMAL])
    return str(line) % {"who": who}


def _clock(form: SetupForm) -> str:
    pace = PACES.get(str(form["pace"].value() or ""))
    if pace is not None:
        return pace_in_short(pace.bank_hours, pace.turn_hours, pace.ladder)
    hours = form.hours()
    if hours is None:
        return _("My own numbers")
    return pace_in_short(*hours, str(form["ladder"].value() or Ladder.CLOCK), own=True)


def _expansions(form: SetupForm) -> str:
    names = [module_name(switch.name) for switch in form.switches() if switch.on]
    added = list_words(names)
    if not names:
        added = _("no expansions")
    elif len(names) > 2:
        added = ngettext("%(count)s expansion", "%(count)s expansions", len(names)) % {"count": len(names)}
    rounds = str(form["rounds"].value())
    if not rounds.isdecimal() or len(rounds) > 1:
        return added
    words = ngettext("%(count)s round · %(added)s", "%(count)s rounds · %(added)s", int(rounds))
    return words % {"count": rounds, "added": added}


def _summary(form: SetupForm) -> tuple[str, str]:
    """Return the summary in two lines, the game with its seats, the rounds with the pace; both "" if the choices cannot
    be combined."""
    facts = form.facts()
    if facts is None:
        return "", ""
    chosen = [switch.name for switch in form.switches() if switch.on]
    edition = edition_words(Ruleset(str(form["rules"].value() or "base"), modules=tuple(chosen)))
    game = ngettext("%(game)s, %(count)s seat", "%(game)s, %(count)s seats", facts.players)
    rounds = ngettext("%(count)s round · %(pace)s", "%(count)s rounds · %(pace)s", facts.rounds)
    pace = PACES.get(str(form["pace"].value() or ""))
    return (
        game % {"game": edition, "count": facts.players},
        rounds % {"count": facts.rounds, "pace": pace.label if pace else _("My own numbers")},
    )
