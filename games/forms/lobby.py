"""Forms around tables that have not begun. What can be chosen follows from the rules' own data."""

import unicodedata
from typing import Any, NamedTuple

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from accounts.models import User
from games.clocks.presets import PRESETS, Preset
from games.forms.pace import DEFAULT_PACE, PaceForm, Radio
from games.models import Game, Joining, table_code
from games.rules.cards import ARRANGEMENTS
from games.rules.errors import Refused
from games.rules.ruleset import GAMES, MODULES, ROUNDS, VARIANTS, VETO_WINDOWS, compiled
from games.rules.table import Ruleset
from games.services.lobby import LUCKY_WORD_LONGEST
from games.sheets import MODULES as SHEETS
from games.wording import module_name
from games.wording.facts import Facts, facts, facts_if_any, module_line, why_not

OFFERED = frozenset({*GAMES, *MODULES, *VARIANTS})
"""The games, expansions, cards and variants of which the pages of a table know every decision; others wait for that."""

_SALT = "games.new"
_LONGEST_NAME = Game._meta.get_field("name").max_length

JOINING_LINES = {
    Joining.FRIENDS: _("Your friends see the table; others come by an invitation or the link."),
    Joining.LINK: _("Nobody sees the table but those you invite or send the link to."),
    Joining.ANYONE: _("Everybody here sees the table and may sit down."),
}
ARRANGEMENT_NAMES = {
    "corners": _("In the four corners of the way"),
    "wide": _("Wide apart"),
    "deep": _("Two far aside, two near the goals"),
}
VETO_WINDOW_NAMES = {
    0: _("None: by standing order alone"),
    1: _("1 hour"),
    12: _("12 hours"),
    24: _("24 hours"),
}
LUCKY_WORD_HELP = _(
    "Words that nobody can guess. They are mixed into the shuffling, and this site did not know them when it showed its"
    " fingerprint."
)


class Switch(NamedTuple):
    """One expansion, card or variant as a switch; ``reason`` says why it cannot be added to what is chosen."""

    name: str
    label: str
    line: str
    picture: str
    on: bool
    reason: str


