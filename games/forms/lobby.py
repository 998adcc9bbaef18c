"""Forms of tables that have not begun. The choices follow from the data of the rules."""

import unicodedata
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import structs

from accounts import names
from accounts.models import User
from accounts.names import word_list
from games.forms import presets
from games.forms.books import BooksForm
from games.forms.pace import PaceForm, Radio
from games.models import CHANGED_ALONE, BotLevel, Game, Joining, TableOptions, Talk, Watchers, table_code
from games.rows import watching
from games.rules.cards import ARRANGEMENTS
from games.rules.errors import Refused
from games.rules.ruleset import GAMES, MODULES, ROUNDS, VARIANTS, VETO_WINDOWS, compiled
from games.rules.table import Ruleset
from games.services.lobby import LUCKY_WORD_LONGEST
from games.sheets import MODULES as SHEETS
from games.wording import module_name
from games.wording.facts import Facts, facts, facts_if_any, module_line, why_not

OFFERED = frozenset({*GAMES, *MODULES, *VARIANTS})
"""The games, expansions, cards and variants whose every decision is supported by the table page; others are hidden."""

_SALT = "games.new"
EMOJI_STYLE = "\ufe0f"
"""VARIATION SELECTOR-16: requests the coloured form of the character before it, and is itself invisible."""
_OPTIONS = {field.name for field in fields(TableOptions)}
_LONGEST_NAME = Game._meta.get_field("name").max_length

JOINING_LINES = {
    Joining.FRIENDS: _("Your friends see the table. Others need an invitation or the link."),
    Joining.LINK: _("Only people you invite or send the link to see the table."),
    Joining.ANYONE: _("Everyone on this site sees the table and can join."),
}
ARRANGEMENT_NAMES = {
    "corners": _("In the four corners of the way"),
    "wide": _("Wide apart"),
    "deep": _("Two far aside, two near the goals"),
}
VETO_WINDOW_NAMES = {
    0: _("None: standing orders only"),
    1: _("1 hour"),
    12: _("12 hours"),
    24: _("24 hours"),
}
LUCKY_WORD_HELP = _(
    "A few words nobody can guess. They’re mixed into the shuffle, and the site didn’t know them when it showed its "
    "fingerprint."
)


class GameChoice(NamedTuple):
    """A game to choose, with its modules, its picture and its numbers of players; ``on`` if it is chosen."""

    name: str
    label: str
    line: str
    picture: str
    players: str
    on: bool


class Switch(NamedTuple):
    """An expansion, card or variant as a switch; ``reason`` says why it cannot be added to the other choices."""

    name: str
    label: str
    line: str
    picture: str
    on: bool
    reason: str


class ShownOptions(NamedTuple):
    """The options of one fold of the form: those that are yes or no, then the others."""

    switches: list[forms.BoundField]
    choices: list[forms.BoundField]