class LuckyWordForm(forms.Form):
    """The words that somebody mixes into the chance of a game before it begins."""

    lucky_word = forms.CharField(
        label=_("Lucky word (optional)"),
        help_text=LUCKY_WORD_HELP,
        required=False,
        max_length=LUCKY_WORD_LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class SetupForm(PaceForm):
    """A table to be: its name, seats, who may join, how fast it plays, and the rules."""

    name = forms.CharField(label=_("Table name"), max_length=_LONGEST_NAME)
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    rounds = forms.TypedChoiceField(label=_("Rounds"), coerce=int, choices=[(n, n) for n in ROUNDS])
    joining = forms.ChoiceField(label=_("Who may join"), choices=Joining.choices)
    gold_draft = forms.ChoiceField(
        label=_("Gold cards at the end of a round"),
        choices=[
            ("auto", _("Handed out by themselves")),
            ("hand", _("Chosen by hand, in turn")),
        ],
        required=False,
    )
    bots_fill = forms.BooleanField(
        label=_("Bots take empty seats"),
        widget=forms.CheckboxInput(attrs={"role": "switch"}),
        help_text=_("When you start, bots sit down where nobody has."),
        required=False,
    )
    rules = forms.ChoiceField(label=_("Game"), required=False)
    modules = forms.MultipleChoiceField(required=False)
    chests = forms.ChoiceField(
        label=_("Where the chests lie"),
        choices=[(name, ARRANGEMENT_NAMES[name]) for name in ARRANGEMENTS],
        required=False,
    )
    veto_window = forms.TypedChoiceField(
        label=_("Time for a veto"),
        help_text=_("Every card then waits so long for all others. Standing orders strike at once without waiting."),
        coerce=int,
        empty_value=None,
        choices=[(hours, VETO_WINDOW_NAMES[hours]) for hours in VETO_WINDOWS],
        required=False,
    )
    ticket = forms.CharField(required=False, widget=forms.HiddenInput)

    field_order = ("name", "seats", "rounds")

    def __init__(self, data: Any = None, *, host: User, preset: str = "") -> None:
        start: dict[str, Any] = {
            "name": gettext("%(name)s’s mine") % {"name": host.username},
            "seats": 5,
            "rounds": 3,
            "joining": Joining.FRIENDS,
            "pace": DEFAULT_PACE,
            "vacations": True,
            "gold_draft": "auto",
            "rules": "base",
            "chests": "corners",
            "veto_window": 0,
            "bots_fill": True,
            "ticket": _ticket(host),
        }
        chosen = PRESETS.get(preset)
        if chosen:
            start |= {"rules": chosen.rules, "modules": chosen.modules, "seats": chosen.seats, "rounds": chosen.rounds}
        self.preset = chosen.name if chosen else ""
        super().__init__(data, initial=start)
        self._host = host
        self._ruleset: Ruleset | None = None
        self.refusal = ""
        seats = sorted({number for name in _games() for number in GAMES[name].seats})
        self.fields["seats"].choices = [(number, number) for number in seats]  # type: ignore[attr-defined]
        self.fields["rules"].choices = [(name, module_name(name)) for name in _games()]  # type: ignore[attr-defined]
        self.fields["modules"].choices = [(name, module_name(name)) for name in _modules()]  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """The name in plain spaces; a sentence if there is something in it that cannot be seen."""
        name = " ".join(self.cleaned_data["name"].split())
        if any(unicodedata.category(sign)[0] == "C" for sign in name):
            raise ValidationError(_("This name has a character in it that cannot be seen or printed."))
        return name

    def clean(self) -> dict[str, Any]:
        """Put the rules together; a sentence if they do not go together or not with so many players (R82)."""
        super().clean()
        chosen = self.cleaned_data
        if {"rounds", "gold_draft", "rules", "modules"} <= chosen.keys():
            self._ruleset = self._chosen(chosen["modules"])
            try:
                facts(self._ruleset, chosen.get("seats", 5))
            except Refused as refused:
                self.refusal = why_not(refused)
                self.add_error("seats" if refused.code == "wrong-number-of-players" else None, self.refusal)
        return chosen

    def ruleset(self) -> Ruleset:
        """The rules that were chosen, of a form that is valid."""
        assert self._ruleset is not None
        return self._ruleset

    def table(self) -> dict[str, Any]:
        """What ``lobby.set_up`` wants to know, of a form that is valid."""
        keys = ("name", "seats", "joining", "bots_fill")
        code = _promised_code(self.cleaned_data["ticket"], self._host)
        return {key: self.cleaned_data[key] for key in keys} | self.clock() | {"ruleset": self.ruleset(), "code": code}

    def facts(self) -> Facts | None:
        """What the table would be like, as far as it is chosen; None where that does not go together."""
        first = self.initial
        ruleset = _ruleset(first["rules"], list(first.get("modules", ())), rounds=first["rounds"])
        seats = first["seats"]
        if self.is_bound:
            self.is_valid()
            if self._ruleset is None or self.refusal or "seats" not in self.cleaned_data:
                return None
            ruleset, seats = self._ruleset, self.cleaned_data["seats"]
        return facts_if_any(ruleset, seats)

    def joinings(self) -> list[Radio]:
        """Who may join, one row each."""
        value = self["joining"].value()
        return [Radio(way, str(way.label), str(JOINING_LINES[way]), way == value) for way in Joining]

    def games(self) -> list[Radio]:
        """The games to choose from, one row each; empty as long as there is but one."""
        value = self["rules"].value() or "base"
        rows = [Radio(name, module_name(name), module_line(name), name == value) for name in _games()]
        return rows if len(rows) > 1 else []

    def presets(self) -> list[Preset]:
        """Rules that go well together, as far as they can be chosen."""
        return [one for one in PRESETS.values() if {one.rules, *one.modules} <= OFFERED]

    def wants(self, module: str) -> bool:
        """Whether a module is chosen."""
        return module in (self["modules"].value() or ())

    def _has_option(self, option: str) -> bool:
        """Whether a module is chosen that brings a choice of its own."""
        return any(sheet.option == option and self.wants(sheet.name) for sheet in SHEETS.values())

    @property
    def with_chests(self) -> bool:
        """Whether it matters where chests lie."""
        return self._has_option("chests")

    @property
    def with_veto(self) -> bool:
        """Whether it matters how long a veto may take."""
        return self._has_option("veto_window")

    @property
    def with_gold(self) -> bool:
        """Whether there are gold cards, which somebody has to take at the end of a round."""
        modules = [name for name in self["modules"].value() or () if name in _modules()]
        rules = self["rules"].value()
        try:
            return bool(compiled(_ruleset(rules if rules in _games() else "base", modules)).gold_cards)
        except Refused:
            return True

    def switches(self) -> list[Switch]:
        """The expansions, cards and variants, one row each."""
        rows = []
        on = [name for name in self["modules"].value() or () if name in _modules()]
        for name in _modules():
            reason = "" if name in on else self._hindrance([*on, name])
            rows.append(Switch(name, module_name(name), module_line(name), f"m-{name}", name in on, reason))
        return rows

    def _hindrance(self, modules: list[str]) -> str:
        rules = self["rules"].value()
        try:
            compiled(_ruleset(rules if rules in _games() else "base", modules))
        except Refused as refused:
            return why_not(refused)
        return ""

    def _chosen(self, modules: list[str]) -> Ruleset:
        chosen = self.cleaned_data
        options = {}
        if chosen["gold_draft"] and self.with_gold:
            options["gold_draft"] = chosen["gold_draft"]
        for option in (SHEETS[name].option for name in modules):
            if option and chosen.get(option):
                options[option] = chosen[option]
        return replace(_ruleset(chosen["rules"] or "base", modules, chosen["rounds"]), **options)


def _games() -> list[str]:
    """The games that can be chosen."""
    return [name for name in GAMES if name in OFFERED]


def _modules() -> list[str]:
    """The expansions, cards and variants that can be chosen."""
    return [name for name in (*MODULES, *VARIANTS) if name in OFFERED]


def _ruleset(rules: str, modules: list[str], rounds: int = 3) -> Ruleset:
    """Rules from the names of all that is added, sorted, so that equal tables have equal rules."""
    return Ruleset(
        rules=rules,
        modules=tuple(sorted({name for name in modules if name in MODULES})),
        variants=tuple(sorted({name for name in modules if name in VARIANTS})),
        rounds=rounds,
    )


def _ticket(host: User) -> str:
    """A table code that is promised to this host, so that a form sent twice makes one table."""
    return signing.dumps([host.pk, table_code()], salt=_SALT)


def _promised_code(ticket: str, host: User) -> str:
    """The code of a ticket; "" for one that is somebody else's or none of ours."""
    try:
        owner, code = signing.loads(ticket, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(code) if owner == host.pk else ""