class LuckyWordForm(forms.Form):
    """The text that a player adds to the randomness of a game before it begins."""

    lucky_word = forms.CharField(
        label=_("Lucky word (optional)"),
        help_text=LUCKY_WORD_HELP,
        required=False,
        max_length=LUCKY_WORD_LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _joinings() -> list[Joining]:
    """Return who may join a table, as far as the site offers it."""
    return [way for way in Joining if settings.OPEN_TABLES or way != Joining.ANYONE]


class SetupForm(BooksForm, PaceForm):
    """The options of a new table: its name, seats, who may join, its pace, and the rules."""

    name = forms.CharField(label=_("Table name"), max_length=_LONGEST_NAME)
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    rounds = forms.TypedChoiceField(label=_("Rounds"), coerce=int, choices=[(n, n) for n in ROUNDS])
    joining = forms.ChoiceField(label=_("Who can join"), choices=Joining.choices)
    gold_draft = forms.ChoiceField(
        label=_("Gold cards after a round"),
        choices=[
            ("auto", _("Dealt out automatically")),
            ("hand", _("Players choose, in turn")),
        ],
        required=False,
    )
    bots_fill = forms.BooleanField(
        label=_("Bots take empty seats"),
        widget=forms.CheckboxInput(attrs={"role": "switch"}),
        help_text=_("When you start, bots take the seats that are still free."),
        required=False,
    )
    bot_level = forms.ChoiceField(label=_("Bots’ strength"), choices=BotLevel.choices, required=False)
    guests_welcome = forms.BooleanField(
        label=_("Guests can join with the link"),
        widget=forms.CheckboxInput(attrs={"role": "switch"}),
        help_text=_("A name is enough. They need no account."),
        required=False,
    )
    programs_welcome = forms.BooleanField(
        label=_("Programs can join with the link"),
        widget=forms.CheckboxInput(attrs={"role": "switch"}),
        help_text=_("Some players write programs that play. Everyone at the table sees which players are programs."),
        required=False,
    )
    aids = forms.BooleanField(
        label=_("Memory aids"),
        widget=forms.CheckboxInput(attrs={"role": "switch"}),
        help_text=_("Books count the cards everyone can see."),
        required=False,
    )
    by_sun = forms.BooleanField(
        label=_("Seats in the order of the sun"),
        widget=forms.CheckboxInput(attrs={"role": "switch"}),
        help_text=_(
            "We work out the seat order from everyone’s time zone, quiet hours and free days, so that turns go round "
            "fastest. It’s fixed before everyone says “ready”."
        ),
        required=False,
    )
    talk = forms.ChoiceField(label=_("Talk at the table"), choices=Talk.choices, required=False)
    watchers = forms.ChoiceField(
        label=_("Who can watch"),
        choices=Watchers.choices,
        help_text=_("Watchers see the mine, the moves and the messages. They see no cards and can’t write."),
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
        help_text=_("Each card waits this long for a veto. Standing orders are carried out at once."),
        coerce=int,
        empty_value=None,
        required=False,
    )
    ticket = forms.CharField(required=False, widget=forms.HiddenInput)

    field_order = ("name", "seats", "rounds")

    OF_PEOPLE = ("bots_fill", "guests_welcome", "programs_welcome", "bot_level", "joining", "talk", "watchers")
    OF_CLOCK = ("vacations", "by_sun")
    OF_RULES = ("aids",)
    """The options that the page draws alike, in the order of its folds. It draws the others by name."""

    def __init__(
        self,
        data: Any = None,
        *,
        host: User,
        preset: str = "",
        last: TableOptions | None = None,
        table: TableOptions | None = None,
        like: TableOptions | None = None,
    ) -> None:
        """``last`` are the options of the host's last table, a preset; ``table`` those to be changed; ``like`` the
        initial values of a new table."""
        known = presets.presets_of(last)
        self._presets = {name: one for name, one in known.items() if presets.is_offered(one, OFFERED)}
        first = table or like or self._presets.get(preset, next(iter(self._presets.values()))).options
        if first.joining not in _joinings():
            first = replace(first, joining=Joining.FRIENDS)
        starts = {name: presets.start_of(one.options) for name, one in self._presets.items()}
        name = table.name if table else gettext("%(name)s’s mine") % {"name": host.username}
        initial = {"name": name, "ticket": ticket_for(host), **presets.start_of(first)}
        super().__init__(data and presets.applied(data, starts), initial=initial)
        if table or self.data.get("table"):
            for changed_alone in CHANGED_ALONE:
                del self.fields[changed_alone]
        self._host, self._first = host, first
        offered = [*Watchers.choices]
        if first.watchers != Watchers.CIRCLE and not watching.has_circle(host):
            offered = [(way, label) for way, label in offered if way != Watchers.CIRCLE]
        self.fields["watchers"].choices = offered  # type: ignore[attr-defined]
        if not settings.GUESTS:
            del self.fields["guests_welcome"]
        self.fields["joining"].choices = [(way, way.label) for way in _joinings()]  # type: ignore[attr-defined]
        self._ruleset: Ruleset | None = None
        self.refusal = ""
        self.tile = presets.in_force(
            self._presets, self["rules"].value() or "base", self["modules"].value(), self.data.get("was", preset)
        )
        seats = sorted({number for name in _games() for number in GAMES[name].seats})
        self.fields["seats"].choices = [(number, number) for number in seats]  # type: ignore[attr-defined]
        self.fields["rules"].choices = [(name, module_name(name)) for name in _games()]  # type: ignore[attr-defined]
        self.fields["modules"].choices = [(name, module_name(name)) for name in _modules()]  # type: ignore[attr-defined]
        windows = [(hours, VETO_WINDOW_NAMES[hours]) for hours in VETO_WINDOWS]
        fitting = gettext("To match the pace: %(window)s") % {"window": VETO_WINDOW_NAMES[self._veto_hours()]}
        self.fields["veto_window"].choices = [("", fitting), *windows]  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """Return the name as `shown_name` does."""
        return shown_name(self.cleaned_data["name"], empty=gettext("Give the table a name with visible letters."))

    def clean(self) -> dict[str, Any]:
        """Build the rules; add an error if they cannot be combined, or not with so many players (R82)."""
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
        """Return the chosen rules of a valid form."""
        assert self._ruleset is not None
        return self._ruleset

    def code(self) -> str:
        """Return the code that was reserved for this table, of a valid form; "" if none was reserved for this host."""
        return promised_code(self.cleaned_data["ticket"], self._host)

    def options(self) -> TableOptions:
        """Return the chosen options of a valid form. Options without a field keep their initial value."""
        plain = {name: value for name, value in self.cleaned_data.items() if name in _OPTIONS and value != ""}
        return replace(self._first, **{**plain, **self.clock(), "ruleset": self.ruleset()})

    @property
    def of_people(self) -> ShownOptions:
        """The options about players and their chat."""
        return self._shown(self.OF_PEOPLE)

    @property
    def of_clock(self) -> ShownOptions:
        """The options that go with every pace."""
        return self._shown(self.OF_CLOCK)

    @property
    def of_rules(self) -> ShownOptions:
        """The options that go with all rules."""
        return self._shown(self.OF_RULES)

    def _shown(self, names: tuple[str, ...]) -> ShownOptions:
        bound = [self[name] for name in names if name in self.fields]
        switches = [each for each in bound if isinstance(each.field, forms.BooleanField)]
        return ShownOptions(switches, [each for each in bound if each not in switches])

    def facts(self) -> Facts | None:
        """Return the facts about the table, as far as it is chosen. None if the choices cannot be combined."""
        first = self.initial
        ruleset, seats = presets.ruleset_of(first["rules"], first["modules"], first["rounds"]), first["seats"]
        if self.is_bound:
            self.is_valid()
            if self._ruleset is None or self.refusal or "seats" not in self.cleaned_data:
                return None
            ruleset, seats = self._ruleset, self.cleaned_data["seats"]
        return facts_if_any(ruleset, seats)

    def window(self) -> int:
        """Return how many hours a card waits for a veto, of a form as it is filled in."""
        chosen = str(self["veto_window"].value())
        if not self.with_veto:
            return 0
        return int(chosen) if chosen in map(str, VETO_WINDOWS) else self._veto_hours()

    def joinings(self) -> list[Radio]:
        """Return who may join, one row each."""
        value = self["joining"].value()
        return [Radio(way, str(way.label), str(JOINING_LINES[way]), way == value) for way in _joinings()]

    def tiles(self) -> list[GameChoice]:
        """Return the games to choose from, each with its modules; at most one is chosen."""
        return [
            GameChoice(one.name, str(one.label), str(one.line), one.picture, one.players, one.name == self.tile)
            for one in self._presets.values()
        ]

    def wants(self, module: str) -> bool:
        """Return whether a module is chosen."""
        return module in (self["modules"].value() or ())

    def _has_option(self, option: str) -> bool:
        """Return whether a chosen module has this option."""
        return any(sheet.option == option and self.wants(sheet.name) for sheet in SHEETS.values())

    @property
    def with_chests(self) -> bool:
        """Return whether the place of chests matters."""
        return self._has_option("chests")

    @property
    def with_veto(self) -> bool:
        """Return whether the time for a veto matters."""
        return self._has_option("veto_window")

    @property
    def with_gold(self) -> bool:
        """Return whether there are gold cards, to be taken at the end of a round."""
        modules = [name for name in self["modules"].value() or () if name in _modules()]
        rules = self["rules"].value()
        try:
            return bool(compiled(presets.ruleset_of(rules if rules in _games() else "base", modules)).gold_cards)
        except Refused:
            return True

    def switches(self) -> list[Switch]:
        """Return the expansions, cards and variants, one row each."""
        rows = []
        on = [name for name in self["modules"].value() or () if name in _modules()]
        for name in _modules():
            reason = "" if name in on else self._hindrance([*on, name])
            rows.append(Switch(name, module_name(name), module_line(name), f"m-{name}", name in on, reason))
        return rows

    def _hindrance(self, modules: list[str]) -> str:
        rules = self["rules"].value()
        try:
            compiled(presets.ruleset_of(rules if rules in _games() else "base", modules))
        except Refused as refused:
            return why_not(refused)
        return ""

    def _veto_hours(self) -> int:
        hours = str(self["turn_hours"].value() or "")
        turn = int(hours) if hours.isascii() and hours.isdigit() and len(hours) < 4 else 0
        return presets.veto_hours(self["pace"].value() or presets.DEFAULT_PACE, turn)

    def _chosen(self, modules: list[str]) -> Ruleset:
        chosen = self.cleaned_data
        options = {}
        if chosen["gold_draft"] and self.with_gold:
            options["gold_draft"] = chosen["gold_draft"]
        by_books = presets.BY_BOOKS if self.with_books else ()
        for option in (*(SHEETS[name].option for name in modules), *by_books):
            if option and chosen.get(option):
                options[option] = chosen[option]
        if self.with_veto and chosen.get("veto_window") is None:
            options["veto_window"] = self._veto_hours()
        # A default is left out, so that equal rules are encoded alike: msgspec omits the default object, not its equal.
        plain = Ruleset()
        options = {name: value for name, value in options.items() if value != getattr(plain, name)}
        return structs.replace(presets.ruleset_of(chosen["rules"] or "base", modules, chosen["rounds"]), **options)


def shown_name(typed: str, *, empty: str) -> str:
    """Return the name of a table or a circle with plain spaces. ValidationError for invisible characters and listed
    words; with the sentence ``empty`` if nothing of it is visible."""
    name = " ".join(typed.split())
    if any(names.is_hidden(character) and character != EMOJI_STYLE for character in name):
        raise ValidationError(_("This name contains a character that can’t be seen."))
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise ValidationError(empty)
    word_list.check(name)
    return name


def version_seen(sent: Mapping[str, Any]) -> int:
    """Return the options version that a player saw (`Game.options_version`); 0 if a form does not contain it."""
    said = str(sent.get("terms", ""))
    return int(said) if said.isascii() and said.isdigit() and len(said) < 6 else 0


def _games() -> list[str]:
    """Return the games that can be chosen."""
    return [name for name in GAMES if name in OFFERED]


def _modules() -> list[str]:
    """Return the expansions, cards and variants that can be chosen."""
    return [name for name in (*MODULES, *VARIANTS) if name in OFFERED]


def ticket_for(host: User) -> str:
    """Return a table code that is reserved for this host, so that a form sent twice makes one table."""
    return signing.dumps([host.pk, table_code()], salt=_SALT)


def promised_code(ticket: str, host: User) -> str:
    """Return the code of a ticket; "" for another player's or a forged one."""
    try:
        owner, code = signing.loads(ticket, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(code) if owner == host.pk else ""
